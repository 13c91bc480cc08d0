//! The cases behind a number.

use super::address::{AgeAddress, Figure, Filters, ListAddress, Place};
use super::load::scope;
use super::words as said;
use crate::domain::age::window::Interval;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::age::{self, SourceChoice};
use crate::service::age_list::{
    self, After, Before, COUNT_CAP, Listed, MovedRow, SignRow, WaitedRow,
};
use crate::service::queue::CaseRow;
use crate::web::back::{Back, case_href};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::page::Page;
use crate::web::queue::kind;
use crate::web::time::span;
use crate::web::typeset::{capped, short_name, type_title};
use crate::web::words;
use askama::Template;
use std::time::Duration;

/// Moments are shown to the minute.
const A_MINUTE: Duration = Duration::from_secs(60);

/// The page.
#[derive(Debug, Template)]
#[template(path = "age/list.html")]
pub struct ListPage {
    pub ctx: Ctx,
    pub title: Msg,
    /// The filters in words.
    pub narrowed: Vec<Msg>,
    /// Of when the list is, and of when the figure that led here.
    pub as_of: Msg,
    /// The time that the steps are within.
    pub within: Option<Msg>,
    pub back: String,
    pub all: Arg,
    /// Whether the rows are steps, each with its time.
    pub are_steps: bool,
    pub rows: Vec<Row>,
    pub first: Option<String>,
    pub next: Option<String>,
}

/// A case, or a step of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// When the step was, or the report came.
    pub at: Option<Timestamp>,
    /// The report that the row is about.
    pub report: Option<String>,
    /// How long the case waits or waited; at a step, by then.
    pub waits: Msg,
    pub late: bool,
    pub href: String,
    pub title: String,
    pub type_title: String,
    pub key: String,
    pub kind: StopKind,
    pub owner: Msg,
    pub holder: Option<String>,
    pub state: Msg,
}

impl Page for ListPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// What a list holds, with the page that follows.
struct Found {
    rows: Vec<Row>,
    all: i64,
    next: Option<Place>,
}

/// One page of the list at an address.
///
/// # Errors
/// If the person may not see it, there is no such list, or the database fails.
pub async fn page(
    me: SignedIn,
    services: &Services,
    address: ListAddress,
) -> Result<ListPage, PageError> {
    let person = me.person();
    let sources = age::source_choices(services, &person).await?;
    let scope = scope(&address.filters, &sources).ok_or(PageError::NotFound)?;
    let (reader, policy) = (&me.ctx.reader, &services.policy);
    let shown = Shown { reader, policy };
    let after = address.place.map(|place| After {
        at: place.at,
        id: crate::domain::ids::CaseId(place.id),
    });
    let found = match &address.figure {
        Figure::Waiting(which) => {
            let (at, listed) = (address.at, age_list::waiting);
            shown.cases(listed(services, &person, which, &scope, at, after).await?)
        }
        Figure::Unresolved(which) => {
            shown.cases(age_list::unresolved(services, &person, *which, &scope, after).await?)
        }
        Figure::Waited(which, at) => {
            let then = (*which, *at);
            let listed = age_list::waited(services, &person, then, &scope, after).await?;
            shown.waited(listed, *at)
        }
        Figure::Signs(signs) => {
            let before = address.place.map(Before::from);
            shown.signs(age_list::signs(services, &person, *signs, &scope, before).await?)
        }
        Figure::Steps(steps) => {
            let before = address.place.map(Before::from);
            shown.steps(age_list::steps(services, &person, steps, &scope, before).await?)
        }
    };
    Ok(made(me.ctx.clone(), policy, &address, &sources, found))
}

