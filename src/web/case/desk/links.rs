//! What the person who looks can do with a case now, beside deciding.

use super::slug;
use crate::domain::desk::Deed;
use crate::domain::permits::Act;
use crate::service::see_case::CaseSeen;
use crate::web::back::Back;
use crate::web::case::hands::permits;
use crate::web::ctx::Ctx;
use crate::web::i18n::{Msg, msg};

/// A deed that is possible now.
#[derive(Debug, Clone)]
pub struct DeedLink {
    pub deed: Deed,
    pub href: String,
    pub icon: &'static str,
    pub name: Msg,
    pub hint: Msg,
}

/// All that are possible now, in the order in which they are shown.
pub fn deeds(seen: &CaseSeen, ctx: &Ctx, back: &Back) -> Vec<DeedLink> {
    let possible = |deed: &Deed| permits(seen, ctx, Act::Desk(*deed)).is_ok();
    let link = |deed: Deed| {
        let (icon, name, hint) = shown(deed);
        let href = back.on(&format!("/cases/{}/desk/{}", seen.case.id, slug(deed)));
        DeedLink {
            deed,
            href,
            icon,
            name,
            hint,
        }
    };
    let all = [
        Deed::Wait,
        Deed::TakeOver,
        Deed::HandOver,
        Deed::Note,
        Deed::SetOwner,
    ];
    all.into_iter().filter(possible).map(link).collect()
}

fn shown(deed: Deed) -> (&'static str, Msg, Msg) {
    match deed {
        Deed::Wait => ("alarm-clock", msg!("desk-wait"), msg!("desk-wait-hint")),
        Deed::HandOver => (
            "user-round-plus",
            msg!("desk-hand-over"),
            msg!("desk-hand-over-hint"),
        ),
        Deed::Note => ("pencil", msg!("desk-note"), msg!("desk-note-hint")),
        Deed::TakeOver => (
            "user-round",
            msg!("desk-take-over"),
            msg!("desk-take-over-hint"),
        ),
        Deed::SetOwner => ("users", msg!("desk-owner"), msg!("desk-owner-hint")),
    }
}
