mod accesses;
mod alerts;
mod figures;
mod growth;
mod lapses;
mod mask;
mod people;

use super::*;
use crate::domain::contract::{Confidence, KeyPromise, LookUpStrength};
use crate::domain::policy::{ReasonFits, ReasonNames, Risk};
use crate::domain::standing::DecisionKind;

const MINUTE: Duration = Duration::from_secs(60);

fn faults(text: &str) -> Vec<String> {
    match Policy::read(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0.iter().map(ToString::to_string).collect(),
    }
}

/// The only fault of a text: its line, its place, and how the sentence begins.
#[track_caller]
fn assert_fault(text: &str, line: usize, place: &str, begins: &str) {
    let found = Policy::read(text).expect_err("a faulty policy").0;
    let [fault] = &found[..] else {
        panic!("not one fault: {found:#?}");
    };
    assert_eq!((fault.line, fault.place.as_str()), (line, place), "{fault}");
    let said = fault.kind.to_string();
    assert!(
        said.starts_with(begins),
        "{said:?} does not begin with {begins:?}"
    );
}

#[test]
fn what_is_kept_is_kept_for_good_unless_the_file_says_how_long() {
    let of = |text: &str, name: &str| {
        let policy = Policy::read(text).expect("a policy");
        policy.operation_type(&name.into()).0.retention
    };
    let day = |n: u64| Duration::from_secs(n * 24 * 60 * 60);
    let standard = of("", "refund");
    assert_eq!((standard.reports, standard.cases), (None, None));
    assert_eq!(standard.replay_horizon, day(180));
    let text =
        "[types.default]\nkeep_reports = \"365 d\"\n[types.refund]\nkeep_cases = \"400 d\"\n";
    assert_eq!(of(text, "shipment").reports, Some(day(365)));
    assert_eq!(of(text, "shipment").cases, None);
    assert_eq!(of(text, "refund").reports, Some(day(365)));
    assert_eq!(of(text, "refund").cases, Some(day(400)));
    let policy = Policy::read(text).expect("a policy");
    let rule = |name: &str, left| policy.rule_of_removal(&name.into(), left);
    assert_eq!(
        rule("refund", Kept::Keys),
        "types.refund.keep_cases = \"400 d\""
    );
    assert_eq!(
        rule("x", Kept::Facts),
        "types.default.keep_reports = \"365 d\""
    );
}

#[test]
fn nothing_is_kept_shorter_than_a_source_replays_or_a_receiver_recognises_a_key() {
    let fault = |members: &str, line, place: &str, begins: &str| {
        assert_fault(&format!("[types.refund]\n{members}"), line, place, begins);
    };
    fault(
        "keep_reports = \"90 d\"",
        2,
        "types.refund.keep_reports",
        "shorter than the 180 d for which the source may replay",
    );
    fault(
        "keep_reports = \"365 d\"\nreplay_horizon = \"400 d\"",
        2,
        "types.refund.keep_reports",
        "shorter than the 400 d",
    );
    fault(
        "keep_reports = \"365 d\"\nkeep_cases = \"200 d\"",
        3,
        "types.refund.keep_cases",
        "`keep_cases` is shorter",
    );
    fault(
        "keep_cases = \"200 d\"",
        2,
        "types.refund.keep_cases",
        "`keep_cases` is shorter",
    );
    let systems = format!(
        "{}[systems]\nwms = {{ contract = \"own-wms\" }}",
        own_contract("key = \"exact\"\nwindow = \"300 d\"\n")
    );
    let text = format!("{systems}\n[types.refund]\nkeep_reports = \"200 d\"");
    let line = text.lines().count();
    assert_fault(
        &text,
        line,
        "types.refund.keep_reports",
        "shorter than the 300 d for which wms recognises",
    );
    // What is only taken over is told once.
    let text = "[types.default]\nkeep_reports = \"90 d\"\n[types.refund]\nrisk = \"low\"";
    assert_eq!(faults(text).len(), 1);
}

fn own_contract(members: &str) -> String {
    format!(
        "[contracts.own-wms]\ntitle = \"Own warehouse\"\nsource = {{ title = \"Agreement 3.2\", looked_at = 2026-11-01 }}\n{members}"
    )
}

