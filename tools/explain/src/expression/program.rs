//! Programs made of operations in evaluation order: operands precede their operators.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::function::Function;
use super::operator::{BinaryOperator, UnaryOperator};
use super::value::ValueType;

/// An operation on the values that earlier operations yield.
pub enum Operation {
    Constant(u64, ValueType),
    Unary(UnaryOperator),
    Binary(BinaryOperator),
    Call(&'static Function),
}

/// An operation and its expression's range in the text.
pub struct Node {
    pub operation: Operation,
    pub range: Range<usize>,
}

impl Operation {
    /// Returns how many operands the operation has.
    pub const fn operands(&self) -> usize {
        match self {
            Self::Constant(..) => 0,
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
            Self::Call(function) => function.parameters.len(),
        }
    }
}

/// Returns each node's depth: how many operations contain it.
pub fn depths(program: &[Node]) -> Vec<usize> {
    let mut depths = vec![0; program.len()];
    // For each operation that contains the node, the number of operands still to come.
    let mut pending: Vec<usize> = Vec::new();
    for (index, node) in program.iter().enumerate().rev() {
        depths[index] = pending.len();
        if let Some(last) = pending.last_mut() {
            *last -= 1;
        }
        pending.push(node.operation.operands());
        while pending.last() == Some(&0) {
            pending.pop();
        }
    }
    depths
}
