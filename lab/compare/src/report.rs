//! Reports on a run: the table on the terminal, the JSON object and the verdict.

use serde_json::{Map, Value, json};

use super::competitors::Competitor;
use super::conditions::Conditions;
use super::measure::{Entry, Figure, Figures, Parts, RowResult};

const NAME_WIDTH: usize = 24;
const UNIT_WIDTH: usize = 18;
const FIGURE_WIDTH: usize = 15;
const RATIO_WIDTH: usize = 18;

/// A part of a library's time.
type Part = fn(&Parts) -> f64;

/// The parts that a row may measure, with their labels.
const PARTS: [(&str, Part); 2] =
    [("library", |parts| parts.library), ("shared key", |parts| parts.key)];

/// Returns the compiled versions and the column headings.
pub(super) fn heading(conditions: &Conditions) -> String {
    let mut text = format!(
        "{}; {} (± half the interquartile range); ratio above 1: tabiya is faster\n\n",
        conditions.environment(),
        conditions.statistics(),
    );
    text += &format!("{:NAME_WIDTH$}  {:UNIT_WIDTH$}", "row", "unit");
    for competitor in Competitor::ALL {
        text += &format!("{:>FIGURE_WIDTH$}", competitor.name());
    }
    text += &format!("{:>RATIO_WIDTH$}{:>RATIO_WIDTH$}", "to cozy-chess", "to the fastest");
    if has_baseline() {
        text += &format!("{:>RATIO_WIDTH$}", "to baseline");
    }
    text + "\n"
}

fn has_baseline() -> bool {
    Competitor::ALL.iter().any(|competitor| competitor.name() == "baseline")
}

/// Returns a row's lines: one, plus one per case if there are several.
pub(super) fn lines(row: &RowResult) -> String {
    let mut text = line(&row.label(), &row.overall, row.unit.long_symbol());
    text += &format!("{:>RATIO_WIDTH$}", ratio_to_cozy(row).map(format_ratio).unwrap_or_default());
    let fastest =
        row.fastest_other().map(|(library, ratio)| format!("{ratio:.2} {}", library.name()));
    text += &format!("{:>RATIO_WIDTH$}", fastest.unwrap_or_default());
    if let Some(ratio) = row.ratio_to("baseline") {
        text += &format!("{ratio:>RATIO_WIDTH$.3}");
    }
    text.push('\n');
    for (label, cells) in part_cells(row) {
        text += &format!("{:NAME_WIDTH$}  {:UNIT_WIDTH$}", format!("  {label}"), "share of time");
        text.extend(cells.iter().map(|cell| format!("{cell:>FIGURE_WIDTH$}")));
        text.push('\n');
    }
    if row.cases.len() > 1 {
        for case in &row.cases {
            text += &line(&format!("  {}", case.name), case, "");
            text.push('\n');
        }
    }
    text
}

/// Returns the labels for the measured parts of a row, each with one cell per library.
pub(super) fn part_cells(row: &RowResult) -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let percent = |share: f64| format!("{} %", (100.0 * share).round() as i32);
    let cell = move |parts: &Option<Parts>, part: Part| {
        parts.as_ref().map_or("–".to_owned(), |parts| percent(part(parts)))
    };
    let parts = PARTS.into_iter().filter(|_| !row.parts.is_empty());
    parts.map(move |(label, part)| {
        (label, row.parts.iter().map(|parts| cell(parts, part)).collect())
    })
}

fn line(label: &str, figures: &Figures, unit: &str) -> String {
    let mut text = format!("{label:NAME_WIDTH$}  {unit:UNIT_WIDTH$}");
    for &entry in &figures.entries {
        let cell = match entry {
            Entry::Absent => "–".to_owned(),
            Entry::Wrong(difference) => format!("wrong {difference:+}"),
            Entry::Timed(Figure { value, spread, .. }) => {
                format!("{value:.1} ± {:.0} %", 50.0 * spread)
            }
        };
        text += &format!("{cell:>FIGURE_WIDTH$}");
    }
    text
}

