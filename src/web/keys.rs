//! The keys that pages listen to, for those who look them up. No key decides anything.

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::i18n::{Msg, msg};
use super::page::Page;
use super::routes::{PageRoute, get};
use crate::domain::people::Keys;
use actix_web::HttpResponse;
use askama::Template;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get("/keys", show)]
}

#[derive(Debug, Template)]
#[template(path = "keys.html")]
struct KeysPage {
    ctx: Ctx,
}

impl Page for KeysPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl KeysPage {
    /// Every key, with what it does. The script of the pages carries it out.
    fn keys(&self) -> [(&'static str, Msg); 7] {
        [
            ("?", msg!("keys-help")),
            ("/", msg!("keys-search")),
            ("j", msg!("keys-down")),
            ("k", msg!("keys-up")),
            ("Enter", msg!("keys-open")),
            ("n", msg!("keys-next")),
            ("c", msg!("keys-claim")),
        ]
    }

    fn are_off(&self) -> bool {
        let user = self.ctx.user.as_ref();
        user.is_some_and(|user| user.preferences.keys == Keys::Off)
    }
}

async fn show(me: SignedIn) -> Result<HttpResponse, PageError> {
    KeysPage { ctx: me.ctx }.respond()
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    vec![super::page::Sample::new(KeysPage { ctx: ctx.clone() })]
}
