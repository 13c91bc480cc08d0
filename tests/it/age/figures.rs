//! Every figure against a plain, slow computation over everything that happened.

use super::history::{History, Life, Then, scopes, write};
use crate::support::database::{Database, on_both};
use chrono::Timelike;
use chrono_tz::Tz;
use futures_util::future::join_all;
use holdpoint::clock::Clock;
use holdpoint::domain::age::buckets::{AgeBucket, DueBucket};
use holdpoint::domain::age::growth::Flow;
use holdpoint::domain::age::moves::Move;
use holdpoint::domain::age::percentile::Percentiles;
use holdpoint::domain::age::window::{Interval, Period, Unit};
use holdpoint::domain::age::{Group, Scope};
use holdpoint::domain::cause::Cause;
use holdpoint::domain::ids::{CaseId, CauseId, HistoryNumber, SystemName, UserId};
use holdpoint::domain::people::Role;
use holdpoint::domain::standing::{CaseState, Stage};
use holdpoint::domain::time::{Day, Timestamp};
use holdpoint::on;
use holdpoint::policy::Policy;
use holdpoint::service::age::{Asked, Figures, Share, Waiting, Which, figures, signal};
use holdpoint::service::age_list::{self, Steps, Unresolved, unresolved, waiting};
use holdpoint::service::age_times::Of;
use holdpoint::service::{Person, Services};
use holdpoint::store::Db;
use holdpoint::store::age::flow;
use holdpoint::worker::backlog::drain;
use holdpoint::worker::housekeeping::remove_old_steps;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const MINUTE: i64 = 60_000_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// What a case did, and what it was then.
#[derive(Debug)]
pub struct Event<'h> {
    pub at: Timestamp,
    pub what: &'static str,
    pub life: &'h Life,
    pub group: &'h Group,
}

fn reviewed(then: Option<&Then>) -> bool {
    then.is_some_and(|then| then.state.stage() == Stage::ToReview)
}

pub fn events(history: &History) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    for life in &history.lives {
        let (mut came, mut claimed, mut decided) = (false, false, false);
        let mut before: Option<&Then> = None;
        for then in &life.lives {
            let mut note = |what| {
                let (at, group) = (then.at, &then.group);
                events.push(Event {
                    at,
                    what,
                    life,
                    group,
                });
            };
            if reviewed(Some(then)) && !reviewed(before) {
                note(if came { "came back" } else { "came in" });
                came = true;
            }
            if then.state == CaseState::InReview && !claimed {
                note("claimed");
                claimed = true;
            }
            if reviewed(before) && then.state.stage() == Stage::Decided {
                note(if decided { "decided again" } else { "decided" });
                decided = true;
            }
            if then.state == CaseState::Resolved
                && before.is_none_or(|before| before.state != CaseState::Resolved)
                && came
            {
                note(if then.lapsed { "lapsed" } else { "resolved" });
            }
            before = Some(then);
        }
    }
    events
}

/// The cases that waited just before a moment.
fn waited<'h>(history: &'h History, scope: &Scope, at: Timestamp) -> Vec<(&'h Life, &'h Then)> {
    let lives = history.lives.iter();
    let then = lives.filter_map(|life| Some((life, life.before(at)?)));
    then.filter(|(_, then)| reviewed(Some(*then)) && scope.holds(&then.group))
        .collect()
}

/// The cases that are in no stage but these now; those that never waited for a person are none.
pub fn standing<'h>(
    history: &'h History,
    scope: &Scope,
    stages: &[Stage],
) -> Vec<(&'h Life, &'h Then)> {
    let came = |life: &Life| life.lives.iter().any(|then| reviewed(Some(then)));
    let lives = history.lives.iter().filter(|life| came(life));
    let then = lives.map(|life| (life, life.last()));
    then.filter(|(_, then)| stages.contains(&then.state.stage()) && scope.holds(&then.group))
        .collect()
}

