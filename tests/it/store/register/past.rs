//! Hundreds of decisions with random lives, and what the register has to show of them, as a plain computation.

use super::plain::{Plain, together};
use crate::store::world::{NOW, World, minutes, new_operation, waiting};
use crate::support::told::told;
use holdpoint::domain::history::{ActorKind, EntryKind};
use holdpoint::domain::ids::{CaseId, OperationId, SourceId, Team};
use holdpoint::domain::register::{Fate, What, words};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::DecisionKind;
use holdpoint::domain::time::Timestamp;
use holdpoint::store::cases::{self, CaseDetails, CaseOrigin, NewCase};
use holdpoint::store::history::{self, NewEntry};
use holdpoint::store::register::Filter;
use holdpoint::store::{operations, sources};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const PEOPLE: [&str; 4] = ["irina", "boris", "ольга", "=cmd"];
const CODES: [&str; 3] = ["protected_repeat", "other", "customer_asked"];
pub const TYPES: [&str; 3] = ["warehouse_shipment", "refund", "payout"];
pub const TEAMS: [&str; 3] = ["fulfilment", "money", ""];
const WORDS: [&str; 6] = [
    "Склад подтвердил отгрузку письмом",
    "The warehouse confirmed in writing",
    "Refunds of T-5481 were reversed by the bank",
    "Отгрузки ещё не было, склад пуст",
    "confirmed",
    "😀 \u{202e}Ёлка\0",
];
pub const KINDS: [DecisionKind; 4] = [
    DecisionKind::Resume,
    DecisionKind::NewOperation,
    DecisionKind::Compensate,
    DecisionKind::Close,
];

/// Numbers that look random, and are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("small") % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// A case, as far as the register cares.
#[derive(Debug, Clone, Copy)]
pub struct About {
    pub case: CaseId,
    pub operation: OperationId,
    source: SourceId,
    operation_type: &'static str,
    owner: &'static str,
}

pub struct Past<'w> {
    pub world: &'w World,
    dice: Dice,
    pub cases: Vec<About>,
    rows: Vec<Plain>,
    decisions: i64,
}

impl<'w> Past<'w> {
    pub async fn on(world: &'w World, cases: usize) -> Self {
        let mut past = Self {
            world,
            dice: Dice(7),
            cases: Vec::new(),
            rows: Vec::new(),
            decisions: 0,
        };
        let mut tx = world.begin().await;
        let other = sources::create(&mut tx, "shop-pay", "Pay", &Team::from(""), NOW).await;
        let other = other.expect("made").expect("a free name").id;
        told(tx).await;
        let keys: Vec<String> = (0..cases).map(|n| format!("ship:{n}")).collect();
        let mut tx = world.begin().await;
        let wanted = keys.iter().map(|key| new_operation(key)).collect();
        let made = operations::get_or_create(&mut tx, world.source.id, wanted, NOW).await;
        let mut new = Vec::new();
        let mut about = BTreeMap::new();
        for row in made.expect("made") {
            let source = past.dice.of(&[world.source.id, other]);
            let (operation_type, owner) = (past.dice.of(&TYPES), past.dice.of(&TEAMS));
            let details = CaseDetails {
                owner_team: Team::from(owner),
                ..waiting(StopKind::ResultUnknown, 60)
            };
            let one = world.new_case(row.row.id, details);
            new.push(NewCase {
                origin: CaseOrigin {
                    source_id: source,
                    operation_type: operation_type.into(),
                    ..one.origin
                },
                details: one.details,
            });
            about.insert(row.row.id, (source, operation_type, owner));
        }
        for (operation, case) in cases::insert(&mut tx, &new).await.expect("opened") {
            let (source, operation_type, owner) = about[&operation];
            past.cases.push(About {
                case,
                operation,
                source,
                operation_type,
                owner,
            });
        }
        told(tx).await;
        past
    }

    /// Appends one entry, and gives its number and its time.
    async fn append(
        &mut self,
        about: About,
        who: (ActorKind, &str),
        kind: EntryKind,
        document: Value,
    ) -> (i64, Timestamp) {
        // Several within a minute, and the clock may be set back.
        let minute = i64::try_from(self.rows.len() / 3 + self.dice.below(3)).expect("small");
        let at = minutes(minute);
        let entry = NewEntry {
            at,
            case: Some(about.case),
            operation: Some(about.operation),
            actor_kind: who.0,
            actor: who.1.to_owned(),
            kind,
            document,
        };
        let mut tx = self.world.begin().await;
        let numbers = history::append(&mut tx, vec![entry])
            .await
            .expect("appended");
        tx.commit().await.expect("committed");
        (numbers[0].0, at)
    }

    async fn enter(
        &mut self,
        about: About,
        who: (ActorKind, &str),
        kind: EntryKind,
        document: Value,
        row: Plain,
    ) {
        let (number, at) = self.append(about, who, kind, document).await;
        let person = (who.0 == ActorKind::Person).then(|| who.1.to_owned());
        self.rows.push(Plain {
            number,
            at,
            person,
            ..row
        });
    }

