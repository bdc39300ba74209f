//! Pseudo-legal moves from table look-ups, each tested when it is made.

use alloc::vec::Vec;

use tabiya::tables::attacks;
use tabiya::{Bitboard, Piece, PieceType, Position, Square};

use super::shifts::pushes;
use super::step::{Step, StepValue};

/// Derives the targets that a piece's legal moves reach, without castling.
///
/// The attack set without the player's own pieces, and a pawn's pushes, are the pseudo-legal
/// targets. Each move is made on sets of squares, and it is illegal if a piece then attacks the
/// king.
pub fn move_steps(position: &Position, piece: Piece, square: Square) -> Vec<Step> {
    let mut steps = target_steps(position, piece, square);
    let targets = steps.last().and_then(Step::set).unwrap_or_default();
    let mut legal = Bitboard::EMPTY;
    let mut values = Vec::new();
    for to in targets {
        let captured = captured_square(position, piece, to);
        let attackers = king_attackers_after(position, piece, square, to);
        if attackers.is_empty() {
            legal |= to.bitboard();
        }
        values.push(StepValue::Move { to, captured, attackers });
    }
    let text = "Each move is made. It is illegal if a piece of the opponent then attacks the king.";
    let mut step = Step::new("Tests", "legal", text).with_code("!is_attacked(king, !side_to_move)");
    step.values = values;
    steps.push(step.with_set(legal, square));
    steps
}

/// Derives the pseudo-legal moves' targets.
fn target_steps(position: &Position, piece: Piece, square: Square) -> Vec<Step> {
    let side = piece.color();
    let own = position.colors(side);
    let opponents = position.colors(!side);
    let attack_set = attacks(piece, square, position.occupied());
    let step = |title, text| Step::new("Targets", title, text);
    let mut steps = Vec::from([step("attacks", "The attack set is looked up in a table.")
        .with_code("attacks = ATTACKS[square]")
        .with_set(attack_set, square)]);
    if piece.piece_type() != PieceType::Pawn {
        steps.push(
            step("not own", "A piece captures no piece of its own side.")
                .with_code("!own_pieces")
                .with_set(!own, Bitboard::EMPTY),
        );
        let text = "The pseudo-legal targets: nothing tests yet whether the king is left in check.";
        let text = match piece.piece_type() {
            PieceType::King => "The pseudo-legal targets; castling is generated apart.",
            _ => text,
        };
        let step = step("attacks & not own", text).with_code("attacks & !own_pieces");
        steps.push(step.with_set(attack_set - own, square));
        return steps;
    }
    let en_passant = position.ep_square().map_or(Bitboard::EMPTY, Square::bitboard);
    let captures = attack_set & (opponents | en_passant);
    let [single, double] = pushes(side, square.bitboard(), position.occupied());
    let pushes = single | double;
    steps.push(
        step("captures", "A pawn captures a piece of the opponent, or on the en passant square.")
            .with_code("attacks & (opponents | en_passant)")
            .with_set(captures, square),
    );
    steps.push(
        step("pushes", "A pawn moves to empty squares only.")
            .with_code("pushes & !occupied")
            .with_set(pushes, square),
    );
    steps.push(
        step("pseudo-legal", "Both sets together are the pseudo-legal targets.")
            .with_code("captures | pushes")
            .with_set(captures | pushes, square),
    );
    steps
}

/// Returns the square where the piece that a move captures stands.
fn captured_square(position: &Position, piece: Piece, to: Square) -> Option<Square> {
    if position.colors(!piece.color()).contains(to) {
        return Some(to);
    }
    let is_en_passant = piece.piece_type() == PieceType::Pawn && position.ep_square() == Some(to);
    // The captured pawn is on the square behind the en passant square.
    let down = if piece.color().is_white() { -1 } else { 1 };
    if is_en_passant { to.offset(0, down) } else { None }
}

/// Returns the opponent's pieces that attack the king after a pseudo-legal move.
///
/// A piece attacks the king if a piece of its type on the king's square would attack it.
fn king_attackers_after(position: &Position, piece: Piece, from: Square, to: Square) -> Bitboard {
    let side = piece.color();
    let king = if piece.piece_type() == PieceType::King { to } else { position.king(side) };
    let captured = captured_square(position, piece, to).map_or(Bitboard::EMPTY, Square::bitboard);
    let occupied = (position.occupied() - captured - from.bitboard()) | to.bitboard();
    let attackers = PieceType::ALL.map(|piece_type| {
        let from_king = attacks(Piece::new(side, piece_type), king, occupied);
        from_king & (position.colored_pieces(!side, piece_type) - captured)
    });
    attackers.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
}
