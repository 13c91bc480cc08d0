//! What code and templates say, and what the catalogues have: the same, in both languages.

use super::sources::{files_under, rust_sources, templates};
use crate::domain::people::Language;
use std::collections::{BTreeMap, BTreeSet};

type Names = BTreeSet<String>;

/// The messages of one language: each one's text, by its key.
fn catalogue(language: Language) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    for (path, text) in files_under(&format!("templates/locales/{language}"), "ftl") {
        let mut key = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, value)) = line
                .split_once(" =")
                .filter(|_| !line.starts_with([' ', '}']))
            {
                key = name.to_owned();
                let before = messages.insert(key.clone(), value.to_owned());
                assert_eq!(before, None, "{key} twice, the second time in {path}");
            } else if let Some(message) = messages.get_mut(&key) {
                message.extend(["\n", line]);
            }
        }
    }
    messages
}

/// The names after `$`.
fn variables(message: &str) -> Names {
    let after = message.split('$').skip(1);
    after
        .map(|text| {
            text.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap()
                .to_owned()
        })
        .collect()
}

/// Key and arguments of each `msg!("key", name = …)`.
fn uses_with_arguments(source: &str) -> Vec<(String, Names)> {
    let calls = source.split("msg!(").skip(1);
    calls
        .filter_map(|call| {
            let (key, rest) = call.trim_start().strip_prefix('"')?.split_once('"')?;
            Some((key.to_owned(), argument_names(rest)))
        })
        .collect()
}

/// The names before `=` at the top level of a call, up to its closing parenthesis.
fn argument_names(rest: &str) -> Names {
    let (mut depth, mut quoted, mut parts) = (0, false, vec![String::new()]);
    for c in rest.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted && depth == 0 => break,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => parts.push(String::new()),
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    let named = parts
        .iter()
        .filter_map(|part| part.trim_start_matches(',').split_once('='));
    named.map(|(name, _)| name.trim().to_owned()).collect()
}

/// The keys before `|t` and `|plain`.
fn uses_of_filters(source: &str) -> Vec<(String, Names)> {
    ["\"|t", "\"|plain"]
        .into_iter()
        .flat_map(|filter| source.split(filter).take(source.matches(filter).count()))
        .map(|before| (before.rsplit('"').next().unwrap().to_owned(), Names::new()))
        .collect()
}

fn all_uses() -> Vec<(String, String, Names)> {
    let mut uses = Vec::new();
    for (path, source) in rust_sources().into_iter().chain(templates()) {
        let in_template = path.ends_with(".html");
        let filters = if in_template {
            uses_of_filters(&source)
        } else {
            Vec::new()
        };
        for (key, names) in uses_with_arguments(&source).into_iter().chain(filters) {
            uses.push((path.clone(), key, names));
        }
    }
    uses
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_variables() {
    let (english, russian) = (catalogue(Language::En), catalogue(Language::Ru));
    let keys = |c: &BTreeMap<String, String>| c.keys().cloned().collect::<Names>();
    let (en, ru) = (keys(&english), keys(&russian));
    assert_eq!(
        en.difference(&ru).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "only in English"
    );
    assert_eq!(
        ru.difference(&en).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "only in Russian"
    );
    for (key, message) in &english {
        assert_eq!(
            variables(message),
            variables(&russian[key]),
            "variables of {key}"
        );
        if message.contains("[one]") {
            let plurals = ["[one]", "[few]", "[many]"].map(|form| russian[key].contains(form));
            assert_eq!(plurals, [true; 3], "Russian plurals of {key}");
        }
    }
}

#[test]
fn what_is_said_is_in_the_catalogues_with_its_arguments() {
    let messages = catalogue(Language::En);
    for (path, key, names) in all_uses() {
        let message = messages
            .get(&key)
            .unwrap_or_else(|| panic!("no message {key:?}, used in {path}"));
        let missing: Vec<_> = variables(message).difference(&names).cloned().collect();
        assert!(missing.is_empty(), "{key} in {path} without {missing:?}");
    }
}

/// A catalogue that is no Fluent would show keys instead of messages.
#[test]
fn the_catalogues_are_fluent() {
    for (path, text) in files_under("templates/locales", "ftl") {
        let parsed = fluent_templates::fluent_bundle::FluentResource::try_new(text);
        assert!(
            parsed.is_ok(),
            "{path}: {:?}",
            parsed.err().map(|(_, errors)| errors)
        );
    }
}
