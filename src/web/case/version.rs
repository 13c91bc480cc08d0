//! The page of one version of a contested content: every difference and every line beside the agreed one, page by page.

use super::conflict::{Place, Row, Sort, Table, payload};
use super::lines::{self, Cell, Lines};
use super::operation::Version;
use super::show::see;
use crate::domain::facts::ContentStanding;
use crate::domain::ids::CaseId;
use crate::service::Services;
use crate::service::masking::Masked;
use crate::service::see_case::CaseSeen;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

/// So many differences are on one page.
const DIFFERENCES: usize = 100;
/// So many rows of lines are on one page.
const LINES: usize = 200;

/// The page.
#[derive(Debug, Template)]
#[template(path = "case/version.html")]
pub struct VersionPage {
    pub ctx: Ctx,
    pub case: CaseId,
    pub agreed: Version,
    pub changed: Version,
    pub count: usize,
    pub rows: Vec<Row>,
    pub differences: Pager,
    pub lines: Vec<lines::Row>,
    pub changed_lines: usize,
    pub pager: Pager,
    pub masked: Masked,
}

/// Where the page stands among others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    /// From 1.
    pub page: usize,
    pub of: usize,
    pub before: Option<String>,
    pub next: Option<String>,
}

/// Which of the pages is asked for.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    pub differences: usize,
    pub lines: usize,
}

impl Page for VersionPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl VersionPage {
    /// Makes the page; `None` if nobody knows what this version says.
    pub fn of(ctx: Ctx, seen: &CaseSeen, digest: &str, asked: Asked) -> Option<Self> {
        let contents = &seen.facts.contents;
        let agreed = contents
            .iter()
            .find(|c| c.standing == ContentStanding::Agreed)?;
        let changed = contents
            .iter()
            .find(|c| c.digest.as_deref() == Some(digest))?;
        let (agreed, changed) = (Version::of(agreed), Version::of(changed));
        let (old, new) = (payload(seen, &agreed)?, payload(seen, &changed)?);
        let table = Table::of((&agreed, old), (&changed, new));
        let lines = Lines::of(old, new);
        let address = format!("/cases/{}/versions/{digest}", seen.case.id);
        let differences = Pager::of(
            asked.differences,
            table.rows.len().div_ceil(DIFFERENCES),
            |page| {
                format!(
                    "{address}?differences={page}&lines={}#differences",
                    asked.lines
                )
            },
        );
        let pager = Pager::of(asked.lines, lines.rows.len().div_ceil(LINES), |page| {
            format!(
                "{address}?differences={}&lines={page}#lines",
                asked.differences
            )
        });
        Some(Self {
            ctx,
            case: seen.case.id,
            agreed,
            changed,
            count: table.rows.len(),
            rows: differences.cut(table.rows, DIFFERENCES),
            differences,
            changed_lines: lines.changed,
            lines: pager.cut(lines.rows, LINES),
            pager,
            masked: seen.masked,
        })
    }
}

impl Pager {
    fn of(asked: usize, of: usize, href: impl Fn(usize) -> String) -> Self {
        let of = of.max(1);
        let page = asked.clamp(1, of);
        Self {
            page,
            of,
            before: (page > 1).then(|| href(page - 1)),
            next: (page < of).then(|| href(page + 1)),
        }
    }

    fn cut<T>(&self, all: Vec<T>, of_one_page: usize) -> Vec<T> {
        let before = (self.page - 1) * of_one_page;
        all.into_iter().skip(before).take(of_one_page).collect()
    }

    fn words(&self) -> Msg {
        msg!("pager-where", page = self.page, of = self.of)
    }
}

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    path: web::Path<(String, String)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let (case, digest) = path.into_inner();
    let seen = see(&services, &me, &case, None).await?;
    let page = VersionPage::of(me.ctx, &seen, &digest, asked.into_inner());
    page.ok_or(PageError::NotFound)?.respond()
}
