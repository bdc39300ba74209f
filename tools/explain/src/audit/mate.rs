//! Mate scores, compared with the variation that shows the mate.

use tabiya::{Board, Color, Outcome};

use super::finding::Severity;
use super::place::Wrong;
use super::variation::Variation;

/// Compares the moves to mate with a legal variation from a position. `None` stands for a score that the variation
/// bears out, or says nothing about.
pub fn check(board: &Board, moves: i64, variation: &Variation<'_>) -> Option<Wrong> {
    use Severity::{Error, Note, Warning};
    if moves == 0 {
        let is_mated = matches!(board.position().outcome(), Some(Outcome::Checkmate { .. }));
        let sentence = "the side to move is not mated";
        return (!is_mated).then_some(Wrong::new("mate-zero", Error, "-", sentence));
    }
    if variation.len == 0 {
        return None;
    }
    let winner = if moves > 0 { board.side_to_move() } else { !board.side_to_move() };
    // A mate in N moves takes 2N - 1 half-moves for the winner, and 2N for the side that is mated.
    let claimed = i128::from(moves).unsigned_abs();
    let expected = 2 * claimed - u128::from(moves > 0);
    let len = variation.len as u128;
    match variation.mate_or_stalemate() {
        Some(Outcome::Checkmate { winner: found }) if found != winner => {
            Some(Wrong::new("mate-side", Error, "-", other_side(found)))
        }
        Some(Outcome::Checkmate { .. }) if len == expected => None,
        Some(Outcome::Checkmate { .. }) => {
            let sentence = "the variation mates after another number of moves";
            let rule = if len == claimed { "as-if-plies" } else { "-" };
            Some(Wrong::new("mate-distance", Warning, rule, sentence))
        }
        Some(_) => Some(Wrong::new("mate-no-mate", Error, "-", "the variation ends without mate")),
        None if len < expected => {
            Some(Wrong::new("mate-short", Note, "-", "the variation ends before the mate"))
        }
        None if len == expected => {
            Some(Wrong::new("mate-no-mate", Error, "-", "the variation ends without mate"))
        }
        None => Some(Wrong::new(
            "mate-long",
            Warning,
            "-",
            "the variation goes on after the mate would be",
        )),
    }
}

const fn other_side(winner: Color) -> &'static str {
    match winner {
        Color::White => "the variation mates Black",
        Color::Black => "the variation mates White",
    }
}
