//! Results of games, compared with the last position.

use alloc::format;
use alloc::string::ToString;

use tabiya::{Board, Color};

use super::finding::Finding;
use super::root::fen;
use super::word::end_without_moves;
use crate::legality::explain_text;

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The position after the last legal move.
    pub board: Board,
    /// The occurrences of the position, with this one.
    pub occurrences: usize,
    /// The last act of the player to move.
    pub answer: Answer,
}

/// A player's act in the last position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The player was not asked, or nobody knows.
    Unknown,
    /// The player had to move, and did not.
    Missing,
    /// The player made no legal move.
    Illegal,
}

/// Checks a result such as `1-0` by its reason, in the words of fastchess and cutechess-cli, such as `White mates` or
/// `Draw by 3-fold repetition`. Adjudications and unknown reasons are right, except after checkmate and stalemate.
///
/// ```
/// use tabiya::Board;
/// use tabiya_explain::audit::{Answer, GameEnd, check_result};
///
/// let board = Board::from_fen("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")?;
/// let end = GameEnd { board, occurrences: 1, answer: Answer::Unknown };
/// let finding = check_result("1-0", "White mates", &end).expect("it is stalemate");
/// assert_eq!((finding.code, &*finding.rule), ("result-wrong", "no-mate"));
/// assert!(check_result("1/2-1/2", "Draw by stalemate", &end).is_none());
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[must_use]
pub fn check_result(result: &str, reason: &str, end: &GameEnd) -> Option<Finding> {
    let (player, what) = reason.split_once([' ', '\'']).unwrap_or((reason, ""));
    let board = &end.board;
    let clock = board.halfmove_clock();
    let ended = end_without_moves(board);
    let name = ended.map(|(name, _)| name);
    let color = if player == "White" { Color::White } else { Color::Black };
    let wrong = |is_wrong: bool, rule: &str| is_wrong.then(|| rule.to_string());
    let rule = if let Some(rest) = what.strip_prefix("makes an illegal move") {
        let word = rest.trim_start_matches([':', ' ']);
        let explained = explain_text(&board.position(), word);
        let is_legal = explained.is_ok_and(|explanation| explanation.is_legal);
        let is_missing = word.is_empty() && end.answer == Answer::Missing;
        let has_moved = word.is_empty() && board.side_to_move() != color;
        wrong(is_missing, "no-move").or(wrong(is_legal || has_moved, "legal"))
    } else {
        match what {
            "mates" => wrong(ended.and_then(|(_, end)| end.winner()) != Some(color), "no-mate"),
            "by 3-fold repetition" => {
                wrong(end.occurrences < 3, &format!("occurrences-{}", end.occurrences))
            }
            "by fifty moves rule" => wrong(name == Some("checkmate"), "checkmate")
                .or(wrong(clock < 100, &format!("clock-{clock}"))),
            "by stalemate" => wrong(name != Some("stalemate"), "not-stalemate"),
            "by insufficient mating material" => {
                wrong(!board.is_insufficient_material(), "sufficient")
            }
            _ => None,
        }
    };
    let at = |finding| Finding { fen: Some(fen(board)), ..finding };
    let is_draw = player == "Draw";
    let is_loss = ["loses", "makes an illegal", "disconnects", "resigns", "s connection"]
        .iter()
        .any(|start| what.starts_with(start));
    let is_flag = what.starts_with("loses on time") && board.has_insufficient_material(!color);
    let winner = match player {
        _ if is_draw => None,
        "White" | "Black" if is_loss => Some(!color),
        "White" | "Black" if what == "mates" || what.starts_with("wins") => Some(color),
        // An unknown reason says nothing, but mate and stalemate do.
        _ if result == "*" => return None,
        _ => ended?.1.winner(),
    };
    let expected = match winner {
        None => "1/2-1/2",
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
    };
    let is_other = result != expected && !(is_flag && result == "1/2-1/2");
    if let Some(rule) = rule.or(wrong(is_other, "token")) {
        return Some(at(Finding { rule, ..Finding::new("result-wrong", result.as_bytes()) }));
    }
    let is_bare = board.colors(!color).count() == 1;
    let rule = if is_bare { "bare-king" } else { "insufficient-material" }.to_string();
    let flag = || at(Finding { rule, ..Finding::new("result-flag", result.as_bytes()) });
    (is_flag && result == expected).then(flag)
}
