//! Programs of operations in the order of evaluation: operands precede their operators.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::function::Function;
use super::operator::{BinaryOperator, UnaryOperator};
use super::value::ValueType;

/// An operation on the values of earlier operations.
pub enum Operation {
    Constant(u64, ValueType),
    Unary(UnaryOperator),
    Binary(BinaryOperator),
    Call(&'static Function),
}

/// An operation and the range of its expression in the text.
pub struct Node {
    pub operation: Operation,
    pub range: Range<usize>,
}

impl Operation {
    /// Returns the number of operands.
    pub const fn operands(&self) -> usize {
        match self {
            Self::Constant(..) => 0,
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
            Self::Call(function) => function.parameters.len(),
        }
    }
}

/// Returns the depth of each node: the number of operations that contain it.
pub fn depths(program: &[Node]) -> Vec<usize> {
    let mut depths = vec![0; program.len()];
    // The numbers of operands that are still to come, of each operation that contains the node.
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
