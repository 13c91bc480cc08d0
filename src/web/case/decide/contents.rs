//! "Which content is this operation's?": the question that a resume asks where one key came with several contents.

use super::fields::Fields;
use super::resume::KeyField;
use crate::domain::facts::{Content, ContentStanding};
use crate::domain::ids::IdempotencyKey;
use crate::domain::resume::{
    ContentChoice, NewKey, needs_key_for_changed_content, too_late_for_changed_content,
};
use crate::domain::review::Review;
use crate::web::case::conflict::Table;
use crate::web::case::go_on::suggested_key;
use crate::web::case::operation::Version;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;

/// The field of the question.
pub const CONTENT: &str = "content";
/// The answer that stands for the agreed content; any other is a digest.
const AGREED: &str = "agreed";

/// The question, with all that a person needs to answer it.
#[derive(Debug, Clone)]
pub struct WhichContent {
    pub agreed_chosen: bool,
    /// In the order in which they came.
    pub versions: Vec<VersionChoice>,
    /// Why no changed content can be chosen.
    pub too_late: Vec<Msg>,
    /// With a changed content, whichever, each of these steps goes out under a new key.
    pub keys: Vec<KeyField>,
}

/// A changed content.
#[derive(Debug, Clone)]
pub struct VersionChoice {
    pub version: Version,
    /// What differs, where somebody knows.
    pub table: Option<Table>,
    /// The value of its field; none where it cannot be chosen.
    pub value: Option<String>,
    /// Why it cannot be chosen, where that is of its own.
    pub why_not: Option<Msg>,
    pub chosen: bool,
}

impl VersionChoice {
    /// How many differences do not stand beside the choice.
    pub fn left_out(&self) -> usize {
        let table = self.table.as_ref();
        table.map_or(0, |table| table.rows.len() - table.in_short().len())
    }
}

impl WhichContent {
    /// Asks, if there is something to ask.
    pub fn of(
        review: &Review<'_>,
        versions: Vec<(Version, Option<Table>)>,
        fields: &Fields,
    ) -> Option<Self> {
        if !review.has_contested_content() {
            return None;
        }
        let too_late: Vec<Msg> = (too_late_for_changed_content(review).iter())
            .map(|fault| words::no_resume(review.facts, fault))
            .collect();
        let answer = fields.get(CONTENT);
        let contested = review.facts.contents.iter();
        let contested = contested.filter(|c| c.standing == ContentStanding::Contested);
        let choice = |(content, (version, table)): (&Content, (Version, Option<Table>))| {
            let digest = content.digest.as_deref();
            let known = digest.filter(|digest| content.may_be_chosen(digest));
            VersionChoice {
                value: known.filter(|_| too_late.is_empty()).map(ToOwned::to_owned),
                why_not: known.is_none().then(|| msg!("resume-content-not-known")),
                chosen: digest == Some(answer),
                version,
                table,
            }
        };
        Some(Self {
            agreed_chosen: answer == AGREED,
            versions: contested.zip(versions).map(choice).collect(),
            keys: if too_late.is_empty() {
                keys(review, fields)
            } else {
                Vec::new()
            },
            too_late,
        })
    }

    /// Whether one of the changed contents can be chosen.
    pub fn has_choice(&self) -> bool {
        self.versions.iter().any(|version| version.value.is_some())
    }
}

fn keys(review: &Review<'_>, fields: &Fields) -> Vec<KeyField> {
    (review.steps.iter().enumerate())
        .filter(|(_, step)| needs_key_for_changed_content(step))
        .map(|(index, step)| {
            let field = content_key_field(index);
            let typed = fields.sent(&field).map(ToOwned::to_owned);
            KeyField {
                step: humane(step.step.name.as_str()),
                old: step.step.own_key().map(|key| key.as_str().to_owned()),
                new: typed.unwrap_or_else(|| suggested_key(review, step).as_str().to_owned()),
                field,
            }
        })
        .collect()
}

/// The field of a step's new key that goes with a changed content.
pub fn content_key_field(index: usize) -> String {
    format!("content_key_{}", index + 1)
}

/// What the person answered.
pub fn chosen(fields: &Fields) -> Option<ContentChoice> {
    match fields.get(CONTENT) {
        "" => None,
        AGREED => Some(ContentChoice::Agreed),
        digest => Some(ContentChoice::Changed(digest.to_owned())),
    }
}

/// The new keys that go with a changed content.
pub fn new_keys(review: &Review<'_>, fields: &Fields) -> Vec<NewKey> {
    (review.steps.iter().enumerate())
        .filter(|(_, step)| needs_key_for_changed_content(step))
        .filter_map(|(index, step)| {
            let key = fields.get(&content_key_field(index)).trim();
            (!key.is_empty()).then(|| NewKey {
                step: step.step.name.clone(),
                key: IdempotencyKey::new(key),
            })
        })
        .collect()
}
