//! How a person wants to see the pages: language, time zone, theme.

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::form::Form;
use super::i18n::{Msg, msg};
use super::page::{Page, see_other};
use super::return_path::ReturnPath;
use super::routes::{PageRoute, get, post};
use crate::domain::people::{Keys, Language, Preferences, Theme};
use crate::service::{Services, people};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::Deserialize;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get("/settings", show), post("/settings", save)]
}

#[derive(Debug, Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    ctx: Ctx,
    form: SettingsForm,
    /// What is wrong with the time zone, if anything.
    zone_error: Option<Msg>,
    saved: bool,
    server_zone: Tz,
}

impl Page for SettingsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl SettingsPage {
    fn zones(&self) -> impl Iterator<Item = &'static str> {
        TZ_VARIANTS.iter().map(|zone| zone.name())
    }
}

/// The menu of every page sends the same form without a time zone and keys.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
struct SettingsForm {
    /// Empty: as the browser asks.
    language: String,
    /// Empty: the server's. Absent: as before.
    time_zone: Option<String>,
    theme: String,
    /// Absent: as before.
    keys: Option<String>,
    /// Where the menu was.
    back: Option<ReturnPath>,
}

impl SettingsForm {
    fn of(preferences: Preferences) -> Self {
        Self {
            language: (preferences.language).map_or_else(String::new, |l| l.to_string()),
            time_zone: Some((preferences.time_zone).map_or_else(String::new, |z| z.to_string())),
            theme: preferences.theme.to_string(),
            keys: Some(preferences.keys.to_string()),
            back: None,
        }
    }

    /// The choices; an error if the time zone is none. Of the lists, only hand-made requests name what is not on them.
    fn read(&self, before: Preferences) -> Result<Preferences, Msg> {
        let time_zone = match self.time_zone.as_deref().map(str::trim) {
            None => before.time_zone,
            Some("") => None,
            Some(name) => {
                let zone = zone_named(name);
                Some(zone.ok_or_else(|| msg!("settings-zone-unknown", zone = name))?)
            }
        };
        Ok(Preferences {
            language: self.language.parse().ok(),
            time_zone,
            theme: self.theme.parse().unwrap_or_default(),
            keys: match self.keys.as_deref() {
                None => before.keys,
                Some(keys) => keys.parse().unwrap_or_default(),
            },
        })
    }
}

fn zone_named(name: &str) -> Option<Tz> {
    let mut zones = TZ_VARIANTS.into_iter();
    zones.find(|zone| zone.name().eq_ignore_ascii_case(name))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    saved: Option<String>,
}

async fn show(
    me: SignedIn,
    web: web::Data<super::Web>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let kept = me.kept_form().await?;
    let page = SettingsPage {
        form: kept.unwrap_or_else(|| SettingsForm::of(me.user.preferences)),
        ctx: me.ctx,
        zone_error: None,
        saved: asked.saved.is_some(),
        server_zone: web.time_zone,
    };
    page.respond()
}

async fn save(
    me: SignedIn,
    web: web::Data<super::Web>,
    services: web::Data<Services>,
    Form(form): Form<SettingsForm>,
) -> Result<HttpResponse, PageError> {
    match form.read(me.user.preferences) {
        Ok(preferences) => {
            people::set_preferences(&services, &me.user, preferences).await?;
            let back = form.back.as_ref().map(ReturnPath::as_str);
            Ok(see_other(back.unwrap_or("/settings?saved=yes")))
        }
        Err(problem) => {
            let page = SettingsPage {
                ctx: me.ctx,
                form,
                zone_error: Some(problem),
                saved: false,
                server_zone: web.time_zone,
            };
            page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    let page = |zone: &str, zone_error, saved| SettingsPage {
        ctx: ctx.clone(),
        form: SettingsForm {
            time_zone: Some(zone.into()),
            ..SettingsForm::of(Preferences::default())
        },
        zone_error,
        saved,
        server_zone: Tz::UTC,
    };
    let unknown = msg!("settings-zone-unknown", zone = "<Mars>");
    vec![
        Sample::new(page("", None, true)),
        Sample::new(page("<Mars>", Some(unknown), false)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menus_form_leaves_the_time_zone_alone() {
        let before = Preferences {
            time_zone: Some(Tz::Asia__Omsk),
            ..Preferences::default()
        };
        let form = SettingsForm {
            language: "ru".into(),
            theme: "dark".into(),
            ..SettingsForm::default()
        };
        let after = form.read(before).unwrap();
        assert_eq!(after.time_zone, before.time_zone);
        assert_eq!(
            (after.language, after.theme),
            (Some(Language::Ru), Theme::Dark)
        );
    }

    #[test]
    fn a_zone_may_be_typed_in_any_case() {
        let named = |zone: &str| SettingsForm {
            time_zone: Some(zone.into()),
            ..SettingsForm::default()
        };
        let read = |zone| {
            named(zone)
                .read(Preferences::default())
                .map(|p| p.time_zone)
        };
        assert_eq!(read(" europe/moscow "), Ok(Some(Tz::Europe__Moscow)));
        assert_eq!(read(""), Ok(None));
        assert!(read("Mars").is_err());
    }
}
