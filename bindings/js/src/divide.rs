//! Exports that read divide output and compare it.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;
use tabiya::Move;
use tabiya_explain::divide::{Comparison, Divide, DivideRow};

use crate::json::write_json;
use crate::state::{SingleThread, position, with_text, write_text};

/// The counts in divide output, with the sum and the total.
#[derive(Serialize)]
struct ParsedDivide<'a> {
    rows: &'a [DivideRow],
    sum: u128,
    total: Option<u128>,
    /// The first lines with neither a count nor a total, and how many such lines there are.
    other_lines: &'a [String],
    other_line_count: usize,
}

impl<'a> ParsedDivide<'a> {
    fn new(divide: &'a Divide) -> Self {
        let (other_lines, other_line_count) = divide.other_lines();
        Self {
            rows: divide.rows(),
            sum: divide.sum(),
            total: divide.total(),
            other_lines,
            other_line_count,
        }
    }
}

/// Parses the divide output in the input, as JSON. Returns the length, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn parse_divide(len: usize) -> i32 {
    match with_text(len, Divide::parse) {
        Ok(divide) => write_json(&ParsedDivide::new(&divide)),
        Err(error) => -write_text(error),
    }
}

/// Divide output and its differences from the correct counts.
#[derive(Serialize)]
struct DivideComparison<'a> {
    divide: ParsedDivide<'a>,
    differences: &'a Comparison,
    is_right: bool,
}

/// The correct counts for the next comparison.
static COUNTS: SingleThread<RefCell<Vec<(Move, u128)>>> = SingleThread(RefCell::new(Vec::new()));

/// Adds the correct count for the legal move with a code, for the next comparison.
#[unsafe(no_mangle)]
extern "C" fn add_count(code: u32, nodes: f64) {
    if let Some(mv) = u16::try_from(code).ok().and_then(Move::from_bits) {
        COUNTS.0.borrow_mut().push((mv, nodes as u128));
    }
}

/// Compares the divide output in the input with the counts that were added, as JSON, and removes these.
/// Returns the length, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn compare_divide(len: usize) -> i32 {
    let position = position();
    let counts = COUNTS.0.take();
    let mut divide = Divide::default();
    with_text(len, |text| text.lines().for_each(|line| divide.add_line(line)));
    if let Err(error) = divide.check(position.has_legal_move()) {
        return -write_text(error);
    }
    let differences = Comparison::new(&position, &counts, &divide);
    write_json(&DivideComparison {
        divide: ParsedDivide::new(&divide),
        is_right: differences.is_empty(),
        differences: &differences,
    })
}
