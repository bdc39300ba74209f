//! Filters that select games by their tag pairs, before the movetext is read, and by their
//! openings.

mod compare;
mod error;
mod formula;
mod game;
mod names;
mod note;
mod operand;
mod operator;
mod parse;
mod scan;
mod syntax;
mod test;
mod value;

use std::cell::LazyCell;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tabiya::pgn::{RawGame, TagValue, Termination};

pub use error::{FilterError, FilterErrorKind};
use game::FilterGame;
pub use note::FilterNote;
use syntax::Parser;
pub use syntax::{MAX_DEPTH, MAX_NAMES};
use test::{Expression, Test};

use crate::eco::{self, OpeningField};

/// A condition on a game's tag pairs, such as `WhiteElo >= 2400 and Result = 1-0`.
///
/// | expression | games |
/// |---|---|
/// | `WhiteTitle` | with the tag and a value other than the empty one |
/// | `ECO = B90`, `White == "carlsen, magnus"` | with this value, in upper or lower case |
/// | `Result != *` | with another value, or without the tag |
/// | `Opening ~ sicilian`, `Opening !~ najdorf` | whose value contains the text, or does not |
/// | `WhiteElo >= 2400`, `2400 < WhiteElo < 2500` | with a value in this order; also `<`, `<=`, `>` |
/// | `ECO in (B90, C00..C19)`, `Date in 2020..2024` | with one of these values, or a value in this range |
/// | `WhiteElo between 2400 and 2500` | with a value in this range |
/// | `WhiteElo > BlackElo`, `White = Black` | in which two values have this relation |
/// | `avg(WhiteElo, BlackElo) > 2500` | with a number in this order; also `min`, `max`, `abs`, `+`, `-`, `*`, `/` |
/// | `Player ~ carlsen` | of this player, with either color: the same as `any(White, Black)` |
/// | `both(WhiteTitle, BlackTitle) = GM` | in which both values have the relation |
/// | `Winner ~ carlsen`, `Loser ~ carlsen` | that this player won, or lost |
/// | `TimeClass = blitz`, `TimeClass >= rapid` | with a `TimeControl` of this class, as Lichess divides them |
/// | `tag("Elo") > 2000` | the same for any tag name |
/// | `@eco in B20..B99`, `@opening ~ najdorf` | of this opening by position; feature `eco` |
///
/// Conditions are joined by `and`, `or`, `not` and parentheses. `not` binds tighter than `and`,
/// which binds tighter than `or`. A value needs quotes if it contains other characters than
/// letters, digits, those outside ASCII and some signs, such as blanks and commas. In quotes, `\"`
/// and `\\` are escapes.
///
/// Tag names are compared without case, and the first tag pair with a name counts. Values are
/// compared as characters: bytes that are not UTF-8 are read as Windows-1252. How they are compared
/// depends on the name:
///
/// | tags | values |
/// |---|---|
/// | `…Elo`, `…RatingDiff`, `PlyCount` | numbers, with a sign and decimals |
/// | `…Date` | dates, as exact as the expression: `2024` is the whole year, `2024.05` the month |
/// | `Round`, `Time`, `UTCTime`, … | numbers divided by dots or colons, as exact as the expression |
/// | `TimeControl` | seconds: `180` equals `180+0`; in an order, `180` is compared with the time without increments |
/// | `ECO`, `@eco` | codes; in an order, as exact as the expression |
/// | `Result` | the game's result ([`RawGame::result`]), in any form, such as `½-½` |
/// | others | numbers, if both are; else dates; else texts, without case |
///
/// A missing value, an empty one, `-` and a value with `?` have no order: `WhiteElo < 2000` does not select
/// games without a rating. A year is compared with `2024.??.??`, a longer date has no order to it.
///
/// `@eco` and `@opening` are the code and the name that a game's moves have in the module `eco`.
/// The moves are read only if the other conditions do not decide, so write these names last.
///
/// ```
/// use tabiya::pgn::RawGame;
/// use tabiya_games::filter::TagFilter;
///
/// let filter: TagFilter = "WhiteElo >= 2400 and (Result = 1-0 or not Opening ~ gambit)".parse()?;
/// let game = "[WhiteElo \"2510\"]\n[Result \"*\"]\n[Opening \"Queen's Gambit\"]\n\n1. d4 c5 2. c4 *";
/// assert!(!filter.matches(&RawGame::new(game)));
/// assert!(filter.matches(&RawGame::new(&game.replace('*', "1-0"))));
///
/// let error = "WhiteElo >= ".parse::<TagFilter>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 12: end of the filter; expected a value");
/// # Ok::<(), tabiya_games::filter::FilterError>(())
/// ```
#[derive(Clone)]
pub struct TagFilter(Arc<Filter>);

