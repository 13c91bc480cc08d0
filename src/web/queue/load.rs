//! From an address to the page it names.

use super::address::{Filters, Holder, List, QueueAddress, Read};
use super::form::FilterForm;
use super::page::{Empty, LaneTab, QueuePage, Tab};
use super::row::{Row, Setting};
use super::saved::{self, SavedViews};
use super::stages::{Here, Stages};
use crate::domain::ids::{HistoryNumber, SourceId, Team};
use crate::domain::people::Role;
use crate::domain::report::StopKind;
use crate::service::age;
use crate::service::export;
use crate::service::queue::{
    self, COUNT_CAP, CaseRow, Cursor, Holder as HeldBy, Lane, LaneHead, List as Wanted, Page, Place,
};
use crate::service::queue_head::{Asked, Head, head};
use crate::service::saved_views;
use crate::service::{Person, Services};
use crate::web::age::signal::told;
use crate::web::back::Back;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::i18n::{Msg, msg};
use crate::web::time::span;
use crate::web::typeset::{capped, grouped};
use std::sync::Arc;

/// Who looks at which list.
struct Look<'a> {
    ctx: &'a Ctx,
    services: &'a Services,
    person: Person,
    team: &'a Team,
    address: QueueAddress,
    source: Option<SourceId>,
}

/// The page at an address.
///
/// # Errors
/// If the database fails.
pub async fn page(
    signed_in: &SignedIn,
    services: &Services,
    read: Read,
    bare: bool,
) -> Result<QueuePage, PageError> {
    let Read {
        address,
        mut ignored,
    } = read;
    let views = saved_views::views(services, &signed_in.user).await?;
    let mut opened = saved::open(address, bare, &views, &mut ignored);
    let mut look = Look::new(signed_in, services, opened.address.clone());
    if !look.find_source().await? {
        match opened.source_is_gone(&views) {
            Some(everything) => look.address = everything,
            None => ignored.push("source".to_owned()),
        }
    }
    let head = look.head().await?;
    let found = look.found().await?;
    let lanes: Vec<_> = head
        .lanes
        .iter()
        .map(|(kind, head)| look.lane_tab(*kind, head))
        .collect();
    let beside = |cursor: Option<Cursor>, place: fn(Cursor) -> Place| {
        cursor.map(|cursor| look.address.at(place(cursor)).href())
    };
    Ok(QueuePage {
        ctx: look.ctx.clone(),
        ignored,
        growth: look.growth().await?,
        notice: None,
        stages: Stages::of(Here::List(look.address.list), &head),
        views: look.views(&head),
        saved: SavedViews::of(&views, opened, &look.address, &signed_in.user),
        form: look.form(&head),
        all: look.all(&head),
        before: beside(found.before, Place::Before),
        after: beside(found.after, Place::After),
        empty: look.empty(&found, &lanes, &head).await?,
        rows: look.rows(&found.cases),
        lanes,
        address: look.address,
    })
}

/// The lane that "take next" takes from: that of the address, with its filters. `None`: the address names no lane.
///
/// # Errors
/// If the database fails.
pub async fn lane(
    signed_in: &SignedIn,
    services: &Services,
    address: QueueAddress,
) -> Result<Option<Lane>, PageError> {
    let mut look = Look::new(signed_in, services, address);
    look.find_source().await?;
    Ok(match look.address.list {
        List::Lane(kind) => Some(look.lane(kind, &look.address.filters)),
        List::Mine | List::PutOff | List::UnderWay | List::Resolved => None,
    })
}

/// The cases that an address names, to be exported.
///
/// # Errors
/// If there is no source of that name, or the database fails.
pub async fn wanted(
    signed_in: &SignedIn,
    services: &Services,
    address: QueueAddress,
) -> Result<export::Wanted, PageError> {
    let mut look = Look::new(signed_in, services, address);
    if !look.find_source().await? {
        return Err(PageError::NotFound);
    }
    Ok(look
        .list()
        .map_or(export::Wanted::Held, export::Wanted::Cases))
}

