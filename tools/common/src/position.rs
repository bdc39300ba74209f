//! The position in a command: its arguments, and the text forms of positions.

use std::ffi::OsString;

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use tabiya::uci::CastlingNotation;
use tabiya::{EnPassantStyle, FenOptions, Position, epd, variation};

use crate::message;

/// The command-line arguments that set up a position.
///
/// Its first positional argument may be the position instead of `--fen`: see [`name_option`].
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// Start from this FEN, EPD, startpos or UCI position [default: startpos]
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// Make these moves first, e.g. "e2e4 e7e5" or "1. e4 e5"
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Accept positions whose checks no legal move can have produced
    #[arg(long)]
    pub allow_impossible_checks: bool,
}

impl PositionArgs {
    /// Returns the position that the arguments set up, after their moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid or a move is illegal.
    pub fn position(&self) -> anyhow::Result<Position> {
        let warn = |warning| message::print_line(&format!("warning: --fen: {warning}"));
        let read = |text| read(text, self.fen_options(), warn);
        let start = self.fen.as_deref().map(read).transpose()?;
        let start = start.unwrap_or(Position::START);
        last_position(variation::read(&start, self.moves.as_deref().unwrap_or("")))
    }

    /// Returns the options for parsing FENs that the arguments select.
    pub fn fen_options(&self) -> FenOptions {
        FenOptions::new().allow_impossible_checks(self.allow_impossible_checks)
    }
}

/// Returns command-line arguments in which a positional position has the name `--fen`.
///
/// A positional argument is a position if it contains `/`, or if its first word is `startpos`, `position`
/// or `fen`. The arguments stay as they are if the command has no `--fen`, or reads files.
///
/// # Errors
///
/// Returns an error if there are two positions, or if the fields of a FEN are several arguments.
pub fn name_option(
    program: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Vec<OsString>, clap::Error> {
    let mut command = program;
    let mut arguments = arguments.into_iter().peekable();
    let mut named: Vec<_> = arguments.next().into_iter().collect();
    let mut positions = 0;
    let refuse = |command: &Command, problem: String| {
        Err(command.clone().error(ErrorKind::ArgumentConflict, problem))
    };
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        if text.starts_with('-') {
            positions += u8::from(text == "--fen" || text.starts_with("--fen="));
            named.push(argument);
            if text == "--" {
                break;
            }
            if option(command, &text).is_some_and(|option| option.get_action().takes_values()) {
                named.extend(arguments.next());
            }
        } else if let Some(subcommand) = command.find_subcommand(&text) {
            command = subcommand;
            named.push(argument);
        } else if !has_position(command) {
            named.push(argument);
            break;
        } else if is_position(&text) {
            positions += 1;
            let has_more = |next: &OsString| {
                matches!(&*text, "position" | "fen")
                    || ["w", "b", "moves"].iter().any(|word| next == word)
            };
            if !text.contains(char::is_whitespace) && arguments.peek().is_some_and(has_more) {
                return refuse(command, format!("{text}: several arguments; quote the position"));
            }
            named.extend(["--fen".into(), argument]);
        } else {
            named.push(argument);
        }
        if positions > 1 {
            return refuse(command, format!("second position {text}; expected one position"));
        }
    }
    named.extend(arguments);
    Ok(named)
}

/// Tests whether a command takes a positional position: it has `--fen`, and no files that may contain `/`.
fn has_position(command: &Command) -> bool {
    let is_files = |argument: &Arg| argument.get_id() == "files";
    option(command, "--fen").is_some() && !command.get_arguments().any(is_files)
}

/// Returns the option that an argument names.
fn option<'a>(command: &'a Command, text: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|argument| match text.strip_prefix("--") {
        Some(name) => argument.get_long() == Some(name),
        None => argument.get_short().is_some_and(|short| text == format!("-{short}")),
    })
}

fn is_position(text: &str) -> bool {
    text.contains('/')
        || matches!(text.split_whitespace().next(), Some("startpos" | "position" | "fen"))
}

/// Reads a position: a FEN or EPD, `startpos`, or the UCI command `position`, with or without this word.
///
/// `warn` receives a sentence for each EPD operation that cannot be read.
///
/// # Errors
///
/// Returns an error if the FEN is invalid or a move is illegal.
pub fn read(
    text: &str,
    options: FenOptions,
    mut warn: impl FnMut(String),
) -> anyhow::Result<Position> {
    let command = epd::read_command(options, text).context("invalid FEN")?;
    command.start().raw_operations().for_each(|raw| warn(raw.to_string()));
    last_position(command.moves())
}

/// Returns the position after moves in UCI notation or in SAN.
fn last_position(mut moves: variation::Moves) -> anyhow::Result<Position> {
    moves.by_ref().try_for_each(|mv| mv.map(drop)).context("invalid moves")?;
    Ok(*moves.position())
}

/// Returns the FEN of a position in the form that the program prints.
///
/// It has the en passant square after every double push, so that parsing it yields an equal
/// position.
pub fn format_fen(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// Returns the castling notation that engines use: the king's destination in standard chess, the
/// rook's square if a right exists only in Chess960.
pub fn castling_notation(position: &Position) -> CastlingNotation {
    CastlingNotation::for_chess960(!position.is_standard_castling())
}
