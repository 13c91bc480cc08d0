//! The same key with different content: every version, what was done with the agreed one, and a table of differences.

use super::content_verdict::content_verdict;
use super::json_text::{self, LARGE};
use super::lines::Lines;
use super::operation::Version;
use super::stepper::ResultLink;
use crate::domain::decimal::Decimal;
use crate::domain::facts::ContentStanding;
use crate::domain::json::{Difference, differences, other_spellings, pointer_to, same};
use crate::domain::knowledge::Knowledge;
use crate::domain::review::{Review, StepReview};
use crate::service::see_case::CaseSeen;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use serde_json::Value;

/// So many differences stand on the page of the case; all of them are on the page of the version.
const LISTED: usize = 20;
/// So many of each where more versions than [`OPEN_VERSIONS`] are compared: the decision must not be pages away.
const LISTED_OF_MANY: usize = 5;
/// So many differences stand beside a choice.
const SHORT: usize = 4;
/// So many lines stand side by side on the page of the case; longer ones are loaded when they are opened.
const LINES: usize = 60;
/// With more versions than these, the lines of each are loaded when they are opened.
const OPEN_VERSIONS: usize = 2;
/// More versions than these are only named, and compared on their own pages.
const COMPARED: usize = 10;

/// Parts of names by which amounts are recognised.
const MONEY: [&str; 9] = [
    "amount", "total", "price", "sum", "currency", "qty", "quantity", "tax", "fee",
];
/// Parts of names by which fields are recognised that only serve the transport.
const TECHNICAL: [&str; 10] = [
    "nonce",
    "trace",
    "marker",
    "timestamp",
    "request_id",
    "correlation",
    "sent_at",
    "attempt",
    "session_token",
    "user_agent",
];

/// Several contents under one key.
#[derive(Debug, Clone)]
pub struct Conflict {
    pub versions: Vec<VersionSeen>,
    /// Each that nobody has decided about, against the agreed one.
    pub disputes: Vec<Disputed>,
}

/// One version: where it came from, and what was done with it.
#[derive(Debug, Clone)]
pub struct VersionSeen {
    pub version: Version,
    /// What was, or may have been, done with the agreed one, step by step, with what came of it.
    pub done: Vec<(Msg, Vec<ResultLink>)>,
    /// What was decided about it, where it is contested.
    pub verdict: Option<Msg>,
}

/// A version that nobody has decided about, against the agreed one.
#[derive(Debug, Clone)]
pub struct Disputed {
    pub agreed: Version,
    pub changed: Version,
    /// `None` where nobody knows what one of them says.
    pub table: Option<Table>,
    pub side_by_side: SideBySide,
}

/// The lines of both contents.
#[derive(Debug, Clone)]
pub enum SideBySide {
    Here(Lines),
    /// They are loaded when somebody opens them; so many lines differ.
    WhenOpened {
        changed: usize,
    },
    /// One of them is not known; this is what the agreed one says, if that is known and not large.
    NotKnown {
        agreed: Option<String>,
    },
}

/// Where two contents differ; amounts first, what is the whole's before what is a line's, technical fields last.
#[derive(Debug, Clone)]
pub struct Table {
    pub rows: Vec<Row>,
    /// Amounts that both have and that are the same.
    pub same_money: Vec<(String, String)>,
    /// By their names, only technical fields differ.
    pub only_technical: bool,
    /// Numbers that are written differently and have the same value.
    pub other_spellings: usize,
}

/// One place where two contents differ.
#[derive(Debug, Clone)]
pub struct Row {
    pub place: Place,
    pub old: Option<String>,
    pub new: Option<String>,
    pub sort: Sort,
    /// Texts that are numbers of one value, such as "10.10" and "10.1".
    pub same_value: bool,
}

/// Where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The amount beside the payload.
    Amount,
    /// The type beside the payload.
    Type,
    /// In the payload.
    Pointer(String),
}

impl Place {
    /// How deep it lies: the total of an order comes before the prices of its lines.
    fn depth(&self) -> usize {
        match self {
            Self::Amount | Self::Type => 0,
            Self::Pointer(pointer) => pointer.matches('/').count(),
        }
    }
}

