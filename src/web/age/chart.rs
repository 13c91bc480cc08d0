//! Charts as lengths in percent: the template draws them as SVG without a view box, so that no text is ever stretched.

use crate::domain::age::growth::Flow;

/// Where the drawing begins, and how much of the width it has; the rest is for what is written beside it.
const LEFT: f64 = 5.0;
const WIDTH: f64 = 90.0;
/// Of the height of the bars, in pixels.
const BARS: f64 = 92.0;
/// Where the bars stand.
const FLOOR: f64 = 206.0;
/// The nested drawing of the backlog is so many units wide and high.
const LINE_WIDTH: f64 = 1000.0;
const LINE_HEIGHT: f64 = 84.0;
/// The most names that have room under the bars.
const MOST_NAMES: usize = 8;

/// A part of a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub class: &'static str,
    pub x: String,
    pub width: String,
}

/// Bars one beside the other, each a share of the longest row.
pub fn segments<const N: usize>(
    counts: [i64; N],
    classes: [&'static str; N],
    longest: i64,
) -> Vec<Segment> {
    let mut x = 0.0;
    let mut segments = Vec::new();
    for (n, class) in counts.into_iter().zip(classes) {
        if n > 0 {
            let width = share(n, longest) * 100.0;
            segments.push(Segment {
                class,
                x: percent(x),
                // A gap tells neighbours apart where colours do not.
                width: percent((width - 0.6).max(0.4)),
            });
            x += width;
        }
    }
    segments
}

fn share(n: i64, of: i64) -> f64 {
    if of <= 0 {
        0.0
    } else {
        approximate(n) / approximate(of)
    }
}

/// For lengths on a screen only.
#[expect(
    clippy::cast_precision_loss,
    reason = "a length on a screen has three digits"
)]
const fn approximate(n: i64) -> f64 {
    n as f64
}

fn percent(x: f64) -> String {
    format!("{x:.2}%")
}

/// A bar of the chart of what came and went.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub x: String,
    pub width: String,
    pub y: String,
    pub height: String,
    pub class: &'static str,
}

/// Bars one beside the other, each with its count over it.
#[derive(Debug, Clone, PartialEq)]
pub struct BarChart {
    pub columns: Vec<Column>,
    pub names: Vec<Name>,
    pub most: i64,
}

impl BarChart {
    /// Draws counts, each with its name.
    pub fn of(counts: &[i64], class: &'static str, names: &[String]) -> Self {
        let most = counts.iter().copied().max().unwrap_or(0);
        let each = WIDTH / count(counts.len().max(1));
        let bar = |(nth, n): (usize, &i64)| {
            let x = LEFT + each * (count(nth) + 0.14);
            column(x, each * 0.72, *n, most, class)
        };
        Self {
            columns: counts.iter().enumerate().filter_map(bar).collect(),
            names: written(names, |nth| LEFT + each * (count(nth) + 0.5)),
            most,
        }
    }
}

/// What is written under a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    pub x: String,
    pub text: String,
}

/// What came and went, and how many waited.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowChart {
    pub columns: Vec<Column>,
    pub names: Vec<Name>,
    /// The line of the backlog: points of a drawing of 1000 by 84.
    pub line: String,
    /// Where the line ends.
    pub end_x: String,
    pub end_y: String,
    pub most_waiting: i64,
    pub most_moved: i64,
}

impl FlowChart {
    /// Draws the parts of a window, each with its name.
    pub fn of(flow: &[Flow], backlog: &[i64], names: &[String]) -> Self {
        let most_moved = flow
            .iter()
            .map(|f| f.came().max(f.decided))
            .max()
            .unwrap_or(0);
        let most_waiting = backlog.iter().copied().max().unwrap_or(0);
        let each = WIDTH / count(flow.len().max(1));
        let mut columns = Vec::new();
        for (nth, part) in flow.iter().enumerate() {
            let x = LEFT + each * count(nth);
            columns.extend(column(
                x + each * 0.12,
                each * 0.36,
                part.came(),
                most_moved,
                "c-in",
            ));
            columns.extend(column(
                x + each * 0.52,
                each * 0.36,
                part.decided,
                most_moved,
                "c-out",
            ));
        }
        let middle = |nth: usize| LEFT + each * (count(nth) + 0.5);
        let point = |(nth, n): (usize, &i64)| {
            format!(
                "{:.1},{:.1}",
                middle(nth) / 100.0 * LINE_WIDTH,
                line_y(*n, most_waiting)
            )
        };
        let line: Vec<_> = backlog.iter().enumerate().map(point).collect();
        let last = backlog.len().saturating_sub(1);
        Self {
            columns,
            names: written(names, middle),
            line: line.join(" "),
            end_x: percent(middle(last)),
            end_y: format!(
                "{:.1}",
                line_y(backlog.last().copied().unwrap_or(0), most_waiting)
            ),
            most_waiting,
            most_moved,
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a window has at most some hundred parts"
)]
const fn count(n: usize) -> f64 {
    n as f64
}

fn column(x: f64, width: f64, n: i64, most: i64, class: &'static str) -> Option<Column> {
    let height = share(n, most) * BARS;
    (n > 0).then(|| Column {
        x: percent(x),
        width: percent(width),
        y: format!("{:.1}", FLOOR - height),
        height: format!("{height:.1}"),
        class,
    })
}

fn line_y(n: i64, most: i64) -> f64 {
    let room = LINE_HEIGHT - 20.0;
    LINE_HEIGHT - 2.0 - share(n, most) * room
}

/// As many names as have room, from the last one backwards.
fn written(names: &[String], middle: impl Fn(usize) -> f64) -> Vec<Name> {
    let step = names.len().div_ceil(MOST_NAMES).max(1);
    let mut written: Vec<_> = names
        .iter()
        .enumerate()
        .rev()
        .step_by(step)
        .map(|(nth, text)| Name {
            x: percent(middle(nth)),
            text: text.clone(),
        })
        .collect();
    written.reverse();
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_shares_of_the_longest_row() {
        let bar = segments([2, 0, 1], ["a", "b", "c"], 4);
        let drawn: Vec<_> = bar
            .iter()
            .map(|s| (s.class, s.x.as_str(), s.width.as_str()))
            .collect();
        assert_eq!(drawn, [("a", "0.00%", "49.40%"), ("c", "50.00%", "24.40%")]);
        assert_eq!(segments([0], ["a"], 0), []);
    }

    #[test]
    fn a_chart_of_nothing_is_a_flat_line() {
        let chart = FlowChart::of(&[Flow::default(); 24], &[0; 24], &vec!["x".to_owned(); 24]);
        assert_eq!(chart.columns, []);
        assert_eq!(chart.names.len(), 8);
        assert!(chart.line.split(' ').all(|point| point.ends_with(",82.0")));
    }

    #[test]
    fn the_highest_bar_has_the_whole_height() {
        let part = Flow {
            came_in: 6,
            came_back: 4,
            decided: 5,
            ..Flow::default()
        };
        let chart = FlowChart::of(&[part], &[7], &["x".to_owned()]);
        assert_eq!((chart.most_moved, chart.most_waiting), (10, 7));
        assert_eq!(
            (
                chart.columns[0].height.as_str(),
                chart.columns[1].height.as_str()
            ),
            ("92.0", "46.0")
        );
        assert_eq!(chart.end_y, "18.0");
    }
}
