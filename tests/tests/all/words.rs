//! What errors and values say of themselves, and values made without being asked for.

use std::fmt::{Debug, Display};

use tabiya::perft::{Backend, BackendError, Perft};
use tabiya::san::SanError;
use tabiya::variation::VariationFault;
use tabiya::viriformat::ViriError;
use tabiya::{
    Bitboard, Board, CastlingSide, File, IllegalMove, InputExcerpt, LeavesKingInCheck, Move,
    MoveKind, Piece, Position, Rank, SeeValues, Setup, Square, epd,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn says(value: impl Display, sentence: &str) {
    assert_eq!(value.to_string(), sentence);
}

#[track_caller]
fn shows(value: impl Debug, text: &str) {
    assert_eq!(format!("{value:?}"), text);
}

#[test]
fn a_line_of_epd_is_refused_in_words() {
    use epd::EpdError::{Control, NotUtf8, Opcode, StrayQuote, TwoClocks, UnclosedQuote};
    let found = InputExcerpt::new(b"3e");
    let opcode = "expected an opcode (a letter, then up to 14 letters, digits or underscores)";
    says(TwoClocks(tabiya::FenField::HalfmoveClock), "halfmove clock: found two different values");
    says(NotUtf8 { offset: 3 }, "byte 3: invalid UTF-8");
    says(Control { offset: 3, found: '\n' }, r"byte 3: found control character '\n'");
    says(Opcode { offset: 3, found }, &format!("byte 3: found \"3e\"; {opcode}"));
    says(UnclosedQuote { offset: 3 }, "byte 3: unclosed quote");
    let sentence = "byte 3: unexpected quote; expected quotes around an operand only";
    says(StrayQuote { offset: 3 }, sentence);
    says(epd::read("").expect_err("nothing is there"), "placement: the field is missing");

    use epd::WriteError::{Clock, Illegal, Opcode as Unnamed, Output};
    says(Unnamed(found), &format!("found \"3e\"; {opcode}"));
    let sentence = "fullmove number: already written with the position";
    says(Clock(tabiya::FenField::FullmoveNumber), sentence);
    let mv = Move::new(Square::E2, Square::E5);
    let reason = IllegalMove::NoPiece(Square::E2);
    let sentence = "move 2: e2e5 is illegal: no piece on e2";
    says(Illegal { index: 2, mv, reason }, sentence);
    says(Output, "cannot write the output");
}

#[test]
fn moves_are_refused_in_words() {
    let reason = IllegalMove::NoCastlingRight(Square::H1);
    let castling = |side| SanError::Castling { side, reason };
    says(castling(CastlingSide::KingSide), "O-O is illegal");
    says(castling(CastlingSide::QueenSide), "O-O-O is illegal");
    says(reason, "no castling right with a rook on h1");
    says(SanError::NoCapture(Square::D5), "no piece to capture on d5");
    says(VariationFault::Pgn('{'), "'{' is PGN syntax; expected moves only");
    says(VariationFault::AfterResult, "text after the result of the game");
    says(ViriError::Truncated, "unexpected end of data; expected the end of the game");
    says(ViriError::Move { bits: 0xc3 }, "move 0x00c3: origin and target are the same square");
    let mv = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    says(ViriError::Illegal { mv, reason }, "e1h1 is illegal");
    says(LeavesKingInCheck, "the move leaves the king in check");
}

#[test]
fn back_ends_have_names() {
    for (backend, name) in
        [(Backend::Scalar, "scalar"), (Backend::Avx2, "avx2"), (Backend::Avx512, "avx512")]
    {
        says(backend, name);
        assert_eq!(name.parse(), Ok(backend));
        let sentence = format!("back end {name}: not available on this CPU");
        says(BackendError::Unavailable(backend), &sentence);
    }
    assert_eq!(Perft::default().count(&Position::START, 3), 8_902);
}

/// A failing test shows what it compares in this form.
#[test]
fn values_are_shown_as_people_know_them() {
    shows(Position::START, &format!("Position({START})"));
    let board = Board::default();
    shows(board, &format!("Board(Position({START}), key {:#018x})", board.key()));
    let bare = START.replace("KQkq", "-");
    shows(Setup::from(Position::START), &format!("Setup({bare}, castling KQkq)"));
    let packed = Position::START.pack();
    shows(packed, &format!("PackedPosition({packed})"));
    shows(InputExcerpt::new(b"a\xff"), r#""a\xff""#);
    shows(InputExcerpt::new([b'x'; 17]), "\"xxxxxxxxxxxxxxxx…\"");
    shows(Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant), "Move(e5d6 EnPassant)");
    let corner = Bitboard::from(Square::H1);
    shows(corner, "Bitboard(0x0000_0000_0000_0080)");
    let empty = ". . . . . . . .\n".repeat(7);
    let drawn = format!("Bitboard(0x0000_0000_0000_0080)\n{empty}. . . . . . . X\n");
    assert_eq!(format!("{corner:#?}"), drawn);
}

#[test]
fn values_that_nobody_chose() {
    assert_eq!(Board::default().position(), Position::START);
    assert_eq!(SeeValues::default(), SeeValues::DEFAULT);
    assert!(Setup::default().position().is_err(), "an empty board is no position");
    assert_eq!(tabiya::PackedPosition::from(&Position::START), Position::START.pack());
    let mut squares = Bitboard::from(Square::A1);
    squares.extend([Square::H8, Square::A1]);
    assert_eq!(squares, Square::A1.bitboard() | Square::H8.bitboard());
}

/// A word is one letter or digit, no more and no less.
#[test]
fn words_of_another_length_are_refused() {
    for text in ["", "aa", "11", "é"] {
        assert!(text.parse::<File>().is_err(), "{text}");
        assert!(text.parse::<Rank>().is_err(), "{text}");
        assert!(text.parse::<Piece>().is_err(), "{text}");
    }
}

#[test]
fn a_legal_move_is_made_and_an_illegal_one_changes_nothing() {
    let (legal, illegal) = (Move::new(Square::E2, Square::E4), Move::new(Square::E2, Square::E5));
    let (mut position, mut board) = (Position::START, Board::default());
    assert!(position.try_make_move(illegal).is_err() && board.try_make_move(illegal).is_err());
    assert_eq!((position, board), (Position::START, Board::default()));
    assert_eq!((position.try_make_move(legal), board.try_make_move(legal)), (Ok(()), Ok(())));
    assert_eq!(position, board.position());
    assert_eq!(board, Board::default().after(legal));
    assert_eq!(position, Position::START.after(legal));
}
