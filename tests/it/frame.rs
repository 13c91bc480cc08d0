//! What holds around every page: who is let in and for how long, whose forms count, and what is said when something is wrong.

use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use crate::support::world::{PASSWORD, World};
use holdpoint::clock::Clock;
use holdpoint::domain::people::{Role, UserName, allows};
use holdpoint::domain::time::Timestamp;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people;
use holdpoint::store::Db;
use holdpoint::store::sessions::Sessions;
use holdpoint::web::routes::OpenTo;
use holdpoint::web::session::{ABSOLUTE, IDLE};
use reqwest::{Method, StatusCode};
use std::collections::HashMap;
use std::time::Duration;
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};

/// A world with Irina, a reviewer.
async fn world_with_irina(database: &Database) -> World {
    let world = World::start(database).await;
    world.add_user("irina", Role::Reviewer).await;
    world
}

async fn signed_in(world: &World, name: &str) -> Person {
    let person = Person::new(world.address());
    let reply = person.sign_in(name, PASSWORD).await;
    assert_eq!(reply.goes_to(), (303, "/"), "{name} signs in");
    person
}

async fn is_signed_in(person: &Person) -> bool {
    person.get("/settings").await.status == StatusCode::OK
}

/// Somebody who may open this page.
async fn somebody_for(world: &World, open_to: OpenTo) -> Person {
    let role = match open_to {
        OpenTo::Everybody | OpenTo::SignedIn => Role::Reviewer,
        OpenTo::Role(action) => Role::ALL
            .into_iter()
            .find(|role| allows(*role, action))
            .expect("every action is somebody's"),
    };
    signed_in(world, role.as_str()).await
}

/// A path of the table of pages, with something in each place: `/cases/{case}/resume` is `/cases/1/resume`.
fn filled_in(path: &str) -> String {
    let segments = path
        .split('/')
        .map(|s| if s.starts_with('{') { "1" } else { s });
    segments.collect::<Vec<_>>().join("/")
}

on_both!(
    no_form_counts_that_our_own_page_did_not_send,
    async |database: &Database| {
        let world = World::start(database).await;
        for role in Role::ALL {
            world.add_user(role.as_str(), role).await;
        }
        let table = holdpoint::web::table();
        for route in table.iter().filter(|route| route.method.as_str() != "GET") {
            let person = somebody_for(&world, route.open_to).await;
            let path = filled_in(route.path);
            let token = person.get("/settings").await.token();

            let without = person.post(&path, &[("token", "")]).await;
            assert_eq!(
                without.status,
                StatusCode::FORBIDDEN,
                "{path} without a token"
            );
            assert!(
                without.body.contains("not valid any more"),
                "{path}: {}",
                without.body
            );

            for origin in [
                ("origin", "https://evil.example"),
                ("sec-fetch-site", "cross-site"),
            ] {
                let fields = [("token", &*token)];
                let from_elsewhere = person
                    .send(Method::POST, &path, &[origin], Some(&fields))
                    .await;
                assert_eq!(
                    from_elsewhere.status,
                    StatusCode::FORBIDDEN,
                    "{path} from elsewhere"
                );
                let said = from_elsewhere.body.contains("did not come from a page");
                assert!(said, "{path}: {}", from_elsewhere.body);
            }
            assert!(is_signed_in(&person).await, "{path} signed out");
        }
    }
);

on_both!(pages_ask_to_sign_in, async |database: &Database| {
    let world = world_with_irina(database).await;
    let table = holdpoint::web::table();
    let closed = table.iter().filter(|r| r.open_to != OpenTo::Everybody);
    for route in closed {
        let stranger = Person::new(world.address());
        let path = filled_in(route.path);
        let headers = [("sec-fetch-site", "same-origin")];
        let reply = stranger
            .send(
                route.method.as_str().parse().unwrap(),
                &path,
                &headers,
                None,
            )
            .await;
        let asked = reply.header("location").starts_with("/sign-in?next=%2F")
            || reply.status == StatusCode::UNAUTHORIZED && !reply.field("token").is_empty();
        assert!(asked, "{} {path}: {}", route.method, reply.status);
    }
});

