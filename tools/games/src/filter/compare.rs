//! A filter's comparisons: which tests they become, and which values fit them.

use tabiya::pgn::Termination;

use super::error::FilterError;
use super::formula::Formula;
use super::names::Kind;
use super::syntax::{MAX_NAMES, Node, Operand, OperandValue, Parser, Right};
use super::test::{Expression, Relation, Source, Test};
use super::value::{self, Literal, TimeClass};

impl Parser<'_> {
    /// Returns the condition that a filter part is; a name alone is true for games with the tag.
    pub(super) fn condition_of(&mut self, node: Node) -> Result<Expression, FilterError> {
        let operand = match node {
            Node::Condition(expression) | Node::Comparison(expression, ..) => {
                return Ok(expression);
            }
            Node::Operand(operand) => operand,
        };
        let OperandValue::Sources { list, is_every } = operand.value else {
            return Err(self.misfit(&operand, "a comparison, such as `WhiteElo >= 2400`"));
        };
        let tests =
            list.into_iter().map(|source| self.test(Test::IsPresent(source), String::new()));
        Ok(joined(is_every, tests.collect()))
    }

    /// Returns the comparison between an operand and another one, a range or a list.
    pub(super) fn compare(
        &mut self,
        left: Operand,
        relation: Relation,
        right: Right,
    ) -> Result<Expression, FilterError> {
        match (left.value, right) {
            (OperandValue::Sources { list, is_every }, right) if list.len() > 1 => {
                let parts = list.into_iter().map(|source| {
                    let value = OperandValue::Sources { list: vec![source], is_every };
                    self.compare(
                        Operand { range: left.range.clone(), value },
                        relation,
                        right.clone(),
                    )
                });
                Ok(joined(is_every, parts.collect::<Result<_, _>>()?))
            }
            (value, Right::List(values)) => {
                let left = Operand { value, range: left.range };
                let parts =
                    values.into_iter().map(|part| self.compare(left.clone(), relation, part));
                Ok(Expression::Any(parts.collect::<Result<_, _>>()?))
            }
            (value, Right::Range(lower, upper)) => {
                let left = Operand { value, range: left.range };
                if relation == Relation::Contains {
                    return Err(self.misfit(&lower, "`=` or `in` before a range"));
                }
                let lower = self.compare_two(left.clone(), Relation::GreaterOrEqual, lower)?;
                let upper = self.compare_two(left, Relation::LessOrEqual, upper)?;
                Ok(Expression::All(vec![lower, upper]))
            }
            (value, Right::One(right)) => {
                self.compare_two(Operand { value, range: left.range }, relation, right)
            }
        }
    }

    fn compare_two(
        &mut self,
        left: Operand,
        relation: Relation,
        right: Operand,
    ) -> Result<Expression, FilterError> {
        let texts = [&left, &right].map(|operand| self.scanner.slice(&operand.range));
        let description = texts.join(&format!(" {} ", relation.symbol()));
        let test = match (&left.value, &right.value) {
            (OperandValue::Literal { .. }, OperandValue::Literal { .. }) => {
                return Err(self.misfit(&left, "the name of a tag on one side"));
            }
            (OperandValue::Literal { .. }, _) if relation != Relation::Contains => {
                return self.compare(right, relation.flipped(), Right::One(left));
            }
            (OperandValue::TimeClass(name), OperandValue::Literal { text, .. }) => {
                let class = TimeClass::from_name(text).filter(|_| relation != Relation::Contains);
                let Some(class) = class else { return Err(self.misfit(&right, TIME_CLASSES)) };
                Test::TimeClass { name: *name, relation, class }
            }
            (OperandValue::TimeClass(_), _) | (_, OperandValue::TimeClass(_)) => {
                return Err(self.misfit(&right, TIME_CLASSES));
            }
            (OperandValue::Formula(_), _) | (_, OperandValue::Formula(_)) => {
                if relation == Relation::Contains {
                    return Err(self.misfit(&right, "`=`, `<` or `>` before a number"));
                }
                Test::Numbers {
                    left: self.number_of(left)?,
                    relation,
                    right: self.number_of(right)?,
                }
            }
            (
                OperandValue::Sources { list: lefts, .. },
                OperandValue::Literal { text, is_quoted },
            ) => {
                if text.is_empty() && relation == Relation::Equal {
                    let is_present = self.test(Test::IsPresent(lefts[0]), String::new());
                    return Ok(Expression::Not(Box::new(is_present)));
                }
                if let Err(expected) = check(lefts[0].kind(), relation, text, *is_quoted) {
                    return Err(self.misfit(&right, expected));
                }
                literal_test(lefts[0], relation, text)
            }
            (
                OperandValue::Sources { list: lefts, .. },
                OperandValue::Sources { list, is_every },
            ) => {
                let test = |&right| Test::Sources { left: lefts[0], relation, right };
                return self.join_tests(&right, *is_every, list.iter().map(test).collect());
            }
            (OperandValue::Literal { .. }, _) => {
                return Err(self.misfit(&left, "the name of a tag before `~`"));
            }
        };
        Ok(self.test(test, description))
    }

    /// Joins the tests that compare a tag with others, which are an operand in the filter.
    fn join_tests(
        &mut self,
        right: &Operand,
        is_every: bool,
        tests: Vec<Test>,
    ) -> Result<Expression, FilterError> {
        let is_result = |test: &Test| match test {
            Test::Sources { left, right, .. } => {
                [left, right].iter().any(|source| source.kind() == Kind::Result)
            }
            _ => false,
        };
        if tests.iter().any(is_result) {
            return Err(self.misfit(right, RESULTS));
        }
        let description = format!("{} in the filter", self.scanner.slice(&right.range));
        let tests = tests.into_iter().map(|test| self.test(test, description.clone()));
        Ok(joined(is_every, tests.collect()))
    }

    /// Returns the number that an operand is.
    pub(super) fn number_of(&self, operand: Operand) -> Result<Formula, FilterError> {
        match &operand.value {
            OperandValue::Literal { text, .. } => match value::parse_number(text) {
                Some(number) => Ok(Formula::Number(number)),
                None => Err(self.misfit(&operand, "a number")),
            },
            OperandValue::Sources { list, .. } => match list[..] {
                [Source::Tag { name, kind: Kind::Any | Kind::Number }] => Ok(Formula::Tag(name)),
                _ => Err(self.misfit(&operand, "a tag with numbers, such as `WhiteElo`")),
            },
            OperandValue::Formula(formula) => Ok(formula.clone()),
            OperandValue::TimeClass(_) => Err(self.misfit(&operand, "a tag with numbers")),
        }
    }

    /// Returns the operand that several names form.
    pub(super) fn sources_of(
        &self,
        operands: Vec<Operand>,
        is_every: bool,
    ) -> Result<OperandValue, FilterError> {
        let mut all = Vec::new();
        for operand in operands {
            match &operand.value {
                OperandValue::Sources { list, .. } if all.len() < MAX_NAMES => {
                    all.extend(list);
                }
                _ => return Err(self.misfit(&operand, "up to 16 names of tags")),
            }
        }
        Ok(OperandValue::Sources { list: all, is_every })
    }

    fn test(&mut self, test: Test, description: String) -> Expression {
        self.tests.push((test, description));
        Expression::Test(self.tests.len() - 1)
    }

    fn misfit(&self, operand: &Operand, expected: &str) -> FilterError {
        let found = self.scanner.slice(&operand.range);
        FilterError::word(operand.range.start, found, expected)
    }
}

