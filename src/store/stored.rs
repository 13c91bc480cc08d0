//! How the domain's types stand in columns: ids as BIGINT or TEXT, times as BIGINT, words as TEXT. The domain knows nothing of it.

use super::queue_counts::Counted;
use crate::domain::access::Opened;
use crate::domain::age::moves::{Milestones, Move};
use crate::domain::age::signs::Sign;
use crate::domain::alert::{self, Channel, Condition, TellingState, Word};
use crate::domain::history::{ActorKind, EntryKind};
use crate::domain::ids::{
    AlertId, CaseId, CauseId, DeliveryId, EndpointId, FollowUpId, HistoryNumber, InstructionId,
    JointActId, NoticeId, OperationId, OperationKey, OperationType, ReportId, SourceId, StepName,
    SystemName, Team, TellingId, UserId, Version, ViewId,
};
use crate::domain::joint::JointKind;
use crate::domain::policy::Risk;
use crate::domain::register::{Fate, What};
use crate::domain::report::StopKind;
use crate::domain::retention::Kept;
use crate::domain::standing::{
    CaseProtection, CaseState, DecisionKind, DecisionState, InstructionOutcome, InstructionState,
    OperationStanding, Resolution, Stage,
};
use crate::domain::surplus::Settlement;
use crate::domain::time::Timestamp;
use crate::domain::webhook::{DeliveryState, EndpointState, Failure, NoticeKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as WordError, StrDeserializer};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{ColumnIndex, Database, Decode, Encode, FromRow, Row, Type};

/// The number under which cases that are put off are counted.
pub(super) const PUT_OFF: i64 = 3;

/// Stores a type as another one, given the way there and back; both ways may fail.
macro_rules! stored_as {
    ($column:ty, $to:expr, $from:expr; $($name:ty),+ $(,)?) => {$(
        impl<DB: Database> Type<DB> for $name
        where
            $column: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$column as Type<DB>>::type_info()
            }
            fn compatible(info: &DB::TypeInfo) -> bool {
                <$column as Type<DB>>::compatible(info)
            }
        }

        impl<'q, DB: Database> Encode<'q, DB> for $name
        where
            $column: Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut <DB as Database>::ArgumentBuffer,
            ) -> Result<IsNull, BoxDynError> {
                let column: Result<$column, BoxDynError> = ($to)(self);
                column?.encode(buffer)
            }
        }

        impl<'r, DB: Database> Decode<'r, DB> for $name
        where
            $column: Decode<'r, DB>,
        {
            fn decode(value: <DB as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
                let column = <$column as Decode<'r, DB>>::decode(value)?;
                ($from)(column)
            }
        }
    )+};
}

macro_rules! stored_numbers {
    ($($name:ident),+ $(,)?) => {$(
        stored_as!(i64, |id: &$name| Ok(id.0), |number| Ok($name(number)); $name);
    )+};
}

macro_rules! stored_texts {
    ($($name:ident),+ $(,)?) => {$(
        stored_as!(String, |id: &$name| Ok(id.as_str().to_owned()), |text: String| Ok($name::new(text)); $name);
    )+};
}

stored_numbers!(
    AlertId,
    CaseId,
    DeliveryId,
    EndpointId,
    FollowUpId,
    HistoryNumber,
    JointActId,
    OperationId,
    SourceId,
    TellingId,
    Timestamp,
    UserId,
    ViewId,
    Version,
);

stored_texts!(
    CauseId,
    InstructionId,
    NoticeId,
    OperationKey,
    OperationType,
    ReportId,
    StepName,
    SystemName,
    Team,
);

stored_as!(
    String, word, |text: String| read_word(&text);
    ActorKind,
    CaseProtection,
    CaseState,
    Channel,
    Condition,
    DecisionKind,
    DecisionState,
    DeliveryState,
    EndpointState,
    EntryKind,
    Failure,
    Fate,
    InstructionOutcome,
    InstructionState,
    JointKind,
    Kept,
    Move,
    NoticeKind,
    Opened,
    OperationStanding,
    Resolution,
    Risk,
    Settlement,
    Sign,
    StopKind,
    TellingState,
    Word,
    alert::Failure,
    What,
);

stored_as!(i64, |stage: &Stage| Ok(stage_number(*stage)), read_stage; Stage);
stored_as!(i64, |counted: &Counted| Ok(counted_number(*counted)), read_counted; Counted);

impl<'r, R: Row> FromRow<'r, R> for Milestones
where
    &'static str: ColumnIndex<R>,
    Option<Timestamp>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self {
            came_in_at: row.try_get("came_in_at")?,
            first_claimed_at: row.try_get("first_claimed_at")?,
            first_decided_at: row.try_get("first_decided_at")?,
        })
    }
}

/// The word of an enum without data, the same that its documents use.
fn word<T: Serialize>(value: &T) -> Result<String, BoxDynError> {
    let document = serde_json::to_value(value)?;
    match document.as_str() {
        Some(word) => Ok(word.to_owned()),
        None => Err(format!("{document} is not a word").into()),
    }
}

fn read_word<T: DeserializeOwned>(text: &str) -> Result<T, BoxDynError> {
    Ok(T::deserialize(StrDeserializer::<WordError>::new(text))?)
}

/// A number, so that "open" is `stage < 2` in the partial indexes.
fn stage_number(stage: Stage) -> i64 {
    match stage {
        Stage::ToReview => 0,
        Stage::Decided => 1,
        Stage::Resolved => 2,
    }
}

/// The stages, and behind them what else is counted.
fn counted_number(counted: Counted) -> i64 {
    match counted {
        Counted::Stage(stage) => stage_number(stage),
        Counted::PutOff => PUT_OFF,
    }
}

fn read_counted(number: i64) -> Result<Counted, BoxDynError> {
    match number {
        PUT_OFF => Ok(Counted::PutOff),
        stage => Ok(Counted::Stage(read_stage(stage)?)),
    }
}

fn read_stage(number: i64) -> Result<Stage, BoxDynError> {
    match number {
        0 => Ok(Stage::ToReview),
        1 => Ok(Stage::Decided),
        2 => Ok(Stage::Resolved),
        other => Err(format!("{other} is not a stage").into()),
    }
}

/// Text that PostgreSQL can keep: it refuses U+0000, which JSON texts and forms can hold. Shown, it is the same nothing.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
