//! The stream of hints, as a browser hears it.

use super::{Desk, report};
use crate::support::database::{Database, on_both};
use crate::support::person::Person;
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World};
use holdpoint::worker::watcher::watch;
use reqwest::{Client, Method, Response};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// A stream, read piece by piece.
struct Stream(Response);

impl Stream {
    /// The stream of somebody with this session.
    async fn open(world: &World, cookie: &str, query: &str) -> Self {
        let url = format!("{}/events{query}", world.address());
        let request = Client::new().get(url).header("cookie", cookie);
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(!response.headers().contains_key("content-encoding"));
        Self(response)
    }

    /// Everything up to this text; panics if the stream ends before.
    async fn hear(&mut self, text: &str) -> String {
        let mut heard = String::new();
        while !heard.contains(text) {
            let piece = self
                .next()
                .await
                .unwrap_or_else(|| panic!("it ended after {heard:?}"));
            heard.push_str(&piece);
        }
        heard
    }

    /// The next piece; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        let piece = tokio::time::timeout(PATIENCE, self.0.chunk()).await;
        let piece = piece
            .expect("something within ten seconds")
            .expect("a sound stream");
        piece.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Waits for the end.
    async fn ends(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// Signs Irina in once more; her other session, and its cookie.
async fn signed_in(desk: &Desk) -> (Person, String) {
    let person = Person::new(desk.world.address());
    let reply = person.sign_in("irina", PASSWORD).await;
    let cookie = reply.header("set-cookie").split(';').next();
    let cookie = cookie.expect("a cookie").to_owned();
    (person, cookie)
}

on_both!(
    a_change_is_heard_and_what_was_missed_is_told_first,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let (_, cookie) = signed_in(&desk).await;
        let mut stream = Stream::open(&desk.world, &cookie, "").await;
        let case = desk.stopped("8817").await;
        let heard = stream.hear(&format!("\"case\":{case},")).await;
        assert!(heard.contains("event: hint\n"), "{heard:?}");

        let mut late = Stream::open(&desk.world, &cookie, "?after=0").await;
        let first = late.hear("\n\n").await;
        assert!(first.contains("data: {\"number\":"), "{first:?}");
    }
);

on_both!(
    the_stream_ends_with_the_session_and_with_the_program,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let (_, cookie) = signed_in(&desk).await;
        let mut stream = Stream::open(&desk.world, &cookie, "").await;
        let mut other = Stream::open(&desk.world, &cookie, "").await;
        desk.world.services().hints.close();
        other.ends().await;
        stream.ends().await;
    }
);

on_both!(
    who_has_signed_out_hears_nothing_more,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let (person, cookie) = signed_in(&desk).await;
        let mut stream = Stream::open(&desk.world, &cookie, "").await;
        let token = person.get("/settings").await.token();
        person.post("/sign-out", &[("token", &token)]).await;
        desk.stopped("8817").await;
        let mut heard = String::new();
        while let Some(piece) = stream.next().await {
            heard.push_str(&piece);
        }
        assert!(!heard.contains("hint"), "{heard:?}");
    }
);

on_both!(
    a_page_that_refreshes_by_itself_does_not_keep_anybody_signed_in,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let refresh = [("x-by-itself", "1")];
        desk.world.clock().advance(Duration::from_secs(90 * 60));
        let page = desk.irina.send(Method::GET, "/", &refresh, None).await;
        assert_eq!(page.status, 200);
        desk.world.clock().advance(Duration::from_secs(40 * 60));
        assert_eq!(desk.irina.get("/").await.status, 303);
    }
);

on_both!(
    strangers_are_asked_to_sign_in,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let stranger = Person::new(desk.world.address());
        assert_eq!(stranger.get("/events").await.status, 303);
    }
);

on_both!(
    what_another_instance_changed_is_heard_on_this_one,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let here = World::start(database).await;
        let seen = watch(here.services(), None).await;
        let mut hints = here.services().hints.listen();
        let case = report(&desk.shop, &stopped_shipment("8817")).await;
        assert!(hints.try_recv().is_err(), "the two are one instance");
        let now = watch(here.services(), seen).await;
        assert!(now > seen);
        assert_eq!(hints.try_recv().expect("a hint").case.0, case);
        // What was told once is not told again.
        while hints.try_recv().is_ok() {}
        assert_eq!(watch(here.services(), now).await, now);
        assert!(hints.try_recv().is_err());
    }
);
