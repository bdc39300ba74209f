//! The parts of a derivation as text and diagrams.

use std::fmt::Write;

use tabiya::Bitboard;
use tabiya_explain::derivation::{Decision, Derivation, SetKind, Step, StepValue};

use crate::draw::{Diagram, text};

/// The number of columns beside titles: the width of the board in text and a separator.
const TEXT_COLUMN: usize = Step::MAX_TITLE_LEN + 2;
/// The greatest width for a line with states, which begins in [`TEXT_COLUMN`].
const STATES_WIDTH: usize = 78;
/// The greatest number of diagrams in a row.
const ROW_LEN: usize = 5;

/// The steps in one part of a derivation, which are drawn in rows.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    steps: &'a [Step],
    symbol: char,
}

impl<'a> Part<'a> {
    /// Returns the parts of a derivation. A last part that only joins the others is omitted,
    /// because the result is drawn first.
    pub fn all(derivation: &'a Derivation) -> Vec<Self> {
        let symbol = derivation.piece.to_char();
        let groups = derivation.steps.chunk_by(|a, b| a.part == b.part);
        let mut parts: Vec<_> = groups.map(|steps| Self { steps, symbol }).collect();
        if Self::has_union(derivation) {
            parts.pop();
        }
        parts
    }

    /// Tests whether the last part of a derivation only joins the others.
    pub fn has_union(derivation: &Derivation) -> bool {
        derivation.kind == SetKind::Attacks
            && derivation.steps.last().is_some_and(|step| step.part == "Union")
    }

    /// Returns the part's text: the steps, and their boards in rows.
    pub fn to_text(self) -> String {
        let mut output = String::new();
        if let Some(first) = self.steps.first() {
            output += &format!("{}\n", first.part);
        }
        for step in self.steps {
            output += &step_text(step);
        }
        for row in self.rows() {
            output += &text::draw_row(&row);
        }
        output
    }

    /// Returns the diagrams in the part, in rows.
    pub fn rows(self) -> Vec<Vec<Diagram>> {
        let diagrams: Vec<_> =
            self.steps.iter().filter_map(|step| diagram(step, self.symbol)).collect();
        let row_len = if diagrams.len() <= ROW_LEN { ROW_LEN } else { ROW_LEN - 1 };
        diagrams.chunks(row_len).map(<[_]>::to_vec).collect()
    }
}

/// Returns a step's diagram: its last set.
fn diagram(step: &Step, symbol: char) -> Option<Diagram> {
    step.values.iter().rev().find_map(|value| match *value {
        StepValue::Set { set, pieces } => {
            let diagram = Diagram::from_set(step.title.as_str(), set);
            Some(pieces.into_iter().fold(diagram, |diagram, at| diagram.with_subject(at, symbol)))
        }
        _ => None,
    })
}

/// Returns the lines for a step: title and sentence, code with numbers, loop states.
fn step_text(step: &Step) -> String {
    let mut lines = format!("{:TEXT_COLUMN$}{}\n", step.title, step.text);
    let numbers = step.values.iter().filter_map(|value| match value {
        StepValue::Number { name, value } => Some(format!("{name} = {value}")),
        _ => None,
    });
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    let code = match (step.code.as_deref().unwrap_or(""), &*numbers) {
        ("", numbers) => numbers.to_owned(),
        (code, "") => code.to_owned(),
        (code, numbers) => format!("{code}, {numbers}"),
    };
    let states: Vec<_> = step.values.iter().filter_map(state_text).collect();
    let code = Some(code).filter(|code| !code.is_empty());
    for line in code.into_iter().chain(wrapped_list(&states)) {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{:TEXT_COLUMN$}{line}", "");
    }
    lines
}

/// Joins items with commas, in lines with at most [`STATES_WIDTH`] columns.
fn wrapped_list(items: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + item.len() < STATES_WIDTH => {
                line.push_str(", ");
                line.push_str(item);
            }
            Some(line) => {
                line.push(',');
                lines.push(item.clone());
            }
            None => lines.push(item.clone()),
        }
    }
    lines
}

/// Returns the text for a loop state or a tested move.
fn state_text(value: &StepValue) -> Option<String> {
    Some(match *value {
        StepValue::Cell { row, column, decision } => {
            format!("[{row}][{column}] {}", square_decision_text(decision))
        }
        StepValue::X88 { cell, outside: 0, decision } => {
            format!("{cell:#04x} {}", square_decision_text(decision))
        }
        StepValue::X88 { cell, outside, decision } => {
            format!("{cell:#04x} & 0x88 = {outside:#04x} {}", square_decision_text(decision))
        }
        StepValue::Bit { square, is_occupied, .. } => format!("{square} {}", u8::from(is_occupied)),
        StepValue::Move { to, attackers: Bitboard::EMPTY, .. } => format!("{to} legal"),
        StepValue::Move { to, attackers, .. } => {
            let names: Vec<_> = attackers.into_iter().map(|square| square.to_string()).collect();
            format!("{to} illegal (check from {})", names.join(" and "))
        }
        _ => return None,
    })
}

const fn square_decision_text(decision: Decision) -> &'static str {
    match decision {
        Decision::OffBoard => "off the board",
        Decision::Empty => "empty",
        Decision::Blocker => "occupied",
        Decision::Leap => "attacked",
    }
}
