//! What of payloads is personal.

use super::*;
use crate::domain::mask::{Mask, Pointer};

fn mask(pointers: &[&str]) -> Mask {
    let pointer = |text: &&str| Pointer::parse(text).expect("a pointer");
    Mask::new(pointers.iter().map(pointer).collect())
}

#[test]
fn a_type_names_its_own_or_takes_those_of_the_default_section() {
    let text = "[types.default]\nmask = [\"/email\"]\n[types.refund]\nmask = [\"/card\", \"/a/*/b\"]\n[types.mail]\nrisk = \"low\"\n";
    let policy = Policy::read(text).expect("a policy");
    let [refund, mail] = ["refund", "mail"].map(OperationType::from);
    assert_eq!(policy.mask([&mail]), mask(&["/email"]));
    assert_eq!(policy.mask([&refund]), mask(&["/a/*/b", "/card"]));
    let both = mask(&["/a/*/b", "/card", "/email"]);
    assert_eq!(policy.mask([&refund, &mail]), both);
    assert_eq!(policy.every_mask(), both);
    assert!(Policy::standard().every_mask().is_empty());
}

#[test]
fn what_is_no_pointer_and_what_comes_twice_is_a_fault() {
    let place = "types.refund.mask.1";
    let no_pointer = "a JSON pointer begins with \"/\", and \"~\" in it is written as \"~0\", such as \"/customer/email\" or \"/lines/*/note\"";
    assert_fault("[types.refund]\nmask = [\"email\"]", 2, place, no_pointer);
    let twice = "[types.refund]\nmask = [\"/email\", \"/email\"]";
    assert_fault(
        twice,
        2,
        "types.refund.mask.2",
        "this is already in the list",
    );
}
