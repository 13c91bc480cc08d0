//! The views that somebody sees, with what they may do with each.

use super::words;
use crate::domain::ids::ViewId;
use crate::domain::people::User;
use crate::domain::saved_view::{LONGEST_NAME, SharedWith, Viewer};
use crate::policy::Policy;
use crate::service::Services;
use crate::service::saved_views::{self, ViewRow, Views};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::queue::address::QueueAddress;
use crate::web::queue::saved::{as_saved, everything};
use askama::Template;

/// Why a button did nothing, and what was typed.
#[derive(Debug, Clone)]
pub struct Refused {
    pub id: ViewId,
    pub typed: Option<String>,
    pub why: Msg,
}

/// The page.
#[derive(Debug, Template)]
#[template(path = "views/list.html")]
pub struct ViewsPage {
    ctx: Ctx,
    views: Vec<View>,
    refused: Option<Refused>,
    /// The queue opens with a view.
    opens: bool,
    everything: String,
}

/// One view.
#[derive(Debug, Clone)]
pub struct View {
    id: ViewId,
    name: String,
    /// As somebody typed it anew, or as it is.
    typed: String,
    /// Empty where it is the person's own.
    team: String,
    maker: String,
    shows: Vec<Msg>,
    /// What of it is not understood.
    outdated: Option<Msg>,
    /// Nothing leads to what cannot be shown.
    href: Option<String>,
    opens: bool,
    may_change: bool,
}

impl Page for ViewsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ViewsPage {
    const fn longest(&self) -> usize {
        LONGEST_NAME
    }
}

/// The page, with why the last button did nothing.
pub async fn page(
    me: &SignedIn,
    services: &Services,
    refused: Option<Refused>,
) -> Result<ViewsPage, PageError> {
    let views = saved_views::views(services, &me.user).await?;
    let ctx = me.ctx.clone();
    Ok(ViewsPage::of(
        ctx,
        &me.user,
        &views,
        &services.policy,
        refused,
    ))
}

impl ViewsPage {
    fn of(ctx: Ctx, user: &User, views: &Views, policy: &Policy, refused: Option<Refused>) -> Self {
        let view = |row: &ViewRow| {
            let typed = refused.as_ref().filter(|refused| refused.id == row.id);
            let typed = typed.and_then(|refused| refused.typed.clone());
            View::of(&ctx, user, row, (views, policy), typed)
        };
        Self {
            views: views.all.iter().map(view).collect(),
            opens: views.opens_with.is_some(),
            everything: everything().href(),
            refused,
            ctx,
        }
    }
}

impl View {
    fn of(
        ctx: &Ctx,
        user: &User,
        row: &ViewRow,
        (views, policy): (&Views, &Policy),
        typed: Option<String>,
    ) -> Self {
        let viewer = Viewer {
            id: user.id,
            role: user.role,
            team: &user.team,
        };
        let saved = as_saved(row);
        let shows = |saved| words::describe(saved, policy, &ctx.reader);
        Self {
            id: row.id,
            name: row.name.clone(),
            typed: typed.unwrap_or_else(|| row.name.clone()),
            team: row.team.to_string(),
            maker: row.maker.clone(),
            shows: saved.as_ref().map(shows).unwrap_or_default(),
            href: saved.as_ref().ok().map(QueueAddress::href),
            outdated: saved.err(),
            opens: views.opens_with == Some(row.id),
            may_change: viewer.may_change(row.made_by, &SharedWith::of(row.team.clone())),
        }
    }

    fn whose(&self) -> Msg {
        if self.team.is_empty() {
            msg!("views-own")
        } else {
            msg!(
                "views-shared-by",
                team = self.team.as_str(),
                maker = self.maker.as_str()
            )
        }
    }
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use crate::domain::ids::{Team, UserId};
    use crate::domain::people::{Preferences, Role, UserName};
    use crate::service::saved_views::ViewRefused;
    use crate::web::page::Sample;
    let user = &User {
        id: UserId(7),
        name: UserName::parse("irina").unwrap(),
        full_name: "Irina <Koroleva>".to_owned(),
        role: Role::Reviewer,
        team: Team::from("R&D"),
        preferences: Preferences::default(),
        disabled: false,
    };
    let row = |id, made_by, team: &str, filters: &str| ViewRow {
        id: ViewId(id),
        made_by,
        maker: "Irina <Koroleva>".to_owned(),
        team: Team::from(team),
        name: format!("<b>View</b> & {id}"),
        name_key: id.to_string(),
        filters: filters.to_owned(),
        made_at: ctx.reader.now,
    };
    let views = Views {
        all: vec![
            row(1, user.id, "", "type=%3Crefund%3E"),
            row(2, user.id, "R&D", "view=mine"),
            row(3, UserId(999), "R&D", "stage=resolved&colour=red"),
        ],
        opens_with: Some(ViewId(1)),
    };
    let policy = Policy::standard();
    let refused = [
        ViewRefused::TooMany,
        ViewRefused::TooLong,
        ViewRefused::NotTheirTeam,
    ]
    .map(|why| Refused {
        id: ViewId(2),
        typed: Some("<i>".to_owned()),
        why: words::refused(&why),
    });
    let mut all = vec![Sample::new(ViewsPage::of(
        ctx.clone(),
        user,
        &Views::default(),
        policy,
        None,
    ))];
    for refused in refused {
        all.push(Sample::new(ViewsPage::of(
            ctx.clone(),
            user,
            &views,
            policy,
            Some(refused),
        )));
    }
    all
}
