//! The page of a deed.

use super::{draft_form, slug, until};
use crate::domain::decision::Justification;
use crate::domain::desk::{Deed, NoWait};
use crate::domain::ids::{CaseId, Team};
use crate::domain::people::User;
use crate::domain::permits::Act;
use crate::domain::standing::CaseProtection;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::desk::DeskFault;
use crate::service::see_case::CaseSeen;
use crate::service::teams::Receivers;
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::{Fault, Fields, has};
use crate::web::case::draft::DraftNotice;
use crate::web::case::hands::permits;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::words;
use askama::Template;

/// The page of a deed.
#[derive(Debug, Template)]
#[template(path = "case/desk/page.html")]
pub struct DeskPage {
    pub ctx: Ctx,
    pub back: Back,
    pub id: CaseId,
    pub case_href: String,
    pub title: String,
    pub deed: Deed,
    /// Why the person may not do that now.
    pub against: Option<Msg>,
    /// They tried it all the same.
    pub tried: bool,
    /// What will happen.
    pub consequences: Vec<Msg>,
    pub groups: Vec<Group>,
    /// The latest time until which the case can wait.
    pub latest: Timestamp,
    /// The fewest characters of what the person says.
    pub minimum: usize,
    pub fields: Fields,
    pub faults: Vec<Fault>,
    pub draft: Option<DraftNotice>,
}

/// Choices of one sort.
#[derive(Debug, Clone)]
pub struct Group {
    pub name: Msg,
    pub choices: Vec<Choice>,
}

/// To whom a case can go.
#[derive(Debug, Clone)]
pub struct Choice {
    pub value: String,
    pub name: String,
    pub chosen: bool,
}

impl Page for DeskPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// What a page is made from.
pub struct Sight<'a> {
    pub seen: &'a CaseSeen,
    pub policy: &'a Policy,
    pub receivers: &'a Receivers,
    pub back: Back,
}

impl DeskPage {
    /// Makes the page, with `fields` filled in.
    pub fn of(ctx: Ctx, sight: Sight<'_>, deed: Deed, fields: Fields) -> Self {
        let (seen, policy) = (sight.seen, sight.policy);
        let now = ctx.reader.now;
        let limit = policy
            .operation_type(&seen.facts.operation_type)
            .0
            .snooze_limit;
        let latest = now.plus(limit);
        Self {
            id: seen.case.id,
            case_href: case_href(seen.case.id, &sight.back),
            title: seen.case.details.title.clone(),
            deed,
            against: against(seen, &ctx, deed),
            tried: false,
            consequences: consequences(seen, policy, now, deed),
            groups: groups(seen, now, sight.receivers, deed, &fields),
            latest,
            minimum: match deed {
                Deed::Wait | Deed::TakeOver => policy.margins().justification_minimum,
                Deed::HandOver | Deed::Note | Deed::SetOwner => 1,
            },
            faults: Vec::new(),
            draft: None,
            fields,
            back: sight.back,
            ctx,
        }
    }

    /// The page with what is wrong with its form.
    #[must_use]
    pub fn with_faults(mut self, faults: &[DeskFault]) -> Self {
        self.faults = faults.iter().map(|fault| self.fault(fault)).collect();
        self
    }

    fn fault(&self, fault: &DeskFault) -> Fault {
        let typed = self.fields.get("until");
        match fault {
            DeskFault::Words(why) => Fault::at("words", words::no_words(*why)),
            DeskFault::Until(NoWait::Past)
                if until::read(typed, self.ctx.reader.zone).is_none() =>
            {
                Fault::at("until", msg!("desk-until-missing"))
            }
            DeskFault::Until(why) => Fault::at("until", words::no_wait(*why)),
            DeskFault::To(_) if self.fields.get("to").is_empty() => {
                Fault::at("to", msg!("desk-to-missing"))
            }
            DeskFault::To(why) => Fault::at("to", words::no_receiver(why)),
        }
    }

    fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
    }

    fn slug(&self) -> &'static str {
        slug(self.deed)
    }

    /// Where what is typed is kept.
    fn draft_path(&self) -> Option<String> {
        let form = draft_form(self.deed)?;
        Some(format!("/cases/{}/drafts/{}", self.id, form.word()))
    }

    fn maximum(&self) -> usize {
        Justification::MAXIMUM
    }

    fn earliest_field(&self) -> String {
        until::written(self.ctx.reader.now, self.ctx.reader.zone)
    }

    fn latest_field(&self) -> String {
        until::written(self.latest, self.ctx.reader.zone)
    }

    fn here(&self) -> Msg {
        match self.deed {
            Deed::Wait => msg!("desk-wait"),
            Deed::HandOver => msg!("desk-hand-over"),
            Deed::Note => msg!("desk-note"),
            Deed::TakeOver => msg!("desk-take-over"),
            Deed::SetOwner => msg!("desk-owner"),
        }
    }

    fn headline(&self) -> Msg {
        let title = self.title.clone();
        match self.deed {
            Deed::Wait => msg!("desk-wait-headline", title = title),
            Deed::HandOver => msg!("desk-hand-over-headline", title = title),
            Deed::Note => msg!("desk-note-headline", title = title),
            Deed::TakeOver => msg!("desk-take-over-headline", title = title),
            Deed::SetOwner => msg!("desk-owner-headline", title = title),
        }
    }

    fn words_label(&self) -> Msg {
        match self.deed {
            Deed::Wait => msg!("desk-wait-words"),
            Deed::HandOver => msg!("desk-hand-over-words"),
            Deed::Note | Deed::SetOwner => msg!("desk-note-words"),
            Deed::TakeOver => msg!("desk-take-over-words"),
        }
    }

    fn button(&self) -> Msg {
        match self.deed {
            Deed::Wait => msg!("desk-wait-button"),
            Deed::HandOver => msg!("desk-hand-over-button"),
            Deed::Note => msg!("desk-note-button"),
            Deed::TakeOver => msg!("desk-take-over-button"),
            Deed::SetOwner => msg!("desk-owner-button"),
        }
    }
}

/// Why the person who looks may not do that with the case now.
fn against(seen: &CaseSeen, ctx: &Ctx, deed: Deed) -> Option<Msg> {
    let why = permits(seen, ctx, Act::Desk(deed)).err()?;
    Some(words::not_permitted(why, seen.case.holder_name.as_deref()))
}

fn consequences(seen: &CaseSeen, policy: &Policy, now: Timestamp, deed: Deed) -> Vec<Msg> {
    let details = &seen.case.details;
    let mut told = match deed {
        Deed::Wait => vec![msg!("desk-wait-free"), msg!("desk-wait-comes-back")],
        Deed::HandOver => vec![
            msg!(
                "desk-hand-over-person",
                until = now.plus(policy.margins().claim_lease)
            ),
            msg!("desk-hand-over-team"),
        ],
        Deed::Note => vec![msg!("desk-note-stays"), msg!("desk-note-moves-on")],
        Deed::TakeOver => vec![
            msg!(
                "desk-take-over-holder",
                who = seen.case.holder_name.clone().unwrap_or_default()
            ),
            msg!("desk-take-over-goes"),
        ],
        Deed::SetOwner => vec![msg!("desk-owner-holder")],
    };
    match deed {
        Deed::Note => return told,
        Deed::Wait | Deed::HandOver | Deed::TakeOver | Deed::SetOwner => {
            told.push(msg!("desk-due-stays", at = details.due_at));
        }
    }
    let ends = details.protection_until.filter(|end| *end > now);
    if let (Deed::Wait, CaseProtection::Until, Some(at)) = (deed, details.protection, ends) {
        told.push(msg!("desk-wait-protection", at = at));
    }
    told
}

fn groups(
    seen: &CaseSeen,
    now: Timestamp,
    receivers: &Receivers,
    deed: Deed,
    fields: &Fields,
) -> Vec<Group> {
    let chosen = fields.get("to");
    let choice = |value: String, name: String| Choice {
        chosen: value == chosen,
        value,
        name,
    };
    let person = |user: &User| {
        choice(
            format!("person:{}", user.name),
            format!("{} ({})", user.full_name, user.name),
        )
    };
    let people = || Group {
        name: msg!("desk-to-people"),
        choices: (receivers.people.iter())
            .filter(|user| seen.standing.holder(now) != Some(user.id))
            .map(person)
            .collect(),
    };
    let team = |team: &Team| choice(format!("team:{team}"), team.to_string());
    let teams = || Group {
        name: msg!("desk-to-teams"),
        choices: (receivers.teams.iter())
            .filter(|team| **team != seen.case.details.owner_team)
            .map(team)
            .collect(),
    };
    match deed {
        Deed::Wait | Deed::Note => Vec::new(),
        Deed::HandOver => vec![people(), teams()],
        Deed::TakeOver => vec![people()],
        Deed::SetOwner => vec![teams()],
    }
}