fn is(which: &Which, life: &Life, then: &Then, now: i64) -> bool {
    let (age, left) = (now - life.stopped_at.0, life.due_at.0 - now);
    let within = |least: i64, most: i64| least <= age && age < most;
    let over = |least: i64, most: i64| left < 0 && least <= -left && -left < most;
    let lease = then.claimed_until.map_or(i64::MIN, |until| until.0 - now);
    let quarter = left >= 0 && left * 4 < life.due_at.0 - life.stopped_at.0;
    match which {
        Which::All => true,
        Which::Aged(AgeBucket::UnderAnHour) => age < HOUR,
        Which::Aged(AgeBucket::UnderFourHours) => within(HOUR, 4 * HOUR),
        Which::Aged(AgeBucket::UnderADay) => within(4 * HOUR, DAY),
        Which::Aged(AgeBucket::UnderThreeDays) => within(DAY, 3 * DAY),
        Which::Aged(AgeBucket::UnderAWeek) => within(3 * DAY, 7 * DAY),
        Which::Aged(AgeBucket::AWeekOrMore) => age >= 7 * DAY,
        Which::Due(DueBucket::InTime) => left >= 0 && !quarter,
        Which::Due(DueBucket::UnderAQuarter) => quarter,
        Which::Due(DueBucket::Over) => over(0, DAY),
        Which::Due(DueBucket::OverADay) => over(DAY, 3 * DAY),
        Which::Due(DueBucket::OverThreeDays) => over(3 * DAY, i64::MAX),
        Which::Over => left < 0,
        Which::DueSoon => (0..=HOUR).contains(&left),
        Which::OverLately => left < 0 && life.due_at >= lately(now),
        Which::New => came_in(life).is_some_and(|at| at >= lately(now)),
        Which::Free => match then.state {
            CaseState::Waiting => true,
            CaseState::InReview => lease <= 0,
            CaseState::AwaitingApproval
            | CaseState::Decided
            | CaseState::Executing
            | CaseState::Resolved => false,
        },
        // The standard lease is half an hour.
        Which::Idle => then.state == CaseState::InReview && 0 < lease && lease <= 15 * MINUTE,
        Which::AwaitingApproval => then.state == CaseState::AwaitingApproval,
        // These histories keep no proposals.
        Which::ProposedUntil(_) => false,
        Which::NeverClaimed => life
            .lives
            .iter()
            .all(|then| then.state != CaseState::InReview),
        Which::Cause(id) => cause(life, then).id() == *id,
        Which::At(system, share) => {
            system.as_str() == life.system && is(&share.anywhere(), life, then, now)
        }
    }
}

/// An hour ago by the policy, from the quarter of an hour in which that was.
fn lately(now: i64) -> Timestamp {
    Timestamp((now - HOUR).div_euclid(15 * MINUTE) * 15 * MINUTE)
}

/// When a case first came to a person.
fn came_in(life: &Life) -> Option<Timestamp> {
    let mut lives = life.lives.iter();
    lives.find(|then| reviewed(Some(then))).map(|then| then.at)
}

/// The cause of a case that waits.
fn cause(life: &Life, then: &Then) -> Cause {
    Cause {
        kind: then.group.kind,
        source: then.group.source,
        step: String::new(),
        system: life.system.clone(),
        stop_code: life.stop_code.clone(),
    }
}

/// All that can be asked of the cases that wait, with the count of each group.
fn counted(group: &Waiting) -> Vec<(Which, i64)> {
    let mut counted = vec![
        (Which::All, group.cases),
        (Which::DueSoon, group.due_soon),
        (Which::OverLately, group.over_lately),
        (Which::New, group.new),
        (Which::Free, group.free),
        (Which::Idle, group.idle),
        (Which::AwaitingApproval, group.awaiting_approval),
        (Which::NeverClaimed, group.never_claimed),
    ];
    counted.extend(AgeBucket::ALL.map(Which::Aged).into_iter().zip(group.ages));
    counted.extend(DueBucket::ALL.map(Which::Due).into_iter().zip(group.dues));
    counted
}

