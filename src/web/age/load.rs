//! From an address to the page it names.

use super::address::{AgeAddress, Figure as Listed, Filters, ListAddress, Read};
use super::banner::banner;
use super::chart::segments;
use super::flow::flow_panel;
use super::form::Form;
use super::list;
use super::owners::owners;
use super::page::{AgePage, Beside, BucketRow, CauseRow, Figure, KindHead, Number, OldRow, Stat};
use super::signs::signs_panel;
use super::systems::systems;
use super::times::times;
use super::words;
use crate::domain::age::Scope;
use crate::domain::age::buckets::{AgeBucket, DueBucket};
use crate::domain::ids::HistoryNumber;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::age::{self, Asked, Figures, SourceChoice, Waiting, Which};
use crate::service::age_list::Unresolved;
use crate::service::queue::{CaseRow, KINDS};
use crate::web::back::{Back, case_href};
use crate::web::cause::address::group_href;
use crate::web::cause::words as cause_words;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::queue::kind;
use crate::web::time::span;
use crate::web::typeset::{grouped, short_name};

/// The page at an address.
///
/// # Errors
/// If the person may not see it, or the database fails.
pub async fn page(me: &SignedIn, services: &Services, read: Read) -> Result<AgePage, PageError> {
    let Read {
        mut address,
        mut ignored,
    } = read;
    let person = me.person();
    let sources = age::source_choices(services, &person).await?;
    let scope = match scope(&address.filters, &sources) {
        Some(scope) => scope,
        None => {
            ignored.push("source".to_owned());
            address.filters.source = None;
            scope(&address.filters, &sources).unwrap_or_default()
        }
    };
    let asked = Asked {
        scope,
        period: address.period,
        unit: address.unit,
        zone: me.ctx.reader.zone,
    };
    let number = HistoryNumber(me.ctx.number());
    let figures = age::figures(services, &person, number, asked).await?;
    Ok(made(
        me.ctx.clone(),
        &services.policy,
        address,
        ignored,
        &sources,
        &figures,
    ))
}

/// Which cases the filters leave in; `None` if there is no source of that name.
pub fn scope(filters: &Filters, sources: &[SourceChoice]) -> Option<Scope> {
    let source = match &filters.source {
        None => None,
        Some(name) => Some(sources.iter().find(|source| source.name == *name)?.id),
    };
    Some(Scope {
        source,
        operation_type: filters.operation_type.clone(),
        owner: filters.owner.clone(),
        kind: filters.kind,
    })
}

/// The page of some figures.
pub fn made(
    ctx: Ctx,
    policy: &Policy,
    address: AgeAddress,
    ignored: Vec<String>,
    sources: &[SourceChoice],
    figures: &Figures,
) -> AgePage {
    let look = Look {
        reader: ctx.reader,
        policy,
        address: &address,
        figures,
        at: figures.moment.now,
    };
    AgePage {
        form: Form::new(&address, &figures.choices, sources, policy, &ctx.reader),
        shown: look.shown(sources),
        at: figures.moment.now,
        banner: banner(&look),
        stats: look.stats(),
        kinds: kinds(),
        ages: look.ages(),
        dues: look.dues(),
        flow: flow_panel(&look),
        owners: owners(&look),
        systems: systems(&look),
        lately: figures.moment.lately,
        causes: look.causes(),
        other_causes: look.other_causes(),
        oldest: figures.oldest.iter().map(|case| look.old(case)).collect(),
        times: times(&look),
        signs: signs_panel(&look, sources),
        kept_since: look.kept_since(),
        to_come: figures.window.whole().from >= figures.moment.now,
        ignored,
        address,
        ctx,
    }
}

fn kinds() -> Vec<KindHead> {
    let head = |of| KindHead {
        look: kind::look(of),
        icon: kind::icon(of),
        name: crate::web::words::kind(of),
    };
    KINDS.map(head).into()
}

