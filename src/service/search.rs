//! Finding a case by whatever somebody has in hand: its number, an instruction's id, the hash of a decision's entry in the
//! history, or any identifier of its operation.

pub use crate::store::identifiers::Hit;

use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::{CaseId, InstructionId, SourceId};
use crate::domain::people::{Action, allows};
use crate::store::cases::CaseRow;
use crate::store::identifiers::Whole;
use crate::store::{self, Pooled, cases, identifiers, instructions, register, sources};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// How many operations are shown; whoever sees more types more.
pub const SHOWN: usize = 50;
/// So many entries are looked at whose hash begins alike; six characters of one seldom are those of two.
const ALIKE: i64 = 50;

/// A name that this program gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A case's number.
    Number,
    /// An instruction's id.
    Instruction,
    /// The beginning of the hash of a decision's entry.
    Hash,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Cases that the text is a name of, as this program names them.
    pub named: Vec<(Named, CaseRow)>,
    /// Operations that have the text itself as an identifier.
    pub exact: Vec<Hit>,
    /// Operations with an identifier that begins with it.
    pub longer: Vec<Hit>,
    /// There are more than are shown.
    pub more: bool,
    /// The titles of the sources of what was found.
    pub sources: BTreeMap<SourceId, String>,
}

impl Found {
    /// The one case that must be meant: the only exact one, or else the only one at all.
    pub fn single(&self) -> Option<CaseId> {
        let mut exact: Vec<_> = self.named.iter().map(|(_, case)| case.id).collect();
        exact.sort_unstable();
        exact.dedup();
        for hit in &self.exact {
            match hit.case_id {
                Some(case) if exact.contains(&case) => {}
                Some(case) => exact.push(case),
                // Its operation is known, and no case can be opened: the list has to say so.
                None => return None,
            }
        }
        match (exact.as_slice(), self.longer.as_slice()) {
            ([only], _) => Some(*only),
            ([], [only]) => only.case_id,
            _ => None,
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty() && self.exact.is_empty() && self.longer.is_empty()
    }
}

/// Finds operations, open and closed, by a text.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn search(services: &Services, person: &Person, text: &str) -> Answer<Found, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let mut conn = services.db.read().await?;
    let named = named(&mut conn, text).await?;
    let found = identifiers::search(&mut conn, text, SHOWN).await?;
    let term = identifiers::fold(text);
    let (exact, longer) = found.hits.into_iter().partition(|hit| hit.term == term);
    let sources = sources::list(&mut conn).await?;
    Ok(Found {
        named,
        exact,
        longer,
        more: found.whole != Whole::All,
        sources: sources
            .into_iter()
            .map(|source| (source.id, source.title))
            .collect(),
    })
}

/// The cases that a text names by a name of this program's. What is the number of a case is not taken for the beginning of a hash.
pub(super) async fn named(
    db: &mut Pooled,
    text: &str,
) -> Result<Vec<(Named, CaseRow)>, store::Error> {
    let mut found = Vec::new();
    if let Some(number) = case_number(text) {
        let case = cases::get(&mut *db, number).await?;
        found.extend(case.map(|case| (Named::Number, case)));
    }
    let instruction = InstructionId::new(text.trim());
    if let Some(row) = instructions::get(&mut *db, &instruction).await? {
        let case = cases::get(&mut *db, row.case_id).await?;
        found.extend(case.map(|case| (Named::Instruction, case)));
    }
    if !found.is_empty() {
        return Ok(found);
    }
    let mut of_hash = register::by_hash(&mut *db, text, ALIKE).await?;
    of_hash.sort_unstable();
    of_hash.dedup();
    for id in of_hash {
        let case = cases::get(&mut *db, id).await?;
        found.extend(case.map(|case| (Named::Hash, case)));
    }
    Ok(found)
}

/// People write the number of a case as it is, or with a sign before it: "20418", "#20418", "№ 20418".
pub(super) fn case_number(text: &str) -> Option<CaseId> {
    let number = text.trim().trim_start_matches(['#', '№']).trim_start();
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| number.parse().ok().map(CaseId)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::OperationId;

    fn hit(operation: i64, case: Option<i64>) -> Hit {
        Hit {
            term: "8817".to_owned(),
            name: "reference:order_id".to_owned(),
            operation_id: OperationId(operation),
            operation_key: "ship:8817".into(),
            operation_type: "warehouse_shipment".into(),
            source_id: SourceId(1),
            case_id: case.map(CaseId),
            state: None,
            kind: None,
            title: None,
        }
    }

    fn single(exact: Vec<Hit>, longer: Vec<Hit>) -> Option<i64> {
        let found = Found {
            exact,
            longer,
            ..Found::default()
        };
        found.single().map(|case| case.0)
    }

    #[test]
    fn an_exact_hit_goes_before_all_that_only_begin_so() {
        let a = || hit(1, Some(20001));
        let b = || hit(2, Some(20002));
        assert_eq!(single(vec![a()], vec![b()]), Some(20001));
        assert_eq!(single(vec![], vec![b()]), Some(20002));
        assert_eq!(single(vec![a(), b()], vec![]), None);
        assert_eq!(single(vec![], vec![a(), b()]), None);
        assert_eq!(single(vec![hit(3, None)], vec![]), None);
        assert_eq!(single(vec![], vec![]), None);
    }

    #[test]
    fn case_numbers_as_people_write_them() {
        for text in ["20418", " #20418", "№ 20418 "] {
            assert_eq!(case_number(text), Some(CaseId(20418)), "{text}");
        }
        for text in ["", "#", "-5", "20418x", "99999999999999999999", "٢٠"] {
            assert_eq!(case_number(text), None, "{text}");
        }
    }
}
