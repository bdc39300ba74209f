//! Sentences that explain why a move is legal or illegal.

use tabiya::tables::{between, line};
use tabiya::{
    Bitboard, CastlingSide, Color, IllegalMove, Move, MoveKind, PieceOn, PieceType, Position, Rank,
    Square, tables,
};

/// Explains why a move is illegal. The explanation of a pin names its line.
pub fn explain_illegal(position: &Position, reason: &IllegalMove) -> String {
    match reason {
        IllegalMove::Pinned { piece, by } => {
            let king = position.king(position.side_to_move());
            format!("{piece} is pinned {} by {by}", describe_line(king, by.square))
        }
        _ => reason.to_string(),
    }
}

/// Explains why a legal move is legal: its action, and its effect on checks and pins.
pub fn explain_legal(position: &Position, mv: Move) -> String {
    if mv.is_castling() {
        return explain_castling(position, mv);
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

/// Returns the description of a piece: "the black rook on e8".
pub fn describe_piece(position: &Position, square: Square) -> String {
    match position.piece_on(square) {
        Some(piece) => PieceOn { piece, square }.to_string(),
        None => format!("no piece on {square}"),
    }
}

/// Returns the square of the piece that pins a piece of the side to move.
pub fn pinner(position: &Position, pinned: Square) -> Option<Square> {
    let us = position.side_to_move();
    let king = position.king(us);
    let attackers = |occupied| position.attackers_to(king, occupied) & position.colors(!us);
    let occupied = position.occupied();
    (attackers(occupied.without(pinned)) - attackers(occupied)).first()
}

/// Returns the descriptions of pieces, joined by "and".
pub fn describe_pieces(position: &Position, squares: Bitboard) -> String {
    let pieces = squares.into_iter().map(|square| describe_piece(position, square));
    pieces.collect::<Vec<_>>().join(" and ")
}

/// Returns the description of the line through two squares: "on the e-file", "on rank 4" or "on the
/// diagonal a1-h8".
pub fn describe_line(a: Square, b: Square) -> String {
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

fn explain_castling(position: &Position, mv: Move) -> String {
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
    let verb = if squares.len() == 1 { "is" } else { "are" };
    format!(
        "{} has the {side} castling right with {}, the path is clear, and {list} {verb} not attacked",
        us.name(),
        describe_piece(position, mv.to())
    )
}

/// Returns the predicate of a sentence about a legal move, such as "captures the black rook on a8".
fn move_predicate(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let captured = position.is_capture(mv).then(|| describe_piece(position, to));
    match (mv.promotion(), mv.kind(), captured) {
        (_, MoveKind::EnPassant, _) => {
            let pawn_square = Square::new(to.file(), mv.from().rank());
            let pawn = describe_piece(position, pawn_square);
            let home = Square::new(to.file(), Rank::Seventh).relative_to(position.side_to_move());
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

/// Returns the clause of a sentence about the safety of the king after a king move.
fn describe_king_safety(position: &Position) -> &'static str {
    if position.is_check() {
        ", escapes the check and is not attacked there"
    } else {
        " and is not attacked there"
    }
}

/// Returns the clauses of a sentence about a check that the move of a piece other than the king
/// ends, and about a pin of that piece.
fn describe_check_and_pin(position: &Position, mv: Move) -> String {
    let king = position.king(position.side_to_move());
    let mut text = String::new();
    if let Some(checker) = position.checkers().first() {
        let captured = if mv.is_en_passant() {
            Square::new(mv.to().file(), mv.from().rank())
        } else {
            mv.to()
        };
        if captured == checker {
            text += ", which ends the check";
        } else if between(king, checker).contains(mv.to()) {
            text += &format!(", which blocks the check by {}", describe_piece(position, checker));
        }
    }
    if position.pinned().contains(mv.from())
        && let Some(pinner) = pinner(position, mv.from())
    {
        let (line, by) = (describe_line(king, pinner), describe_piece(position, pinner));
        text += &format!("; pinned {line} by {by}, the piece stays on that line");
    }
    text
}

/// Returns the English name of a piece type, such as "queen".
fn piece_name(piece_type: PieceType) -> &'static str {
    piece_type.of(Color::White).name().trim_start_matches("white ")
}
