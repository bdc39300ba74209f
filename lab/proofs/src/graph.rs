//! Symbolic bits: nodes of an and-inverter graph, in which equal nodes exist once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A bit: a constant, an input, a conjunction, or the negation of one.
///
/// The number of the node in the graph, doubled, plus 1 for its negation. Node 0 is the constant 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bit(u32);

/// A node: an input, or a conjunction.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// A constant, or a bit that may have either value.
    Input,
    /// The conjunction of two bits.
    And(Bit, Bit),
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    by_operands: HashMap<(Bit, Bit), Bit>,
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::new(Graph {
        nodes: vec![Node::Input],
        by_operands: HashMap::new(),
    });
}

impl Bit {
    /// The constant 0.
    pub const ZERO: Self = Self(0);
    /// The constant 1.
    pub const ONE: Self = Self(1);

    /// Returns a constant.
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    /// Returns a new input.
    pub fn input() -> Self {
        GRAPH.with_borrow_mut(|graph| graph.add(Node::Input))
    }

    /// Returns the number of the bit's node.
    pub const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Tests whether the bit is the negation of its node.
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Returns the definition of a node.
pub fn node(index: usize) -> Node {
    GRAPH.with_borrow(|graph| graph.nodes[index])
}

/// Returns the value of a bit for values of the inputs.
#[cfg(test)]
pub fn evaluate(bit: Bit, inputs: &[(Bit, bool)]) -> bool {
    GRAPH.with_borrow(|graph| {
        let mut values = vec![false; graph.nodes.len()];
        for &(input, value) in inputs {
            // Constants have their values, and other bits are computed.
            if matches!(graph.nodes[input.node()], Node::Input) && input.node() > 0 {
                values[input.node()] = value != input.is_negated();
            }
        }
        for (index, node) in graph.nodes.iter().enumerate() {
            if let Node::And(a, b) = node {
                let [a, b] = [a, b].map(|bit| values[bit.node()] != bit.is_negated());
                values[index] = a && b;
            }
        }
        values[bit.node()] != bit.is_negated()
    })
}

/// Removes all nodes. Bits from before must not be used afterwards.
pub fn clear() {
    GRAPH.with_borrow_mut(|graph| {
        graph.nodes.truncate(1);
        graph.by_operands.clear();
    });
}

impl Graph {
    fn add(&mut self, node: Node) -> Bit {
        self.nodes.push(node);
        Bit(2 * (self.nodes.len() as u32 - 1))
    }
}

impl Not for Bit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl BitAnd for Bit {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let (a, b) = if self < other { (self, other) } else { (other, self) };
        if a == Self::ZERO || a == !b {
            return Self::ZERO;
        }
        if a == Self::ONE || a == b {
            return b;
        }
        GRAPH.with_borrow_mut(|graph| match graph.by_operands.get(&(a, b)) {
            Some(&bit) => bit,
            None => {
                let bit = graph.add(Node::And(a, b));
                graph.by_operands.insert((a, b), bit);
                bit
            }
        })
    }
}

impl BitOr for Bit {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

impl BitXor for Bit {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self & !other | !self & other
    }
}
