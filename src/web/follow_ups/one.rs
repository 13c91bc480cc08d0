//! One follow-up, with the form by which what became of it is recorded.

use super::row::FollowUp;
use crate::domain::draft::DraftForm;
use crate::domain::ids::FollowUpId;
use crate::domain::permits::{Act, ever};
use crate::domain::surplus::Settlement;
use crate::policy::Policy;
use crate::service::names::{Names, names};
use crate::service::surplus::{self, FollowUpRow, NotSettled, Settle, SettleFault};
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::{Fault, Fields as Written};
use crate::web::case::draft::{self, DraftNotice};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

/// The form, as it was sent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    settlement: String,
    words: String,
    reference: String,
}

impl Fields {
    fn of(written: &Written) -> Self {
        let field = |name| written.get(name).to_owned();
        Self {
            settlement: field("settlement"),
            words: field("words"),
            reference: field("reference"),
        }
    }

    /// As they were sent, for a draft.
    fn pairs(&self) -> Vec<(String, String)> {
        let all = [
            ("settlement", &self.settlement),
            ("words", &self.words),
            ("reference", &self.reference),
        ];
        let owned = all.map(|(name, value)| (name.to_owned(), value.clone()));
        owned.into()
    }
}

/// The page.
#[derive(Debug, Template)]
#[template(path = "follow_ups/one.html")]
pub struct FollowUpPage {
    ctx: Ctx,
    follow_up: FollowUp,
    /// The fewest characters of the words.
    minimum: usize,
    fields: Fields,
    faults: Vec<Fault>,
    draft: Option<DraftNotice>,
}

impl Page for FollowUpPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl FollowUpPage {
    fn of(
        ctx: Ctx,
        (row, names): (&FollowUpRow, &Names),
        policy: &Policy,
        fields: Fields,
        faults: Vec<Fault>,
    ) -> Self {
        Self {
            follow_up: FollowUp::of(row, names, ctx.reader.now, &Back::read(None)),
            minimum: policy.margins().justification_minimum,
            fields,
            faults,
            draft: None,
            ctx,
        }
    }

    fn may_settle(&self) -> bool {
        let user = self.ctx.user.as_deref();
        let may = user.is_some_and(|user| ever(Act::Settle, user.role));
        may && self.follow_up.settled.is_none()
    }

    fn choices(&self) -> [(&'static str, Msg, Msg, bool); 3] {
        Settlement::ALL.map(|settlement| {
            let word = settlement.as_str();
            let chosen = self.fields.settlement == word;
            (
                word,
                words::settlement(settlement),
                hint(settlement),
                chosen,
            )
        })
    }

    fn has(&self, field: &str) -> bool {
        self.faults.iter().any(|fault| fault.field == field)
    }
}

fn hint(settlement: Settlement) -> Msg {
    match settlement {
        Settlement::UndoneThere => msg!("settlement-undone-there-hint"),
        Settlement::Kept => msg!("settlement-kept-hint"),
        Settlement::NeverOurs => msg!("settlement-never-ours-hint"),
    }
}

fn id(text: &str) -> Result<FollowUpId, PageError> {
    let number = text.parse().map_err(|_| PageError::NotFound)?;
    Ok(FollowUpId(number))
}

pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    follow_up: Path<String>,
) -> Result<HttpResponse, PageError> {
    let row = surplus::see(&services, &me.person(), id(&follow_up)?).await?;
    let (form, back) = (DraftForm::Settle(row.id), Back::read(None));
    let (written, draft) = draft::of(&services, &me, row.case_id, form, &back).await?;
    let fields = Fields::of(&written);
    let names = names(&services, &me.person(), row.settled_name.as_deref()).await?;
    let shown = (&row, &names);
    let page = FollowUpPage::of(me.ctx, shown, &services.policy, fields, Vec::new());
    FollowUpPage { draft, ..page }.respond()
}

/// Keeps what is being typed, for the script of the page; answers with what to say of it.
pub async fn keep(
    me: SignedIn,
    services: Data<Services>,
    follow_up: Path<String>,
    Form(fields): Form<Written>,
) -> Result<HttpResponse, PageError> {
    let id = id(&follow_up)?;
    let case = drafts::case_of(&services, &me.person(), id).await?;
    draft::keep_as(&services, &me, case, DraftForm::Settle(id), &fields).await
}

pub async fn settle(
    me: SignedIn,
    services: Data<Services>,
    follow_up: Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let id = id(&follow_up)?;
    let said = Settle {
        settlement: fields.settlement.clone(),
        words: fields.words.clone(),
        reference: fields.reference.clone(),
    };
    let refused = match surplus::settle(&services, &me.person(), id, &said).await {
        Ok(case) => {
            let case = case_href(case, &Back::read(None));
            return Ok(see_other(&format!("{case}#follow-ups")));
        }
        Err(error) => error.refusal()?,
    };
    let row = surplus::see(&services, &me.person(), id).await?;
    let names = names(&services, &me.person(), row.settled_name.as_deref()).await?;
    let (status, faults) = match refused {
        NotSettled::Form(faults) => (
            StatusCode::UNPROCESSABLE_ENTITY,
            faults.into_iter().map(fault).collect(),
        ),
        NotSettled::Settled { by } => {
            let told = msg!("follow-up-settled-before", who = names.of(&by));
            (StatusCode::CONFLICT, vec![Fault::at("settled", told)])
        }
    };
    let (form, written) = (DraftForm::Settle(id), fields.pairs());
    drafts::keep(&services, &me.person(), row.case_id, form, &written).await?;
    FollowUpPage::of(me.ctx, (&row, &names), &services.policy, fields, faults).respond_with(status)
}

fn fault(fault: SettleFault) -> Fault {
    match fault {
        SettleFault::NothingChosen => Fault::at("settlement", msg!("follow-up-nothing-chosen")),
        SettleFault::Words(why) => Fault::at("words", words::no_justification(why)),
        SettleFault::TooLong => Fault::at("reference", msg!("decide-too-long")),
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use super::row::samples::row;
    use crate::web::page::Sample;
    let now = ctx.reader.now;
    let page = |settlement: Option<Settlement>, faults: Vec<Fault>| {
        let fields = Fields {
            settlement: "kept".into(),
            words: "</textarea><b>".into(),
            reference: "\"><b>".into(),
        };
        let row = row(now, settlement);
        Sample::new(FollowUpPage::of(
            ctx.clone(),
            (&row, &Names::default()),
            Policy::standard(),
            fields,
            faults,
        ))
    };
    let mut all: Vec<Sample> = (Settlement::ALL.into_iter())
        .map(|settlement| page(Some(settlement), Vec::new()))
        .collect();
    let faults = [
        SettleFault::NothingChosen,
        SettleFault::Words(crate::domain::decision::NoJustification::OneCharacter),
        SettleFault::TooLong,
    ];
    all.push(page(None, Vec::new()));
    all.push(page(None, faults.into_iter().map(fault).collect()));
    all
}
