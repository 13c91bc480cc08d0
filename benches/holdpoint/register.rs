//! Pages of the register with few entries and with many.

use crate::client::Request;
use crate::database::{numbers, texts};
use crate::measure::{Plan, Ratio, Series, Variant, take_turns};
use crate::pages::Site;
use actix_web::web;
use anyhow::Context;

/// Who may see the register.
const AUDITOR: &str = "oleg";
/// What a page may take at most with many entries, by what it takes with few.
const MOST_GROWTH: f64 = 1.3;

/// What is asked, each in one way that both databases answer with a full page, where there is one.
const QUESTIONS: [(&str, &str); 25] = [
    ("everything", ""),
    ("half way through", "after={half}"),
    ("the last page", "after={last}"),
    ("backwards, half way", "before={half}"),
    ("a year", "from=2025-06-01&to=2026-05-31"),
    ("what", "what=proposed"),
    ("kind of decision", "decision=new_operation"),
    ("person", "person=irina"),
    ("second person", "second=marta"),
    ("reason", "reason=never_sent"),
    ("basis", "basis=result_useless"),
    ("operation type", "type={type}"),
    ("source", "source={source}"),
    ("owner", "owner={owner}"),
    ("outcome", "outcome=not_sent"),
    ("four eyes", "four_eyes=1"),
    ("against an unknown", "unknown=1"),
    ("reopened later", "reopened=1"),
    ("a word of all", "words=stock"),
    ("a word of one", "words=pallet77"),
    ("an identifier", "id=parcel-77-"),
    ("two filters", "person=irina&reason=never_sent"),
    (
        "two filters and a word",
        "person=irina&outcome=not_sent&words=stock",
    ),
    ("two that few fit", "person=irina&words=carrier3"),
    (
        "three that fewer fit",
        "person=irina&outcome=not_sent&words=carrier3",
    ),
];
/// What few entries fill no page of. A page of 50 rows takes longer than one of 14 whatever else there is, and what is asked is
/// how a page grows with the register: so the full page of the many is held against the full page of everything of the few, as
/// long as itself. Its ratio to their short page is told as well.
const NO_PAGE_OF_FEW: &str = "three that fewer fit";

/// With few entries, and with many.
pub struct Asked {
    name: &'static str,
    series: [Series; 2],
}

/// Measures every question on both.
pub async fn measure(sites: &[Site<'_>; 2], plan: Plan) -> anyhow::Result<Vec<Asked>> {
    let mut variants = Vec::new();
    let addresses = [addresses(&sites[0]).await?, addresses(&sites[1]).await?];
    for nth in 0..QUESTIONS.len() {
        for (site, paths) in sites.iter().zip(&addresses) {
            let path = paths.get(nth).context("a question")?;
            let cookie = site.cookie_of(AUDITOR).await?;
            let address = site.server.address;
            let requests = vec![Request::get(address, path, &cookie)];
            variants.push(Variant { address, requests });
        }
    }
    let series = web::block(move || take_turns(plan, &variants)).await??;
    let mut series = series.into_iter();
    let mut next = || series.next().unwrap_or_default();
    Ok(QUESTIONS
        .map(|(name, _)| Asked {
            name,
            series: [next(), next()],
        })
        .into())
}

async fn addresses(site: &Site<'_>) -> anyhow::Result<Vec<String>> {
    let mut raw = site.database.connect().await?;
    let entries = numbers(raw.conn(), "SELECT COUNT(*) FROM register".to_owned()).await?;
    let entries = entries.first().copied().unwrap_or_default();
    let mut values = Vec::new();
    for (name, offset) in [("{half}", entries / 2), ("{last}", entries - 51)] {
        let sql = format!(
            "SELECT CAST(at AS TEXT) || '.' || CAST(number AS TEXT) FROM register ORDER BY at DESC, number DESC LIMIT 1 OFFSET {offset}"
        );
        values.push((name, texts(raw.conn(), sql).await?));
    }
    for (name, column) in [("{type}", "operation_type"), ("{owner}", "owner_team")] {
        let sql = format!(
            "SELECT {column} FROM register GROUP BY {column} ORDER BY COUNT(*) DESC LIMIT 1"
        );
        values.push((name, texts(raw.conn(), sql).await?));
    }
    let sql = "SELECT s.name FROM register r JOIN sources s ON s.id = r.source_id GROUP BY s.name ORDER BY COUNT(*) DESC LIMIT 1";
    values.push(("{source}", texts(raw.conn(), sql.to_owned()).await?));
    raw.close().await?;
    let filled = |(_, question): (&str, &str)| {
        let mut query = question.to_owned();
        for (name, value) in &values {
            query = query.replace(name, value.first().map_or("", String::as_str));
        }
        format!("/decisions?{query}")
    };
    Ok(QUESTIONS.map(filled).into())
}

/// Tells what was measured, and gives whether the target was met.
pub fn print(asked: &[Asked]) -> bool {
    println!();
    println!("Pages of the register, with few and with many entries");
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>9} {:>7}   many/few",
        "", "few/s", "many/s", "p50 ms", "p99 ms", "CPU ms"
    );
    let mut met = true;
    let full_page = asked.first().map(|everything| &everything.series[0]);
    for Asked {
        name,
        series: [few, many],
    } in asked
    {
        let growth = Ratio::of(&few.rates, &many.rates);
        println!(
            "{name:24} {:>9.0} {:>9.0} {:>9.2} {:>9.2} {:>7.2}   {growth}",
            few.rate(),
            many.rate(),
            many.within(0.5),
            many.within(0.99),
            many.processor(),
        );
        let as_long = full_page.filter(|_| *name == NO_PAGE_OF_FEW);
        let by_full = as_long.map(|full| Ratio::of(&full.rates, &many.rates));
        if let Some(by_full) = &by_full {
            println!("{:24} by a page of few as long: {by_full}", "");
        }
        met &= by_full.unwrap_or(growth).median <= MOST_GROWTH;
    }
    println!();
    let word = if met { "met    " } else { "MISSED " };
    println!("{word} many by few, pages as long, at most {MOST_GROWTH}");
    met
}
