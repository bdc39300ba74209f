//! [`evaluate`], and an evaluation's steps.

use alloc::string::String;
use alloc::vec::Vec;

use super::call::call;
use super::error::ExpressionError;
use super::names::Context;
use super::parser::parse;
use super::program::{Operation, depths};
use super::value::{Outcome, Value, ValueType};

/// A part of an expression with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Subexpression {
    /// The index of its first byte in the expression.
    pub start: usize,
    /// The index behind its last byte.
    pub end: usize,
    /// The number of operators and functions that contain it: 0 for the whole expression.
    pub depth: usize,
    /// The value's type.
    pub value_type: ValueType,
    /// The value.
    pub value: u64,
    /// The bits that a shift moved out of the 64 bits, or off the board, where they were.
    pub lost: Option<u64>,
    /// A product's high 64 bits, or 1 for a carry or a borrow.
    pub overflow: Option<u64>,
    /// A remark, such as one about the lost bits.
    pub note: Option<String>,
}

/// The value that an expression has, and the values of all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Evaluation {
    /// The value.
    pub value: u64,
    /// The value's type.
    pub value_type: ValueType,
    /// The parts in evaluation order. The last one is the whole expression, without parentheses
    /// around it.
    pub steps: Vec<Subexpression>,
}

/// Evaluates an expression.
///
/// Slider functions accept sets with any number of squares: the result is what all pieces attack.
/// `between` and `line` accept sets with one square.
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::expression::{Context, ValueType, evaluate};
///
/// let context = Context { position: Some(&Position::START), ..Context::default() };
/// let evaluation = evaluate("popcount(north(white_pawns) & empty)", context)?;
/// assert_eq!((evaluation.value, evaluation.value_type), (8, ValueType::Number));
///
/// let shift = evaluate("0x8000000000000000 << 1", Context::default())?;
/// assert_eq!((shift.value, shift.steps[2].lost), (0, Some(1 << 63)));
/// # Ok::<(), tabiya_explain::expression::ExpressionError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is not an expression, a name is unknown, or an argument does not have the
/// squares that a function needs.
pub fn evaluate(expression: &str, context: Context<'_>) -> Result<Evaluation, ExpressionError> {
    let program = parse(expression, context)?;
    let depths = depths(&program);
    let mut steps = Vec::with_capacity(program.len());
    let mut stack: Vec<Value> = Vec::new();
    for (node, depth) in program.into_iter().zip(depths) {
        // The parser pushes operands before their operation.
        let operands = stack.split_off(stack.len() - node.operation.operands());
        let outcome = match (node.operation, &operands[..]) {
            (Operation::Unary(operator), [operand]) => operator.apply(operand),
            (Operation::Binary(operator), [left, right]) => operator.apply(left, right),
            (Operation::Call(function), operands) => call(function, operands, expression)?,
            (Operation::Constant(bits, value_type), _) => Outcome::new(bits, value_type),
            _ => continue,
        };
        let Outcome { bits, value_type, lost, overflow, note } = outcome;
        let start = node.range.start;
        let end = node.range.end;
        let value = bits;
        steps.push(Subexpression { start, end, depth, value_type, value, lost, overflow, note });
        stack.push(Value { bits, value_type, range: node.range });
    }
    let (value, value_type) =
        stack.last().map_or((0, ValueType::Set), |value| (value.bits, value.value_type));
    Ok(Evaluation { value, value_type, steps })
}
