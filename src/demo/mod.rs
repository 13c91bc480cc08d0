//! The sample world of `holdpoint demo`: sources and what they report, written as any source would write it.

pub mod connector;
pub mod holdpoint;
pub mod living;
pub mod mishap;
pub mod page;
pub mod sample;
pub mod scene;
pub mod understudy;
pub mod world;

/// The sample world's policy file.
pub const POLICY: &str = include_str!("policy.toml");

/// A source of the sample world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleSource {
    pub name: &'static str,
    pub title: &'static str,
    pub owner_team: &'static str,
}

/// The source that lives: its connector, its shop and the systems behind them run beside Holdpoint.
pub const LIVING: SampleSource = SampleSource {
    name: "samovar-shop",
    title: "Samovar Shop",
    owner_team: "Fulfilment",
};

/// The sources of the sample world's past.
pub const SOURCES: [SampleSource; 5] = [
    SampleSource {
        name: "tundra-shop",
        title: "Tundra Shop",
        owner_team: "Fulfilment",
    },
    SampleSource {
        name: "lukoshko-market",
        title: "Лукошко Маркет",
        owner_team: "Fulfilment",
    },
    SampleSource {
        name: "kedr-billing",
        title: "Kedr Billing",
        owner_team: "Payments",
    },
    SampleSource {
        name: "crew-payouts",
        title: "Crew Payouts",
        owner_team: "Payments",
    },
    SampleSource {
        name: "letters",
        title: "Letters",
        owner_team: "Billing",
    },
];

/// A person of the sample world. Everybody has the password that `holdpoint demo` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SamplePerson {
    pub name: &'static str,
    pub full_name: &'static str,
    /// The role's name, as `holdpoint user add` takes it.
    pub role: &'static str,
    pub team: &'static str,
}

/// The people of the sample world, at least one of each role.
pub const PEOPLE: [SamplePerson; 7] = [
    SamplePerson {
        name: "irina",
        full_name: "Irina Koroleva",
        role: "senior_reviewer",
        team: "Fulfilment",
    },
    SamplePerson {
        name: "tomasz",
        full_name: "Tomasz Wilk",
        role: "reviewer",
        team: "Payments",
    },
    SamplePerson {
        name: "amara",
        full_name: "Amara Okafor",
        role: "reviewer",
        team: "Fulfilment",
    },
    SamplePerson {
        name: "lena",
        full_name: "Лена Юрьева",
        role: "reviewer",
        team: "Billing",
    },
    SamplePerson {
        name: "marta",
        full_name: "Marta Lindqvist",
        role: "manager",
        team: "Fulfilment",
    },
    SamplePerson {
        name: "oleg",
        full_name: "Oleg Sokolov",
        role: "auditor",
        team: "Audit",
    },
    SamplePerson {
        name: "admin",
        full_name: "Site Administrator",
        role: "admin",
        team: "Operations",
    },
];
