//! Instructions that are really taken, renewed and ended. Each can be taken once, so every round has new ones: reported,
//! claimed and decided through the program.

use super::bare::BareWrites;
use super::{Calls, Doubled, Source, double};
use crate::client::Request;
use crate::decide::resume;
use crate::fill::{READER, report_all};
use crate::measure::{Plan, Variant};
use crate::reports::{Report, edition};
use actix_web::web;
use anyhow::{Context, ensure};
use holdpoint::domain::ids::{CaseId, InstructionId};
use holdpoint::domain::people::UserName;
use holdpoint::service::sources::by_name;
use holdpoint::service::{self, Person};
use holdpoint::store::users;
use serde_json::{Value, json};

/// Reports of one go.
const AT_ONCE: usize = 50;

/// Measures takings, so many in a round; of each its renewal and its outcome.
pub async fn measure(source: &Source<'_>, plan: Plan, takes: usize) -> anyhow::Result<Vec<Calls>> {
    let mut offers = Offers::of(source).await?;
    let mut bare = BareWrites::on(source.database).await?;
    let first = source.calls_for(&offers.make(1).await?);
    let mut all = Vec::new();
    for (name, requests) in ["take", "renewal", "outcome"].into_iter().zip(first) {
        let doubled = source.double(requests).await?;
        let calls = Calls {
            name,
            bytes: doubled.bytes,
            ..Calls::default()
        };
        let [_, as_call, as_asset] = doubled.variants;
        all.push((calls, as_call, as_asset));
    }
    for round in 0..plan.rounds {
        let instructions = offers.make(takes).await?;
        let requests = source.calls_for(&instructions);
        let doubles_first = round % 2 == 1;
        all = web::block(move || turns(plan, all, requests, doubles_first)).await??;
        let rate = bare.rate(&instructions).await?;
        for (calls, ..) in &mut all {
            calls.bare.get_or_insert_default().push(rate);
        }
    }
    bare.close().await?;
    Ok(all.into_iter().map(|(calls, ..)| calls).collect())
}

type Kinds = Vec<(Calls, Variant, Variant)>;

fn turns(
    plan: Plan,
    mut all: Kinds,
    requests: [Vec<Request>; 3],
    doubles_first: bool,
) -> anyhow::Result<Kinds> {
    for ((calls, as_call, as_asset), requests) in all.iter_mut().zip(requests) {
        let address = as_call.address;
        let itself = Variant { address, requests };
        if doubles_first {
            calls.as_asset.measure(plan, as_asset)?;
            calls.as_call.measure(plan, as_call)?;
        }
        calls.call.measure_once(plan, &itself)?;
        if !doubles_first {
            calls.as_call.measure(plan, as_call)?;
            calls.as_asset.measure(plan, as_asset)?;
        }
    }
    Ok(all)
}

impl Source<'_> {
    /// The calls that a worker makes for each instruction: it takes it, goes on, and tells that it does not know.
    fn calls_for(&self, instructions: &[InstructionId]) -> [Vec<Request>; 3] {
        let token = |id: &InstructionId| format!("token of {id}");
        let take = |id| json!({"worker": "worker-1", "take_token": token(id)});
        let renew = |id| json!({"take_token": token(id)});
        let outcome = |id| {
            json!({"take_token": token(id), "outcome": "unknown", "results": [], "attempts": [],
                "detail": "no answer within 30 s"})
        };
        [
            instructions
                .iter()
                .map(|id| self.post(id, "take", &take(id)))
                .collect(),
            instructions
                .iter()
                .map(|id| self.post(id, "renew", &renew(id)))
                .collect(),
            instructions
                .iter()
                .map(|id| self.post(id, "outcome", &outcome(id)))
                .collect(),
        ]
    }

    fn post(&self, id: &InstructionId, verb: &str, document: &Value) -> Request {
        let path = format!("/api/v1/instructions/{id}/{verb}");
        let document = document.to_string();
        Request::post(self.server.address, &path, &self.token, &document)
    }

    /// The doubles take the same documents.
    async fn double(&self, requests: Vec<Request>) -> anyhow::Result<Doubled> {
        let doubles = self.server.doubles();
        web::block(move || double(&doubles, requests)).await?
    }
}

/// Makes instructions that are on offer.
struct Offers<'a> {
    at: &'a Source<'a>,
    source: service::Source,
    reviewer: Person,
    /// Of operations that can be resumed, once it is known which.
    reports: Vec<Report>,
    made: usize,
}

impl<'a> Offers<'a> {
    async fn of(at: &'a Source<'a>) -> anyhow::Result<Self> {
        let services = &at.server.services;
        let now = services.now();
        // Databases may be kept, and each run brings reports that none before it brought.
        let mut reports = edition(now, &format!("t{}", now.0))?;
        reports.retain(|report| report.source == at.name);
        let name = UserName::parse(READER).map_err(|why| anyhow::anyhow!("{why:?}"))?;
        let found = users::by_name(&mut services.db.read().await?, &name).await?;
        let (reviewer, _) = found.context("nobody reviews")?;
        Ok(Self {
            at,
            source: by_name(services, &at.name).await?,
            reviewer: Person::of(&reviewer),
            reports,
            made: 0,
        })
    }

    async fn make(&mut self, wanted: usize) -> anyhow::Result<Vec<InstructionId>> {
        let mut offered = Vec::new();
        while offered.len() < wanted {
            let reports = std::mem::take(&mut self.reports);
            let some: Vec<_> = reports
                .iter()
                .cycle()
                .take(AT_ONCE.max(reports.len()))
                .collect();
            let mut can_be = Vec::new();
            for (place, case) in self.report(&some).await?.into_iter().enumerate() {
                if let Some(id) = resume(&self.at.server.services, &self.reviewer, case).await? {
                    offered.push(id);
                    can_be.push(place);
                }
            }
            let can_be = can_be
                .into_iter()
                .filter_map(|place| reports.get(place).cloned());
            self.reports = can_be.collect();
            ensure!(!self.reports.is_empty(), "nothing can be resumed");
        }
        offered.truncate(wanted);
        Ok(offered)
    }

    async fn report(&mut self, reports: &[&Report]) -> anyhow::Result<Vec<CaseId>> {
        let first = self.made;
        self.made += reports.len();
        let copies = reports.iter().zip(first..);
        let copies = copies.map(|(report, nth)| report.copied(&nth.to_string()).1);
        let answers = report_all(&self.at.server.services, &self.source, copies).await?;
        let mut cases = Vec::new();
        for answer in answers {
            let answer: Value = serde_json::from_str(&answer)?;
            cases.push(CaseId(
                answer["case"]
                    .as_i64()
                    .context("an answer without a case")?,
            ));
        }
        Ok(cases)
    }
}
