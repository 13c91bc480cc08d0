//! One box that takes any identifier, also of closed cases.

use super::back::{Back, case_href};
use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::i18n::{Arg, Msg, msg};
use super::page::{Page, see_other};
use super::query;
use super::routes::{PageRoute, get};
use super::typeset::type_title;
use super::words;
use crate::domain::ids::CaseId;
use crate::domain::report::StopKind;
use crate::domain::standing::CaseState;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::queue::CaseRow;
use crate::service::search::{self, Found, Hit, Named};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page of the search.
pub fn routes() -> Vec<PageRoute> {
    vec![get("/search", show)]
}

/// What was found for a text, or what can be sought.
#[derive(Debug, Template)]
#[template(path = "search.html")]
pub struct SearchPage {
    ctx: Ctx,
    /// What was sought; empty if nothing was.
    sought: String,
    hits: Vec<Line>,
    more: bool,
}

/// One operation that was found.
#[derive(Debug, Clone)]
struct Line {
    /// `None`: the operation is known and has no case.
    case: Option<CaseLink>,
    title: String,
    type_title: String,
    key: String,
    source: String,
    /// Which identifier matched.
    by: Msg,
    /// The identifier itself, where it is longer than what was sought.
    longer: Option<String>,
}

/// The newest case of an operation.
#[derive(Debug, Clone)]
struct CaseLink {
    id: CaseId,
    href: String,
    kind: StopKind,
    state: CaseState,
}

impl Page for SearchPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

async fn show(
    signed_in: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let sought = sought(request.query_string());
    let found = search::search(&services, &signed_in.person(), &sought).await?;
    if let Some(case) = found.single() {
        return Ok(see_other(&format!("/cases/{case}")));
    }
    SearchPage::new(signed_in.ctx, sought, &found, &services.policy).respond()
}

fn sought(query: &str) -> String {
    let q = query::pairs(query)
        .into_iter()
        .find(|(name, _)| name == "q");
    q.map(|(_, value)| value.trim().to_owned())
        .unwrap_or_default()
}

impl SearchPage {
    fn new(ctx: Ctx, sought: String, found: &Found, policy: &Policy) -> Self {
        let back = Back::Search(sought.clone());
        let lines = Lines {
            ctx: &ctx,
            back: &back,
            policy,
            found,
        };
        let named = found.named.iter();
        let named = named.map(|(name, case)| lines.of_case(*name, case));
        let exact = found.exact.iter().map(|hit| lines.of_hit(hit, false));
        let longer = found.longer.iter().map(|hit| lines.of_hit(hit, true));
        Self {
            hits: named.chain(exact).chain(longer).collect(),
            more: found.more,
            sought,
            ctx,
        }
    }

    fn title(&self) -> Msg {
        if self.sought.is_empty() {
            msg!("search-title")
        } else {
            msg!("search-title-of", sought = self.sought.as_str())
        }
    }
}

/// What lines are made with.
struct Lines<'a> {
    ctx: &'a Ctx,
    back: &'a Back,
    policy: &'a Policy,
    found: &'a Found,
}

impl Lines<'_> {
    fn of_hit(&self, hit: &Hit, longer: bool) -> Line {
        let key = hit.operation_key.as_str().to_owned();
        let case = hit.case_id.zip(hit.kind.zip(hit.state));
        Line {
            case: case.map(|(id, (kind, state))| self.link(id, kind, state)),
            title: hit.title.clone().unwrap_or_else(|| key.clone()),
            type_title: type_title(&hit.operation_type, self.policy, &self.ctx.reader),
            source: self
                .found
                .sources
                .get(&hit.source_id)
                .cloned()
                .unwrap_or_default(),
            by: matched(&hit.name),
            longer: longer.then(|| hit.term.clone()),
            key,
        }
    }

    fn of_case(&self, name: Named, case: &CaseRow) -> Line {
        let (origin, details) = (&case.origin, &case.details);
        Line {
            case: Some(self.link(case.id, details.kind, details.state)),
            title: details.title.clone(),
            type_title: type_title(&origin.operation_type, self.policy, &self.ctx.reader),
            source: self
                .found
                .sources
                .get(&origin.source_id)
                .cloned()
                .unwrap_or_default(),
            by: match name {
                Named::Number => msg!("search-by-number"),
                Named::Instruction => msg!("search-by-instruction"),
                Named::Hash => msg!("search-by-hash"),
            },
            longer: None,
            key: origin.operation_key.as_str().to_owned(),
        }
    }

    fn link(&self, id: CaseId, kind: StopKind, state: CaseState) -> CaseLink {
        let href = case_href(id, self.back);
        CaseLink {
            id,
            href,
            kind,
            state,
        }
    }
}

/// Which identifier matched, in words.
fn matched(name: &str) -> Msg {
    match name.split_once(':') {
        Some(("reference", reference)) => msg!("search-by-reference", name = reference),
        Some(_) | None => match name {
            "operation_key" => msg!("search-by-operation-key"),
            "event" => msg!("search-by-event"),
            "step_key" | "attempt_key" => msg!("search-by-step-key"),
            "result" => msg!("search-by-result"),
            "hold" => msg!("search-by-hold"),
            "report" => msg!("search-by-report"),
            "supersedes" => msg!("search-by-supersedes"),
            "issued_key" => msg!("search-by-issued-key"),
            "superseded_by" => msg!("search-by-superseded-by"),
            other => msg!("search-by-other", name = Arg::Code(other.to_owned())),
        },
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    use crate::domain::ids::{OperationId, SourceId};
    let hit = |name: &str, case| Hit {
        term: "<8817>-2".to_owned(),
        name: name.to_owned(),
        operation_id: OperationId(1),
        operation_key: "ship:<8817>".into(),
        operation_type: "warehouse_shipment".into(),
        source_id: SourceId(1),
        case_id: case,
        state: case.map(|_| CaseState::Resolved),
        kind: case.map(|_| StopKind::NextStepPending),
        title: case.map(|_| "<8817>".to_owned()),
    };
    let names = [
        "operation_key",
        "reference:<order>",
        "event",
        "step_key",
        "result",
        "hold",
        "supersedes",
        "issued_key",
        "superseded_by",
        "report",
        "<else>",
    ];
    let found = Found {
        named: [Named::Number, Named::Instruction, Named::Hash]
            .map(|name| (name, super::queue::waiting(ctx.reader.now)))
            .to_vec(),
        exact: names.map(|name| hit(name, Some(CaseId(20418)))).into(),
        longer: vec![hit("event", None)],
        more: true,
        sources: [(SourceId(1), "Shop <b>".to_owned())].into(),
    };
    let page = |sought: &str, found: &Found| {
        let page = SearchPage::new(ctx.clone(), sought.to_owned(), found, Policy::standard());
        Sample::new(page)
    };
    let nothing = Found::default();
    vec![
        page("", &nothing),
        page("<nothing>", &nothing),
        page("<8817>", &found),
    ]
}
