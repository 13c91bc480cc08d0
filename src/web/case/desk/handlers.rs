//! The two handlers that all deeds share: show the form, and carry it out.

use super::page::{DeskPage, Sight};
use super::{draft_form, slug, until};
use crate::domain::desk::Deed;
use crate::domain::ids::{CaseId, Team, Version};
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::time::Timestamp;
use crate::service::desk::{DeskRefused, Receiver};
use crate::service::hand_over::hand_over;
use crate::service::note::note;
use crate::service::see_case::CaseSeen;
use crate::service::set_owner::set_owner;
use crate::service::take_over::take_over;
use crate::service::teams::receivers;
use crate::service::wait::wait;
use crate::service::{Answer, Person, Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::Fields;
use crate::web::case::draft;
use crate::web::case::hands::permits;
use crate::web::case::show::{Asked, case_id, see};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::Reader;
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

/// A case and what is to be done with it, from the address.
type Where = web::Path<(String, String)>;

pub async fn show(
    me: SignedIn,
    services: web::Data<Services>,
    place: Where,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let (seen, deed) = look(&services, &me, &place).await?;
    let back = Back::read(asked.back.as_deref());
    let (fields, draft) = match draft_form(deed) {
        Some(form) => draft::of(&services, &me, seen.case.id, form, &back).await?,
        None => Default::default(),
    };
    let page = page(me, &services, &seen, deed, back, fields).await?;
    DeskPage { draft, ..page }.respond()
}

pub async fn carry_out(
    me: SignedIn,
    services: web::Data<Services>,
    place: Where,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let deed = deed(&place.1)?;
    let id = case_id(&place.0)?;
    let back = Back::read(fields.sent("back"));
    match act(&services, &me.person(), id, deed, &fields, &me.ctx.reader).await {
        Ok(_) => {
            let case = case_href(id, &back);
            Ok(see_other(&match deed {
                Deed::Note => format!("{case}#notes"),
                Deed::Wait | Deed::HandOver | Deed::TakeOver | Deed::SetOwner => case,
            }))
        }
        Err(error) => {
            let refused = error.refusal()?;
            keep(&services, &me, id, deed, &fields).await?;
            let (seen, _) = look(&services, &me, &place).await?;
            refuse(
                page(me, &services, &seen, deed, back, fields).await?,
                &refused,
            )
        }
    }
}

async fn act(
    services: &Services,
    person: &Person,
    id: CaseId,
    deed: Deed,
    fields: &Fields,
    reader: &Reader,
) -> Answer<Version, DeskRefused> {
    let (to, words) = (fields.get("to"), fields.get("words"));
    match deed {
        Deed::Wait => {
            // What is no time is past, and the page says which of the two it was.
            let until = until::read(fields.get("until"), reader.zone).unwrap_or(Timestamp(0));
            wait(services, person, id, until, words).await
        }
        Deed::HandOver => hand_over(services, person, id, &receiver(to), words).await,
        Deed::Note => note(services, person, id, words).await,
        Deed::TakeOver if to == "nobody" => take_over(services, person, id, None, words).await,
        Deed::TakeOver => {
            let name = to.strip_prefix("person:").unwrap_or_default();
            take_over(services, person, id, Some(name), words).await
        }
        Deed::SetOwner => {
            let team = Team::new(to.strip_prefix("team:").unwrap_or_default());
            set_owner(services, person, id, &team).await
        }
    }
}

fn receiver(to: &str) -> Receiver {
    match to.strip_prefix("team:") {
        Some(team) => Receiver::Team(Team::new(team)),
        None => Receiver::Person(to.strip_prefix("person:").unwrap_or_default().to_owned()),
    }
}

fn refuse(mut page: DeskPage, refused: &DeskRefused) -> Result<HttpResponse, PageError> {
    match refused {
        DeskRefused::Deed { why, holder } => {
            page.against = Some(words::not_permitted(*why, holder.as_deref()));
            page.tried = true;
            page.respond_with(StatusCode::CONFLICT)
        }
        DeskRefused::Form(faults) => page
            .with_faults(faults)
            .respond_with(StatusCode::UNPROCESSABLE_ENTITY),
    }
}

async fn keep(
    services: &Services,
    me: &SignedIn,
    id: CaseId,
    deed: Deed,
    fields: &Fields,
) -> Result<(), PageError> {
    if let Some(form) = draft_form(deed) {
        drafts::keep(services, &me.person(), id, form, fields.pairs()).await?;
    }
    Ok(())
}

/// The case, and what is to be done with it; nobody is shown a form that their role never lets them send.
async fn look(
    services: &Services,
    me: &SignedIn,
    place: &(String, String),
) -> Result<(CaseSeen, Deed), PageError> {
    let deed = deed(&place.1)?;
    let seen = see(services, me, &place.0, None).await?;
    if permits(&seen, &me.ctx, Act::Desk(deed)) == Err(NotPermitted::Role) {
        return Err(PageError::NotAllowed);
    }
    Ok((seen, deed))
}

fn deed(word: &str) -> Result<Deed, PageError> {
    let found = Deed::ALL.into_iter().find(|deed| slug(*deed) == word);
    found.ok_or(PageError::NotFound)
}

async fn page(
    me: SignedIn,
    services: &Services,
    seen: &CaseSeen,
    deed: Deed,
    back: Back,
    fields: Fields,
) -> Result<DeskPage, PageError> {
    let receivers = receivers(services, &me.person()).await?;
    let sight = Sight {
        seen,
        policy: &services.policy,
        receivers: &receivers,
        back,
    };
    Ok(DeskPage::of(me.ctx, sight, deed, fields))
}
