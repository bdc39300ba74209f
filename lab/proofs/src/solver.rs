//! The search for values of the inputs that make a bit 1, by a SAT solver.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, anyhow};
use cadical::{Callbacks, Solver};

use crate::graph::{Bit, Node, node};

/// The size of a problem, and its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// The number of variables.
    pub variables: usize,
    /// The number of clauses.
    pub clauses: usize,
    /// The number of conflicts, from each of which the solver has learned a clause.
    pub conflicts: usize,
}

/// Counts the clauses that the solver learns.
struct LearnedClauses(usize);

impl Callbacks for LearnedClauses {
    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.0 += 1;
    }
}

/// A SAT problem: bits that must be 1.
pub struct Problem {
    solver: Solver<LearnedClauses>,
    /// The variables by node.
    variables: HashMap<usize, i32>,
    clauses: usize,
}

impl Problem {
    /// Returns a problem in which all of some bits are 1.
    pub fn new(conditions: &[Bit]) -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(LearnedClauses(0)));
        let mut problem = Self { solver, variables: HashMap::new(), clauses: 0 };
        for &condition in conditions {
            let literal = problem.literal(condition);
            problem.clause([literal]);
        }
        problem
    }

    /// Tests whether all of some bits can be 1, too. The values are those of [`value`](Self::value) then.
    pub fn can_be_one(&mut self, bits: &[Bit]) -> bool {
        if bits.contains(&Bit::ZERO) {
            return false;
        }
        let literals: Vec<_> = bits.iter().map(|&bit| self.literal(bit)).collect();
        self.solver.solve_with(literals).expect("a solver without limits ends")
    }

    /// Returns the value of a bit in the solution.
    pub fn value(&mut self, bit: Bit) -> bool {
        let is_one = match self.variables.get(&bit.node()) {
            Some(&variable) => self.solver.value(variable).unwrap_or(false),
            None => false,
        };
        is_one != bit.is_negated()
    }

    /// Adds that at least one of some bits is 1.
    pub fn require_any(&mut self, bits: &[Bit]) {
        let literals: Vec<_> = bits.iter().map(|&bit| self.literal(bit)).collect();
        self.clauses += 1;
        self.solver.add_clause(literals);
    }

    /// Writes the clauses to a file in DIMACS format.
    pub fn write_dimacs(&mut self, path: &Path) -> Result<()> {
        self.solver.write_dimacs(path).map_err(|error| anyhow!("{}: {}", path.display(), error.msg))
    }

    /// Returns the size.
    pub fn size(&mut self) -> Size {
        let conflicts = self.solver.get_callbacks().map_or(0, |learned| learned.0);
        Size { variables: self.variables.len(), clauses: self.clauses, conflicts }
    }

    fn clause<const N: usize>(&mut self, literals: [i32; N]) {
        self.clauses += 1;
        self.solver.add_clause(literals);
    }

    /// Returns the literal of a bit, whose definition becomes clauses (Tseitin).
    fn literal(&mut self, bit: Bit) -> i32 {
        let mut open = vec![bit.node()];
        while let Some(&index) = open.last() {
            if self.variables.contains_key(&index) {
                open.pop();
                continue;
            }
            if let Node::And(a, b) = node(index) {
                let missing = [a, b].map(Bit::node).into_iter();
                let before = open.len();
                open.extend(missing.filter(|index| !self.variables.contains_key(index)));
                if open.len() > before {
                    continue;
                }
            }
            open.pop();
            let variable = self.variables.len() as i32 + 1;
            self.variables.insert(index, variable);
            match node(index) {
                Node::And(a, b) => {
                    let [a, b] = [a, b].map(|bit| self.known(bit));
                    self.clause([-variable, a]);
                    self.clause([-variable, b]);
                    self.clause([variable, -a, -b]);
                }
                Node::Input if index == 0 => self.clause([-variable]),
                Node::Input => {}
            }
        }
        self.known(bit)
    }

    fn known(&self, bit: Bit) -> i32 {
        let variable = self.variables[&bit.node()];
        if bit.is_negated() { -variable } else { variable }
    }
}
