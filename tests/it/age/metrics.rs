//! What Prometheus reads: the text as its format has it, the numbers as a plain computation finds them.

use super::figures::{events, standing};
use super::history::{History, write};
use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use crate::support::world::{METRICS_TOKEN, World};
use chrono_tz::Tz;
use holdpoint::app::App;
use holdpoint::clock::Clock;
use holdpoint::config::{AlertSettings, Anchors, Config, WebhookHosts};
use holdpoint::domain::age::Scope;
use holdpoint::domain::standing::Stage;
use holdpoint::on;
use holdpoint::policy::Policy;
use holdpoint::store::Db;
use holdpoint::worker::backlog::drain;
use reqwest::Method;
use std::collections::{BTreeMap, BTreeSet};

/// A sample's name with its labels, as it stands in the text.
type Samples = BTreeMap<String, f64>;

/// Reads the text as strictly as the format is written, and gives the samples.
fn parse(text: &str) -> Samples {
    let mut samples = Samples::new();
    let (mut families, mut family) = (BTreeSet::new(), (String::new(), String::new()));
    let body = text.strip_suffix("# EOF\n").expect("its end");
    for line in body.lines() {
        if let Some(told) = line.strip_prefix("# ") {
            let mut words = told.splitn(3, ' ');
            let (what, name) = (words.next(), words.next().expect("a name"));
            let told = words.next().expect("what is told");
            match what {
                Some("HELP") => assert!(families.insert(name.to_owned()), "{name} twice"),
                Some("TYPE") => family = (name.to_owned(), told.to_owned()),
                Some("UNIT") => assert!(name.ends_with(&format!("_{told}")), "{line}"),
                _ => panic!("{line}"),
            }
            continue;
        }
        let (sample, value) = line.rsplit_once(' ').expect("a value");
        let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
        let suffix = name
            .strip_prefix(&family.0)
            .expect("a sample of its family");
        let suffixes: &[&str] = match &*family.1 {
            "gauge" => &[""],
            "counter" => &["_total"],
            "histogram" => &["_bucket", "_sum", "_count"],
            other => panic!("a family of type {other}"),
        };
        assert!(suffixes.contains(&suffix), "{line}");
        for label in labels.strip_suffix('}').expect("their end").split("\",") {
            let well_formed = label.is_empty() || label.contains("=\"");
            assert!(well_formed, "{line}");
        }
        let value = value.parse().expect("a number");
        assert!(
            samples.insert(sample.to_owned(), value).is_none(),
            "{line} twice"
        );
    }
    samples
}

fn labelled(name: &str, labels: &[(&str, &str)]) -> String {
    let labels = labels
        .iter()
        .map(|(name, value)| format!("{name}=\"{value}\""));
    format!(
        "holdpoint_{name}{{{}}}",
        labels.collect::<Vec<_>>().join(",")
    )
}

async fn scrape(person: &Person) -> Samples {
    let bearer = format!("Bearer {METRICS_TOKEN}");
    let reply = with_token(person, &bearer).await;
    assert_eq!(reply.status, 200);
    let content = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(reply.header("content-type"), content);
    parse(&reply.body)
}

async fn with_token(person: &Person, header: &str) -> Reply {
    let headers = [("authorization", header)];
    person.send(Method::GET, "/metrics", &headers, None).await
}

fn word(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("a word");
    value.as_str().expect("a word").to_owned()
}

fn of_name(samples: &Samples, name: &str) -> Samples {
    let name = format!("holdpoint_{name}{{");
    let named = samples
        .iter()
        .filter(|(sample, _)| sample.starts_with(&name));
    named.map(|(sample, n)| (sample.clone(), *n)).collect()
}

/// Open cases, by kind, state and owner.
fn open(history: &History) -> Samples {
    let mut open = Samples::new();
    for life in &history.lives {
        let then = life.last();
        if then.state.stage() != Stage::Resolved {
            let (kind, state) = (word(then.group.kind), word(then.state));
            let owner = then.group.owner.as_str();
            let labels = [("kind", &*kind), ("state", &*state), ("owner", owner)];
            *open.entry(labelled("cases", &labels)).or_default() += 1.0;
        }
    }
    open
}

/// What ever came and went, and the oldest and late ones that wait.
fn of_kinds(history: &History) -> Samples {
    let mut of_kinds = Samples::new();
    for kind in holdpoint::service::queue::KINDS {
        let word = word(kind);
        let mut note = |name, n| of_kinds.insert(labelled(name, &[("kind", &*word)]), n);
        let count = |what: &str| {
            let events = events(history).into_iter();
            let of_kind = events.filter(|event| event.group.kind == kind);
            as_float(of_kind.filter(|event| event.what.starts_with(what)).count())
        };
        note("cases_came_in_total", count("came in"));
        note("cases_came_back_total", count("came back"));
        note("cases_decided_total", count("decided"));
        note("cases_resolved_total", count("resolved"));
        note("cases_lapsed_total", count("lapsed"));
        let scope = Scope {
            kind: Some(kind),
            ..Scope::default()
        };
        let waiting = standing(history, &scope, &[Stage::ToReview]);
        let late = waiting.iter().filter(|(life, _)| life.due_at < history.now);
        note("cases_over_deadline", as_float(late.count()));
        let oldest = waiting.iter().map(|(life, _)| life.stopped_at).min();
        let age = oldest.map_or(0, |oldest| history.now.since(oldest).as_secs());
        note(
            "oldest_case_age_seconds",
            as_float(usize::try_from(age).expect("small")),
        );
    }
    of_kinds
}

