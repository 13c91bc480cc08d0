//! Holdpoint itself is killed while reports come and operations wait.

use super::program::Program;
use super::report::prove;
use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, Sample, operation, until_gate};
use futures_util::future::join_all;
use std::cell::{Cell, RefCell};

on_all!(s01_repeat_is_one_task, async |database: &Database| {
    let sample = Sample::start();
    let program = Program::start(database, &sample).await;
    let shop = Connector::new(program.address(), program.token());

    // The connector reports, and dies before it has written down that it was heard.
    sample.fault("warehouse", "answer_lost", Some(1)).await;
    let mut dead = sample.connector(
        program.address(),
        program.token(),
        Dies::At("after_reporting"),
    );
    let order = sample.buy().await;
    dead.is_dead().await;
    let report = sample.reports(&order).remove(0);
    let first = shop.report(&report).await;
    assert_eq!(first.status, 200, "{first:?}");
    for _ in 0..2 {
        assert_eq!(shop.report(&report).await, first);
    }

    // Twenty at once, and Holdpoint is killed among them: who gets no answer asks again.
    let (heard, program) = (Cell::new(0), RefCell::new(program));
    let report_once = async || {
        let answer = shop.try_report(&report).await;
        heard.set(heard.get() + 1);
        if heard.get() == 5 {
            program.borrow_mut().kill();
        }
        answer
    };
    let answers = join_all((0..20).map(|_| report_once())).await;
    let mut program = program.into_inner();
    program.kill_and_restart();
    for answer in answers {
        let answer = match answer {
            Ok(answer) => answer,
            Err(_) => shop.report(&report).await,
        };
        assert_eq!(answer, first);
    }
    let connector = sample.connector(program.address(), program.token(), Dies::Not);

    let irina = program.irina().await;
    let case = irina.claim(&operation(&order)).await;
    case.must_show("the answer was the same each time");
    irina.resume(&case, "protected_repeat").await;
    until_gate(&shop, &order, "done").await;
    assert_eq!(sample.counts(&order).await, [1, 1, 1, 1]);
    let proof = "The connector died after it had reported, and its report came again more than twenty times, while Holdpoint \
            was killed among them: one case, one answer, one decision, and everything happened once.";
    prove(database.backend(), &sample, "s01", proof, &[&order]).await;
    drop(connector);
});

on_all!(
    s02_nothing_is_sent_while_a_person_is_asked,
    async |database: &Database| {
        let mut sample = Sample::start();
        let mut program = Program::start(database, &sample).await;
        let shop = Connector::new(program.address(), program.token());
        let dies = Dies::At("before_saving:create_warehouse_task");
        let mut dead = sample.connector(program.address(), program.token(), dies);
        let order = sample.buy().await;
        dead.is_dead().await;

        // The power comes back for everybody.
        sample.kill_and_restart();
        program.kill_and_restart();
        let mut connector = sample.connector(program.address(), program.token(), Dies::Not);
        until_gate(&shop, &order, "held").await;

        // And goes once more. The connector begins with what it had not finished, and only then takes the next order.
        connector.kill();
        program.kill_and_restart();
        let connector = sample.connector(program.address(), program.token(), Dies::Not);
        let next = sample.buy().await;
        sample.until_counts(&next, [1, 1, 1, 1]).await;
        until_gate(&shop, &order, "held").await;
        assert_eq!(sample.counts(&order).await, [1, 1, 1, 0]);
        let case = program.irina().await.find_case(&operation(&order)).await;
        case.must_show("Result unknown");
        let proof = "Everything was killed after the warehouse had acted and before the connector had saved its number: the \
            connector, the systems and Holdpoint, and the connector and Holdpoint once more. The connector asked the gate and \
            sent nothing; the warehouse has one task, and the customer has no mail yet.";
        prove(database.backend(), &sample, "s02", proof, &[&order]).await;
        drop(connector);
    }
);