struct Desk {
    services: Services,
    history: History,
    person: Person,
}

impl Desk {
    async fn on(database: &Database, seed: u64, now: &str) -> Self {
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("the schema");
        let now = Timestamp::parse(now).expect("a time");
        let history = write(&db, seed, 90, 25, now).await;
        let services = Services::new(db, Clock::fixed(now), Policy::standard().clone());
        let person = Person {
            id: UserId(1),
            name: "manager".to_owned(),
            role: Role::Manager,
        };
        Self {
            services,
            history,
            person,
        }
    }

    async fn figures(&self, number: i64, asked: Asked) -> Figures {
        let number = HistoryNumber(number);
        let found = figures(&self.services, &self.person, number, asked).await;
        found.expect("figures").as_ref().clone()
    }

    async fn check(&self, number: i64, asked: Asked) -> Figures {
        let told = format!("{asked:?}");
        let scope = asked.scope.clone();
        let figures = self.figures(number, asked).await;
        self.check_waiting(&figures, &scope, &told);
        self.check_flow(&figures, &scope, &told);
        self.check_times(&figures, &scope, &told);
        self.check_named(&figures, &scope, &told);
        figures
    }

    fn check_waiting(&self, figures: &Figures, scope: &Scope, told: &str) {
        let now = self.history.now;
        let after = Timestamp(now.0 + 1);
        let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (life, then) in waited(&self.history, scope, after) {
            let group = &then.group;
            let key = (
                group.kind,
                group.operation_type.clone(),
                group.owner.clone(),
                life.system.clone(),
            );
            groups.entry(key).or_default().push((life, then));
        }
        let of = |w: &Waiting| {
            let system = w.system.as_str().to_owned();
            (w.kind, w.operation_type.clone(), w.owner.clone(), system)
        };
        let found: BTreeSet<_> = figures.waiting.iter().map(of).collect();
        assert_eq!(found, groups.keys().cloned().collect(), "{told}");
        for group in &figures.waiting {
            let cases = &groups[&of(group)];
            for (which, n) in counted(group) {
                let plain = cases
                    .iter()
                    .filter(|(life, then)| is(&which, life, then, now.0));
                assert_eq!(n, count(plain.count()), "{which:?} of {told}");
            }
            let oldest = cases.iter().map(|(life, _)| life.stopped_at).min();
            assert_eq!(Some(group.oldest), oldest, "{told}");
        }
        let mut under_way: BTreeMap<_, i64> = BTreeMap::new();
        for (_, then) in standing(&self.history, scope, &[Stage::Decided]) {
            let group = &then.group;
            let key = (
                group.kind,
                group.operation_type.clone(),
                group.owner.clone(),
            );
            *under_way.entry(key).or_default() += 1;
        }
        let found = figures.under_way.iter();
        let found = found.map(|g| {
            (
                (g.kind, g.operation_type.clone(), g.owner_team.clone()),
                g.cases,
            )
        });
        assert_eq!(found.collect::<BTreeMap<_, _>>(), under_way, "{told}");
    }

    fn check_flow(&self, figures: &Figures, scope: &Scope, told: &str) {
        let events = events(&self.history);
        let parts = figures.window.parts.iter();
        for ((part, flow), backlog) in parts.zip(&figures.flow).zip(&figures.backlog) {
            let within = events
                .iter()
                .filter(|event| part.holds(event.at) && scope.holds(event.group));
            let within: Vec<_> = within.map(|event| event.what).collect();
            let n = |what| count(within.iter().filter(|of| **of == what).count());
            let at = |at| count(waited(&self.history, scope, at).len());
            let plain = Flow {
                came_in: n("came in"),
                came_back: n("came back"),
                decided: n("decided") + n("decided again"),
                resolved: n("resolved"),
                lapsed: n("lapsed"),
                grew: at(part.until) - at(part.from),
            };
            assert_eq!(*flow, plain, "{part:?} of {told}");
            assert_eq!(*backlog, at(part.until), "{part:?} of {told}");
        }
    }

