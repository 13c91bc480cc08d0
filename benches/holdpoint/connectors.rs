//! What sources ask and take, against static answers of the same bytes: the gate in its states, polls that find nothing,
//! and instructions that are really taken, renewed and ended. These are written, and are compared with the bare writes too.

mod bare;
mod takings;

use crate::client::{Connection, Request};
use crate::database::{Database, number, texts};
use crate::measure::{Plan, Ratio, Series, Variant, take_turns};
use crate::server::{Doubles, Server};
use actix_web::web;
use anyhow::{Context, ensure};
use holdpoint::service::sources::{add_token, by_name};

/// How many different keys of a kind are asked for, where there are so many.
const DIFFERENT: i64 = 100;
/// The gate's answers, all of them in turn.
pub const GATE: &str = "gate, all of these";
/// A look for instructions, of which there are none.
pub const POLL: &str = "take, nothing offered";

/// What was measured of one kind of call.
#[derive(Default)]
pub struct Calls {
    pub name: &'static str,
    /// The mean length of an answer.
    pub bytes: usize,
    pub call: Series,
    /// The same bytes from memory, through all that a call goes through.
    pub as_call: Series,
    /// Through what every answer goes through.
    pub as_asset: Series,
    /// The same writes by themselves, each durable before the next: how many in a second, round by round.
    pub bare: Option<Vec<f64>>,
}

impl Calls {
    /// The rate of the calls, by the rate of static answers that go the same way.
    pub fn by_static(&self) -> Ratio {
        Ratio::of(&self.call.rates, &self.as_call.rates)
    }

    /// The same by static answers that go the shortest way.
    pub fn by_asset(&self) -> Ratio {
        Ratio::of(&self.call.rates, &self.as_asset.rates)
    }

    /// The same by the bare writes.
    pub fn by_bare(&self) -> Option<Ratio> {
        let bare = self.bare.as_ref()?;
        Some(Ratio::of(&self.call.rates, bare))
    }
}

/// A source at its program.
struct Source<'a> {
    server: &'a Server,
    database: &'a Database,
    name: String,
    id: i64,
    token: String,
}

/// Measures all that a source calls beside its reports. `takes` instructions are taken in a round.
pub async fn measure(
    server: &Server,
    database: &Database,
    plan: Plan,
    takes: usize,
) -> anyhow::Result<Vec<Calls>> {
    let name = busiest(database).await?;
    let source = Source {
        server,
        database,
        id: by_name(&server.services, &name).await?.id.0,
        token: add_token(&server.services, &name).await?.token,
        name,
    };
    let mut all = source.questions(plan).await?;
    all.extend(takings::measure(&source, plan, takes).await?);
    Ok(all)
}

/// The source that has most on offer; of others no operation could be resumed.
async fn busiest(database: &Database) -> anyhow::Result<String> {
    let sql = "SELECT s.name FROM instructions i JOIN sources s ON s.id = i.source_id WHERE i.state = 'offered'
        GROUP BY s.name ORDER BY COUNT(*) DESC LIMIT 1";
    let mut raw = database.connect().await?;
    let found = texts(raw.conn(), sql.to_owned()).await?;
    raw.close().await?;
    found.into_iter().next().context("nothing is on offer")
}

