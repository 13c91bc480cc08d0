//! Whether the history is whole: the last verifications, the one that runs, and the anchors.

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::form::{Button, Form};
use super::i18n::{Arg, Msg, msg};
use super::page::{Page, see_other};
use super::routes::{OpenTo, PageRoute, get, post};
use crate::domain::people::Action;
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::anchors::Kept;
use crate::service::names::Names;
use crate::service::verifications::{EndedRow, RunRow, Seen, see, start};
use crate::service::verify_audit::Stage;
use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde_json::Value;

const PATH: &str = "/integrity";

/// The page, and its button.
pub fn routes() -> Vec<PageRoute> {
    let verify = post("/integrity/verify", begin).also_on_a_copy();
    let all = vec![get(PATH, show), verify];
    let those = OpenTo::Role(Action::VerifyHistory);
    all.into_iter().map(|page| page.open_to(those)).collect()
}

/// The page.
#[derive(Debug, Template)]
#[template(path = "integrity.html")]
pub struct IntegrityPage {
    ctx: Ctx,
    running: Option<RunRow>,
    interrupted: Option<RunRow>,
    goes_on: bool,
    ended: Vec<Ended>,
    anchors: Vec<Anchor>,
}

/// A verification that has ended.
#[derive(Debug)]
struct Ended {
    by: String,
    at: Timestamp,
    /// How far it came.
    came: Msg,
    /// From where on rows are vouched for as they are written, if not from the first entry.
    found: Option<Msg>,
    /// What was wrong, and the same as the command line says it.
    fault: Option<(Msg, String)>,
}

/// An anchor.
#[derive(Debug)]
struct Anchor {
    number: i64,
    hash: String,
    at: String,
    to_file: bool,
    to_webhook: bool,
    holds: bool,
}

impl Page for IntegrityPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl IntegrityPage {
    fn of(ctx: Ctx, seen: Seen) -> Self {
        let names = &seen.names;
        let named = |run: RunRow| RunRow {
            by_name: names.of(&run.by_name),
            ..run
        };
        Self {
            ctx,
            running: seen.running.map(named),
            interrupted: seen.interrupted.map(named),
            goes_on: seen.goes_on,
            ended: (seen.ended.into_iter())
                .map(|row| ended(row, names))
                .collect(),
            anchors: seen.anchors.into_iter().map(anchor).collect(),
        }
    }

    fn progress(run: &RunRow) -> Msg {
        match run.stage {
            Stage::Begun => msg!("integrity-stage-begun"),
            Stage::Entries => msg!(
                "integrity-stage-entries",
                reached = run.reached,
                last = run.last
            ),
            Stage::Rows(table) => msg!(
                "integrity-stage-rows",
                table = Arg::Code(table.as_str().to_owned()),
                reached = run.reached,
                last = run.last
            ),
            Stage::Register => msg!(
                "integrity-stage-register",
                reached = run.reached,
                last = run.last
            ),
            Stage::Counts => msg!("integrity-stage-counts"),
        }
    }

    /// How far one is with what it is at, for a bar; `None` where nobody can say.
    fn bar(run: &RunRow) -> Option<(i64, i64)> {
        (run.last > 0).then_some((run.reached, run.last))
    }
}

fn ended(row: EndedRow, names: &Names) -> Ended {
    let fault = row.fault.map(|text| {
        let told: Value = serde_json::from_str(&text).unwrap_or_default();
        let said = told.get("said").and_then(Value::as_str).unwrap_or_default();
        (in_words(&told), said.to_owned())
    });
    Ended {
        by: names.of(&row.by_name),
        at: row.ended_at,
        came: msg!("integrity-came", entries = row.entries, rows = row.compared),
        found: (row.found > 0).then(|| msg!("integrity-found", entry = row.found)),
        fault,
    }
}

/// What is wrong, as people say it.
fn in_words(told: &Value) -> Msg {
    let text = |member: &str| told.get(member).and_then(Value::as_str).unwrap_or_default();
    let number = |member: &str| told.get(member).and_then(Value::as_i64).unwrap_or_default();
    let table = Arg::Code(text("table").to_owned());
    let key = told.get("key").map(ToString::to_string);
    let key = Arg::Code(key.unwrap_or_default().replace('"', ""));
    let entry = number("number");
    match text("fault") {
        "chain" => msg!("integrity-fault-chain"),
        "changed" => msg!(
            "integrity-fault-changed",
            table = table,
            key = key,
            entry = entry
        ),
        "gone" => msg!(
            "integrity-fault-gone",
            table = table,
            key = key,
            entry = entry
        ),
        "added" => msg!("integrity-fault-added", table = table, key = key),
        "added_last" => msg!("integrity-fault-added-last", table = table, key = key),
        "added_digests" => msg!("integrity-fault-chain"),
        "counted" => msg!("integrity-fault-counted"),
        "unmatched" => msg!("integrity-fault-unmatched"),
        "anchor" => msg!("integrity-fault-anchor"),
        "register" => msg!("integrity-fault-register", entry = entry),
        "schema" if told.get("kind").is_some() => msg!(
            "integrity-fault-schema-in",
            kind = Arg::Word(text("kind").to_owned().into()),
            name = Arg::Code(text("name").to_owned()),
            how = Arg::Word(text("how").to_owned().into())
        ),
        // An earlier version did not say in what.
        "schema" => msg!("integrity-fault-schema"),
        "other_history" => msg!("integrity-fault-other-history", entry = entry),
        _ => msg!("integrity-fault-damaged"),
    }
}

