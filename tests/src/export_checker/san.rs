//! SAN by the mailbox generator.

use tabiya_core::{Move, PieceType};
use tabiya_oracle::mailbox::Board;

/// Returns the legal move whose SAN is a text.
pub(super) fn find(board: &Board, text: &str) -> Option<Move> {
    let moves = board.legal_moves();
    moves.iter().copied().find(|&mv| {
        let san = without_check(board, &moves, mv);
        text.starts_with(&san) && text == san + check_sign(board, mv)
    })
}

/// Returns the board after a null move; `None` in check.
pub(super) fn after_null_move(board: &Board) -> Option<Board> {
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let [placement, side, castling, _, halfmove, fullmove] = fields[..] else { return None };
    let is_white = side == "w";
    let halfmove = halfmove.parse::<u16>().ok()?.saturating_add(1);
    let fullmove = fullmove.parse::<u16>().ok()?.saturating_add(u16::from(!is_white));
    let side = if is_white { "b" } else { "w" };
    let after = format!("{placement} {side} {castling} - {halfmove} {fullmove}");
    Board::from_fen(&after).ok().filter(|_| !board.is_check())
}

fn check_sign(board: &Board, mv: Move) -> &'static str {
    let after = board.after(mv);
    match (after.is_check(), after.is_checkmate()) {
        (_, true) => "#",
        (true, false) => "+",
        (false, false) => "",
    }
}

fn without_check(board: &Board, moves: &[Move], mv: Move) -> String {
    let from = mv.from();
    let to = mv.to();
    if mv.is_castling() {
        let is_king_side = to.file() > from.file();
        return if is_king_side { "O-O" } else { "O-O-O" }.to_owned();
    }
    let moved = board.piece_on(from).expect("a legal move has a piece").piece_type();
    if moved == PieceType::Pawn {
        let capture =
            if from.file() == to.file() { String::new() } else { format!("{}x", from.file()) };
        let promotion =
            mv.promotion().map(|piece| format!("={}", letter(piece))).unwrap_or_default();
        return format!("{capture}{to}{promotion}");
    }
    let others: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|other| other.to() == to && other.from() != from && !other.is_castling())
        .filter(|other| {
            board.piece_on(other.from()).is_some_and(|piece| piece.piece_type() == moved)
        })
        .collect();
    let origin = if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.from().file() != from.file()) {
        from.file().to_string()
    } else if others.iter().all(|other| other.from().rank() != from.rank()) {
        from.rank().to_string()
    } else {
        from.to_string()
    };
    let capture = if board.piece_on(to).is_some() { "x" } else { "" };
    format!("{}{origin}{capture}{to}", letter(moved))
}

fn letter(piece: PieceType) -> &'static str {
    match piece {
        PieceType::Pawn => "P",
        PieceType::Knight => "N",
        PieceType::Bishop => "B",
        PieceType::Rook => "R",
        PieceType::Queen => "Q",
        PieceType::King => "K",
    }
}