    /// The cases behind the backlog at the end of each part, as they were then.
    async fn check_waited(&self, figures: &Figures, scope: &Scope) {
        for part in &figures.window.parts {
            let at = part.until;
            let listed = age_list::waited(
                &self.services,
                &self.person,
                (age_list::Then::All, at),
                scope,
                None,
            )
            .await;
            let listed = listed.expect("a list");
            let plain = waited(&self.history, scope, at);
            let plain = sorted(plain.into_iter().map(|(life, then)| {
                let group = &then.group;
                (life.stopped_at, life.case, group.kind, group.owner.clone())
            }));
            let found = listed.rows.iter().map(|row| {
                let stopped_at = row.case.details.stopped_at;
                (
                    stopped_at,
                    row.case.id,
                    row.then_kind,
                    row.then_owner.clone(),
                )
            });
            let found: Vec<_> = found.collect();
            assert_eq!(listed.all, count(plain.len()), "{at} of {scope:?}");
            assert!(plain.starts_with(&found), "{at} of {scope:?}");
        }
    }

    fn check_times(&self, figures: &Figures, scope: &Scope, told: &str) {
        let events = events(&self.history);
        let whole = figures.window.whole();
        let times = [
            ("claimed", &figures.claimed),
            ("decided", &figures.decided),
            ("resolved", &figures.resolved),
        ];
        for (what, found) in times {
            assert_eq!(found.cut, None);
            let within = events.iter().filter(|event| {
                event.what == what && whole.holds(event.at) && scope.holds(event.group)
            });
            let within: Vec<_> = within.collect();
            let late = within
                .iter()
                .filter(|event| event.at > event.life.due_at)
                .count();
            assert_eq!(found.late, late, "{what} of {told}");
            let mut ages: BTreeMap<Of, Vec<i64>> = BTreeMap::new();
            for event in &within {
                let group = event.group.clone();
                let of_type = Of::Type(group.operation_type);
                for of in [
                    Of::All,
                    Of::Kind(group.kind),
                    Of::Owner(group.owner),
                    of_type,
                ] {
                    let age = (event.at.0 - event.life.stopped_at.0).max(0);
                    ages.entry(of).or_default().push(age);
                }
            }
            let plain: BTreeMap<_, _> = ages.into_iter().map(|(of, a)| (of, ranks(a))).collect();
            assert_eq!(found.of, plain, "{what} of {told}");
        }
    }