#[test]
fn without_a_file_no_system_has_a_contract_and_every_type_is_a_default_one() {
    let policy = Policy::standard();
    assert_eq!(policy.contract_for(&"wms".into(), None), None);
    let (refund, origin) = policy.operation_type(&"refund".into());
    assert_eq!(origin, PolicyOrigin::Standard);
    assert_eq!(refund.risk, Risk::Normal);
    assert_eq!(refund.second_person, [DecisionKind::NewOperation]);
    assert_eq!(refund.approve_within, 8 * 60 * MINUTE);
    assert_eq!(refund.snooze_limit, 7 * 24 * 60 * MINUTE);
    assert_eq!(policy.margins().safety_margin, 5 * MINUTE);
    assert_eq!(policy.margins().take_before, 24 * 60 * MINUTE);
    assert_eq!(policy.margins().claim_lease, 30 * MINUTE);
    assert_eq!(policy.margins().take_lease, 2 * MINUTE);
    assert_eq!(policy.margins().settling_for_people, Some(15 * MINUTE));
    assert_eq!(policy.margins().justification_minimum, 20);
}

#[test]
fn an_empty_file_is_the_standard_policy() {
    assert_eq!(Policy::read("").as_ref(), Ok(Policy::standard()));
}

#[test]
fn the_standard_reasons_are_told_in_both_languages() {
    let reasons = Policy::standard().reasons();
    let kinds = [
        DecisionKind::Resume,
        DecisionKind::NewOperation,
        DecisionKind::Compensate,
        DecisionKind::Close,
    ];
    for reason in kinds.iter().flat_map(|kind| reasons.of(*kind)) {
        assert_ne!(reason.title.en, reason.title.ru, "{}", reason.code);
    }
    let close = |code| reasons.find(DecisionKind::Close, code);
    let names = |code| close(code).map(|reason| reason.names);
    assert_eq!(names("done_by_other_means"), Some(ReasonNames::Reference));
    assert_eq!(names("duplicate_of_other"), Some(ReasonNames::Operation));
    assert_eq!(names("no_longer_wanted"), Some(ReasonNames::Nothing));
    assert_eq!(names("protected_repeat"), None);
    let repeat = reasons.find(DecisionKind::Resume, "protected_repeat");
    let fits = repeat.map(|reason| reason.fits);
    assert_eq!(fits, Some(ReasonFits::ProtectedRepeat));
}

#[test]
fn the_example_is_read_as_its_comments_say() {
    let policy = Policy::read(include_str!("../../tests/data/policy.toml")).expect("the example");
    let contract = |system: &str, step: Option<&str>| {
        let step = step.map(StepName::from);
        policy
            .contract_for(&system.into(), step.as_ref())
            .map(|contract| contract.id.to_string())
    };
    assert_eq!(contract("wms", None).as_deref(), Some("own-wms"));
    assert_eq!(
        contract("wms", Some("set_priority")).as_deref(),
        Some("generic-sets-a-state")
    );
    assert_eq!(
        contract("wms", Some("create_warehouse_task")).as_deref(),
        Some("own-wms")
    );
    assert_eq!(
        contract("Payment provider", None).as_deref(),
        Some("yookassa")
    );
    assert_eq!(contract("no such system", None), None);

    let wms = policy
        .contract_for(&"wms".into(), None)
        .expect("a contract");
    assert_eq!(wms.key, KeyPromise::AtLeast(3 * 24 * 60 * MINUTE));
    assert_eq!(wms.settling, Some(2 * MINUTE));
    assert_eq!(wms.evidence.confidence, Confidence::Own);
    let search = wms.look_up("search").expect("a look-up");
    assert_eq!(
        search.strength,
        LookUpStrength::Eventual { lag: Some(MINUTE) }
    );

    let (shipment, origin) = policy.operation_type(&"warehouse_shipment".into());
    assert_eq!(origin, PolicyOrigin::OwnSection);
    assert!(!shipment.wants_second_person(DecisionKind::Resume));
    let title = shipment.title.as_ref().expect("a title");
    assert_eq!(
        (title.en.as_str(), title.ru.as_str()),
        ("Warehouse shipment", "Отгрузка со склада")
    );
    let (refund, _) = policy.operation_type(&"refund".into());
    assert_eq!(refund.risk, Risk::High);
    assert!(refund.wants_second_person(DecisionKind::Resume));
    assert!(!refund.wants_second_person(DecisionKind::Close));
    assert_eq!(refund.approve_within, 2 * 60 * MINUTE);
    let (other, origin) = policy.operation_type(&"newsletter".into());
    assert_eq!(origin, PolicyOrigin::DefaultSection);
    assert_eq!(other.owner_team, Some("Operations".into()));
    assert_eq!(refund.resolve_within, other.resolve_within);
}

