//! What mails and chat tools say.

use super::{PATH, link};
use crate::domain::age::growth::Signal;
use crate::domain::alert::{Condition, Letter, Told, Word, one_line};
use crate::service::alert::Rules;
use crate::web::age;
use crate::web::i18n::{Arg, Msg, Reader, msg};
use crate::web::time::{Form, zone};
use crate::web::words;

/// Writes what is told, in the team's language and by its clock.
pub fn write(told: &Told<'_>, rules: &Rules<'_>, public_url: &str) -> Letter {
    let reader = Reader {
        language: told.language,
        zone: told.zone,
        now: told.at,
    };
    let link = format!("{public_url}{}", path(told, rules));
    let all = format!("{public_url}{PATH}");
    let still: Vec<String> = told.still.iter().map(|of| still(of, &reader)).collect();
    let mut lines: Vec<String> = sentences(told, rules)
        .iter()
        .map(|sentence| sentence.plain(&reader))
        .collect();
    lines.extend(still.iter().cloned());
    lines.extend([String::new(), link.clone(), String::new()]);
    if told.word == Word::Begun {
        lines.push(format!("{} {all}", msg!("alert-mail-all").plain(&reader)));
    }
    lines.push(zone(&reader).plain(&reader));
    lines.push(String::new());
    Letter {
        subject: one_line(&subject(told).plain(&reader)),
        still,
        text: lines.join("\n"),
        link,
    }
}

/// What holds all the same.
fn still((condition, cases): &(Condition, i64), reader: &Reader) -> String {
    let what = words::condition(*condition);
    msg!("alert-mail-still", what = what, n = *cases).plain(reader)
}

fn path(told: &Told<'_>, rules: &Rules<'_>) -> String {
    match told.word {
        Word::Begun => link::list(told.condition, told.team, told.at, rules.alerts),
        Word::Ended => PATH.to_owned(),
    }
}

fn subject(told: &Told<'_>) -> Msg {
    match told.word {
        Word::Begun => begun(told),
        Word::Ended => over(told),
    }
}

fn over(told: &Told<'_>) -> Msg {
    let team = age::words::owner(told.team);
    match told.condition {
        Condition::Growth => msg!("alert-over-growth", team = team),
        Condition::DueSoon => msg!("alert-over-due-soon", team = team),
        Condition::Overdue => msg!("alert-over-overdue", team = team),
        Condition::Undelivered => msg!("alert-over-undelivered", team = team),
        Condition::ApprovalLate => msg!("alert-over-approval-late", team = team),
    }
}

/// The thing itself, in a line.
fn begun(told: &Told<'_>) -> Msg {
    let (team, n) = (age::words::owner(told.team), told.cases);
    match told.condition {
        Condition::Growth => growth(told.signal, team, n),
        Condition::DueSoon => msg!("alert-told-due-soon", team = team, n = n),
        Condition::Overdue => msg!("alert-told-overdue", team = team, n = n),
        Condition::Undelivered => msg!("alert-told-undelivered", team = team, n = n),
        Condition::ApprovalLate => msg!("alert-told-approval-late", team = team, n = n),
    }
}

fn growth(signal: Option<&Signal>, team: Msg, n: i64) -> Msg {
    let signal = signal.copied().unwrap_or_default();
    if signal.growing.is_some() {
        msg!("alert-told-growing", team = team, n = n)
    } else if signal.nobody_decides.is_some() {
        msg!("alert-told-nobody-decides", team = team, n = n)
    } else {
        msg!("alert-told-too-old", team = team, n = n)
    }
}

fn sentences(told: &Told<'_>, rules: &Rules<'_>) -> Vec<Msg> {
    let exact = |at| Arg::Time(at, Form::Exact);
    let mut sentences = vec![subject(told)];
    match told.word {
        Word::Begun => {
            let signal = told.signal.copied().unwrap_or_default();
            sentences.extend(age::signal::told(&signal, rules.growth));
            sentences.push(msg!("alert-mail-since", at = exact(told.since)));
        }
        Word::Ended => sentences.push(msg!(
            "alert-mail-over",
            since = exact(told.since),
            at = exact(told.at),
            n = told.cases
        )),
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::age::growth::{Flow, Growing};
    use crate::domain::ids::Team;
    use crate::domain::people::Language;
    use crate::domain::time::Timestamp;
    use crate::policy::Policy;
    use std::time::Duration;

    fn letter(condition: Condition, word: Word, team: &str, language: Language) -> Letter {
        let now = Timestamp::parse("2026-11-29T13:13:00+03:00").unwrap();
        let signal = Signal {
            growing: Some(Growing {
                short: Flow {
                    came_in: 12,
                    grew: 9,
                    ..Flow::default()
                },
                long: Flow {
                    grew: 20,
                    ..Flow::default()
                },
                drain: None,
            }),
            ..Signal::default()
        };
        let told = Told {
            word,
            condition,
            team: &Team::from(team),
            cases: 21,
            since: now.minus(Duration::from_secs(600)),
            at: now,
            signal: (condition == Condition::Growth).then_some(&signal),
            still: match word {
                Word::Begun => &[],
                Word::Ended => &[(Condition::ApprovalLate, 2)],
            },
            language,
            zone: chrono_tz::Europe::Moscow,
        };
        let policy = Policy::standard();
        let rules = Rules {
            alerts: policy.alerts(),
            growth: policy.growth(),
        };
        write(&told, &rules, "https://holdpoint.example")
    }

    #[test]
    fn a_letter_says_what_how_many_since_when_and_where() {
        let told = letter(Condition::Overdue, Word::Begun, "R&D", Language::En);
        assert_eq!(told.subject, "R&D: 21 cases are past their deadline");
        let link =
            "https://holdpoint.example/age/cases?figure=over&at=1795947180000000&owner=R%26D";
        assert_eq!(told.link, link);
        let text = format!(
            "R&D: 21 cases are past their deadline\nSince 29 Nov 2026, 13:03:00.\n\n{link}\n\n\
            All alerts: https://holdpoint.example/alerts\nTimes are Moscow time (UTC+3)\n"
        );
        assert_eq!(told.text, text);
        let over = letter(Condition::Overdue, Word::Ended, "R&D", Language::En);
        assert_eq!(over.subject, "Over: R&D, no case is past its deadline");
        assert_eq!(over.link, "https://holdpoint.example/alerts");
        let still = "\nStill so: Waiting too long for approval: 2\n";
        assert!(over.text.contains(still), "{}", over.text);
    }

    #[test]
    fn every_letter_is_whole_in_each_language() {
        for condition in Condition::ALL {
            for word in Word::ALL {
                for language in Language::ALL {
                    let told = letter(condition, word, "Склад", language);
                    assert!(told.subject.contains("Склад"), "{told:?}");
                    assert!(told.text.contains(&told.link), "{told:?}");
                    for broken in ["{$", "{ $", "alert-"] {
                        assert!(!told.text.contains(broken), "{told:?}");
                    }
                }
            }
        }
        let growth = letter(Condition::Growth, Word::Begun, "Склад", Language::Ru);
        assert_eq!(growth.subject, "Склад: очередь растёт, ждёт 21 дело");
        assert!(growth.text.contains("поступило 12"), "{}", growth.text);
    }

    #[test]
    fn a_name_cannot_make_a_line_of_its_own_in_a_subject() {
        let name = "Ops\r\nBcc: all@example.com";
        let told = letter(Condition::DueSoon, Word::Begun, name, Language::En);
        assert!(!told.subject.contains(['\r', '\n']), "{:?}", told.subject);
    }
}
