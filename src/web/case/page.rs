//! The page of one case.

use super::attempts::{Attempts, Key, odd_elsewhere};
use super::check_form::CheckForm;
use super::conflict::{Conflict, Place, SideBySide, Sort};
use super::contract::{Protection, protections};
use super::desk::links::{DeedLink, deeds};
use super::draft::{self, Drafts};
use super::events::Events;
use super::findout::{Question, all_questions};
use super::go_on::{GoOn, Possible};
use super::hands::{Hands, May};
use super::hints::{HintShown, Hints, JudgeForm};
use super::history::History;
use super::let_be::LetBe;
use super::lines::{self, Cell};
use super::operation::Operation;
use super::ordered::Payload;
use super::progress::Progress;
use super::related::{self, Alike, LineageLinks, OtherCase, Shared};
use super::reports::Reports;
use super::said::Said;
use super::sightings::{KnownThing, Sighting, Whose, known_things, sightings};
use super::stepper::Stepper;
use super::stop::Stop;
use super::timebar::Timebar;
use crate::domain::compensate::proposals;
use crate::domain::desk::Deed;
use crate::domain::draft::DraftForm;
use crate::domain::facts::{ContentStanding, StepFacts, Told};
use crate::domain::ids::{CaseId, Version};
use crate::domain::odd::oddities;
use crate::domain::permits::NotPermitted;
use crate::domain::report::{Observation, Seen, StopKind};
use crate::domain::retention::Kept;
use crate::domain::review::{Review, StepReview, review};
use crate::domain::summary::{Headline, Statement, headline, statements};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::drafts::Draft;
use crate::service::masking::Masked;
use crate::service::see_case::CaseSeen;
use crate::web::back::{Back, case_href};
use crate::web::ctx::Ctx;
use crate::web::export::evidence;
use crate::web::filters;
use crate::web::follow_ups::row::FollowUp;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::time::{ago, span};
use crate::web::typeset::humane;
use crate::web::words;
use askama::Template;

/// More statements than this under the sentence are folded.
const LEAD: usize = 7;

/// The page of one case.
#[derive(Debug, Template)]
#[template(path = "case/page.html")]
pub struct CasePage {
    pub ctx: Ctx,
    pub back: Back,
    pub notice: Option<Notice>,
    pub id: CaseId,
    pub version: Version,
    pub title: String,
    pub kind: StopKind,
    pub kind_name: Msg,
    pub headline: Msg,
    /// What of it stands on the judgement of people alone.
    pub judged: Vec<Msg>,
    /// Statements, and whether each is what a reviewer must not overlook.
    pub lead: Vec<(Msg, bool)>,
    pub rest: Vec<Msg>,
    pub desk: Desk,
    pub said: Said,
    /// What the person can do with it beside deciding.
    pub deeds: Vec<DeedLink>,
    /// What the person has written and not sent.
    pub drafts: Drafts,
    pub hands: Hands,
    pub may: May,
    pub undo: Undo,
    /// What retention has removed of it.
    pub removed: Option<Msg>,
    pub lineage: LineageLinks,
    pub shared: Vec<Shared>,
    pub stepper: Stepper,
    pub progress: Vec<Progress>,
    pub let_be: Option<LetBe>,
    pub follow_ups: Vec<FollowUp>,
    pub conflict: Option<Conflict>,
    pub questions: Vec<Question>,
    /// Steps that are not unknown; a person may have seen something of those too.
    pub other_questions: Vec<Question>,
    /// Why a look may still be worth while though no step is unknown.
    pub look_again: Vec<Msg>,
    pub go_on: GoOn,
    /// Finds that do not count by themselves.
    pub hints: Hints,
    pub checks: Vec<Sighting>,
    pub attempts: Attempts,
    /// What is odd beside the attempts.
    pub odd: Vec<Msg>,
    pub things: Vec<KnownThing>,
    pub events: Events,
    pub operation: Operation,
    pub masked: Masked,
    pub protections: Vec<Protection>,
    pub stop: Stop,
    pub reports: Reports,
    pub other_cases: Vec<OtherCase>,
    pub alikes: Vec<Alike>,
    pub history: History,
}

/// Something to say before everything else: what was just done, or could not be.
#[derive(Debug, Clone)]
pub struct Notice {
    pub text: Msg,
    pub alarm: bool,
}

/// Whether the case leads to the page on which what is done is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    No,
    /// Nothing of it was undone yet.
    Begin,
    /// The rest of an undoing.
    GoOn,
}

