use super::*;
use crate::domain::age::buckets::{AgeBucket, DueBucket};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::age::window::Interval;
use crate::domain::ids::{CauseId, SystemName};
use crate::service::age::{Share, Which};
use crate::service::age_list::{Before, Signs, Steps, Then, Unresolved};

fn filters() -> Filters {
    Filters {
        source: Some("shop & co".to_owned()),
        operation_type: Some("re/fund".into()),
        owner: Some("Склад".into()),
        kind: Some(StopKind::PayloadConflict),
    }
}

fn query(href: &str) -> &str {
    href.split_once('?').map_or("", |(_, query)| query)
}

#[test]
fn the_pages_address_reads_back() {
    let day = |text| Day::parse(text).unwrap();
    let days = Period::Days(day("2026-11-01"), day("2026-11-09"));
    for period in PERIODS.map(|(period, _)| period).into_iter().chain([days]) {
        for (filters, unit) in [(Filters::default(), None), (filters(), Some(Unit::Hour))] {
            let address = AgeAddress {
                filters,
                period,
                unit,
            };
            let href = address.href();
            let read = AgeAddress::read(query(&href));
            assert_eq!((read.address, read.ignored), (address, vec![]), "{href}");
        }
    }
    assert_eq!(AgeAddress::default().href(), PATH);
}

#[test]
fn what_is_not_understood_is_named_and_days_are_put_in_order() {
    let read = AgeAddress::read("window=1y&kind=x&owner=&colour=red&to=2026-11-01&from=2026-11-09");
    assert_eq!(read.ignored, ["window", "kind", "colour"]);
    let right = "/age?from=2026-11-01&to=2026-11-09";
    assert_eq!(read.address.href(), right);
    assert_eq!(
        AgeAddress::read("from=2026-11-09").address.href(),
        "/age?from=2026-11-09&to=2026-11-09"
    );
}

fn every_figure() -> Vec<Figure> {
    let cause = Which::Cause(CauseId::new("0af9".repeat(8)));
    let steps = Steps {
        moves: vec![Move::CameIn, Move::CameBack],
        within: Interval {
            from: Timestamp(-5),
            until: Timestamp(7),
        },
        late: Some(false),
        from: Some(Before {
            at: Timestamp(-2),
            id: 9,
        }),
    };
    let mut figures: Vec<_> = [
        Which::All,
        Which::Over,
        Which::DueSoon,
        Which::OverLately,
        Which::New,
        Which::Free,
        Which::Idle,
        Which::AwaitingApproval,
        Which::ProposedUntil(Timestamp(9)),
        Which::NeverClaimed,
        cause,
    ]
    .map(Figure::Waiting)
    .into();
    for system in ["", "wms & co"] {
        let at = |share| Figure::Waiting(Which::At(SystemName::from(system), share));
        figures.extend(Share::ALL.map(at));
    }
    figures.extend(AgeBucket::ALL.map(|bucket| Figure::Waiting(Which::Aged(bucket))));
    figures.extend(DueBucket::ALL.map(|bucket| Figure::Waiting(Which::Due(bucket))));
    let not_taken = Unresolved::NotTaken(Timestamp(8));
    let unresolved = [Unresolved::UnderWay, not_taken, Unresolved::All];
    figures.extend(unresolved.map(Figure::Unresolved));
    let within = steps.within;
    figures.extend(Sign::ALL.map(|sign| Figure::Signs(Signs { sign, within })));
    figures.push(Figure::Steps(steps));
    figures.extend([Then::All, Then::Over].map(|then| Figure::Waited(then, Timestamp(-8))));
    figures
}

#[test]
fn a_lists_address_reads_back() {
    let every_team = Filters {
        owner: Some(Team::from("")),
        ..Filters::default()
    };
    for figure in every_figure() {
        for filters in [Filters::default(), filters(), every_team.clone()] {
            let address = ListAddress {
                figure: figure.clone(),
                at: Timestamp(1_796_000_000_000_000),
                filters,
                counted: Some(12),
                place: Some(Place {
                    at: Timestamp(3),
                    id: 4,
                }),
            };
            let href = address.href();
            assert_eq!(ListAddress::read(query(&href)), Some(address), "{href}");
        }
    }
}

#[test]
fn an_address_that_names_no_list_is_none() {
    for garbled in [
        "",
        "figure=all&at=1",
        "figure=waiting",
        "figure=waiting&at=x",
        "figure=age&at=1&of=2h",
        "figure=steps&at=1&moves=came_in.x&since=1&until=2",
        "figure=steps&at=1&moves=came_in&since=1&until=2&late=perhaps",
        "figure=waiting&at=1&kind=x",
        "figure=cause&at=1&of=a%00",
        "figure=at&at=1&of=all",
        "figure=at&at=1&of=some&system=wms",
        "figure=at&at=1&of=all&system=%00",
    ] {
        assert_eq!(ListAddress::read(garbled), None, "{garbled}");
    }
}
