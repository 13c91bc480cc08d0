//! "Take next": the most urgent free case of the list, and never the same one to two people.

use super::{Desk, somebody};
use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use holdpoint::domain::people::Role;

async fn take_next(person: &Person, list: &str) -> Reply {
    // The button is there only while the list has cases; the settings' form carries the same token.
    let token = person.get("/settings").await.token();
    person.post(list, &[("token", &token)]).await
}

on_both!(
    two_people_get_two_cases_and_the_third_is_told_that_there_is_none,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let (first, second) = (desk.stopped("1").await, desk.stopped("2").await);
        let amara = somebody(&desk.world, "amara", Role::Reviewer).await;
        let (one, other) = tokio::join!(take_next(&desk.irina, "/"), take_next(&amara, "/"));
        let mut taken = [one.header("location"), other.header("location")];
        taken.sort_unstable();
        let case = |id| format!("/cases/{id}?back=/");
        assert_eq!(taken, [case(first), case(second)]);

        let none = take_next(&amara, "/").await;
        assert_eq!(none.status, 200);
        assert!(none.body.contains("Nothing in this list is free"));
    }
);

on_both!(
    it_takes_from_the_list_that_is_shown,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        desk.stopped("1").await;
        let none = take_next(&desk.irina, "/?type=refund").await;
        assert!(none.body.contains("Nothing in this list is free"));
        let none = take_next(&desk.irina, "/?kind=next_step_pending").await;
        assert!(none.body.contains("Nothing in this list is free"));
    }
);

on_both!(
    those_who_may_not_claim_are_not_offered_it,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        desk.stopped("1").await;
        let auditor = somebody(&desk.world, "anna", Role::Auditor).await;
        assert!(!auditor.get("/").await.body.contains("Take next"));
        assert!(desk.irina.get("/").await.body.contains("Take next"));
        assert_eq!(take_next(&auditor, "/").await.status, 403);
    }
);
