//! Pages against static answers of the same bytes, on a small database and on a big one.

use crate::client::Request;
use crate::database::{Database, numbers, texts};
use crate::fill::{PASSWORD, READER};
use crate::measure::{Plan, Ratio, Series, Variant, take_turns};
use crate::server::Server;
use actix_web::web;
use anyhow::ensure;

/// How many different pages of a kind are asked for, where there are so many.
const DIFFERENT: i64 = 100;

/// The queue's first pages.
pub const LANES: [&str; 3] = [
    "/?kind=result_unknown",
    "/?kind=next_step_pending",
    "/?kind=payload_conflict",
];

/// What was measured of one kind of page.
pub struct Pages {
    pub name: &'static str,
    pub small: Answers,
    pub big: Answers,
}

/// One kind of page in one database.
pub struct Answers {
    /// The mean length of an answer.
    pub bytes: usize,
    pub page: Series,
    /// None for answers that have no bytes.
    pub doubles: Option<Doubles>,
}

/// The same bytes from memory.
pub struct Doubles {
    /// Through all that a page goes through.
    pub as_page: Series,
    /// Through what every answer goes through.
    pub as_asset: Series,
}

impl Answers {
    /// The rate of the pages, by the rate of static answers that go the same way.
    pub fn ratio(&self) -> Option<Ratio> {
        let doubles = self.doubles.as_ref()?;
        Some(Ratio::of(&self.page.rates, &doubles.as_page.rates))
    }
}

impl Pages {
    /// How much longer a page of the big database takes.
    pub fn growth(&self) -> Ratio {
        Ratio::of(&self.small.page.rates, &self.big.page.rates)
    }
}

/// A database, and the application on it.
pub struct Site<'a> {
    pub server: &'a Server,
    pub database: &'a Database,
}

/// A kind of page.
struct Kind {
    name: &'static str,
    paths: Vec<String>,
    /// The way to a page, and no page.
    leads_on: bool,
}

/// Measures every kind of page on both.
pub async fn measure(small: &Site<'_>, big: &Site<'_>, plan: Plan) -> anyhow::Result<Vec<Pages>> {
    let (small_cookie, big_cookie) = (small.cookie().await?, big.cookie().await?);
    let kinds = small.kinds().await?.into_iter().zip(big.kinds().await?);
    let mut all = Vec::new();
    for (in_small, in_big) in kinds {
        let name = in_small.name;
        let (small, in_small) = small.variants(in_small, &small_cookie).await?;
        let (big, in_big) = big.variants(in_big, &big_cookie).await?;
        let variants = [in_small, in_big].concat();
        let have_bytes = variants.len() > 2;
        let mut series = web::block(move || take_turns(plan, &variants))
            .await??
            .into_iter();
        let mut answers = |bytes| Answers {
            bytes,
            page: series.next().unwrap_or_default(),
            doubles: have_bytes.then(|| Doubles {
                as_page: series.next().unwrap_or_default(),
                as_asset: series.next().unwrap_or_default(),
            }),
        };
        all.push(Pages {
            name,
            small: answers(small),
            big: answers(big),
        });
    }
    Ok(all)
}

impl Site<'_> {
    /// The pages without their doubles.
    pub async fn pages_alone(&self) -> anyhow::Result<Vec<(&'static str, Variant)>> {
        let (address, cookie) = (self.server.address, self.cookie().await?);
        let mut all = Vec::new();
        for kind in self.kinds().await?.iter().filter(|kind| !kind.leads_on) {
            let get = |path: &String| Request::get(address, path, &cookie);
            let requests = kind.paths.iter().map(get).collect();
            all.push((kind.name, Variant { address, requests }));
        }
        Ok(all)
    }

    pub async fn cookie(&self) -> anyhow::Result<String> {
        self.cookie_of(READER).await
    }

    /// The same of somebody else.
    pub async fn cookie_of(&self, name: &str) -> anyhow::Result<String> {
        self.server.sign_in(name, PASSWORD).await
    }

    async fn kinds(&self) -> anyhow::Result<Vec<Kind>> {
        let page = |name, paths| Kind {
            name,
            paths,
            leads_on: false,
        };
        let queue = LANES.map(str::to_owned).into();
        let (shared, unique) = self.terms().await?;
        Ok(vec![
            page("queue", queue),
            page("case", self.cases().await?),
            page("search, a list", shared),
            Kind {
                name: "search, one hit",
                paths: unique,
                leads_on: true,
            },
        ])
    }

    /// Cases spread over the whole table, open ones and resolved ones.
    async fn cases(&self) -> anyhow::Result<Vec<String>> {
        let mut raw = self.database.connect().await?;
        let mut paths = Vec::new();
        for stage in ["stage < 2", "stage = 2"] {
            let sql = format!(
                "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS nth, COUNT(*) OVER () AS n
                    FROM cases WHERE {stage}) AS numbered
                WHERE nth % (n / {DIFFERENT} + 1) = 0"
            );
            let ids = numbers(raw.conn(), sql).await?;
            paths.extend(ids.iter().map(|id| format!("/cases/{id}")));
        }
        raw.close().await?;
        Ok(paths)
    }

    /// Searches for what several operations have, and for what one has.
    async fn terms(&self) -> anyhow::Result<(Vec<String>, Vec<String>)> {
        let mut raw = self.database.connect().await?;
        let shared = "SELECT term FROM identifiers WHERE name LIKE 'reference:customer%'
            GROUP BY term HAVING COUNT(*) BETWEEN 5 AND 15";
        let unique = "SELECT term FROM identifiers WHERE name = 'operation_key'";
        let mut found = Vec::new();
        for terms in [shared, unique] {
            let sql = format!(
                "SELECT term FROM (SELECT term, ROW_NUMBER() OVER (ORDER BY term) AS nth, COUNT(*) OVER () AS n
                    FROM ({terms}) AS terms) AS numbered
                WHERE nth % (n / {DIFFERENT} + 1) = 0"
            );
            let terms = texts(raw.conn(), sql).await?;
            ensure!(!terms.is_empty(), "nothing to search for");
            let encoded = terms
                .iter()
                .map(|term| serde_html_form::to_string([("q", term)]));
            let queries = encoded.collect::<Result<Vec<_>, _>>()?;
            found.push(
                queries
                    .iter()
                    .map(|q| format!("/search?{q}"))
                    .collect::<Vec<_>>(),
            );
        }
        raw.close().await?;
        let unique = found.pop().unwrap_or_default();
        Ok((found.pop().unwrap_or_default(), unique))
    }

    /// The pages, and beside them their doubles where they have any.
    async fn variants(&self, kind: Kind, cookie: &str) -> anyhow::Result<(usize, Vec<Variant>)> {
        let address = self.server.address;
        let variant = |requests| Variant { address, requests };
        if kind.leads_on {
            let ask = |path: &String| Request::get(address, path, cookie).expecting(303);
            return Ok((0, vec![variant(kind.paths.iter().map(ask).collect())]));
        }
        let (server, cookie) = (self.server.doubles(), cookie.to_owned());
        let asked = web::block(move || server.make(&kind.paths, &cookie)).await??;
        let all = [asked.pages, asked.as_pages, asked.as_assets];
        Ok((asked.bytes, all.map(variant).into()))
    }
}
