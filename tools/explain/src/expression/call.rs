//! Function calls: testing arguments, results and notes.

use alloc::format;

use tabiya::{Bitboard, Direction, Rank};

use super::error::{ExpressionError, Problem};
use super::function::{Body, Function, Parameter};
use super::value::{Outcome, Value, ValueType};

/// Calls a function with as many arguments as it has parameters.
///
/// # Errors
///
/// Returns an error if an argument does not have the squares that the function needs.
pub fn call(
    function: &Function,
    arguments: &[Value],
    text: &str,
) -> Result<Outcome, ExpressionError> {
    let mut sets = [Bitboard::EMPTY; 2];
    let mut note = None;
    for ((&parameter, argument), set) in function.parameters.iter().zip(arguments).zip(&mut sets) {
        *set = check(parameter, argument, text)?;
        let is_square = matches!(parameter, Parameter::Squares | Parameter::OneSquare);
        if is_square && argument.value_type == ValueType::Number {
            let number = argument.bits;
            let count = set.count();
            note = Some(format!(
                "the number {number} is the set of {count} squares; 1 << n is a square"
            ));
        }
    }
    let [first, second] = sets;
    let outcome = match function.body {
        Body::Set(body) => Outcome::new(body(first).0, ValueType::Set),
        Body::Sets(body) => Outcome::new(body(first, second).0, ValueType::Set),
        Body::Number(body) => Outcome::new(body(first), ValueType::Number),
        Body::Numbers(body) => Outcome::new(body(first, second), ValueType::Number),
        Body::Shift(direction) => shift(first, direction),
        Body::Fill(direction) => Outcome::new(fill(first, direction).0, ValueType::Set),
    };
    Ok(Outcome { note: note.or(outcome.note), ..outcome })
}

/// Returns the set that an argument holds.
fn check(parameter: Parameter, argument: &Value, text: &str) -> Result<Bitboard, ExpressionError> {
    let set = Bitboard(argument.bits);
    let is_number = argument.value_type == ValueType::Number;
    let error = |problem, expected| {
        Err(ExpressionError::new(problem, text, argument.range.clone(), expected))
    };
    match parameter {
        Parameter::OneSquare if set.single().is_none() => {
            error(Problem::NotOneSquare, "one square, such as d4 or 1 << 27")
        }
        Parameter::NotEmpty if set.is_empty() => error(Problem::EmptySet, "at least one bit"),
        Parameter::File if is_number => error(Problem::Syntax, "a file from a to h, or squares"),
        Parameter::Rank if is_number => {
            let index = usize::try_from(argument.bits).ok().and_then(|rank| rank.checked_sub(1));
            match index.and_then(Rank::from_index) {
                Some(rank) => Ok(rank.into()),
                None => error(Problem::Syntax, "a rank from 1 to 8, or squares"),
            }
        }
        _ => Ok(set),
    }
}

/// Shifts a set by one step, which loses the squares that leave the board.
fn shift(set: Bitboard, direction: Direction) -> Outcome {
    let shifted = set.shift(direction);
    let lost = set - shifted.shift(direction.opposite());
    Outcome::new(shifted.0, ValueType::Set).with_lost(lost.0, || match lost.count() {
        1 => "lost: a square that leaves the board".into(),
        count => format!("lost: {count} squares that leave the board"),
    })
}

/// Returns a set with all squares that repeated steps reach.
fn fill(set: Bitboard, direction: Direction) -> Bitboard {
    (0..7).fold(set, |filled, _| filled | filled.shift(direction))
}