#[test]
fn unknown_keys_are_named_with_their_line_and_with_what_is_known() {
    assert_fault(
        "\n\n[system]\n",
        3,
        "system",
        "unknown key; known here are defaults,",
    );
    assert_fault(
        "[defaults]\nsafety = \"5 min\"",
        2,
        "defaults.safety",
        "unknown key",
    );
    assert_fault(
        "[types.refund]\nrisk = \"high\"\nrisque = \"high\"",
        3,
        "types.refund.risque",
        "unknown key; known here are title, lapse, risk,",
    );
    assert_fault(
        "[types.default]\ntitle = \"All\"",
        2,
        "types.default.title",
        "unknown key",
    );
}

#[test]
fn times_need_a_unit_and_must_be_possible() {
    assert_fault(
        "[defaults]\ntake_lease = 120",
        2,
        "defaults.take_lease",
        "a time needs a unit: \"120 s\"",
    );
    assert_fault(
        "[defaults]\ntake_lease = \"120\"",
        2,
        "defaults.take_lease",
        "a time needs a unit",
    );
    assert_fault(
        "[defaults]\ntake_lease = \"-2 min\"",
        2,
        "defaults.take_lease",
        "\"-2 min\" is not a time",
    );
    assert_fault(
        "[defaults]\ntake_lease = \"0 s\"",
        2,
        "defaults.take_lease",
        "impossible value",
    );
    assert_fault(
        "[defaults]\nclaim_lease = true",
        2,
        "defaults.claim_lease",
        "must be a time",
    );
    assert_fault(
        "[defaults]\nsettling_for_people = \"never\"",
        2,
        "defaults.settling_for_people",
        "\"never\" is not a time",
    );
    assert_fault(
        "[defaults]\njustification_minimum = 0",
        2,
        "defaults.justification_minimum",
        "impossible value",
    );
    assert_fault(
        "[defaults]\njustification_minimum = -1",
        2,
        "defaults.justification_minimum",
        "impossible value",
    );
    assert_fault(
        "[types.refund]\nrisk = \"huge\"",
        2,
        "types.refund.risk",
        "unknown variant `huge`, expected one of `low`",
    );
    assert_fault(
        "[types.refund]\nrespond_within = \"2 d\"\nresolve_within = \"1 d\"",
        1,
        "types.refund",
        "`resolve_within` is shorter",
    );
}

#[test]
fn people_s_absence_can_be_declared_no_proof() {
    let policy = Policy::read("[defaults]\nsettling_for_people = \"none\"").expect("a policy");
    assert_eq!(policy.margins().settling_for_people, None);
}

#[test]
fn systems_name_contracts_that_exist() {
    assert_fault(
        "[systems]\nwms = { contract = \"own-wms\" }",
        2,
        "systems.wms.contract",
        "neither the catalogue nor this file has a contract \"own-wms\"",
    );
    assert_fault(
        "[systems]\n\"North Warehouse\" = {}",
        2,
        "systems.\"North Warehouse\"",
        "names no contract",
    );
    assert_fault(
        "[systems]\n\"\" = { contract = \"adyen\" }",
        2,
        "systems",
        "must not be empty",
    );
    assert_fault(
        "[systems.wms]\ncontract = \"adyen\"\n[systems.wms.steps]\nlabel = \"shippo\"",
        4,
        "systems.wms.steps.label",
        "neither the catalogue",
    );
}