fn made(
    ctx: Ctx,
    policy: &Policy,
    address: &ListAddress,
    sources: &[SourceChoice],
    found: Found,
) -> ListPage {
    let whole = AgeAddress {
        filters: page_filters(&address.filters),
        ..AgeAddress::default()
    };
    ListPage {
        title: said::figure(&address.figure),
        narrowed: narrowed(&narrowing(address), sources, policy, &ctx.reader),
        as_of: as_of(address, found.all, ctx.reader.now),
        within: match &address.figure {
            Figure::Steps(steps) => Some(within(steps.within)),
            Figure::Signs(signs) => Some(within(signs.within)),
            Figure::Waiting(_) | Figure::Unresolved(_) | Figure::Waited(..) => None,
        },
        back: whole.href(),
        all: Arg::Word(capped(found.all, COUNT_CAP).into()),
        are_steps: matches!(address.figure, Figure::Steps(_) | Figure::Signs(_)),
        rows: found.rows,
        first: address.place.map(|_| {
            let first = ListAddress {
                place: None,
                ..address.clone()
            };
            first.href()
        }),
        next: found.next.map(|place| address.after(place).href()),
        ctx,
    }
}

/// What waits is listed as it is now, whenever it was counted; what happened until a moment does not change any more.
fn as_of(address: &ListAddress, all: i64, now: Timestamp) -> Msg {
    let counted = address.at;
    match &address.figure {
        Figure::Waiting(_) | Figure::Unresolved(_) => match address.counted {
            Some(n) if n != all => msg!("age-list-moved", now = now, counted = counted, n = n),
            Some(_) | None if now.since(counted) >= A_MINUTE => {
                msg!("age-list-as-of", now = now, counted = counted)
            }
            Some(_) | None => msg!("queue-as-of", at = counted),
        },
        Figure::Steps(_) | Figure::Signs(_) | Figure::Waited(..) => {
            msg!("queue-as-of", at = counted)
        }
    }
}

/// The page of the figures knows no filter for what every team may see to.
fn page_filters(filters: &Filters) -> Filters {
    Filters {
        owner: (filters.owner.clone()).filter(|owner| !owner.as_str().is_empty()),
        ..filters.clone()
    }
}

/// The beginning and the end of a time.
pub fn within(within: Interval) -> Msg {
    msg!("age-within", from = within.from, until = within.until)
}

/// Of what a list is narrowed by, what narrows it.
fn narrowing(address: &ListAddress) -> Filters {
    match &address.figure {
        // Reports are of a source and a type.
        Figure::Signs(_) => Filters {
            owner: None,
            kind: None,
            ..address.filters.clone()
        },
        Figure::Waiting(_) | Figure::Unresolved(_) | Figure::Steps(_) | Figure::Waited(..) => {
            address.filters.clone()
        }
    }
}

/// Filters in words.
pub fn narrowed(
    filters: &Filters,
    sources: &[SourceChoice],
    policy: &Policy,
    reader: &Reader,
) -> Vec<Msg> {
    let kind = filters.kind.map(words::kind);
    let owner = filters.owner.as_ref().map(said::owner);
    let operation_type = filters.operation_type.as_ref();
    let operation_type = operation_type.map(|name| said::name(&type_title(name, policy, reader)));
    let source = filters.source.as_deref().map(|name| {
        let found = sources.iter().find(|source| source.name == name);
        said::name(found.map_or(name, |source| source.title.as_str()))
    });
    [kind, owner, operation_type, source]
        .into_iter()
        .flatten()
        .collect()
}

/// For whom rows are made.
struct Shown<'a> {
    reader: &'a Reader,
    policy: &'a Policy,
}

