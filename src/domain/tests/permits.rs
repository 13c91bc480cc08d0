//! The one table of who may do what with a case, held against the printed one.

use crate::domain::case::CaseStanding;
use crate::domain::ids::UserId;
use crate::domain::people::Role;
use crate::domain::permits::{Act, NotPermitted, Towards, permit};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;

const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];

/// The table as people read it: by place and role, a sign for each act.
fn printed() -> Vec<(&'static str, Role, Vec<&'static str>)> {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/matrix/table.txt"
    ));
    let mut place = "";
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        match words.next().map(|first| (first, first.parse::<Role>())) {
            None => {}
            Some((_, Ok(role))) => {
                let signs = words.map(|sign| if sign == "=" { "+" } else { sign });
                rows.push((place, role, signs.collect()));
            }
            Some((first, Err(_))) => place = first,
        }
    }
    rows
}

fn sign(cell: Result<(), NotPermitted>) -> &'static str {
    match cell {
        Ok(()) => "+",
        Err(NotPermitted::Role) => "r",
        Err(NotPermitted::NotClaimed) => "c",
        Err(NotPermitted::HeldByOther) => "h",
        Err(NotPermitted::NobodyHolds) => "n",
        Err(NotPermitted::AwaitingApproval) => "a",
        Err(NotPermitted::NoProposal) => "p",
        Err(NotPermitted::OwnProposal) => "o",
        Err(NotPermitted::Decided) => "d",
        Err(NotPermitted::NotTheirs) => "t",
        Err(NotPermitted::NothingToWithdraw) => "w",
        Err(NotPermitted::Taken) => "x",
        Err(NotPermitted::Resolved) => "z",
    }
}

fn place(towards: Towards) -> &'static str {
    match towards {
        Towards::Free => "free",
        Towards::Own => "own",
        Towards::Others => "others",
        Towards::OwnProposal => "own_proposal",
        Towards::OthersProposal => "others_proposal",
        Towards::OwnDecision => "own_decision",
        Towards::OthersDecision => "others_decision",
        Towards::Executing => "executing",
        Towards::Resolved => "resolved",
    }
}

#[test]
fn the_table_is_the_printed_one_for_every_kind_of_stop() {
    let printed = printed();
    for kind in KINDS {
        let rows = Towards::ALL.into_iter().flat_map(|towards| {
            let row = move |role| {
                let cell = |act: Act| sign(permit(act, role, towards, kind));
                (place(towards), role, Act::ALL.map(cell).to_vec())
            };
            Role::ALL.map(row)
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows, printed, "{kind:?}");
    }
}

#[test]
fn a_case_is_seen_by_who_holds_it_or_decided() {
    let (me, other, now) = (UserId(1), UserId(2), Timestamp(1_000));
    let held = |holder, until| CaseStanding::InReview {
        holder,
        until: Timestamp(until),
    };
    let seen = |standing, by| Towards::of(standing, by, me, now);
    assert_eq!(seen(CaseStanding::Waiting, None), Towards::Free);
    assert_eq!(seen(held(me, 2_000), None), Towards::Own);
    assert_eq!(seen(held(other, 2_000), None), Towards::Others);
    // A claim is a lease.
    assert_eq!(seen(held(other, 1_000), None), Towards::Free);
    assert_eq!(seen(held(me, 1_000), None), Towards::Free);
    let (frozen, decided) = (CaseStanding::AwaitingApproval, CaseStanding::Decided);
    assert_eq!(seen(frozen, Some(me)), Towards::OwnProposal);
    assert_eq!(seen(frozen, Some(other)), Towards::OthersProposal);
    assert_eq!(seen(decided, Some(me)), Towards::OwnDecision);
    assert_eq!(seen(decided, Some(other)), Towards::OthersDecision);
}

#[test]
fn acts_and_reasons_read_back_from_their_words() {
    for act in Act::ALL {
        assert_eq!(Act::parse(act.as_str()), Some(act));
    }
    for why in NotPermitted::ALL {
        assert_eq!(NotPermitted::parse(why.as_str()), Some(why));
    }
}