const RESULTS: &str = "`1-0`, `0-1`, `1/2-1/2`, `0-0` or `*` after `=`, `!=` or `in`";
const TIME_CLASSES: &str =
    "`ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`";

fn joined(is_every: bool, mut parts: Vec<Expression>) -> Expression {
    match parts.len() {
        1 => parts.remove(0),
        _ if is_every => Expression::All(parts),
        _ => Expression::Any(parts),
    }
}

fn literal_test(source: Source, relation: Relation, text: &str) -> Test {
    let is_result = source.kind() == Kind::Result && relation == Relation::Equal;
    match Termination::from_text(text) {
        Some(result) if is_result => Test::Result(result),
        _ => Test::Literal { source, relation, literal: Literal::new(text) },
    }
}

/// Checks that a text can be compared with a tag's values. Otherwise, returns what is expected.
///
/// A text in quotes and one of the signs for unknown values may be equal to any value.
fn check(kind: Kind, relation: Relation, text: &str, is_quoted: bool) -> Result<(), &'static str> {
    let is_order = relation.is_order();
    let may_be_text = !is_order && (is_quoted || value::is_unknown(text));
    if relation == Relation::Contains || may_be_text {
        return Ok(());
    }
    let literal = Literal::new(text);
    let (fits, expected) = match kind {
        Kind::Number => {
            (literal.number.is_some(), "a number, a tag, or a range such as `2000..2400`")
        }
        Kind::Date => (
            literal.date.is_some(),
            "a date such as `2024`, `2024.05` or `2024.05.17`, or a range such as `2020..2024`",
        ),
        Kind::Parts => (
            literal.parts.is_some() || !is_order,
            "numbers such as `3`, `3.12` or `18:30`, or a range such as `1..9`",
        ),
        Kind::TimeControl => (
            literal.time_control.is_some() && !(is_order && text.contains(['/', ':', '*'])),
            "seconds such as `180` or `180+2`; a class is `TimeClass = blitz`",
        ),
        Kind::Eco => (
            is_eco(text, is_order),
            "a code such as `B90`, a range such as `B20..B99`, or `~ B9` for a part of a code",
        ),
        Kind::Result => (!is_order && Termination::from_text(text).is_some(), RESULTS),
        Kind::Any => {
            let is_pattern = text.len() > 1 && text.contains('*');
            let fits = if is_order { !value::is_unknown(text) } else { !is_pattern };
            (fits, "a known value; `~` finds a part of a text, quotes allow any text")
        }
    };
    if fits { Ok(()) } else { Err(expected) }
}

/// Tests whether a text is an opening code; its first letters suffice for an order.
fn is_eco(text: &str, is_order: bool) -> bool {
    let mut bytes = text.bytes();
    let has_letter =
        bytes.next().is_some_and(|byte| matches!(byte.to_ascii_uppercase(), b'A'..=b'E'));
    let digits = bytes.by_ref().take(2).filter(u8::is_ascii_digit).count();
    let is_range = text.contains(['-', '*']);
    has_letter && !is_range && (digits == 2 || is_order && digits + 1 == text.len())
}