/// What kind of field it seems to be, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Money,
    Other,
    Technical,
}

impl Sort {
    fn of(pointer: &str) -> Self {
        let name = pointer
            .rsplit('/')
            .find(|part| part.parse::<u32>().is_err());
        let name = name.unwrap_or(pointer).to_lowercase();
        let holds = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if holds(&TECHNICAL) {
            Self::Technical
        } else if holds(&MONEY) {
            Self::Money
        } else {
            Self::Other
        }
    }
}

impl Conflict {
    /// Collects it; `None` where nobody has anything to decide about contents.
    pub fn of(seen: &CaseSeen, review: &Review<'_>) -> Option<Self> {
        if !review.has_contested_content() {
            return None;
        }
        let contents = &seen.facts.contents;
        Some(Self {
            versions: (contents.iter().map(Version::of))
                .map(|version| version_seen(seen, review, version))
                .collect(),
            disputes: disputes(seen),
        })
    }

    /// How many differences of each version stand on the page of the case.
    pub fn listed(&self) -> usize {
        if self.disputes.len() > OPEN_VERSIONS {
            LISTED_OF_MANY
        } else {
            LISTED
        }
    }

    /// How many versions are only named here, and compared on their own pages.
    pub fn only_named(&self) -> usize {
        let contested = |seen: &&VersionSeen| seen.version.standing == ContentStanding::Contested;
        let all = self.versions.iter().filter(contested).count();
        all.saturating_sub(self.disputes.len())
    }
}

fn version_seen(seen: &CaseSeen, review: &Review<'_>, version: Version) -> VersionSeen {
    let is_contested = version.standing == ContentStanding::Contested;
    VersionSeen {
        verdict: is_contested.then(|| content_verdict(seen, &version)),
        done: match version.standing {
            ContentStanding::Agreed => review.steps.iter().filter_map(done_with).collect(),
            ContentStanding::Contested | ContentStanding::Refused => Vec::new(),
        },
        version,
    }
}

/// What was done at a step with the content that was agreed until now.
fn done_with(step: &StepReview<'_>) -> Option<(Msg, Vec<ResultLink>)> {
    let name = humane(step.step.name.as_str());
    let results = || (step.known.results.iter()).map(|known| ResultLink::of(&known.result));
    match step.known.knowledge {
        Knowledge::Done => Some((msg!("content-step-done", step = name), results().collect())),
        Knowledge::Undone => Some((msg!("content-step-undone", step = name), Vec::new())),
        Knowledge::Unknown(_) => Some((msg!("content-step-unknown", step = name), Vec::new())),
        Knowledge::NotDone(_) => None,
    }
}

/// Each content that nobody has decided about, against the agreed one.
fn disputes(seen: &CaseSeen) -> Vec<Disputed> {
    let Some(agreed) = of_standing(seen, ContentStanding::Agreed).next() else {
        return Vec::new();
    };
    let contested = || of_standing(seen, ContentStanding::Contested);
    let few = contested().count() <= OPEN_VERSIONS;
    contested()
        .take(COMPARED)
        .map(|changed| Disputed::of(seen, &agreed, changed, few))
        .collect()
}

fn of_standing(seen: &CaseSeen, standing: ContentStanding) -> impl Iterator<Item = Version> {
    let contents = (seen.facts.contents.iter()).filter(move |c| c.standing == standing);
    contents.map(Version::of)
}

/// Every content that can be chosen instead of the agreed one, or could if it were known, with what differs.
pub fn changed_versions(seen: &CaseSeen) -> Vec<(Version, Option<Table>)> {
    let agreed = of_standing(seen, ContentStanding::Agreed).next();
    let table = |place: usize, changed: &Version| {
        let agreed = agreed.as_ref().filter(|_| place < COMPARED)?;
        let (old, new) = (payload(seen, agreed)?, payload(seen, changed)?);
        Some(Table::of((agreed, old), (changed, new)))
    };
    (of_standing(seen, ContentStanding::Contested).enumerate())
        .map(|(place, changed)| (changed.clone(), table(place, &changed)))
        .collect()
}

