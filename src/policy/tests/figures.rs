//! How long figures can be looked into.

use super::*;

#[test]
fn figures_are_kept_for_longer_than_any_window() {
    let policy = Policy::read("[figures]\nkeep = \"93 d\"").expect("a policy");
    assert_eq!(policy.figures_kept(), Duration::from_secs(93 * 86_400));
    assert_fault(
        "[figures]\nkeep = \"92 d\"",
        2,
        "figures.keep",
        "impossible value: must be at least 93 d",
    );
}
