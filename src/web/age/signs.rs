//! Signs of trouble in what sources report.

use super::address::{Figure, Filters};
use super::load::Look;
use super::page::{Number, SignsPanel, SignsRow};
use crate::domain::age::signs::{Sign, SignCounts};
use crate::domain::ids::SourceId;
use crate::service::age::SourceChoice;
use crate::service::age_list::Signs;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::grouped;

/// The panel. Sources that reported nothing are left out.
pub fn signs_panel(look: &Look<'_>, sources: &[SourceChoice]) -> SignsPanel {
    let Filters { owner, kind, .. } = &look.address.filters;
    let rows = look.figures.signs.iter();
    SignsPanel {
        not_narrowed: owner.is_some() || kind.is_some(),
        rows: rows
            .filter_map(|(source, counts)| row(look, sources, *source, counts))
            .collect(),
    }
}

fn row(
    look: &Look<'_>,
    sources: &[SourceChoice],
    source: SourceId,
    counts: &SignCounts,
) -> Option<SignsRow> {
    let source = sources.iter().find(|choice| choice.id == source)?;
    let number = |sign| number(look, source, sign, counts.of(sign));
    Some(SignsRow {
        source: source.title.clone(),
        reports: grouped(counts.reports),
        repeated: number(Sign::Repeated),
        share: share(counts.repeated, counts.reports),
        reused_id: number(Sign::ReusedId),
        key_conflict: number(Sign::KeyConflict),
        sent_though_done: number(Sign::SentThoughDone),
    })
}

fn number(look: &Look<'_>, source: &SourceChoice, sign: Sign, n: i64) -> Number {
    let within = look.figures.window.whole();
    let filters = Filters {
        source: Some(source.name.clone()),
        operation_type: look.address.filters.operation_type.clone(),
        ..Filters::default()
    };
    look.number_of(n, Figure::Signs(Signs { sign, within }), filters)
}

/// In percent; what is little is not nothing.
fn share(n: i64, of: i64) -> Msg {
    match n * 100 / of.max(1) {
        0 if n > 0 => msg!("age-share-under-one"),
        percent => msg!("age-share", percent = percent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_share_is_not_none() {
        let named = |n, of| share(n, of);
        assert_eq!(named(0, 0), msg!("age-share", percent = 0_i64));
        assert_eq!(named(1, 1_000), msg!("age-share-under-one"));
        assert_eq!(named(999, 1_000), msg!("age-share", percent = 99_i64));
    }
}
