//! Tests for serde: each type's serialized form, round trips, and errors.

use std::fmt::Debug;

use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use serde::de::value::{Error, SeqDeserializer};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use tabiya::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Move, MoveInfo, MoveKind, MoveList,
    Outcome, PackedPosition, Piece, PieceType, Position, Rank, Square,
};
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::playout;

/// Asserts that a value round-trips through JSON and postcard, and returns both forms.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> (String, Vec<u8>) {
    let text = serde_json::to_string(value).expect("serialization to JSON");
    let parsed: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed, *value, "{text}");
    let bytes = postcard::to_allocvec(value).expect("serialization to postcard");
    let parsed: T = postcard::from_bytes(&bytes).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed, *value, "{text}");
    (text, bytes)
}

/// Asserts that a value has this JSON and these postcard bytes, and round-trips.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str, bytes: &[u8]) {
    assert_eq!(round_trip(&value), (text.to_owned(), bytes.to_vec()));
}

const CASTLING: Move = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
const EN_PASSANT: Move = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);

#[test]
fn core_types_serialize_as_text_or_index() {
    check(Square::E4, r#""e4""#, &[28]);
    check(File::E, r#""e""#, &[4]);
    check(Rank::Fourth, r#""4""#, &[3]);
    check(Color::Black, r#""b""#, &[1]);
    check(PieceType::Knight, r#""n""#, &[1]);
    check(Piece::WhiteKnight, r#""N""#, &[1]);
    check(CastlingSide::QueenSide, r#""queenside""#, &[1]);
    // The names that `Display` writes are not a second form.
    assert!(serde_json::from_str::<Color>(r#""Black""#).is_err());
    Square::ALL.iter().for_each(|value| drop(round_trip(value)));
    File::ALL.iter().for_each(|value| drop(round_trip(value)));
    Rank::ALL.iter().for_each(|value| drop(round_trip(value)));
    Color::ALL.iter().for_each(|value| drop(round_trip(value)));
    PieceType::ALL.iter().for_each(|value| drop(round_trip(value)));
    Piece::ALL.iter().for_each(|value| drop(round_trip(value)));
    CastlingSide::ALL.iter().for_each(|value| drop(round_trip(value)));
}

#[test]
fn bitboard_serializes_as_hexadecimal_text_or_u64() {
    check(Bitboard::from(Rank::First), r#""0x00000000000000ff""#, &[0xff, 1]);
    check(Bitboard::FULL, r#""0xffffffffffffffff""#, &[vec![0xff; 9], vec![1]].concat());
}

#[test]
fn move_serializes_as_squares_with_kind_or_u16() {
    check(Move::new(Square::E1, Square::H1), r#""e1h1""#, &[0xc4, 0x23]);
    check(CASTLING, r#""e1h1 castles""#, &[0xc4, 0x43]);
    check(EN_PASSANT, r#""e5d6 ep""#, &[0xe4, 0x75]);
    let promotion = Move::with_kind(Square::E7, Square::E8, MoveKind::PromoteToKnight);
    check(promotion, r#""e7e8n""#, &[0xb4, 0x9e, 1]);
    (0..=u16::MAX).filter_map(Move::from_bits).for_each(|mv| drop(round_trip(&mv)));
    let info = MoveInfo { mv: EN_PASSANT, moved: PieceType::Pawn, captured: None };
    check(info, r#"["e5d6 ep","p",null]"#, &[0xe4, 0x75, 0, 0]);
    let captured = Some(PieceType::Pawn);
    check(MoveInfo { captured, ..info }, r#"["e5d6 ep","p","p"]"#, &[0xe4, 0x75, 0, 1, 0]);
}

#[test]
fn castling_rights_serialize_as_letters_or_u16() {
    check(CastlingRights::NONE, r#""-""#, &[0]);
    check(CastlingRights::STANDARD, r#""KQkq""#, &[0x98, 0x30]);
    // The file alone does not determine the wing, so the text starts with `K`.
    let rights = CastlingRights::NONE.with(Color::White, CastlingSide::KingSide, File::B);
    check(rights, r#""Kb""#, &[2]);
    for number in 0..9usize.pow(4) {
        let mut rights = CastlingRights::NONE;
        for (color_index, color) in (0..).zip(Color::ALL) {
            for (digit, side) in (2 * color_index..).zip(CastlingSide::ALL) {
                if let Some(file) = File::from_index(number / 9usize.pow(digit) % 9) {
                    rights = rights.with(color, side, file);
                }
            }
        }
        round_trip(&rights);
    }
}

#[test]
fn outcome_serializes_as_text_or_index() {
    let rows = [
        (Outcome::Checkmate { winner: Color::White }, "White wins by checkmate"),
        (Outcome::Checkmate { winner: Color::Black }, "Black wins by checkmate"),
        (Outcome::Stalemate, "draw by stalemate"),
        (Outcome::InsufficientMaterial, "draw by insufficient material"),
        (Outcome::SeventyFiveMoves, "draw by the seventy-five-move rule"),
    ];
    for (index, (outcome, text)) in (0..).zip(rows) {
        check(outcome, &format!("\"{text}\""), &[index]);
    }
}

#[test]
fn position_serializes_as_fen_or_packed_bytes() {
    let position = Position::START.after(Move::new(Square::E2, Square::E4));
    let packed = PackedPosition::from(&position);
    let text = r#""rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1""#;
    let bytes = [&[28], packed.as_ref()].concat();
    check(position, text, &bytes);
    check(Board::from(position), text, &bytes);
    check(packed, &format!("\"{packed}\""), &bytes);
    // A composed position, in which three rooks give check.
    let text = r#""4k3/4r3/8/8/r3K2r/8/8/8 w - - 0 1""#;
    let position: Position = serde_json::from_str(text).expect("composed positions are accepted");
    round_trip(&position);

    for position in all_positions().expect("the suites can be read").iter().step_by(3) {
        round_trip(position);
    }
    for number in (0..960).step_by(7) {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 60, number.into(), |board| {
            round_trip(board);
            round_trip(&board.legal_moves());
        });
    }
}

/// A downstream crate's type.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Game {
    start: Board,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
    pieces: std::collections::BTreeMap<Square, Piece>,
}

#[test]
fn derived_type_with_values_and_map_keys_round_trips() {
    let game = Game {
        start: Board::default(),
        moves: vec![Move::new(Square::E2, Square::E4)],
        outcome: None,
        pieces: [(Square::F3, Piece::WhiteKnight)].into(),
    };
    let (text, _) = round_trip(&game);
    assert_eq!(
        text,
        r#"{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4"],"outcome":null,"pieces":{"f3":"N"}}"#
    );
}

/// Asserts that JSON is rejected with a message that starts with `message`.
#[track_caller]
fn rejected<T: DeserializeOwned + Debug>(text: &str, message: &str) {
    let error = serde_json::from_str::<T>(text).expect_err(text).to_string();
    assert!(error.starts_with(message), "{text}: {error}");
}

#[test]
fn deserialize_malformed_text_is_error() {
    rejected::<Square>(r#""e9""#, "not a square; expected a file a-h and a rank 1-8");
    rejected::<Square>("28", "invalid type: integer `28`, expected a square, like \"e4\"");
    rejected::<Color>(r#""white""#, "not a color; expected w or b");
    rejected::<CastlingSide>(r#""K""#, "not a castling side; expected kingside or queenside");
    for text in ["ff", "0xff", "0x+00000000000000f", "0X00000000000000ff", "0x00000000000000ffé"] {
        rejected::<Bitboard>(&format!("\"{text}\""), "not a bitboard; expected 0x and 16");
    }
    let moves = [
        "",
        "e2",
        "e2e",
        "e2e9",
        "e2e2",
        "e2e4 ",
        "e2e4  ep",
        "e2e4 EP",
        "e7e8k",
        "e7e8Q",
        "e7e8qq",
        "e7e8q ep",
        "e7e8 q",
        "é2e4",
        "0000",
        "e1h1 castles ",
    ];
    for text in moves {
        rejected::<Move>(&format!("\"{text}\""), "not a move; expected two squares, then");
    }
    rejected::<CastlingRights>(r#""HAha""#, "not a set of castling rights; expected -");
    rejected::<Outcome>(r#""1-0""#, "not an outcome: expected words like");
    rejected::<Position>(
        r#""8/8/8/8/8/8/8/8 w - - 0 1""#,
        "placement: White has 0 kings; expected 1",
    );
    rejected::<Board>("[]", "invalid type: sequence, expected a FEN");
    rejected::<PackedPosition>(r#""00""#, "found \"00\"; expected 56 hexadecimal digits");
    rejected::<MoveInfo>(r#"["e2e4","p"]"#, "invalid length 2");
    let moves = |count| format!("[{}]", vec![r#""e2e4""#; count].join(","));
    let full: MoveList = serde_json::from_str(&moves(MoveList::CAPACITY)).expect("a full list");
    assert_eq!(full.len(), MoveList::CAPACITY);
    rejected::<MoveList>(
        &moves(MoveList::CAPACITY + 1),
        "invalid length 289, expected at most 288 moves",
    );
}

/// Returns how many `u16` values, encoded by postcard, deserialize as a type.
fn accepted_u16_values<T: DeserializeOwned>() -> usize {
    let is_accepted = |number: u16| {
        postcard::from_bytes::<T>(&postcard::to_allocvec(&number).expect("a number")).is_ok()
    };
    (0..=u16::MAX).filter(|&number| is_accepted(number)).count()
}

/// Returns how many bytes deserialize as a type.
fn accepted_bytes<T: DeserializeOwned>() -> usize {
    (0..=u8::MAX).filter(|&byte| postcard::from_bytes::<T>(&[byte]).is_ok()).count()
}

#[test]
fn deserialize_value_out_of_range_is_error() {
    let counts = [
        accepted_bytes::<Square>(),
        accepted_bytes::<File>(),
        accepted_bytes::<Rank>(),
        accepted_bytes::<Color>(),
        accepted_bytes::<PieceType>(),
        accepted_bytes::<Piece>(),
        accepted_bytes::<CastlingSide>(),
        accepted_bytes::<Outcome>(),
        accepted_u16_values::<Move>(),
        accepted_u16_values::<CastlingRights>(),
    ];
    assert_eq!(counts, [64, 8, 8, 2, 6, 12, 2, 5, 64 * 63 * 7, 9 * 9 * 9 * 9]);
}

/// A binary format without bytes, which represents them as a number sequence.
struct SequenceFormat<'a>(&'a [u8]);

impl<'de> Deserializer<'de> for SequenceFormat<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(SeqDeserializer::new(self.0.iter().copied()))
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum
        identifier ignored_any
    }
}

#[test]
fn position_deserializes_from_byte_sequence() {
    let bytes = PackedPosition::from(&Position::START).to_bytes();
    assert_eq!(Position::deserialize(SequenceFormat(&bytes)), Ok(Position::START));
    for wrong_length in [&bytes[1..], &[&bytes[..], &[0]].concat()] {
        let error =
            Position::deserialize(SequenceFormat(wrong_length)).expect_err("a wrong length");
        let message = format!("invalid length {}, expected 28 bytes", wrong_length.len());
        assert_eq!(error.to_string(), message);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_bytes_are_rejected_or_round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(mv) = postcard::from_bytes::<Move>(&bytes) {
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        if let Ok(position) = postcard::from_bytes::<Position>(&bytes) {
            prop_assert_eq!(PackedPosition::from(&position).unpack(), Ok(position));
        }
        if let Ok(list) = postcard::from_bytes::<MoveList>(&bytes) {
            round_trip(&list);
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = serde_json::from_str::<Board>(&serde_json::to_string(&text).expect("serialization to JSON"));
    }
}