/// What a content says, as far as the page has it.
pub fn payload<'s>(seen: &'s CaseSeen, version: &Version) -> Option<&'s Value> {
    let digest = version.digest.as_ref()?;
    let found = seen.payloads.iter().find(|(known, _)| known == digest)?;
    Some(&found.1)
}

impl Disputed {
    fn of(seen: &CaseSeen, agreed: &Version, changed: Version, few: bool) -> Self {
        let payloads = (payload(seen, agreed), payload(seen, &changed));
        let (table, side_by_side) = match payloads {
            (Some(old), Some(new)) => (
                Some(Table::of((agreed, old), (&changed, new))),
                SideBySide::of(old, new, few),
            ),
            (old, Some(_) | None) => (None, SideBySide::not_known(old)),
        };
        Self {
            agreed: agreed.clone(),
            changed,
            table,
            side_by_side,
        }
    }
}

impl SideBySide {
    fn not_known(agreed: Option<&Value>) -> Self {
        let text = agreed.map(json_text::pretty);
        Self::NotKnown {
            agreed: text.filter(|text| text.len() <= LARGE),
        }
    }

    fn of(old: &Value, new: &Value, here: bool) -> Self {
        let lines = Lines::of(old, new);
        let large = [old, new]
            .iter()
            .any(|value| json_text::pretty(value).len() > LARGE);
        if here && !large && lines.rows.len() <= LINES {
            Self::Here(lines)
        } else {
            let changed = lines.changed;
            Self::WhenOpened { changed }
        }
    }
}

impl Table {
    /// Compares two contents.
    pub fn of(
        (old_version, old): (&Version, &Value),
        (new_version, new): (&Version, &Value),
    ) -> Self {
        let found = differences(old, new);
        let mut rows: Vec<Row> = beside_the_payload(old_version, new_version);
        rows.extend(found.iter().flat_map(leaves));
        rows.sort_by_key(|row| (row.sort, row.place.depth()));
        Self {
            only_technical: !rows.is_empty() && rows.iter().all(|r| r.sort == Sort::Technical),
            same_money: same_money(old, new, &rows),
            other_spellings: other_spellings(old, new),
            rows,
        }
    }

    /// The first so many.
    pub fn first(&self, listed: usize) -> &[Row] {
        self.rows.get(..listed).unwrap_or(&self.rows)
    }

    /// The first few, beside a choice.
    pub fn in_short(&self) -> &[Row] {
        self.first(SHORT)
    }

    /// How many come after the first so many; they stand only on the page of the version.
    pub fn more(&self, listed: usize) -> usize {
        self.rows.len().saturating_sub(listed)
    }
}

/// Amount and type belong to the content, and stand beside the payload.
fn beside_the_payload(old: &Version, new: &Version) -> Vec<Row> {
    let row = |place, sort, old: Option<&String>, new: Option<&String>| Row {
        place,
        sort,
        old: old.cloned(),
        new: new.cloned(),
        same_value: false,
    };
    let mut rows = Vec::new();
    if old.amount != new.amount {
        let (old, new) = (old.amount.as_ref(), new.amount.as_ref());
        rows.push(row(Place::Amount, Sort::Money, old, new));
    }
    if old.operation_type != new.operation_type {
        let (old, new) = (Some(&old.operation_type), Some(&new.operation_type));
        rows.push(row(Place::Type, Sort::Other, old, new));
    }
    rows
}

/// Where one side has a whole object and the other nothing, each of its members is a row.
fn leaves(difference: &Difference) -> Vec<Row> {
    let ((Some(Value::Object(one_sided)), None) | (None, Some(Value::Object(one_sided)))) =
        (&difference.old, &difference.new)
    else {
        return vec![row(difference)];
    };
    if one_sided.is_empty() {
        return vec![row(difference)];
    }
    let of = |value: &Value, there: bool| there.then(|| value.clone());
    one_sided
        .iter()
        .flat_map(|(name, value)| {
            leaves(&Difference {
                pointer: pointer_to(&difference.pointer, name),
                old: of(value, difference.old.is_some()),
                new: of(value, difference.new.is_some()),
            })
        })
        .collect()
}

