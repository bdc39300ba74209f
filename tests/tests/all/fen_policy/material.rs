//! Tests for the option that accepts more material than a game can lead to.

use tabiya::{Board, FenError, FenOptions, FenWaiver, MoveList, PackedPosition, Position};
use tabiya_oracle::mailbox;
use tabiya_tests::playouts::playout;

use super::fen_with_ep_square;

/// Positions with a third knight, a second queen, many knights, and no excess.
const ACCEPTED: [&str; 5] = [
    "rnbqkbnr/ppp1pppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/3q4/8/8/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    "4k3/8/8/8/8/8/PPPPPPPP/QRRKBBNN w - - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/pppp4/pppp4/8/8/PPPP4/PPPP4/4K3 w - - 0 1",
];

const EXCESS: FenOptions = FenOptions::new().allow_excess_material(true);

#[test]
fn excess_material_is_reported_and_survives_each_format() {
    for fen in ACCEPTED {
        let (position, report) =
            EXCESS.read_with_report(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(fen_with_ep_square(&position), fen);
        let is_strict = Position::from_fen(fen).is_ok();
        assert!(report.iter().eq((!is_strict).then_some(FenWaiver::ExcessMaterial)), "{fen}");
        assert_eq!(EXCESS.read(fen), Ok(position), "{fen}");
        assert_eq!(PackedPosition::from(&position).unpack(), Ok(position), "{fen}");
        let setup = tabiya::Setup::from(position);
        assert_eq!(EXCESS.check(&setup), Ok(position), "{fen}");
        assert_eq!(setup.position().is_ok(), is_strict, "{fen}");
    }
}

/// Plays random games, in which pawns promote, and compares each list with the 8x8 array's
/// generator.
#[test]
fn moves_with_excess_material_agree_with_the_oracle() {
    for (fen, seed) in ACCEPTED.into_iter().flat_map(|fen| (0..4).map(move |seed| (fen, seed))) {
        let board = Board::from(EXCESS.read(fen).expect(fen));
        playout(board, 120, seed, |board| {
            let mut moves = board.legal_moves().to_vec();
            assert!(moves.len() <= MoveList::CAPACITY);
            assert_eq!(moves.len(), board.legal_move_count(), "{board:?}");
            let oracle = mailbox::Board::from_fen(&fen_with_ep_square(&board.position()))
                .expect("the oracle reads any material");
            let mut expected = oracle.legal_moves();
            moves.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{board:?}");
        });
    }
}

#[test]
fn perft_with_excess_material_equals_counted_leaves() {
    fn leaves(board: &Board, depth: u32) -> u128 {
        let moves = board.legal_moves();
        match depth {
            1 => moves.len() as u128,
            _ => moves.iter().map(|&mv| leaves(&board.after(mv), depth - 1)).sum(),
        }
    }
    for fen in ACCEPTED {
        let board = Board::from(EXCESS.read(fen).expect(fen));
        assert_eq!(tabiya::perft::perft(&board, 3), leaves(&board, 3), "{fen}");
    }
}

#[test]
fn material_with_too_many_moves_or_against_other_rules_is_refused() {
    for (fen, message) in [
        (
            "4k3/8/8/8/QQQQ4/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
            "placement: White has 21 pieces; expected at most 16",
        ),
        (
            "rnbqkbnr/ppp5/8/8/3P4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "placement: White has 9 pawns; expected at most 8",
        ),
        (
            "rnbqkbnr/ppp5/8/8/3Q4/8/PPPPPPPP/RNBQQBNR w - - 0 1",
            "placement: White has 0 kings; expected 1",
        ),
        (
            "rnbqkbnr/ppp5/8/8/3Q4/8/1PPPPPPP/RNBPKBNR w - - 0 1",
            "placement: found a pawn on d1; expected none on ranks 1 and 8",
        ),
        (
            "8/pppppppp/8/3kK3/3Q4/2N5/PPPPPPPP/QN6 w - - 0 1",
            "placement: the kings are on adjacent squares",
        ),
        (
            "4k3/nnnnnnnn/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/4K3 w - - 0 1",
            "placement: Black has 25 pieces; expected at most 16",
        ),
    ] {
        let error = EXCESS.read(fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
        assert!(!matches!(error, FenError::Empty));
    }
}
