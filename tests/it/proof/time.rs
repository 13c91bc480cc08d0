//! Time passes, most often to where something is about to end.

use super::story::Story;
use holdpoint::domain::time::Timestamp;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
/// Short and long enough to meet the ends of leases, of settling times and of windows, on either side.
const SPANS: [Duration; 9] = [
    SECOND,
    Duration::from_secs(20),
    Duration::from_secs(31),
    Duration::from_secs(61),
    Duration::from_secs(115),
    Duration::from_secs(4 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(19 * 60),
    Duration::from_secs(25 * 60),
];

impl Story<'_> {
    pub fn time_passes(&mut self) {
        let span = *self.dice.pick(&SPANS).expect("a span");
        let span = match self.moment() {
            Some(moment) if self.dice.happens(35) => moment.since(self.world.now()),
            Some(_) | None => span,
        };
        self.pass(span);
        if self.dice.happens(2) {
            self.pass(24 * 60 * MINUTE);
        }
    }

    /// A moment at which something is about to end: the protection of a key, or the wait after which an absence is proof.
    fn moment(&mut self) -> Option<Timestamp> {
        let which = self.dice.below(self.operation().log.len());
        let attempt = self.operation().log.get(which)?;
        let (started, promise) = (
            attempt.started,
            self.operation().steps[attempt.step].promise,
        );
        let end = match promise.window {
            Some(window) if self.dice.happens(80) => started.plus(window),
            Some(_) | None => started.plus(promise.settling),
        };
        let seconds = [1, 2, 15, 31, 59, 62, 90];
        let before = *self.dice.pick(&seconds).expect("seconds");
        let moment = end.minus(Duration::from_secs(before));
        self.is_near(moment).then_some(moment)
    }

    /// A key that is known for ever has no end.
    pub fn is_near(&self, moment: Timestamp) -> bool {
        let now = self.world.now();
        now < moment && moment < now.plus(24 * 60 * MINUTE)
    }

    /// The end of the first window of a key under which something was sent, and nobody was answered.
    pub fn end_of_window(&self) -> Option<Timestamp> {
        let operation = self.operation();
        let ends = operation.log.iter().filter_map(|attempt| {
            let window = operation.steps[attempt.step].promise.window?;
            let unanswered = attempt.answer.is_none();
            unanswered.then(|| attempt.started.plus(window))
        });
        ends.filter(|end| self.is_near(*end)).min()
    }

    /// Time passes. What is in flight arrives within the settling time, or never.
    pub fn pass(&mut self, span: Duration) {
        let end = self.world.now().plus(span);
        let mut due = Vec::new();
        for flight in std::mem::take(&mut self.flights) {
            let operation = &self.operations[flight.operation];
            let step = operation.log[flight.attempt].step;
            let last = flight.sent_at.plus(operation.steps[step].promise.settling);
            if last >= end {
                self.flights.push(flight);
            } else if self.dice.happens(60) {
                let left = last.since(self.world.now());
                let after = if self.dice.happens(30) {
                    left
                } else {
                    left / 100 * self.dice.percent()
                };
                due.push((self.world.now().plus(after), flight));
            }
        }
        due.sort_by_key(|(at, _)| *at);
        for (at, flight) in due {
            let now = self.world.now();
            self.world.services.clock.advance(at.since(now));
            self.arrive(flight);
        }
        let now = self.world.now();
        self.world.services.clock.advance(end.since(now));
        self.note(|| format!("{span:?} passed"));
    }
}
