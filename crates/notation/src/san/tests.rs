//! Tests of accepted and rejected forms.

extern crate std;
use core::error::Error;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use tabiya_core::{Move, Piece, Square};
use tabiya_movegen::{InputExcerpt, Position};

use super::{SanError, display, is_ep_annotation, parse};

#[track_caller]
fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Asserts that all texts parse to the same move, and that it is written as the first text.
#[track_caller]
fn check_same_move(fen: &str, texts: &[&str]) {
    let position = position(fen);
    let read = |text: &str| parse(&position, text).unwrap_or_else(|e| panic!("{text}, {fen}: {e}"));
    let mv = read(texts[0]);
    let written = display(&position, mv);
    assert_eq!(written.as_str(), texts[0], "{fen}");
    assert_eq!(<_ as AsRef<str>>::as_ref(&written), texts[0], "{fen}");
    for text in texts {
        assert_eq!(read(text), mv, "{text} in {fen}");
    }
}

#[track_caller]
fn check_error(fen: &str, text: &str, error: SanError) {
    assert_eq!(parse(&position(fen), text), Err(error), "{text} in {fen}");
}

#[track_caller]
fn check_message(fen: &str, text: &str, sentence: &str) {
    let error = parse(&position(fen), text).expect_err(text);
    let written = match error.source() {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    };
    assert_eq!(written, sentence, "{text} in {fen}");
}

