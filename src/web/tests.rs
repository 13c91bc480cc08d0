//! What holds for every page.

mod catalogues;
mod controls;
mod sources;

use super::assets::assets;
use super::ctx::Ctx;
use super::i18n::Reader;
use super::page::Sample;
use crate::domain::ids::{HistoryNumber, Team, UserId};
use crate::domain::people::{Language, Preferences, Role, Theme, User, UserName};
use crate::domain::time::Timestamp;
use crate::service::menu::MenuCounts;
use sources::{rust_sources, templates};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The samples of all pages.
fn samples(ctx: &Ctx) -> Vec<Sample> {
    [
        super::accesses::samples(ctx),
        super::age::samples(ctx),
        super::alerts::samples(ctx),
        super::approvals::samples(ctx),
        super::case::samples::samples(ctx),
        super::cause::samples(ctx),
        super::error::samples(ctx),
        super::follow_ups::samples(ctx),
        super::integrity::samples(ctx),
        super::keys::samples(ctx),
        super::queue::samples(ctx),
        super::refused::samples(ctx),
        super::register::samples(ctx),
        super::search::samples(ctx),
        super::views::samples(ctx),
        super::settings::samples(ctx),
        super::sign_in::samples(ctx),
        super::sources::samples(ctx),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn ctx(language: Language, role: Option<Role>) -> Ctx {
    let now = Timestamp::parse("2026-11-29T13:13:00+03:00").unwrap();
    let user = |role| User {
        id: UserId(7),
        name: UserName::parse("irina").unwrap(),
        full_name: "Irina <Koroleva>".into(),
        role,
        team: Team::new("R&D"),
        preferences: Preferences::default(),
        disabled: false,
    };
    Ctx {
        is_copy: false,
        reader: Reader {
            language,
            zone: chrono_tz::Europe::Moscow,
            now,
        },
        theme: Theme::Dark,
        user: role.map(user).map(Arc::new),
        token: "0123".into(),
        assets: assets(),
        path: "/queue?view=mine".into(),
        counts: role.map(|_| MenuCounts {
            to_review: 31,
            mine: 2,
            refused: Some(100),
            approvals: Some(3),
            alerts: 4,
            number: HistoryNumber(77),
        }),
        request_id: "00000000-0000-0000-0000-000000000000".into(),
    }
}

fn all_contexts() -> impl Iterator<Item = Ctx> {
    let who = [None].into_iter().chain(Role::ALL.map(Some));
    who.flat_map(|role| Language::ALL.map(|language| ctx(language, role)))
}

#[test]
fn every_page_can_be_shown_to_everybody() {
    for ctx in all_contexts() {
        for sample in samples(&ctx) {
            let html = sample.page.html().unwrap();
            let at = format!("{} in {}", sample.of, ctx.lang());
            assert!(html.trim_end().ends_with("</html>"), "{at} ends early");
            // A message without one of its arguments shows its place-holder.
            assert!(!html.contains("{$"), "{at}: an argument is missing");
            let (forms, tokens) = (
                html.matches("method=\"post\""),
                html.matches("name=\"token\""),
            );
            assert_eq!(
                forms.count(),
                tokens.count(),
                "{at}: forms and their tokens"
            );
            for inline in [" style=", "<style", " onclick=", "javascript:", "<script>"] {
                assert!(
                    !html.contains(inline),
                    "{at}: {inline} under our content policy"
                );
            }
            assert!(
                !html.contains("<Koroleva>"),
                "{at}: a name became an element"
            );
        }
    }
}

#[test]
fn every_page_struct_has_a_sample() {
    let sampled: BTreeSet<&str> = samples(&ctx(Language::En, None))
        .iter()
        .filter_map(|sample| sample.of.rsplit("::").next())
        .collect();
    for (path, source) in rust_sources() {
        for (_, rest) in source
            .match_indices("impl Page for ")
            .map(|(i, m)| source.split_at(i + m.len()))
        {
            let name = rest.split([' ', '<', '{']).next().unwrap();
            assert!(sampled.contains(name), "{name} of {path} has no sample");
        }
    }
}

#[test]
fn icons_are_in_the_sprite() {
    let sprite = include_str!("../../static/icons.svg");
    for (path, source) in templates().into_iter().chain(rust_sources()) {
        for before in source
            .split("\"|icon")
            .take(source.matches("\"|icon").count())
        {
            let name = before.rsplit('"').next().unwrap();
            let symbol = format!("id=\"i-{name}\"");
            assert!(sprite.contains(&symbol), "no icon {name}, in {path}");
        }
    }
}

/// `|t` may write elements, which cannot stand inside a tag: there it is `|plain`.
#[test]
fn attributes_are_plain() {
    for (path, source) in templates() {
        let mut in_tag = false;
        let mut rest = source.as_str();
        while let Some(c) = rest.chars().next() {
            let end = match rest.get(..2) {
                Some("{{") => Some("}}"),
                Some("{%") => Some("%}"),
                Some("{#") => Some("#}"),
                Some(_) | None => None,
            };
            if let Some(end) = end {
                let (inside, after) = rest.split_once(end).unwrap();
                let shown =
                    inside.starts_with("{{") && inside.trim_end_matches([' ', '-']).ends_with("|t");
                assert!(!(in_tag && shown), "{path}: {inside}}}}} inside a tag");
                rest = after;
                continue;
            }
            in_tag = match c {
                '<' => true,
                '>' => false,
                _ => in_tag,
            };
            rest = rest.strip_prefix(c).unwrap_or_default();
        }
    }
}
