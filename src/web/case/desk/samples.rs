//! Deeds as they may look, for the test of all pages.

use super::page::{DeskPage, Sight};
use crate::domain::desk::{Deed, NoWait};
use crate::domain::draft::DraftForm;
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::ids::Team;
use crate::domain::people::User;
use crate::policy::Policy;
use crate::service::desk::{DeskFault, NoReceiver};
use crate::service::see_case::{CaseSeen, EntryRow};
use crate::service::teams::Receivers;
use crate::web::back::Back;
use crate::web::case::decide::fields::Fields;
use crate::web::case::draft::DraftNotice;
use crate::web::ctx::Ctx;
use crate::web::page::Sample;
use serde_json::{Value, json};

/// Every deed on a case.
pub fn samples(ctx: &Ctx, seen: &CaseSeen) -> Vec<Sample> {
    let back = || Back::read(None);
    let receivers = Receivers {
        people: ctx
            .user
            .as_deref()
            .cloned()
            .into_iter()
            .map(named)
            .collect(),
        teams: vec![Team::new("<R&D>")],
    };
    let page = |deed| {
        let fields = Fields::from(vec![
            ("to".to_owned(), "team:<R&D>".to_owned()),
            ("words".to_owned(), "</textarea><b>".to_owned()),
        ]);
        let sight = Sight {
            seen,
            policy: Policy::standard(),
            receivers: &receivers,
            back: back(),
        };
        let at = ctx.reader.now;
        DeskPage {
            draft: Some(DraftNotice::of(seen.case.id, DraftForm::Wait, at, &back())),
            ..DeskPage::of(ctx.clone(), sight, deed, fields)
        }
    };
    let faults = [
        DeskFault::Until(NoWait::Past),
        DeskFault::To(NoReceiver::TakesNoCases { who: "<b>".into() }),
    ];
    (Deed::ALL.into_iter())
        .flat_map(|deed| [page(deed), page(deed).with_faults(&faults)])
        .map(Sample::new)
        .collect()
}

fn named(user: User) -> User {
    User {
        full_name: "Amara <Osei>".into(),
        ..user
    }
}

/// The case with everything that people can have said of it.
pub fn spoken_of(mut seen: CaseSeen, ctx: &Ctx) -> CaseSeen {
    let now = ctx.reader.now;
    let details = &mut seen.case.details;
    details.look_again_at = Some(now.plus(std::time::Duration::from_secs(60)));
    details.waits_by = Some("<Irina>".into());
    details.waits_because = Some("<b>until they answer".into());
    details.handed_by = Some("<Irina>".into());
    details.handed_because = Some("<b>please look".into());
    let entry = |kind: EntryKind, document: Value| EntryRow {
        number: 4,
        case_id: Some(seen.case.id.0),
        operation_id: Some(1),
        at: now.0,
        actor_kind: ActorKind::Person.to_string(),
        actor: "<marta>".into(),
        kind: kind.to_string(),
        document: document.to_string(),
        previous_hash: "0".repeat(64),
        hash: "9f3a61".repeat(10),
    };
    let taken = json!({"former": "irina", "to_person": "<amara>", "words": "<i>"});
    let note = entry(EntryKind::Noted, json!({"note": "<script>alert(1)"}));
    seen.history
        .entries
        .insert(0, entry(EntryKind::TakenOver, taken));
    seen.notes = vec![
        note.clone(),
        EntryRow {
            case_id: Some(20_001),
            ..note
        },
    ];
    seen
}
