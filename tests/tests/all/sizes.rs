//! Tests for type sizes, which are part of the interface, and for move list capacity.

use tabiya::{
    Bitboard, Board, CastlingRights, Move, MoveInfo, MoveList, Piece, PieceType, Position, Square,
};

#[track_caller]
fn check<T>(bytes: usize) {
    assert_eq!(size_of::<T>(), bytes, "{}", std::any::type_name::<T>());
}

#[test]
fn types_have_documented_sizes() {
    check::<Square>(1);
    check::<Option<Square>>(1);
    check::<Piece>(1);
    check::<Option<Piece>>(1);
    check::<PieceType>(1);
    check::<Option<PieceType>>(1);
    check::<Bitboard>(8);
    check::<Move>(2);
    check::<Option<Move>>(2);
    check::<MoveInfo>(4);
    check::<CastlingRights>(4);
    check::<Position>(48);
    check::<Board>(64);
    // The moves and their number, without padding.
    check::<MoveList>(2 * (MoveList::CAPACITY + 16) + 4); // 16 spare slots
}

/// The rows are the known positions with the most legal moves.
#[test]
fn move_list_holds_moves_in_densest_positions() {
    let rows = [
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218),
        ("r6r/3q4/1q4q1/4q3/2q4q/q4q2/PP1q4/Kbnn1kb1 b - - 0 1", 218),
    ];
    for (fen, moves) in rows {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.legal_moves().len(), moves, "{fen}");
        assert!(moves <= MoveList::CAPACITY, "{fen}");
    }
}
