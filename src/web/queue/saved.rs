//! Saved views above the queue: which is on, and whether what is shown is still what was saved.
//!
//! The queue opens with somebody's view only at its bare address, and says so with a way to everything. A view that holds
//! something that is not understood is not shown by halves: everything is shown, and the page says why.

use super::address::{List, QueueAddress, Saved};
use crate::domain::ids::ViewId;
use crate::domain::people::User;
use crate::domain::report::StopKind;
use crate::domain::saved_view::{SharedWith, Viewer};
use crate::service::saved_views::{ViewRow, Views};
use crate::web::i18n::{Msg, msg};
use crate::web::query::Address;

/// What there is to say of saved views.
#[derive(Debug, Clone)]
pub struct SavedViews {
    pub tabs: Vec<SavedTab>,
    pub on: Option<ViewOn>,
    /// The page on which what is shown gets a name.
    pub save: String,
    /// Why a view is not shown.
    pub fault: Option<Msg>,
}

/// A view to turn to.
#[derive(Debug, Clone)]
pub struct SavedTab {
    pub name: String,
    /// Empty where it is the person's own.
    pub team: String,
    pub href: String,
    pub here: bool,
    pub opens: bool,
    /// It holds something that is not understood.
    pub outdated: bool,
}

/// The view that is on.
#[derive(Debug, Clone)]
pub struct ViewOn {
    pub id: ViewId,
    pub name: String,
    pub team: String,
    /// The queue opened with it, without anybody having asked for it this time.
    pub by_itself: bool,
    pub may_change: bool,
    /// What is shown is not what was saved.
    pub changed: bool,
    /// As it was saved.
    pub href: String,
    /// As it is shown, to be saved.
    pub filters: String,
    pub everything: String,
}

/// What the queue opens with.
pub struct Opened {
    pub address: QueueAddress,
    pub by_itself: bool,
    pub fault: Option<Msg>,
}

/// Looks which view an address asks for. `bare`: it asks for nothing.
pub fn open(
    mut address: QueueAddress,
    bare: bool,
    views: &Views,
    ignored: &mut Vec<String>,
) -> Opened {
    let mut fault = None;
    let mut by_itself = false;
    match (address.saved, views.opens_with) {
        (Saved::Unsaid, Some(id)) if bare => match views.find(id).map(as_saved) {
            Some(Ok(saved)) => {
                address = saved;
                by_itself = true;
            }
            Some(Err(why)) => {
                address.saved = Saved::Everything;
                fault = Some(why);
            }
            None => {
                address.saved = Saved::Everything;
                fault = Some(msg!("views-not-yours-any-more"));
            }
        },
        // Whoever has chosen filters by hand is not led back to the view by the next link.
        (Saved::Unsaid, Some(_)) => address.saved = Saved::Everything,
        (Saved::View(id), _) if views.find(id).is_none() => {
            address.saved = Saved::Everything;
            ignored.push("saved".to_owned());
        }
        (Saved::View(_) | Saved::Everything, _) | (Saved::Unsaid, None) => {}
    }
    Opened {
        address,
        by_itself,
        fault,
    }
}

impl Opened {
    /// There is no source of the name in the filter. A view is then not shown with the rest of its filters, but everything,
    /// and that is said. `None`: it was no view that asked for the source as it was saved.
    pub fn source_is_gone(&mut self, views: &Views) -> Option<QueueAddress> {
        let Saved::View(id) = self.address.saved else {
            return None;
        };
        let view = views.find(id)?;
        let source = "source".to_owned();
        self.fault = Some(outdated(&view.name, &[source]));
        self.address = everything();
        Some(everything())
    }
}

/// A view's own address; or, in words, what of it is not understood.
pub fn as_saved(view: &ViewRow) -> Result<QueueAddress, Msg> {
    let read = QueueAddress::read(&view.filters);
    if read.ignored.is_empty() {
        Ok(QueueAddress {
            saved: Saved::View(view.id),
            ..read.address
        })
    } else {
        Err(outdated(&view.name, &read.ignored))
    }
}

/// A view of which something is not understood.
pub fn outdated(name: &str, ignored: &[String]) -> Msg {
    msg!(
        "views-outdated",
        name = name,
        n = ignored.len(),
        names = ignored.join(", ")
    )
}

/// Everything, and no view.
pub fn everything() -> QueueAddress {
    QueueAddress {
        saved: Saved::Everything,
        ..QueueAddress::of(List::Lane(StopKind::ResultUnknown))
    }
}

impl SavedViews {
    /// What the page at an address says.
    pub fn of(views: &Views, opened: Opened, address: &QueueAddress, user: &User) -> Self {
        let filters = address.filters_text();
        let tab = |view: &ViewRow| {
            let saved = as_saved(view);
            SavedTab {
                name: view.name.clone(),
                team: view.team.to_string(),
                here: address.saved == Saved::View(view.id),
                opens: views.opens_with == Some(view.id),
                outdated: saved.is_err(),
                href: saved.map_or_else(|_| manage_href(view.id), |saved| saved.href()),
            }
        };
        let on = match address.saved {
            Saved::View(id) => views.find(id),
            Saved::Unsaid | Saved::Everything => None,
        };
        Self {
            tabs: views.all.iter().map(tab).collect(),
            on: on.map(|view| ViewOn::of(view, &opened, address, user)),
            save: Address::new("/views/new").with("filters", &filters).into(),
            fault: opened.fault,
        }
    }
}

impl ViewOn {
    fn of(view: &ViewRow, opened: &Opened, address: &QueueAddress, user: &User) -> Self {
        let shared = SharedWith::of(view.team.clone());
        let viewer = Viewer {
            id: user.id,
            role: user.role,
            team: &user.team,
        };
        let saved = as_saved(view).ok();
        Self {
            id: view.id,
            name: view.name.clone(),
            team: view.team.to_string(),
            by_itself: opened.by_itself,
            may_change: viewer.may_change(view.made_by, &shared),
            changed: !saved
                .as_ref()
                .is_some_and(|saved| is_as_saved(address, saved)),
            href: saved.map_or_else(|| manage_href(view.id), |saved| saved.href()),
            filters: address.filters_text(),
            everything: everything().href(),
        }
    }
}

/// Whether the same cases are shown; a view goes through all lanes.
fn is_as_saved(address: &QueueAddress, saved: &QueueAddress) -> bool {
    let is_lane = |address: &QueueAddress| matches!(address.list, List::Lane(_));
    let lists = address.list == saved.list || (is_lane(address) && is_lane(saved));
    lists && address.filters == saved.filters && address.order == saved.order
}

/// Where a view is looked after.
pub fn manage_href(id: ViewId) -> String {
    format!("/views#view-{id}")
}