/// Only cases that nobody holds.
fn free() -> Filters {
    Filters {
        holder: Some(Holder::Free),
        ..Filters::default()
    }
}

impl<'a> Look<'a> {
    fn new(signed_in: &'a SignedIn, services: &'a Services, address: QueueAddress) -> Self {
        Self {
            ctx: &signed_in.ctx,
            services,
            person: signed_in.person(),
            team: &signed_in.user.team,
            address,
            source: None,
        }
    }

    /// Looks up the source of the filter. If there is none of that name, the filter falls away and the answer is `false`.
    async fn find_source(&mut self) -> Result<bool, PageError> {
        let Some(name) = &self.address.filters.source else {
            return Ok(true);
        };
        self.source = queue::source(self.services, &self.person, name).await?;
        if self.source.is_none() {
            self.address.filters.source = None;
        }
        Ok(self.source.is_some())
    }

    fn lane(&self, kind: StopKind, filters: &Filters) -> Lane {
        Lane {
            operation_type: filters.operation_type.clone(),
            system: filters.system.clone(),
            owner_team: filters.owner.clone(),
            source: self.source.filter(|_| filters.source.is_some()),
            holder: filters.holder.map(|holder| match holder {
                Holder::Free => HeldBy::Nobody,
                Holder::Me => HeldBy::Person(self.person.id),
            }),
            ..Lane::whole(kind)
        }
    }

    /// What there is to tell a manager before anything else.
    async fn growth(&self) -> Result<Vec<Msg>, PageError> {
        if self.person.role != Role::Manager {
            return Ok(Vec::new());
        }
        let signal = age::signal(self.services, &self.person, self.number()).await?;
        Ok(told(&signal, self.services.policy.growth()))
    }

    /// The cases of the page, and where the pages beside it are.
    async fn found(&self) -> Result<Arc<Page>, PageError> {
        let Some(list) = self.list() else {
            let cases = queue::mine(self.services, &self.person).await?;
            return Ok(Arc::new(Page {
                cases,
                before: None,
                after: None,
            }));
        };
        let (person, number) = (&self.person, self.number());
        Ok(queue::page(self.services, person, number, &list, self.address.place).await?)
    }

    /// `None`: the cases that the person holds, of whatever kind.
    fn list(&self) -> Option<Wanted> {
        Some(match self.address.list {
            List::Lane(kind) => Wanted::ToReview {
                lane: self.lane(kind, &self.address.filters),
                order: self.address.order,
            },
            List::PutOff => Wanted::PutOff,
            List::UnderWay => Wanted::UnderWay { kind: None },
            List::Resolved => Wanted::Resolved { kind: None },
            List::Mine => return None,
        })
    }

    /// How far the person who looks has read the history.
    fn number(&self) -> HistoryNumber {
        HistoryNumber(self.ctx.number())
    }

    fn rows(&self, cases: &[CaseRow]) -> Vec<Row> {
        let back = Back::Queue(Box::new(self.address.clone()));
        let setting = Setting {
            reader: &self.ctx.reader,
            policy: &self.services.policy,
            me: self.person.id,
            back: &back,
            list: self.address.list,
        };
        cases.iter().map(|case| Row::of(case, setting)).collect()
    }

    fn lane_tab(&self, kind: StopKind, head: &LaneHead) -> LaneTab {
        let now = self.ctx.reader.now;
        LaneTab {
            kind,
            href: self.address.lane(kind).href(),
            here: self.address.list == List::Lane(kind),
            cases: head.cases,
            oldest: head.oldest.map(|oldest| span(now.since(oldest))),
            over: (head.over_due > 0).then(|| capped(head.over_due, COUNT_CAP)),
        }
    }

