//! The address of a page of the register: which entries, and from where on. All of it is in the query string, so that what was
//! found can be kept and sent to a colleague.

use crate::domain::ids::{HistoryNumber, OperationType, Team};
use crate::domain::register::{Fate, What, words};
use crate::domain::standing::DecisionKind;
use crate::domain::time::{Day, Timestamp};
use crate::service::register::{Asked, Cursor, MOST_WORDS, Place};
use crate::web::query::{self, Address};

/// The page.
pub const PATH: &str = "/decisions";
/// Longer values are none that any filter has.
const LONGEST_VALUE: usize = 512;
/// What a box that is ticked says.
const YES: &str = "1";

/// One page of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterAddress {
    pub asked: Asked,
    pub place: Place,
}

/// What a query string says, and the pairs in it that were not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub address: RegisterAddress,
    pub ignored: Vec<String>,
}

impl RegisterAddress {
    /// The beginning of what is asked for.
    pub fn of(asked: Asked) -> Self {
        let place = Place::First;
        Self { asked, place }
    }

    /// Reads a query string. What it does not understand it leaves out, and tells: whoever shows the list says so.
    pub fn read(query: &str) -> Read {
        let mut read = Read {
            address: Self::of(Asked::default()),
            ignored: Vec::new(),
        };
        for (name, value) in query::pairs(query) {
            // An empty field of the form.
            if value.trim().is_empty() {
                continue;
            }
            let told = query::told(&name, &value);
            if read.address.take(&name, value.trim()).is_none() && !read.ignored.contains(&told) {
                read.ignored.push(told);
            }
        }
        read
    }

    /// `None` if the pair says nothing.
    fn take(&mut self, name: &str, value: &str) -> Option<()> {
        if value.len() > LONGEST_VALUE || value.contains('\0') {
            return None;
        }
        let asked = &mut self.asked;
        let text = || Some(value.to_owned());
        match name {
            "from" => asked.from = Some(Day::parse(value)?),
            "to" => asked.to = Some(Day::parse(value)?),
            "what" => asked.what = Some(What::parse(value)?),
            "decision" => asked.kind = Some(kind_of(value)?),
            "person" => asked.person = text(),
            "second" => asked.second = text(),
            "reason" => asked.reason_code = text(),
            "basis" => asked.basis = text(),
            "type" => asked.operation_type = Some(OperationType::from(value)),
            "source" => asked.source = text(),
            "owner" => asked.owner = Some(Team::from(value)),
            "outcome" => asked.fate = Some(Fate::parse(value)?),
            "four_eyes" => asked.four_eyes = ticked(value)?,
            "unknown" => asked.against_unknown = ticked(value)?,
            "reopened" => asked.reopened = ticked(value)?,
            // No word would narrow nothing, and of too many none may be dropped without a word.
            "words" if (1..=MOST_WORDS).contains(&words(value).len()) => {
                value.clone_into(&mut asked.words);
            }
            "id" => value.clone_into(&mut asked.identifier),
            "after" => self.place = Place::After(cursor_of(value)?),
            "before" => self.place = Place::Before(cursor_of(value)?),
            _ => return None,
        }
        Some(())
    }

    /// The path and query string.
    pub fn href(&self) -> String {
        let asked = &self.asked;
        let yes = |set: bool| set.then_some(YES);
        let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let day = |day: Option<Day>| day.map(|day| day.to_string());
        let address = Address::new(PATH)
            .with_some("from", day(asked.from).as_deref())
            .with_some("to", day(asked.to).as_deref())
            .with_some("what", asked.what.map(What::as_str))
            .with_some("decision", asked.kind.map(kind_word))
            .with_some("person", asked.person.as_deref())
            .with_some("second", asked.second.as_deref())
            .with_some("reason", asked.reason_code.as_deref())
            .with_some("basis", asked.basis.as_deref())
            .with_some(
                "type",
                asked.operation_type.as_ref().map(OperationType::as_str),
            )
            .with_some("source", asked.source.as_deref())
            .with_some("owner", asked.owner.as_ref().map(Team::as_str))
            .with_some("outcome", asked.fate.map(Fate::as_str))
            .with_some("four_eyes", yes(asked.four_eyes))
            .with_some("unknown", yes(asked.against_unknown))
            .with_some("reopened", yes(asked.reopened))
            .with_some("words", filled(&asked.words).as_deref())
            .with_some("id", filled(&asked.identifier).as_deref());
        let address = match self.place {
            Place::First => address,
            Place::After(cursor) => address.with("after", &cursor_text(cursor)),
            Place::Before(cursor) => address.with("before", &cursor_text(cursor)),
        };
        address.into()
    }

