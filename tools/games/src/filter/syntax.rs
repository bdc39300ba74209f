//! Filter parts, as the parser passes them from one function to another.

use std::ops::Range;

use super::formula::Formula;
use super::scan::Scanner;
use super::test::{Expression, Relation, Source, Test};
use super::value;

/// The maximum depth for parentheses.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of different tag names.
pub const MAX_NAMES: usize = 16;

/// A filter part.
pub(super) enum Node {
    Condition(Expression),
    /// A comparison. The places are where its left side is, and where the values are that it is
    /// equal to, if any.
    Comparison(Expression, Range<usize>, Option<Range<usize>>),
    Operand(Operand),
}

/// The meaning of a word without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A tag's name.
    Name,
    /// A value, unless it is a known tag name.
    Value,
}

/// The parser's result: the names, the tests with their descriptions, and the expression over test
/// indices.
pub(super) struct Parser<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) names: Vec<String>,
    pub(super) tests: Vec<(Test, String)>,
}

impl<'a> Parser<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::new(text), names: Vec::new(), tests: Vec::new() }
    }
}

/// An operator, and whether it is negated.
pub(super) enum Operator {
    Compare(Relation, bool),
    In(bool),
    Between(bool),
}

/// A comparison's side.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    /// The place in the filter.
    pub(super) range: Range<usize>,
    pub(super) value: OperandValue,
}

#[derive(Clone, Debug)]
pub(super) enum OperandValue {
    Literal {
        text: String,
        is_quoted: bool,
    },
    /// Texts among which any one or every one is compared.
    Sources {
        list: Vec<Source>,
        is_every: bool,
    },
    Formula(Formula),
    /// The time control class in the tag with an index.
    TimeClass(usize),
}

/// The right side in a comparison.
#[derive(Clone, Debug)]
pub(super) enum Right {
    One(Operand),
    Range(Operand, Operand),
    List(Vec<Right>),
}

impl Operand {
    pub(super) const fn is_literal(&self) -> bool {
        matches!(self.value, OperandValue::Literal { .. })
    }

    /// Tests whether the operand can be a part of a formula.
    pub(super) fn is_number(&self) -> bool {
        match &self.value {
            OperandValue::Literal { text, is_quoted } => {
                !is_quoted && value::parse_number(text).is_some()
            }
            OperandValue::Sources { list, .. } => list.len() == 1,
            OperandValue::Formula(_) => true,
            OperandValue::TimeClass(_) => false,
        }
    }
}
