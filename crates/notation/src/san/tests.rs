//! Tests for accepted and rejected forms of SAN moves.

extern crate std;
use core::error::Error;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use tabiya_core::{Move, Piece, Square};
use tabiya_movegen::{InputExcerpt, Position};

use super::{SanError, display, display_long, is_ep_annotation, parse};

#[track_caller]
fn parse_fen(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Asserts that all texts parse to the same move, and that SAN output equals the first text.
#[track_caller]
fn assert_same_move(fen: &str, texts: &[&str]) {
    let position = parse_fen(fen);
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
fn assert_error(fen: &str, text: &str, error: SanError) {
    assert_eq!(parse(&parse_fen(fen), text), Err(error), "{text} in {fen}");
}

#[track_caller]
fn assert_message(fen: &str, text: &str, sentence: &str) {
    let error = parse(&parse_fen(fen), text).expect_err(text);
    let written = match error.source() {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    };
    assert_eq!(written, sentence, "{text} in {fen}");
}

#[test]
fn parse_str_and_bytes_agree() {
    let start = parse_fen(START_FEN);
    let e4 = Ok(Move::new(Square::E2, Square::E4));
    assert_eq!(parse(&start, "e4"), e4);
    assert_eq!(parse(&start, String::from("e4")), e4);
    assert_eq!(parse(&start, &b"e4"[..]), e4);
    assert_eq!(parse(&start, Vec::from(*b"e4")), e4);
    assert_eq!(parse(&start, display(&start, Move::new(Square::E2, Square::E4))), e4);
    assert_eq!(parse(&start, b"--"), Err(SanError::NullMove));
    assert_eq!(parse(&start, b"e\xff"), Err(SanError::Malformed(InputExcerpt::new(b"e\xff"))));
}

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTION_FEN: &str = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
const EN_PASSANT_FEN: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const CASTLING_FEN: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

#[test]
fn all_move_forms_are_accepted() {
    assert_same_move(
        START_FEN,
        &["Nf3", "Nf3!", "Nf3+", "Nf3#??", "♘f3", "♞f3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3"],
    );
    assert_same_move(
        START_FEN,
        &["e4", "Pe4", "♙e4", "♟e4", "e2e4", "e2-e4", "Pe2-e4", "2e4", "e4!?", "e4++"],
    );
    assert_same_move(
        PROMOTION_FEN,
        &["exd8=Q+", "ed8Q", "exd8Q", "exd8=q", "e7xd8=Q", "exd8/Q", "exd8(Q)", "xd8=Q"],
    );
    assert_same_move(PROMOTION_FEN, &["exd8=N", "exd8n", "e7xd8(n)", "exd8=♘", "exd8♞", "exd8(♘)"]);
    assert_same_move(
        EN_PASSANT_FEN,
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
    assert_same_move(CASTLING_FEN, &["O-O", "0-0", "o-o", "O-O+", "0-0!"]);
    assert_same_move(CASTLING_FEN, &["O-O-O", "0-0-0", "o-o-o", "O-O-O#"]);
    // Chess960: the king is on f1, its rook on g1.
    assert_same_move("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", &["O-O", "0-0"]);
    assert_same_move(
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
    assert_same_move(fen, &["dxe5", "de5", "xe5", "d4e5"]);
    assert_error(fen, "e5", SanError::NoSuchPiece { piece: Piece::WhitePawn, to: Square::E5 });
}

#[test]
fn disambiguation_is_minimal() {
    let three_queens = "8/k7/8/8/7Q/8/8/K3Q2Q w - - 0 1";
    assert_same_move(three_queens, &["Qee4", "Qe1e4"]);
    assert_same_move(three_queens, &["Q4e4", "Qh4e4"]);
    assert_same_move(three_queens, &["Qh1e4", "Qh1-e4+"]);
    // Two rooks on a file, and a pinned rook beside them.
    assert_same_move("7k/8/R7/8/8/8/8/R3K3 w - - 0 1", &["R1a3", "Ra1a3"]);
    assert_same_move("4r2k/8/8/8/8/4R3/8/R3K3 w - - 0 1", &["Ra3", "Raa3", "R1a3"]);
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
        assert_error(START_FEN, text, SanError::Malformed(InputExcerpt::new(text)));
    }
    for text in ["--", "Z0"] {
        assert_error(START_FEN, text, SanError::NullMove);
    }
}

#[test]
fn equals_sign_without_piece_is_missing_promotion() {
    let position = Position::from_fen("1n5k/P7/8/8/8/8/8/K7 w - - 0 1").expect("valid");
    for text in ["a8=", "axb8="] {
        let error = parse(&position, text).expect_err(text);
        let reason = error.source().map(ToString::to_string).unwrap_or_default();
        assert!(reason.contains("promotion"), "{text}: {error}: {reason}");
    }
}

#[test]
fn missing_ambiguous_and_illegal_moves_have_messages() {
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let both = Square::B1.bitboard() | Square::F3.bitboard();
    let piece = Piece::WhiteKnight;
    assert_error(knights, "Nd2", SanError::Ambiguous { piece, from: both, to: Square::D2 });
    assert_message(
        knights,
        "Nd2",
        "ambiguous: the white knight on b1 and the white knight on f3 can each move to d2",
    );
    assert_error(knights, "Nad2", SanError::NoSuchPiece { piece, to: Square::D2 });
    assert_error(knights, "Nxe5", SanError::NoCapture(Square::E5));
    assert_error(
        START_FEN,
        "e5",
        SanError::NoSuchPiece { piece: Piece::WhitePawn, to: Square::E5 },
    );
    assert_error(
        START_FEN,
        "Ke3",
        SanError::NoSuchPiece { piece: Piece::WhiteKing, to: Square::E3 },
    );
    assert_message(START_FEN, "Nd2", "b1d2 is illegal: the white pawn on d2 occupies the target");
    assert_message(PROMOTION_FEN, "e8", "e7e8 is illegal: the king on e8 cannot be captured");
    assert_message(
        PROMOTION_FEN,
        "exd8",
        "e7d8 is illegal: a pawn move to d8 requires a promotion piece",
    );
    assert_message(EN_PASSANT_FEN, "exd6=Q", "e5d6q is illegal: no pawn promotes on d6");
    assert_message(
        START_FEN,
        "e4 e.p.",
        "e2e4 is illegal: no pawn can be captured en passant on e4",
    );
    assert_message(START_FEN, "O-O", "O-O is illegal: the white bishop on f1 blocks castling");
    assert_message(
        EN_PASSANT_FEN,
        "O-O-O",
        "O-O-O is illegal: no castling right with a rook on a1",
    );
    assert_message(
        START_FEN,
        "exd3",
        "e2d3 is illegal: the white pawn on e2 has no piece to capture on d3",
    );
    assert_message(
        START_FEN,
        "Bc4",
        "f1c4 is illegal: the white pawn on e2 blocks the white bishop on f1",
    );
    assert_message(START_FEN, "Rxa2", "a1a2 is illegal: the white pawn on a2 occupies the target");
}

#[test]
fn castling_without_right_names_wing_corner() {
    for king in ["4K3/8/8/8", "8/8/7K/8", "8/8/8/7K", "8/8/8/K7"] {
        let fen = std::format!("7k/8/8/8/{king} w - - 0 1");
        assert_message(&fen, "O-O", "O-O is illegal: no castling right with a rook on h1");
        assert_message(&fen, "0-0-0", "O-O-O is illegal: no castling right with a rook on a1");
    }
}

#[test]
fn origin_square_with_other_piece_is_reported() {
    assert_message(START_FEN, "g1f3", "the white knight on g1 is not a white pawn");
    assert_message(START_FEN, "Nf1e3", "the white bishop on f1 is not a white knight");
}

/// Displays all 65,536 move values, in positions with long moves, captures, promotions and checks.
#[test]
fn illegal_moves_display_without_panic() {
    for fen in [
        START_FEN,
        PROMOTION_FEN,
        "rbkq1rbn/2p1pppp/pp3n2/3p4/5P2/3N2N1/PPPPP1PP/RBKQR1B1 w Qkq - 2 9",
        "8/k7/8/8/7Q/8/8/K3Q2Q w - - 0 1",
        "3rk3/3r4/8/8/8/8/8/3QK2R b K - 0 1",
    ] {
        let position = parse_fen(fen);
        // All values take Miri minutes.
        let values = (0..=u16::MAX).step_by(if cfg!(miri) { 401 } else { 1 });
        for mv in values.filter_map(Move::from_bits) {
            assert!(!display(&position, mv).is_empty(), "{mv:?} in {fen}");
        }
    }
}

#[test]
fn long_form_for_legal_move_reads_back() {
    let fens = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1r2n2k/P4Ppp/8/2pP4/8/8/8/R3K2R w KQ c6 0 1",
        "8/8/8/8/8/7k/1p6/Q1Q1K3 w - - 0 1",
    ];
    let mut longest = 0;
    for fen in fens {
        let position = parse_fen(fen);
        for mv in position.legal_moves() {
            let text = display_long(&position, mv);
            assert_eq!(parse(&position, text), Ok(mv), "{text} in {fen}");
            let has_sign = |sign| text.contains(sign) == display(&position, mv).contains(sign);
            assert!(['x', '+', '#', '='].into_iter().all(has_sign), "{text} in {fen}");
            longest = longest.max(text.len());
        }
    }
    assert_eq!(longest, 8);
}

#[test]
fn long_form_names_origin_and_capture() {
    let position = parse_fen("r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1");
    let long = |text| display_long(&position, parse(&position, text).expect(text));
    assert_eq!(long("O-O").as_str(), "O-O");
    assert_eq!(long("O-O-O").as_str(), "O-O-O");
    assert_eq!(long("dxc6").as_str(), "d5xc6");
    assert_eq!(long("d6").as_str(), "d5-d6");
    assert_eq!(long("Rxa8").as_str(), "Ra1xa8+");
    let empty = Move::new(Square::E4, Square::E5);
    assert_eq!(display_long(&position, empty).as_str(), "--");
}
