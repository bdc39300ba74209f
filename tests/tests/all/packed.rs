//! Tests for packed positions: round trips, errors, and a unique packed form.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::Index;
use tabiya::{
    Board, BoardKey, CastlingErrorKind, FenError, FenField, FenOptions, GenericBoard, PackedError,
    PackedPosition, Position, Square,
};
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::playout;

static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| all_positions().expect("the suites can be read"));

#[track_caller]
fn check(board: &GenericBoard<impl BoardKey>) {
    let position = board.position();
    assert_eq!(PackedPosition::from(board).unpack(), Ok(position), "{position:?}");
}

#[test]
fn unpack_inverts_pack_for_suites_and_random_games() {
    POSITIONS.iter().for_each(check);
    let mut with_ep = 0;
    for number in 0..960 {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 100, number.into(), |board| {
            with_ep += u32::from(board.ep_square().is_some());
            check(board);
        });
    }
    assert!(with_ep > 1_000, "only {with_ep} en passant squares");
}

/// Both are a position's only forms: without clocks, its 24 bytes are too.
#[test]
fn position_bytes_round_trip_for_normalized_positions() {
    let mut by_bytes = HashMap::new();
    let mut check = |board: &Board| {
        let normalized = board.position().normalized();
        let bytes = *PackedPosition::from(&normalized).position_bytes();
        let packed = PackedPosition::from_position_bytes(bytes);
        assert_eq!(packed.unpack(), Ok(normalized), "{normalized:?}");
        assert_eq!(by_bytes.entry(bytes).or_insert(normalized), &normalized);
    };
    POSITIONS.iter().for_each(|&position| check(&Board::from(position)));
    for number in 0..960 {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 60, number.into(), |board| check(board));
    }
    let distinct: HashSet<_> = by_bytes.values().collect();
    assert_eq!(distinct.len(), by_bytes.len());
    assert!(distinct.len() > 40_000, "only {} positions", distinct.len());
}

/// Every game is played twice, so that many positions recur.
#[test]
fn packed_bytes_are_equal_exactly_for_equal_positions() {
    let mut by_bytes = HashMap::new();
    let mut recurrences = 0;
    for seed in 0..400 {
        playout(Board::default(), 60, seed % 200, |board| {
            let position = board.position();
            let other = by_bytes.insert(PackedPosition::from(&position).to_bytes(), position);
            recurrences += u32::from(other.is_some());
            assert_eq!(other.unwrap_or(position), position, "{position:?}");
        });
    }
    assert!(recurrences > 10_000, "only {recurrences} recurrences");
    let by_position: HashMap<_, _> =
        by_bytes.iter().map(|(bytes, position)| (position, bytes)).collect();
    assert_eq!(by_position.len(), by_bytes.len());
}

