//! Tests for traits from the standard library: `Display` on errors, `Debug`, `Default` and
//! `FromStr`.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tabiya::perft::{Backend, BackendError, Perft};
use tabiya::san::SanError;
use tabiya::variation::VariationErrorKind;
use tabiya::viriformat::ViriError;
use tabiya::{
    Bitboard, Board, CastlingSide, File, IllegalMove, InputExcerpt, Move, MoveKind, PackedPosition,
    Piece, Position, Rank, SeeValues, Setup, Square, epd, pseudo_legal,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn check_display(value: impl Display, expected: &str) {
    assert_eq!(value.to_string(), expected);
}

#[track_caller]
fn check_debug(value: impl Debug, expected: &str) {
    assert_eq!(format!("{value:?}"), expected);
}

#[test]
fn epd_errors_display_problem_and_location() {
    use epd::EpdError::{Control, NotUtf8, Opcode, StrayQuote, TwoClocks, UnclosedQuote};
    let found = InputExcerpt::new(b"3e");
    let opcode = "expected an opcode (a letter, then up to 14 letters, digits or underscores)";
    check_display(
        TwoClocks(tabiya::FenField::HalfmoveClock),
        "halfmove clock: found two different values",
    );
    check_display(NotUtf8 { offset: 3 }, "byte 3: invalid UTF-8");
    check_display(Control { offset: 3, found: '\n' }, r"byte 3: found control character '\n'");
    check_display(Opcode { offset: 3, found }, &format!("byte 3: found \"3e\"; {opcode}"));
    check_display(UnclosedQuote { offset: 3 }, "byte 3: unclosed quote");
    let message = "byte 3: unexpected quote; expected quotes around an operand only";
    check_display(StrayQuote { offset: 3 }, message);
    check_display(epd::read("").expect_err("an empty line"), "the FEN is empty");

    use epd::OperationError::{Clock, Illegal, Opcode as InvalidOpcode, Output};
    check_display(InvalidOpcode(found), &format!("found \"3e\"; {opcode}"));
    let message = "fullmove number: already written with the position";
    check_display(Clock(tabiya::FenField::FullmoveNumber), message);
    let mv = Move::new(Square::E2, Square::E5);
    let reason = IllegalMove::NoPiece(Square::E2);
    let message = "move 2: e2e5 is illegal: no piece on e2";
    check_display(Illegal { index: 2, mv, reason }, message);
    check_display(Output, "cannot write the output");
}

#[test]
fn move_errors_display_problem() {
    let reason = IllegalMove::NoCastlingRight(Square::H1);
    let castling = |side| SanError::Castling { side, reason };
    check_display(castling(CastlingSide::KingSide), "O-O is illegal");
    check_display(castling(CastlingSide::QueenSide), "O-O-O is illegal");
    check_display(reason, "no castling right with a rook on h1");
    check_display(SanError::NoCapture(Square::D5), "no piece to capture on d5");
    check_display(VariationErrorKind::Pgn('{'), "'{' is PGN syntax; expected moves only");
    check_display(VariationErrorKind::AfterResult, "text after the result of the game");
    check_display(ViriError::Truncated, "unexpected end of data; expected the end of the game");
    check_display(
        ViriError::Move { bits: 0xc3 },
        "move 0x00c3: origin and target are the same square",
    );
    let mv = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    check_display(ViriError::Illegal { mv, reason }, "e1h1 is illegal");
    check_display(pseudo_legal::KingInCheckError, "the move leaves the king in check");
}

#[test]
fn back_end_display_and_parse_use_names() {
    for (backend, name) in
        [(Backend::Scalar, "scalar"), (Backend::Avx2, "avx2"), (Backend::Avx512, "avx512")]
    {
        check_display(backend, name);
        assert_eq!(name.parse(), Ok(backend));
        let message = format!("back end {name}: not available on this CPU");
        check_display(BackendError::Unavailable(backend), &message);
    }
    assert_eq!(Perft::default().count(&Position::START, 3), 8_902);
}

#[test]
fn debug_shows_values_in_standard_notation() {
    check_debug(Position::START, &format!("Position({START})"));
    let board = Board::default();
    check_debug(board, &format!("Board(Position({START}), key {:#018x})", board.key()));
    check_debug(Setup::from(Position::START), &format!("Setup({START}, castling KQkq)"));
    let packed = PackedPosition::from(&Position::START);
    check_debug(packed, &format!("PackedPosition({packed})"));
    check_debug(InputExcerpt::new(b"a\xff"), r#""a\xff""#);
    check_debug(InputExcerpt::new([b'x'; 17]), "\"xxxxxxxxxxxxxxxx…\"");
    check_debug(InputExcerpt::new("♞e4\t\"\u{85}\u{202e}"), r#""♞e4\t\"\u{85}\u{202e}""#);
    // A character that does not fit is left out, but not bytes that only look like its start.
    check_debug(InputExcerpt::new("x♔♕♖♗♘♙"), "\"x♔♕♖♗♘…\"");
    check_debug(InputExcerpt::new("xx♔♕♖♗♘♙"), "\"xx♔♕♖♗…\"");
    check_debug(InputExcerpt::new("xxxxxxxxxxxxx😀"), "\"xxxxxxxxxxxxx…\"");
    check_debug(InputExcerpt::new("xxxxxxxxxxxx😀x"), "\"xxxxxxxxxxxx😀…\"");
    check_debug(InputExcerpt::new(b"xxxxxxxxxxxxxxx\xc3x"), "\"xxxxxxxxxxxxxxx\\xc3…\"");
    check_debug(InputExcerpt::new(b"\x80\x80xxxxxxxxxxxxxx\x80"), r#""\x80\x80xxxxxxxxxxxxxx…""#);
    check_debug(
        Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant),
        "Move(e5d6 EnPassant)",
    );
    let corner = Bitboard::from(Square::H1);
    check_debug(corner, "Bitboard(0x0000_0000_0000_0080)");
    let empty_ranks = ". . . . . . . .\n".repeat(7);
    let diagram = format!("Bitboard(0x0000_0000_0000_0080)\n{empty_ranks}. . . . . . . X\n");
    assert_eq!(format!("{corner:#?}"), diagram);
}

#[test]
fn default_and_conversion_traits_agree_with_constants() {
    assert_eq!(Board::default().position(), Position::START);
    assert_eq!(SeeValues::default(), SeeValues::DEFAULT);
    assert!(Setup::default().position().is_err(), "an empty board is not a position");
    assert_eq!(PackedPosition::from(&Position::START), PackedPosition::from(&Position::START));
    let mut squares = Bitboard::from(Square::A1);
    squares.extend([Square::H8, Square::A1]);
    assert_eq!(squares, Square::A1.bitboard() | Square::H8.bitboard());
}

#[test]
fn displayed_values_parse_to_themselves() {
    fn check<T: Copy + Debug + Display + FromStr + PartialEq>(values: impl IntoIterator<Item = T>) {
        for value in values {
            assert_eq!(value.to_string().parse().ok(), Some(value), "{value:?}");
        }
    }
    check(File::ALL);
    check(Rank::ALL);
    check(Square::ALL);
    check(Piece::ALL);
}

#[test]
fn parse_text_longer_or_shorter_than_one_character_is_error() {
    for text in ["", "aa", "11", "é"] {
        assert!(text.parse::<File>().is_err(), "{text}");
        assert!(text.parse::<Rank>().is_err(), "{text}");
        assert!(text.parse::<Piece>().is_err(), "{text}");
    }
}
