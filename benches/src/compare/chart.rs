//! Bar chart of the speed of each library divided by Tabiya's, per row.

use anyhow::Result;
use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::{Color, IntoFont, RGBColor, WHITE};

use super::competitors::Competitor;
use super::measure::RowResult;

/// Tabiya's color, then the colors of P. Tol's bright scheme, which is safe for color-blind
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

/// The dimensions of the chart in pixels.
const WIDTH: i32 = 960;
const LEFT: i32 = 170;
const TOP: i32 = 50;
const BAR_HEIGHT: i32 = 9;
const ROW_GAP: i32 = 14;
/// The length of Tabiya's bars in pixels.
const TABIYA_LENGTH: f64 = 560.0;
/// The maximum length of a bar, divided by that of Tabiya's.
const MAX_RELATIVE_LENGTH: f64 = 1.3;

/// Returns the chart as an SVG document.
///
/// Each bar is a speed divided by Tabiya's. A bar beyond the line at 1 shows a faster library.
///
/// # Errors
///
/// Returns an error if drawing fails.
pub(super) fn svg(rows: &[RowResult]) -> Result<String> {
    let group = BAR_HEIGHT * Competitor::ALL.len() as i32 + ROW_GAP;
    let height = TOP + group * rows.len() as i32 + ROW_GAP;
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (WIDTH as u32, height as u32));
    let area = area.into_drawing_area();
    area.fill(&WHITE)?;
    let font = || ("sans-serif", 14).into_font().color(&TEXT);
    for (index, competitor) in Competitor::ALL.iter().enumerate() {
        let x = 10 + 104 * index as i32;
        area.draw(&Rectangle::new([(x, 12), (x + 12, 24)], COLORS[index].filled()))?;
        area.draw(&Text::new(competitor.name(), (x + 18, 10), font()))?;
    }
    for (row_index, row) in rows.iter().enumerate() {
        let top = TOP + group * row_index as i32;
        area.draw(&Text::new(row.label(), (10, top + group / 2 - 14), font()))?;
        for (index, entry) in row.overall.entries.iter().enumerate() {
            let Some(figure) = entry.figure() else { continue };
            let y = top + BAR_HEIGHT * index as i32;
            let length =
                (TABIYA_LENGTH * (1.0 / figure.ratio).min(MAX_RELATIVE_LENGTH)).round() as i32;
            let corners = [(LEFT, y), (LEFT + length, y + BAR_HEIGHT - 1)];
            area.draw(&Rectangle::new(corners, COLORS[index].filled()))?;
        }
    }
    let x = LEFT + TABIYA_LENGTH as i32;
    area.draw(&PathElement::new(vec![(x, TOP - 6), (x, height - ROW_GAP)], TEXT.stroke_width(1)))?;
    area.draw(&Text::new("as fast as tabiya", (x + 6, TOP - 16), font()))?;
    area.present()?;
    drop(area);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::compare::report::tests::row;

    #[test]
    fn library_with_ratio_two_has_half_a_bar() {
        let text = svg(&[row("search_step", 2.0)]).expect("a chart");
        assert!(text.contains("search_step") && text.contains("width=\"560\""), "{text}");
        assert!(text.contains("width=\"280\""), "{text}");
    }
}