on_both!(a_sign_in_is_a_new_session, async |database: &Database| {
    let world = world_with_irina(database).await;
    let irina = Person::new(world.address());
    let form = irina.get("/sign-in?next=/settings%3Fsaved%3Dyes").await;
    let before = cookie(&form);
    assert!(
        before.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600"),
        "{before}"
    );

    let (token, next) = (form.token(), form.field("next"));
    let mut fields = [
        ("token", &*token),
        ("next", &next),
        ("name", " Irina "),
        ("password", "wrong"),
    ];
    let refused = irina.post("/sign-in", &fields).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut nobody = fields;
    nobody[2].1 = "nobody";
    let unknown = irina.post("/sign-in", &nobody).await;
    assert_eq!(
        told(&unknown),
        told(&refused),
        "who exists is nobody's business"
    );

    fields[3].1 = PASSWORD;
    let welcome = irina.post("/sign-in", &fields).await;
    assert_eq!(welcome.goes_to(), (303, "/settings?saved=yes"));
    assert_ne!(
        name_of(cookie(&welcome)),
        name_of(before),
        "the session's name is new"
    );
    assert!(is_signed_in(&irina).await);
    assert_eq!(
        with_cookie(&world, before).await,
        StatusCode::SEE_OTHER,
        "the old name is dead"
    );

    let token = irina.get("/settings").await.token();
    let out = irina.post("/sign-out", &[("token", &token)]).await;
    assert_eq!(out.goes_to(), (303, "/sign-in"));
    assert!(
        cookie(&out).contains("Max-Age=0"),
        "the cookie is taken back"
    );
    assert_eq!(
        with_cookie(&world, cookie(&welcome)).await,
        StatusCode::SEE_OTHER
    );
});

fn cookie(reply: &Reply) -> &str {
    reply.header("set-cookie")
}

fn name_of(cookie: &str) -> &str {
    cookie.split(';').next().unwrap_or_default()
}

/// What a page tells beside what the person typed.
fn told(reply: &Reply) -> (StatusCode, bool) {
    (
        reply.status,
        reply.body.contains("The name or the password is wrong."),
    )
}

async fn with_cookie(world: &World, cookie: &str) -> StatusCode {
    let thief = Person::new(world.address());
    let headers = [("cookie", name_of(cookie))];
    thief
        .send(Method::GET, "/settings", &headers, None)
        .await
        .status
}

on_both!(
    nobody_is_sent_to_another_site,
    async |database: &Database| {
        let world = world_with_irina(database).await;
        let irina = Person::new(world.address());
        for elsewhere in ["//evil.example", "https://evil.example/", "/\\evil.example"] {
            let token = irina.get("/sign-in").await.token();
            let fields = [
                ("token", &*token),
                ("next", elsewhere),
                ("name", "irina"),
                ("password", PASSWORD),
            ];
            let welcome = irina.post("/sign-in", &fields).await;
            assert_eq!(welcome.goes_to(), (303, "/"), "{elsewhere}");
            let token = irina.get("/settings").await.token();
            irina.post("/sign-out", &[("token", &token)]).await;
        }
    }
);

