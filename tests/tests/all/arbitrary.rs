//! Values from a fuzzer's bytes: any bytes give valid ones, and all kinds come up.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use arbitrary::{Arbitrary, Unstructured};
use tabiya::{
    Bitboard, Board, CastlingRights, Color, EnPassantStyle, FenOptions, File, Move, MoveKind,
    MoveList, Outcome, PackedPosition, Piece, PieceType, Position, Rank, Square,
};
use tabiya_tests::random::SplitMix;

/// Random bytes, from none to a few hundred.
fn bytes(seed: u64) -> Vec<u8> {
    let mut random = SplitMix(seed);
    let len = [0, 1, 2, 5, 30, 120, 400][random.below(7)];
    (0..len).map(|_| random.next() as u8).collect()
}

#[track_caller]
fn value<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> T {
    T::arbitrary(&mut Unstructured::new(bytes)).unwrap_or_else(|error| panic!("{bytes:?}: {error}"))
}

/// What must hold of a board, however it came about.
#[track_caller]
fn check(board: &Board) {
    assert_eq!(board.key(), board.computed_key(), "{board:?}");
    let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
    let read = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    assert_eq!(read, Ok(board.position()), "{board:?}");
    assert_eq!(board.legal_move_count(), board.legal_moves().len(), "{board:?}");
}

#[test]
fn any_bytes_give_a_board() {
    let mut seen = HashSet::new();
    let (mut composed, mut chess960, mut castling, mut ep, mut in_check, mut mates) =
        (0, 0, 0, 0, 0, 0);
    for seed in 0..20_000 {
        let board: Board = value(&bytes(seed));
        check(&board);
        seen.insert(board.key());
        composed += u32::from(Position::from_fen(board.to_string()).is_err());
        chess960 += u32::from(board.chess960_numbers().is_some_and(|(white, _)| white != 518));
        castling += u32::from(!board.castling_rights().is_empty());
        ep += u32::from(board.ep_square().is_some());
        in_check += u32::from(board.is_check());
        mates += u32::from(matches!(board.outcome(), Some(Outcome::Checkmate { .. })));
    }
    assert!(seen.len() > 8_000, "{} boards", seen.len());
    let counts = [composed, chess960, castling, ep, in_check, mates];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// The values that some thousand inputs give.
fn values<T: for<'a> Arbitrary<'a> + Eq + Hash + Debug>() -> HashSet<T> {
    (0..20_000).map(|seed| value(&bytes(seed))).collect()
}

#[test]
fn every_word_comes_up() {
    assert_eq!(values::<Square>().len(), 64);
    assert_eq!(values::<File>().len(), 8);
    assert_eq!(values::<Rank>().len(), 8);
    assert_eq!(values::<Color>().len(), 2);
    assert_eq!(values::<PieceType>().len(), 6);
    assert_eq!(values::<Piece>().len(), 12);
    assert_eq!(values::<MoveKind>().len(), 7);
    assert!(values::<Bitboard>().len() > 5_000);
    assert!(values::<CastlingRights>().len() > 1_000);
    assert!(values::<PackedPosition>().len() > 5_000);
}

#[test]
fn moves_are_valid() {
    let moves = values::<Move>();
    assert!(moves.len() > 5_000);
    for mv in moves {
        assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    }
    // More bytes than a full list takes.
    let list: MoveList = value(&[0xff; 4 * MoveList::CAPACITY + 4]);
    assert_eq!(list.len(), MoveList::CAPACITY);
}
