//! What people of the sample world did with cases beside deciding.

use super::Stage;
use crate::domain::ids::CaseId;
use crate::service::Person;
use crate::service::desk::Receiver;
use crate::service::hand_over::hand_over;
use crate::service::note::note;
use crate::service::release::release;
use crate::service::wait::wait;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3_600);

/// Something that is done with a case and decides nothing.
pub(super) enum Beside<'a> {
    Wait(&'a Person),
    HandOver(&'a Person, &'a Person),
    Note(&'a Person),
    Release(&'a Person),
}

impl Stage<'_> {
    pub(super) async fn do_beside(&self, case: CaseId, deed: &Beside<'_>) -> anyhow::Result<()> {
        let services = self.services;
        match deed {
            Beside::Wait(person) => {
                let until = services.now().plus(2 * HOUR);
                let reason = "The warehouse counts its stock and answers again in the afternoon.";
                wait(services, person, case, until, reason).await?;
            }
            Beside::HandOver(person, to) => {
                let to = Receiver::Person(to.name.clone());
                let note = "You know the people at the North Warehouse: could you ask them?";
                hand_over(services, person, case, &to, note).await?;
            }
            Beside::Note(person) => {
                let text = "The customer called and waits for this parcel. I told them: today.";
                note(services, person, case, text).await?;
            }
            Beside::Release(person) => {
                release(services, person, case).await?;
            }
        }
        Ok(())
    }
}
