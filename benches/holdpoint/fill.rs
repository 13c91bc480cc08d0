//! Fills a database: some hundred operations go through the program itself, reports, claims and decisions; the rest are
//! copies of their rows.

use crate::database::Database;
use crate::decide::{resume, seen, why};
use crate::multiply::{Depth, multiply};
use crate::options::Size;
use crate::reports::{Report, edition};
use anyhow::{Context, anyhow, ensure};
use bytes::Bytes;
use holdpoint::clock::Clock;
use holdpoint::demo::{PEOPLE, POLICY, SOURCES};
use holdpoint::domain::ids::{CaseId, InstructionId, Team};
use holdpoint::domain::people::UserName;
use holdpoint::domain::report_parse::TakeRequest;
use holdpoint::policy::Policy;
use holdpoint::service::claim::claim;
use holdpoint::service::decide_close::{CloseRequest, decide_close};
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::report_stop::{Channel, Delivered, Delivery, Received, report_stops};
use holdpoint::service::sources::{self, AddSource, add_source};
use holdpoint::service::take::take;
use holdpoint::service::{Person, Services, Source};
use holdpoint::store::{Db, cases};
use holdpoint::worker::backlog::drain;
use std::collections::BTreeMap;

/// Who signs in and looks at the pages.
pub const READER: &str = "irina";
pub const PASSWORD: &str = "correct horse battery staple";

/// Editions of every report: of each, those stay open or are closed.
const OPEN_EDITIONS: [&str; 2] = ["a", "b"];
const CLOSED_EDITIONS: [&str; 2] = ["c", "d"];
/// Of ten open cases that could be resumed one is under way; of ten that wait one is held.
const ONE_OF: usize = 10;

/// The policy under which everything happens.
pub fn policy() -> anyhow::Result<Policy> {
    Policy::read(POLICY).map_err(|faults| anyhow!("{faults:?}"))
}

/// Fills an empty database.
pub async fn fill(database: &Database, size: Size, depth: Depth) -> anyhow::Result<()> {
    let db = Db::connect(&database.url()?).await?;
    db.migrate().await?;
    let first = First::new(Services::new(db.clone(), Clock::System, policy()?)).await?;
    first.make().await?;
    db.close().await;
    let mut raw = database.for_filling().await?;
    multiply(&mut raw, size, depth).await?;
    raw.close().await?;
    // As the program does once it runs.
    let db = Db::connect(&database.url()?).await?;
    drain(&Services::new(db.clone(), Clock::System, policy()?)).await;
    db.close().await;
    Ok(())
}

/// The making of the first operations.
struct First {
    services: Services,
    people: Vec<Person>,
    sources: BTreeMap<String, Source>,
}

impl First {
    async fn new(services: Services) -> anyhow::Result<Self> {
        let mut people = Vec::new();
        for person in PEOPLE {
            let new = AddUser {
                name: UserName::parse(person.name).map_err(|why| anyhow!("{why:?}"))?,
                full_name: person.full_name.to_owned(),
                role: person.role.parse().map_err(|why| anyhow!("{why:?}"))?,
                team: Team::from(person.team),
                password: PASSWORD.to_owned(),
            };
            let role = new.role;
            let id = add_user(&services, &Passwords::default(), new).await?;
            let name = person.name.to_owned();
            people.push(Person { id, name, role });
        }
        let mut by_name = BTreeMap::new();
        for source in SOURCES {
            let new = AddSource {
                name: source.name.to_owned(),
                title: source.title.to_owned(),
                owner_team: Team::from(source.owner_team),
            };
            add_source(&services, new).await?;
            let added = sources::by_name(&services, source.name).await?;
            by_name.insert(source.name.to_owned(), added);
        }
        Ok(Self {
            services,
            people,
            sources: by_name,
        })
    }

    async fn make(&self) -> anyhow::Result<()> {
        let now = self.services.now();
        let reader = self.people.iter().find(|p| p.name == READER);
        let reader = reader.context("nobody reads")?;
        for name in OPEN_EDITIONS {
            for (place, case) in self
                .report(&edition(now, name)?)
                .await?
                .into_iter()
                .enumerate()
            {
                match place % ONE_OF {
                    0 => {
                        resume(&self.services, reader, case).await?;
                    }
                    1 => {
                        claim(&self.services, &self.people[place % 2], case).await?;
                    }
                    _ => {}
                }
            }
        }
        for name in CLOSED_EDITIONS {
            for case in self.report(&edition(now, name)?).await? {
                self.close(reader, case).await?;
            }
        }
        Ok(())
    }

    async fn report(&self, reports: &[Report]) -> anyhow::Result<Vec<CaseId>> {
        let mut cases = Vec::new();
        for (name, source) in &self.sources {
            let of_source = reports.iter().filter(|report| report.source == *name);
            let received = report_all(&self.services, source, of_source.map(Report::text)).await?;
            for answer in received {
                let answer: serde_json::Value = serde_json::from_str(&answer)?;
                cases.push(CaseId(
                    answer["case"]
                        .as_i64()
                        .context("an answer without a case")?,
                ));
            }
        }
        Ok(cases)
    }

    async fn close(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        claim(&self.services, person, case).await?;
        let seen = seen(&self.services, case).await?;
        let named = String::new();
        let request = CloseRequest {
            seen,
            why: why("no_longer_wanted"),
            named,
        };
        let decided = decide_close(&self.services, person, case, &request).await?;
        self.take(case, decided.instruction().context("an offer")?)
            .await
    }

    /// The source hears of a closing, and with that the case is resolved.
    async fn take(&self, case: CaseId, instruction: &InstructionId) -> anyhow::Result<()> {
        let mut conn = self.services.db.read().await?;
        let row = cases::get(&mut conn, case).await?.context("no such case")?;
        drop(conn);
        let source = self.sources.values().find(|s| s.id == row.origin.source_id);
        let request = TakeRequest {
            worker: "worker-1".to_owned(),
            take_token: format!("token of {case}"),
            last_attempt: None,
        };
        let source = source.context("no such source")?;
        take(&self.services, source, instruction, &request).await?;
        Ok(())
    }
}

/// Takes in reports as a batch does, and gives the answers. All of them must be kept.
pub async fn report_all(
    services: &Services,
    source: &Source,
    documents: impl Iterator<Item = String>,
) -> anyhow::Result<Vec<String>> {
    let delivery = |document: String| Delivery {
        document: Bytes::from(document),
        address: None,
    };
    let deliveries: Vec<Delivery> = documents.map(delivery).collect();
    let delivered = Delivered {
        channel: Channel::Batch,
        clock_ahead: 0,
    };
    let mut answers = Vec::with_capacity(deliveries.len());
    for received in report_stops(services, source, delivered, &deliveries).await? {
        match received {
            Received::Kept(receipt) => {
                ensure!(!receipt.repeated, "a report came twice: {}", receipt.answer);
                answers.push(receipt.answer);
            }
            Received::Conflict(_) | Received::Refused(_) => anyhow::bail!("not kept: {received:?}"),
        }
    }
    Ok(answers)
}
