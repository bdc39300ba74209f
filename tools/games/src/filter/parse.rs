//! The parser of filters.

use std::ops::Range;

use super::compare::{Operand, OperandValue, Right};
use super::error::{FilterError, FilterErrorKind};
use super::formula::{Formula, Function};
use super::names;
use super::scan::Scanner;
use super::test::{Expression, Relation, Source, Test};

/// The maximum depth of parentheses.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of different names of tags.
pub const MAX_NAMES: usize = 16;

/// A part of a filter.
pub(super) enum Node {
    Condition(Expression),
    /// A comparison. The places are those of its left side and of the values that it is equal to, if any.
    Comparison(Expression, Range<usize>, Option<Range<usize>>),
    Operand(Operand),
}

/// The meaning of a word without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The name of a tag.
    Name,
    /// A value, unless it is a known name of a tag.
    Value,
}

/// An operator, and whether it is negated.
enum Operator {
    Compare(Relation, bool),
    In(bool),
    Between(bool),
}

/// The result of parsing: the names, the tests with their descriptions, and the expression of their indices.
pub(super) struct Parser<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) names: Vec<String>,
    pub(super) tests: Vec<(Test, String)>,
}

impl<'a> Parser<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::new(text), names: Vec::new(), tests: Vec::new() }
    }

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
    fn any(&mut self, depth: usize) -> Result<Node, FilterError> {
        let first = self.all(depth)?;
        let mut parts = vec![first];
        while self.scanner.skip_keyword("or") || self.scanner.skip("||") {
            let part = self.all(depth)?;
            self.check_neighbors(&parts[parts.len() - 1], &part, "any")?;
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
            self.check_neighbors(&parts[parts.len() - 1], &part, "both")?;
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

    /// Parses a comparison or an operand, with any number of `not` before.
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

    /// Parses the values of `in` or `between`.
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

    /// Parses a value, a range or a list of them in parentheses.
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

    /// Parses an operator, if one follows.
    fn operator(&mut self) -> Result<Option<Operator>, FilterError> {
        const SYMBOLS: [(&str, Relation, bool); 16] = [
            ("!=", Relation::Equal, true),
            ("<>", Relation::Equal, true),
            ("≠", Relation::Equal, true),
            ("!~", Relation::Contains, true),
            ("==", Relation::Equal, false),
            ("=>", Relation::GreaterOrEqual, false),
            ("=<", Relation::LessOrEqual, false),
            ("=~", Relation::Contains, false),
            ("=", Relation::Equal, false),
            ("<=", Relation::LessOrEqual, false),
            ("≤", Relation::LessOrEqual, false),
            (">=", Relation::GreaterOrEqual, false),
            ("≥", Relation::GreaterOrEqual, false),
            ("<", Relation::Less, false),
            (">", Relation::Greater, false),
            ("~", Relation::Contains, false),
        ];
        let symbol = SYMBOLS.into_iter().find(|(symbol, ..)| self.scanner.skip(symbol));
        if let Some((symbol, relation, is_negated)) = symbol {
            if symbol == "=~" || self.scanner.skip("=") && symbol == "~" {
                let offset = self.scanner.position - 2;
                return Err(FilterError::word(offset, "=~", "`~`, which finds a part of a text"));
            }
            return Ok(Some(Operator::Compare(relation, is_negated)));
        }
        let start = self.scanner.position;
        let is_negated = self.scanner.skip_keyword("not");
        let offset = self.scanner.position;
        match self.scanner.name().to_ascii_lowercase().as_str() {
            "in" => Ok(Some(Operator::In(is_negated))),
            "between" => Ok(Some(Operator::Between(is_negated))),
            "contains" => Ok(Some(Operator::Compare(Relation::Contains, is_negated))),
            "is" if !is_negated => {
                let is_negated = self.scanner.skip_keyword("not");
                Ok(Some(Operator::Compare(Relation::Equal, is_negated)))
            }
            word @ ("like" | "ilike" | "matches" | "includes" | "has" | "starts" | "startswith"
            | "ends" | "endswith") => {
                Err(FilterError::word(offset, word, "`~`, which finds a part of a text"))
            }
            word @ ("exists" | "equals" | "eq" | "ne" | "gt" | "ge" | "lt" | "le") => {
                let expected =
                    "`=`, `!=`, `<`, `<=`, `>`, `>=`, or the name alone for games with the tag";
                Err(FilterError::word(offset, word, expected))
            }
            _ => {
                self.scanner.position = start;
                Ok(None)
            }
        }
    }

    fn operand(&mut self, depth: usize, role: Role) -> Result<Operand, FilterError> {
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

    /// Returns the first node if nothing follows, else the formula of all.
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

    /// Parses parentheses, a function, a name or a value.
    fn primary(&mut self, depth: usize, role: Role) -> Result<Node, FilterError> {
        self.scanner.skip_white_space();
        let start = self.scanner.position;
        if self.scanner.skip("(") {
            check_depth(depth, start)?;
            let node = self.any(depth + 1)?;
            if !self.scanner.skip(")") {
                return Err(self.scanner.unexpected("`)`"));
            }
            return Ok(node);
        }
        if let Some(text) = self.scanner.quoted()? {
            return Ok(self.literal(start, text, true));
        }
        let name = self.scanner.name();
        if self.scanner.peek() == Some('(') && !is_keyword(name) && !name.is_empty() {
            return self.call(depth, start, name);
        }
        self.scanner.position = start;
        if role == Role::Name && !name.starts_with(|c: char| c.is_ascii_digit()) {
            self.scanner.position = start + name.len();
            if !name.is_empty() && !is_keyword(name) {
                return self.named(start, name);
            }
            self.scanner.position = start;
            let is_signed =
                self.scanner.peek().is_some_and(|c| matches!(c, '+' | '-' | '.' | '\u{2212}'));
            if !is_signed {
                return Err(self.scanner.unexpected("the name of a tag"));
            }
        }
        let word = self.scanner.value();
        if word.is_empty() {
            return Err(self.scanner.unexpected("a value"));
        }
        self.check_spaces(start, word)?;
        if role == Role::Value && is_reference(word) {
            self.scanner.position = start + name.len();
            return self.named(start, name);
        }
        Ok(self.literal(start, word.to_owned(), false))
    }

    fn literal(&self, start: usize, text: String, is_quoted: bool) -> Node {
        let range = start..self.scanner.position;
        Node::Operand(Operand { range, value: OperandValue::Literal { text, is_quoted } })
    }

    /// Parses the arguments of a function.
    fn call(&mut self, depth: usize, start: usize, name: &str) -> Result<Node, FilterError> {
        check_depth(depth, start)?;
        self.scanner.skip("(");
        let lower = name.to_ascii_lowercase();
        if lower == "tag" {
            let quoted = self.scanner.quoted()?;
            let name = quoted.unwrap_or_else(|| self.scanner.value().to_owned());
            let source = self.tag(start, &name)?;
            return self
                .close_call(start, OperandValue::Sources { list: vec![source], is_every: false });
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.operand(depth + 1, Role::Name)?);
            if !self.scanner.skip(",") {
                break;
            }
        }
        let value = match lower.as_str() {
            "any" | "either" => self.sources_of(arguments, false)?,
            "both" | "all" | "every" => self.sources_of(arguments, true)?,
            _ => {
                let Some(function) = Function::from_name(&lower) else {
                    let expected = "`avg`, `min`, `max`, `abs`, `any`, `both` or `tag` before `(`";
                    return Err(FilterError::word(start, name, expected));
                };
                let numbers: Result<Vec<_>, _> =
                    arguments.into_iter().map(|argument| self.number_of(argument)).collect();
                let numbers = numbers?;
                if function == Function::Absolute && numbers.len() != 1 {
                    return Err(FilterError::word(start, name, "`abs(WhiteElo - BlackElo)`"));
                }
                OperandValue::Formula(Formula::Call(function, numbers))
            }
        };
        self.close_call(start, value)
    }

    fn close_call(&mut self, start: usize, value: OperandValue) -> Result<Node, FilterError> {
        if !self.scanner.skip(")") {
            return Err(self.scanner.unexpected("`,` or `)`"));
        }
        Ok(Node::Operand(Operand { range: start..self.scanner.position, value }))
    }

    /// Returns the operand of a name: a tag, or a property that several tags determine.
    fn named(&mut self, start: usize, name: &str) -> Result<Node, FilterError> {
        if let Some(expected) = names::refused(name) {
            return Err(FilterError::word(start, name, expected));
        }
        let list = match name.to_ascii_lowercase().as_str() {
            "timeclass" => {
                let name = self.name_index(start, "TimeControl")?;
                let range = start..self.scanner.position;
                return Ok(Node::Operand(Operand { range, value: OperandValue::TimeClass(name) }));
            }
            "player" => vec![self.tag(start, "White")?, self.tag(start, "Black")?],
            color @ ("winner" | "loser") => {
                let white = self.name_index(start, "White")?;
                let black = self.name_index(start, "Black")?;
                self.name_index(start, "Result")?;
                vec![if color == "winner" {
                    Source::Winner { white, black }
                } else {
                    Source::Loser { white, black }
                }]
            }
            _ => vec![self.tag(start, name)?],
        };
        let value = OperandValue::Sources { list, is_every: false };
        Ok(Node::Operand(Operand { range: start..self.scanner.position, value }))
    }

    fn tag(&mut self, start: usize, name: &str) -> Result<Source, FilterError> {
        Ok(Source::Tag { name: self.name_index(start, name)?, kind: names::Kind::of(name) })
    }

    /// Returns the index of the name of a tag.
    fn name_index(&mut self, offset: usize, name: &str) -> Result<usize, FilterError> {
        if let Some(index) = self.names.iter().position(|other| other.eq_ignore_ascii_case(name)) {
            return Ok(index);
        }
        if self.names.len() == MAX_NAMES {
            return Err(FilterError { offset, fault: FilterErrorKind::Names { max: MAX_NAMES } });
        }
        self.names.push(name.into());
        Ok(self.names.len() - 1)
    }

    /// Checks that a value without quotes is not the first of several words.
    fn check_spaces(&mut self, start: usize, word: &str) -> Result<(), FilterError> {
        let end = self.scanner.position;
        let mut last = end;
        while !word.is_empty() {
            let next = self.scanner.name();
            let is_operator =
                ["in", "between", "contains", "is"].contains(&next.to_ascii_lowercase().as_str());
            if next.is_empty() || is_keyword(next) || is_operator {
                break;
            }
            last = self.scanner.position;
        }
        let is_comparison = last > end && {
            self.scanner.position = last;
            self.operator()?.is_some() || self.scanner.peek() == Some('(')
        };
        self.scanner.position = end;
        if last == end || is_comparison {
            return Ok(());
        }
        let found = self.scanner.slice(&(start..last));
        Err(FilterError::word(start, found, format!("quotes: `\"{found}\"`")))
    }

    /// Checks that two conditions mean what they seem to mean.
    fn check_neighbors(
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

fn check_depth(depth: usize, offset: usize) -> Result<(), FilterError> {
    if depth < MAX_DEPTH {
        return Ok(());
    }
    Err(FilterError { offset, fault: FilterErrorKind::Depth { max: MAX_DEPTH } })
}

fn is_keyword(name: &str) -> bool {
    ["and", "or", "not"].iter().any(|keyword| keyword.eq_ignore_ascii_case(name))
}

/// Tests whether arithmetic can go on after a node.
fn is_number(node: &Node) -> bool {
    matches!(node, Node::Operand(operand) if operand.is_number())
}

/// Tests whether a word in the place of a value is the name of a tag, or computes with such names.
fn is_reference(word: &str) -> bool {
    let is_name = |part: &str| {
        let others = ["Player", "Winner", "Loser"];
        names::is_known(part) || others.iter().any(|other| other.eq_ignore_ascii_case(part))
    };
    let is_part = |part: &str| is_name(part) || super::value::parse_number(part).is_some();
    let mut parts = word.split(['+', '-', '*', '/']);
    parts.next().is_some_and(is_name) && parts.all(is_part)
}
