//! The expression of a filter, and its value for a game.

use std::cmp::Ordering;

use tabiya::pgn::TagValue;

/// A condition on the values of tags.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Test {
        /// The index of the name.
        name: usize,
        test: Test,
    },
}

/// A condition on the value of one tag.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// The value is not empty.
    IsPresent,
    Equals(Vec<u8>),
    /// The value contains a text in lower case.
    Contains(Vec<u8>),
    Order(Order, Operand),
}

/// The order of a value to an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The operand of an order.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Number(i64),
    Text(Vec<u8>),
}

impl Expression {
    /// Tests whether values satisfy the condition. A missing value satisfies no test.
    pub(super) fn is_true(&self, values: &[Option<TagValue<'_>>]) -> bool {
        match self {
            Self::Not(expression) => !expression.is_true(values),
            Self::All(expressions) => expressions.iter().all(|part| part.is_true(values)),
            Self::Any(expressions) => expressions.iter().any(|part| part.is_true(values)),
            Self::Test { name, test } => {
                values[*name].clone().is_some_and(|value| test.is_true(value))
            }
        }
    }
}

impl Test {
    fn is_true(&self, value: TagValue<'_>) -> bool {
        match self {
            Self::IsPresent => value.clone().next().is_some(),
            Self::Equals(text) => value.is(text),
            Self::Contains(text) => contains(value, text),
            Self::Order(order, operand) => {
                let ordering = match operand {
                    Operand::Number(number) => parse_number(value).map(|value| value.cmp(number)),
                    Operand::Text(text) => compare_text(value, text),
                };
                ordering.is_some_and(|ordering| order.includes(ordering))
            }
        }
    }
}

impl Order {
    const fn includes(self, ordering: Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

/// Parses the digits of a number, with a minus sign or without.
pub(super) fn parse_number(text: impl Iterator<Item = u8>) -> Option<i64> {
    let mut text = text.peekable();
    let sign = if text.next_if_eq(&b'-').is_some() { -1 } else { 1 };
    text.peek()?;
    text.try_fold(0_i64, |number, byte| {
        let digit = char::from(byte).to_digit(10)?;
        number.checked_mul(10)?.checked_add(i64::from(digit) * sign)
    })
}

/// Compares a value with a text; a value that is empty or contains `?` has no order.
fn compare_text(value: TagValue<'_>, text: &[u8]) -> Option<Ordering> {
    let has_order = value.clone().next().is_some() && !value.clone().any(|byte| byte == b'?');
    has_order.then(|| value.cmp(text.iter().copied()))
}

/// Tests whether a value contains a text in lower case.
fn contains(value: TagValue<'_>, text: &[u8]) -> bool {
    let mut rest = value.map(|byte| byte.to_ascii_lowercase());
    loop {
        if rest.clone().take(text.len()).eq(text.iter().copied()) {
            return true;
        }
        if rest.next().is_none() {
            return false;
        }
    }
}
