use super::super::removal::BareOrder;
use super::*;
use serde_json::json;

const FACTS: &str = r#"{"amount":1.50,"key":"8817"}"#;
const ORDER: &str = r#"{"action":"close"}"#;

/// A column, and what changes it.
type Forgery = (&'static str, fn(&mut KeptDecision<'_>));

fn digest_of(document: &str) -> String {
    digest(&json::parse(document.as_bytes()).unwrap())
}

fn witness(document: Value) -> Witness {
    Witness {
        number: 7,
        told: Told::Decision(1),
        at: 5,
        case: Some(2),
        operation: Some(3),
        actor: "irina".to_owned(),
        document,
    }
}

fn decided() -> Witness {
    witness(json!({
        "decision": 1, "kind": "close", "role": "reviewer", "reason_code": "other", "justification": "Why\u{0} not",
        "instruction": "01J", "facts_digest": digest_of(FACTS), "order_digest": digest_of(ORDER),
    }))
}

fn kept(facts_digest: &str) -> KeptDecision<'_> {
    KeptDecision {
        case: 2,
        operation: 3,
        kind: "close",
        by_name: "irina",
        role: "reviewer",
        decided_at: 5,
        reason_code: "other",
        justification: "Why\u{fffd} not",
        facts_as_seen: FACTS,
        facts_digest,
        document: ORDER,
        instruction: Some("01J"),
        answered_name: None,
        answered_at: None,
        answer_words: None,
    }
}

#[test]
fn every_column_of_a_decision_is_compared() {
    let facts = digest_of(FACTS);
    let row = kept(&facts);
    assert_eq!(decided().decision(&row, &[]), Ok(()));
    let forgeries: [Forgery; 11] = [
        ("case_id", |row| row.case = 9),
        ("operation_id", |row| row.operation = 9),
        ("by_name", |row| row.by_name = "x"),
        ("decided_at", |row| row.decided_at = 9),
        ("kind", |row| row.kind = "resume"),
        ("role", |row| row.role = "manager"),
        ("reason_code", |row| row.reason_code = "x"),
        ("justification", |row| row.justification = "x"),
        ("instruction_id", |row| row.instruction = None),
        ("facts_digest", |row| row.facts_digest = "x"),
        ("answered_name", |row| row.answered_name = Some("x")),
    ];
    for (column, forge) in forgeries {
        let mut row = row;
        forge(&mut row);
        let fault = RowFault::NotAsTold { column, number: 7 };
        assert_eq!(decided().decision(&row, &[]), Err(fault));
    }
}

#[test]
fn the_second_person_s_answer_is_compared_with_its_own_entry() {
    let facts = digest_of(FACTS);
    let mut entry = witness(json!({
        "decision": 1, "kind": "close", "words": "Seen\u{0} it", "instruction": "01J",
    }));
    entry.told = Told::Answer(1);
    entry.actor = "boris".to_owned();
    let row = KeptDecision {
        answered_name: Some("boris"),
        answered_at: Some(5),
        answer_words: Some("Seen\u{fffd} it"),
        ..kept(&facts)
    };
    assert_eq!(entry.decision(&row, &[]), Ok(()));
    let forgeries: [Forgery; 5] = [
        ("kind", |row| row.kind = "resume"),
        ("answered_name", |row| row.answered_name = Some("irina")),
        ("answered_at", |row| row.answered_at = None),
        ("answer_words", |row| row.answer_words = Some("x")),
        ("instruction_id", |row| row.instruction = Some("x")),
    ];
    for (column, forge) in forgeries {
        let mut row = row;
        forge(&mut row);
        let fault = RowFault::NotAsTold { column, number: 7 };
        assert_eq!(entry.decision(&row, &[]), Err(fault));
    }
}

#[test]
fn the_documents_of_a_decision_have_to_give_the_digests_that_were_told() {
    let facts = digest_of(FACTS);
    let row = kept(&facts);
    let forgeries: [Forgery; 2] = [
        ("facts_as_seen", |row| row.facts_as_seen = "{}"),
        ("document", |row| row.document = "no JSON"),
    ];
    for (column, forge) in forgeries {
        let mut row = row;
        forge(&mut row);
        let fault = RowFault::OtherDigest { column, number: 7 };
        assert_eq!(decided().decision(&row, &[]), Err(fault));
    }
}

