//! Numbers that are computed from tag values.

use super::game::FilterGame;
use super::value;

/// A number, or its computation.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    Number(f64),
    /// The value for the name with an index.
    Tag(usize),
    /// Terms, each with its factor 1 or -1.
    Sum(Vec<(f64, Formula)>),
    /// Factors, each with its exponent 1 or -1.
    Product(Vec<(i32, Formula)>),
    Call(Function, Vec<Formula>),
}

/// A function on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Average,
    Minimum,
    Maximum,
    Absolute,
}

impl Function {
    /// Returns the function with a name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "avg" | "average" | "mean" => Some(Self::Average),
            "min" => Some(Self::Minimum),
            "max" => Some(Self::Maximum),
            "abs" => Some(Self::Absolute),
            _ => None,
        }
    }
}

impl Formula {
    /// Computes the number for a game; `None` if a value is missing or no number.
    pub(super) fn number(&self, game: &FilterGame<'_, '_>) -> Option<f64> {
        let number = match self {
            Self::Number(number) => *number,
            Self::Tag(name) => value::parse_number(&value::text(&game.value(*name)?))?,
            Self::Sum(terms) => terms
                .iter()
                .try_fold(0.0, |sum, (factor, term)| Some(sum + factor * term.number(game)?))?,
            Self::Product(factors) => {
                factors.iter().try_fold(1.0, |product, (exponent, factor)| {
                    Some(product * factor.number(game)?.powi(*exponent))
                })?
            }
            Self::Call(function, arguments) => call(*function, arguments, game)?,
        };
        number.is_finite().then_some(number)
    }

    /// Tests whether all tags in the formula satisfy a condition.
    pub(super) fn has_names(&self, condition: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Tag(name) => condition(*name),
            Self::Sum(terms) => terms.iter().all(|(_, term)| term.has_names(condition)),
            Self::Product(factors) => factors.iter().all(|(_, part)| part.has_names(condition)),
            Self::Call(_, arguments) => arguments.iter().all(|part| part.has_names(condition)),
        }
    }
}

fn call(function: Function, arguments: &[Formula], game: &FilterGame<'_, '_>) -> Option<f64> {
    let first = arguments.first()?.number(game)?;
    let combine = |number: f64, other: f64| match function {
        Function::Minimum => number.min(other),
        Function::Maximum => number.max(other),
        Function::Average | Function::Absolute => number + other,
    };
    let all = arguments[1..]
        .iter()
        .try_fold(first, |number, argument| Some(combine(number, argument.number(game)?)))?;
    Some(match function {
        Function::Average => all / arguments.len() as f64,
        Function::Absolute => all.abs(),
        Function::Minimum | Function::Maximum => all,
    })
}
