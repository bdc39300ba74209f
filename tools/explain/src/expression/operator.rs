//! Operators: their precedence, results, lost bits and overflow.

use alloc::format;
use alloc::string::String;

use super::value::{Outcome, Value, ValueType};

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    Complement,
    Negation,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Product,
    Sum,
    Difference,
    LeftShift,
    RightShift,
    Intersection,
    SymmetricDifference,
    Union,
}

impl UnaryOperator {
    /// Returns the operator that a symbol stands for.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        match symbol {
            "~" => Some(Self::Complement),
            "-" => Some(Self::Negation),
            _ => None,
        }
    }

    /// Applies the operator. A number's complement is a set: `~0` is the board.
    pub fn apply(self, operand: &Value) -> Outcome {
        match self {
            Self::Complement => Outcome::new(!operand.bits, ValueType::Set),
            Self::Negation => Outcome::new(operand.bits.wrapping_neg(), operand.value_type),
        }
    }
}

impl BinaryOperator {
    /// Returns the operator that a symbol stands for.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        Some(match symbol {
            "*" => Self::Product,
            "+" => Self::Sum,
            "-" => Self::Difference,
            "<<" => Self::LeftShift,
            ">>" => Self::RightShift,
            "&" => Self::Intersection,
            "^" => Self::SymmetricDifference,
            "|" => Self::Union,
            _ => return None,
        })
    }

    /// Returns the precedence, which is higher for operators that bind tighter, in the same order
    /// as in C.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::Product => 6,
            Self::Sum | Self::Difference => 5,
            Self::LeftShift | Self::RightShift => 4,
            Self::Intersection => 3,
            Self::SymmetricDifference => 2,
            Self::Union => 1,
        }
    }

    /// Applies the operator.
    pub fn apply(self, left: &Value, right: &Value) -> Outcome {
        let a = left.bits;
        let b = right.bits;
        let are_numbers = [left, right].iter().all(|value| value.value_type == ValueType::Number);
        let value_type = if are_numbers { ValueType::Number } else { ValueType::Set };
        match self {
            Self::Product => {
                let product = u128::from(a) * u128::from(b);
                Outcome::new(product as u64, value_type).with_overflow(
                    (product >> 64) as u64,
                    "overflow: the high 64 bits of the product",
                )
            }
            Self::Sum => {
                let (sum, has_carry) = a.overflowing_add(b);
                Outcome::new(sum, value_type)
                    .with_overflow(has_carry.into(), "overflow: the carry out of bit 63")
            }
            Self::Difference => {
                let (difference, has_borrow) = a.overflowing_sub(b);
                Outcome::new(difference, value_type)
                    .with_overflow(has_borrow.into(), "the difference is negative: bit 63 borrowed")
            }
            // `1 << 27` is a square's set.
            Self::LeftShift => shift(a, b, ValueType::Set, true),
            Self::RightShift => shift(a, b, left.value_type, false),
            Self::Intersection => Outcome::new(a & b, value_type),
            Self::SymmetricDifference => Outcome::new(a ^ b, value_type),
            Self::Union => Outcome::new(a | b, value_type),
        }
    }
}

/// Shifts bits. Those that leave the 64 bits are lost, at the indices that they had.
fn shift(bits: u64, count: u64, value_type: ValueType, is_left: bool) -> Outcome {
    if count >= 64 {
        let note = "the count is 64 or more: undefined in C; x86 and Java shift by count & 63";
        let lost = (bits != 0).then_some(bits);
        return Outcome { lost, note: Some(note.into()), ..Outcome::new(0, value_type) };
    }
    let (result, kept) = if is_left {
        (bits << count, u64::MAX >> count)
    } else {
        (bits >> count, u64::MAX << count)
    };
    let lost = bits & !kept;
    Outcome::new(result, value_type).with_lost(lost, || lost_bits(lost))
}

/// Returns a phrase that says how many bits are lost.
fn lost_bits(lost: u64) -> String {
    match lost.count_ones() {
        1 => format!("lost: bit {}", lost.trailing_zeros()),
        count => format!("lost: {count} bits"),
    }
}