/// Returns the verdict: the libraries that are faster than Tabiya, and those with wrong counts, with
/// their rows.
pub(super) fn verdict(rows: &[RowResult]) -> String {
    let mut faster = Vec::new();
    let mut wrong = Vec::new();
    for row in rows {
        for (other, entry) in row.entries() {
            if let Some(difference) = entry.count_difference() {
                let text = format!("{} in `{}` ({difference:+})", other.name(), row.overall.name);
                // Most libraries have counts that do not depend on the level.
                if !wrong.contains(&text) {
                    wrong.push(text);
                }
            }
            // Ratios are compared as printed: a ratio that rounds to 1.00 is a tie.
            let ratio = entry.figure().map_or(f64::INFINITY, |figure| rounded(figure.ratio, 2));
            if other.is_other() && ratio < 1.0 {
                faster.push(format!("{} in `{}` ({ratio:.2})", other.name(), row.label()));
            }
        }
    }
    let others = Competitor::ALL.iter().filter(|competitor| competitor.is_other()).count();
    let mut text = if faster.is_empty() {
        format!("None of the {others} other libraries is faster than tabiya in any row.")
    } else {
        format!("Faster than tabiya: {}; no library in any other row.", faster.join(", "))
    };
    if !wrong.is_empty() {
        text += &format!(" Wrong counts: {}.", wrong.join(", "));
    }
    text
}

/// Returns all rows by name; a row that is measured per level has an object per level.
pub(super) fn json(rows: &[RowResult]) -> Value {
    let mut object = Map::new();
    for row in rows {
        let name = row.overall.name.clone();
        let Some(level) = row.level else {
            object.insert(name, flat_json(row));
            continue;
        };
        let entry = object.entry(name).or_insert_with(|| json!({ "unit": row.unit.long_symbol() }));
        entry[level.name()] = Value::Object(level_json(row));
    }
    Value::Object(object)
}

/// Returns the figures for libraries that have one, and the count differences for wrong ones.
fn figures_json(row: &RowResult) -> Map<String, Value> {
    let mut object = Map::new();
    let mut wrong = Map::new();
    for (competitor, entry) in row.entries() {
        let name = competitor.name().to_owned();
        match entry {
            Entry::Absent => {}
            Entry::Wrong(difference) => {
                wrong.insert(name.clone(), json!(difference));
                object.insert(name, Value::Null);
            }
            Entry::Timed(figure) => {
                object.insert(name, json!(rounded(figure.value, 3)));
            }
        }
    }
    if !wrong.is_empty() {
        object.insert("wrong".to_owned(), Value::Object(wrong));
    }
    for (label, part) in PARTS.iter().filter(|_| !row.parts.is_empty()) {
        let parts = Competitor::ALL.iter().zip(&row.parts);
        let figures = parts.filter_map(|(competitor, parts)| {
            Some((competitor.name().to_owned(), json!(rounded(part(parts.as_ref()?), 3))))
        });
        object.insert(format!("{}_share", label.replace(' ', "_")), figures.collect());
    }
    object
}

fn level_json(row: &RowResult) -> Map<String, Value> {
    let mut object = figures_json(row);
    insert_ratios(&mut object, row);
    object
}

fn flat_json(row: &RowResult) -> Value {
    let mut object = figures_json(row);
    object.insert("unit".to_owned(), json!(row.unit.symbol()));
    if let Some(ratio) = ratio_to_cozy(row) {
        object.insert("ratio_to_cozy".to_owned(), json!(rounded(ratio, 3)));
    }
    insert_ratios(&mut object, row);
    Value::Object(object)
}

fn insert_ratios(object: &mut Map<String, Value>, row: &RowResult) {
    if let Some((library, ratio)) = row.fastest_other() {
        object.insert("best".to_owned(), json!(library.name()));
        object.insert("ratio_to_best".to_owned(), json!(rounded(ratio, 3)));
    }
    if let Some(ratio) = row.ratio_to("baseline") {
        object.insert("ratio_to_baseline".to_owned(), json!(rounded(ratio, 3)));
    }
}

/// Returns cozy-chess's time divided by Tabiya's.
pub(super) fn ratio_to_cozy(row: &RowResult) -> Option<f64> {
    row.ratio_to(Competitor::Cozy.name())
}