#[test]
fn a_report_and_its_digest_changed_together_are_not_what_the_entry_tells() {
    let digest = digest_of(FACTS);
    let entry = witness(json!({"report": "r", "digest": digest}));
    let row = KeptReport {
        case: Some(2),
        operation: 3,
        digest: &digest,
        document: FACTS,
    };
    assert_eq!(entry.report(&row, &[]), Ok(()));
    let number = 7;
    let changed = KeptReport {
        document: ORDER,
        ..row
    };
    let column = "document";
    assert_eq!(
        entry.report(&changed, &[]),
        Err(RowFault::OtherDigest { column, number })
    );
    let order = digest_of(ORDER);
    let both = KeptReport {
        digest: &order,
        ..changed
    };
    let column = "digest";
    assert_eq!(
        entry.report(&both, &[]),
        Err(RowFault::NotAsTold { column, number })
    );
}

fn told(number: i64, left: Kept, orders: Vec<BareOrder>) -> RemovalTold {
    let rule = "types.default.keep_cases = \"400 d\"".to_owned();
    RemovalTold {
        number,
        operation: 3,
        removal: Removal {
            left,
            rule,
            reports: 1,
            payloads: 1,
            orders,
        },
    }
}

#[test]
fn a_document_may_be_gone_only_where_a_later_entry_tells_of_its_removal() {
    let digest = digest_of(FACTS);
    let entry = witness(json!({"report": "r", "digest": digest}));
    let row = KeptReport {
        case: Some(2),
        operation: 3,
        digest: &digest,
        document: "",
    };
    let gone = |column| Err(RowFault::Gone { column, number: 7 });
    assert_eq!(entry.report(&row, &[]), gone("document"));
    let earlier = told(6, Kept::Facts, Vec::new());
    assert_eq!(entry.report(&row, &[earlier]), gone("document"));
    let later = told(8, Kept::Facts, Vec::new());
    assert_eq!(entry.report(&row, std::slice::from_ref(&later)), Ok(()));

    let row = KeptDecision {
        facts_as_seen: "",
        ..kept(&digest)
    };
    assert_eq!(decided().decision(&row, &[later]), gone("facts_as_seen"));
    let case_gone = told(9, Kept::Keys, Vec::new());
    assert_eq!(decided().decision(&row, &[case_gone]), Ok(()));
}

#[test]
fn an_order_without_its_payload_is_what_the_removal_tells() {
    const BARE: &str = r#"{"action":"close","payload":null}"#;
    let facts = digest_of(FACTS);
    let row = KeptDecision {
        facts_as_seen: "",
        document: BARE,
        ..kept(&facts)
    };
    let bare = |decision, digest| vec![BareOrder { decision, digest }];
    let removal = told(9, Kept::Keys, bare(1, digest_of(BARE)));
    assert_eq!(decided().decision(&row, &[removal]), Ok(()));
    let column = "document";
    let other = Err(RowFault::OtherDigest { column, number: 7 });
    let of_another = told(9, Kept::Keys, bare(2, digest_of(BARE)));
    assert_eq!(decided().decision(&row, &[of_another]), other);
}

#[test]
fn only_kinds_that_vouch_for_a_row_tell_of_one() {
    let document = json!({"decision": 1, "report": "r"});
    for kind in ["decided", "proposed"] {
        assert_eq!(Told::by(kind, &document), Some(Told::Decision(1)));
    }
    for kind in ["approved", "proposal_refused"] {
        assert_eq!(Told::by(kind, &document), Some(Told::Answer(1)));
    }
    for kind in ["report_received", "report_late"] {
        assert_eq!(
            Told::by(kind, &document),
            Some(Told::Report("r".to_owned()))
        );
    }
    for kind in ["noted", "facts_added", "report_conflicted", "nonsense"] {
        assert_eq!(Told::by(kind, &document), None);
    }
}
