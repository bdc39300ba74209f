//! The conditions on tag values, and their outcome for a game.

use std::borrow::Cow;
use std::cmp::Ordering;

use tabiya::pgn::Termination;

use super::formula::Formula;
use super::game::FilterGame;
use super::names::Kind;
use super::value::{self, Literal, TimeClass};

/// A condition that consists of others.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    /// The test with an index.
    Test(usize),
}

impl Expression {
    /// Tests whether a game satisfies the condition. A missing value satisfies no test.
    pub(super) fn is_true(&self, tests: &[Test], game: &FilterGame<'_, '_>) -> bool {
        match self {
            Self::Not(expression) => !expression.is_true(tests, game),
            Self::All(expressions) => expressions.iter().all(|part| part.is_true(tests, game)),
            Self::Any(expressions) => expressions.iter().any(|part| part.is_true(tests, game)),
            Self::Test(index) => tests[*index].outcome(game) == Outcome::True,
        }
    }
}

/// The place of a text in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Tag { name: usize, kind: Kind },
    Winner { white: usize, black: usize },
    Loser { white: usize, black: usize },
}

impl Source {
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Tag { kind, .. } => kind,
            Self::Winner { .. } | Self::Loser { .. } => Kind::Any,
        }
    }

    fn has_names(self, condition: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Tag { name, .. } => condition(name),
            Self::Winner { white, black } | Self::Loser { white, black } => {
                condition(white) && condition(black)
            }
        }
    }

    fn text<'a>(self, game: &FilterGame<'_, 'a>) -> Option<Cow<'a, str>> {
        let name = match self {
            Self::Tag { name, .. } => name,
            Self::Winner { white, black } => by_result(white, black, game)?,
            Self::Loser { white, black } => by_result(black, white, game)?,
        };
        game.value(name).map(|value| value::text(&value))
    }
}

fn by_result(white: usize, black: usize, game: &FilterGame<'_, '_>) -> Option<usize> {
    match (game.result)() {
        Termination::WhiteWins => Some(white),
        Termination::BlackWins => Some(black),
        _ => None,
    }
}

/// The relation between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Contains,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    pub(super) const fn is_order(self) -> bool {
        !matches!(self, Self::Equal | Self::Contains)
    }

    pub(super) const fn is_rising(self) -> bool {
        matches!(self, Self::Less | Self::LessOrEqual)
    }

    /// Returns the operator.
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Contains => "~",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// Returns the relation from the right value to the left one.
    pub(super) const fn flipped(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            Self::Equal | Self::Contains => self,
        }
    }

    fn outcome(self, ordering: Option<Ordering>) -> Outcome {
        let Some(ordering) = ordering else { return Outcome::Unknown };
        Outcome::of(match self {
            Self::Equal | Self::Contains => ordering.is_eq(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        })
    }
}

/// A test's outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    True,
    False,
    /// A value is missing, or the values have no order.
    Unknown,
}

impl Outcome {
    const fn of(is_true: bool) -> Self {
        if is_true { Self::True } else { Self::False }
    }
}

/// A condition on the values that one or two tags have.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// The value is not empty.
    IsPresent(Source),
    Result(Termination),
    TimeClass {
        name: usize,
        relation: Relation,
        class: TimeClass,
    },
    Literal {
        source: Source,
        relation: Relation,
        literal: Literal,
    },
    Sources {
        left: Source,
        relation: Relation,
        right: Source,
    },
    Numbers {
        left: Formula,
        relation: Relation,
        right: Formula,
    },
}

impl Test {
    pub(super) fn outcome(&self, game: &FilterGame<'_, '_>) -> Outcome {
        match self {
            Self::IsPresent(source) => {
                Outcome::of(source.text(game).is_some_and(|text| !text.is_empty()))
            }
            Self::Result(result) => Outcome::of((game.result)() == *result),
            Self::TimeClass { name, relation, class } => {
                let value = game.value(*name);
                let text = value.as_ref().map(value::text);
                let found = text.and_then(|text| TimeClass::of(&text));
                relation.outcome(found.map(|found| found.cmp(class)))
            }
            Self::Literal { source, relation, literal } => {
                let Some(text) = source.text(game) else { return Outcome::Unknown };
                compare(source.kind(), &text, *relation, literal)
            }
            Self::Sources { left, relation, right } => {
                let (Some(text), Some(other)) = (left.text(game), right.text(game)) else {
                    return Outcome::Unknown;
                };
                if value::is_unknown(&other) {
                    return Outcome::Unknown;
                }
                compare(left.kind(), &text, *relation, &Literal::new(&other))
            }
            Self::Numbers { left, relation, right } => {
                let numbers = left.number(game).zip(right.number(game));
                relation.outcome(numbers.and_then(|(left, right)| left.partial_cmp(&right)))
            }
        }
    }

    /// Tests whether the outcome shows that a value in the filter occurs in the games.
    pub(super) fn has_occurred(&self, outcome: Outcome) -> bool {
        let is_true = outcome == Outcome::True || matches!(self, Self::IsPresent(_));
        is_true || self.is_order() && outcome != Outcome::Unknown
    }

    pub(super) const fn is_order(&self) -> bool {
        match self {
            Self::TimeClass { relation, .. }
            | Self::Literal { relation, .. }
            | Self::Sources { relation, .. }
            | Self::Numbers { relation, .. } => relation.is_order(),
            Self::IsPresent(_) | Self::Result(_) => false,
        }
    }

    /// Tests whether a part of a text can satisfy the test if the relation is another one.
    pub(super) fn is_text_equality(&self) -> bool {
        let Self::Literal { relation, literal, .. } = self else { return false };
        *relation == Relation::Equal && literal.number.is_none() && literal.parts.is_none()
    }

    /// Tests whether all tags in the test satisfy a condition.
    pub(super) fn has_names(&self, condition: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::IsPresent(source) | Self::Literal { source, .. } => source.has_names(condition),
            Self::Sources { left, right, .. } => {
                left.has_names(condition) && right.has_names(condition)
            }
            Self::TimeClass { name, .. } => condition(*name),
            Self::Numbers { left, right, .. } => {
                left.has_names(condition) && right.has_names(condition)
            }
            Self::Result(_) => true,
        }
    }
}

fn compare(kind: Kind, text: &str, relation: Relation, literal: &Literal) -> Outcome {
    match relation {
        Relation::Equal => Outcome::of(literal.equals(kind, text)),
        Relation::Contains => Outcome::of(value::contains_folded(text, &literal.folded)),
        _ => relation.outcome(literal.order(kind, text)),
    }
}
