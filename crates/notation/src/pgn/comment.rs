//! Comments, and the commands in them: `{ [%clk 0:01:30] [%eval 0.25] good }`.

use core::fmt;
use core::iter::FusedIterator;

use tabiya_core::Square;

use super::syntax::parse_number;
use super::tag::write_text;

/// A comment in a game, in braces or after `;`.
///
/// ```
/// use tabiya::pgn::{Command, Comment, Eval};
///
/// let comment = Comment::new(b"{ [%eval -0.25] [%clk 0:01:30.5] A solid move. }");
/// let commands: Vec<_> = comment.commands().collect();
/// assert_eq!(commands[0], Command::Eval { eval: Eval::Centipawns(-25), depth: None });
/// assert_eq!(commands[1], Command::Clock { centiseconds: 9_050 });
/// assert_eq!(comment.plain_text().to_string(), "A solid move.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a>(&'a [u8]);

impl<'a> Comment<'a> {
    /// Returns the comment for a text that begins with `{` or `;`.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the comment as found, with its braces or its semicolon.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the comment's text, without its braces or its semicolon.
    ///
    /// ```
    /// use tabiya::pgn::Comment;
    ///
    /// assert_eq!(Comment::new(b"{ a }").text(), b" a ");
    /// assert_eq!(Comment::new(b"{ no end").text(), b" no end");
    /// assert_eq!(Comment::new(b"; a }").text(), b" a }");
    /// ```
    #[inline]
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        match self.0 {
            [b'{', text @ .., b'}'] | [b'{' | b';', text @ ..] | text => text,
        }
    }

    /// Tests whether the comment is in braces and lacks its end.
    #[inline]
    #[must_use]
    pub const fn is_unclosed(&self) -> bool {
        matches!(self.0, [b'{', rest @ ..] if !matches!(rest, [.., b'}']))
    }

    /// Returns the parts of the text: commands, and the text around them.
    #[inline]
    pub const fn parts(&self) -> CommentParts<'a> {
        CommentParts { rest: self.text() }
    }

    /// Returns the comment's commands.
    #[inline]
    pub fn commands(&self) -> impl Iterator<Item = Command<'a>> + Clone + use<'a> {
        self.parts().filter_map(|part| match part {
            CommentPart::Command(command) => Some(command),
            CommentPart::Text(_) => None,
        })
    }

    /// Returns the text without commands, for display.
    ///
    /// White space at both ends is removed, and also before a command. Bytes that are not UTF-8 are
    /// displayed as Windows-1252.
    #[inline]
    #[must_use]
    pub const fn plain_text(&self) -> PlainText<'a> {
        PlainText(self.parts())
    }
}

/// A part of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommentPart<'a> {
    /// Text between commands. It may be an [`EngineComment`](super::EngineComment).
    Text(&'a [u8]),
    /// A command in brackets.
    Command(Command<'a>),
}

/// An iterator over a comment's parts, returned by [`Comment::parts`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct CommentParts<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for CommentParts<'a> {
    type Item = CommentPart<'a>;

    #[inline]
    fn next(&mut self) -> Option<CommentPart<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        if self.rest.starts_with(b"[%") {
            let usual = split_usual_clock(self.rest).or_else(|| split_usual_eval(self.rest));
            if let Some((command, rest)) = usual {
                self.rest = rest;
                return Some(CommentPart::Command(command));
            }
            if let Some(end) = self.rest.iter().position(|&byte| byte == b']') {
                let command = Command::parse(&self.rest[2..end]);
                self.rest = &self.rest[end + 1..];
                return Some(CommentPart::Command(command));
            }
            // Without `]`, there are no commands.
            return Some(CommentPart::Text(core::mem::take(&mut self.rest)));
        }
        let end = self.rest.windows(2).position(|pair| pair == b"[%").unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(CommentPart::Text(text))
    }
}

impl FusedIterator for CommentParts<'_> {}

/// A comment's text without commands, returned by [`Comment::plain_text`].
#[derive(Clone, Debug)]
pub struct PlainText<'a>(CommentParts<'a>);

impl PlainText<'_> {
    /// Tests whether there is no text but white space.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.clone().all(|part| {
            matches!(part, CommentPart::Text(text) if text.trim_ascii().is_empty())
                || matches!(part, CommentPart::Command(_))
        })
    }
}

impl fmt::Display for PlainText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for part in self.0.clone() {
            if let CommentPart::Text(text) = part {
                let text = text.trim_ascii();
                if !text.is_empty() {
                    f.write_str(separator)?;
                    write_text(f, text)?;
                    separator = " ";
                }
            }
        }
        Ok(())
    }
}