/// A filter, and what occurred in the games that it has tested.
struct Filter {
    text: String,
    names: Vec<Name>,
    tests: Vec<Test>,
    expression: Expression,
    /// A description for each test, with `true` after a game has shown that its value occurs.
    occurrences: Vec<(String, AtomicBool)>,
}

/// A tag name, or an opening field.
struct Name {
    text: String,
    opening_field: Option<OpeningField>,
    /// `true` after a game has the tag, or for an opening value.
    has_occurred: AtomicBool,
}

impl Name {
    fn new(text: String) -> Self {
        let opening_field = OpeningField::from_any_case(text.as_bytes());
        let has_occurred = AtomicBool::new(opening_field.is_some());
        Self { text, opening_field, has_occurred }
    }
}

impl TagFilter {
    /// Tests whether a game satisfies the condition.
    #[must_use]
    pub fn matches(&self, game: &RawGame<'_>) -> bool {
        let names = &self.0.names;
        let mut values: [Option<TagValue<'_>>; MAX_NAMES] = [const { None }; MAX_NAMES];
        let mut missing = names.iter().filter(|name| name.opening_field.is_none()).count();
        for tag in game.tags() {
            if missing == 0 {
                break;
            }
            let is_name = |name: &Name| name.text.as_bytes().eq_ignore_ascii_case(tag.name());
            let index = names.iter().position(is_name);
            if let Some(value @ None) = index.map(|index| &mut values[index]) {
                *value = Some(tag.value());
                missing -= 1;
            }
        }
        let is_result = |name: &Name| name.text.eq_ignore_ascii_case("Result");
        let result = || {
            // Most games end with the tag pair's value, which is at hand.
            let tag = names.iter().position(is_result).and_then(|index| values[index].as_ref());
            let result = tag.and_then(|tag| Termination::from_ascii(tag.raw()));
            let is_marker = |result: &Termination| {
                let movetext = game.movetext().trim_ascii_end();
                *result != Termination::Unfinished && movetext.ends_with(result.as_str().as_bytes())
            };
            result.filter(is_marker).unwrap_or_else(|| game.result())
        };
        let opening = LazyCell::new(|| eco::opening_of(game));
        let value = |index: usize| match names[index].opening_field {
            Some(field) => field.tag_value(*opening),
            None => values[index].clone(),
        };
        self.0.is_true(&FilterGame { value: &value, result: &result })
    }

    /// Tests whether tag values satisfy the condition, such as those in an index.
    ///
    /// The function receives each of the [`names`](Self::names). `result` is the game's result.
    #[must_use]
    pub fn matches_values<'a>(
        &self,
        result: Termination,
        mut value: impl FnMut(&[u8]) -> Option<TagValue<'a>>,
    ) -> bool {
        let values: Vec<_> = self.names().map(&mut value).collect();
        let value = |index: usize| values[index].clone();
        self.0.is_true(&FilterGame { value: &value, result: &|| result })
    }

