//! Exports that evaluate bitboard expressions.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;
use tabiya::Bitboard;
use tabiya_explain::expression::{Context, FUNCTIONS, evaluate};

use crate::json::{write_error, write_json};
use crate::state::{SingleThread, position, with_text};

/// The variables for the next evaluation.
static VARIABLES: SingleThread<RefCell<Vec<(String, Bitboard)>>> =
    SingleThread(RefCell::new(Vec::new()));

/// Removes the variables for the next evaluation.
#[unsafe(no_mangle)]
extern "C" fn clear_variables() {
    VARIABLES.0.borrow_mut().clear();
}

/// Adds a variable, whose name is in the input, for the next evaluation.
#[unsafe(no_mangle)]
extern "C" fn add_variable(len: usize, set: u64) {
    let name = with_text(len, |text| String::from(text));
    VARIABLES.0.borrow_mut().push((name, Bitboard(set)));
}

/// An expression's error with its message.
#[derive(Serialize)]
struct ErrorReport<'a> {
    message: String,
    start: usize,
    end: usize,
    found: &'a str,
    expected: &'a str,
}

/// Evaluates the expression in the input, as JSON. Names refer to the variables that were added,
/// which are removed, and to the position unless `has_position` is 0. Returns the length, or the
/// negative length of the error's JSON.
#[unsafe(no_mangle)]
extern "C" fn evaluate_expression(len: usize, has_position: u32) -> i32 {
    let owned = VARIABLES.0.take();
    let variables: Vec<(&str, Bitboard)> =
        owned.iter().map(|(name, set)| (name.as_str(), *set)).collect();
    let position = (has_position != 0).then(position);
    let context = Context { position: position.as_ref(), variables: &variables };
    match with_text(len, |text| evaluate(text, context)) {
        Ok(evaluation) => write_json(&evaluation),
        Err(error) => write_error(&ErrorReport {
            message: error.to_string(),
            start: error.start,
            end: error.end,
            found: &error.found,
            expected: &error.expected,
        }),
    }
}

/// A function in expressions.
#[derive(Serialize)]
struct FunctionReport {
    name: &'static str,
    signature: &'static str,
    text: &'static str,
}

/// Writes the functions in expressions as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_functions() -> i32 {
    let functions = FUNCTIONS.iter().map(|function| FunctionReport {
        name: function.name,
        signature: function.signature,
        text: function.text,
    });
    write_json(&functions.collect::<Vec<_>>())
}
