//! What to measure, and how long.

use clap::{Parser, ValueEnum};

/// Measures pages against a static answer of the same bytes, and reports against bare inserts of the same rows
#[derive(Debug, Parser)]
#[command(name = "cargo bench --")]
pub struct Options {
    /// What to measure; everything, unless named
    pub parts: Vec<Part>,

    /// A big database of 100,000 open and 1,000,000 resolved cases; 3,000,000 for the age of the queue, and as many entries of the register
    #[arg(long)]
    full: bool,

    /// Open cases of the big database
    #[arg(long, default_value_t = 10_000)]
    open: u32,

    /// Resolved cases of the big database
    #[arg(long, default_value_t = 100_000)]
    resolved: u32,

    /// Rounds; in each, every variant has its turn
    #[arg(long, default_value_t = 7)]
    pub rounds: usize,

    /// How long a page's turn lasts
    #[arg(long, default_value_t = 1.0)]
    pub seconds: f64,

    /// Connections that ask at the same time, each for one page after the other
    #[arg(long, default_value_t = 4)]
    pub connections: usize,

    /// Connections of sources that ask, take and tell at the same time
    #[arg(long, default_value_t = 32)]
    pub callers: usize,

    /// Instructions that are taken in a round
    #[arg(long, default_value_t = 200)]
    pub takes: usize,

    /// Reports of a batch
    #[arg(long, default_value_t = 2_000)]
    pub batch: usize,

    /// Keep the filled databases, and use them again the next time (SQLite only)
    #[arg(long)]
    pub keep: bool,

    /// A PostgreSQL on which databases may be made; without one, SQLite is measured
    #[arg(long, env = "TEST_PG_URL")]
    pub pg_url: Option<String>,

    /// The same; a URL that names no PostgreSQL is passed over
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// Fail if a target is missed
    #[arg(long)]
    pub check: bool,

    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// What can be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Pages,
    Reports,
    Webhooks,
    Connectors,
    Age,
    Register,
}

/// How many cases a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    pub open: u32,
    pub resolved: u32,
}

impl Options {
    pub fn measures(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    pub const SMALL: Size = Size {
        open: 1_000,
        resolved: 1_000,
    };

    pub const fn big(&self) -> Size {
        if self.full {
            Size {
                open: 100_000,
                resolved: 1_000_000,
            }
        } else {
            Size {
                open: self.open,
                resolved: self.resolved,
            }
        }
    }

    /// Whether anything is measured that needs a small and a big database.
    pub fn measures_small_and_big(&self) -> bool {
        self.parts.is_empty()
            || (self.parts.iter()).any(|part| !matches!(part, Part::Age | Part::Register))
    }

    /// As many open cases as the big database has, and a tenth of its resolved ones.
    pub const fn few(&self) -> Size {
        let Size { open, resolved } = self.many();
        Size {
            open,
            resolved: resolved / 10,
        }
    }

    /// The same, and all of them.
    pub const fn many(&self) -> Size {
        let big = self.big();
        Size {
            open: big.open,
            resolved: if self.full { 3_000_000 } else { big.resolved },
        }
    }

    /// Entries of the register where it has few, and where it has many, each with the cases that they are about.
    pub fn registers(&self) -> [(u32, Size); 2] {
        let of = |entries: u32| Size {
            open: 1_000,
            resolved: entries / 3,
        };
        let many = if self.full { 3_000_000 } else { 300_000 };
        [(3_000, of(3_000)), (many, of(many))]
    }

    /// The server on which databases are made, if PostgreSQL is measured.
    pub fn postgres(&self) -> Option<&str> {
        let urls = [self.database_url.as_deref(), self.pg_url.as_deref()];
        let mut urls = urls.into_iter().flatten();
        urls.find(|url| url.starts_with("postgres"))
    }
}