impl Undo {
    fn of(review: &Review<'_>, may: bool) -> Self {
        let possible = proposals(review).iter().any(|(_, found)| found.is_ok());
        match (may && possible, review.is_being_undone()) {
            (false, _) => Self::No,
            (true, false) => Self::Begin,
            (true, true) => Self::GoOn,
        }
    }
}

/// The times of a case.
#[derive(Debug, Clone)]
pub struct Desk {
    pub due_at: Timestamp,
    /// When the policy lets it be if nobody answers.
    pub lapses_at: Option<Timestamp>,
    pub stopped_at: Timestamp,
    pub authorised_at: Option<Timestamp>,
    pub resolved_at: Option<Timestamp>,
}

impl Desk {
    fn of(seen: &CaseSeen) -> Self {
        Self {
            due_at: seen.case.details.due_at,
            lapses_at: seen.case.details.lapses_at,
            stopped_at: seen.case.details.stopped_at,
            authorised_at: seen.facts.authorised_at,
            resolved_at: seen.case.details.resolved_at,
        }
    }
}

fn removed(kept: Kept) -> Option<Msg> {
    match kept {
        Kept::Everything => None,
        Kept::Facts => Some(msg!("case-removed-reports")),
        Kept::Keys => Some(msg!("case-removed-all")),
    }
}

impl Page for CasePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl CasePage {
    /// Why the person cannot have personal values shown.
    fn not_unmasked(&self) -> Option<Msg> {
        let why = self.masked.not_permitted()?;
        Some(if why == NotPermitted::Role {
            msg!("unmask-not-your-role")
        } else {
            msg!("unmask-take-first")
        })
    }

    /// Makes the page from what is known of the case.
    pub fn of(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back) -> Self {
        let rules = policy.rules();
        let reader = ctx.reader;
        let review = review(&seen.facts, rules, reader.now);
        let type_policy = policy.operation_type(&seen.facts.operation_type);
        let sightings = sightings(&review, rules, &seen.names);
        let (questions, other_questions) = all_questions(&review, &sightings, rules, &reader);
        let odd = oddities(&seen.facts);
        let may = May::of(seen, &ctx);
        let (lead, rest) = lead(&review);
        Self {
            notice: None,
            id: seen.case.id,
            version: seen.case.version,
            title: seen.case.details.title.clone(),
            kind: seen.case.details.kind,
            kind_name: words::kind(seen.case.details.kind),
            headline: words::headline(&headline(&review)),
            judged: judged(&review),
            lead,
            rest,
            desk: Desk::of(seen),
            said: Said::of(seen, &ctx),
            deeds: deeds(seen, &ctx, &back),
            drafts: Drafts::default(),
            undo: Undo::of(&review, may.compensate),
            may,
            hands: Hands::of(seen, &ctx),
            removed: removed(seen.case.kept),
            lineage: LineageLinks::of(seen, &back),
            shared: related::shared(seen, &back),
            stepper: Stepper::of(&review),
            follow_ups: FollowUp::all(&seen.follow_ups, &seen.names, reader.now, &back),
            progress: Progress::of(seen, policy, &ctx, &back),
            let_be: LetBe::of(seen, &reader),
            conflict: Conflict::of(seen, &review),
            questions,
            other_questions,
            look_again: look_again(&review),
            go_on: GoOn::of(&review, rules),
            things: known_things(&review, &sightings, &seen.names),
            hints: Hints::of(seen, &sightings, policy, &ctx),
            checks: sightings,
            attempts: Attempts::of(&seen.facts, &odd),
            odd: odd_elsewhere(&seen.facts, &odd),
            events: Events::of(&seen.facts),
            operation: Operation::of(seen, type_policy, &reader),
            masked: seen.masked,
            protections: protections(&review, policy.margins().safety_margin, &reader),
            stop: Stop::of(&seen.facts, review.kind),
            reports: Reports::of(seen),
            other_cases: related::other_cases(seen, &back),
            alikes: related::alikes(seen, &back),
            history: History::of(&seen.history, &seen.names, &back),
            back,
            ctx,
        }
    }

    /// The page with what the person has written: in its form, where that is on the page, and beside it otherwise.
    #[must_use]
    pub fn with_drafts(mut self, mut drafts: Drafts) -> Self {
        for (form, written) in std::mem::take(&mut drafts.here) {
            if !self.fill_in(form, &written) {
                let text = draft::text(self.id, form, &written, &self.back);
                drafts.texts.extend(text);
            }
        }
        self.drafts = drafts;
        self
    }

