//! The table and the JSON object.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::measure::{Contestant, Figures, Measured};

/// Whether sliders are looked up by PEXT on our side.
const BMI2: bool = cfg!(target_feature = "bmi2");
/// Whether they are on the side of cozy-chess.
const COZY_PEXT: bool = cfg!(feature = "pext");

const NAME_WIDTH: usize = 16;
const UNIT_WIDTH: usize = 24;
const FIGURE_WIDTH: usize = 18;

/// What was compiled, and the heads of the columns.
pub(super) fn heading(rounds: u32) -> String {
    let with = |yes| if yes { "with" } else { "without" };
    let mut text = format!(
        "{} {} BMI2; cozy-chess 0.3.4 {} its pext feature; medians of {rounds} rounds (± half \
         of what the middle half of them spans); ratio above 1: tabiya is faster\n\n",
        std::env::consts::ARCH,
        with(BMI2),
        with(COZY_PEXT),
    );
    text += &format!("{:NAME_WIDTH$}  {:UNIT_WIDTH$}", "row", "unit");
    for contestant in Contestant::ALL {
        text += &format!("{:>FIGURE_WIDTH$}", contestant.name());
    }
    for rival in &Contestant::ALL[1..] {
        text += &format!("{:>FIGURE_WIDTH$}", format!("ratio to {}", rival.word()));
    }
    text + "\n"
}

/// The lines of a row: one, and one for each case where there are several.
pub(super) fn lines(row: &Measured) -> String {
    let mut text = line(&row.overall, &row.unit.words());
    if row.cases.len() > 1 {
        for case in &row.cases {
            let name = format!("  {}", case.name);
            text += &line(&Figures { name, ..case.clone() }, "");
        }
    }
    text
}

fn line(figures: &Figures, unit: &str) -> String {
    let mut text = format!("{:NAME_WIDTH$}  {unit:UNIT_WIDTH$}", figures.name);
    for (figure, spread) in figures.figures.iter().zip(&figures.spreads) {
        let figure = format!("{figure:.1} ± {:.0} %", 50.0 * spread);
        // A string takes all text.
        let _ = write!(text, "{figure:>FIGURE_WIDTH$}");
    }
    for ratio in &figures.ratios[1..] {
        let _ = write!(text, "{ratio:>FIGURE_WIDTH$.2}");
    }
    text + "\n"
}

/// All rows by name.
pub(super) fn json(rows: &[Measured], rounds: u32) -> Value {
    let entry = |row: &Measured| {
        let mut object = members(&row.overall);
        object.insert("unit".to_owned(), json!(row.unit.words()));
        object.insert("rounds".to_owned(), json!(rounds));
        object.insert("bmi2".to_owned(), json!(BMI2));
        object.insert("cozy_pext".to_owned(), json!(COZY_PEXT));
        if row.cases.len() > 1 {
            let case = |case: &Figures| (case.name.clone(), Value::Object(members(case)));
            object.insert("cases".to_owned(), row.cases.iter().map(case).collect());
        }
        (row.overall.name.clone(), Value::Object(object))
    };
    rows.iter().map(entry).collect()
}

fn members(figures: &Figures) -> Map<String, Value> {
    let mut object = Map::new();
    for (index, contestant) in Contestant::ALL.into_iter().enumerate() {
        object.insert(contestant.name().to_owned(), json!(rounded(figures.figures[index])));
    }
    for (index, contestant) in Contestant::ALL.into_iter().enumerate() {
        if index > 0 {
            let key = format!("ratio_to_{}", contestant.word());
            object.insert(key, json!(rounded(figures.ratios[index])));
        }
    }
    for (index, contestant) in Contestant::ALL.into_iter().enumerate() {
        let key = format!("spread_{}", contestant.word());
        object.insert(key, json!(rounded(figures.spreads[index])));
    }
    object
}

/// To three decimals, which is more than a machine can repeat.
fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