    /// The oldest, the causes and the signal.
    fn check_named(&self, figures: &Figures, scope: &Scope, told: &str) {
        let now = self.history.now;
        let cases = waited(&self.history, scope, Timestamp(now.0 + 1));
        let oldest = sorted(cases.iter().map(|(life, _)| (life.stopped_at, life.case)));
        let oldest: Vec<_> = oldest.into_iter().take(5).map(|(_, case)| case).collect();
        let found: Vec<_> = figures.oldest.iter().map(|case| case.id).collect();
        assert_eq!(found, oldest, "{told}");
        let mut causes: BTreeMap<CauseId, i64> = BTreeMap::new();
        for (life, then) in &cases {
            *causes.entry(cause(life, then).id()).or_default() += 1;
        }
        for cause in &figures.causes {
            assert_eq!(cause.cases, causes[&cause.id], "{told}");
        }
        let common = causes.values().filter(|n| **n >= 2).count();
        assert_eq!(figures.causes.len(), common.min(5), "{told}");
        let old = cases
            .iter()
            .any(|(life, _)| now.0 - life.stopped_at.0 > 3 * DAY);
        assert_eq!(figures.signal.too_old.is_some(), old, "{told}");
        let decided = events(&self.history)
            .into_iter()
            .filter(|event| event.what.starts_with("decided") && scope.holds(event.group));
        let last = decided.map(|event| event.at).max();
        let four_hours = |at: Timestamp| now.0 - at.0 >= 4 * HOUR;
        let left_alone = last.is_none_or(four_hours)
            && cases.iter().any(|(life, _)| four_hours(life.stopped_at));
        let told_so = figures.signal.nobody_decides;
        assert_eq!(told_so.is_some(), left_alone, "{told}");
        assert_eq!(
            told_so.and_then(|n| n.since),
            last.filter(|_| left_alone),
            "{told}"
        );
        let quarter = |ago: i64| lately(now.0 + HOUR - ago);
        let at = |at| waited(&self.history, scope, at).len();
        let grew = |since| at(Timestamp(now.0 + 1)) > at(quarter(since));
        let came = events(&self.history).into_iter().filter(|event| {
            event.what.starts_with("came") && event.at >= quarter(HOUR) && scope.holds(event.group)
        });
        let then = lately(now.0);
        let over_then = waited(&self.history, scope, then).into_iter();
        let over_then = count(over_then.filter(|(life, _)| life.due_at < then).count());
        assert_eq!(figures.over_then, over_then, "{told}");
        let grows = !cases.is_empty() && grew(HOUR) && grew(DAY) && came.count() >= 5;
        assert_eq!(figures.signal.growing.is_some(), grows, "{told}");
    }

    /// Each list holds the cases that the figure counts.
    async fn check_lists(&self, scope: &Scope) {
        let now = self.history.now;
        let cases = waited(&self.history, scope, Timestamp(now.0 + 1));
        let mut all: Vec<Which> = AgeBucket::ALL.map(Which::Aged).into();
        all.extend(DueBucket::ALL.map(Which::Due));
        all.extend([
            Which::All,
            Which::Over,
            Which::DueSoon,
            Which::OverLately,
            Which::New,
            Which::Free,
            Which::Idle,
            Which::AwaitingApproval,
            Which::NeverClaimed,
        ]);
        let causes = cases.iter().map(|(life, then)| cause(life, then).id());
        all.extend(causes.take(3).map(Which::Cause));
        let systems: BTreeSet<_> = cases.iter().map(|(life, _)| &life.system).collect();
        for system in systems {
            let system = SystemName::new(system.clone());
            all.extend(Share::ALL.map(|share| Which::At(system.clone(), share)));
        }
        for which in all {
            let (services, person) = (&self.services, &self.person);
            let listed = waiting(services, person, &which, scope, now, None).await;
            let listed = listed.expect("a list");
            let plain = cases
                .iter()
                .filter(|(life, then)| is(&which, life, then, now.0));
            let plain: BTreeSet<CaseId> = plain.map(|(life, _)| life.case).collect();
            let found: BTreeSet<CaseId> = listed.rows.iter().map(|case| case.id).collect();
            assert_eq!(listed.all, count(plain.len()), "{which:?} of {scope:?}");
            assert!(listed.more || found == plain, "{which:?} of {scope:?}");
        }
        let then = (age_list::Then::Over, lately(now.0));
        let listed = age_list::waited(&self.services, &self.person, then, scope, None).await;
        let over = waited(&self.history, scope, then.1).into_iter();
        let over = count(over.filter(|(life, _)| life.due_at < then.1).count());
        assert_eq!(listed.expect("a list").all, over, "{then:?} of {scope:?}");
        let stages = [Stage::ToReview, Stage::Decided];
        for (which, stages) in [
            (Unresolved::UnderWay, &stages[1..]),
            (Unresolved::All, &stages[..]),
        ] {
            let listed = unresolved(&self.services, &self.person, which, scope, None).await;
            let plain = standing(&self.history, scope, stages).len();
            assert_eq!(listed.expect("a list").all, count(plain), "{which:?}");
        }
    }
}