on_both!(pauses_grow_as_a_name_fails, async |database: &Database| {
    let world = world_with_irina(database).await;
    let guesser = Person::new(world.address());
    for _ in 0..5 {
        assert_eq!(guesser.sign_in("irina", "guess").await.status, 422);
    }
    // Not even the right password is looked at now.
    let paused = guesser.sign_in("irina", PASSWORD).await;
    assert_eq!(paused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(paused.header("retry-after"), "31");
    assert!(
        paused.body.contains("12:25</time>, in 30 s"),
        "{}",
        paused.body
    );
    let other = guesser.sign_in("somebody-else", "guess").await;
    assert_eq!(other.status, 422, "another name has its own pauses");

    world.clock().advance(Duration::from_secs(30));
    assert_eq!(guesser.sign_in("irina", "guess").await.status, 422);
    world.clock().advance(Duration::from_secs(30));
    let longer = guesser.sign_in("irina", PASSWORD).await;
    assert_eq!(
        longer.header("retry-after"),
        "31",
        "the second pause is a minute"
    );
    world.clock().advance(Duration::from_secs(30));
    assert_eq!(guesser.sign_in("irina", PASSWORD).await.status, 303);
    let token = guesser.get("/settings").await.token();
    guesser.post("/sign-out", &[("token", &token)]).await;
    assert_eq!(
        guesser.sign_in("irina", "a slip").await.status,
        422,
        "it starts anew"
    );
});

on_both!(sessions_end, async |database: &Database| {
    let world = world_with_irina(database).await;
    let idle = signed_in(&world, "irina").await;
    world.clock().advance(IDLE - Duration::from_secs(1));
    assert!(
        is_signed_in(&idle).await,
        "within the idle limit, which moves on"
    );
    world.clock().advance(IDLE - Duration::from_secs(1));
    assert!(is_signed_in(&idle).await);
    world.clock().advance(IDLE);
    assert!(!is_signed_in(&idle).await, "nobody was there");

    let busy = signed_in(&world, "irina").await;
    let step = IDLE / 2;
    for _ in 0..(ABSOLUTE.as_secs() / step.as_secs() - 1) {
        world.clock().advance(step);
        assert!(is_signed_in(&busy).await);
    }
    world.clock().advance(step);
    assert!(!is_signed_in(&busy).await, "however busy");
});

on_both!(
    what_was_written_when_the_session_ended_is_kept,
    async |database: &Database| {
        let world = world_with_irina(database).await;
        let irina = signed_in(&world, "irina").await;
        let token = irina.get("/settings").await.token();
        world.clock().advance(IDLE);

        let written = [
            ("token", &*token),
            ("time_zone", "Omsk & <b>"),
            ("theme", "dark"),
        ];
        let asked = irina.post("/settings", &written).await;
        assert_eq!(asked.status, StatusCode::UNAUTHORIZED);
        let (token, next, kept) = (asked.token(), asked.field("next"), asked.field("kept"));
        let fields = [
            ("token", &*token),
            ("next", &next),
            ("kept", &kept),
            ("name", "irina"),
            ("password", PASSWORD),
        ];
        assert_eq!(
            irina.post("/sign-in", &fields).await.goes_to(),
            (303, "/settings")
        );

        let again = irina.get("/settings").await;
        assert!(
            again.body.contains("value=\"Omsk &#38; &#60;b&#62;\""),
            "{}",
            again.body
        );
        assert!(
            !again.body.contains("data-theme=\"dark\""),
            "nothing of it was carried out"
        );
        let later = irina.get("/settings").await;
        assert!(!later.body.contains("Omsk &#38;"), "it is shown once");
    }
);

on_both!(
    what_was_written_before_signing_in_anew_elsewhere_is_kept,
    async |database: &Database| {
        let world = world_with_irina(database).await;
        let irina = signed_in(&world, "irina").await;
        let old = irina.get("/settings").await.token();
        irina.post("/sign-out", &[("token", &old)]).await;
        irina.sign_in("irina", PASSWORD).await;

        let written = [("token", &*old), ("time_zone", "Omsk")];
        let refused = irina.post("/settings", &written).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        let link = "<a href=\"/settings\">Open the page again</a>";
        assert!(refused.body.contains(link), "{}", refused.body);
        let again = irina.get("/settings").await;
        assert!(again.body.contains("value=\"Omsk\""), "{}", again.body);
    }
);

on_both!(who_leaves_is_out_at_once, async |database: &Database| {
    let world = world_with_irina(database).await;
    let irina = signed_in(&world, "irina").await;
    let name = UserName::parse("irina").expect("a name");
    let disable = async |disabled| {
        let done = people::set_disabled(world.services(), &name, disabled).await;
        done.expect("she is known");
    };
    disable(true).await;
    assert!(!is_signed_in(&irina).await);
    assert_eq!(irina.sign_in("irina", PASSWORD).await.status, 422);
    disable(false).await;
    assert_eq!(irina.sign_in("irina", PASSWORD).await.status, 303);

    let new = "another horse battery".to_owned();
    people::change_password(world.services(), &Passwords::default(), &name, new.clone())
        .await
        .expect("a good password");
    assert!(
        !is_signed_in(&irina).await,
        "whoever knew the old one is out"
    );
    assert_eq!(irina.sign_in("irina", PASSWORD).await.status, 422);
    assert_eq!(irina.sign_in("irina", &new).await.status, 303);
});

on_both!(
    people_see_the_pages_as_they_like,
    async |database: &Database| {
        let world = world_with_irina(database).await;
        let irina = signed_in(&world, "irina").await;
        let token = irina.get("/settings").await.token();
        let chosen = [
            ("token", &*token),
            ("language", "ru"),
            ("time_zone", "Asia/Omsk"),
            ("theme", "dark"),
        ];
        assert_eq!(
            irina.post("/settings", &chosen).await.goes_to(),
            (303, "/settings?saved=yes")
        );
        let page = irina.get("/settings?saved=yes").await.body;
        for shown in [
            "<html lang=\"ru\" data-theme=\"dark\"",
            "Сохранено.",
            "Время омское (UTC+6)",
        ] {
            assert!(page.contains(shown), "{shown} in {page}");
        }
        // The menu's form has no time zone, and leads back to where it was.
        let menu = [
            ("token", &*token),
            ("language", "en"),
            ("theme", "system"),
            ("back", "/search?q=S-104"),
        ];
        assert_eq!(
            irina.post("/settings", &menu).await.goes_to(),
            (303, "/search?q=S-104")
        );
        let page = irina.get("/settings").await.body;
        assert!(page.contains("Times are Omsk time (UTC+6)"), "{page}");
    }
);

on_both!(errors_say_what_to_do_next, async |database: &Database| {
    let world = world_with_irina(database).await;
    let irina = signed_in(&world, "irina").await;
    let russian = [("accept-language", "ru"), ("origin", world.address())];
    let long = "x".repeat(300_000);
    let fields = [("token", &*long)];
    for (method, path, fields, status, title) in [
        (Method::GET, "/nothing", None, 404, "Здесь ничего нет"),
        (
            Method::DELETE,
            "/settings",
            None,
            405,
            "По этому адресу так нельзя",
        ),
        (
            Method::POST,
            "/settings",
            Some(&fields[..]),
            413,
            "Слишком много за один раз",
        ),
        (
            Method::POST,
            "/settings",
            None,
            403,
            "Форма больше не действительна",
        ),
    ] {
        let reply = irina.send(method, path, &russian, fields).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        assert!(
            reply.body.contains(&format!("<h1>{title}</h1>")),
            "{path}: {}",
            reply.body
        );
        assert!(
            reply.body.contains(reply.header("x-request-id")),
            "the number is on the page"
        );
        assert!(reply.body.contains("class=\"mainnav\""), "inside the frame");
    }
});

on_both!(every_answer_has_its_headers, async |database: &Database| {
    let world = world_with_irina(database).await;
    let stranger = Person::new(world.address());
    let page = stranger.get("/sign-in").await;
    let (_, css) = page
        .body
        .split_once("rel=\"stylesheet\" href=\"")
        .expect("a stylesheet");
    let css = css.split('"').next().expect("its path");
    for path in ["/sign-in", "/nothing", "/healthz", css] {
        let reply = stranger.get(path).await;
        assert!(
            reply
                .header("content-security-policy")
                .starts_with("default-src 'none'; script-src 'self';")
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("referrer-policy"), "same-origin", "{path}");
        assert!(!reply.header("x-request-id").is_empty(), "{path}");
        let keep = if path == css {
            "public, max-age=31536000, immutable"
        } else {
            "no-store"
        };
        assert_eq!(reply.header("cache-control"), keep, "{path}");
    }
    let gzip = [("accept-encoding", "gzip")];
    let packed = stranger.send(Method::GET, css, &gzip, None).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(
        stranger.get("/static/holdpoint.00000000.css").await.status,
        404
    );
    assert_eq!(
        stranger
            .send(Method::HEAD, "/sign-in", &[], None)
            .await
            .status,
        200
    );
    let healthy = stranger.send(Method::HEAD, "/healthz", &[], None).await;
    assert_eq!(healthy.status, 200);
    assert_eq!(stranger.get("/healthz").await.body, "ok\n");
});

on_both!(
    a_request_in_flight_does_not_bring_a_session_back,
    async |database: &Database| {
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("the schema");
        let now = OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time");
        let clock = Clock::fixed(Timestamp(1_800_000_000_000_000));
        let sessions = Sessions::new(db, clock);
        let mut record = Record {
            id: Id::default(),
            data: HashMap::new(),
            expiry_date: now + time::Duration::HOUR,
        };
        sessions.create(&mut record).await.expect("a session");
        assert_eq!(
            sessions.load(&record.id).await.unwrap(),
            Some(record.clone())
        );
        sessions.delete(&record.id).await.expect("signed out");
        sessions
            .save(&record)
            .await
            .expect("the other request ends");
        assert_eq!(sessions.load(&record.id).await.unwrap(), None);
    }
);
