//! Tests for `Arbitrary`: any bytes yield valid values, and small types take every value.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use arbitrary::{Arbitrary, Unstructured};
use tabiya::{
    Bitboard, Board, CastlingRights, Color, EnPassantStyle, FenOptions, File, Move, MoveKind,
    MoveList, Outcome, PackedPosition, Piece, PieceType, Position, Rank, Square, chess960_numbers,
};
use tabiya_suites::random::SplitMix;

/// Returns up to 400 random bytes.
fn random_bytes(seed: u64) -> Vec<u8> {
    let mut random = SplitMix(seed);
    let len = [0, 1, 2, 5, 30, 120, 400][random.below(7)];
    (0..len).map(|_| random.next() as u8).collect()
}

#[track_caller]
fn value<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> T {
    T::arbitrary(&mut Unstructured::new(bytes)).unwrap_or_else(|error| panic!("{bytes:?}: {error}"))
}

/// Checks that the key is correct, the FEN round-trips, and moves are counted correctly.
#[track_caller]
fn check(board: &Board) {
    assert_eq!(board.key(), board.computed_key(), "{board:?}");
    let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
    let parsed = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    assert_eq!(parsed, Ok(board.position()), "{board:?}");
    assert_eq!(board.legal_move_count(), board.legal_moves().len(), "{board:?}");
}

#[test]
fn board_from_any_bytes_is_valid_and_all_kinds_occur() {
    let mut distinct = HashSet::new();
    let mut composed = 0;
    let mut chess960 = 0;
    let mut castling = 0;
    let mut ep = 0;
    let mut in_check = 0;
    let mut mates = 0;
    for seed in 0..20_000 {
        let board: Board = value(&random_bytes(seed));
        check(&board);
        distinct.insert(board.key());
        composed += u32::from(Position::from_fen(board.to_string()).is_err());
        chess960 += u32::from(chess960_numbers(&board).is_some_and(|(white, _)| white != 518));
        castling += u32::from(!board.castling_rights().is_empty());
        ep += u32::from(board.ep_square().is_some());
        in_check += u32::from(board.is_check());
        mates += u32::from(matches!(board.outcome(), Some(Outcome::Checkmate { .. })));
    }
    assert!(distinct.len() > 8_000, "{} distinct boards", distinct.len());
    let counts = [composed, chess960, castling, ep, in_check, mates];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// Returns the distinct values from 20,000 inputs.
fn values<T: for<'a> Arbitrary<'a> + Eq + Hash + Debug>() -> HashSet<T> {
    (0..20_000).map(|seed| value(&random_bytes(seed))).collect()
}

#[test]
fn core_types_from_random_bytes_take_every_value() {
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
fn moves_from_random_bytes_are_valid_and_list_is_not_overfull() {
    let moves = values::<Move>();
    assert!(moves.len() > 5_000);
    for mv in moves {
        assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    }
    // More bytes than a full list consumes.
    let list: MoveList = value(&[0xff; 4 * MoveList::CAPACITY + 4]);
    assert_eq!(list.len(), MoveList::CAPACITY);
}
