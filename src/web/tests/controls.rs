//! Nothing on any page offers to do something again without saying which operation it continues or starts.

use super::{all_contexts, samples};
use crate::domain::standing::DecisionKind;

/// What no control says, in either language.
const AGAIN: [&str; 10] = [
    "retry",
    "resend",
    "re-send",
    "repeat",
    "send again",
    "send once more",
    "try again",
    "повтор",
    "ещё раз",
    "снова отправ",
];

/// What each control of a page says: buttons, links and folds with what stands in them, and what is read out for them.
fn controls(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in ["button", "a", "summary"] {
        let opening = format!("<{tag}");
        for rest in html.split(&opening).skip(1) {
            if !rest.starts_with([' ', '>']) {
                continue;
            }
            let (inside, _) = rest.split_once(&format!("</{tag}>")).unwrap();
            let (attributes, text) = inside.split_once('>').unwrap();
            found.push(without_tags(text));
            for name in ["aria-label", "title", "data-done"] {
                let value = attributes.split_once(&format!(" {name}=\""));
                found.extend(value.map(|(_, value)| value.split('"').next().unwrap().to_owned()));
            }
        }
    }
    found
}

fn without_tags(html: &str) -> String {
    let pieces = html.split('<').enumerate();
    let text = pieces.map(|(i, piece)| {
        let after = piece.split_once('>').map_or("", |(_, text)| text);
        if i == 0 { piece } else { after }
    });
    text.collect()
}

fn says_again(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    AGAIN.into_iter().find(|word| text.contains(word))
}

#[test]
fn no_control_says_retry_resend_or_send_again() {
    let mut seen = 0;
    for ctx in all_contexts() {
        for sample in samples(&ctx) {
            for control in controls(&sample.page.html().unwrap()) {
                let at = format!("{} in {}: {control:?}", sample.of, ctx.lang());
                assert_eq!(says_again(&control), None, "{at}");
                seen += 1;
            }
        }
    }
    assert!(seen > 1_000, "only {seen} controls were found");
    // What the script says stands in quotation marks; a word of its own code is no word on a page.
    let script = include_str!("../../../static/holdpoint.js");
    for (line, text) in (1..).zip(script.lines()) {
        let code = text.split("//").next().unwrap();
        for said in ['\'', '"', '`'].map(|mark| code.split(mark).skip(1).step_by(2)) {
            for said in said {
                assert_eq!(says_again(said), None, "holdpoint.js, line {line}: {said}");
            }
        }
    }
}

/// The button that sends a decision, and the words by which it names what becomes of which operation.
#[test]
fn the_button_of_a_decision_names_the_operation_that_it_continues_or_starts() {
    let named = [
        (
            DecisionKind::Resume,
            "resume",
            ["old operation", "прежнюю операцию"],
        ),
        (
            DecisionKind::NewOperation,
            "new-operation",
            ["new operation", "новую операцию"],
        ),
        (DecisionKind::Compensate, "compensate", ["undo", "отмен"]),
        (DecisionKind::Close, "close", ["close", "закры"]),
    ];
    for (kind, slug, words) in named {
        let mut seen = 0;
        for ctx in all_contexts() {
            for sample in samples(&ctx) {
                let html = sample.page.html().unwrap();
                let forms = html.split("<form class=\"decision col\"").skip(1);
                for form in forms.filter(|form| form.contains(&format!("/{slug}\" data-draft"))) {
                    let form = form.split("</form>").next().unwrap();
                    let (_, button) = form
                        .rsplit_once("<button class=\"btn primary big\"")
                        .unwrap();
                    let text =
                        without_tags(button.split("</button>").next().unwrap()).to_lowercase();
                    let complete = ["complete", "выполнена"]
                        .iter()
                        .any(|word| text.contains(word));
                    let names_it = words.iter().any(|word| text.contains(word));
                    assert!(
                        names_it || complete && kind == DecisionKind::Resume,
                        "{kind:?}: {text:?}"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 0, "no form of {kind:?} among the samples");
    }
}
