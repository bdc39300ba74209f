//! Viriformat games as PGN.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::{self, ErrorKind, Read, Write};

use tabiya::pgn::{Eval, RawGame, Style, Termination, WriteError};
use tabiya::viriformat::{Entry, GAME_END, Game, ViriError};
use tabiya::{Color, Position, san};

use super::score::eval_of_score;

/// The greatest number of moves in a game.
const MAX_MOVES: usize = 65_535;

/// Converts viriformat games into PGN, in the export format, and returns their number.
///
/// Each position's score is written as `[%eval]` before the move, so that
/// [`Format::Viriformat`](super::Format::Viriformat) yields the same bytes again. Two kinds of data
/// are lost: the score and the extra byte in the first [`Entry`], and scores beyond
/// ±[`MATE_SCORE`](super::MATE_SCORE), which are limited. Scores between
/// [`MAX_SCORE`](super::MAX_SCORE) and `MATE_SCORE` are written as mates. Memory holds one game
/// with at most 65,535 moves.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_games::convert::{ConvertOptions, Converter, Format, viriformat_to_pgn};
/// use tabiya_games::{ReadOptions, read_stream};
///
/// let text = "1. e4 {[%eval 0.25]} e5 {[%eval #3]} 2. Nf3 1-0\n";
/// let converter = Converter::new(ConvertOptions::new(Format::Viriformat))?;
/// let mut bytes = Vec::new();
/// read_stream(text.as_bytes(), &ReadOptions::default(), &converter, |batch| {
///     bytes.extend(batch.value.bytes);
///     ControlFlow::Continue(())
/// })?;
/// let mut pgn = Vec::new();
/// assert_eq!(viriformat_to_pgn(&bytes[..], &mut pgn)?, 1);
/// let pgn = String::from_utf8(pgn)?;
/// assert!(pgn.ends_with("\n\n{ [%eval 0.25] } 1... e5 { [%eval #3] } 2. Nf3 1-0\n\n"), "{pgn}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns a [`ViriPgnError`] if the input cannot be read or is invalid, or if `out` cannot be written.
/// The games before the error are written.
pub fn viriformat_to_pgn(input: impl Read, mut out: impl Write) -> Result<u64, ViriPgnError> {
    let mut input = io::BufReader::new(input);
    let mut games = 0;
    let mut offset = 0_u64;
    let mut bytes = Vec::new();
    let mut text = String::new();
    let error = loop {
        text.clear();
        match read_game(&mut input, &mut bytes).and_then(|_| write_game(&bytes, &mut text)) {
            Ok(()) if bytes.is_empty() => break out.flush().map_err(ViriPgnErrorKind::Write).err(),
            Ok(()) => {}
            Err(fault) => break Some(fault),
        }
        if let Err(error) = out.write_all(text.as_bytes()) {
            break Some(ViriPgnErrorKind::Write(error));
        }
        games += 1;
        offset += bytes.len() as u64;
    };
    match error {
        Some(fault) => Err(ViriPgnError { games, offset, fault }),
        None => Ok(games),
    }
}

/// Reads a game's bytes, none at the end of the input.
fn read_game(input: &mut impl Read, bytes: &mut Vec<u8>) -> Result<(), ViriPgnErrorKind> {
    bytes.clear();
    input.take(Entry::LEN as u64).read_to_end(bytes).map_err(ViriPgnErrorKind::Read)?;
    if bytes.is_empty() {
        return Ok(());
    }
    // An input in another format is refused before its end is searched.
    Game::read(bytes).map_err(ViriPgnErrorKind::Format)?;
    for _ in 0..=MAX_MOVES {
        let mut step = GAME_END;
        input.read_exact(&mut step).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => ViriPgnErrorKind::Format(ViriError::Truncated),
            _ => ViriPgnErrorKind::Read(error),
        })?;
        bytes.extend_from_slice(&step);
        if step == GAME_END {
            return Ok(());
        }
    }
    Err(ViriPgnErrorKind::TooLong)
}

/// Appends a game in PGN, nothing if there are no bytes.
fn write_game(bytes: &[u8], text: &mut String) -> Result<(), ViriPgnErrorKind> {
    if bytes.is_empty() {
        return Ok(());
    }
    let game = Game::read(bytes).map_err(ViriPgnErrorKind::Format)?;
    let start = *game.start();
    let result = match start.winner {
        Some(Color::White) => Termination::WhiteWins,
        Some(Color::Black) => Termination::BlackWins,
        None => Termination::Draw,
    };
    let mut source = String::new();
    write_start(&mut source, &start.position, result);
    for step in game {
        let step = step.map_err(ViriPgnErrorKind::Format)?;
        let mv = san::display(&step.position, step.mv);
        let _ = write!(source, "{{ [%eval {}] }} {mv} ", EvalText(eval_of_score(step.eval)));
    }
    let _ = write!(source, "{result}");
    RawGame::new(&source).write(Style::Export, text).map_err(ViriPgnErrorKind::Text)
}

/// Writes the tag pairs that the moves and the result depend on.
fn write_start(source: &mut String, start: &Position, result: Termination) {
    let _ = writeln!(source, "[Result \"{result}\"]");
    if !start.is_standard_castling() {
        source.push_str("[Variant \"Chess960\"]\n");
    }
    if *start != Position::START {
        let _ = writeln!(source, "[FEN \"{start}\"]");
    }
    source.push('\n');
}

/// An evaluation as the `[%eval]` argument.
struct EvalText(Eval);

impl fmt::Display for EvalText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Eval::Mate(moves) => write!(f, "#{moves}"),
            Eval::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            _ => Ok(()),
        }
    }
}

/// The error from [`viriformat_to_pgn`].
#[derive(Debug)]
#[non_exhaustive]
pub struct ViriPgnError {
    /// The number of games before the error, which were written.
    pub games: u64,
    /// The game's offset in the input.
    pub offset: u64,
    /// The reason, which is also the [source](Error::source).
    pub fault: ViriPgnErrorKind,
}

/// The reason for a [`ViriPgnError`].
#[doc(alias = "ViriPgnFault")]
#[derive(Debug)]
#[non_exhaustive]
pub enum ViriPgnErrorKind {
    /// The error from the reader.
    Read(io::Error),
    /// The error from the writer.
    Write(io::Error),
    /// The error for bytes that are not a game.
    Format(ViriError),
    /// The error for a game with more than 65,535 moves.
    TooLong,
    /// The error for a game that PGN does not express.
    Text(WriteError),
}

impl fmt::Display for ViriPgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} at byte {}: not converted", self.games + 1, self.offset)
    }
}

impl Error for ViriPgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

impl fmt::Display for ViriPgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "input: {error}"),
            Self::Write(error) => write!(f, "output: {error}"),
            Self::Format(error) => error.fmt(f),
            Self::TooLong => write!(f, "too long; expected at most {MAX_MOVES} moves"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for ViriPgnErrorKind {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read(error) | Self::Write(error) => error.source(),
            Self::Format(error) => error.source(),
            Self::TooLong => None,
            Self::Text(error) => error.source(),
        }
    }
}