fn anchor(kept: Kept) -> Anchor {
    Anchor {
        number: kept.row.number,
        hash: kept.row.hash.chars().take(12).collect(),
        at: kept.row.at,
        to_file: kept.row.to_file,
        to_webhook: kept.row.to_webhook,
        holds: kept.holds,
    }
}

async fn show(me: SignedIn, services: Data<Services>) -> Result<HttpResponse, PageError> {
    let seen = see(&services, &me.person()).await?;
    IntegrityPage::of(me.ctx, seen).respond()
}

/// Where one runs already, its progress is what the person wanted to see.
async fn begin(
    me: SignedIn,
    services: Data<Services>,
    _: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let _begun = start(&services, &me.person()).await?;
    Ok(see_other(PATH))
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    use crate::domain::history::Vouched;
    let now = ctx.reader.now;
    let faults = [
        "chain",
        "changed",
        "gone",
        "added",
        "added_last",
        "counted",
        "unmatched",
        "anchor",
        "register",
        "schema",
        "schema_in",
        "other_history",
        "?",
    ];
    let faults = std::iter::once(None).chain(faults.map(Some));
    let seen = Seen {
        running: Some(sample_of_run(now, Stage::Entries)),
        interrupted: None,
        goes_on: false,
        ended: faults.map(|fault| sample_of_ended(now, fault)).collect(),
        anchors: [true, false].map(sample_of_anchor).into(),
        names: Names::default(),
    };
    let nothing = || Seen {
        running: None,
        interrupted: None,
        goes_on: false,
        ended: Vec::new(),
        anchors: Vec::new(),
        names: Names::default(),
    };
    let running = [
        Stage::Begun,
        Stage::Rows(Vouched::Cases),
        Stage::Register,
        Stage::Counts,
    ]
    .map(|stage| Seen {
        running: Some(sample_of_run(now, stage)),
        ..nothing()
    });
    let interrupted = [true, false].map(|goes_on| Seen {
        interrupted: Some(sample_of_run(now, Stage::Entries)),
        goes_on,
        ..nothing()
    });
    let all = [seen, nothing()].into_iter().chain(running);
    all.chain(interrupted)
        .map(|seen| Sample::new(IntegrityPage::of(ctx.clone(), seen)))
        .collect()
}

#[cfg(test)]
fn sample_of_run(now: Timestamp, stage: Stage) -> RunRow {
    let counts = !matches!(stage, Stage::Begun | Stage::Counts);
    RunRow {
        token: Some("t".into()),
        by_name: "irina <i>".into(),
        started_at: now,
        lease_until: now,
        stage,
        reached: if counts { 3 } else { 0 },
        last: if counts { 7 } else { 0 },
    }
}

#[cfg(test)]
fn sample_of_ended(now: Timestamp, fault: Option<&str>) -> EndedRow {
    let told = |fault: &str| {
        let mut told = serde_json::json!({
            "fault": fault.trim_end_matches("_in"), "table": "reports", "key": 1, "number": 7, "said": "<b>",
        });
        if fault.ends_with("_in") {
            told["kind"] = "index".into();
            told["name"] = "<i>".into();
            told["how"] = "missing".into();
        }
        told
    };
    EndedRow {
        by_name: "irina <i>".into(),
        started_at: now,
        ended_at: now,
        entries: 21,
        compared: 1,
        found: 3,
        fault: fault.map(|fault| told(fault).to_string()),
    }
}

#[cfg(test)]
fn sample_of_anchor(holds: bool) -> Kept {
    let row = crate::service::anchors::AnchorRow {
        number: 7,
        hash: "ab".repeat(32),
        at: "2026-11-29T12:25:00Z".into(),
        public_key: "k".into(),
        signature: "s".into(),
        to_file: true,
        to_webhook: false,
    };
    Kept { row, holds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::history::Vouched;
    use crate::domain::people::Language;
    use crate::service::verify_audit::AuditFault;
    use crate::store::schema_kept::{Difference, How, Kind};
    use crate::web::i18n::Reader;

    #[test]
    fn what_is_wrong_is_named_in_both_languages() {
        let said = |fault: &AuditFault| {
            Language::ALL.map(|language| {
                let reader = Reader {
                    language,
                    zone: chrono_tz::UTC,
                    now: Timestamp(0),
                };
                in_words(&fault.told()).plain(&reader)
            })
        };
        let schema = |kind, name: &str, how| {
            let name = name.to_owned();
            said(&AuditFault::Schema(Difference { kind, name, how }))
        };
        let [en, ru] = schema(Kind::Migration, "40", How::Missing);
        assert!(en.ends_with("the migration 40 is missing"), "{en}");
        assert!(ru.ends_with("не хватает: миграция 40"), "{ru}");
        let [en, ru] = schema(Kind::Trigger, "cats", How::Added);
        assert!(en.ends_with("the trigger cats was added"), "{en}");
        assert!(ru.ends_with("добавлено: триггер cats"), "{ru}");
        let [en, ru] = said(&AuditFault::NoSource {
            number: 14,
            name: "shop-wms".to_owned(),
        });
        assert!(en.starts_with("Row shop-wms of sources is gone"), "{en}");
        assert!(
            ru.starts_with("Строки shop-wms таблицы sources больше нет"),
            "{ru}"
        );
        let added = |comes_last| {
            said(&AuditFault::Added {
                table: Vouched::Cases,
                key: 7,
                comes_last,
            })
        };
        let [en, ru] = added(true);
        assert!(
            en.ends_with("or the end of the history was cut off"),
            "{en}"
        );
        assert!(ru.ends_with("или у истории отрезали конец"), "{ru}");
        assert!(
            added(false)
                .iter()
                .all(|said| !said.contains("end") && !said.contains("конец"))
        );
    }
}