    /// Moves everything on that tells of a decision.
    fn of_decision(&mut self, decision: i64, change: impl Fn(&mut Plain)) {
        let told = self
            .rows
            .iter_mut()
            .filter(|row| row.decision == Some(decision));
        told.for_each(change);
    }

    fn blank(about: About, what: What) -> Plain {
        Plain {
            number: 0,
            at: NOW,
            what,
            decision: None,
            kind: None,
            person: None,
            second: String::new(),
            reason: String::new(),
            operation: about.operation,
            source: about.source,
            operation_type: about.operation_type,
            owner: about.owner,
            fate: None,
            four_eyes: false,
            unknown: false,
            reopened: false,
            said: String::new(),
        }
    }

    /// One decision from its beginning to wherever it gets.
    pub async fn live(&mut self) {
        let about = self.dice.of(&self.cases.clone());
        let (irina, olga) = (self.dice.of(&PEOPLE), self.dice.of(&PEOPLE));
        match self.dice.below(10) {
            0 => {
                let kind = EntryKind::Lapsed;
                let row = Self::blank(about, What::Lapsed);
                self.enter(
                    about,
                    (ActorKind::Policy, "lapse.refund"),
                    kind,
                    json!({}),
                    row,
                )
                .await;
            }
            1 => {
                let told = json!({"tried": "close", "why": "role", "role": "auditor"});
                let row = Plain {
                    kind: Some(DecisionKind::Close),
                    ..Self::blank(about, What::TurnedAway)
                };
                self.enter(
                    about,
                    (ActorKind::Person, irina),
                    EntryKind::TurnedAway,
                    told,
                    row,
                )
                .await;
            }
            n => self.decide(about, irina, olga, n < 6).await,
        }
    }

    async fn decide(&mut self, about: About, irina: &str, olga: &str, four_eyes: bool) {
        self.decisions += 1;
        let (decision, kind) = (self.decisions, self.dice.of(&KINDS));
        let (reason, said) = (self.dice.of(&CODES), self.dice.of(&WORDS));
        let unknown = self.dice.below(2) == 0;
        let steps: &[&str] = if unknown { &["pay"] } else { &[] };
        let told = json!({"decision": decision, "kind": kind, "role": "reviewer", "reason_code": reason,
            "justification": said, "unknown_steps": steps});
        let (what, entry, fate) = if four_eyes {
            (What::Proposed, EntryKind::Proposed, Fate::Awaited)
        } else {
            (What::Decided, EntryKind::Decided, Fate::Offered)
        };
        let row = Plain {
            decision: Some(decision),
            kind: Some(kind),
            reason: reason.to_owned(),
            fate: Some(fate),
            four_eyes,
            unknown,
            said: said.to_owned(),
            ..Self::blank(about, what)
        };
        self.enter(about, (ActorKind::Person, irina), entry, told, row.clone())
            .await;
        if !four_eyes || self.answered(about, olga, &row).await {
            self.carried_out(about, &row).await;
        }
    }

    /// Whether the second person approved.
    async fn answered(&mut self, about: About, olga: &str, row: &Plain) -> bool {
        let (what, kind, fate) = match self.dice.below(5) {
            0 => return false,
            1 => (What::Refused, EntryKind::ProposalRefused, Fate::NotSent),
            2 => (What::Returned, EntryKind::ProposalReturned, Fate::NotSent),
            _ => (What::Approved, EntryKind::Approved, Fate::Offered),
        };
        let by_person = what != What::Returned;
        let said = if by_person { self.dice.of(&WORDS) } else { "" };
        let second = if by_person { olga } else { "" };
        let who = if by_person {
            (ActorKind::Person, olga)
        } else {
            (ActorKind::Program, "sweeper")
        };
        let told =
            json!({"decision": row.decision, "kind": row.kind, "words": said, "role": "manager"});
        let row = Plain {
            what,
            said: said.to_owned(),
            ..row.clone()
        };
        let decision = row.decision.expect("a decision");
        self.enter(about, who, kind, told, row).await;
        self.of_decision(decision, |row| {
            second.clone_into(&mut row.second);
            row.fate = Some(fate);
        });
        if what == What::Approved {
            let told = json!({"proposal": decision, "proposed_by": "irina", "kind": "resume"});
            self.append(about, who, EntryKind::Decided, told).await;
        }
        what == What::Approved
    }