    /// Tests whether the condition has a value that a game's moves determine: `@eco` or `@opening`.
    #[must_use]
    pub fn reads_moves(&self) -> bool {
        self.0.names.iter().any(|name| name.opening_field.is_some())
    }

    /// Returns the names in the expression as they are written there, each once: tags, `@eco` and `@opening`.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.0.names.iter().map(|name| name.text.as_bytes())
    }

    /// Returns what the games that were tested lack: tag names that none has, and values that none
    /// has or that can be compared with none.
    ///
    /// A filter and its clones have this in common. Such a name or value often is a spelling error.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    /// use tabiya_games::filter::TagFilter;
    ///
    /// let filter: TagFilter = "WhitElo > 2000 or White = Karlsen".parse()?;
    /// assert!(!filter.matches(&RawGame::new("[White \"Carlsen\"]\n[WhiteElo \"2850\"]\n\n1. e4 *")));
    /// let notes: Vec<_> = filter.notes().iter().map(ToString::to_string).collect();
    /// assert_eq!(notes[0], "no game has the tag \"WhitElo\"; expected e.g. `WhiteElo`");
    /// assert_eq!(notes[1], "no game has White = Karlsen; `~` finds a part of a value");
    /// # Ok::<(), tabiya_games::filter::FilterError>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<FilterNote> {
        let Filter { names, tests, occurrences, .. } = &*self.0;
        let has_tag = |name: usize| names[name].has_occurred.load(Relaxed);
        let missing = names.iter().filter(|name| !name.has_occurred.load(Relaxed));
        let mut notes: Vec<_> = missing
            .map(|name| FilterNote::Name {
                name: name.text.clone(),
                suggestion: names::suggestion(&name.text),
            })
            .collect();
        for (test, (comparison, has_occurred)) in tests.iter().zip(occurrences) {
            if has_occurred.load(Relaxed) || !test.has_names(&has_tag) {
                continue;
            }
            let comparison = comparison.clone();
            let note = if test.is_order() {
                FilterNote::Order { comparison }
            } else {
                FilterNote::Value { comparison, is_text: test.is_text_equality() }
            };
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
}

impl Filter {
    fn is_true(&self, game: &FilterGame<'_, '_>) -> bool {
        for (index, name) in self.names.iter().enumerate() {
            if !name.has_occurred.load(Relaxed) && game.value(index).is_some() {
                name.has_occurred.store(true, Relaxed);
            }
        }
        for (test, (_, has_occurred)) in self.tests.iter().zip(&self.occurrences) {
            if !has_occurred.load(Relaxed) && test.has_occurred(test.outcome(game)) {
                has_occurred.store(true, Relaxed);
            }
        }
        self.expression.is_true(&self.tests, game)
    }
}

impl fmt::Debug for TagFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TagFilter").field(&self.0.text).finish()
    }
}

impl FromStr for TagFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let mut parser = Parser::new(text);
        let expression = parser.parse()?;
        let Parser { names, tests, .. } = parser;
        let names: Vec<_> = names.into_iter().map(Name::new).collect();
        let (tests, descriptions): (Vec<_>, Vec<_>) = tests.into_iter().unzip();
        let occurs = |test: &Test| AtomicBool::new(occurs_in_openings(test, &names));
        let occurrences = descriptions.into_iter().zip(tests.iter().map(occurs)).collect();
        Ok(Self(Arc::new(Filter { text: text.into(), names, tests, expression, occurrences })))
    }
}

/// Tests whether an opening shows that a test's value occurs, so that no game is read to find out.
fn occurs_in_openings(test: &Test, names: &[Name]) -> bool {
    let is_tag = |name: usize| names[name].opening_field.is_none();
    !test.has_names(&is_tag)
        && eco::openings().iter().any(|opening| {
            let value = |name: usize| names[name].opening_field?.tag_value(Some(opening));
            let game = FilterGame { value: &value, result: &|| Termination::Unfinished };
            test.has_occurred(test.outcome(&game))
        })
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
