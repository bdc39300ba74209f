//! Tests for the known differences from other libraries, which the differential comparison allows
//! for.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionErrorKinds};
use tabiya::{FenError, FenOptions, Move, Position, Square};
use tabiya_differential::{Cozy, Owlchess, Shakmaty};
use tabiya_suites::suite::{all_suites, composed_fens, load};
use tabiya_tests::differential::{GeneratorAdapter, PositionFields, SetUpError, compare};

/// Parses a FEN, with impossible checks allowed.
#[track_caller]
fn position(fen: &str) -> Position {
    let position = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    position.unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Asserts that a generator does not support a position, for this reason.
#[track_caller]
fn assert_unsupported(generator: &dyn GeneratorAdapter, fen: &str, reason: &'static str) {
    let error = generator.set_up(&position(fen)).err();
    assert_eq!(error, Some(SetUpError::Unsupported(reason)), "{fen}");
    let tally = compare(&position(fen), &[generator]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((tally.generators[0].boards, tally.generators[0].skipped), (0, 1), "{fen}");
}

/// Asserts that a generator supports a position and agrees.
#[track_caller]
fn assert_agrees(generator: &dyn GeneratorAdapter, fen: &str) {
    let tally = compare(&position(fen), &[generator]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(tally.generators[0].boards, 1, "{fen}");
}

/// Returns the fields in a generator's position after a move.
#[track_caller]
fn fields_after(generator: &dyn GeneratorAdapter, fen: &str, mv: Move) -> PositionFields {
    let Ok(adapter) = generator.set_up(&position(fen)) else { panic!("{fen} is rejected") };
    let index = adapter.moves().iter().position(|&legal| legal == mv);
    adapter.fields_after(index.unwrap_or_else(|| panic!("{mv:?} in {fen}")))
}

/// cozy-chess applies the fifty-move rule: it rejects FENs with a larger clock, and its clock stops at 100.
/// Tabiya counts on, since the draw must be claimed.
#[test]
fn cozy_chess_halfmove_clock_stops_at_100() {
    assert_unsupported(&Cozy, "4k3/8/8/8/8/8/8/4K3 w - - 101 80", "a halfmove clock over 100");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 100 80";
    let mv = Move::new(Square::E1, Square::D1);
    assert_eq!(fields_after(&Cozy, fen, mv).halfmove_clock, 100);
    assert_eq!(PositionFields::from_position(&position(fen).after(mv)).halfmove_clock, 101);
    assert_agrees(&Cozy, fen);
}

/// cozy-chess rejects an en passant square if the king was in check before the double push.
/// Tabiya's strict FEN options do too, but cozy-chess has no option to accept such positions.
#[test]
fn cozy_chess_rejects_ep_square_that_does_not_explain_check() {
    for fen in ["4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"] {
        assert!(matches!(Position::from_fen(fen), Err(FenError::ImpossibleCheck(_))), "{fen}");
        assert_unsupported(&Cozy, fen, "a check that the double push cannot have given");
    }
    // cozy-chess accepts two sliders that give check along one line.
    assert_agrees(&Cozy, "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1");
}

/// Without `ignore_impossible_check`, shakmaty rejects the same suite positions as Tabiya does
/// without `allow_impossible_checks`.
#[test]
fn shakmaty_rejects_exactly_composed_positions() {
    let error_kinds = |fen: &str| -> Option<PositionErrorKinds> {
        let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position = fen.into_position::<Chess>(CastlingMode::Chess960);
        position.err().map(|error| error.kinds())
    };
    let mut rejected = Vec::new();
    for path in all_suites().expect("the folder exists") {
        for row in load(&path).unwrap_or_else(|error| panic!("{error:#}")) {
            if let Some(kinds) = error_kinds(&row.fen) {
                assert_eq!(kinds, PositionErrorKinds::IMPOSSIBLE_CHECK, "{}", row.fen);
                assert!(row.is_composed, "{}", row.fen);
                assert_agrees(&Shakmaty, &row.fen);
                rejected.push(row.fen);
            }
        }
    }
    let mut composed = composed_fens().expect("the file exists");
    rejected.sort();
    composed.sort();
    assert_eq!(rejected, composed);
}

/// The comparison clamps shakmaty's clocks to 65,535, Tabiya's maximum.
#[test]
fn shakmaty_clocks_exceed_65535() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535";
    let parsed: Fen = fen.parse().expect("a FEN");
    let mut board: Chess = parsed.into_position(CastlingMode::Chess960).expect("legal");
    shakmaty::Position::play_unchecked(
        &mut board,
        shakmaty::Move::Normal {
            role: shakmaty::Role::King,
            from: shakmaty::Square::E8,
            capture: None,
            to: shakmaty::Square::D8,
            promotion: None,
        },
    );
    let clocks = |board: &Chess| {
        (shakmaty::Position::halfmoves(board), shakmaty::Position::fullmoves(board).get())
    };
    assert_eq!(clocks(&board), (65_536, 65_536));
    let ours = position(fen).after(Move::new(Square::E8, Square::D8));
    assert_eq!((ours.halfmove_clock(), ours.fullmove_number()), (65_535, 65_535));
    assert_agrees(&Shakmaty, fen);
}

/// owlchess supports castling from e1 and e8 with rooks on the a- and h-files. It rejects rook
/// files, and ignores other castling rights without an error.
#[test]
fn owlchess_supports_standard_castling_only() {
    const REASON: &str = "castling rights of Chess960";
    let x_fen = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1";
    let shredder_fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    assert!(owlchess::Board::from_fen(shredder_fen).is_err());
    let board = owlchess::Board::from_fen(x_fen).expect("owlchess accepts the FEN");
    assert_eq!(board.raw().castling, owlchess::CastlingRights::EMPTY);
    assert_unsupported(&Owlchess, x_fen, REASON);
    assert_unsupported(&Owlchess, "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", REASON);
    assert_agrees(&Owlchess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // Without castling rights it does not matter where the rooks are.
    assert_agrees(&Owlchess, "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1");
}

/// owlchess increments 16-bit clocks without a check, so that 65,535 panics or wraps.
#[test]
fn owlchess_clocks_overflow() {
    const REASON: &str = "a clock that overflows in the next move";
    assert_unsupported(&Owlchess, "4k3/8/8/8/8/8/8/4K3 w - - 65535 9", REASON);
    assert_unsupported(&Owlchess, "4k3/8/8/8/8/8/8/4K3 b - - 9 65535", REASON);
    assert_agrees(&Owlchess, "4k3/8/8/8/8/8/8/4K3 b - - 65534 65534");
}

/// The libraries agree here: they keep the en passant square even if no capture is possible.
#[test]
fn all_libraries_keep_ep_square_after_every_double_push() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let generators: [&dyn GeneratorAdapter; 3] = [&Cozy, &Shakmaty, &Owlchess];
    for generator in generators {
        let fields = fields_after(generator, fen, Move::new(Square::E2, Square::E4));
        assert_eq!(fields.ep_square, Some(Square::E3), "{}", generator.name());
    }
}
