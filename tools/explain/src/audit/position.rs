//! The command `position`: wrong ones are the sender's fault.

use alloc::string::ToString;
use alloc::vec::Vec;

use tabiya::uci::{PositionArguments, StartText};
use tabiya::{Board, FenError, FenOptions};

use super::castling_mode::CastlingMode;
use super::finding::{Finding, Severity};
use super::move_word::{read_word, text_of};
use super::place::{Place, Wrong, draw_sentence};
use super::root::{Root, fen};

/// Returns the position that a command sets up, or adds what is wrong with the command.
pub fn read_position(
    mode: CastlingMode,
    line: u64,
    arguments: PositionArguments<'_>,
    findings: &mut Vec<Finding>,
) -> Option<Root> {
    let mut root = match read_start(arguments.start) {
        Ok(board) => Root::new(board),
        Err(wrong) => {
            findings.push(wrong.into_finding(line, "-"));
            return None;
        }
    };
    let mut is_ended = false;
    for (index, word) in arguments.moves.enumerate() {
        let of_word = |wrong: Wrong| Finding {
            ply: Some(index + 1),
            fen: Some(fen(&root.board)),
            ..wrong.into_finding(line, &text_of(word))
        };
        let read = match read_word(&root.board, word, mode.in_position(&root.board)) {
            Ok(read) => read,
            Err(error) => {
                findings.push(of_word(Place::Position.wrong_word(word, error)));
                return None;
            }
        };
        if let Some(rule) = root.draws.ending_rule().filter(|_| !is_ended && index > 0) {
            is_ended = true;
            let wrong =
                Wrong::new("position-after-draw", Severity::Note, rule, draw_sentence(rule));
            findings.push(Finding { position: Some(root.command(true)), ..of_word(wrong) });
        }
        root.make_move(read.mv);
    }
    Some(root)
}

fn read_start(start: StartText<'_>) -> Result<Board, Wrong> {
    let wrong =
        |rule: &str, sentence: &str| Wrong::new("position-fen", Severity::Error, rule, sentence);
    let options = FenOptions::new().allow_impossible_checks(true);
    match start {
        StartText::Initial => Ok(Board::START),
        StartText::Other(_) => Err(wrong("start", "expected startpos or fen FEN")),
        StartText::Fen(text) => options.read(text).map(Board::from).map_err(|error| {
            let field = crate::fen::category(&error);
            let rule = if error == FenError::OpponentInCheck { "opposite-check" } else { &field };
            wrong(rule, &error.to_string())
        }),
    }
}
