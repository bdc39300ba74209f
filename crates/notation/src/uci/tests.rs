//! Tests for reading and writing UCI moves.

extern crate std;

use core::error::Error;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use tabiya_core::{PieceType, Square};
#[cfg(feature = "alloc")]
use tabiya_movegen::KeyStack;
use tabiya_movegen::{Board, FenOptions, IllegalMove, InputExcerpt};

use super::*;

#[track_caller]
fn assert_error(fen: &str, text: &str, error: UciError) {
    let position = Position::from_fen(fen).expect(fen);
    assert_eq!(parse(&position, text), Err(error), "{text} in {fen}");
}

const PROMOTION_FEN: &str = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1";

#[test]
fn parse_str_and_bytes_agree() {
    let e2e4 = Ok(Move::new(Square::E2, Square::E4));
    assert_eq!(parse(&Position::START, "e2e4"), e2e4);
    assert_eq!(parse(&Position::START, String::from("e2e4")), e2e4);
    assert_eq!(parse(&Position::START, &b"e2e4"[..]), e2e4);
    assert_eq!(parse(&Position::START, Vec::from(*b"e2e4")), e2e4);
    let malformed = Err(UciError::Malformed(InputExcerpt::new(b"e2\xff4")));
    assert_eq!(parse(&Position::START, b"e2\xff4"), malformed);
}

#[test]
fn malformed_text_is_rejected() {
    let start = Position::START.to_string();
    for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e4x", "e2e4qq", "e7e8k", "é2e4"] {
        assert_error(&start, text, UciError::Malformed(InputExcerpt::new(text)));
    }
    assert_error(&start, "0000", UciError::NullMove);
}

#[track_caller]
fn assert_illegal(fen: &str, text: &str, sentence: &str) {
    let position = Position::from_fen(fen).expect(fen);
    let error = parse(&position, text).expect_err(text);
    let reason = error.source().expect("an illegal move has a reason");
    assert_eq!(format!("{error}: {reason}"), sentence, "{text} in {fen}");
}

#[test]
fn illegal_move_has_its_reason() {
    let start = Position::START.to_string();
    let castling = "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1";
    assert_illegal(&start, "e4e5", "e4e5 is illegal: no piece on e4");
    assert_illegal(&start, "e7e5", "e7e5 is illegal: the black pawn on e7 is the opponent's");
    assert_illegal(&start, "e2e4q", "e2e4 is illegal: no pawn promotes on e4");
    assert_illegal(&start, "e1g1", "e1g1 is illegal: the white bishop on f1 blocks castling");
    // Two files along the back rank mean castling, even without the right.
    let no_right = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    assert_illegal(no_right, "e1g1", "e1g1 is illegal: no castling right with a rook on h1");
    assert_illegal(no_right, "e1c1", "e1c1 is illegal: no castling right with a rook on a1");
    assert_illegal(no_right, "e1b1", "e1b1 is illegal: the white king on e1 cannot move to b1");
    for text in ["e1g1", "e1h1"] {
        let sentence = format!(
            "{text} is illegal: the black rook on f2 attacks f1 on the path of the castling \
             king"
        );
        assert_illegal(castling, text, &sentence);
    }
    assert_illegal(
        PROMOTION_FEN,
        "e7d8",
        "e7d8 is illegal: a pawn move to d8 requires a promotion piece",
    );
}

/// A king move by one square takes precedence over castling, unless the rook is on its
/// destination.
#[test]
fn chess960_castling_and_king_step_are_distinct() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("valid");
    let step = parse(&position, "f1g1").expect("legal");
    assert!(!step.is_castling());
    assert!(parse(&position, "f1h1").expect("legal").is_castling());
    for (fen, text) in [
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"),
        // The king is already on its castling destination.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1"),
    ] {
        let position = Position::from_fen(fen).expect("valid");
        assert!(parse(&position, text).expect("legal").is_castling(), "{text} in {fen}");
    }
}

#[test]
fn displayed_legal_moves_parse_back() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/1p6/R3K2R b KQkq - 0 1",
        PROMOTION_FEN,
    ];
    for fen in fens {
        let position = Position::from_fen(fen).expect(fen);
        for mv in position.legal_moves() {
            for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                let text = display(mv, castling).to_string();
                assert_eq!(parse(&position, &text), Ok(mv), "{text} in {fen}");
            }
        }
    }
}

