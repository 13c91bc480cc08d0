//! Anchors on their way out: to the log, and to a webhook.

use super::lived_in;
use crate::support::database::{Backend, Database, on_database};
use crate::support::endpoint::Endpoint;
use holdpoint::domain::history::anchor::{SignedAnchor, SigningKey};
use holdpoint::domain::webhook::EndpointUrl;
use holdpoint::service::anchors::latest;
use holdpoint::worker::anchors::{Anchorer, Anchoring};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A log that can be read.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("the log").clone()).expect("text")
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("the log").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_anchor_goes_to_the_log_and_to_a_webhook_and_one_that_does_not_arrive_is_shown_as_such() {
    on_database(Backend::Sqlite, async |database: &Database| {
        let log = Log::default();
        let writer = log.clone();
        let logging = tracing_subscriber::fmt()
            .json()
            .with_writer(move || writer.clone());
        let _until_the_end = tracing::subscriber::set_default(logging.finish());
        let world = lived_in(database).await;
        let endpoint = Endpoint::up();
        let webhook = EndpointUrl::parse(endpoint.address(), &world.services.webhook_hosts);
        let anchoring = Anchoring {
            key: SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key"),
            every: Duration::from_secs(3600),
            file: None,
            webhook: Some(webhook.expect("a host that may be called")),
        };
        let key = anchoring.key.public();
        let anchorer = Anchorer::new(world.services.clone(), anchoring).expect("a client");
        let anchor = anchorer.step().await.expect("signed").expect("an anchor");
        let heard = endpoint.hears(1).await;
        let read: SignedAnchor = serde_json::from_str(&heard[0].body).expect("an anchor");
        assert!(read == anchor && read.is_signed_by(&key));
        let line = serde_json::to_string(&anchor.line()).expect("JSON");
        assert!(log.text().contains(&line), "{}", log.text());

        let case = world.stop(crate::desk::world::stopped_shipment("8830"));
        case.await;
        endpoint.will_answer(500);
        let lost = anchorer.step().await.expect("signed").expect("an anchor");
        assert!(lost.number > anchor.number);
        let kept = latest(&world.services).await.expect("kept");
        let arrived = kept
            .iter()
            .map(|kept| (kept.row.number, kept.row.to_webhook));
        let expected = [(lost.number, false), (anchor.number, true)];
        assert_eq!(arrived.collect::<Vec<_>>(), expected);
        assert!(log.text().contains("did not reach its webhook"));
    });
}