    /// Filters that are often wanted, with how many cases each leaves in.
    fn views(&self, head: &Head) -> Vec<Tab> {
        let List::Lane(kind) = self.address.list else {
            return Vec::new();
        };
        let all = head.cases_of(kind).map(grouped);
        let mut views = vec![self.view(kind, Filters::default(), msg!("queue-view-all"), all)];
        if let Some(team) = self.of_team() {
            let label = msg!("queue-view-team", team = self.team.as_str());
            let n = self.count(head, kind, &team);
            views.push(self.view(kind, team, label, n));
        }
        let free = free();
        let n = self.count(head, kind, &free);
        views.push(self.view(kind, free, msg!("queue-view-free"), n));
        views
    }

    fn of_team(&self) -> Option<Filters> {
        (!self.team.as_str().is_empty()).then(|| Filters {
            owner: Some(self.team.clone()),
            ..Filters::default()
        })
    }

    fn view(&self, kind: StopKind, filters: Filters, label: Msg, count: Option<String>) -> Tab {
        let here = self.address.filters == filters;
        let address = QueueAddress {
            filters,
            order: self.address.order,
            saved: self.address.saved.left(),
            ..QueueAddress::of(List::Lane(kind))
        };
        Tab {
            href: address.href(),
            here,
            label,
            count,
        }
    }

    /// What stands above the list.
    async fn head(&self) -> Result<Arc<Head>, PageError> {
        let asked = match self.address.list {
            List::Lane(kind) => Asked {
                lanes: self.lanes_to_count(kind),
                choices_of: Some(kind),
            },
            List::Mine | List::PutOff | List::UnderWay | List::Resolved => Asked::default(),
        };
        Ok(head(self.services, &self.person, self.number(), asked).await?)
    }

    /// Those that no counter keeps.
    fn lanes_to_count(&self, kind: StopKind) -> Vec<Lane> {
        let mut filters: Vec<_> = self.of_team().into_iter().collect();
        filters.push(free());
        if !self.address.filters.is_empty() {
            filters.push(self.address.filters.clone());
        }
        filters.iter().map(|f| self.lane(kind, f)).collect()
    }

    fn count(&self, head: &Head, kind: StopKind, filters: &Filters) -> Option<String> {
        let n = head.count_of(&self.lane(kind, filters))?;
        Some(capped(n, COUNT_CAP))
    }

    fn form(&self, head: &Head) -> Option<FilterForm> {
        let (policy, reader) = (&self.services.policy, &self.ctx.reader);
        let form = || FilterForm::new(&head.choices, &self.address, policy, reader);
        matches!(self.address.list, List::Lane(_)).then(form)
    }

    /// How many cases the list holds, where that is counted.
    fn all(&self, head: &Head) -> Option<String> {
        match self.address.list {
            List::Lane(kind) if self.address.filters.is_empty() => head.cases_of(kind).map(grouped),
            List::Lane(kind) => self.count(head, kind, &self.address.filters),
            List::PutOff => Some(grouped(head.put_off)),
            List::UnderWay => Some(grouped(head.under_way)),
            List::Mine | List::Resolved => None,
        }
    }

    async fn empty(
        &self,
        found: &Page,
        lanes: &[LaneTab],
        head: &Head,
    ) -> Result<Option<Empty>, PageError> {
        if !found.cases.is_empty() {
            return Ok(None);
        }
        if self.address.place != Place::First {
            let href = self.address.at(Place::First).href();
            return Ok(Some(Empty::PageGone { href }));
        }
        Ok(Some(match self.address.list {
            List::Lane(kind) if !self.address.filters.is_empty() => Empty::Filtered {
                whole: head.cases_of(kind).unwrap_or(0),
                href: self.address.unfiltered().href(),
            },
            List::Lane(kind) => Empty::Lane {
                kind,
                quiet: queue::quiet(self.services, &self.person, kind).await?,
                elsewhere: lanes.iter().find(|lane| lane.cases > 0).cloned(),
            },
            List::Mine => Empty::Mine,
            List::PutOff => Empty::PutOff,
            List::UnderWay => Empty::UnderWay,
            List::Resolved => Empty::Resolved,
        }))
    }
}