/// A command in a comment, such as `[%clk 0:01:30]`.
///
/// A known command whose arguments have another form is [`Other`](Self::Other).
///
/// ```
/// use tabiya::Square;
/// use tabiya::pgn::{Command, Comment, Eval, Mark, MarkColor};
///
/// let comment = Comment::new(b"{[%emt 0:00:03][%eval #-4,22][%csl Ra1,Gb2][%cal Yc1h6]}");
/// let mut commands = comment.commands();
/// assert_eq!(commands.next(), Some(Command::ElapsedTime { centiseconds: 300 }));
/// assert_eq!(commands.next(), Some(Command::Eval { eval: Eval::Mate(-4), depth: Some(22) }));
/// let Some(Command::Squares(mut marks)) = commands.next() else { panic!("not squares") };
/// let mark = Mark { color: MarkColor::Red, from: Square::A1, to: Square::A1 };
/// assert_eq!((marks.next(), marks.count()), (Some(mark), 1));
/// let Some(Command::Arrows(mut marks)) = commands.next() else { panic!("not arrows") };
/// let mark = Mark { color: MarkColor::Yellow, from: Square::C1, to: Square::H6 };
/// assert_eq!(marks.next(), Some(mark));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command<'a> {
    /// `[%clk h:mm:ss]`: the time left after the move.
    Clock {
        /// The time in centiseconds.
        centiseconds: u32,
    },
    /// `[%emt h:mm:ss]`: the time that the move took.
    ElapsedTime {
        /// The time in centiseconds.
        centiseconds: u32,
    },
    /// `[%eval 0.25]` or `[%eval #3]`: an evaluation by an engine, positive if White is better.
    Eval {
        /// The evaluation.
        eval: Eval,
        /// The search's depth, if a comma and the depth follow.
        depth: Option<u32>,
    },
    /// `[%csl Ra1,Gb2]`: colored squares.
    Squares(Marks<'a>),
    /// `[%cal Ra1b2,Gc1h6]`: colored arrows.
    Arrows(Marks<'a>),
    /// Another command.
    Other {
        /// The name after `%`.
        name: &'a [u8],
        /// The text after the name, without white space at its ends.
        arguments: &'a [u8],
    },
}

/// An evaluation in a comment, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Eval {
    /// An advantage in centipawns.
    Centipawns(i32),
    /// A mate in this number of moves: by White if positive, by Black if negative. `#0` and `#-0` are both 0.
    Mate(i32),
}

impl<'a> Command<'a> {
    /// Parses the text between `[%` and `]`.
    #[inline]
    fn parse(text: &'a [u8]) -> Self {
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (name, arguments) = text.split_at(end);
        let arguments = arguments.trim_ascii();
        let command = match name {
            b"clk" => parse_time(arguments).map(|centiseconds| Self::Clock { centiseconds }),
            b"emt" => parse_time(arguments).map(|centiseconds| Self::ElapsedTime { centiseconds }),
            b"eval" => parse_eval(arguments).map(|(eval, depth)| Self::Eval { eval, depth }),
            b"csl" => Marks::parse(arguments, 3).map(Self::Squares),
            b"cal" => Marks::parse(arguments, 5).map(Self::Arrows),
            _ => None,
        };
        command.unwrap_or(Self::Other { name, arguments })
    }
}

/// Parses `[%clk h:mm:ss]` at the start of a text, as [`Command::parse`] does, but faster. Returns the text
/// after it.
#[inline]
fn split_usual_clock(text: &[u8]) -> Option<(Command<'_>, &[u8])> {
    let (clock, rest) = text.strip_prefix(b"[%clk ")?.split_first_chunk()?;
    let &[h, b':', m1, m2, b':', s1, s2, b']'] = clock else { return None };
    let minutes = 10 * digit(m1)? + digit(m2)?;
    let seconds = 10 * digit(s1)? + digit(s2)?;
    let seconds = (60 * digit(h)? + minutes) * 60 + seconds;
    Some((Command::Clock { centiseconds: (100 * seconds).cast_unsigned() }, rest))
}

/// Parses `[%eval p.hh]` at the start of a text, as [`Command::parse`] does, but faster. One or two digits
/// may precede the point, and a minus sign. Returns the text after it.
#[inline]
fn split_usual_eval(text: &[u8]) -> Option<(Command<'_>, &[u8])> {
    let (sign, number) = match text.strip_prefix(b"[%eval ")? {
        [b'-', number @ ..] => (-1, number),
        number => (1, number),
    };
    let (pawns, decimals) = match *number {
        [ones, b'.', ref decimals @ ..] => (digit(ones)?, decimals),
        [tens, ones, b'.', ref decimals @ ..] => (10 * digit(tens)? + digit(ones)?, decimals),
        _ => return None,
    };
    let &[tenths, hundredths, b']', ref rest @ ..] = decimals else { return None };
    let magnitude = 100 * pawns + 10 * digit(tenths)? + digit(hundredths)?;
    let eval = Eval::Centipawns(sign * magnitude);
    Some((Command::Eval { eval, depth: None }, rest))
}