fn as_float(n: usize) -> f64 {
    u32::try_from(n).expect("small").into()
}

on_both!(
    prometheus_reads_what_a_plain_computation_finds,
    async |database: &Database| {
        let world = World::start(database).await;
        let services = world.services();
        let history = write(&services.db, 23, 90, 25, services.now()).await;
        let prometheus = Person::new(world.address());
        let before = scrape(&prometheus).await;
        assert_eq!(of_name(&before, "cases"), open(&history));
        let plain = of_kinds(&history);
        for (sample, n) in &plain {
            assert_eq!(before.get(sample), Some(n), "{sample}");
        }
        // Once whole hours are written, the sums are made up in another way.
        drain(services).await;
        let after = scrape(&prometheus).await;
        for (sample, n) in &plain {
            assert_eq!(after.get(sample), Some(n), "{sample}");
        }
    }
);

on_both!(
    requests_are_told_by_their_route_and_never_by_their_path,
    async |database: &Database| {
        let world = World::start(database).await;
        let prometheus = Person::new(world.address());
        for path in ["/cases/4711", "/cases/4712", "/nowhere-at-all", "/sign-in"] {
            prometheus.get(path).await;
        }
        let made_up = Method::from_bytes(b"BREW").expect("a method");
        prometheus.send(made_up, "/sign-in", &[], None).await;
        let samples = scrape(&prometheus).await;
        let count = |route, method, status| {
            let labels = [("route", route), ("method", method), ("status", status)];
            let sample = labelled("http_request_duration_seconds_count", &labels);
            samples.get(&sample).copied()
        };
        assert_eq!(count("/cases/{case}", "GET", "3xx"), Some(2.0));
        assert_eq!(count("/sign-in", "GET", "2xx"), Some(1.0));
        assert_eq!(count("none", "GET", "4xx"), Some(1.0), "{samples:?}");
        assert!(
            samples
                .keys()
                .any(|sample| sample.contains("method=\"other\""))
        );
        let told = |text: &str| samples.keys().any(|sample| sample.contains(text));
        assert!(!told("4711") && !told("nowhere") && !told("BREW"));
        let of_route = "route=\"/cases/{case}\",method=\"GET\",status=\"3xx\"";
        let buckets = samples
            .iter()
            .filter(|(sample, _)| sample.contains("_bucket") && sample.contains(of_route));
        let all = buckets.map(|(_, n)| *n).fold(0.0, f64::max);
        assert!(
            (all - 2.0).abs() < f64::EPSILON,
            "the last bucket holds all"
        );
    }
);

on_both!(
    metrics_are_for_those_who_show_their_token,
    async |database: &Database| {
        let world = World::start(database).await;
        let stranger = Person::new(world.address());
        assert_eq!(stranger.get("/metrics").await.status, 401);
        for wrong in [
            "Bearer metrics-of-the-stori",
            "Basic metrics-of-the-story",
            "Bearer ",
        ] {
            let reply = with_token(&stranger, wrong).await;
            assert_eq!(reply.status, 401, "{wrong}");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
            assert!(!reply.body.contains("holdpoint_"));
        }
        // Where nobody has set a token there is nothing, whatever is shown.
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            policy: None,
            plain_http: true,
            behind_proxy: false,
            time_zone: Tz::UTC,
            workers: 1,
            metrics_token: None,
            webhooks: WebhookHosts::default(),
            alerts: AlertSettings::default(),
            anchors: Anchors::default(),
            verify_state: None,
        };
        let db = Db::connect(database.url()).await.expect("a database");
        let policy = Policy::standard().clone();
        let app = App::build(&config, policy, db, Clock::System).expect("a free port");
        let (address, handle) = (format!("http://{}", app.address()), app.handle());
        let running = tokio::spawn(app.run());
        let reply = with_token(&Person::new(&address), &format!("Bearer {METRICS_TOKEN}")).await;
        assert_eq!(reply.status, 404);
        handle.stop(false).await;
        running.await.expect("an end").expect("a good one");
    }
);

on_both!(who_cannot_answer_says_why, async |database: &Database| {
    let world = World::start(database).await;
    let balancer = Person::new(world.address());
    let services = world.services();
    let is_ready = async || {
        let reply = balancer.get("/readyz").await;
        (reply.status.as_u16(), reply.body)
    };
    assert_eq!(is_ready().await, (200, "ready\n".to_owned()));
    let head = balancer.send(Method::HEAD, "/readyz", &[], None).await;
    assert_eq!(head.status, 200);
    let forgotten = "DELETE FROM _sqlx_migrations WHERE version IN (22, 23)";
    let mut conn = services.db.write().await.expect("a connection");
    let done = on!((&mut conn).into(), |c| {
        sqlx::query::<DB>(forgotten)
            .execute(c)
            .await
            .map(|done| done.rows_affected())
    });
    let lacks = done.expect("forgotten");
    drop(conn);
    let (status, why) = is_ready().await;
    let told = format!("not ready: the database lacks {lacks} migrations of this version\n");
    assert_eq!((status, why), (503, told));
    services.hints.close();
    let told = "not ready: the program is stopping\n".to_owned();
    assert_eq!(is_ready().await, (503, told));
    assert_eq!(balancer.get("/healthz").await.status, 200);
});

on_both!(
    without_a_database_nobody_is_ready,
    async |database: &Database| {
        let world = World::start(database).await;
        let balancer = Person::new(world.address());
        world.services().db.clone().close().await;
        let reply = balancer.get("/readyz").await;
        assert_eq!(reply.status, 503);
        assert_eq!(reply.body, "not ready: the database does not answer\n");
    }
);
