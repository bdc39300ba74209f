//! Clocks and evaluations in comments as integers, by Tabiya, `regex` and `nom`.

use std::ops::ControlFlow::{self, Continue};

use anyhow::Result;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until};
use nom::character::complete::{char, digit1, u32};
use nom::combinator::{map, opt};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use regex::bytes::{CaptureLocations, Regex};
use tabiya::pgn::{self, Command, Comment, Eval, Token};

use crate::counts::Counts;

/// A value in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The time left, in hundredths of a second.
    Clock(u32),
    /// A score in hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate.
    Mate(i32),
}

/// A sink that counts the values in each comment, with the ply that the comment follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sink {
    /// The value count, and a checksum.
    pub counts: Counts,
    /// The number of moves before the comment.
    pub ply: u64,
}

impl Sink {
    /// Adds a value at the current ply.
    #[inline]
    pub fn add(&mut self, value: Value) {
        let (kind, number) = match value {
            Value::Clock(number) => (1, i64::from(number)),
            Value::Centipawns(number) => (2, i64::from(number)),
            Value::Mate(number) => (3, i64::from(number)),
        };
        self.counts.plies += 1;
        let sum = number.cast_unsigned().wrapping_mul(4).wrapping_add(kind);
        let ply = self.ply.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.counts.checksum = self.counts.checksum.wrapping_add(sum ^ ply);
    }
}

/// Returns a text's comments, with their braces.
pub fn comments(text: &[u8]) -> Vec<&[u8]> {
    let comments = pgn::tokens(text).filter_map(|token| match token {
        Token::Comment(comment) => Some(comment.bytes()),
        _ => None,
    });
    comments.collect()
}

/// A parser for a comment's values.
pub trait ValueParser {
    /// Adds a comment's values to a sink.
    fn parse(&mut self, comment: &[u8], sink: &mut Sink);
}

/// Parses the values in comments.
pub fn parse_all(comments: &[&[u8]], parser: &mut impl ValueParser) -> Counts {
    let mut sink = Sink::default();
    for comment in comments {
        sink.ply += 1;
        parser.parse(comment, &mut sink);
    }
    sink.counts
}

/// [`Comment::commands`].
#[derive(Clone, Copy, Debug)]
pub struct ByTabiya;

impl ValueParser for ByTabiya {
    #[inline]
    fn parse(&mut self, comment: &[u8], sink: &mut Sink) {
        for command in Comment::new(comment).commands() {
            match command {
                Command::Clock { centiseconds } => sink.add(Value::Clock(centiseconds)),
                Command::Eval { eval: Eval::Centipawns(value), .. } => {
                    sink.add(Value::Centipawns(value));
                }
                Command::Eval { eval: Eval::Mate(moves), .. } => sink.add(Value::Mate(moves)),
                _ => {}
            }
        }
    }
}

/// One expression for both commands, compiled once, whose captures are allocated once.
#[derive(Clone, Debug)]
pub struct ByRegex {
    regex: Regex,
    captures: CaptureLocations,
}

impl ByRegex {
    /// Compiles the expression.
    ///
    /// # Errors
    /// Returns an error if the expression is invalid.
    pub fn new() -> Result<Self> {
        let regex = Regex::new(
            r"(?-u)\[%(?:clk ([0-9]+):([0-9]+):([0-9]+)|eval (?:#(-?)([0-9]+)|(-?)([0-9]+)(?:\.([0-9]+))?))\]",
        )?;
        Ok(Self { captures: regex.capture_locations(), regex })
    }
}

impl ValueParser for ByRegex {
    #[inline]
    fn parse(&mut self, comment: &[u8], sink: &mut Sink) {
        let mut start = 0;
        while self.regex.captures_read_at(&mut self.captures, comment, start).is_some() {
            let captures = &self.captures;
            let text = |index| captures.get(index).map(|(start, end)| &comment[start..end]);
            let number = |index| text(index).map(parse_digits);
            let sign =
                |index| if text(index).is_some_and(|sign| !sign.is_empty()) { -1 } else { 1 };
            if let (Some(hours), Some(minutes), Some(seconds)) = (number(1), number(2), number(3)) {
                sink.add(Value::Clock(((hours * 60 + minutes) * 60 + seconds) * 100));
            } else if let Some(moves) = number(5) {
                sink.add(Value::Mate(sign(4) * moves.cast_signed()));
            } else if let Some(pawns) = number(7) {
                let value = pawns * 100 + text(8).map_or(0, parse_hundredths);
                sink.add(Value::Centipawns(sign(6) * value.cast_signed()));
            }
            start = captures.get(0).map_or(comment.len(), |(_, end)| end);
        }
    }
}

/// Returns the number that the digits represent.
#[inline]
fn parse_digits(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
}

/// Returns the hundredths that decimals represent: Lichess omits a zero at the end.
#[inline]
fn parse_hundredths(decimals: &[u8]) -> u32 {
    match decimals {
        [tenths] => 10 * parse_digits(&[*tenths]),
        [tenths, hundredths, ..] => parse_digits(&[*tenths, *hundredths]),
        [] => 0,
    }
}