    /// The same entries from another place on.
    #[must_use]
    pub fn at(&self, place: Place) -> Self {
        Self {
            place,
            ..self.clone()
        }
    }

    /// Whether it leaves everything in.
    pub fn is_whole(&self) -> bool {
        self.asked == Asked::default()
    }
}

/// The kinds of decision, in the order in which people choose from them.
pub const KINDS: [DecisionKind; 4] = [
    DecisionKind::Resume,
    DecisionKind::NewOperation,
    DecisionKind::Compensate,
    DecisionKind::Close,
];

/// The word in an address.
pub const fn kind_word(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Resume => "resume",
        DecisionKind::NewOperation => "new_operation",
        DecisionKind::Compensate => "compensate",
        DecisionKind::Close => "close",
    }
}

fn kind_of(word: &str) -> Option<DecisionKind> {
    KINDS.into_iter().find(|kind| kind_word(*kind) == word)
}

fn ticked(value: &str) -> Option<bool> {
    (value == YES).then_some(true)
}

fn cursor_of(text: &str) -> Option<Cursor> {
    let (at, number) = text.split_once('.')?;
    Some(Cursor {
        at: Timestamp(at.parse().ok()?),
        number: HistoryNumber(number.parse().ok()?),
    })
}

fn cursor_text(cursor: Cursor) -> String {
    format!("{}.{}", cursor.at.0, cursor.number.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
        let day = Day::parse("2026-11-29");
        let text = |text: &str| Some(text.to_owned());
        let asked = Asked {
            from: day,
            to: day,
            what: Some(What::TurnedAway),
            kind: Some(DecisionKind::NewOperation),
            person: text("irina"),
            second: text("ольга"),
            reason_code: text("other"),
            basis: text("a=b&c"),
            operation_type: Some("re/fund 100%".into()),
            source: text("shop"),
            owner: Some("R&D".into()),
            fate: Some(Fate::TooLate),
            four_eyes: true,
            against_unknown: true,
            reopened: true,
            words: "склад + “ключ”".to_owned(),
            identifier: "S-104/8817#x".to_owned(),
        };
        let at = Cursor {
            at: Timestamp(-5),
            number: HistoryNumber(18_204),
        };
        for place in [Place::First, Place::After(at), Place::Before(at)] {
            let asked = asked.clone();
            let address = RegisterAddress { asked, place };
            let href = address.href();
            let (_, query) = href.split_once('?').expect("a query");
            let read = RegisterAddress::read(query);
            assert_eq!((read.address, read.ignored), (address, vec![]), "{href}");
        }
        let whole = RegisterAddress::of(Asked::default());
        assert_eq!((whole.href().as_str(), whole.is_whole()), (PATH, true));
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_is_kept() {
        let query = "from=yesterday&what=all&outcome=&four_eyes=no&after=1.x&type=refund&colour=red&colour=blue&words=one two three four five six seven eight nine&words=;--";
        let read = RegisterAddress::read(query);
        assert_eq!(
            read.ignored,
            [
                "from=yesterday",
                "what=all",
                "four_eyes=no",
                "after=1.x",
                "colour=red",
                "colour=blue",
                "words=one two three four five six seven eight nine",
                "words=;--"
            ]
        );
        let expected = Asked {
            operation_type: Some("refund".into()),
            ..Asked::default()
        };
        assert_eq!(read.address, RegisterAddress::of(expected));
    }
}
