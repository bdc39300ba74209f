//! Bar chart of the speed of each library divided by Tabiya's, per row.

use anyhow::Result;
use plotters::backend::SVGBackend;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::{Color, IntoFont, RGBColor, WHITE};

use super::competitors::Competitor;
use super::measure::Measured;

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

/// The chart's dimensions in pixels.
const WIDTH: i32 = 960;
const LEFT: i32 = 170;
const TOP: i32 = 50;
const BAR: i32 = 9;
const GAP: i32 = 14;
/// The width of Tabiya's bars.
const ONE: f64 = 560.0;
/// The maximum ratio of a bar.
const LONGEST: f64 = 1.3;

/// Returns the chart as an SVG document.
///
/// Each bar is a speed divided by Tabiya's. A bar beyond the line at 1 means that the library is
/// ahead.
///
/// # Errors
///
/// Returns an error if drawing fails.
pub(super) fn svg(rows: &[Measured]) -> Result<String> {
    let group = BAR * Competitor::ALL.len() as i32 + GAP;
    let height = TOP + group * rows.len() as i32 + GAP;
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
    for (place, row) in rows.iter().enumerate() {
        let top = TOP + group * place as i32;
        area.draw(&Text::new(row.label(), (10, top + group / 2 - 14), font()))?;
        for (index, entry) in row.overall.of.iter().enumerate() {
            let Some(figure) = entry.figure() else { continue };
            let y = top + BAR * index as i32;
            let length = (ONE * (1.0 / figure.ratio).min(LONGEST)).round() as i32;
            let corners = [(LEFT, y), (LEFT + length, y + BAR - 1)];
            area.draw(&Rectangle::new(corners, COLORS[index].filled()))?;
        }
    }
    let x = LEFT + ONE as i32;
    area.draw(&PathElement::new(vec![(x, TOP - 6), (x, height - GAP)], TEXT.stroke_width(1)))?;
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
    fn who_is_half_as_fast_has_half_a_bar() {
        let text = svg(&[row("search_step", 2.0)]).expect("a chart");
        assert!(text.contains("search_step") && text.contains("width=\"560\""), "{text}");
        assert!(text.contains("width=\"280\""), "{text}");
    }
}