/// Returns a decimal digit's value.
#[inline]
fn digit(byte: u8) -> Option<i32> {
    byte.is_ascii_digit().then(|| i32::from(byte - b'0'))
}

/// Parses a time as centiseconds: `h:mm:ss`, `mm:ss` or `ss`, with or without decimals.
#[inline]
pub(super) fn parse_time(text: &[u8]) -> Option<u32> {
    let mut total = 0_u32;
    let mut part = 0_u32;
    let mut has_digit = false;
    let mut colons = 0;
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        match byte {
            b'0'..=b'9' => {
                part = part.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?;
                has_digit = true;
            }
            b':' if has_digit && colons < 2 => {
                total = total.checked_add(part)?.checked_mul(60)?;
                (part, has_digit) = (0, false);
                colons += 1;
            }
            b'.' if has_digit => break,
            _ => return None,
        }
        rest = after;
    }
    let seconds = total.checked_add(part).filter(|_| has_digit)?;
    let hundredths = match rest {
        [_, decimals @ ..] => parse_hundredths(decimals)?,
        [] => 0,
    };
    seconds.checked_mul(100)?.checked_add(hundredths)
}

/// Parses a number's decimals as hundredths, rounded down.
#[inline]
pub(super) fn parse_hundredths(decimals: &[u8]) -> Option<u32> {
    if !decimals.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |index: usize| decimals.get(index).map_or(0, |&digit| u32::from(digit - b'0'));
    Some(10 * digit(0) + digit(1))
}

/// Parses an evaluation and the depth after a comma.
#[inline]
fn parse_eval(text: &[u8]) -> Option<(Eval, Option<u32>)> {
    let comma = text.iter().position(|&byte| byte == b',');
    let depth = match comma {
        Some(comma) => Some(parse_number(text[comma + 1..].trim_ascii())?),
        None => None,
    };
    let text = &text[..comma.unwrap_or(text.len())];
    let (is_mate, text) = match text {
        [b'#', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (sign, text) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, text),
    };
    let magnitude = if is_mate { parse_number(text)? } else { parse_centipawns(text)? };
    let value = sign * i32::try_from(magnitude).ok()?;
    Some((if is_mate { Eval::Mate(value) } else { Eval::Centipawns(value) }, depth))
}

/// Parses an unsigned number of pawns as centipawns.
#[inline]
fn parse_centipawns(text: &[u8]) -> Option<u32> {
    let point = text.iter().position(|&byte| byte == b'.');
    let pawns = &text[..point.unwrap_or(text.len())];
    let decimals = point.map_or(&[][..], |point| &text[point + 1..]);
    if pawns.is_empty() && decimals.is_empty() {
        return None;
    }
    let pawns = if pawns.is_empty() { 0 } else { parse_number(pawns)? };
    pawns.checked_mul(100)?.checked_add(parse_hundredths(decimals)?)
}

/// The color of a mark on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkColor {
    /// `R`.
    Red,
    /// `G`.
    Green,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

/// A colored square, whose origin and target are equal, or a colored arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The color.
    pub color: MarkColor,
    /// The square where the arrow begins.
    pub from: Square,
    /// The square where the arrow ends.
    pub to: Square,
}

impl Mark {
    #[inline]
    fn parse(text: &[u8]) -> Option<Self> {
        let (color, squares) = text.split_first()?;
        let color = match color {
            b'R' => MarkColor::Red,
            b'G' => MarkColor::Green,
            b'Y' => MarkColor::Yellow,
            b'B' => MarkColor::Blue,
            _ => return None,
        };
        let from = Square::from_ascii(*squares.first_chunk()?)?;
        let to = Square::from_ascii(*squares.last_chunk()?)?;
        Some(Self { color, from, to })
    }
}

/// An iterator over a command's marks: [`Command::Squares`] or [`Command::Arrows`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "iterators are lazy"]
pub struct Marks<'a> {
    /// Valid marks, separated by commas.
    rest: &'a [u8],
}

impl<'a> Marks<'a> {
    /// Returns a list's marks if each has the given length and is valid.
    #[inline]
    fn parse(rest: &'a [u8], len: usize) -> Option<Self> {
        let mut marks = rest.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
        let is_valid = |mark: &[u8]| mark.len() == len && Mark::parse(mark).is_some();
        (rest.is_empty() || marks.all(is_valid)).then_some(Self { rest })
    }
}

impl Iterator for Marks<'_> {
    type Item = Mark;

    #[inline]
    fn next(&mut self) -> Option<Mark> {
        let comma = self.rest.iter().position(|&byte| byte == b',').unwrap_or(self.rest.len());
        let mark = Mark::parse(self.rest[..comma].trim_ascii())?;
        self.rest = self.rest.get(comma + 1..).unwrap_or_default();
        Some(mark)
    }
}

impl FusedIterator for Marks<'_> {}
