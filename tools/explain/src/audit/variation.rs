//! The moves of a command or a variation, made one after the other.

use alloc::string::ToString;
use alloc::vec::Vec;

use tabiya::uci::Words;
use tabiya::{Color, Move};

use super::castling_mode::CastlingMode;
use super::finding::Finding;
use super::root::{ENDING_RULES, Root, fen};
use super::word::{end_without_moves, is_cut, is_like_a_move, read_word};

/// Moves that were made.
pub struct Variation {
    /// The position after the legal moves.
    pub end: Root,
    /// The number of legal moves.
    pub len: usize,
    /// The first two moves.
    pub first: [Option<Move>; 2],
    /// `true` if every word is a legal move.
    pub is_legal: bool,
}

/// Makes moves up to the first word that is no legal move, and adds what is wrong with them. This is the word, the first
/// castling in the notation of the other mode, and the first move after a draw. The place is the start of the codes, such
/// as `pv` or `position`.
pub fn follow(
    root: &Root,
    words: Words<'_>,
    mode: CastlingMode,
    place: &str,
    findings: &mut Vec<Finding>,
) -> Variation {
    let is_pv = place == "pv";
    let is_command = place == "position";
    let (draw_code, draw_rules) =
        if is_command { ("position-after-draw", ENDING_RULES) } else { ("pv-after-draw", 5) };
    let mut looks_for_draws = is_pv || is_command;
    let mut looks_for_notation = is_pv;
    let mut variation = Variation { end: root.clone(), len: 0, first: [None; 2], is_legal: true };
    let here = &mut variation.end;
    let mut rest = words;
    while let Some(word) = rest.next().filter(|word| is_command || is_like_a_move(word)) {
        // A log may cut the last word of a line.
        if is_cut(word) && !is_command && rest.text().is_empty() {
            break;
        }
        let ply = variation.len + 1;
        let mut add = |finding| {
            findings.push(Finding { ply: Some(ply), fen: Some(fen(&here.board)), ..finding });
        };
        let read = match read_word(&here.board, word, mode.in_position(&here.board)) {
            Ok(read) => read,
            Err(error) => {
                add(Finding::of_word(place, word, error));
                variation.is_legal = false;
                break;
            }
        };
        if looks_for_draws
            && ply > 1
            && let Some((rule, sentence)) = here.new_draw(root, draw_rules)
        {
            looks_for_draws = false;
            let position = if is_command { &*here } else { root }.command(true);
            add(Finding {
                rule: rule.to_string(),
                sentence: sentence.to_string(),
                position: Some(position),
                ..Finding::new(draw_code, word)
            });
        }
        if let Some(notation) = read.wrong_notation.filter(|_| looks_for_notation) {
            looks_for_notation = false;
            add(Finding::of_notation("notation", word, notation));
        }
        if let Some(first) = variation.first.get_mut(variation.len) {
            *first = Some(read.mv);
        }
        here.make_move(read.mv);
        variation.len += 1;
    }
    variation
}

/// Compares the moves to mate with a legal variation. `None` stands for a score that the variation bears out, or says
/// nothing about.
pub fn check_mate(root: &Root, moves: i64, variation: &Variation) -> Option<Finding> {
    let claim = moves.to_string();
    let len = variation.len;
    let finding = |code| Some(Finding { ply: Some(len), ..Finding::new(code, claim.as_bytes()) });
    let end = end_without_moves(&variation.end.board).map(|(_, outcome)| outcome.winner());
    if moves == 0 {
        let is_mated = len == 0 && matches!(end, Some(Some(_)));
        return (!is_mated).then(|| Finding::new("mate-zero", b"-"));
    }
    let player = root.board.side_to_move();
    let winner = if moves > 0 { player } else { !player };
    // A mate in N moves takes 2N - 1 half-moves for the winner, and 2N for the side that is mated.
    let claimed = moves.unsigned_abs();
    let expected = claimed.saturating_mul(2) - u64::from(moves > 0);
    let len = len as u64;
    match end {
        _ if len == 0 => None,
        Some(Some(found)) if found != winner => {
            let hint = (player == Color::Black).then_some("the score may be from White's view");
            Some(Finding { hint, ..finding("mate-side")? })
        }
        Some(Some(_)) if len == expected => None,
        Some(Some(_)) => {
            let rule = if len == claimed { "as-if-plies" } else { "-" };
            Some(Finding { rule: rule.to_string(), ..finding("mate-distance")? })
        }
        Some(None) => finding("mate-no-mate"),
        None if len < expected => finding("mate-short"),
        None if len == expected => finding("mate-no-mate"),
        None => finding("mate-long"),
    }
}
