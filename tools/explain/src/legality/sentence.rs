//! Sentences that say why a move is legal or illegal.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::tables::{between, castling_safe};
use tabiya::{CastlingSide, IllegalMove, Move, MoveKind, Position, Rank, Square};

use super::describe::{describe_line, describe_piece, piece_name, pinner};

/// Returns the sentence that says why a move is illegal. For a pin, it names the line.
pub(super) fn illegal_sentence(position: &Position, reason: &IllegalMove) -> String {
    match reason {
        IllegalMove::Pinned { piece, by } => {
            let king = position.king(position.side_to_move());
            format!("{piece} is pinned {} by {by}", describe_line(king, by.square))
        }
        _ => reason.to_string(),
    }
}

/// Returns the sentence that says why a legal move is legal: its action, and its effect on checks
/// and pins.
pub(super) fn legal_sentence(position: &Position, mv: Move) -> String {
    if mv.is_castling() {
        return castling_sentence(position, mv);
    }
    let piece = describe_piece(position, mv.from());
    let mut text = format!("{piece} {}", move_predicate(position, mv));
    if position.king(position.side_to_move()) == mv.from() {
        text += describe_king_safety(position);
    } else {
        text += &describe_check_and_pin(position, mv);
    }
    text
}

fn castling_sentence(position: &Position, mv: Move) -> String {
    let us = position.side_to_move();
    let side = match mv.castling_side() {
        Some(CastlingSide::QueenSide) => "queenside",
        _ => "kingside",
    };
    let safe = castling_safe(us, mv.from().file(), mv.to().file());
    let squares: Vec<_> = safe.into_iter().map(|square| square.to_string()).collect();
    let list = match &squares[..] {
        [squares @ .., last] if !squares.is_empty() => format!("{} and {last}", squares.join(", ")),
        _ => squares.concat(),
    };
    let verb = if squares.len() == 1 { "is" } else { "are" };
    format!(
        "{} has the {side} castling right with {}, the path is clear, and {list} {verb} not attacked",
        us.name(),
        describe_piece(position, mv.to())
    )
}

/// Returns a predicate for a sentence about a legal move, such as "captures the black rook on a8".
fn move_predicate(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let captured = position.is_capture(mv).then(|| describe_piece(position, to));
    match (mv.promotion(), mv.kind(), captured) {
        (_, MoveKind::EnPassant, _) => {
            let pawn_square = captured_square(mv);
            let pawn = describe_piece(position, pawn_square);
            let home = double_push_origin(position, mv);
            format!("captures {pawn} en passant (it just moved {home}-{pawn_square})")
        }
        (Some(piece), _, Some(captured)) => {
            format!("captures {captured} and promotes to a {}", piece_name(piece))
        }
        (Some(piece), _, None) => format!("promotes to a {} on {to}", piece_name(piece)),
        (None, _, Some(captured)) => format!("captures {captured}"),
        (None, _, None) => format!("moves to {to}"),
    }
}

/// Returns the square where a move would capture: beside the origin for en passant, the target for
/// other moves.
pub(super) fn captured_square(mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

/// Returns the origin of the double push that a capture en passant follows.
pub(super) fn double_push_origin(position: &Position, mv: Move) -> Square {
    Square::new(mv.to().file(), Rank::Seventh).relative_to(position.side_to_move())
}

/// Returns a clause for a sentence that says why the king is safe after a king move.
fn describe_king_safety(position: &Position) -> &'static str {
    if position.is_check() {
        ", escapes the check and is not attacked there"
    } else {
        " and is not attacked there"
    }
}

/// Returns clauses for a sentence about a check that ends when a piece other than the king moves,
/// and about a pin on that piece.
fn describe_check_and_pin(position: &Position, mv: Move) -> String {
    let king = position.king(position.side_to_move());
    let mut text = String::new();
    if let Some(checker) = position.checkers().first() {
        if captured_square(mv) == checker {
            text += ", which ends the check";
        } else if between(king, checker).contains(mv.to()) {
            text += &format!(", which blocks the check by {}", describe_piece(position, checker));
        }
    }
    if position.generator().pinned().contains(mv.from())
        && let Some(pinner) = pinner(position, mv.from())
    {
        let line = describe_line(king, pinner);
        let by = describe_piece(position, pinner);
        text += &format!("; pinned {line} by {by}, the piece stays on that line");
    }
    text
}
