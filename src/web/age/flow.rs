//! What came to the queue and left it, as a chart and as a table.

use super::address::{AgeAddress, Figure};
use super::chart::FlowChart;
use super::load::Look;
use super::page::{FlowPanel, FlowRow, Other};
use crate::domain::age::growth::Flow;
use crate::domain::age::moves::Move;
use crate::domain::age::window::{Interval, Unit, Window};
use crate::domain::time::Timestamp;
use crate::service::age_list::{Steps, Then};
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::typeset::grouped;
use chrono::{Datelike, Timelike};

/// The panel.
pub fn flow_panel(look: &Look<'_>) -> FlowPanel {
    let (figures, reader) = (look.figures, &look.reader);
    let parts = &figures.window.parts;
    let unit = figures.window.unit;
    let names: Vec<_> = parts
        .iter()
        .map(|part| short(part.from, unit, reader))
        .collect();
    let rows = parts.iter().zip(&figures.flow).zip(&figures.backlog);
    let rows = rows.map(|((part, flow), backlog)| {
        let label = label(part.from, unit, reader);
        row(look, label, *part, *flow, *backlog)
    });
    let mut sum = Flow::default();
    for part in &figures.flow {
        sum += *part;
    }
    let end = figures.backlog.last().copied().unwrap_or(0);
    let whole = figures.window.whole();
    FlowPanel {
        chart: FlowChart::of(&figures.flow, &figures.backlog, &names),
        told: msg!(
            "age-flow-told",
            from = end - sum.grew,
            to = end,
            came = sum.came(),
            decided = sum.decided,
            resolved = sum.resolved,
            lapsed = sum.lapsed
        ),
        by_hour: unit == Unit::Hour,
        other: other(look),
        rows: rows.collect(),
        sums: row(look, msg!("age-flow-sum"), whole, sum, end),
    }
}

/// The other unit, if the window can be shown by it.
fn other(look: &Look<'_>) -> Option<Other> {
    let is = look.figures.window.unit;
    let (unit, words) = match is {
        Unit::Hour => (Unit::Day, msg!("age-by-day")),
        Unit::Day => (Unit::Hour, msg!("age-by-hour")),
    };
    let (address, reader) = (look.address, &look.reader);
    let shown = Window::of(address.period, Some(unit), look.at, reader.zone);
    let address = AgeAddress {
        unit: Some(unit),
        ..address.clone()
    };
    (shown.unit == unit).then(|| Other {
        words,
        href: address.href(),
    })
}

fn row(look: &Look<'_>, label: Msg, part: Interval, flow: Flow, backlog: i64) -> FlowRow {
    let number = |n, moves: &[Move]| {
        look.number(
            n,
            Figure::Steps(Steps {
                moves: moves.to_vec(),
                within: part,
                late: None,
                from: None,
            }),
        )
    };
    FlowRow {
        label,
        came: number(flow.came_in, &[Move::CameIn]),
        came_back: number(flow.came_back, &[Move::CameBack]),
        decided: number(flow.decided, &[Move::Decided, Move::DecidedAgain]),
        resolved: number(flow.resolved, &[Move::Resolved]),
        lapsed: number(flow.lapsed, &[Move::Lapsed]),
        net: signed(flow.grew),
        backlog: look.number(backlog, Figure::Waited(Then::All, part.until)),
    }
}

/// "+3", "−2", "0".
pub fn signed(n: i64) -> String {
    match n {
        0 => "0".to_owned(),
        1.. => format!("+{}", grouped(n)),
        ..0 => format!("\u{2212}{}", grouped(n.saturating_neg())),
    }
}

fn label(at: Timestamp, unit: Unit, reader: &Reader) -> Msg {
    match unit {
        Unit::Hour => msg!("age-hour", at = at),
        Unit::Day => day(at, reader),
    }
}

fn day(at: Timestamp, reader: &Reader) -> Msg {
    let then = at.to_utc().with_timezone(&reader.zone);
    msg!("time-day", day = then.day(), month = then.month())
}

/// What stands under a bar.
fn short(at: Timestamp, unit: Unit, reader: &Reader) -> String {
    let then = at.to_utc().with_timezone(&reader.zone);
    match unit {
        Unit::Hour => format!("{:02}:{:02}", then.hour(), then.minute()),
        Unit::Day => day(at, reader).plain(reader),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_its_sign() {
        assert_eq!([3, 0, -2].map(signed), ["+3", "0", "−2"]);
    }
}
