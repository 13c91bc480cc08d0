use super::*;
use crate::domain::alert::Condition;
use crate::domain::ids::Team;
use crate::domain::people::Language;
use crate::domain::time::Timestamp;

const FILE: &str = r#"
[alerts]
not_taken_for = "30 min"

[alerts.default]
mail = ["duty@example.com"]
language = "ru"
time_zone = "Europe/Moscow"
quiet = { from = "22:00", until = "07:00" }

[alerts.teams.Fulfilment]
mail = ["fulfilment@example.com", "boss@example.com"]
webhooks = ["http://chat.local:8065/hooks/x", "http://[::1]:9/x"]
always = ["overdue"]

[alerts.teams.Billing]
quiet = "never"
"#;

#[test]
fn a_team_takes_from_the_default_what_it_leaves_out() {
    let policy = Policy::read(FILE).expect("a policy");
    let alerts = policy.alerts();
    assert_eq!(alerts.not_taken_for, MINUTE * 30);
    assert_eq!(alerts.not_answered_for, MINUTE * 120);
    assert_eq!(
        (alerts.ends_after, alerts.keep),
        (MINUTE * 10, MINUTE * 60 * 24 * 90)
    );
    assert_eq!(alerts.channels(), (true, true));

    let night = Timestamp::parse("2026-11-29T23:00:00+03:00").expect("a time");
    let quiet = |team: &str, condition| alerts.of(&Team::from(team)).is_quiet(condition, night);
    assert!(quiet("Fulfilment", Condition::Growth));
    assert!(!quiet("Fulfilment", Condition::Overdue));
    assert!(!quiet("Billing", Condition::Growth));
    assert!(quiet("Payments", Condition::Overdue));

    let fulfilment = alerts.of(&Team::from("Fulfilment"));
    assert_eq!((fulfilment.mail.len(), fulfilment.webhooks.len()), (2, 2));
    assert_eq!(fulfilment.language, Language::Ru);
    let other = alerts.of(&Team::from("Payments"));
    assert_eq!(other.mail[0].as_str(), "duty@example.com");
    // Without a file nobody is told by mail or webhook.
    assert!(Policy::standard().alerts().default.names_nobody());
}

#[test]
fn faults_of_alerts_are_named_with_their_lines() {
    let team = |members: &str| format!("[alerts.teams.Billing]\n{members}");
    for (text, line, place, begins) in [
        (
            "[alerts]\nends_after = \"0 s\"",
            2,
            "alerts.ends_after",
            "impossible value",
        ),
        (
            "[alerts]\nkeep = \"23 h\"",
            2,
            "alerts.keep",
            "shorter than the 1 d for which the program tries",
        ),
        (
            "[alerts.default]\nmail = [\"a@b.example\", \"Ops <x@y>\"]",
            2,
            "alerts.default.mail.2",
            "it is no mail address",
        ),
        (
            &team("mail = [\"a@b.example\", \"a@b.example\"]"),
            2,
            "alerts.teams.Billing.mail.2",
            "this is already in the list",
        ),
        (
            &team("webhooks = [\"https://chat.example/x?key=1\"]"),
            2,
            "alerts.teams.Billing.webhooks.1",
            "what follows a ?",
        ),
    ] {
        assert_fault(text, line, place, begins);
    }
}

#[test]
fn faults_of_quiet_hours_are_named_with_their_lines() {
    let team = |members: &str| format!("[alerts.teams.Billing]\n{members}");
    for (text, line, place, begins) in [
        (
            &team("time_zone = \"Mars/Olympus\""),
            2,
            "alerts.teams.Billing.time_zone",
            "there is no time zone",
        ),
        (
            &team("quiet = { from = \"22:00\" }"),
            2,
            "alerts.teams.Billing.quiet",
            "`until` is missing",
        ),
        (
            &team("quiet = { from = \"7:00\", until = \"08:00\" }"),
            2,
            "alerts.teams.Billing.quiet.from",
            "\"7:00\" is not a time of day",
        ),
        (
            &team("quiet = { from = \"07:00\", until = \"07:00\" }"),
            2,
            "alerts.teams.Billing.quiet",
            "`from` and `until` are the same",
        ),
        (
            &team("always = [\"late\"]"),
            2,
            "alerts.teams.Billing.always.1",
            "unknown variant",
        ),
        (
            &team("phone = []"),
            2,
            "alerts.teams.Billing.phone",
            "unknown key",
        ),
    ] {
        assert_fault(text, line, place, begins);
    }
}
