//! Why a move is legal or is not, in one sentence.

use tabiya::tables::{between, line};
use tabiya::{
    Bitboard, CastlingSide, Color, IllegalMove, Move, MoveKind, PieceOn, PieceType, Position, Rank,
    Square, tables,
};

use crate::start::name as color_name;

/// Why a move is illegal, with the line of a pin.
pub fn illegal(position: &Position, reason: &IllegalMove) -> String {
    match reason {
        IllegalMove::Pinned { piece, by } => {
            let king = position.king(position.side_to_move());
            format!("{piece} is pinned {} by {by}", on_line(king, by.square))
        }
        _ => reason.to_string(),
    }
}

/// Why a legal move is legal: what it does, and what it does about checks and pins.
pub fn legal(position: &Position, mv: Move) -> String {
    if mv.is_castling() {
        return castling(position, mv);
    }
    let mut text = format!("{} {}", named(position, mv.from()), action(position, mv));
    if position.king(position.side_to_move()) == mv.from() {
        text += king_step(position);
    } else {
        text += &answer(position, mv);
    }
    text
}

/// A piece in words: "the black rook on e8".
pub fn named(position: &Position, square: Square) -> String {
    match position.piece_on(square) {
        Some(piece) => PieceOn { piece, square }.to_string(),
        None => format!("no piece on {square}"),
    }
}

/// Who pins a pinned piece.
pub fn pinner(position: &Position, pinned: Square) -> Option<Square> {
    let us = position.side_to_move();
    let king = position.king(us);
    let seen = |occupied| position.attackers_to(king, occupied) & position.colors(!us);
    let occupied = position.occupied();
    (seen(occupied.without(pinned)) - seen(occupied)).first()
}

/// Pieces in words, one after another.
pub fn all_named(position: &Position, squares: Bitboard) -> String {
    squares.into_iter().map(|square| named(position, square)).collect::<Vec<_>>().join(" and ")
}

/// "on the e-file", "on rank 4" or "on a diagonal".
pub fn on_line(a: Square, b: Square) -> String {
    if a.file() == b.file() {
        format!("on the {}-file", a.file())
    } else if a.rank() == b.rank() {
        format!("on rank {}", a.rank())
    } else {
        let diagonal = line(a, b);
        match (diagonal.first(), diagonal.last()) {
            (Some(first), Some(last)) => format!("on the diagonal {first}-{last}"),
            _ => "on a diagonal".to_owned(),
        }
    }
}

fn castling(position: &Position, mv: Move) -> String {
    let us = position.side_to_move();
    let side = match mv.castling_side() {
        Some(CastlingSide::QueenSide) => "queenside",
        _ => "kingside",
    };
    let safe = tables::castling_safe(us, mv.from().file(), mv.to().file());
    let squares: Vec<_> = safe.into_iter().map(|square| square.to_string()).collect();
    let list = match &squares[..] {
        [squares @ .., last] if !squares.is_empty() => format!("{} and {last}", squares.join(", ")),
        _ => squares.concat(),
    };
    let is = if squares.len() == 1 { "is" } else { "are" };
    format!(
        "{} has the {side} castling right with {}, the path is clear, and {list} {is} not attacked",
        color_name(us),
        named(position, mv.to())
    )
}

/// What a move does, the piece aside.
fn action(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let takes = position.is_capture(mv).then(|| named(position, to));
    match (mv.promotion(), mv.kind(), takes) {
        (_, MoveKind::EnPassant, _) => {
            let pawn = Square::new(to.file(), mv.from().rank());
            let home = Square::new(to.file(), Rank::Seventh).relative_to(position.side_to_move());
            format!("captures {} en passant (it just moved {home}-{pawn})", named(position, pawn))
        }
        (Some(piece), _, Some(captured)) => {
            format!("captures {captured} and promotes to a {}", name(piece))
        }
        (Some(piece), _, None) => format!("promotes to a {} on {to}", name(piece)),
        (None, _, Some(captured)) => format!("captures {captured}"),
        (None, _, None) => format!("moves to {to}"),
    }
}

/// What a step of the king does about a check.
fn king_step(position: &Position) -> &'static str {
    if position.is_check() {
        ", escapes the check and is not attacked there"
    } else {
        " and is not attacked there"
    }
}

/// What a move of another piece does about a check, and why a pin lets it.
fn answer(position: &Position, mv: Move) -> String {
    let king = position.king(position.side_to_move());
    let mut text = String::new();
    if let Some(checker) = position.checkers().first() {
        let taken = if mv.is_en_passant() {
            Square::new(mv.to().file(), mv.from().rank())
        } else {
            mv.to()
        };
        if taken == checker {
            text += ", which ends the check";
        } else if between(king, checker).contains(mv.to()) {
            text += &format!(", which blocks the check by {}", named(position, checker));
        }
    }
    if position.pinned().contains(mv.from())
        && let Some(pinner) = pinner(position, mv.from())
    {
        let (line, by) = (on_line(king, pinner), named(position, pinner));
        text += &format!("; pinned {line} by {by}, the piece stays on that line");
    }
    text
}

/// "queen", whoever's it is.
fn name(piece_type: PieceType) -> &'static str {
    piece_type.of(Color::White).name().trim_start_matches("white ")
}
