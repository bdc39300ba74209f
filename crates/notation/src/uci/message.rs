//! The lines of the UCI protocol, borrowed from their bytes.

/// Tests whether a word begins a part of a `go` command.
fn is_go_word(word: &[u8]) -> bool {
    matches!(word, b"searchmoves" | b"ponder" | b"wtime" | b"btime" | b"winc" | b"binc" | b"rtime")
        || matches!(word, b"movestogo" | b"depth" | b"nodes" | b"mate" | b"movetime")
        || matches!(word, b"infinite" | b"perft")
}

/// Tests whether a word begins a part of an `info` line.
fn is_info_word(word: &[u8]) -> bool {
    matches!(word, b"depth" | b"seldepth" | b"time" | b"nodes" | b"pv" | b"multipv" | b"score")
        || matches!(word, b"currmove" | b"currmovenumber" | b"hashfull" | b"nps" | b"tbhits")
        || matches!(word, b"sbhits" | b"cpuload" | b"refutation" | b"currline" | b"wdl")
        || matches!(word, b"lowerbound" | b"upperbound" | b"string")
}

/// A command that a user interface sends to an engine.
///
/// ```
/// use tabiya::uci::Command;
///
/// let Some(Command::Go(go)) = Command::parse(b"go wtime 9000 searchmoves e2e4 d2d4 depth 8") else {
///     panic!("a go command");
/// };
/// assert_eq!(go.number("wtime"), Some(Ok(9000)));
/// assert!(go.search_moves().eq([b"e2e4", b"d2d4"]));
/// assert!(!go.has("infinite"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command<'a> {
    /// `uci`: the handshake.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption name NAME value VALUE`. The value may be empty.
    SetOption {
        /// The option's name, which may contain spaces.
        name: &'a [u8],
        /// The value, without its surrounding spaces.
        value: &'a [u8],
    },
    /// `position`: the arguments are those that `parse_position` reads.
    Position(PositionArguments<'a>),
    /// `go`.
    Go(Go<'a>),
    /// `ponderhit`.
    PonderHit,
    /// `stop`.
    Stop,
    /// `quit`.
    Quit,
}

impl<'a> Command<'a> {
    /// Parses a line; returns `None` if its first word is no command of UCI, which engines ignore.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let (word, arguments) = split_word(line);
        Some(match word {
            b"uci" => Self::Uci,
            b"isready" => Self::IsReady,
            b"ucinewgame" => Self::NewGame,
            b"setoption" => {
                let (name, value) = split_at_word(arguments, b"value");
                let name = strip_word(name, b"name").unwrap_or(name);
                Self::SetOption { name, value }
            }
            b"position" => Self::Position(PositionArguments::parse(arguments)),
            b"go" => Self::Go(Go { arguments }),
            b"ponderhit" => Self::PonderHit,
            b"stop" => Self::Stop,
            b"quit" => Self::Quit,
            _ => return None,
        })
    }
}

/// The arguments of the command `position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionArguments<'a> {
    /// The text before the moves.
    pub start: StartText<'a>,
    /// The words after `moves`.
    pub moves: Words<'a>,
}

/// The start position in a `position` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartText<'a> {
    /// `startpos`.
    Initial,
    /// The text after `fen`.
    Fen(&'a [u8]),
    /// A text that is neither.
    Other(&'a [u8]),
}

impl<'a> PositionArguments<'a> {
    /// Parses the text after the word `position`.
    #[must_use]
    pub fn parse(arguments: &'a [u8]) -> Self {
        let (start, moves) = split_at_word(arguments.trim_ascii(), b"moves");
        let start = match strip_word(start, b"fen") {
            Some(fen) => StartText::Fen(fen),
            None if start == b"startpos" => StartText::Initial,
            None => StartText::Other(start),
        };
        Self { start, moves: Words(moves) }
    }
}

/// The arguments of the command `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go<'a> {
    arguments: &'a [u8],
}

impl<'a> Go<'a> {
    /// Returns the arguments as they were written.
    #[must_use]
    pub const fn arguments(&self) -> &'a [u8] {
        self.arguments
    }

    /// Returns the arguments: each name, and the words behind it.
    #[must_use]
    pub fn parts(&self) -> Parts<'a> {
        Parts::new(self.arguments, is_go_word)
    }

    /// Tests whether an argument without a value is present, such as `ponder` or `infinite`.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.parts().find_words(name).is_some()
    }

    /// Returns the integer after a name such as `wtime`, saturated at the limits of the type, or `None` without the
    /// name.
    ///
    /// # Errors
    ///
    /// Returns the word in the integer's place, which is empty at the end of the line.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<Result<i64, &'a [u8]>> {
        let mut words = self.parts().find_words(name)?;
        let word = words.next().unwrap_or_default();
        Some(parse_integer(word).ok_or(word))
    }

    /// Returns the words after `searchmoves`, up to the next argument.
    #[must_use]
    pub fn search_moves(&self) -> Words<'a> {
        self.parts().find_words("searchmoves").unwrap_or_default()
    }
}