    /// Puts a draft into its form; `false` if that is not on the page.
    fn fill_in(&mut self, form: DraftForm, draft: &Draft) -> bool {
        match form {
            DraftForm::Check => {
                let check = CheckForm::of_draft(draft.clone(), self.id);
                let question = self.question_of(&check);
                question.map(|question| question.form = check).is_some()
            }
            DraftForm::Judge => {
                let judge = JudgeForm::of_draft(draft, self.id, &self.back);
                let hint = self.hint_of(&judge);
                hint.map(|hint| hint.form = judge).is_some()
            }
            DraftForm::Resume
            | DraftForm::NewOperation
            | DraftForm::Compensate
            | DraftForm::Close
            | DraftForm::Withdraw
            | DraftForm::Approve
            | DraftForm::Wait
            | DraftForm::HandOver
            | DraftForm::Note
            | DraftForm::TakeOver
            | DraftForm::Settle(_) => false,
        }
    }

    /// The question that a check answers.
    fn question_of(&mut self, form: &CheckForm) -> Option<&mut Question> {
        let all = self.questions.iter_mut().chain(&mut self.other_questions);
        let mut of_step = all.filter(|q| q.step.as_str() == form.fields.step);
        of_step.next().filter(|_| self.may.check)
    }

    /// The find that a judgement is about.
    fn hint_of(&mut self, form: &JudgeForm) -> Option<&mut HintShown> {
        let mut of_find = (self.hints.list.iter_mut()).filter(|hint| hint.is_of(&form.fields));
        of_find.next().filter(|_| self.may.judge)
    }

    /// The page with the form of a check as it was sent, and what is wrong with it.
    #[must_use]
    pub fn with_check(mut self, form: &CheckForm) -> Self {
        if let Some(question) = self.question_of(form) {
            question.form = form.clone();
        }
        self
    }

    /// The page with the form of a judgement as it was sent, and what is wrong with it.
    #[must_use]
    pub fn with_judgement(mut self, form: &JudgeForm) -> Self {
        if let Some(hint) = self.hint_of(form) {
            hint.form = form.clone();
        } else {
            self.notice = form.fault.clone().map(|text| Notice { text, alarm: true });
        }
        self
    }

    fn back_name(&self) -> Msg {
        match self.back {
            Back::Queue(_) => msg!("case-back-queue"),
            Back::Search(_) => msg!("case-back-search"),
            Back::Cause(_) => msg!("case-back-cause"),
        }
    }

    fn kind_slug(&self) -> &'static str {
        kind_slug(self.kind)
    }

    fn kind_icon(&self) -> &'static str {
        match self.kind {
            StopKind::ResultUnknown => "circle-question-mark",
            StopKind::NextStepPending => "circle-pause",
            StopKind::PayloadConflict => "git-compare-arrows",
        }
    }

    fn is_open(&self) -> bool {
        self.desk.resolved_at.is_none()
    }

    fn is_overdue(&self) -> bool {
        self.desk.due_at < self.ctx.reader.now
    }

    /// Since the first stop; nothing resets it.
    fn waiting(&self) -> Msg {
        span(self.ctx.reader.now.since(self.desk.stopped_at))
    }

    fn since_authorised(&self) -> Option<Msg> {
        let at = self.desk.authorised_at?;
        Some(ago(at, self.ctx.reader.now))
    }

    fn has_own_things(&self) -> bool {
        (self.things.iter()).any(|thing| thing.whose == Whose::ThisOperations)
    }

    fn other_check_sent(&self) -> bool {
        self.other_questions.iter().any(|q| q.form.sent())
    }

    fn is_complete(&self) -> bool {
        matches!(self.go_on.possible, Possible::Complete { .. })
    }

    /// A page of this case, with the way back.
    fn href(&self, page: &str) -> String {
        self.back.on(&format!("/cases/{}/{page}", self.id))
    }

    fn newest_href(&self) -> String {
        format!("{}#history", case_href(self.id, &self.back))
    }

    /// Where everything about the operation is to be had as one file.
    fn evidence(&self) -> Option<String> {
        evidence::href(&self.ctx, self.id)
    }

    fn older_href(&self) -> Option<String> {
        let next = self.history.next?;
        let case = case_href(self.id, &self.back);
        Some(format!("{case}&history={next}#history"))
    }

    fn timebar_label(&self, bar: &Timebar) -> Msg {
        msg!(
            "timebar-label",
            first = bar.first,
            until = bar.until,
            now = bar.now
        )
    }
}

