//! Filters of games by their tag pairs, before the movetext is read.

mod error;
mod expression;
mod parse;

use std::str::FromStr;

use tabiya::pgn::{RawGame, TagValue};

pub use error::{FilterError, FilterErrorKind};
use expression::Expression;
pub use parse::{MAX_DEPTH, MAX_NAMES};

/// A condition on the tag pairs of a game, such as `WhiteElo >= 2400 and Result = "1-0"`.
///
/// | expression | games |
/// |---|---|
/// | `ECO = B90`, `Event == "Rated Blitz game"` | with this value of the tag |
/// | `Result != "*"` | with another value, or without the tag |
/// | `Opening ~ sicilian` | whose value contains the text, in upper or lower case |
/// | `WhiteElo >= 2400` | with a number in this order; also `<`, `<=`, `>` |
/// | `Date < 2024.06` | with a text in this order, if the value of the expression is not a number |
/// | `WhiteTitle` | with the tag and a value other than the empty one |
///
/// Conditions are joined by `and`, `or`, `not` and parentheses. `not` binds tighter than `and`, which
/// binds tighter than `or`. A value needs quotes if it contains other characters than letters, digits,
/// `.`, `-`, `+`, `/`, `_`, `*`, `:` and those outside ASCII. In quotes, `\"` and `\\` are escapes. Names
/// of tags are compared as they are, and the first tag pair of a name counts. A value with `?` has no
/// order: `Date = "2024.??.??"` is neither less nor greater than any date.
///
/// ```
/// use tabiya::pgn::RawGame;
/// use tabiya_games::filter::TagFilter;
///
/// let filter: TagFilter = "WhiteElo >= 2400 and (Result = 1-0 or not Opening ~ gambit)".parse()?;
/// let game = "[WhiteElo \"2510\"]\n[Result \"*\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 d5 2. c4 *";
/// assert!(!filter.matches(&RawGame::new(game)));
/// assert!(filter.matches(&RawGame::new(&game.replace('*', "1-0"))));
///
/// let error = "WhiteElo >= ".parse::<TagFilter>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 12: end of the filter; expected a value");
/// # Ok::<(), tabiya_games::filter::FilterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TagFilter {
    /// The names of the tags in the expression.
    names: Vec<Vec<u8>>,
    expression: Expression,
}

impl TagFilter {
    /// Tests whether the tag pairs of a game satisfy the condition.
    #[must_use]
    pub fn matches(&self, game: &RawGame<'_>) -> bool {
        let mut values: [Option<TagValue<'_>>; MAX_NAMES] = [const { None }; MAX_NAMES];
        let mut missing = self.names.len();
        for tag in game.tags() {
            if missing == 0 {
                break;
            }
            let index = self.names.iter().position(|name| name == tag.name());
            if let Some(value @ None) = index.map(|index| &mut values[index]) {
                *value = Some(tag.value());
                missing -= 1;
            }
        }
        self.expression.is_true(&values)
    }

    /// Tests whether values of tags satisfy the condition, such as those of an index.
    ///
    /// The function receives the name of each tag of the expression.
    #[must_use]
    pub fn matches_values<'a>(&self, mut value: impl FnMut(&[u8]) -> Option<TagValue<'a>>) -> bool {
        let values: Vec<_> = self.names.iter().map(|name| value(name)).collect();
        self.expression.is_true(&values)
    }

    /// Returns the names of the tags in the expression, each once.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(Vec::as_slice)
    }
}

impl FromStr for TagFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let (names, expression) = parse::parse(text)?;
        Ok(Self { names, expression })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"The \\\"Big\\\" one\"]\n[White \"K\u{F6}nig\"]\n[WhiteElo \"2400\"]\n\
                        [BlackElo \"?\"]\n[Date \"2024.05.??\"]\n[UTCDate \"2024.05.17\"]\n\
                        [Round \"\"]\n[WhiteElo \"1\"]\n[Big \"99999999999999999999\"]\n\n1. e4 *";

    fn is_match(filter: &str) -> bool {
        let filter =
            filter.parse::<TagFilter>().unwrap_or_else(|error| panic!("{filter}: {error}"));
        filter.matches(&RawGame::new(GAME))
    }

    #[test]
    fn filter_matches_by_operator() {
        for filter in [
            "WhiteElo = 2400",
            "WhiteElo==2400",
            "WhiteElo >= 2400",
            "WhiteElo > 999",
            "WhiteElo<=2400",
            "WhiteElo < 10000",
            "BlackElo != 2400",
            "Missing != 1",
            "UTCDate > 2024.05.1",
            "UTCDate < 2024.06",
            "White ~ \u{F6}N",
            "White = K\u{F6}nig",
            r#"Event = "The \"Big\" one""#,
            r#"Event ~ "big\" ONE""#,
            "WhiteElo",
            "not Round",
            "not not WhiteElo",
        ] {
            assert!(is_match(filter), "{filter}");
            assert!(!is_match(&format!("not ({filter})")), "not ({filter})");
        }
    }

    #[test]
    fn filter_unknown_or_missing_value_has_no_order() {
        for name in ["BlackElo", "Missing", "Round", "White", "Big"] {
            for operator in ["<", "<=", ">", ">="] {
                assert!(!is_match(&format!("{name} {operator} 2000")), "{name} {operator}");
            }
        }
        assert!(!is_match("Date > 2024.01") && !is_match("Date < 2025.01"));
    }

    #[test]
    fn filter_binds_not_before_and_before_or() {
        assert!(is_match("WhiteElo or WhiteElo and Missing"));
        assert!(!is_match("(WhiteElo or WhiteElo) and Missing"));
        assert!(is_match("not Missing or WhiteElo"));
        assert!(!is_match("not (Missing or WhiteElo)"));
        assert!(is_match("Missing AND Missing Or WhiteElo"));
    }

    #[test]
    fn filter_error_has_place_and_reason() {
        let names = (0..=MAX_NAMES).map(|name| format!("T{name}")).collect::<Vec<_>>().join(" or ");
        let deep = "(".repeat(MAX_DEPTH + 1);
        for (filter, expected) in [
            ("", "byte 0: end of the filter; expected the name of a tag"),
            ("A =", "byte 3: end of the filter; expected a value"),
            ("A = )", "byte 4: \")\"; expected a value"),
            ("A = 1 B = 2", "byte 6: \"B\"; expected `and`, `or` or the end"),
            ("(A", "byte 2: end of the filter; expected `)`"),
            ("A)", "byte 1: \")\"; expected `and`, `or` or the end"),
            ("A = \"x", "byte 4: text without closing quote"),
            ("A ! B", "byte 2: \"!\"; expected `and`, `or` or the end"),
            ("\u{FC} ? 1", "byte 3: \"?\"; expected `and`, `or` or the end"),
            ("not", "byte 3: end of the filter; expected the name of a tag"),
            (&deep, "byte 64: parentheses nested deeper than 64"),
            (&names, "byte 102: more than 16 names of tags"),
        ] {
            let error = filter.parse::<TagFilter>().expect_err(filter);
            assert_eq!(error.to_string(), expected, "{filter}");
            assert!(std::error::Error::source(&error).is_none(), "the message is whole");
        }
    }

    #[test]
    fn filter_nested_at_limit_is_accepted() {
        let [open, close] = ["(", ")"].map(|parenthesis| parenthesis.repeat(MAX_DEPTH));
        assert!(is_match(&format!("{open}WhiteElo{close}")));
        assert!(is_match(&format!("{}WhiteElo", "not ".repeat(100_000))));
        assert!(is_match(&format!("{}WhiteElo", "Missing or ".repeat(100_000))));
    }
}
