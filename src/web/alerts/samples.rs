//! The page as it may look, for the test of all pages.

use super::address::AlertsAddress;
use super::shown::made;
use crate::domain::age::growth::{NobodyDecides, Signal};
use crate::domain::alert::{Channel, Condition, Failure, Sight, TellingState, Word};
use crate::domain::ids::{AlertId, Team, TellingId};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::alert::see::{AlertRow, Alerts, Before, Seen, TellingRow};
use crate::web::ctx::Ctx;
use crate::web::page::Sample;

const POLICY: &str = r#"
[alerts.teams."R&D <b>"]
mail = ["rnd@example.com"]
quiet = { from = "22:00", until = "07:00" }
always = ["overdue"]
"#;

fn alert(condition: Condition, team: &str, now: Timestamp) -> AlertRow {
    AlertRow {
        id: AlertId(7),
        key: "01J".to_owned(),
        condition,
        owner_team: Team::from(team),
        since: now,
        begun_at: now,
        cases: 3,
        most: 5,
        told_at: Some(now),
        ceased_at: None,
        ended_at: None,
    }
}

fn telling(state: TellingState, failure: Option<Failure>, now: Timestamp) -> TellingRow {
    TellingRow {
        id: TellingId(1),
        alert_id: AlertId(7),
        word: Word::Begun,
        channel: Channel::Mail,
        address: "rnd@example.com".to_owned(),
        subject: "<b>".to_owned(),
        body: "<b>".to_owned(),
        state,
        tries: 3,
        due_at: now,
        lease: None,
        give_up_at: now,
        status: failure.is_none().then_some(550),
        failure,
        words: Some("no such <b>user</b>".to_owned()),
        ended_at: None,
    }
}

/// Every state and every failure.
fn tellings(now: Timestamp) -> Vec<TellingRow> {
    let states = TellingState::ALL.map(|state| telling(state, None, now));
    let failures = Failure::ALL.map(|why| telling(TellingState::Waiting, Some(why), now));
    let webhook = TellingRow {
        word: Word::Ended,
        channel: Channel::Webhook,
        address: "https://chat.example/hooks/of-a-secret".to_owned(),
        lease: Some("of somebody".to_owned()),
        words: None,
        ..telling(TellingState::Waiting, None, now)
    };
    states
        .into_iter()
        .chain(failures)
        .chain([webhook])
        .collect()
}

fn full(now: Timestamp) -> Alerts {
    let signal = Signal {
        nobody_decides: Some(NobodyDecides {
            waiting: 3,
            since: None,
        }),
        ..Signal::default()
    };
    let sight = |condition, team: &str| Sight {
        condition,
        team: Team::from(team),
        cases: 1_234,
        since: now,
        signal: (condition == Condition::Growth).then_some(signal),
    };
    let seen = |alert: AlertRow, tellings| Seen { alert, tellings };
    let ceased = AlertRow {
        ceased_at: Some(now),
        told_at: None,
        ..alert(Condition::Undelivered, "R&D <b>", now)
    };
    let over = AlertRow {
        ended_at: Some(now),
        ..ceased.clone()
    };
    Alerts {
        at: now,
        sights: Condition::ALL.map(|of| sight(of, "R&D <b>")).into(),
        open: vec![
            seen(alert(Condition::Growth, "R&D <b>", now), tellings(now)),
            seen(ceased.clone(), Vec::new()),
            seen(alert(Condition::Overdue, "", now), Vec::new()),
        ],
        ended: vec![seen(over.clone(), Vec::new()), seen(over, tellings(now))],
        more: true,
    }
}

/// With much on it, and with nothing.
pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let now = ctx.reader.now;
    let nothing = Alerts {
        at: now,
        sights: Vec::new(),
        open: Vec::new(),
        ended: Vec::new(),
        more: false,
    };
    let before = Some(Before {
        at: now,
        id: AlertId(9),
    });
    let page = |alerts: &Alerts, address| {
        let policy = Policy::read(POLICY).expect("a policy");
        Sample::new(made(ctx.clone(), &policy, address, alerts))
    };
    vec![
        page(&nothing, AlertsAddress::default()),
        page(&full(now), AlertsAddress { before }),
    ]
}