    async fn carried_out(&mut self, about: About, row: &Plain) {
        let decision = row.decision.expect("a decision");
        let (program, source) = (
            (ActorKind::Program, "rules"),
            (ActorKind::Source, "shop-wms"),
        );
        match self.dice.below(6) {
            0 => {}
            1 => {
                let said = self.dice.of(&WORDS);
                let told = json!({"decision": decision, "because": "person", "words": said, "role": "reviewer"});
                let before = self
                    .rows
                    .iter()
                    .rev()
                    .find(|row| row.decision == Some(decision));
                let row = Plain {
                    what: What::Withdrawn,
                    said: said.to_owned(),
                    ..before.expect("there").clone()
                };
                let who = (ActorKind::Person, "boris");
                self.enter(about, who, EntryKind::InstructionWithdrawn, told, row)
                    .await;
                self.of_decision(decision, |row| row.fate = Some(Fate::NotSent));
            }
            2 => {
                self.append(
                    about,
                    program,
                    EntryKind::InstructionExpired,
                    json!({"decision": decision}),
                )
                .await;
                self.of_decision(decision, |row| row.fate = Some(Fate::TooLate));
            }
            _ => self.taken(about, source, decision).await,
        }
    }

    async fn taken(&mut self, about: About, source: (ActorKind, &str), decision: i64) {
        let taken = json!({"decision": decision, "run": [{"step": "pay"}]});
        self.append(about, source, EntryKind::InstructionTaken, taken)
            .await;
        let (told, fate) = match self.dice.below(4) {
            0 => (None, Fate::UnderWay),
            1 => (Some("done"), Fate::Done),
            2 => (Some("refused"), Fate::Refused),
            _ => (Some("unknown"), Fate::Unknown),
        };
        if let Some(outcome) = told {
            let told = json!({"decision": decision, "outcome": outcome});
            self.append(about, source, EntryKind::OutcomeReported, told)
                .await;
        }
        self.of_decision(decision, |row| row.fate = Some(fate));
        // Done, and the operation stopped once more.
        if fate == Fate::Done && self.dice.below(2) == 0 {
            let opened = json!({"previous_case": about.case.0, "kind": "result_unknown"});
            self.append(about, source, EntryKind::CaseOpened, opened)
                .await;
            let of_case = self
                .rows
                .iter()
                .filter(|row| row.operation == about.operation);
            let last = of_case.filter_map(|row| row.decision).max();
            self.of_decision(last.expect("a decision"), |row| row.reopened = true);
            for row in &mut self.rows {
                if row.operation == about.operation && row.what == What::Lapsed {
                    row.reopened = true;
                }
            }
        }
    }

    pub fn plainly(&self, filter: &Filter) -> Vec<i64> {
        let mut fit: Vec<_> = self.rows.iter().filter(|row| row.fits(filter)).collect();
        fit.sort_by_key(|row| std::cmp::Reverse((row.at, row.number)));
        fit.iter().map(|row| row.number).collect()
    }

    /// Every filter alone with each of its values, and many together.
    pub fn filters(&mut self) -> Vec<Filter> {
        let operations = |about: &About| Some(vec![about.operation, OperationId(0)]);
        let some: Vec<_> = self.cases.iter().take(3).map(operations).collect();
        let mut all = vec![Filter::default()];
        let of = |set: &dyn Fn(&mut Filter)| {
            let mut filter = Filter::default();
            set(&mut filter);
            filter
        };
        all.extend(What::ALL.map(|what| of(&|f| f.what = Some(what))));
        all.extend(Fate::ALL.map(|fate| of(&|f| f.fate = Some(fate))));
        all.extend(KINDS.map(|kind| of(&|f| f.kind = Some(kind))));
        all.extend(PEOPLE.map(|name| of(&|f| f.person = Some(name.to_owned()))));
        all.extend(PEOPLE.map(|name| of(&|f| f.second = Some(name.to_owned()))));
        all.extend(CODES.map(|code| of(&|f| f.reason_code = Some(code.to_owned()))));
        all.extend(CODES.map(|code| of(&|f| f.basis = Some(code.to_owned()))));
        all.extend(TYPES.map(|name| of(&|f| f.operation_type = Some(name.into()))));
        all.extend(TEAMS.map(|team| of(&|f| f.owner = Some(Team::from(team)))));
        all.extend(some.iter().map(|ids| of(&|f| f.operations.clone_from(ids))));
        all.push(of(&|f| f.operations = Some(Vec::new())));
        all.push(of(&|f| f.source = Some(self.world.source.id)));
        all.push(of(&|f| f.four_eyes = true));
        all.push(of(&|f| f.against_unknown = true));
        all.push(of(&|f| f.reopened = true));
        let sought = [
            "отгрузкой склада",
            "СКЛАД",
            "bank refund",
            "Елки",
            "confirmed",
            "nothing like it",
            "5481 t",
        ];
        all.extend(sought.map(|text| of(&|f| f.words = words(text).into_iter().collect())));
        all.push(of(&|f| {
            (f.from, f.until) = (Some(minutes(20)), Some(minutes(60)))
        }));
        for _ in 0..60 {
            let parts: Vec<Filter> = (0..3)
                .map(|_| all[self.dice.below(all.len())].clone())
                .collect();
            all.push(parts.into_iter().fold(Filter::default(), together));
        }
        all
    }
}