impl Source<'_> {
    /// The calls that change nothing.
    async fn questions(&self, plan: Plan) -> anyhow::Result<Vec<Calls>> {
        let mut kinds = self.gates().await?;
        kinds.push((POLL, vec![self.get(&self.poll().await?)]));
        let mut all = Vec::new();
        for (name, requests) in kinds {
            ensure!(!requests.is_empty(), "nothing to ask for: {name}");
            let doubles = self.server.doubles();
            let measured = move || {
                let doubled = double(&doubles, requests)?;
                let mut series = take_turns(plan, &doubled.variants)?.into_iter();
                let mut next = || series.next().unwrap_or_default();
                anyhow::Ok(Calls {
                    name,
                    bytes: doubled.bytes,
                    call: next(),
                    as_call: next(),
                    as_asset: next(),
                    bare: None,
                })
            };
            all.push(web::block(measured).await??);
        }
        Ok(all)
    }

    /// Questions at the gate, by what they are answered with.
    async fn gates(&self) -> anyhow::Result<Vec<(&'static str, Vec<Request>)>> {
        let unknown: Vec<_> = (0..DIFFERENT)
            .map(|n| format!("never:stopped:{n}"))
            .collect();
        let mut kinds = vec![("gate, never stopped", self.by_key(&unknown)?)];
        for (name, which) in [
            ("gate, held", "stage = 0"),
            ("gate, instructed", "state = 'decided'"),
            ("gate, closed", "stage = 2"),
        ] {
            let rows = format!("cases WHERE {which}");
            kinds.push((
                name,
                self.by_key(&self.some("operation_key", &rows).await?)?,
            ));
        }
        let held = "holds h JOIN cases USING (operation_id) WHERE stage = 0";
        let objects = self.some("hold", held).await?;
        let by_object = unknown.iter().zip(&objects);
        let by_object =
            by_object.map(|(key, hold)| self.gate(&[("operation_key", key), ("hold", hold)]));
        kinds.push(("gate, object held", by_object.collect::<Result<_, _>>()?));
        let longest = kinds.iter().map(|(_, some)| some.len()).max().unwrap_or(0);
        let in_turn =
            (0..longest).flat_map(|n| kinds.iter().filter_map(move |(_, some)| some.get(n)));
        let in_turn = in_turn.cloned().collect();
        kinds.push((GATE, in_turn));
        Ok(kinds)
    }

    /// Some texts of the source's, from all over a table.
    async fn some(&self, column: &str, rows: &str) -> anyhow::Result<Vec<String>> {
        let sql = format!(
            "SELECT {column} FROM (SELECT {column}, ROW_NUMBER() OVER (ORDER BY cases.id) AS nth, COUNT(*) OVER () AS n
                FROM {rows} AND source_id = {}) AS numbered
            WHERE nth % (n / {DIFFERENT} + 1) = 0",
            self.id
        );
        let mut raw = self.database.connect().await?;
        let found = texts(raw.conn(), sql).await?;
        raw.close().await?;
        Ok(found)
    }

    /// A look for what was offered after all that was.
    async fn poll(&self) -> anyhow::Result<String> {
        let mut raw = self.database.connect().await?;
        let last = "SELECT MAX(number) FROM history".to_owned();
        let last = number(raw.conn(), last).await?;
        raw.close().await?;
        Ok(format!("/api/v1/instructions?state=offered&after={last}"))
    }

    fn by_key(&self, keys: &[String]) -> anyhow::Result<Vec<Request>> {
        let each = keys.iter();
        each.map(|key| self.gate(&[("operation_key", key)]))
            .collect()
    }

    fn gate(&self, query: &[(&str, &String)]) -> anyhow::Result<Request> {
        let query = serde_html_form::to_string(query)?;
        Ok(self.get(&format!("/api/v1/gate?{query}")))
    }

    fn get(&self, path: &str) -> Request {
        Request::ask(self.server.address, path, &self.token)
    }
}

/// Three variants of one kind of call: itself, and its doubles.
struct Doubled {
    bytes: usize,
    variants: [Variant; 3],
}

/// Asks each request once, and has the answers' bytes served from memory as well: to the same calls, and as assets.
fn double(doubles: &Doubles, requests: Vec<Request>) -> anyhow::Result<Doubled> {
    let address = doubles.address;
    let mut connection = Connection::open(address)?;
    let (mut as_calls, mut as_assets) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    for request in &requests {
        let body = connection.ask(request)?.to_vec();
        bytes += body.len();
        let nth = doubles.serve(body);
        as_calls.push(request.to(&format!("/static-call/{nth}")));
        as_assets.push(Request::get(address, &format!("/static-asset/{nth}"), ""));
    }
    Ok(Doubled {
        bytes: bytes / requests.len().max(1),
        variants: [requests, as_calls, as_assets].map(|requests| Variant { address, requests }),
    })
}