/// Figures, and for whom they are shown.
pub struct Look<'a> {
    pub reader: Reader,
    pub policy: &'a Policy,
    pub address: &'a AgeAddress,
    pub figures: &'a Figures,
    pub at: Timestamp,
}

impl Look<'_> {
    /// A number with its list, of the page's own cases.
    pub fn number(&self, n: i64, listed: Listed) -> Number {
        self.number_of(n, listed, self.address.filters.clone())
    }

    /// A number with its list, of some of the page's cases.
    pub fn number_of(&self, n: i64, figure: Listed, filters: Filters) -> Number {
        let gone = figure
            .begins()
            .is_some_and(|from| from < self.figures.kept_since);
        let address = ListAddress {
            figure,
            at: self.at,
            filters,
            counted: Some(n),
            place: None,
        };
        Number {
            shown: grouped(n),
            href: (n > 0 && !gone).then(|| address.href()),
        }
    }

    /// The time and the filters in words.
    fn shown(&self, sources: &[SourceChoice]) -> Vec<Msg> {
        let within = list::within(self.figures.window.whole());
        let filters = &self.address.filters;
        let narrowed = list::narrowed(filters, sources, self.policy, &self.reader);
        [vec![within], narrowed].concat()
    }

    /// Since when the window can be looked into, if not since its beginning.
    fn kept_since(&self) -> Option<Timestamp> {
        let since = self.figures.kept_since;
        (self.figures.window.whole().from < since).then_some(since)
    }

    fn waiting(&self, n: i64, which: Which) -> Number {
        self.number(n, Listed::Waiting(which))
    }

    pub fn of_kind(&self, kind: StopKind) -> Filters {
        Filters {
            kind: Some(kind),
            ..self.address.filters.clone()
        }
    }

    pub fn sum(&self, n: impl Fn(&Waiting) -> i64) -> i64 {
        self.figures.waiting.iter().map(n).sum()
    }

    /// How many wait and are over their deadline.
    pub fn over(&self) -> Number {
        self.waiting(self.sum(Waiting::over), Which::Over)
    }

    fn stats(&self) -> Vec<Stat> {
        let count = |n: fn(&Waiting) -> i64, which| self.waiting(self.sum(n), which);
        let plain = |label, number, beside| Stat {
            label,
            figure: Figure::Number(number),
            alarm: false,
            beside,
        };
        let over = self.sum(Waiting::over);
        let soon = count(|group| group.due_soon, Which::DueSoon);
        let lately = beside(
            msg!("age-over-lately", at = self.figures.moment.lately),
            count(|group| group.over_lately, Which::OverLately),
        );
        let idle = count(|group| group.idle, Which::Idle);
        let under_way = self.figures.under_way.iter().map(|group| group.cases).sum();
        vec![
            self.oldest(),
            plain(
                msg!("age-waiting"),
                count(|group| group.cases, Which::All),
                self.by_kind(),
            ),
            Stat {
                alarm: over > 0,
                ..plain(
                    msg!("age-over"),
                    self.over(),
                    vec![beside(msg!("age-over-soon"), soon), lately],
                )
            },
            plain(
                msg!("age-free"),
                count(|group| group.free, Which::Free),
                vec![beside(msg!("age-idle"), idle)],
            ),
            plain(
                msg!("age-awaiting-approval"),
                count(|group| group.awaiting_approval, Which::AwaitingApproval),
                Vec::new(),
            ),
            plain(
                msg!("age-under-way"),
                self.number(under_way, Listed::Unresolved(Unresolved::UnderWay)),
                Vec::new(),
            ),
        ]
    }

    fn oldest(&self) -> Stat {
        let label = msg!("age-oldest");
        match self.figures.oldest.first() {
            None => Stat {
                label,
                figure: Figure::Words(msg!("age-none"), None),
                alarm: false,
                beside: Vec::new(),
            },
            Some(case) => {
                let old = self.old(case);
                Stat {
                    label,
                    figure: Figure::Words(old.waits.clone(), Some(old.href.clone())),
                    alarm: false,
                    beside: vec![Beside {
                        words: msg!("age-oldest-is", title = old.title, owner = old.owner),
                        number: None,
                    }],
                }
            }
        }
    }

    fn by_kind(&self) -> Vec<Beside> {
        let of = |kind: StopKind| {
            let n = self.sum(|group| if group.kind == kind { group.cases } else { 0 });
            let listed = Listed::Waiting(Which::All);
            let number = self.number_of(n, listed, self.of_kind(kind));
            beside(crate::web::words::kind(kind), number)
        };
        KINDS.map(of).into()
    }

    fn ages(&self) -> Vec<BucketRow> {
        let of = |(nth, bucket): (usize, AgeBucket)| {
            let counts = self.counts(|group| group.ages.get(nth).copied().unwrap_or(0));
            (words::age(bucket), Which::Aged(bucket), counts, false)
        };
        self.rows(AgeBucket::ALL.into_iter().enumerate().map(of).collect())
    }

    fn dues(&self) -> Vec<BucketRow> {
        let of = |(nth, bucket): (usize, DueBucket)| {
            let counts = self.counts(|group| group.dues.get(nth).copied().unwrap_or(0));
            (
                words::due(bucket),
                Which::Due(bucket),
                counts,
                bucket.is_over(),
            )
        };
        self.rows(DueBucket::ALL.into_iter().enumerate().map(of).collect())
    }

    /// By kind.
    fn counts(&self, n: impl Fn(&Waiting) -> i64) -> [i64; 3] {
        KINDS.map(|kind| self.sum(|group| if group.kind == kind { n(group) } else { 0 }))
    }

    fn rows(&self, buckets: Vec<(Msg, Which, [i64; 3], bool)>) -> Vec<BucketRow> {
        let all = |counts: &[i64; 3]| counts.iter().sum::<i64>();
        let longest = buckets.iter().map(|(_, _, counts, _)| all(counts)).max();
        let longest = longest.unwrap_or(0);
        let row = |(label, which, counts, alarm): (Msg, Which, [i64; 3], bool)| BucketRow {
            label,
            alarm: alarm && all(&counts) > 0,
            bar: segments(counts, ["c-unknown", "c-pending", "c-conflict"], longest),
            kinds: KINDS
                .into_iter()
                .zip(counts)
                .map(|(kind, n)| {
                    self.number_of(n, Listed::Waiting(which.clone()), self.of_kind(kind))
                })
                .collect(),
            all: self.waiting(all(&counts), which),
        };
        buckets.into_iter().map(row).collect()
    }

    pub fn causes(&self) -> Vec<CauseRow> {
        let row = |cause: &age::Cause| CauseRow {
            cause: cause_words::cause(&cause.system, &cause.stop_code),
            at: cause_words::at(&cause.source_title, &cause.step),
            kind: cause.kind,
            href: group_href(&cause.id),
            since: cause.since,
            cases: self.waiting(cause.cases, Which::Cause(cause.id.clone())),
        };
        self.figures.causes.iter().map(row).collect()
    }

    /// How many of those that wait have another cause than those that are named.
    fn other_causes(&self) -> i64 {
        let named: i64 = self.figures.causes.iter().map(|cause| cause.cases).sum();
        self.sum(|group| group.cases) - named
    }

    fn old(&self, case: &CaseRow) -> OldRow {
        let details = &case.details;
        OldRow {
            waits: span(self.at.since(details.stopped_at)),
            title: details.title.clone(),
            href: case_href(case.id, &Back::read(None)),
            kind: details.kind,
            owner: words::owner(&details.owner_team),
            holder: case.holder_name.as_deref().map(short_name),
            over: details.due_at < self.at,
        }
    }
}

/// A smaller figure beside a greater one.
pub const fn beside(words: Msg, number: Number) -> Beside {
    Beside {
        words,
        number: Some(number),
    }
}