#[test]
fn resolve_reports_missing_promotion_only_if_promotion_is_legal() {
    let position = Position::from_fen(PROMOTION_FEN).expect("valid");
    let reason = |to| match resolve(&position, Square::E7, to, None) {
        Err(UciError::Illegal { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(Square::D8), IllegalMove::MissingPromotion(Square::D8));
    assert!(matches!(reason(Square::F8), IllegalMove::NothingToCapture { .. }));
    assert!(matches!(reason(Square::A8), IllegalMove::CannotReach { .. }));
    for piece_type in [PieceType::Pawn, PieceType::King] {
        let found = resolve(&position, Square::E7, Square::D8, Some(piece_type));
        assert_eq!(found, Err(UciError::Promotion(piece_type)));
    }
    let error = UciError::Promotion(PieceType::King);
    assert_eq!(error.to_string(), "promotion to k; expected n, b, r or q");
}

#[test]
fn uci_move_round_trips_every_text() {
    for mv in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
        for promotion in [None, Some(PieceType::Knight), Some(PieceType::Queen)] {
            let uci_move = UciMove { from: mv.0, to: mv.1, promotion };
            let text = uci_move.to_string();
            assert_eq!(text.parse(), Ok(uci_move));
            assert_eq!(UciMove::try_from(text.as_str()), Ok(uci_move));
            assert_eq!(UciMove::try_from(text.as_bytes()), Ok(uci_move));
        }
    }
}

/// The conversion from a move keeps castling distinct from a king move in Chess960.
#[test]
fn uci_move_from_legal_move_resolves_to_it() {
    for fen in ["4k3/8/8/8/8/8/8/5K1R w K - 0 1", "8/8/8/8/8/8/k7/1R3KR1 w Q - 0 1", PROMOTION_FEN]
    {
        let position = Position::from_fen(fen).expect(fen);
        for mv in position.legal_moves() {
            let uci_move = UciMove::from(mv);
            assert_eq!(uci_move.resolve(&position), Ok(mv), "{mv:?} in {fen}");
            let promotion =
                mv.promotion().map_or(String::new(), |piece| piece.to_char().to_string());
            assert_eq!(uci_move.to_string(), format!("{}{}{promotion}", mv.from(), mv.to()));
            for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                let text = UciMove::from_move(mv, castling).to_string();
                assert_eq!(text, display(mv, castling).to_string());
            }
        }
    }
}

/// Reads the arguments of a command `position` strictly.
#[cfg(feature = "alloc")]
fn read(text: &str) -> Result<UciPosition, UciPositionError> {
    parse_position(FenOptions::new(), text)
}

#[test]
#[cfg(feature = "alloc")]
fn position_command_is_read_with_its_keys() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for text in [
        "startpos moves e2e4",
        "position startpos moves e2e4",
        " position\tfen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1  moves\te2e4 ",
        "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves",
    ] {
        let game = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.board.to_string(), after_e4, "{text}");
        assert_eq!(game.keys.as_slice().last(), Some(&game.board.key()), "{text}");
    }
    let castled = read("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1").map(|game| game.board);
    let same = read("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1").map(|game| game.board);
    assert_eq!(castled, same);
    assert_eq!(read("startpos").map(|game| game.keys), Ok(KeyStack::new(Board::START.key())));
}