/// A line that an engine sends to a user interface.
///
/// ```
/// use tabiya::uci::{Response, Score};
///
/// let line = b"info depth 9 multipv 1 score mate 2 lowerbound pv d1h5 e8e7 h5f7";
/// let Some(Response::Info(info)) = Response::parse(line) else { panic!("an info line") };
/// assert_eq!(info.score(), Some(Score::Mate(2)));
/// assert!(info.is_bound());
/// assert_eq!(info.pv().count(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Response<'a> {
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info`.
    Info(Info<'a>),
    /// `bestmove MOVE ponder MOVE`.
    BestMove {
        /// The move as it was written; empty if it is missing.
        best: &'a [u8],
        /// The move after the word `ponder`.
        ponder: Option<&'a [u8]>,
    },
}

impl<'a> Response<'a> {
    /// Parses a line; returns `None` if it is another one, such as `id`, `option`, or output without protocol.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let (word, arguments) = split_word(line);
        Some(match word {
            b"uciok" => Self::UciOk,
            b"readyok" => Self::ReadyOk,
            b"info" => Self::Info(Info { arguments }),
            b"bestmove" => {
                let mut words = Words(arguments);
                let best = words.next().unwrap_or_default();
                let ponder =
                    words.next().filter(|&word| word == b"ponder").and_then(|_| words.next());
                Self::BestMove { best, ponder }
            }
            _ => return None,
        })
    }
}

/// The arguments of an `info` line. The text after `string` is none: an engine writes there what it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info<'a> {
    arguments: &'a [u8],
}

/// The score of an `info` line, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The score in centipawns.
    Centipawns(i64),
    /// The moves to mate: negative if the side to move is mated.
    Mate(i64),
}

impl<'a> Info<'a> {
    /// Returns the parts: each name such as `pv` or `score`, and the words behind it.
    #[must_use]
    pub fn parts(&self) -> Parts<'a> {
        Parts::new(self.arguments, is_info_word)
    }

    /// Returns the integer after a name such as `depth` or `multipv`.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        parse_integer(self.words(name).next()?)
    }

    /// Returns the score.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Score::parse(self.words("score"))
    }

    /// Tests whether the score is only a bound.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.parts().any(|(name, _)| name == b"lowerbound" || name == b"upperbound")
    }

    /// Returns the moves of the principal variation.
    #[must_use]
    pub fn pv(&self) -> Words<'a> {
        self.words("pv")
    }

    /// Returns the words after a name such as `currmove` or `refutation`, up to the next part.
    #[must_use]
    pub fn words(&self, name: &str) -> Words<'a> {
        self.parts().find_words(name).unwrap_or_default()
    }
}

impl Score {
    /// Parses the words after `score`: the unit, and an integer.
    #[must_use]
    pub fn parse(mut words: Words<'_>) -> Option<Self> {
        let unit = words.next()?;
        let number = parse_integer(words.next()?)?;
        match unit {
            b"cp" => Some(Self::Centipawns(number)),
            b"mate" => Some(Self::Mate(number)),
            _ => None,
        }
    }

    /// Returns the moves to mate, or `None` for another score.
    #[must_use]
    pub const fn mate(self) -> Option<i64> {
        match self {
            Self::Mate(moves) => Some(moves),
            Self::Centipawns(_) => None,
        }
    }
}

/// The parts of a line: each name, and the words up to the next name. The text after `string` is no part.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// The next name.
    name: Option<&'a [u8]>,
    /// The words behind it.
    rest: Words<'a>,
    is_name: fn(&[u8]) -> bool,
}

impl<'a> Parts<'a> {
    fn new(arguments: &'a [u8], is_name: fn(&[u8]) -> bool) -> Self {
        let mut rest = Words(arguments);
        Self { name: rest.next(), rest, is_name }
    }

    /// Returns the words of the first part with a name.
    fn find_words(mut self, name: &str) -> Option<Words<'a>> {
        self.find(|&(found, _)| found == name.as_bytes()).map(|(_, words)| words)
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a [u8], Words<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.name.filter(|&name| name != b"string")?;
        let text = self.rest.0;
        let mut len;
        self.name = loop {
            // The text of the words before the next one, whose end is that of the whole text.
            len = text.len() - self.rest.0.len();
            match self.rest.next() {
                Some(word) if !(self.is_name)(word) => {}
                Some(word) => break Some(word),
                None => {
                    len = text.len();
                    break None;
                }
            }
        };
        Some((name, Words(&text[..len])))
    }
}

/// The words of a text, separated by white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// Returns the words of a text.
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    /// Returns the text of the words that are left.
    #[must_use]
    pub const fn text(&self) -> &'a [u8] {
        self.0.trim_ascii()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (word, rest) = split_word(self.0);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// Parses an integer as UCI has it, such as the value of a `spin` option. One beyond the type is saturated.
///
/// ```
/// use tabiya::uci;
///
/// assert_eq!(uci::parse_integer(b"-12"), Some(-12));
/// assert_eq!(uci::parse_integer(b"99999999999999999999"), Some(i64::MAX));
/// assert_eq!(uci::parse_integer(b"64 MB"), None);
/// ```
#[must_use]
pub fn parse_integer(word: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0_i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        let value = value.saturating_mul(10);
        if is_negative { value.saturating_sub(digit) } else { value.saturating_add(digit) }
    });
    Some(value)
}

/// Splits a text behind its first word. Both parts have no surrounding spaces, but the second may end with some.
fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii_start();
    let len = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(len);
    (word, rest.trim_ascii())
}

/// Returns the text behind its first word, if that is the given one.
pub(super) fn strip_word<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let (first, rest) = split_word(text);
    (first == word).then_some(rest)
}

/// Returns the text before and behind a word. Without it, the second text is empty.
fn split_at_word<'a>(text: &'a [u8], word: &[u8]) -> (&'a [u8], &'a [u8]) {
    let mut words = Words(text);
    loop {
        let here = words.text();
        match words.next() {
            None => return (text.trim_ascii(), &[]),
            Some(found) if found == word => {
                return (
                    text[..text.trim_ascii_end().len() - here.len()].trim_ascii(),
                    words.text(),
                );
            }
            Some(_) => {}
        }
    }
}
