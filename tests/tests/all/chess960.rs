//! Tests for Chess960 start position numbers.

use std::collections::HashSet;

use tabiya::PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
use tabiya::{
    Board, CastlingSide, CastlingStyle, Color, PieceType, Position, Rank, chess960_back_rank,
    chess960_number, chess960_numbers,
};

fn back_rank(number: u16) -> [PieceType; 8] {
    chess960_back_rank(number).unwrap_or_else(|| panic!("{number} is below 960"))
}

/// Returns a piece type's files, from 0.
fn files(back_rank: &[PieceType; 8], piece_type: PieceType) -> Vec<usize> {
    (0..8).filter(|&file| back_rank[file] == piece_type).collect()
}

/// The rows are from python-chess 1.11.2, with which all 960 numbers were compared once.
#[test]
fn back_ranks_match_python_chess() {
    let rows = [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (64, "BBNNRKQR"),
        (95, "NNRKRQBB"),
        (96, "BBQNRNKR"),
        (120, "NBQRBNKR"),
        (137, "NRQBBNKR"),
        (261, "NRBBKNQR"),
        (388, "QBBRNNKR"),
        (460, "RBNNKQBR"),
        (483, "BQRNKNRB"),
        (507, "RQNKBNRB"),
        (518, "RNBQKBNR"),
        (582, "QRBNKBRN"),
        (667, "RNKRBNQB"),
        (779, "QRKNBRNB"),
        (782, "QRKNRBBN"),
        (821, "RKBBNQRN"),
        (867, "BQRKRNNB"),
        (959, "RKRNNQBB"),
    ];
    for (number, expected) in rows {
        let letters: String = back_rank(number).map(PieceType::to_char).iter().collect();
        assert_eq!(letters.to_uppercase(), expected, "{number}");
    }
}

#[test]
fn back_ranks_for_all_numbers_obey_rules_and_round_trip() {
    let mut distinct = HashSet::new();
    for number in 0..960 {
        let rank = back_rank(number);
        let count = |piece_type| files(&rank, piece_type).len();
        assert_eq!([Knight, Bishop, Rook, Queen, King].map(count), [2, 2, 2, 1, 1], "{rank:?}");
        let bishops = files(&rank, Bishop);
        assert_ne!(bishops[0] % 2, bishops[1] % 2, "{number}: bishops on squares of one color");
        let king = files(&rank, King)[0];
        let rooks = files(&rank, Rook);
        assert!(rooks[0] < king && king < rooks[1], "{number}: the king is not between rooks");
        assert_eq!(chess960_number(rank), Some(number), "{rank:?}");
        assert!(distinct.insert(rank), "{number}: duplicate back rank {rank:?}");
    }
}

/// The test visits every sequence with eight piece types.
#[test]
fn chess960_number_of_other_back_ranks_is_none() {
    let mut numbers = 0;
    for mut code in 0..6u32.pow(8) {
        let rank = [(); 8].map(|()| {
            let piece_type = PieceType::ALL[code as usize % 6];
            code /= 6;
            piece_type
        });
        numbers += usize::from(chess960_number(rank).is_some());
    }
    assert_eq!(numbers, 960);
    assert_eq!(chess960_number([Pawn; 8]), None);
}

#[test]
fn start_position_for_number_above_959_is_none() {
    for number in [960, 961, 1_023, 1_024, u16::MAX] {
        assert_eq!(chess960_back_rank(number), None);
        assert_eq!(Position::chess960(number), None);
        assert_eq!(Position::double_chess960(number, 0), None);
        assert_eq!(Position::double_chess960(0, number), None);
    }
}

/// The back rank is computed in const evaluation.
#[test]
fn number_518_is_standard_chess() {
    const BACK_RANK: Option<[PieceType; 8]> = chess960_back_rank(518);
    assert_eq!(BACK_RANK, Some([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]));
    assert_eq!(Position::chess960(518), Some(Position::START));
    assert_eq!(Board::chess960(518), Some(Board::START));
    assert_eq!(chess960_numbers(&Position::START), Some((518, 518)));
}

#[test]
fn start_positions_round_trip_through_fen_and_number() {
    for white in 0..960 {
        // 960 and 7 are coprime, so every number occurs for Black too.
        for black in [white, (7 * white + 5) % 960] {
            let position = Position::double_chess960(white, black).expect("both are below 960");
            assert_eq!(chess960_numbers(&position), Some((white, black)), "{position}");
            let fen = position.fen().castling(CastlingStyle::Shredder).to_string();
            assert_eq!(Position::from_fen(&fen), Ok(position), "{fen}");
            for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
                let rook = |side| position.castling_rights().rook_file(color, side);
                assert!(CastlingSide::ALL.into_iter().all(|side| rook(side).is_some()), "{fen}");
                assert_eq!(position.king(color).rank(), rank, "{fen}");
            }
        }
        let single = Position::chess960(white);
        assert_eq!(single, Position::double_chess960(white, white), "{white}");
    }
}

#[test]
fn chess960_numbers_for_other_positions_are_none() {
    let fens = [
        // Black to move, a missing castling right, a moved pawn or knight, a king beside the rooks.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "krrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ];
    for fen in fens {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(chess960_numbers(&position), None, "{fen}");
    }
    // The clocks are ignored.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3";
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(chess960_numbers(&position), Some((518, 518)));
}