#[test]
fn parse_str_and_bytes_agree() {
    let start = position(START);
    let e4 = Ok(Move::new(Square::E2, Square::E4));
    assert_eq!(parse(&start, "e4"), e4);
    assert_eq!(parse(&start, String::from("e4")), e4);
    assert_eq!(parse(&start, &b"e4"[..]), e4);
    assert_eq!(parse(&start, Vec::from(*b"e4")), e4);
    assert_eq!(parse(&start, display(&start, Move::new(Square::E2, Square::E4))), e4);
    assert_eq!(parse(&start, b"--"), Err(SanError::NullMove));
    assert_eq!(parse(&start, b"e\xff"), Err(SanError::Malformed(InputExcerpt::new(b"e\xff"))));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTING: &str = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn all_forms_of_a_move_are_accepted() {
    check_same_move(
        START,
        &["Nf3", "Nf3!", "Nf3+", "Nf3#??", "♘f3", "♞f3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3"],
    );
    check_same_move(
        START,
        &["e4", "Pe4", "♙e4", "♟e4", "e2e4", "e2-e4", "Pe2-e4", "2e4", "e4!?", "e4++"],
    );
    check_same_move(
        PROMOTING,
        &["exd8=Q+", "ed8Q", "exd8Q", "exd8=q", "e7xd8=Q", "exd8/Q", "exd8(Q)", "xd8=Q"],
    );
    check_same_move(PROMOTING, &["exd8=N", "exd8n", "e7xd8(n)", "exd8=♘", "exd8♞", "exd8(♘)"]);
    check_same_move(
        EN_PASSANT,
        &[
            "exd6",
            "ed6",
            "exd6e.p.",
            "exd6 e.p.",
            "exd6 ep",
            "e5xd6+",
            "e:d6",
            "xd6",
            "exd6+ e.p.",
            "exd6 e.p.+!",
            "exd6ep#",
        ],
    );
    check_same_move(CASTLING, &["O-O", "0-0", "o-o", "O-O+", "0-0!"]);
    check_same_move(CASTLING, &["O-O-O", "0-0-0", "o-o-o", "O-O-O#"]);
    // Chess960: the king is on f1, its rook on g1.
    check_same_move("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &["O-O", "0-0"]);
    check_same_move(
        "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        &["Qxd8+", "Qd8", "Q:d8", "Qd1xd8", "Qd1-d8"],
    );
}

#[test]
fn ep_annotation_is_recognized() {
    for token in ["e.p.", "ep", "e.p.+", "ep#!"] {
        assert!(is_ep_annotation(token.as_bytes()), "{token}");
    }
    for token in ["", "+", "!?", "e6", "exd6", "e", "p."] {
        assert!(!is_ep_annotation(token.as_bytes()), "{token}");
    }
}

/// A pawn move without an origin file is a push: `e5` is not `dxe5`.
#[test]
fn pawn_move_without_origin_file_is_a_push() {
    let fen = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
    check_same_move(fen, &["dxe5", "de5", "xe5", "d4e5"]);
    check_error(fen, "e5", SanError::NoSuchPiece { piece: Piece::WhitePawn, to: Square::E5 });
}

#[test]
fn disambiguation_is_minimal() {
    let three_queens = "8/k7/8/8/7Q/8/8/K3Q2Q w - - 0 1";
    check_same_move(three_queens, &["Qee4", "Qe1e4"]);
    check_same_move(three_queens, &["Q4e4", "Qh4e4"]);
    check_same_move(three_queens, &["Qh1e4", "Qh1-e4+"]);
    // Two rooks on a file, and a pinned rook beside them.
    check_same_move("7k/8/R7/8/8/8/8/R3K3 w - - 0 1", &["R1a3", "Ra1a3"]);
    check_same_move("4r2k/8/8/8/8/4R3/8/R3K3 w - - 0 1", &["Ra3", "Raa3", "R1a3"]);
}

#[test]
fn malformed_text_is_rejected() {
    for text in [
        "",
        " ",
        "N",
        "e",
        "f",
        "Nf",
        "Nf9",
        "Ni3",
        "i4",
        "e4e",
        "Nbdd2",
        "Nb11d2",
        "Nxxf3",
        "O-O-",
        "O-O-O-O",
        "00",
        "e8=",
        "e8=X",
        "e8=K",
        "e8=P",
        "e8()",
        "e8Q)",
        "e8=Q)",
        "e8(Q",
        "Nf3=Q",
        "=Q",
        "x",
        "xe",
        "+",
        "e.p.",
        "♘",
        "♔♔e2",
        "é4",
        "Nf3 ",
        " Nf3",
        "nf3",
        "N\u{2655}f3",
        "Nf3\0",
        "1.e4",
        "e4 e5",
    ] {
        check_error(START, text, SanError::Malformed(InputExcerpt::new(text)));
    }
    for text in ["--", "Z0"] {
        check_error(START, text, SanError::NullMove);
    }
}

#[test]
fn missing_ambiguous_and_illegal_moves_have_messages() {
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let both = Square::B1.bitboard() | Square::F3.bitboard();
    let piece = Piece::WhiteKnight;
    check_error(knights, "Nd2", SanError::Ambiguous { piece, from: both, to: Square::D2 });
    check_message(
        knights,
        "Nd2",
        "ambiguous: the white knight on b1 and the white knight on f3 can each move to d2",
    );
    check_error(knights, "Nad2", SanError::NoSuchPiece { piece, to: Square::D2 });
    check_error(knights, "Nxe5", SanError::NoCapture(Square::E5));
    check_error(START, "e5", SanError::NoSuchPiece { piece: Piece::WhitePawn, to: Square::E5 });
    check_error(START, "Ke3", SanError::NoSuchPiece { piece: Piece::WhiteKing, to: Square::E3 });
    check_message(START, "Nd2", "b1d2 is illegal: the white pawn on d2 occupies the target");
    check_message(PROMOTING, "e8", "e7e8 is illegal: the king on e8 cannot be captured");
    check_message(
        PROMOTING,
        "exd8",
        "e7d8 is illegal: a pawn move to d8 requires a promotion piece",
    );
    check_message(EN_PASSANT, "exd6=Q", "e5d6q is illegal: no pawn promotes on d6");
    check_message(START, "e4 e.p.", "e2e4 is illegal: no pawn can be captured en passant on e4");
    check_message(START, "O-O", "O-O is illegal: the white bishop on f1 blocks castling");
    check_message(EN_PASSANT, "O-O-O", "O-O-O is illegal: no castling right with a rook on a1");
    check_message(
        START,
        "exd3",
        "e2d3 is illegal: the white pawn on e2 has no piece to capture on d3",
    );
    check_message(
        START,
        "Bc4",
        "f1c4 is illegal: the white pawn on e2 blocks the white bishop on f1",
    );
    check_message(START, "Rxa2", "a1a2 is illegal: the white pawn on a2 occupies the target");
}

#[test]
fn castling_without_right_names_the_corner_of_its_wing() {
    for king in ["4K3/8/8/8", "8/8/7K/8", "8/8/8/7K", "8/8/8/K7"] {
        let fen = std::format!("7k/8/8/8/{king} w - - 0 1");
        check_message(&fen, "O-O", "O-O is illegal: no castling right with a rook on h1");
        check_message(&fen, "0-0-0", "O-O-O is illegal: no castling right with a rook on a1");
    }
}

#[test]
fn origin_square_with_other_piece_is_reported() {
    check_message(START, "g1f3", "the white knight on g1 is not a white pawn");
    check_message(START, "Nf1e3", "the white bishop on f1 is not a white knight");
}

/// All 65,536 move values, in positions with long moves, captures, promotions and checks.
#[test]
fn illegal_moves_display_without_panic() {
    for fen in [
        START,
        PROMOTING,
        "rbkq1rbn/2p1pppp/pp3n2/3p4/5P2/3N2N1/PPPPP1PP/RBKQR1B1 w Qkq - 2 9",
        "8/k7/8/8/7Q/8/8/K3Q2Q w - - 0 1",
        "3rk3/3r4/8/8/8/8/8/3QK2R b K - 0 1",
    ] {
        let position = position(fen);
        // All values take Miri minutes.
        let values = (0..=u16::MAX).step_by(if cfg!(miri) { 401 } else { 1 });
        for mv in values.filter_map(Move::from_bits) {
            assert!(!display(&position, mv).is_empty(), "{mv} in {fen}");
        }
    }
}
