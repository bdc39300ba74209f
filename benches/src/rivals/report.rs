//! The table on the terminal, the JSON object, and who is ahead.

use serde_json::{Map, Value, json};

use super::conditions::Conditions;
use super::measure::{Figure, Figures, Measured};
use super::rows::Contestant;

const NAME_WIDTH: usize = 16;
const UNIT_WIDTH: usize = 24;
const FIGURE_WIDTH: usize = 15;
const RATIO_WIDTH: usize = 18;

/// What was compiled, and the heads of the columns.
pub(super) fn heading(conditions: &Conditions) -> String {
    let mut text = format!(
        "{} (± half of what the middle half of them spans); ratio above 1: tabiya is faster\n\n",
        conditions.line(),
    );
    text += &format!("{:NAME_WIDTH$}  {:UNIT_WIDTH$}", "row", "unit");
    for contestant in Contestant::ALL {
        text += &format!("{:>FIGURE_WIDTH$}", contestant.name());
    }
    text + &format!("{:>RATIO_WIDTH$}{:>RATIO_WIDTH$}\n", "to cozy-chess", "to the best rival")
}

/// The lines of a row: one, and one for each case where there are several.
pub(super) fn lines(row: &Measured) -> String {
    let mut text = line(&row.overall, &row.unit.words());
    text += &format!("{:>RATIO_WIDTH$}", ratio_to_cozy(row).map(two).unwrap_or_default());
    let best = row.best_rival().map(|(rival, ratio)| format!("{ratio:.2} {}", rival.name()));
    text += &format!("{:>RATIO_WIDTH$}\n", best.unwrap_or_default());
    if row.cases.len() > 1 {
        for case in &row.cases {
            let name = format!("  {}", case.name);
            text += &line(&Figures { name, ..case.clone() }, "");
            text.push('\n');
        }
    }
    text
}

fn line(figures: &Figures, unit: &str) -> String {
    let mut text = format!("{:NAME_WIDTH$}  {unit:UNIT_WIDTH$}", figures.name);
    for figure in &figures.of {
        let cell = |Figure { value, spread, .. }| format!("{value:.1} ± {:.0} %", 50.0 * spread);
        text += &format!("{:>FIGURE_WIDTH$}", figure.map_or("–".to_owned(), cell));
    }
    text
}

/// The rivals that are ahead of us, with the rows in which they are.
pub(super) fn verdict(rows: &[Measured]) -> String {
    let mut ahead = Vec::new();
    for row in rows {
        for (rival, figure) in Contestant::ALL.into_iter().zip(&row.overall.of).skip(1) {
            // As it is printed: what rounds to 1.00 is a draw.
            let ratio = figure.map_or(f64::INFINITY, |figure| rounded(figure.ratio, 2));
            if ratio < 1.0 {
                ahead.push(format!("{} in `{}` ({ratio:.2})", rival.name(), row.overall.name));
            }
        }
    }
    if ahead.is_empty() {
        let rivals = Contestant::ALL.len() - 1;
        return format!("None of the {rivals} rivals is ahead of tabiya in any row.");
    }
    format!("Ahead of tabiya: {}; no rival in any other row.", ahead.join(", "))
}

/// All rows by name: the figures of those that have one, their unit, and the ratio.
pub(super) fn json(rows: &[Measured]) -> Value {
    let entry = |row: &Measured| {
        let mut object = Map::new();
        for (contestant, figure) in Contestant::ALL.into_iter().zip(&row.overall.of) {
            if let Some(figure) = figure {
                object.insert(contestant.name().to_owned(), json!(rounded(figure.value, 3)));
            }
        }
        object.insert("unit".to_owned(), json!(row.unit.symbol()));
        if let Some(ratio) = ratio_to_cozy(row) {
            object.insert("ratio_to_cozy".to_owned(), json!(rounded(ratio, 3)));
        }
        (row.overall.name.clone(), Value::Object(object))
    };
    rows.iter().map(entry).collect()
}

/// The time of cozy-chess by ours.
pub(super) fn ratio_to_cozy(row: &Measured) -> Option<f64> {
    row.overall.of[Contestant::Cozy as usize].map(|figure| figure.ratio)
}

/// To two decimals, which is as much as a machine repeats.
pub(super) fn two(ratio: f64) -> String {
    format!("{ratio:.2}")
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (value * factor).round() / factor
}

#[cfg(test)]
pub(super) mod tests {
    use super::{json, verdict};
    use crate::rivals::measure::{Figure, Figures, Measured, Unit};
    use crate::rivals::rows::Contestant;

    /// A row in which cozy-chess takes so many times our 41 ns, and no other has a part.
    pub(in crate::rivals) fn row(name: &str, ratio: f64) -> Measured {
        let figure = |ratio| Some(Figure { value: 41.0 * ratio, ratio, spread: 0.0 });
        let mut of = vec![None; Contestant::ALL.len()];
        (of[0], of[1]) = (figure(1.0), figure(ratio));
        let overall = Figures { name: name.to_owned(), of };
        Measured { unit: Unit::NanosecondsA("move"), cases: vec![overall.clone()], overall }
    }

    #[test]
    fn the_json_object_has_this_form() {
        let text = json(&[row("search_step", 2.0), row("fen_parse", 0.9)]).to_string();
        let first = r#"{"tabiya":41.0,"cozy-chess":82.0,"unit":"ns","ratio_to_cozy":2.0}"#;
        let second = r#"{"tabiya":41.0,"cozy-chess":36.9,"unit":"ns","ratio_to_cozy":0.9}"#;
        assert_eq!(text, format!(r#"{{"search_step":{first},"fen_parse":{second}}}"#));
    }

    #[test]
    fn the_verdict_names_who_is_ahead() {
        let none = "None of the 6 rivals is ahead of tabiya in any row.";
        assert_eq!(verdict(&[row("search_step", 2.0), row("fen_parse", 0.996)]), none);
        let one = "Ahead of tabiya: cozy-chess in `fen_parse` (0.90); no rival in any other row.";
        assert_eq!(verdict(&[row("search_step", 2.0), row("fen_parse", 0.9)]), one);
    }
}
