//! The filter parser.

use super::error::FilterError;
use super::formula::Formula;
use super::names;
use super::syntax::{Node, Operand, OperandValue, Operator, Parser, Right, Role};
use super::test::{Expression, Relation};

impl Parser<'_> {
    /// Parses the whole filter.
    pub(super) fn parse(&mut self) -> Result<Expression, FilterError> {
        let node = self.any(0)?;
        match self.scanner.peek() {
            None => self.condition_of(node),
            Some(',') => {
                let expected = "`and` or `or`; a text with a comma needs quotes";
                Err(FilterError::word(self.scanner.position, ",", expected))
            }
            Some(_) => Err(self.scanner.unexpected("`and`, `or` or the end")),
        }
    }

    /// Parses conditions that are joined by `or`, or one operand.
    pub(super) fn any(&mut self, depth: usize) -> Result<Node, FilterError> {
        let first = self.all(depth)?;
        let mut parts = vec![first];
        while self.scanner.skip_keyword("or") || self.scanner.skip("||") {
            let part = self.all(depth)?;
            self.refuse_ambiguous_conditions(&parts[parts.len() - 1], &part, "any")?;
            parts.push(part);
        }
        self.joined(parts, Expression::Any)
    }

    /// Parses conditions that are joined by `and`, or one operand.
    fn all(&mut self, depth: usize) -> Result<Node, FilterError> {
        let first = self.condition(depth)?;
        let mut parts = vec![first];
        while self.scanner.skip_keyword("and") || self.scanner.skip("&&") {
            let part = self.condition(depth)?;
            self.refuse_ambiguous_conditions(&parts[parts.len() - 1], &part, "both")?;
            parts.push(part);
        }
        self.joined(parts, Expression::All)
    }

    fn joined(
        &mut self,
        mut parts: Vec<Node>,
        join: impl Fn(Vec<Expression>) -> Expression,
    ) -> Result<Node, FilterError> {
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let parts: Result<Vec<_>, _> =
            parts.into_iter().map(|part| self.condition_of(part)).collect();
        Ok(Node::Condition(join(parts?)))
    }

    /// Parses a comparison or an operand, after any number of `not`.
    fn condition(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut negations = 0_usize;
        while self.scanner.skip_keyword("not") || self.scanner.skip("!") {
            negations += 1;
        }
        let node = self.comparison(depth)?;
        if negations == 0 {
            return Ok(node);
        }
        let expression = self.condition_of(node)?;
        Ok(Node::Condition(negated_if(negations % 2 == 1, expression)))
    }

    /// Parses a comparison, such as `2000 < WhiteElo < 2400`, or an operand.
    fn comparison(&mut self, depth: usize) -> Result<Node, FilterError> {
        let left = self.sum(depth, Role::Name)?;
        self.scanner.skip_white_space();
        let offset = self.scanner.position;
        let Some(operator) = self.operator()? else { return Ok(left) };
        let Node::Operand(left) = left else {
            let found = self.scanner.slice(&(offset..self.scanner.position)).trim();
            let expected = "a name before it, such as `any(White, Black)`";
            return Err(FilterError::word(offset, found, expected));
        };
        let place = left.range.clone();
        let Operator::Compare(relation, is_negated) = operator else {
            return self.membership(depth, left, &operator);
        };
        let start = self.scanner.position;
        let right = if relation.is_order() {
            Right::One(self.operand(depth, Role::Value)?)
        } else {
            self.values(depth)?
        };
        let values = (!relation.is_order()).then_some(start..self.scanner.position);
        let middle = if let Right::One(middle) = &right { Some(middle.clone()) } else { None };
        let mut parts = vec![negated_if(is_negated, self.compare(left, relation, right)?)];
        let mut last = middle.filter(|_| relation.is_order());
        while let Some(middle) = last.take() {
            self.scanner.skip_white_space();
            let place = self.scanner.position;
            let Some(Operator::Compare(next, false)) = self.operator()? else {
                self.scanner.position = place;
                break;
            };
            if !next.is_order() || next.is_rising() != relation.is_rising() {
                let found = self.scanner.slice(&(place..self.scanner.position)).trim();
                return Err(FilterError::word(place, found, "an operator of the same direction"));
            }
            let right = self.operand(depth, Role::Value)?;
            parts.push(self.compare(middle, next, Right::One(right.clone()))?);
            last = Some(right);
        }
        let expression = if parts.len() == 1 { parts.remove(0) } else { Expression::All(parts) };
        Ok(Node::Comparison(expression, place, values))
    }

    /// Parses the values after `in` or `between`.
    fn membership(
        &mut self,
        depth: usize,
        left: Operand,
        operator: &Operator,
    ) -> Result<Node, FilterError> {
        let place = left.range.clone();
        let start = self.scanner.position;
        let right = if matches!(operator, Operator::In(_)) {
            self.values(depth)?
        } else {
            let lower = self.operand(depth, Role::Value)?;
            if !self.scanner.skip_keyword("and") {
                return Err(self.scanner.unexpected("`and` and the upper limit"));
            }
            Right::Range(lower, self.operand(depth, Role::Value)?)
        };
        let values = start..self.scanner.position;
        let (Operator::In(is_negated)
        | Operator::Between(is_negated)
        | Operator::Compare(_, is_negated)) = operator;
        let expression = self.compare(left, Relation::Equal, right)?;
        Ok(Node::Comparison(negated_if(*is_negated, expression), place, Some(values)))
    }

    /// Parses a value, a range, or a list with these in parentheses.
    fn values(&mut self, depth: usize) -> Result<Right, FilterError> {
        let brackets = [("(", ")"), ("[", "]")];
        let Some((_, close)) = brackets.into_iter().find(|(open, _)| self.scanner.skip(open))
        else {
            return self.value_or_range(depth);
        };
        let mut values = Vec::new();
        loop {
            values.push(self.value_or_range(depth)?);
            if self.scanner.skip(close) {
                return Ok(Right::List(values));
            }
            if !self.scanner.skip(",") {
                return Err(self.scanner.unexpected("`,` or the end of the list"));
            }
        }
    }

    fn value_or_range(&mut self, depth: usize) -> Result<Right, FilterError> {
        let lower = self.operand(depth, Role::Value)?;
        if self.scanner.skip("..") {
            return Ok(Right::Range(lower, self.operand(depth, Role::Value)?));
        }
        Ok(Right::One(lower))
    }

    pub(super) fn operand(&mut self, depth: usize, role: Role) -> Result<Operand, FilterError> {
        let start = self.scanner.position;
        match self.sum(depth, role)? {
            Node::Operand(operand) => Ok(operand),
            _ => {
                let found = self.scanner.slice(&(start..self.scanner.position)).trim();
                Err(FilterError::word(start, found, "a value, not a condition"))
            }
        }
    }

    /// Parses operands that are joined by `+` and `-`.
    fn sum(&mut self, depth: usize, role: Role) -> Result<Node, FilterError> {
        let first = self.product(depth, role)?;
        if !is_number(&first) {
            return Ok(first);
        }
        let mut terms = Vec::new();
        while let Some(factor) = self.skip_either(("+", 1.0), ("-", -1.0)) {
            let term = self.product(depth, Role::Name)?;
            terms.push((factor, term));
        }
        self.formula_of(first, terms, 1.0, Formula::Sum)
    }

    /// Parses operands that are joined by `*` and `/`.
    fn product(&mut self, depth: usize, role: Role) -> Result<Node, FilterError> {
        let first = self.primary(depth, role)?;
        if !is_number(&first) {
            return Ok(first);
        }
        let mut factors = Vec::new();
        while let Some(exponent) = self.skip_either(("*", 1), ("/", -1)) {
            let factor = self.primary(depth, Role::Name)?;
            factors.push((exponent, factor));
        }
        self.formula_of(first, factors, 1, Formula::Product)
    }

    fn skip_either<T>(&mut self, first: (&str, T), second: (&str, T)) -> Option<T> {
        if self.scanner.skip(first.0) {
            return Some(first.1);
        }
        self.scanner.skip(second.0).then_some(second.1)
    }

    /// Returns the first node if nothing follows, else the formula from all nodes.
    fn formula_of<T>(
        &mut self,
        first: Node,
        others: Vec<(T, Node)>,
        one: T,
        join: impl Fn(Vec<(T, Formula)>) -> Formula,
    ) -> Result<Node, FilterError> {
        let Node::Operand(first) = first else { return Ok(first) };
        if others.is_empty() {
            return Ok(Node::Operand(first));
        }
        let range = first.range.start..self.scanner.position;
        let mut parts = vec![(one, self.number_of(first)?)];
        for (sign, node) in others {
            let operand = self.operand_of(node)?;
            parts.push((sign, self.number_of(operand)?));
        }
        Ok(Node::Operand(Operand { range, value: OperandValue::Formula(join(parts)) }))
    }

    fn operand_of(&self, node: Node) -> Result<Operand, FilterError> {
        match node {
            Node::Operand(operand) => Ok(operand),
            Node::Condition(_) | Node::Comparison(..) => {
                let offset = self.scanner.position;
                Err(FilterError::word(offset, "(…)", "a number, not a condition"))
            }
        }
    }

    /// Checks that two conditions mean what they seem to mean.
    fn refuse_ambiguous_conditions(
        &self,
        first: &Node,
        second: &Node,
        quantifier: &str,
    ) -> Result<(), FilterError> {
        match (first, second) {
            (Node::Operand(bare), Node::Comparison(_, left, _)) => {
                let [name, other] = [&bare.range, left].map(|range| self.scanner.slice(range));
                if names::are_siblings(name, other) {
                    let expected =
                        format!("`{quantifier}({name}, {other})`, or a comparison for each name");
                    return Err(FilterError::word(bare.range.start, name, expected));
                }
            }
            (Node::Comparison(_, left, Some(values)), Node::Operand(bare)) => {
                let name = self.scanner.slice(&bare.range);
                if bare.is_literal() || !names::is_known(name) {
                    let [left, values] =
                        [left, values].map(|range| self.scanner.slice(range).trim());
                    let expected = format!("`{left} in ({values}, {name})` for several values");
                    return Err(FilterError::word(bare.range.start, name, expected));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

pub(super) fn negated_if(is_negated: bool, expression: Expression) -> Expression {
    if is_negated { Expression::Not(Box::new(expression)) } else { expression }
}

/// Tests whether arithmetic can go on after a node.
fn is_number(node: &Node) -> bool {
    matches!(node, Node::Operand(operand) if operand.is_number())
}