/// Asserts that a FEN's packed bytes, once changed, are rejected with this error and message.
#[track_caller]
fn rejected(fen: &str, change: impl FnOnce(&mut [u8; 28]), error: PackedError, message: &str) {
    let composed = FenOptions::new().allow_impossible_checks(true);
    let position = composed.read(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut bytes = PackedPosition::from(&position).to_bytes();
    change(&mut bytes);
    assert_eq!(PackedPosition::from_bytes(bytes).unpack(), Err(error), "{fen}");
    assert_eq!(error.to_string(), message, "{fen}");
}

#[test]
fn unpack_errors_have_kind_and_message() {
    let start = Position::START.to_string();
    rejected(
        &start,
        |bytes| bytes[2] = 0b1011,
        PackedError::TooManyPieces { found: 35 },
        "found 35 occupied squares; expected at most 32",
    );
    rejected(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        |bytes| bytes[23] = 0x10,
        PackedError::Unused,
        "found nonzero codes after the last occupied square; expected 0",
    );
    rejected(
        &start,
        |bytes| bytes[12] = 0xc0,
        PackedError::PushedPawn(Square::B2),
        "found the pawn of a double push on b2; expected rank 4 or 5",
    );
    rejected(
        "4k3/8/8/8/1PP5/8/8/4K3 b - - 0 1",
        |bytes| bytes[8..10].copy_from_slice(&[0xc5, 0xfc]),
        PackedError::SecondPushedPawn(Square::C4),
        "found a second pawn of a double push on c4; expected at most one",
    );
    rejected(
        "4k3/8/8/8/1R6/8/8/4K3 b - - 0 1",
        |bytes| bytes[8] = 0xd5,
        PackedError::CastlingRook(Square::B4),
        "found a castling rook on b4; expected the back rank of its player",
    );
    rejected(
        "4k3/8/8/8/8/8/8/4K1RR w K - 0 1",
        |bytes| bytes[8] = 0xd5,
        PackedError::SecondCastlingRook(Square::H1),
        "found a second castling rook on the same wing on h1; expected at most one",
    );
    let fault = CastlingErrorKind::KingNotHome;
    rejected(
        "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
        |bytes| bytes[8] = 0x5d,
        PackedError::Rule(FenError::Castling { found: 'H', fault }),
        "invalid position",
    );
}

/// The side to move cannot own the pawn that made the last double push.
#[test]
fn double_push_by_side_to_move_is_ep_error() {
    let position = Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").expect("valid");
    let mut bytes = PackedPosition::from(&position).to_bytes();
    bytes[9] = 0x0b; // the black king, White to move
    let error = PackedPosition::from_bytes(bytes).unpack().expect_err("the pawn is White's");
    let PackedError::Rule(rule) = error else { panic!("{error}") };
    assert_eq!(rule.field(), FenField::EnPassant);
}

#[test]
fn parse_accepts_exactly_56_hexadecimal_digits() {
    let packed = PackedPosition::from(&Position::START);
    let text = packed.to_string();
    assert_eq!(text.parse(), Ok(packed));
    assert_eq!(text.to_uppercase().parse(), Ok(packed));
    let wrong_length = [&text[1..], &text[2..], "", &format!("{text}0"), &format!("{text}00")];
    let wrong_digit = ["g", "+", " ", "é"].map(|other| text.replacen("1", other, 1));
    for text in wrong_length.into_iter().chain(wrong_digit.iter().map(String::as_str)) {
        assert!(text.parse::<PackedPosition>().is_err(), "{text}");
    }
    assert!(PackedPosition::try_from(&packed.to_bytes()[1..]).is_err());
    assert_eq!(PackedPosition::try_from(packed.as_ref()).ok(), Some(packed));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 50_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Half the cases have kings only, so that some are valid positions.
    #[test]
    fn random_packed_bytes_are_rejected_or_round_trip(
        mut bytes in any::<[u8; 28]>(),
        kings in any::<[Index; 2]>(),
        kings_only in any::<bool>(),
    ) {
        if kings_only {
            let [white, black] = kings.map(|index| index.index(64));
            bytes[..8].copy_from_slice(&(1u64 << white | 1 << black).to_le_bytes());
            bytes[9..24].fill(0);
            bytes[8] = if bytes[8] % 2 == 0 { 0xb5 } else { 0x5f };
        }
        let packed = PackedPosition::from_bytes(bytes);
        if let Ok(position) = packed.unpack() {
            prop_assert_eq!(PackedPosition::from(&position), packed, "{:?}", position);
        }
    }

    #[test]
    fn changed_packed_bytes_are_rejected_or_round_trip(
        position in any::<Index>(),
        changes in proptest::collection::vec((0..28usize * 8, any::<bool>(), any::<u8>()), 1..3),
    ) {
        let mut bytes = PackedPosition::from(position.get(&POSITIONS)).to_bytes();
        for (bit, replaces_byte, byte) in changes {
            if replaces_byte { bytes[bit / 8] = byte } else { bytes[bit / 8] ^= 1 << (bit % 8) }
        }
        let packed = PackedPosition::from_bytes(bytes);
        if let Ok(position) = packed.unpack() {
            prop_assert_eq!(PackedPosition::from(&position), packed, "{:?}", position);
            prop_assert_eq!(packed.position_bytes(), &bytes[..24]);
        }
    }
}
