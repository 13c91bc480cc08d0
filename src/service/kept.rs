//! Answers that are the same for all who ask at the same moment: until the history moves on, what was found for the first
//! of them is kept for the others.

use crate::domain::ids::HistoryNumber;
use crate::domain::time::Timestamp;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// Some things change without an entry in the history: a case becomes due, work on a case moves the end of its claim on.
/// So nothing is kept longer.
const KEPT_FOR: Duration = Duration::from_secs(1);
/// How many different questions are kept: people may filter by anything.
const KEPT_AT_MOST: usize = 64;

/// Answers to questions, found since the history moved on. Cheap to clone.
#[derive(Debug)]
pub struct Kept<Q, A> {
    found: Arc<Mutex<Found<Q, A>>>,
    kept_for: Duration,
}

#[derive(Debug)]
struct Found<Q, A> {
    /// Every answer was sought after this entry could be read.
    number: HistoryNumber,
    answers: Vec<Answered<Q, A>>,
}

#[derive(Debug)]
struct Answered<Q, A> {
    question: Q,
    asked_at: Timestamp,
    answer: Answer<A>,
}

/// Those who ask while it is being found wait for it.
type Answer<A> = Arc<OnceCell<Arc<A>>>;

impl<Q, A> Clone for Kept<Q, A> {
    fn clone(&self) -> Self {
        Self {
            found: Arc::clone(&self.found),
            kept_for: self.kept_for,
        }
    }
}

impl<Q, A> Default for Kept<Q, A> {
    fn default() -> Self {
        Self::lasting(KEPT_FOR)
    }
}

impl<Q, A> Kept<Q, A> {
    /// Answers that are kept for so long if the history does not move on.
    pub fn lasting(kept_for: Duration) -> Self {
        Self {
            found: Arc::new(Mutex::new(Found {
                number: HistoryNumber(0),
                answers: Vec::new(),
            })),
            kept_for,
        }
    }
}

impl<Q: PartialEq, A> Kept<Q, A> {
    /// The answer for somebody who has read the history as far as `number`: never one that is older.
    ///
    /// # Errors
    /// If it is not there, and cannot be found.
    pub async fn or_find<E>(
        &self,
        number: HistoryNumber,
        question: Q,
        now: Timestamp,
        find: impl AsyncFnOnce() -> Result<A, E>,
    ) -> Result<Arc<A>, E> {
        // Boxed: to find is a large future, and most often there is nothing to find.
        let find = || Box::pin(async { find().await.map(Arc::new) });
        match self.place(number, question, now) {
            Some(place) => place.get_or_try_init(find).await.cloned(),
            None => find().await,
        }
    }

    /// Where the answer is, or will be; `None` for who has not read as much of the history as others have.
    fn place(&self, number: HistoryNumber, question: Q, now: Timestamp) -> Option<Answer<A>> {
        let mut found = self.found();
        if found.number > number {
            return None;
        }
        if found.number < number {
            found.number = number;
            found.answers.clear();
        }
        let is_fresh = |at: Timestamp| at <= now && now.since(at) < self.kept_for;
        found.answers.retain(|kept| is_fresh(kept.asked_at));
        if let Some(kept) = found.answers.iter().find(|a| a.question == question) {
            return Some(Arc::clone(&kept.answer));
        }
        if found.answers.len() >= KEPT_AT_MOST {
            found.answers.clear();
        }
        let answer = Answer::default();
        found.answers.push(Answered {
            question,
            asked_at: now,
            answer: Arc::clone(&answer),
        });
        Some(answer)
    }

    fn found(&self) -> MutexGuard<'_, Found<Q, A>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot;

    const NOW: Timestamp = Timestamp(1_000_000);

    struct Desk(Kept<&'static str, u32>);

    impl Desk {
        fn new() -> Self {
            Self(Kept::default())
        }

        /// Asks; `found` is what the database would say.
        async fn ask(
            &self,
            number: i64,
            question: &'static str,
            now: Timestamp,
            found: u32,
        ) -> u32 {
            let find = async || Ok::<_, ()>(found);
            let number = HistoryNumber(number);
            *self.0.or_find(number, question, now, find).await.unwrap()
        }
    }

    #[tokio::test]
    async fn an_answer_is_kept_until_the_history_or_the_clock_moves_on() {
        let desk = Desk::new();
        assert_eq!(desk.ask(7, "lane", NOW, 1).await, 1);
        assert_eq!(desk.ask(7, "lane", NOW, 2).await, 1);
        assert_eq!(desk.ask(7, "other", NOW, 3).await, 3);
        assert_eq!(desk.ask(8, "lane", NOW, 4).await, 4);
        assert_eq!(desk.ask(8, "lane", NOW.plus(KEPT_FOR), 5).await, 5);
    }

    #[tokio::test]
    async fn what_lasts_is_kept_for_its_time() {
        let lasting = Desk(Kept::lasting(Duration::from_secs(5)));
        let later = |seconds| NOW.plus(Duration::from_secs(seconds));
        assert_eq!(lasting.ask(7, "lane", NOW, 1).await, 1);
        assert_eq!(lasting.ask(7, "lane", later(4), 2).await, 1);
        assert_eq!(lasting.ask(7, "lane", later(5), 3).await, 3);
    }

    #[tokio::test]
    async fn who_has_read_less_of_the_history_neither_gets_nor_leaves_an_answer() {
        let desk = Desk::new();
        assert_eq!(desk.ask(8, "lane", NOW, 1).await, 1);
        assert_eq!(desk.ask(7, "lane", NOW, 2).await, 2);
        assert_eq!(desk.ask(8, "lane", NOW, 3).await, 1);
    }

    #[tokio::test]
    async fn those_who_ask_meanwhile_wait_for_the_one_who_asks_the_database() {
        let desk = Desk::new();
        let (tell, told) = oneshot::channel::<u32>();
        let first = async || told.await.map_err(|_| ());
        let first = desk.0.or_find(HistoryNumber(7), "lane", NOW, first);
        let second = desk.ask(7, "lane", NOW, 2);
        let later = async { tell.send(1) };
        let (first, second, _) = tokio::join!(first, second, later);
        assert_eq!((*first.unwrap(), second), (1, 1));
    }

    #[tokio::test]
    async fn what_could_not_be_found_is_sought_again() {
        let desk = Desk::new();
        let fails = async || Err("the database failed");
        let failed = desk.0.or_find(HistoryNumber(7), "lane", NOW, fails).await;
        assert_eq!(failed, Err("the database failed"));
        assert_eq!(desk.ask(7, "lane", NOW, 2).await, 2);
    }
}