#[test]
fn contracts_keep_their_promises_and_windows_together() {
    assert_fault(
        &own_contract("key = \"exact\""),
        1,
        "contracts.own-wms",
        "`key = \"at_least\"` and",
    );
    assert_fault(
        &own_contract("key = \"no_key\"\nwindow = \"1 h\""),
        5,
        "contracts.own-wms.window",
        "a `window` goes only",
    );
    assert_fault(
        &own_contract("key = \"at_least\"\nwindow = \"24\""),
        5,
        "contracts.own-wms.window",
        "a time needs a unit",
    );
    assert_fault(
        &own_contract("key = \"at_least\"\nwindow = \"0 s\""),
        5,
        "contracts.own-wms.window",
        "impossible value",
    );
    assert_fault(
        &own_contract(""),
        1,
        "contracts.own-wms",
        "`key` is missing",
    );
    assert_fault(
        &own_contract(
            "key = \"no_key\"\nlook_ups.list = { by = \"id\", strength = \"authoritative\", lag = \"1 s\" }",
        ),
        5,
        "contracts.own-wms.look_ups.list.lag",
        "a `lag` goes only",
    );
}

#[test]
fn contracts_say_where_they_were_read_and_do_not_hide_the_catalogue() {
    assert_fault(
        "[contracts.own]\ntitle = \"Own\"\nkey = \"no_key\"",
        1,
        "contracts.own",
        "`source` is missing",
    );
    assert_fault(
        "[contracts.own]\ntitle = \"Own\"\nkey = \"no_key\"\nsource = { title = \"Mail\", looked_at = \"2026-02-30\" }",
        4,
        "contracts.own.source.looked_at",
        "\"2026-02-30\" is not a day",
    );
    assert_fault(
        "[contracts.adyen]\ntitle = \"Own\"\nkey = \"no_key\"\nsource = { title = \"Mail\", looked_at = \"2026-02-03\" }",
        1,
        "contracts.adyen",
        "the catalogue has a contract of this name",
    );
}

#[test]
fn duplicates_and_broken_toml_are_named_with_their_line() {
    assert_fault(
        "[defaults]\ntake_lease = \"2 min\"\ntake_lease = \"3 min\"",
        3,
        "",
        "duplicate key",
    );
    assert_eq!(faults("[defaults]\ntake_lease = \n\n[types").len(), 2);
}

#[test]
fn several_faults_are_told_at_once_in_the_order_of_the_lines() {
    let text = "
[systems]
wms = { contract = \"nobody\" }

[types.refund]
risk = 3
respond_within = \"1\"

[defaults]
hello = 1
";
    let lines: Vec<_> = faults(text)
        .iter()
        .map(|fault| fault.split(": ").take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        lines,
        [
            "line 3 systems.wms.contract",
            "line 6 types.refund.risk",
            "line 7 types.refund.respond_within",
            "line 10 defaults.hello",
        ]
    );
}

#[test]
fn a_contract_based_on_the_catalogue_adds_what_this_installation_knows() {
    let policy = Policy::read(
        r#"
[contracts.our-yookassa]
based_on = "yookassa"
source = { title = "Letter from our account manager", looked_at = "2026-11-02" }
settling = "40 s"
look_ups.list = { by = "payments by order number", strength = "eventual", lag = "60 s" }

[systems]
yookassa = { contract = "our-yookassa" }
"#,
    )
    .expect("a policy");
    let ours = policy
        .contract_for(&"yookassa".into(), None)
        .expect("a contract");
    let base = catalogue::contract(&"yookassa".into()).expect("an entry");
    assert_eq!((&ours.title, ours.key), (&base.title, base.key));
    assert_eq!(ours.evidence.confidence, Confidence::Own);
    assert_eq!(ours.settling, Some(Duration::from_secs(40)));
    let lag = Some(MINUTE);
    let strength = |name| ours.look_up(name).map(|look_up| look_up.strength);
    assert_eq!(strength("list"), Some(LookUpStrength::Eventual { lag }));
    assert_eq!(ours.look_up("same_key"), base.look_up("same_key"));

    let source = "source = { title = \"Letter\", looked_at = \"2026-11-02\" }";
    assert_fault(
        &format!(
            "[contracts.ours]\nbased_on = \"yokassa\"\ntitle = \"Ours\"\nkey = \"no_key\"\n{source}"
        ),
        2,
        "contracts.ours.based_on",
        "the catalogue has no contract",
    );
    assert_fault(
        &format!("[contracts.ours]\nbased_on = \"yookassa\"\nwindow = \"2 d\"\n{source}"),
        3,
        "contracts.ours.window",
        "a `window` goes only beside",
    );
}
