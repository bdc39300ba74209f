//! Dot chart that shows each library's speed divided by Tabiya's, per row and level.

use anyhow::Result;
use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, PathElement, Text};
use plotters::style::{Color, IntoFont, RGBColor, WHITE};

use super::competitors::Competitor;
use super::measure::RowResult;

/// Tabiya's color, then the colors in P. Tol's bright scheme, which is safe for color-blind
/// readers.
const COLORS: [RGBColor; 9] = [
    RGBColor(34, 34, 34),
    RGBColor(68, 119, 170),
    RGBColor(102, 204, 238),
    RGBColor(34, 136, 51),
    RGBColor(204, 187, 68),
    RGBColor(238, 102, 119),
    RGBColor(170, 51, 119),
    RGBColor(187, 187, 187),
    RGBColor(120, 80, 40),
];

const _: () = assert!(Competitor::ALL.len() <= COLORS.len());

const TEXT: RGBColor = RGBColor(34, 34, 34);

const GRID: RGBColor = RGBColor(221, 221, 221);

/// The chart's dimensions in pixels.
const WIDTH: i32 = 960;
const LEFT: i32 = 200;
const TOP: i32 = 70;
const LINE_HEIGHT: i32 = 18;
const ROW_GAP: i32 = 8;
const DOT_RADIUS: i32 = 5;
/// The distance from the origin to Tabiya's dots.
const TABIYA_LENGTH: f64 = 560.0;
/// A dot's maximum distance from the origin, divided by the distance for Tabiya's dots.
const MAX_RELATIVE_LENGTH: f64 = 1.3;
/// The speeds at which the axis has a label, divided by Tabiya's.
const TICKS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the chart as an SVG document.
///
/// There is one line per row and level. Each dot is a library's speed divided by Tabiya's, so a dot
/// beyond 1 shows a faster library.
///
/// # Errors
///
/// Returns an error if drawing fails.
pub(super) fn svg(rows: &[RowResult]) -> Result<String> {
    let tops = tops(rows);
    let bottom = tops.last().map_or(TOP, |top| top + LINE_HEIGHT);
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (WIDTH as u32, (bottom + ROW_GAP) as u32));
    let area = area.into_drawing_area();
    area.fill(&WHITE)?;
    let font = || ("sans-serif", 14).into_font().color(&TEXT);
    for (index, competitor) in Competitor::ALL.iter().enumerate() {
        let x = 10 + 104 * index as i32;
        area.draw(&Circle::new((x + 6, 18), DOT_RADIUS, COLORS[index].filled()))?;
        area.draw(&Text::new(competitor.name(), (x + 18, 10), font()))?;
    }
    let title = (x_of(1.0) + 24, TOP - 24);
    area.draw(&Text::new("speed divided by tabiya's", title, font()))?;
    for tick in TICKS {
        let x = x_of(tick);
        let is_tabiya = tick == 1.0;
        let color = if is_tabiya { TEXT } else { GRID };
        area.draw(&PathElement::new(vec![(x, TOP - 6), (x, bottom)], color.stroke_width(1)))?;
        area.draw(&Text::new(format!("{tick}"), (x - 4, TOP - 24), font()))?;
    }
    for (row, top) in rows.iter().zip(tops) {
        let y = top + LINE_HEIGHT / 2;
        let guide = vec![(LEFT, y), (x_of(MAX_RELATIVE_LENGTH), y)];
        area.draw(&PathElement::new(guide, GRID.stroke_width(1)))?;
        area.draw(&Text::new(row.label(), (10, y - 8), font()))?;
        // Tabiya's dot is drawn last, above those with equal speed.
        for (index, entry) in row.overall.entries.iter().enumerate().rev() {
            let Some(figure) = entry.figure() else { continue };
            let dot = (x_of(1.0 / figure.ratio), y);
            area.draw(&Circle::new(dot, DOT_RADIUS, COLORS[index].filled()))?;
        }
    }
    area.present()?;
    drop(area);
    Ok(text)
}

/// Returns the y coordinate for the top of each row's line; a row's levels are adjacent.
fn tops(rows: &[RowResult]) -> Vec<i32> {
    let mut tops = Vec::new();
    let mut next = TOP;
    for (index, row) in rows.iter().enumerate() {
        let is_next_level = |before: &RowResult| before.overall.name == row.overall.name;
        if index > 0 && !is_next_level(&rows[index - 1]) {
            next += ROW_GAP;
        }
        tops.push(next);
        next += LINE_HEIGHT;
    }
    tops
}

/// Returns the x coordinate for a speed that is divided by Tabiya's.
fn x_of(speed: f64) -> i32 {
    LEFT + (TABIYA_LENGTH * speed.min(MAX_RELATIVE_LENGTH)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::{LEFT, LINE_HEIGHT, ROW_GAP, TABIYA_LENGTH, svg, tops};
    use crate::levels::Level;
    use crate::report::tests::{row, stream};

    #[test]
    fn library_with_ratio_two_has_a_dot_at_half() {
        let text = svg(&[row("search_step", 2.0)]).expect("a chart");
        assert!(text.contains("search_step"), "{text}");
        for length in [TABIYA_LENGTH, TABIYA_LENGTH / 2.0] {
            assert!(text.contains(&format!("<circle cx=\"{}\" ", LEFT + length as i32)), "{text}");
        }
    }

    #[test]
    fn row_levels_are_adjacent() {
        let rows = [stream(Level::Portable, 1), stream(Level::Avx2, 1), row("fen_parse", 2.0)];
        let [first, second, third] = tops(&rows)[..] else { panic!("expected three lines") };
        assert_eq!((second - first, third - second), (LINE_HEIGHT, LINE_HEIGHT + ROW_GAP));
    }
}