#[test]
#[cfg(feature = "alloc")]
fn position_command_errors_have_their_place() {
    for (text, message) in [
        ("", r#"position: found ""; expected startpos or fen FEN, then moves"#),
        ("moves e2e4", r#"position: found ""; expected startpos or fen FEN, then moves"#),
        (
            "startpos e2e4",
            r#"position: found "startpos e2e4"; expected startpos or fen FEN, then moves"#,
        ),
        ("fenced", r#"position: found "fenced"; expected startpos or fen FEN, then moves"#),
        ("startpos moves e2e4 e7e5 e1e3", "move 3: e1e3 is illegal"),
        ("startpos moves e2e4 0000", "move 2: 0000: a null move is not a legal move"),
    ] {
        let error = read(text).map(|game| game.board).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = read("fen 4k3/8/8/8/8/8/8/4K3 x").map(|game| game.board).expect_err("no side");
    assert_eq!(error.to_string(), "fen: side to move: found \"x\"; expected w or b");
    let error = read("startpos moves e2e5").map(|game| game.board).expect_err("an illegal move");
    let reason = error.source().map(ToString::to_string);
    assert_eq!(reason.as_deref(), Some("the white pawn on e2 cannot move to e5"));
}

#[test]
fn commands_are_read_with_their_arguments() {
    let option = |line| match Command::parse(line) {
        Some(Command::SetOption { name, value }) => (name, value),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        option(b"setoption name Move Overhead value  30 \r"),
        (&b"Move Overhead"[..], &b"30"[..])
    );
    assert_eq!(option(b"setoption name Clear Hash"), (&b"Clear Hash"[..], &b""[..]));
    assert_eq!(
        option(b"setoption name UCI_Opponent value none value"),
        (&b"UCI_Opponent"[..], &b"none value"[..])
    );
    let Some(Command::Position(arguments)) =
        Command::parse(b"\tposition  fen 8/8 w - -  moves e2e4  a7a8q\r\n")
    else {
        panic!("a position");
    };
    assert_eq!(arguments.start, StartText::Fen(b"8/8 w - -"));
    assert!(arguments.moves.eq([&b"e2e4"[..], b"a7a8q"]));
    for (text, start) in [
        (&b"startpos"[..], StartText::Initial),
        (b"startpos moves", StartText::Initial),
        (b"", StartText::Other(b"")),
        (b"moves e2e4", StartText::Other(b"")),
        (b"startpos e2e4", StartText::Other(b"startpos e2e4")),
    ] {
        assert_eq!(PositionArguments::parse(text).start, start, "{}", text.escape_ascii());
    }
    assert_eq!(Command::parse(b"positions startpos"), None);
    assert_eq!(Command::parse(b""), None);
    assert_eq!(Command::parse(b" ucinewgame "), Some(Command::NewGame));
}

#[test]
fn go_numbers_are_saturated_or_refused_with_their_word() {
    let line = b"go perft 5 nodes 99999999999999999999 wtime -99999999999999999999 depth 1x btime";
    let Some(Command::Go(go)) = Command::parse(line) else { panic!("go") };
    assert_eq!(go.number("perft"), Some(Ok(5)));
    assert_eq!(go.number("nodes"), Some(Ok(i64::MAX)));
    assert_eq!(go.number("wtime"), Some(Ok(i64::MIN)));
    assert_eq!(go.number("depth"), Some(Err(&b"1x"[..])));
    assert_eq!(go.number("btime"), Some(Err(&b""[..])));
    assert_eq!(go.number("winc"), None);
    assert_eq!(go.search_moves().count(), 0);
    let Some(Command::Go(go)) = Command::parse(b"go searchmoves e2e4 O-O ponder") else {
        panic!("go")
    };
    assert!(go.search_moves().eq([&b"e2e4"[..], b"O-O"]) && go.has("ponder"));
}

#[test]
fn info_string_ends_the_arguments() {
    let info = |line| match Response::parse(line) {
        Some(Response::Info(info)) => info,
        other => panic!("{other:?}"),
    };
    let line = b"info depth 12 seldepth 18 multipv 2 score cp -31 wdl 1 2 3 nodes 9 pv e2e4 e7e5 string pv a1a1";
    assert_eq!((info(line).number("depth"), info(line).number("multipv")), (Some(12), Some(2)));
    assert_eq!(info(line).score(), Some(Score::Centipawns(-31)));
    assert!(info(line).pv().eq([&b"e2e4"[..], b"e7e5"]) && !info(line).is_bound());
    let bound = info(b"info score mate -3 upperbound pv h7h8 nodes 3");
    assert_eq!(
        (bound.score(), bound.is_bound(), bound.pv().count()),
        (Some(Score::Mate(-3)), true, 1)
    );
    assert_eq!(info(b"info string score mate 1 pv e2e5").score(), None);
    assert_eq!(info(b"info score mate x").score(), None);
    assert!(
        info(b"info refutation g6h5 d1h5 currline 1 e2e4")
            .words("refutation")
            .eq([&b"g6h5"[..], b"d1h5"])
    );
    let best = |line| Response::parse(line);
    let answer = |best, ponder| Some(Response::BestMove { best, ponder });
    assert_eq!(best(b"bestmove e2e4 ponder e7e5\r"), answer(b"e2e4", Some(b"e7e5")));
    assert_eq!(best(b"bestmove (none)"), answer(b"(none)", None));
    assert_eq!(best(b"bestmove e2e4 ponder"), answer(b"e2e4", None));
    assert_eq!(best(b"bestmove"), answer(b"", None));
    assert_eq!(best(b"option name Hash type spin"), None);
}
