//! Where another library differs from us for a known reason: each case, with the reason,
//! so that the comparison may allow for it and for nothing else.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionErrorKinds};
use tabiya::{FenError, FenOptions, Move, Position, Square};
use tabiya_tests::differential::{Contestant, Cozy, Fields, Owlchess, Refusal, Shakmaty, compare};
use tabiya_tests::suite::{all_suites, composed_fens, load};

/// Reads a FEN with the rule of checks waived.
#[track_caller]
fn position(fen: &str) -> Position {
    let position = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    position.unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Asserts that a contestant does not take a position, and for which reason.
#[track_caller]
fn skipped(contestant: &dyn Contestant, fen: &str, reason: &'static str) {
    let refusal = contestant.set_up(&position(fen)).err();
    assert_eq!(refusal, Some(Refusal::Explained(reason)), "{fen}");
    let tally = compare(&position(fen), &[contestant]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((tally.counts[0].boards, tally.counts[0].skipped), (0, 1), "{fen}");
}

/// Asserts that a contestant takes a position and agrees.
#[track_caller]
fn agrees(contestant: &dyn Contestant, fen: &str) {
    let tally = compare(&position(fen), &[contestant]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(tally.counts[0].boards, 1, "{fen}");
}

/// What a contestant's own board holds after a move.
#[track_caller]
fn after(contestant: &dyn Contestant, fen: &str, mv: Move) -> Fields {
    let Ok(game) = contestant.set_up(&position(fen)) else { panic!("{fen} is refused") };
    let place = game.moves().iter().position(|&legal| legal == mv);
    game.after(place.unwrap_or_else(|| panic!("{mv} in {fen}")))
}

/// cozy-chess holds that a game is over once fifty moves each have passed: its FEN goes no
/// further, and its clock stops there. Ours counts on, as the rules leave the claim to the
/// players.
#[test]
fn cozy_chess_stops_the_halfmove_clock_at_100() {
    skipped(&Cozy, "4k3/8/8/8/8/8/8/4K3 w - - 101 80", "a halfmove clock over 100");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 100 80";
    let step = Move::new(Square::E1, Square::D1);
    assert_eq!(after(&Cozy, fen, step).halfmove_clock, 100);
    assert_eq!(Fields::of(&position(fen).after(step)).halfmove_clock, 101);
    agrees(&Cozy, fen);
}

/// cozy-chess refuses an en passant square if the checkers were there before the double
/// push, as our strict reading does; there is no option to waive it.
#[test]
fn cozy_chess_refuses_checks_older_than_the_push() {
    for fen in ["4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"] {
        assert!(matches!(Position::from_fen(fen), Err(FenError::ImpossibleCheck(_))), "{fen}");
        skipped(&Cozy, fen, "a check that the double push cannot have given");
    }
    // It takes two checkers on one line, which we refuse unless the rule is waived.
    agrees(&Cozy, "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1");
}

/// shakmaty refuses checks that cannot have arisen, unless its option waives the rule: the
/// rows of the suites that it refuses are the composed ones, which we refuse as well. The
/// comparison uses the option, so they are compared with it.
#[test]
fn shakmaty_refuses_the_composed_rows_and_no_others() {
    let faults = |fen: &str| -> Option<PositionErrorKinds> {
        let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position = fen.into_position::<Chess>(CastlingMode::Chess960);
        position.err().map(|error| error.kinds())
    };
    let mut refused = Vec::new();
    for path in all_suites().expect("the folder is there") {
        for row in load(&path).unwrap_or_else(|error| panic!("{error:#}")) {
            if let Some(faults) = faults(&row.fen) {
                assert_eq!(faults, PositionErrorKinds::IMPOSSIBLE_CHECK, "{}", row.fen);
                assert!(row.composed, "{}", row.fen);
                agrees(&Shakmaty, &row.fen);
                refused.push(row.fen);
            }
        }
    }
    let mut composed = composed_fens().expect("the list is there");
    refused.sort();
    composed.sort();
    assert_eq!(refused, composed);
}

/// shakmaty's clocks are wider; ours stop at 65,535, and the comparison cuts its there.
#[test]
fn shakmaty_counts_beyond_65535() {
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
    agrees(&Shakmaty, fen);
}

/// owlchess knows castling from e1 and e8 with rooks in the corners: it cannot read the
/// file of a rook, and drops a right that is none in standard chess without a word.
#[test]
fn owlchess_castles_as_in_standard_chess_only() {
    const REASON: &str = "rights that standard chess does not have";
    let inner = "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1";
    let shredder = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    assert!(owlchess::Board::from_fen(shredder).is_err());
    let board = owlchess::Board::from_fen(inner).expect("read, without the rights");
    assert_eq!(board.raw().castling, owlchess::CastlingRights::EMPTY);
    skipped(&Owlchess, inner, REASON);
    skipped(&Owlchess, "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", REASON);
    agrees(&Owlchess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // Nobody's array matters once nobody may castle.
    agrees(&Owlchess, "4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1");
}

/// owlchess adds one to clocks of 16 bits without looking: at 65,535 it would panic or
/// begin again, depending on how it is compiled.
#[test]
fn owlchess_overflows_its_clocks() {
    const REASON: &str = "a clock that the next move would overflow";
    skipped(&Owlchess, "4k3/8/8/8/8/8/8/4K3 w - - 65535 9", REASON);
    skipped(&Owlchess, "4k3/8/8/8/8/8/8/4K3 b - - 9 65535", REASON);
    agrees(&Owlchess, "4k3/8/8/8/8/8/8/4K3 b - - 65534 65534");
}

/// No difference, but it might be: all of them keep the en passant square after every
/// double push, whether or not it can be captured there.
#[test]
fn everyone_keeps_the_square_of_every_double_push() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let contestants: [&dyn Contestant; 3] = [&Cozy, &Shakmaty, &Owlchess];
    for contestant in contestants {
        let fields = after(contestant, fen, Move::new(Square::E2, Square::E4));
        assert_eq!(fields.ep_square, Some(Square::E3), "{}", contestant.name());
    }
}
