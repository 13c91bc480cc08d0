//! The receiving systems of the sample world, and what each promises. `src/demo/policy.toml` says the same to Holdpoint.

use serde::{Deserialize, Serialize};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(86_400);
const MINUTE: Duration = Duration::from_secs(60);

/// A system in which an operation's step has its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    Erp,
    Pay,
    Warehouse,
    Mail,
}

/// What a system does with a key that it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnRepeat {
    /// Gives its first answer again, whatever it was: a stored 500 too.
    ReplaysFirstAnswer,
    /// Gives the object as it is; where there is none, it acts.
    ReturnsPresentState,
    /// There are no keys: it acts again.
    ActsAgain,
}

impl System {
    pub const ALL: [Self; 4] = [Self::Erp, Self::Pay, Self::Warehouse, Self::Mail];

    /// The first part of its addresses.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Erp => "erp",
            Self::Pay => "pay",
            Self::Warehouse => "warehouse",
            Self::Mail => "mail",
        }
    }

    /// Its name in reports and in the policy.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Erp => "Ledger ERP",
            Self::Pay => "Polar Pay",
            Self::Warehouse => "Harbour Warehouse",
            Self::Mail => "Post Mail",
        }
    }

    /// What can be created there: the last part of the address, the type of object, and how its ids begin.
    #[must_use]
    pub const fn collections(self) -> &'static [(&'static str, &'static str, &'static str)] {
        match self {
            Self::Erp => &[
                ("orders", "sales_order", "SO"),
                ("cancellations", "cancellation", "CN"),
            ],
            Self::Pay => &[("payments", "payment", "PAY"), ("refunds", "refund", "RF")],
            Self::Warehouse => &[
                ("tasks", "task", "TASK"),
                ("cancellations", "task_cancellation", "TC"),
            ],
            Self::Mail => &[("messages", "message", "MSG")],
        }
    }

    #[must_use]
    pub const fn on_repeat(self) -> OnRepeat {
        match self {
            Self::Erp | Self::Warehouse => OnRepeat::ReturnsPresentState,
            Self::Pay => OnRepeat::ReplaysFirstAnswer,
            Self::Mail => OnRepeat::ActsAgain,
        }
    }

    /// How long it knows a key after the first request with it; `None` is for ever.
    #[must_use]
    pub const fn key_window(self) -> Option<Duration> {
        match self {
            Self::Erp => None,
            Self::Pay => Some(DAY),
            Self::Warehouse => Some(Duration::from_secs(2 * 3_600)),
            Self::Mail => Some(Duration::ZERO),
        }
    }

    /// How long a new object stays out of its search.
    #[must_use]
    pub const fn usual_lag(self) -> Duration {
        match self {
            Self::Erp | Self::Mail => Duration::ZERO,
            Self::Pay | Self::Warehouse => MINUTE,
        }
    }
}

impl std::str::FromStr for System {
    type Err = ();

    /// Reads the first part of an address.
    fn from_str(path: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|s| s.path() == path).ok_or(())
    }
}
