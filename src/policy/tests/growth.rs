//! When the queue is said to grow.

use super::*;

#[test]
fn what_the_section_leaves_out_is_as_in_the_standard_policy() {
    let policy = Policy::read("[growth]\nat_least = 7\nlong = \"2 d\"").expect("a policy");
    let standard = Policy::standard().growth();
    assert_eq!(policy.growth().at_least, 7);
    assert_eq!(policy.growth().long, Duration::from_secs(2 * 86_400));
    assert_eq!(policy.growth().short, standard.short);
    assert_eq!(policy.growth().oldest_over, standard.oldest_over);
}

#[test]
fn times_that_cannot_be_compared_are_faults() {
    assert_fault(
        "[growth]\nshort = \"2 d\"",
        2,
        "growth.short",
        "`long` is not longer than `short`",
    );
    assert_fault(
        "[growth]\nshort = \"1 h\"\nlong = \"1 h\"",
        3,
        "growth.long",
        "`long` is not longer than `short`",
    );
    assert_fault(
        "[growth]\nlong = \"32 d\"",
        2,
        "growth.long",
        "impossible value: must be at most 31 d",
    );
    assert_fault(
        "[growth]\nat_least = 0",
        2,
        "growth.at_least",
        "impossible value: must be from 1 to 1000000",
    );
}
