//! How long it is kept who opened what.

use super::*;

#[test]
fn the_access_log_is_kept_long_enough_to_be_asked() {
    let policy = Policy::read("[accesses]\nkeep = \"30 d\"").expect("a policy");
    assert_eq!(policy.accesses_kept(), Duration::from_secs(30 * 86_400));
    assert_fault(
        "[accesses]\nkeep = \"29 d\"",
        2,
        "accesses.keep",
        "impossible value: must be at least 30 d",
    );
}
