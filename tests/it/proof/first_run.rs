//! How it begins: the source runs the operation on its own, until it gets no further.

use super::receivers::Answer;
use super::story::Story;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

impl Story<'_> {
    /// The source runs the operation, until it gets no further, and reports.
    pub fn first_run(&mut self) {
        let chain = self.operation().chain();
        for step in chain {
            if self.dice.happens(10) || !self.first_try(step) {
                break;
            }
        }
        self.make_report();
    }

    /// Whether the source goes on after this step. Where the receiver has keys, it may try again under the same one; where
    /// it has none, only after a look that proves that there is nothing. A careless one does not care.
    fn first_try(&mut self, step: usize) -> bool {
        for _ in 0..3 {
            let key = self.operation().steps[step].key.clone();
            let attempt = self.write(step, key, ("source".to_owned(), None), 1);
            if self.dice.happens(55) {
                let flight = self.flights.len() - 1;
                let flight = self.flights.swap_remove(flight);
                let answer = self.arrive(flight);
                if !(self.habits.careless && self.dice.happens(40)) {
                    self.operations[self.at].log[attempt].answer = Some(answer.clone());
                    return answer != Answer::Refused;
                }
            }
            if self.habits.careless {
                self.pass(31 * SECOND);
                continue;
            }
            // It may have given up here, and begun again in another process: that report is on its way all the same.
            if self.dice.happens(50) || !self.may_try_again(step) {
                break;
            }
        }
        let seconds = u32::try_from(self.dice.below(32)).expect("small");
        self.pass(SECOND * seconds);
        false
    }

    fn may_try_again(&mut self, step: usize) -> bool {
        let promise = self.operation().steps[step].promise;
        if self.operation().steps[step].key.is_some() {
            self.pass(31 * SECOND);
            return true;
        }
        // Whoever does not tell what it tried last does not try again once a report is on its way.
        if self.habits.forgetful {
            return false;
        }
        self.pass(promise.settling + promise.lag + SECOND);
        self.source_looks(step);
        self.make_report();
        let now = self.world.now();
        let shown = self.books.shown((self.at, step), now, promise.lag);
        shown.is_none()
    }
}
