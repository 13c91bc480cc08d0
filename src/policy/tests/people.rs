//! What people choose from, and what takes two of them.

use super::*;

#[test]
fn reasons_are_codes_with_a_text_and_none_twice() {
    assert_fault(
        "[reasons]\nclose = []",
        2,
        "reasons.close",
        "must keep at least one",
    );
    assert_fault(
        "[reasons]\nclose = [{ code = \"Wanted!\", en = \"No\" }]",
        2,
        "reasons.close.1.code",
        "must be written in a-z",
    );
    assert_fault(
        "[reasons]\nclose = [\n{ code = \"a\", en = \"A\" },\n{ code = \"a\", en = \"B\" },\n]",
        4,
        "reasons.close.2",
        "this code is already",
    );
    assert_fault(
        "[reasons]\nclose = [{ code = \"a\" }]",
        2,
        "reasons.close.1",
        "`en` is missing",
    );
    assert_fault(
        "[reasons]\nclose = [{ code = \"a\", en = \" \", ru = \"А\" }]",
        2,
        "reasons.close.1.en",
        "must not be empty",
    );
}

#[test]
fn a_reason_speaks_only_of_facts_that_are_known_and_one_for_closing_of_none() {
    assert_fault(
        "[reasons]\nresume = [{ code = \"a\", en = \"A\", fits = \"luck\" }]",
        2,
        "reasons.resume.1.fits",
        "unknown variant `luck`, expected one of `always`",
    );
    assert_fault(
        "[reasons]\nclose = [{ code = \"a\", en = \"A\", fits = \"found\" }]",
        2,
        "reasons.close.1.fits",
        "unknown key; known here are names, code",
    );
    assert_fault(
        "[bases]\nnew_operation = []",
        2,
        "bases.new_operation",
        "must keep at least one",
    );
}

#[test]
fn a_second_person_is_asked_for_by_the_names_of_decisions() {
    let none = Policy::read("[types.default]\nsecond_person = []").expect("a policy");
    let (any, origin) = none.operation_type(&"refund".into());
    assert_eq!(
        (any.second_person.len(), origin),
        (0, PolicyOrigin::DefaultSection)
    );
    assert_fault(
        "[types.refund]\nsecond_person = [\"new_operation\", \"refund\"]",
        2,
        "types.refund.second_person.2",
        "unknown variant `refund`, expected one of `resume`",
    );
    assert_fault(
        "[types.refund]\nsecond_person = [\"close\", \"close\"]",
        2,
        "types.refund.second_person.2",
        "this decision is already in the list",
    );
    assert_fault(
        "[types.refund]\napprove_within = \"8\"",
        2,
        "types.refund.approve_within",
        "a time needs a unit",
    );
    assert_fault(
        "[types.refund]\nsnooze_limit = \"0 s\"",
        2,
        "types.refund.snooze_limit",
        "impossible value",
    );
}
