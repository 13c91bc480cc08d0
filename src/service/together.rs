//! Questions that come at the same time go to the database together: while one trip is under way, those who ask meanwhile
//! gather for the next. Nothing is kept, so an answer is never older than its question.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// So many questions go in one trip; the rest wait for the next.
const MOST: usize = 64;

/// Where questions of one sort gather. Cheap to clone.
pub struct Together<Q, A>(Arc<Mutex<Gathering<Q, A>>>);

struct Gathering<Q, A> {
    /// Somebody is asking the database, and will come back for those who wait.
    under_way: bool,
    waiting: Vec<Waiting<Q, A>>,
}

struct Waiting<Q, A> {
    question: Q,
    answer: oneshot::Sender<Option<A>>,
}

impl<Q, A> Clone for Together<Q, A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<Q, A> Default for Together<Q, A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Gathering {
            under_way: false,
            waiting: Vec::new(),
        })))
    }
}

impl<Q, A> fmt::Debug for Together<Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Together")
    }
}

impl<Q, A> Together<Q, A>
where
    Q: Clone + Eq + Hash + Send + 'static,
    A: Clone + Send + 'static,
{
    /// The answer to a question; `None` if there is none. `find` answers many at once, and does the same whoever asks.
    ///
    /// # Errors
    /// If `find` fails for this question alone. The questions of a trip that failed are asked again one by one, so that
    /// nobody suffers from what another one asked.
    pub async fn ask<E, F>(
        &self,
        question: Q,
        find: impl Fn(Vec<Q>) -> F + Clone + Send + 'static,
    ) -> Result<Option<A>, E>
    where
        F: Future<Output = Result<HashMap<Q, A>, E>> + Send + 'static,
        E: fmt::Display + Send + 'static,
    {
        let (answer, told) = oneshot::channel();
        let waiting = Waiting {
            question: question.clone(),
            answer,
        };
        if let Some(trips) = self.gather(waiting) {
            // A task of its own: who asked first may leave before the others have their answers.
            tokio::spawn(trips.run(find.clone()));
        }
        match told.await {
            Ok(answer) => Ok(answer),
            Err(_lost) => Ok(find(vec![question.clone()]).await?.remove(&question)),
        }
    }

    /// Joins those who wait; gives the trips to make where nobody makes them.
    fn gather(&self, waiting: Waiting<Q, A>) -> Option<Trips<Q, A>> {
        let mut gathering = self.gathering();
        gathering.waiting.push(waiting);
        let nobody_goes = !std::mem::replace(&mut gathering.under_way, true);
        nobody_goes.then(|| Trips {
            together: self.clone(),
            ended: false,
        })
    }
}

impl<Q, A> Together<Q, A> {
    fn gathering(&self) -> MutexGuard<'_, Gathering<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Trips to the database, one after the other, until nobody waits. Dropped before that, it lets those who wait ask for
/// themselves.
struct Trips<Q, A> {
    together: Together<Q, A>,
    ended: bool,
}

impl<Q: Clone + Eq + Hash, A: Clone> Trips<Q, A> {
    async fn run<E, F>(mut self, find: impl Fn(Vec<Q>) -> F)
    where
        F: Future<Output = Result<HashMap<Q, A>, E>>,
        E: fmt::Display,
    {
        while let Some(some) = self.next() {
            let mut questions: Vec<Q> = Vec::with_capacity(some.len());
            for waiting in &some {
                if !questions.contains(&waiting.question) {
                    questions.push(waiting.question.clone());
                }
            }
            match find(questions).await {
                Ok(found) => answer(some, &found),
                Err(error) => {
                    tracing::warn!("a common question failed, each is asked again: {error}")
                }
            }
        }
    }