/// By the definition: the least value that at least so many of a hundred do not exceed.
fn ranks(ages: Vec<i64>) -> Percentiles<i64> {
    let sorted = sorted(ages.iter().copied());
    let least = |percent: usize| {
        let up_to = |value: i64| ages.iter().filter(|age| **age <= value).count();
        let enough = |value: &&i64| up_to(**value) * 100 >= percent * ages.len();
        *sorted.iter().find(enough).expect("a value")
    };
    Percentiles {
        p50: least(50),
        p90: least(90),
        p95: least(95),
        n: ages.len(),
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).expect("a count")
}

fn sorted<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values
}

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

/// The night in which Berlin's clocks go back is in it; so are windows in which nothing happened.
fn windows() -> Vec<(Period, Option<Unit>, Tz)> {
    let empty = Period::Days(day("2025-01-01"), day("2025-01-03"));
    let to_come = Period::Days(day("2026-11-20"), day("2026-11-21"));
    vec![
        (Period::Day, None, Tz::UTC),
        (Period::Day, None, Tz::Asia__Kathmandu),
        (Period::Week, Some(Unit::Hour), Tz::Europe__Berlin),
        (Period::Week, None, Tz::Europe__Berlin),
        (Period::Month, None, Tz::America__St_Johns),
        (Period::Quarter, None, Tz::Europe__Berlin),
        (empty, Some(Unit::Hour), Tz::UTC),
        (to_come, None, Tz::UTC),
    ]
}

on_both!(
    every_figure_is_as_a_plain_computation_finds_it,
    async |database: &Database| {
        let desk = Desk::on(database, 7, "2026-10-26T10:07:31Z").await;
        let mut before = Vec::new();
        for scope in scopes(&desk.history) {
            for (period, unit, zone) in windows() {
                let scope = scope.clone();
                let asked = Asked {
                    scope,
                    period,
                    unit,
                    zone,
                };
                before.push((asked.clone(), desk.check(1, asked).await));
            }
            let (asked, figures) = before.last().expect("figures");
            desk.check_waited(figures, &asked.scope).await;
            let week = &before[before.len() - 5];
            desk.check_waited(&week.1, &week.0.scope).await;
            desk.check_lists(&scope).await;
        }
        // The whole hours are written by several instances at once, each once; the past stays as it was.
        join_all((0..3).map(|_| drain(&desk.services))).await;
        for (asked, figures) in before {
            let after = desk.figures(2, asked.clone()).await;
            // More is known of what there is to choose from, and nothing else.
            let choices = figures.choices.clone();
            assert_eq!(Figures { choices, ..after }, figures, "{asked:?}");
        }
        let told = signal(&desk.services, &desk.person, HistoryNumber(2))
            .await
            .expect("a signal");
        let asked = Asked {
            scope: Scope::default(),
            period: Period::Day,
            unit: None,
            zone: Tz::UTC,
        };
        assert_eq!(desk.figures(2, asked).await.signal, told);
    }
);

on_both!(
    the_backlog_of_each_hour_is_written_once_whenever_the_program_gets_to_it,
    async |database: &Database| {
        let desk = Desk::on(database, 11, "2026-03-30T10:07:31Z").await;
        drain(&desk.services).await;
        let mut conn = desk.services.db.read().await.expect("a connection");
        let head = flow::head(&mut conn).await.expect("read").expect("an hour");
        // Hours that may still be counted in are left alone.
        assert_eq!(
            head,
            Timestamp::parse("2026-03-30T10:00:00Z").expect("a time")
        );
        for scope in scopes(&desk.history) {
            let mut hour = head;
            while hour.0 > head.0 - 26 * DAY {
                let found = flow::backlog(&mut conn, &scope, hour, Some(head)).await;
                let plain = count(waited(&desk.history, &scope, hour).len());
                assert_eq!(found.expect("read"), plain, "{hour} of {scope:?}");
                hour = Timestamp(hour.0 - 5 * HOUR);
            }
        }
    }
);

