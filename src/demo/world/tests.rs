//! Each system keeps the promises that the policy of the sample world writes down.

use super::books::{Answer, Line};
use super::fault::{Fault, Times};
use super::receiver::{Heard, Receivers, Request};
use super::system::System;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

fn now() -> DateTime<Utc> {
    "2026-11-29T12:00:00Z".parse().unwrap()
}

fn request(system: System, key: &str, reference: &str) -> Request {
    Request {
        system,
        collection: system.collections()[0].0.to_owned(),
        key: Some(key.to_owned()),
        content: json!({ "reference": reference }),
    }
}

fn answer(heard: Heard) -> Answer {
    match heard {
        Heard::Answer(answer) => answer,
        Heard::Nothing => panic!("nothing was answered"),
    }
}

fn effects(receivers: &Receivers, system: System) -> usize {
    let here = |line: &&Line| line.system == system && line.effect.is_some();
    receivers.books.lines().iter().filter(here).count()
}

/// Sends the same request at `now` and after each of the spans; gives the statuses.
fn again_and_again(receivers: &mut Receivers, system: System, spans: &[TimeDelta]) -> Vec<u16> {
    let times = std::iter::once(TimeDelta::zero()).chain(spans.iter().copied());
    let send = |span| {
        let heard = receivers.receive(request(system, "k-1", "S-1"), now() + span);
        answer(heard.unwrap()).status
    };
    times.map(send).collect()
}

#[test]
fn a_key_is_known_as_long_as_the_system_promises_and_no_longer() {
    let (minute, hour) = (TimeDelta::minutes(1), TimeDelta::hours(1));
    let mut world = Receivers::default();
    let statuses = again_and_again(&mut world, System::Erp, &[hour * 10_000]);
    assert_eq!(
        (statuses, effects(&world, System::Erp)),
        (vec![201, 200], 1)
    );
    let statuses = again_and_again(&mut world, System::Pay, &[hour * 24, hour * 24 + minute]);
    assert_eq!(
        (statuses, effects(&world, System::Pay)),
        (vec![201, 201, 201], 2)
    );
    let statuses = again_and_again(
        &mut world,
        System::Warehouse,
        &[hour * 2, hour * 2 + minute],
    );
    assert_eq!(
        (statuses, effects(&world, System::Warehouse)),
        (vec![201, 200, 201], 2)
    );
    let statuses = again_and_again(&mut world, System::Mail, &[TimeDelta::zero()]);
    assert_eq!(
        (statuses, effects(&world, System::Mail)),
        (vec![201, 201], 2)
    );
}

#[test]
fn the_payment_provider_replays_a_500_although_it_has_the_money_and_the_warehouse_does_not() {
    let mut world = Receivers::default();
    let once = Times::Next(1);
    let faults = |world: &mut Receivers, system, fault| {
        world
            .faults
            .entry(system)
            .or_default()
            .switch_on(fault, once);
    };
    faults(&mut world, System::Pay, Fault::ErrorAfterEffect);
    let statuses = again_and_again(&mut world, System::Pay, &[TimeDelta::hours(1)]);
    assert_eq!(
        (statuses, effects(&world, System::Pay)),
        (vec![500, 500], 1)
    );
    faults(&mut world, System::Warehouse, Fault::ErrorBeforeEffect);
    let statuses = again_and_again(&mut world, System::Warehouse, &[TimeDelta::hours(1)]);
    assert_eq!(
        (statuses, effects(&world, System::Warehouse)),
        (vec![500, 201], 1)
    );
}

#[test]
fn an_answer_is_lost_after_the_effect_or_before_it() {
    let mut world = Receivers::default();
    for (fault, reference, done) in [
        (Fault::AnswerLost, "S-1", 1),
        (Fault::RequestLost, "S-2", 1),
    ] {
        let faults = world.faults.entry(System::Warehouse).or_default();
        faults.switch_on(fault, Times::Next(1));
        let heard = world.receive(request(System::Warehouse, reference, reference), now());
        assert_eq!(heard.unwrap(), Heard::Nothing);
        assert_eq!(effects(&world, System::Warehouse), done, "{fault:?}");
    }
}

#[test]
fn what_exists_already_is_neither_done_nor_named_and_was_asked_for_all_the_same() {
    let mut world = Receivers::default();
    let faults = world.faults.entry(System::Warehouse).or_default();
    faults.switch_on(Fault::ExistsAlready, Times::Next(1));
    let statuses = again_and_again(&mut world, System::Warehouse, &[TimeDelta::zero()]);
    assert_eq!(statuses, [409, 201]);
    assert_eq!(effects(&world, System::Warehouse), 1);
    let asked: Vec<_> = world.calls.iter().map(|call| &*call.reference).collect();
    assert_eq!(asked, ["S-1", "S-1"]);
}

#[test]
fn other_content_under_a_known_key_is_an_error_and_changes_nothing() {
    let mut world = Receivers::default();
    for reference in ["S-1", "S-2"] {
        let heard = world
            .receive(request(System::Erp, "k-1", reference), now())
            .unwrap();
        let expected = if reference == "S-1" { 201 } else { 422 };
        assert_eq!(answer(heard).status, expected);
    }
    assert_eq!(effects(&world, System::Erp), 1);
}

#[test]
fn the_search_lags_behind_and_lags_more_when_its_index_is_slow() {
    let mut world = Receivers::default();
    world
        .receive(request(System::Warehouse, "k-1", "S-1"), now())
        .unwrap();
    let found = |world: &Receivers, seconds| {
        let at = now() + TimeDelta::seconds(seconds);
        let answer = world.look_up(System::Warehouse, "tasks", "S-1", at);
        answer.body["items"].as_array().unwrap().len()
    };
    assert_eq!((found(&world, 59), found(&world, 60)), (0, 1));
    let faults = world.faults.entry(System::Warehouse).or_default();
    faults.switch_on(Fault::SlowIndex, Times::UntilSwitchedOff);
    assert_eq!((found(&world, 60), found(&world, 3_600)), (0, 1));
}