impl Shown<'_> {
    fn cases(&self, listed: Listed<CaseRow>) -> Found {
        let last = listed.rows.last().map(|case| Place {
            at: case.details.stopped_at,
            id: case.id.0,
        });
        Found {
            next: last.filter(|_| listed.more),
            rows: listed.rows.iter().map(|case| self.case(case)).collect(),
            all: listed.all,
        }
    }

    fn steps(&self, listed: Listed<MovedRow>) -> Found {
        let last = listed.rows.last().map(|row| Place {
            at: row.moved_at,
            id: row.move_id,
        });
        Found {
            next: last.filter(|_| listed.more),
            rows: listed.rows.iter().map(|row| self.step(row)).collect(),
            all: listed.all,
        }
    }

    fn waited(&self, listed: Listed<WaitedRow>, then: Timestamp) -> Found {
        let last = listed.rows.last().map(|row| Place {
            at: row.case.details.stopped_at,
            id: row.case.id.0,
        });
        let row = |row: &WaitedRow| Row {
            kind: row.then_kind,
            owner: said::owner(&row.then_owner),
            ..self.by_then(&row.case, then)
        };
        Found {
            next: last.filter(|_| listed.more),
            rows: listed.rows.iter().map(row).collect(),
            all: listed.all,
        }
    }

    fn signs(&self, listed: Listed<SignRow>) -> Found {
        let last = listed.rows.last().map(|row| Place {
            at: row.noted_at,
            id: row.sign_id,
        });
        let row = |row: &SignRow| Row {
            at: Some(row.noted_at),
            report: Some(row.report_id.to_string()),
            ..self.by_then(&row.case, row.noted_at)
        };
        Found {
            next: last.filter(|_| listed.more),
            rows: listed.rows.iter().map(row).collect(),
            all: listed.all,
        }
    }

    /// With the age that the case had then.
    fn by_then(&self, case: &CaseRow, then: Timestamp) -> Row {
        Row {
            waits: span(then.since(case.details.stopped_at)),
            late: case.details.due_at < then,
            holder: None,
            ..self.case(case)
        }
    }

    fn case(&self, case: &CaseRow) -> Row {
        let (details, now) = (&case.details, self.reader.now);
        Row {
            at: None,
            report: None,
            waits: span(now.since(details.stopped_at)),
            late: details.due_at < now,
            href: case_href(case.id, &Back::read(None)),
            title: details.title.clone(),
            type_title: type_title(&case.origin.operation_type, self.policy, self.reader),
            key: case.origin.operation_key.as_str().to_owned(),
            kind: details.kind,
            owner: said::owner(&details.owner_team),
            holder: case.holder_name.as_deref().map(short_name),
            state: words::case_state(details.state),
        }
    }

    /// As the case was then.
    fn step(&self, row: &MovedRow) -> Row {
        let age = u64::try_from(row.moved_age).unwrap_or(0);
        Row {
            at: Some(row.moved_at),
            waits: span(Duration::from_micros(age)),
            late: row.moved_late,
            kind: row.moved_kind,
            owner: said::owner(&row.moved_owner),
            holder: None,
            ..self.case(&row.case)
        }
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use crate::domain::age::moves::Move;
    use crate::domain::ids::Team;
    use crate::service::age::Which;
    use crate::service::age_list::Steps;
    use crate::web::page::Sample;
    let policy = Policy::standard();
    let now = ctx.reader.now;
    let shown = Shown {
        reader: &ctx.reader,
        policy,
    };
    let page = |figure, filters, case: Option<CaseRow>| {
        let address = ListAddress {
            figure,
            at: now,
            filters,
            counted: Some(5),
            place: Some(Place { at: now, id: 1 }),
        };
        let rows = case.map(|case| Row {
            at: Some(now),
            report: Some("<report>".to_owned()),
            ..shown.case(&case)
        });
        let found = Found {
            rows: rows.into_iter().collect(),
            all: 1,
            next: Some(Place { at: now, id: 2 }),
        };
        Sample::new(made(ctx.clone(), policy, &address, &[], found))
    };
    let steps = Steps {
        moves: vec![Move::CameIn, Move::CameBack],
        within: Interval {
            from: now,
            until: now,
        },
        late: Some(true),
        from: Some(Before { at: now, id: 3 }),
    };
    let filters = Filters {
        source: Some("<shop>".to_owned()),
        operation_type: Some("<refund>".into()),
        owner: Some(Team::from("")),
        kind: Some(StopKind::PayloadConflict),
    };
    let case = crate::web::queue::waiting(now);
    vec![
        page(Figure::Waiting(Which::All), Filters::default(), None),
        page(Figure::Steps(steps), filters, Some(case)),
    ]
}
