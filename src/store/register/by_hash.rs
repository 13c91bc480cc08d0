//! Finding a case by the hash of an entry of the register, as prints, exports and evidence name it.

use crate::domain::ids::CaseId;
use crate::on;
use crate::store::Conn;
use sqlx::Result;

/// So few characters of a hash are enough: pages show as many, and the index has as many.
const SHORTEST: usize = 6;

/// The kinds are those of the index, in the same words: without them it is of no use.
const BY_HASH: &str = "SELECT case_id FROM history
    WHERE kind IN ('decided', 'proposed', 'approved', 'proposal_refused', 'proposal_returned', 'proposal_withdrawn',
        'instruction_withdrawn', 'lapsed', 'turned_away')
    AND substr(hash, 1, 6) = substr($1, 1, 6) AND hash >= $1 AND hash < $2 ORDER BY hash LIMIT $3";

/// The cases of entries whose hash begins with a text, at most `limit`; none if the text cannot be a part of a hash.
pub async fn by_hash<'c>(conn: impl Into<Conn<'c>>, text: &str, limit: i64) -> Result<Vec<CaseId>> {
    let Some(begins) = beginning(text) else {
        return Ok(Vec::new());
    };
    // A hash goes on with a digit up to f.
    let end = format!("{begins}g");
    let found: Vec<Option<CaseId>> = on!(conn.into(), |c| {
        let query = sqlx::query_scalar::<DB, Option<CaseId>>(BY_HASH);
        query
            .bind(begins)
            .bind(end)
            .bind(limit)
            .fetch_all(c)
            .await?
    });
    Ok(found.into_iter().flatten().collect())
}

/// The text as a hash begins.
fn beginning(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let fits = (SHORTEST..=64).contains(&text.len());
    (fits && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn what_can_be_the_beginning_of_a_hash() {
        assert_eq!(beginning(" 9F86d0 "), Some("9f86d0".to_owned()));
        assert_eq!(beginning(&"a".repeat(64)), Some("a".repeat(64)));
        assert_eq!(beginning("246173"), Some("246173".to_owned()));
        for text in ["", "9f86d", "9f86dg", "9f86-d0", &"a".repeat(65), "ф9f86d0"] {
            assert_eq!(beginning(text), None, "{text}");
        }
    }
}