/// Steps that count as done because people judged a find to be this operation's, up to where it goes on.
fn judged(review: &Review<'_>) -> Vec<Msg> {
    let up_to = review.resume_point.unwrap_or(review.steps.len());
    let told = |step: &StepReview<'_>| {
        let by = words::judged_by(review.facts, step).into_iter().next()?;
        let step = humane(step.step.name.as_str());
        Some(msg!("headline-judged", step = step, judged = by))
    };
    review.steps[..up_to].iter().filter_map(told).collect()
}

/// The kind as the stylesheet knows it.
pub fn kind_slug(kind: StopKind) -> &'static str {
    match kind {
        StopKind::ResultUnknown => "unknown",
        StopKind::NextStepPending => "pending",
        StopKind::PayloadConflict => "conflict",
    }
}

/// The statements under the sentence: those that it says already are left out, and of many only some stand open.
fn lead(review: &Review<'_>) -> (Vec<(Msg, bool)>, Vec<Msg>) {
    let head = headline(review);
    let told: Vec<Statement<'_>> = statements(review)
        .into_iter()
        .filter(|statement| !says_the_same(&head, statement))
        .collect();
    let hinted = |step: &StepFacts| {
        (told.iter())
            .any(|s| matches!(s, Statement::Hint { step: Some(of), .. } if of.name == step.name))
    };
    let mut open = Vec::new();
    let mut rest = Vec::new();
    for statement in &told {
        // A callback is no look, but "nobody looked" beside it would read as if nothing had been seen.
        if matches!(statement, Statement::NobodyLooked { step } if hinted(step)) {
            continue;
        }
        let strong = is_strong(statement);
        let words = words::statement(statement);
        // What must not be overlooked always stands open.
        if strong || open.len() < LEAD {
            open.push((words, strong));
        } else {
            rest.push(words);
        }
    }
    (open, rest)
}

fn says_the_same(head: &Headline<'_>, statement: &Statement<'_>) -> bool {
    match (head, statement) {
        (Headline::MayOrMayNot { step, why }, Statement::Unknown { step: s, why: w }) => {
            step.name == s.name && why == w
        }
        (Headline::NeverSent { step, .. }, Statement::NeverSent { step: s }) => step.name == s.name,
        (
            Headline::Conflict { .. }
            | Headline::BeingUndone { .. }
            | Headline::UndoingUnknown { .. }
            | Headline::Undone { .. }
            | Headline::MoreThanOnce { .. }
            | Headline::SeveralRows { .. }
            | Headline::MayOrMayNot { .. }
            | Headline::NeverSent { .. }
            | Headline::Refused { .. }
            | Headline::NotThere { .. }
            | Headline::AllDone,
            _,
        ) => false,
    }
}

fn is_strong(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::MoreThanOnce { .. }
        | Statement::SeveralRows { .. }
        | Statement::Unknown { .. }
        | Statement::Unanswered { .. } => true,
        Statement::Done { .. }
        | Statement::NobodyLooked { .. }
        | Statement::ClaimNotTakenOver { .. }
        | Statement::Undone { .. }
        | Statement::NeverSent { .. }
        | Statement::Refused { .. }
        | Statement::NotThere { .. }
        | Statement::NothingYet { .. }
        | Statement::Hint { .. }
        | Statement::Skipped { .. } => false,
    }
}

/// Steps that are done, of which there may be more than is known.
fn look_again(review: &Review<'_>) -> Vec<Msg> {
    let mut reasons = Vec::new();
    for step in &review.steps {
        let (name, known) = (humane(step.step.name.as_str()), &step.known);
        if known.more_than_once() && known.sent.open() {
            reasons.push(msg!("find-out-may-be-more", step = &name));
        }
        if known.results.iter().any(|result| result.rows > 1) {
            reasons.push(msg!("find-out-several-rows", step = &name));
        }
        let still_at_it = |o: &Told<Observation>| {
            o.fact.step.as_ref() == Some(&step.step.name) && o.fact.seen == Seen::InProgress
        };
        if !step.is_unknown() && review.facts.observations.iter().any(still_at_it) {
            reasons.push(msg!("find-out-still-at-it", step = name));
        }
    }
    reasons
}
