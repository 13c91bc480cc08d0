//! Which types may let unanswered unknown results be.

use super::*;

const RULE: &str = "lapse = { after = \"3 d\", because = { en = \"Only an offer\", ru = \"Всего лишь реклама\" } }";

#[test]
fn a_type_of_low_risk_may_say_after_which_time_and_why() {
    let text = format!("[types.offer]\nrisk = \"low\"\n{RULE}\n[types.notice]\nrisk = \"low\"\n");
    let policy = Policy::read(&text).expect("a policy");
    let of = |name: &str| policy.operation_type(&name.into()).0.lapse.clone();
    let rule = of("offer").expect("a rule");
    assert_eq!(rule.after, MINUTE * 60 * 72);
    assert_eq!(rule.because.for_tag("ru"), "Всего лишь реклама");
    assert_eq!((of("notice"), of("other")), (None, None));
    let quoted = |name: &str| policy.rule_of_lapse(&name.into());
    assert_eq!(
        quoted("offer").unwrap(),
        "types.offer.lapse = { after = \"3 d\" }"
    );
    assert_eq!(quoted("notice"), None);
}

#[test]
fn a_lapse_that_may_not_be_names_its_line() {
    let place = "types.offer.lapse";
    let of_risk = |risk: &str| format!("[types.offer]\n{risk}\n{RULE}\n");
    let low = "only operations of low risk can be let be";
    assert_fault(&of_risk("risk = \"high\""), 3, place, low);
    assert_fault(&of_risk("risk = \"normal\""), 3, place, low);
    // Where the type says nothing, the default section's risk holds.
    assert_fault(&of_risk(""), 3, place, low);
    let low_for_all = format!("[types.default]\nrisk = \"low\"\n{}", of_risk(""));
    assert_eq!(faults(&low_for_all), [""; 0]);
    let default = format!("[types.default]\nrisk = \"low\"\n{RULE}\n");
    assert_fault(
        &default,
        3,
        "types.default.lapse",
        "a lapse is said by each type",
    );
    let early = of_risk("risk = \"low\"\nrespond_within = \"4 d\"\nresolve_within = \"5 d\"");
    assert_fault(&early, 5, place, "shorter than `respond_within`");
}

#[test]
fn a_lapse_has_a_time_with_its_unit_and_a_reason() {
    let fault = |rule: &str, place: &str, begins: &str| {
        let text = format!("[types.offer]\nrisk = \"low\"\nlapse = {{ {rule} }}\n");
        assert_fault(&text, 3, place, begins);
    };
    let after = "types.offer.lapse.after";
    fault("after = 3, because = \"x\"", after, "a time needs a unit");
    fault(
        "after = \"0 s\", because = \"x\"",
        after,
        "impossible value",
    );
    fault(
        "after = \"3 d\"",
        "types.offer.lapse",
        "`because` is missing",
    );
    fault("because = \"x\"", "types.offer.lapse", "`after` is missing");
    fault(
        "after = \"3 d\", because = \"x\", who = \"me\"",
        "types.offer.lapse.who",
        "unknown key",
    );
}