/// Formats a ratio with two decimals; more are not reproducible.
pub(super) fn format_ratio(ratio: f64) -> String {
    format!("{ratio:.2}")
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (value * factor).round() / factor
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::levels::Level;
    use crate::measure::Unit;

    /// A row in which Tabiya's time is 41, with this ratio for cozy-chess and without other
    /// libraries.
    pub(crate) fn row(name: &str, ratio: f64) -> RowResult {
        let entry = |ratio| Entry::Timed(Figure { value: 41.0 * ratio, ratio, spread: 0.0 });
        let mut entries = vec![Entry::Absent; Competitor::ALL.len()];
        (entries[0], entries[1]) = (entry(1.0), entry(ratio));
        let overall = Figures { name: name.to_owned(), entries };
        let cases = vec![overall.clone()];
        RowResult { level: None, unit: Unit::NanosecondsPerMove, cases, overall, parts: Vec::new() }
    }

    /// A row in which the parts of Tabiya's time are measured.
    pub(crate) fn row_with_parts() -> RowResult {
        let mut parts = vec![None; Competitor::ALL.len()];
        parts[0] = Some(Parts { library: 0.4, key: 0.05 });
        RowResult { level: Some(Level::Avx2), parts, ..row("engine_nodes", 1.5) }
    }

    /// A row with unseen positions in which `laura_core`'s count is too low by `missing`.
    pub(crate) fn stream(level: Level, missing: i64) -> RowResult {
        let mut row = row("stream_list", 1.06);
        row.overall.entries[Competitor::Laura as usize] = Entry::Wrong(-missing);
        RowResult { level: Some(level), unit: Unit::NanosecondsPerPosition, ..row }
    }

    #[test]
    fn row_json_names_fastest_library() {
        let text = json(&[row("search_step", 2.0), row("fen_parse", 0.9)]).to_string();
        let first = r#"{"tabiya":41.0,"cozy-chess":82.0,"unit":"ns","ratio_to_cozy":2.0,"best":"cozy-chess","ratio_to_best":2.0}"#;
        let second = r#"{"tabiya":41.0,"cozy-chess":36.9,"unit":"ns","ratio_to_cozy":0.9,"best":"cozy-chess","ratio_to_best":0.9}"#;
        assert_eq!(text, format!(r#"{{"search_step":{first},"fen_parse":{second}}}"#));
    }

    #[test]
    fn stream_row_json_has_an_object_per_level() {
        let rows = [stream(Level::Portable, 170), stream(Level::Avx512, 170)];
        let text = json(&rows).to_string();
        let level = r#"{"tabiya":41.0,"cozy-chess":43.46,"laura_core":null,"wrong":{"laura_core":-170},"best":"cozy-chess","ratio_to_best":1.06}"#;
        let expected = format!(
            r#"{{"stream_list":{{"unit":"ns/position","portable":{level},"avx512":{level}}}}}"#
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn row_parts_have_lines_and_objects() {
        let text = lines(&row_with_parts());
        let rows: Vec<Vec<_>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1][..7], ["library", "share", "of", "time", "40", "%", "–"]);
        assert_eq!(rows[2][..8], ["shared", "key", "share", "of", "time", "5", "%", "–"]);
        let json = json(&[row_with_parts()]);
        let level = &json["engine_nodes"]["avx2"];
        assert_eq!(level["library_share"].to_string(), r#"{"tabiya":0.4}"#);
        assert_eq!(level["shared_key_share"].to_string(), r#"{"tabiya":0.05}"#);
        assert!(flat_json(&row("search_step", 2.0)).get("library_share").is_none());
    }

    #[test]
    fn wrong_library_line_shows_difference() {
        let text = lines(&stream(Level::Avx2, 170));
        assert!(text.starts_with("stream_list avx2 "), "{text}");
        assert!(text.contains(" wrong -170 "), "{text}");
    }

    #[test]
    fn verdict_names_faster_and_wrong_libraries() {
        let none = "None of the 7 other libraries is faster than tabiya in any row.";
        assert_eq!(verdict(&[row("search_step", 2.0), row("fen_parse", 0.996)]), none);
        let one =
            "Faster than tabiya: cozy-chess in `fen_parse` (0.90); no library in any other row.";
        assert_eq!(verdict(&[row("search_step", 2.0), row("fen_parse", 0.9)]), one);
        let wrong = verdict(&[stream(Level::Portable, 3), stream(Level::Avx2, 3)]);
        assert_eq!(wrong, format!("{none} Wrong counts: laura_core in `stream_list` (-3)."));
    }
}
