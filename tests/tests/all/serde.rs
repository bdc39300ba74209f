//! Values in serialised data: what each is written as, that all come back, and what is
//! refused.

use std::fmt::Debug;

use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use serde::de::value::{Error, SeqDeserializer};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use tabiya::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Move, MoveInfo, MoveKind, MoveList,
    Outcome, PackedPosition, Piece, PieceType, Position, Rank, Square,
};
use tabiya_tests::playouts::playout;
use tabiya_tests::suite::all_positions;

/// The value goes out and comes back in both manners.
#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> (String, Vec<u8>) {
    let text = serde_json::to_string(value).expect("it has a text");
    let read: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *value, "{text}");
    let bytes = postcard::to_allocvec(value).expect("it has bytes");
    let read: T = postcard::from_bytes(&bytes).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *value, "{text}");
    (text, bytes)
}

/// The value is written as this JSON and as these bytes of postcard, and comes back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str, bytes: &[u8]) {
    assert_eq!(comes_back(&value), (text.to_owned(), bytes.to_vec()));
}

const CASTLES: Move = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
const EN_PASSANT: Move = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);

#[test]
fn words_are_text_or_an_index() {
    check(Square::E4, r#""e4""#, &[28]);
    check(File::E, r#""e""#, &[4]);
    check(Rank::Fourth, r#""4""#, &[3]);
    check(Color::Black, r#""b""#, &[1]);
    check(PieceType::Knight, r#""n""#, &[1]);
    check(Piece::WhiteKnight, r#""N""#, &[1]);
    check(CastlingSide::QueenSide, r#""queenside""#, &[1]);
    Square::ALL.iter().for_each(|value| drop(comes_back(value)));
    File::ALL.iter().for_each(|value| drop(comes_back(value)));
    Rank::ALL.iter().for_each(|value| drop(comes_back(value)));
    Color::ALL.iter().for_each(|value| drop(comes_back(value)));
    PieceType::ALL.iter().for_each(|value| drop(comes_back(value)));
    Piece::ALL.iter().for_each(|value| drop(comes_back(value)));
    CastlingSide::ALL.iter().for_each(|value| drop(comes_back(value)));
}

#[test]
fn bitboards_are_digits_or_a_number() {
    check(Bitboard::from(Rank::First), r#""0x00000000000000ff""#, &[0xff, 1]);
    check(Bitboard::FULL, r#""0xffffffffffffffff""#, &[vec![0xff; 9], vec![1]].concat());
}

#[test]
fn moves_keep_their_kind() {
    check(Move::new(Square::E1, Square::H1), r#""e1h1""#, &[0xc4, 0x23]);
    check(CASTLES, r#""e1h1 castles""#, &[0xc4, 0x43]);
    check(EN_PASSANT, r#""e5d6 ep""#, &[0xe4, 0x75]);
    let promotion = Move::with_kind(Square::E7, Square::E8, MoveKind::PromoteToKnight);
    check(promotion, r#""e7e8n""#, &[0xb4, 0x9e, 1]);
    (0..=u16::MAX).filter_map(Move::from_bits).for_each(|mv| drop(comes_back(&mv)));
    let info = MoveInfo { mv: EN_PASSANT, moved: PieceType::Pawn, captured: None };
    check(info, r#"["e5d6 ep","p",null]"#, &[0xe4, 0x75, 0, 0]);
    let captured = Some(PieceType::Pawn);
    check(MoveInfo { captured, ..info }, r#"["e5d6 ep","p","p"]"#, &[0xe4, 0x75, 0, 1, 0]);
}

#[test]
fn rights_are_letters_or_nibbles() {
    check(CastlingRights::NONE, r#""-""#, &[0]);
    check(CastlingRights::STANDARD, r#""KQkq""#, &[0x98, 0x30]);
    // A file alone would not tell the wing.
    let rights = CastlingRights::NONE.with(Color::White, CastlingSide::KingSide, File::B);
    check(rights, r#""Kb""#, &[2]);
    for number in 0..9usize.pow(4) {
        let mut rights = CastlingRights::NONE;
        for (place, color) in (0..).zip(Color::ALL) {
            for (place, side) in (2 * place..).zip(CastlingSide::ALL) {
                if let Some(file) = File::from_index(number / 9usize.pow(place) % 9) {
                    rights = rights.with(color, side, file);
                }
            }
        }
        comes_back(&rights);
    }
}

#[test]
fn outcomes_are_words_or_a_number() {
    let rows = [
        (Outcome::Checkmate { winner: Color::White }, "White wins by checkmate"),
        (Outcome::Checkmate { winner: Color::Black }, "Black wins by checkmate"),
        (Outcome::Stalemate, "draw by stalemate"),
        (Outcome::InsufficientMaterial, "draw by insufficient material"),
        (Outcome::SeventyFiveMoves, "draw by the seventy-five-move rule"),
    ];
    for (number, (outcome, words)) in (0..).zip(rows) {
        check(outcome, &format!("\"{words}\""), &[number]);
    }
}

#[test]
fn positions_are_fens_or_packed() {
    let position = Position::START.after(Move::new(Square::E2, Square::E4));
    let packed = position.pack();
    let text = r#""rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1""#;
    let bytes = [&[28], packed.as_ref()].concat();
    check(position, text, &bytes);
    check(Board::from(position), text, &bytes);
    check(packed, &format!("\"{packed}\""), &bytes);
    // Composed: three rooks give check.
    let text = r#""4k3/4r3/8/8/r3K2r/8/8/8 w - - 0 1""#;
    let position: Position = serde_json::from_str(text).expect("problems are accepted");
    comes_back(&position);

    for position in all_positions().expect("the suites can be read").iter().step_by(3) {
        comes_back(position);
    }
    for number in (0..960).step_by(7) {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 60, number.into(), |board| {
            comes_back(board);
            comes_back(&board.legal_moves());
        });
    }
}

/// A type of someone who uses the library.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Game {
    start: Board,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
    favourites: std::collections::BTreeMap<Square, Piece>,
}

#[test]
fn values_stand_inside_others() {
    let game = Game {
        start: Board::default(),
        moves: vec![Move::new(Square::E2, Square::E4)],
        outcome: None,
        favourites: [(Square::F3, Piece::WhiteKnight)].into(),
    };
    let (text, _) = comes_back(&game);
    assert_eq!(
        text,
        r#"{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":["e2e4"],"outcome":null,"favourites":{"f3":"N"}}"#
    );
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(text: &str, sentence: &str) {
    let error = serde_json::from_str::<T>(text).expect_err(text).to_string();
    assert!(error.starts_with(sentence), "{text}: {error}");
}

#[test]
fn texts_that_are_none_are_refused() {
    refused::<Square>(r#""e9""#, "not a square; expected a file a-h and a rank 1-8");
    refused::<Square>("28", "invalid type: integer `28`, expected a square, like \"e4\"");
    refused::<Color>(r#""white""#, "not a color; expected w or b");
    refused::<CastlingSide>(r#""K""#, "not a castling side; expected kingside or queenside");
    for text in ["ff", "0xff", "0x+00000000000000f", "0X00000000000000ff", "0x00000000000000ffé"] {
        refused::<Bitboard>(&format!("\"{text}\""), "not a bitboard; expected 0x and 16");
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
        refused::<Move>(&format!("\"{text}\""), "not a move; expected two squares, then");
    }
    refused::<CastlingRights>(r#""HAha""#, "not a set of castling rights; expected -");
    refused::<Outcome>(r#""1-0""#, "not an outcome: expected words like");
    refused::<Position>(
        r#""8/8/8/8/8/8/8/8 w - - 0 1""#,
        "placement: White has 0 kings; expected 1",
    );
    refused::<Board>("[]", "invalid type: sequence, expected a FEN");
    refused::<PackedPosition>(r#""00""#, "found \"00\"; expected 56 hexadecimal digits");
    refused::<MoveInfo>(r#"["e2e4","p"]"#, "invalid length 2");
    let moves = |count| format!("[{}]", vec![r#""e2e4""#; count].join(","));
    let full: MoveList = serde_json::from_str(&moves(MoveList::CAPACITY)).expect("it is full");
    assert_eq!(full.len(), MoveList::CAPACITY);
    refused::<MoveList>(
        &moves(MoveList::CAPACITY + 1),
        "invalid length 273, expected at most 272 moves",
    );
}

/// The numbers of a type that are read from a `u16` as postcard writes it.
fn numbers<T: DeserializeOwned>() -> usize {
    let read = |number: u16| {
        postcard::from_bytes::<T>(&postcard::to_allocvec(&number).expect("a number")).is_ok()
    };
    (0..=u16::MAX).filter(|&number| read(number)).count()
}

/// As above, of a `u8`.
fn indices<T: DeserializeOwned>() -> usize {
    (0..=u8::MAX).filter(|&index| postcard::from_bytes::<T>(&[index]).is_ok()).count()
}

#[test]
fn numbers_out_of_range_are_refused() {
    let found = [
        indices::<Square>(),
        indices::<File>(),
        indices::<Rank>(),
        indices::<Color>(),
        indices::<PieceType>(),
        indices::<Piece>(),
        indices::<CastlingSide>(),
        indices::<Outcome>(),
        numbers::<Move>(),
        numbers::<CastlingRights>(),
    ];
    assert_eq!(found, [64, 8, 8, 2, 6, 12, 2, 5, 64 * 63 * 7, 9 * 9 * 9 * 9]);
}

/// A format for programs that has no bytes, only sequences of numbers.
struct Numbers<'a>(&'a [u8]);

impl<'de> Deserializer<'de> for Numbers<'_> {
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
fn bytes_may_come_as_numbers() {
    let bytes = Position::START.pack().to_bytes();
    assert_eq!(Position::deserialize(Numbers(&bytes)), Ok(Position::START));
    for wrong in [&bytes[1..], &[&bytes[..], &[0]].concat()] {
        let error = Position::deserialize(Numbers(wrong)).expect_err("another length");
        let sentence = format!("invalid length {}, expected 28 bytes", wrong.len());
        assert_eq!(error.to_string(), sentence);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        if let Ok(mv) = postcard::from_bytes::<Move>(&bytes) {
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        if let Ok(position) = postcard::from_bytes::<Position>(&bytes) {
            prop_assert_eq!(position.pack().unpack(), Ok(position));
        }
        if let Ok(list) = postcard::from_bytes::<MoveList>(&bytes) {
            comes_back(&list);
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = serde_json::from_str::<Board>(&serde_json::to_string(&text).expect("a text"));
    }
}