fn row(difference: &Difference) -> Row {
    let decimal = |value: &Option<Value>| match value {
        Some(Value::String(text)) => Decimal::parse(text),
        Some(Value::Number(number)) => Decimal::parse(&number.to_string()),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => None,
    };
    let (old, new) = (decimal(&difference.old), decimal(&difference.new));
    Row {
        place: Place::Pointer(difference.pointer.clone()),
        old: difference.old.as_ref().map(Value::to_string),
        new: difference.new.as_ref().map(Value::to_string),
        sort: Sort::of(&difference.pointer),
        same_value: old.is_some() && old == new,
    }
}

/// Top-level amounts that both have alike: that they did not change is the first thing a reviewer asks.
fn same_money(old: &Value, new: &Value, rows: &[Row]) -> Vec<(String, String)> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Vec::new();
    };
    let differs = |name: &str| {
        let place = Place::Pointer(pointer_to("", name));
        rows.iter().any(|row| row.place == place)
    };
    old.iter()
        .filter(|(name, _)| Sort::of(name) == Sort::Money)
        .filter(|(name, value)| new.get(*name).is_some_and(|n| same(n, value)))
        .filter(|(name, _)| !differs(name))
        .map(|(name, value)| (name.clone(), json_text::plain(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Timestamp;
    use serde_json::json;

    fn version() -> Version {
        Version {
            digest: None,
            known: true,
            standing: ContentStanding::Agreed,
            event: None,
            received_at: None,
            arrived: Timestamp(0),
            report: None,
            amount: None,
            operation_type: "payment".to_owned(),
        }
    }

    fn table(old: &Value, new: &Value) -> Table {
        Table::of((&version(), old), (&version(), new))
    }

    #[test]
    fn amounts_come_first_and_technical_fields_last() {
        let old = json!({"metadata": {"nonce": "a81"}, "note": null, "amount": "1.10", "currency": "USD"});
        let new =
            json!({"metadata": {"nonce": "b07"}, "note": "x", "amount": "1.20", "currency": "USD"});
        let table = table(&old, &new);
        let places: Vec<_> = table.rows.iter().map(|r| r.place.clone()).collect();
        assert_eq!(
            places,
            ["/amount", "/note", "/metadata/nonce"].map(|p| Place::Pointer(p.to_owned()))
        );
        assert_eq!(
            table.same_money,
            [("currency".to_owned(), "USD".to_owned())]
        );
        assert!(!table.only_technical);
    }

    #[test]
    fn the_total_comes_before_what_changed_in_the_lines() {
        let order = |qty: [u8; 2], total: &str| json!({"lines": [{"qty": qty[0]}, {"qty": qty[1]}], "total": total});
        let table = table(&order([1, 2], "30.00"), &order([2, 3], "50.00"));
        let places: Vec<_> = table.first(2).iter().map(|r| r.place.clone()).collect();
        assert_eq!(
            places,
            ["/total", "/lines/0/qty"].map(|p| Place::Pointer(p.to_owned()))
        );
        assert_eq!(table.more(2), 1);
    }

    #[test]
    fn a_marker_alone_is_a_technical_difference() {
        let table = table(&json!({"m": {"nonce": 1}}), &json!({"m": {"nonce": 2}}));
        assert!(table.only_technical);
    }

    #[test]
    fn texts_of_one_value_differ_and_say_so_and_the_amount_beside_the_payload_counts() {
        let mut dearer = version();
        dearer.amount = Some("2.00 USD".to_owned());
        let (old, new) = (json!({"sum": "10.10"}), json!({"sum": "10.1"}));
        let table = Table::of((&version(), &old), (&dearer, &new));
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|r| (&r.place, r.same_value))
            .collect();
        let sum = Place::Pointer("/sum".to_owned());
        assert_eq!(rows, [(&Place::Amount, false), (&sum, true)]);
    }
}