on_both!(
    windows_are_cut_at_the_readers_hours,
    async |database: &Database| {
        let desk = Desk::on(database, 3, "2026-10-26T10:07:31Z").await;
        for (period, unit, zone) in windows() {
            let scope = Scope::default();
            let figures = desk
                .figures(
                    1,
                    Asked {
                        scope,
                        period,
                        unit,
                        zone,
                    },
                )
                .await;
            for part in &figures.window.parts {
                let local = part.from.to_utc().with_timezone(&zone);
                let begins = match figures.window.unit {
                    Unit::Hour => local.minute() == 0,
                    Unit::Day => local.hour() == 0 && local.minute() == 0,
                };
                assert!(begins, "{local} of {period:?} in {zone}");
            }
        }
    }
);

on_both!(
    what_was_kept_long_enough_is_gone_and_what_can_be_looked_into_is_whole,
    async |database: &Database| {
        let desk = Desk::on(database, 5, "2026-10-26T10:07:31Z").await;
        let services = &desk.services;
        let all = Steps {
            moves: Move::ALL.into(),
            within: Interval {
                from: Timestamp(0),
                until: Timestamp(i64::MAX),
            },
            late: None,
            from: None,
        };
        let scope = Scope::default();
        let steps = async || {
            let listed = age_list::steps(services, &desk.person, &all, &scope, None).await;
            listed.expect("a list").all
        };
        let before = steps().await;
        // So long that half of the history is older than what is kept.
        let kept = services.policy.figures_kept();
        services
            .clock
            .advance(kept.saturating_sub(Duration::from_secs(12 * 86_400)));
        let since = services.now().minus(kept);
        remove_old_steps(services).await;
        let mut left = 0;
        for event in events(&desk.history) {
            let life = event.life.last();
            left += i64::from(life.state != CaseState::Resolved || life.at >= since);
        }
        let regrouped = before - count(events(&desk.history).len());
        assert!(regrouped > 0 && left < before - regrouped);
        let found = steps().await;
        assert!(
            (left..=left + regrouped).contains(&found),
            "{found} of {before}"
        );
        let mut at = since;
        while at < desk.history.now {
            let listed = age_list::waited(
                services,
                &desk.person,
                (age_list::Then::All, at),
                &scope,
                None,
            )
            .await;
            let plain = waited(&desk.history, &scope, at).len();
            assert_eq!(listed.expect("a list").all, count(plain), "{at}");
            at = at.plus(Duration::from_secs(6 * 3600));
        }
    }
);

on_both!(
    figures_of_many_cases_are_those_of_a_moment_and_of_few_always_the_newest,
    async |database: &Database| {
        let desk = Desk::on(database, 13, "2026-10-26T10:07:31Z").await;
        let asked = Asked {
            scope: Scope::default(),
            period: Period::Day,
            unit: None,
            zone: Tz::UTC,
        };
        let clock = &desk.services.clock;
        let moment = async |number| desk.figures(number, asked.clone()).await.moment.now;
        let second = Duration::from_secs(1);
        let first = moment(1).await;
        clock.advance(second);
        assert_eq!(moment(2).await, first.plus(second));
        // The counter that the queue's lanes show.
        let many = "UPDATE queue_counts SET n = n + 5000 WHERE stage = 0";
        let mut conn = desk.services.db.write().await.expect("a connection");
        let told = on!((&mut conn).into(), |c| {
            sqlx::query::<DB>(many).execute(c).await.map(|_| ())
        });
        told.expect("counted");
        drop(conn);
        assert_eq!(moment(3).await, first.plus(second));
        clock.advance(second * 4);
        assert_eq!(moment(4).await, first.plus(second));
        clock.advance(second);
        assert_eq!(moment(4).await, first.plus(second * 6));
    }
);
