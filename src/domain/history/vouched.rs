//! Rows for which the history vouches by their digests: each transaction tells, with its last entry, what every row that it
//! wrote holds from then on. The entry carries the digest of that list, and the chain covers the entry.

use crate::domain::digest::sha256_hex;
use serde_json::{Value, json};
use std::fmt;

/// The member of an entry's document that carries the digest of the list.
pub const MEMBER: &str = "vouches";

/// A table whose rows the history vouches for by their digests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vouched {
    Users,
    Sources,
    SourceTokens,
    Operations,
    Contents,
    Reports,
    RefusedReports,
    Identifiers,
    Holds,
    Cases,
    Decisions,
    Instructions,
    FollowUps,
    IssuedKeys,
    Endpoints,
    EndpointSecrets,
    Deliveries,
    DeliveryAttempts,
    CaseMoves,
    QueueFlow,
    BacklogHours,
    BacklogHead,
    Register,
    Accesses,
    Signs,
    SignCounts,
    JointActs,
    JointActCases,
    Alerts,
    AlertTellings,
    SavedViews,
    DefaultViews,
    Anchors,
    Verifications,
}

impl Vouched {
    pub const ALL: [Self; Self::Verifications as usize + 1] = [
        Self::Users,
        Self::Sources,
        Self::SourceTokens,
        Self::Operations,
        Self::Contents,
        Self::Reports,
        Self::RefusedReports,
        Self::Identifiers,
        Self::Holds,
        Self::Cases,
        Self::Decisions,
        Self::Instructions,
        Self::FollowUps,
        Self::IssuedKeys,
        Self::Endpoints,
        Self::EndpointSecrets,
        Self::Deliveries,
        Self::DeliveryAttempts,
        Self::CaseMoves,
        Self::QueueFlow,
        Self::BacklogHours,
        Self::BacklogHead,
        Self::Register,
        Self::Accesses,
        Self::Signs,
        Self::SignCounts,
        Self::JointActs,
        Self::JointActCases,
        Self::Alerts,
        Self::AlertTellings,
        Self::SavedViews,
        Self::DefaultViews,
        Self::Anchors,
        Self::Verifications,
    ];

    /// The last of those whose rows were vouched for first.
    pub const FIRST_ONES_END: Self = Self::Register;
    /// The last of all.
    pub const LAST: Self = Self::ALL[Self::ALL.len() - 1];

    /// Its name in the database. The chain covers it: it never changes.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Users => "users",
            Self::Sources => "sources",
            Self::SourceTokens => "source_tokens",
            Self::Operations => "operations",
            Self::Contents => "contents",
            Self::Reports => "reports",
            Self::RefusedReports => "refused_reports",
            Self::Identifiers => "identifiers",
            Self::Holds => "holds",
            Self::Cases => "cases",
            Self::Decisions => "decisions",
            Self::Instructions => "instructions",
            Self::FollowUps => "follow_ups",
            Self::IssuedKeys => "issued_keys",
            Self::Endpoints => "endpoints",
            Self::EndpointSecrets => "endpoint_secrets",
            Self::Deliveries => "deliveries",
            Self::DeliveryAttempts => "delivery_attempts",
            Self::CaseMoves => "case_moves",
            Self::QueueFlow => "queue_flow",
            Self::BacklogHours => "backlog_hours",
            Self::BacklogHead => "backlog_head",
            Self::Register => "register",
            Self::Accesses => "accesses",
            Self::Signs => "signs",
            Self::SignCounts => "sign_counts",
            Self::JointActs => "joint_acts",
            Self::JointActCases => "joint_act_cases",
            Self::Alerts => "alerts",
            Self::AlertTellings => "alert_tellings",
            Self::SavedViews => "saved_views",
            Self::DefaultViews => "default_views",
            Self::Anchors => "anchors",
            Self::Verifications => "verifications",
        }
    }

    /// Whether each new row has a greater key than all before it: where one has the greatest of all and no entry tells of it,
    /// the end of the history may be what is missing.
    #[must_use]
    pub const fn keys_grow(self) -> bool {
        match self {
            Self::Users
            | Self::Sources
            | Self::Operations
            | Self::Reports
            | Self::RefusedReports
            | Self::Cases
            | Self::Decisions
            | Self::Instructions
            | Self::FollowUps
            | Self::Endpoints
            | Self::Deliveries
            | Self::CaseMoves
            | Self::QueueFlow
            | Self::BacklogHours
            | Self::Register
            | Self::Accesses
            | Self::Signs
            | Self::SignCounts
            | Self::JointActs
            | Self::Alerts
            | Self::SavedViews
            | Self::Anchors
            | Self::Verifications => true,
            // Their rows have the key of another table's row, whenever they come.
            Self::SourceTokens
            | Self::Contents
            | Self::Identifiers
            | Self::Holds
            | Self::IssuedKeys
            | Self::EndpointSecrets
            | Self::DeliveryAttempts
            | Self::BacklogHead
            | Self::JointActCases
            | Self::AlertTellings
            | Self::DefaultViews => false,
        }
    }

    /// The one that comes after it.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|table| *table > self)
    }

    /// The table of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.as_str() == name)
    }
}

impl fmt::Display for Vouched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What the rows of one key hold from an entry on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vouch {
    pub table: Vouched,
    pub key: i64,
    /// `None`: there is no row of that key any more.
    pub digest: Option<String>,
}

/// The list as it is stored.
#[must_use]
pub fn to_text(vouches: &[Vouch]) -> String {
    let one = |vouch: &Vouch| json!([vouch.table.as_str(), vouch.key, vouch.digest]);
    Value::Array(vouches.iter().map(one).collect()).to_string()
}

/// The stored list; `None` for what no version of this program wrote.
#[must_use]
pub fn from_text(text: &str) -> Option<Vec<Vouch>> {
    let list: Vec<(String, i64, Option<String>)> = serde_json::from_str(text).ok()?;
    let vouch = |(table, key, digest): (String, i64, Option<String>)| {
        Some(Vouch {
            table: Vouched::parse(&table)?,
            key,
            digest,
        })
    };
    list.into_iter().map(vouch).collect()
}

/// The digest of the rows of one key, each the compact JSON of its columns' values in the table's own order: text as it is,
/// whole numbers, 0 and 1 for a flag, null. Databases sort text by different rules; the digest does not depend on them.
#[must_use]
pub fn rows_digest(mut rows: Vec<Vec<u8>>) -> String {
    rows.sort_unstable();
    sha256_hex([b"[", rows.join(&b","[..]).as_slice(), b"]"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_back_and_another_ones_does_not() {
        let vouch = |table, digest: Option<&str>| Vouch {
            table,
            key: 7,
            digest: digest.map(str::to_owned),
        };
        let list: Vec<_> = Vouched::ALL
            .into_iter()
            .map(|table| vouch(table, Some("ab")))
            .chain([vouch(Vouched::Holds, None)])
            .collect();
        assert_eq!(from_text(&to_text(&list)), Some(list));
        assert_eq!(from_text(r#"[["cats",7,null]]"#), None);
        assert_eq!(from_text(""), None);
    }

    #[test]
    fn the_digest_is_the_one_an_outsider_computes() {
        let rows = ["[7,null]", "[7,\"Ж\\n\"]"].map(|row| row.as_bytes().to_vec());
        assert_eq!(
            rows_digest(rows.to_vec()),
            sha256_hex("[[7,\"Ж\\n\"],[7,null]]")
        );
    }
}
