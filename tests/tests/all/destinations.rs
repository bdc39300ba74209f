//! Tests for destinations by square, and for the moves that they resolve to.

use std::collections::BTreeSet;

use tabiya::{
    Bitboard, Board, CastlingDestination, Destinations, Move, PieceType, Position, Square, uci,
};
use tabiya_tests::playouts::Playouts;

const STYLES: [CastlingDestination; 3] =
    [CastlingDestination::King, CastlingDestination::Rook, CastlingDestination::Both];

/// Returns the moves that pairs with an origin and a destination resolve to.
#[track_caller]
fn resolved_moves(position: &Position, style: CastlingDestination) -> BTreeSet<Move> {
    let resolve = |from, to, promotion| uci::resolve(position, from, to, promotion);
    let mut moves = BTreeSet::new();
    for (from, targets) in Destinations::new(position).castling(style) {
        assert!(targets.any(), "{from} in {position}");
        for to in targets {
            match resolve(from, to, None) {
                Ok(mv) => drop(moves.insert(mv)),
                Err(_) => moves.extend(PieceType::ALL[1..5].iter().map(|&piece_type| {
                    resolve(from, to, Some(piece_type))
                        .unwrap_or_else(|error| panic!("{from}{to} in {position}: {error}"))
                })),
            }
        }
    }
    moves
}

/// A widget can therefore offer every legal move, and no other, in each style and in Chess960.
#[test]
fn destinations_in_each_style_resolve_to_the_legal_moves() {
    let mut castling = 0;
    let check = |position: &Position| {
        let legal: BTreeSet<_> = position.legal_moves().into_iter().collect();
        for style in STYLES {
            assert_eq!(resolved_moves(position, style), legal, "{style:?} in {position}");
        }
        legal.iter().filter(|mv| mv.is_castling()).count()
    };
    for playout in Playouts::new(6_000, 31, &[Position::START]) {
        castling += playout.boards.iter().map(|board| check(&board.position())).sum::<usize>();
    }
    assert!(castling > 50, "only {castling} castling moves");
    for fen in [
        // Castling by a king step, by no king move, and over one square.
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "4k3/8/8/8/8/8/8/R5KR w HA - 0 1",
        "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
        "4k3/8/8/8/8/8/8/2RK2R1 w GC - 0 1",
        "rr2k2r/8/8/8/8/8/8/4K3 b hb - 0 1",
        // Promotions with and without capture, and en passant.
        "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ] {
        check(&Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
}

#[test]
fn destinations_from_square_without_legal_move_are_empty() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let board = Board::from_fen(mate).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Destinations::new(&board).count(), 0);
    assert!(Square::ALL.into_iter().all(|square| Destinations::new(&board).of(square).is_empty()));

    // The rook on e2 is pinned.
    let pinned = "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1";
    let board = Board::from_fen(pinned).unwrap_or_else(|error| panic!("{error}"));
    let rook =
        Bitboard::from_file(tabiya::File::E) - (Square::E1.bitboard() | Square::E2.bitboard());
    assert_eq!(Destinations::new(&board).of(Square::E2), rook);
}

#[test]
fn destinations_are_an_exact_size_iterator() {
    let mut destinations = Destinations::new(&Board::default());
    for remaining in (0..=10).rev() {
        assert_eq!(destinations.len(), remaining);
        assert_eq!(destinations.clone().count(), remaining);
        assert_eq!(destinations.next().is_some(), remaining > 0);
        // The lookup does not depend on the iterator.
        assert_eq!(destinations.of(Square::G1).len(), 2);
    }
    let debug = format!("{:?}", Destinations::new(&Board::default()));
    assert!(debug.starts_with("{B1: Bitboard("), "{debug}");
}