    /// Those who wait now; `None` ends the trips.
    fn next(&mut self) -> Option<Vec<Waiting<Q, A>>> {
        let mut gathering = self.together.gathering();
        let some = gathering.waiting.len().min(MOST);
        if some == 0 {
            gathering.under_way = false;
            self.ended = true;
            return None;
        }
        Some(gathering.waiting.drain(..some).collect())
    }
}

fn answer<Q: Eq + Hash, A: Clone>(some: Vec<Waiting<Q, A>>, found: &HashMap<Q, A>) {
    for waiting in some {
        // Who has left meanwhile misses nothing.
        let _gone = waiting.answer.send(found.get(&waiting.question).cloned());
    }
}

impl<Q, A> Drop for Trips<Q, A> {
    fn drop(&mut self) {
        if !self.ended {
            let mut gathering = self.together.gathering();
            gathering.under_way = false;
            gathering.waiting.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;
    use tokio::sync::{Semaphore, mpsc};

    /// A database that notes what it is asked, and answers a number with its double once it may.
    #[derive(Clone)]
    struct Asked {
        trips: mpsc::UnboundedSender<Vec<u32>>,
        may_answer: Arc<Semaphore>,
    }

    impl Asked {
        fn new(may_answer: usize) -> (Self, mpsc::UnboundedReceiver<Vec<u32>>) {
            let (trips, seen) = mpsc::unbounded_channel();
            let may_answer = Arc::new(Semaphore::new(may_answer));
            (Self { trips, may_answer }, seen)
        }

        async fn double(self, questions: Vec<u32>) -> Result<HashMap<u32, u32>, String> {
            self.trips.send(questions.clone()).unwrap();
            self.may_answer.acquire().await.unwrap().forget();
            if questions.contains(&13) {
                return Err("thirteen".to_owned());
            }
            let known = questions.into_iter().filter(|n| *n < 100);
            Ok(known.map(|n| (n, 2 * n)).collect())
        }
    }

    fn ask(
        desk: &Together<u32, u32>,
        asked: &Asked,
        n: u32,
    ) -> impl Future<Output = Result<Option<u32>, String>> + use<> {
        let (desk, asked) = (desk.clone(), asked.clone());
        async move { desk.ask(n, move |some| asked.clone().double(some)).await }
    }

    #[tokio::test]
    async fn who_asks_while_a_trip_is_under_way_waits_for_the_next_one() {
        let desk = Together::default();
        let (asked, mut seen) = Asked::new(0);
        let first = tokio::spawn(ask(&desk, &asked, 1));
        assert_eq!(seen.recv().await.unwrap(), [1]);
        // What is asked from here on is not answered by what the first trip finds, not even the same question.
        let later = [2, 1, 2, 200].map(|n| Box::pin(ask(&desk, &asked, n)));
        let later = tokio::spawn(futures_util::future::join_all(later));
        while desk.gathering().waiting.len() < 4 {
            tokio::task::yield_now().await;
        }
        asked.may_answer.add_permits(2);
        assert_eq!(first.await.unwrap(), Ok(Some(2)));
        let answers: Vec<_> = later
            .await
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(answers, [Some(4), Some(2), Some(4), None]);
        assert_eq!(seen.recv().await.unwrap(), [2, 1, 200]);
        assert!(!desk.gathering().under_way);
    }

    #[tokio::test]
    async fn a_question_that_fails_fails_for_who_asked_it_and_for_nobody_else() {
        let desk = Together::default();
        let (asked, _seen) = Asked::new(100);
        let both = [13, 1].map(|n| Box::pin(ask(&desk, &asked, n)));
        let answers = futures_util::future::join_all(both).await;
        assert_eq!(answers, [Err("thirteen".to_owned()), Ok(Some(2))]);
    }

    #[tokio::test]
    async fn where_the_trip_never_ends_those_who_wait_ask_for_themselves() {
        let desk: Together<u32, u32> = Together::default();
        let (answer, told) = oneshot::channel();
        let lost = desk
            .gather(Waiting {
                question: 1,
                answer,
            })
            .unwrap();
        let trips = tokio::spawn(lost.run(|_| pending::<Result<HashMap<u32, u32>, String>>()));
        tokio::task::yield_now().await;
        trips.abort();
        assert!(told.await.is_err());
        let (asked, _seen) = Asked::new(1);
        assert_eq!(ask(&desk, &asked, 3).await, Ok(Some(6)));
    }
}