/// `nom` combinators, applied at each `[%`.
#[derive(Clone, Copy, Debug)]
pub struct ByNom;

impl ValueParser for ByNom {
    #[inline]
    fn parse(&mut self, comment: &[u8], sink: &mut Sink) {
        let mut rest = comment;
        while let Ok((at, _)) = until_command(rest) {
            rest = match command(at) {
                Ok((after, value)) => {
                    sink.add(value);
                    after
                }
                Err(_) => &at[2..],
            };
        }
    }
}

#[inline]
fn until_command(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_until("[%")(input)
}

#[inline]
fn command(input: &[u8]) -> IResult<&[u8], Value> {
    delimited(tag("[%"), alt((clock, evaluation)), char(']')).parse(input)
}

#[inline]
fn clock(input: &[u8]) -> IResult<&[u8], Value> {
    let colon_number = || preceded(char(':'), u32);
    let time = (preceded(tag("clk "), u32), colon_number(), colon_number());
    map(time, |(hours, minutes, seconds)| {
        Value::Clock(((hours * 60 + minutes) * 60 + seconds) * 100)
    })
    .parse(input)
}

#[inline]
fn evaluation(input: &[u8]) -> IResult<&[u8], Value> {
    let sign = || map(opt(char('-')), |minus| if minus.is_some() { -1 } else { 1 });
    let mate = map(preceded(char('#'), (sign(), u32)), |(sign, moves)| {
        Value::Mate(sign * moves.cast_signed())
    });
    let pawns = (sign(), u32, opt(preceded(char('.'), digit1)));
    let pawns = map(pawns, |(sign, pawns, decimals): (i32, u32, Option<&[u8]>)| {
        let value = pawns * 100 + decimals.map_or(0, parse_hundredths);
        Value::Centipawns(sign * value.cast_signed())
    });
    preceded(tag("eval "), alt((mate, pawns))).parse(input)
}

/// Reads a text with Tabiya, and the values in its comments, with their plies.
pub fn read_values(text: &[u8]) -> Counts {
    let mut sink = Sink::default();
    for game in pgn::games(text) {
        sink.counts.games += 1;
        sink.ply = 0;
        for token in game.tokens() {
            match token {
                Token::Move(_) => sink.ply += 1,
                Token::Comment(comment) => ByTabiya.parse(comment.bytes(), &mut sink),
                _ => {}
            }
        }
    }
    sink.counts
}

/// Reads a text with pgn-reader, and the values in its comments by a parser, with their plies.
///
/// # Errors
/// Returns an error from the reader.
pub fn read_values_by(text: &[u8], parser: impl ValueParser) -> Result<Counts> {
    let mut visitor = ValueVisitor { parser, sink: Sink::default() };
    Reader::new(text).visit_all_games(&mut visitor)?;
    Ok(visitor.sink.counts)
}

struct ValueVisitor<P> {
    parser: P,
    sink: Sink,
}

impl<P: ValueParser> Visitor for ValueVisitor<P> {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.sink.counts.games += 1;
        self.sink.ply = 0;
        Continue(())
    }

    fn tag(&mut self, _tags: &mut (), _name: &[u8], _value: RawTag<'_>) -> ControlFlow<()> {
        Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<()> {
        Continue(())
    }

    fn san(&mut self, _movetext: &mut (), _san: SanPlus) -> ControlFlow<()> {
        self.sink.ply += 1;
        Continue(())
    }

    fn comment(&mut self, _movetext: &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.parser.parse(comment.as_bytes(), &mut self.sink);
        Continue(())
    }

    fn begin_variation(&mut self, _movetext: &mut ()) -> ControlFlow<(), Skip> {
        Continue(Skip(false))
    }

    fn end_game(&mut self, _movetext: ()) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsers_agree_on_lichess_forms() {
        let comments = [
            "{ [%eval 0.1] [%clk 0:01:02] }",
            "{ [%eval -12.05] }",
            "{ [%eval 3] good [%eval #-4] }",
            "{ [%evp 1] [%clk 1:00:00] }",
        ];
        let count = |comments: &[&str]| {
            let comments: Vec<_> = comments.iter().map(|comment| comment.as_bytes()).collect();
            let mut regex = ByRegex::new().expect("a valid expression");
            let tabiya = parse_all(&comments, &mut ByTabiya);
            assert_eq!(parse_all(&comments, &mut regex), tabiya);
            assert_eq!(parse_all(&comments, &mut ByNom), tabiya);
            tabiya
        };
        assert_eq!(count(&comments).plies, 6);
        assert_ne!(count(&["{[%eval 0.1]}"]), count(&["{[%eval 0.01]}"]));
        assert_ne!(count(&["{[%eval #1]}"]), count(&["{[%eval #-1]}"]));
    }
}
