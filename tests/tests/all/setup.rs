//! Tests for `Setup`: round trips, and agreement with the setup's FEN on valid and invalid
//! positions.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::test_runner::TestCaseError;
use tabiya::{
    Board, CastlingSide, Color, FenOptions, FenWaiver, File, Piece, PieceType, Position, Rank,
    Setup, Square,
};
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::playout;

#[track_caller]
fn check(position: &Position) {
    let setup = Setup::from(position);
    let composed = FenOptions::new().allow_impossible_checks(true);
    assert_eq!(composed.check(&setup).as_ref(), Ok(position), "{position:?}");

    let pieces =
        Square::ALL.into_iter().filter_map(|square| Some((position.piece_on(square)?, square)));
    let built = pieces
        .fold(Setup::EMPTY, |setup, (piece, square)| setup.with(piece, square))
        .with_side_to_move(position.side_to_move())
        .with_castling_rights(position.castling_rights())
        .with_ep_square(position.ep_square())
        .with_halfmove_clock(position.halfmove_clock())
        .with_fullmove_number(position.fullmove_number());
    assert_eq!(built, setup, "{position:?}");
    assert_eq!(built.castling_rights(), position.castling_rights(), "{position:?}");
    assert_eq!(built.ep_square(), position.ep_square(), "{position:?}");
    assert_eq!(built.halfmove_clock(), position.halfmove_clock(), "{position:?}");
    assert_eq!(built.fullmove_number(), position.fullmove_number(), "{position:?}");
}

#[test]
fn setup_check_for_any_position_returns_position() {
    all_positions().expect("the suites can be read").iter().for_each(check);
    for number in 0..960 {
        let start = Position::double_chess960(number, 959 - number).expect("both are below 960");
        playout(Board::from(start), 60, number.into(), |board| check(&board.position()));
    }
}

/// Texts that are no position's FEN: no kings, nine pawns, rights without king and rook, any
/// square.
#[test]
fn from_fen_reads_fields_unchecked() {
    let rows = [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "-"),
        ("8/8/8/8/8/8/8/8 b KQkq a1 65535 0", "KQkq"),
        ("pppppppp/ppppp3/8/8/8/8/8/KKKKkkkk w - h8 7 9", "-"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "KQ"),
        ("4k3/8/8/8/8/8/8/4K3 w GBgb - 0 1", "KgQbkgqb"),
        // K and Q name the wing's outermost rook.
        ("4k3/8/8/8/8/8/8/1R2KRR1 w KQ - 0 1", "KgQb"),
        ("4k3/8/8/8/8/8/8/1R2KRR1 w FQ - 0 1", "KfQb"),
        // Without a king on the back rank, the wings begin beside the e-file.
        ("8/8/8/8/8/8/4K3/1R3R2 w DQ - 0 1", "error"),
        ("8/8/8/8/8/8/4K3/1R3R2 w KD - 0 1", "KfQd"),
        ("8/8/8/8/8/8/8/7K w KE - 0 1", "KQe"),
    ];
    for (fen, rights) in rows {
        let setup: Result<Setup, _> = fen.parse();
        let Ok(setup) = setup else {
            let error = setup.expect_err(fen).to_string();
            assert_eq!(rights, "error", "{fen}: {error}");
            assert_eq!(error, "castling: 'Q' gives White a second right on the same wing");
            continue;
        };
        assert_eq!(setup.castling_rights().to_string(), rights, "{fen}");
        assert_eq!(setup.to_string(), fen);
        assert_eq!(Setup::from_fen(fen.as_bytes()), Ok(setup));
    }
    let short = Setup::from_fen(" 8/8/8/8/8/8/8/8  w - -  - - ").expect("dashes are defaults");
    assert_eq!(short, Setup::EMPTY);
    assert_eq!(Setup::from_fen("8/8/8/8/8/8/8/8 w"), Ok(Setup::EMPTY));
}

#[test]
fn from_fen_rejects_other_text() {
    let rows = [
        (" ", "the FEN is empty"),
        ("8/8/8/8/8/8/8/8", "side to move: the field is missing"),
        ("8/8/8/8/8/8/8 w", "placement: found 7 ranks; expected 8"),
        ("8/8/8/8/8/8/8/7 w", "placement: rank 1 has 7 squares; expected 8"),
        ("8/8/8/8/8/8/8/8 W", "side to move: found \"W\"; expected w or b"),
        ("8/8/8/8/8/8/8/8 w K♖", "castling: found '♖'; expected KQkq or the file of a rook"),
        ("8/8/8/8/8/8/8/8 w KH", "castling: 'H' gives White a second right on the same wing"),
        ("8/8/8/8/8/8/8/8 w - e9", "en passant: found \"e9\"; expected - or a square"),
        ("8/8/8/8/8/8/8/8 w - - x", "halfmove clock: found \"x\"; expected decimal digits"),
        (
            "8/8/8/8/8/8/8/8 w - - 0 65536",
            "fullmove number: found \"65536\"; expected at most 65535",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1 x", "found \"x\" after the last field"),
    ];
    for (text, message) in rows {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

/// Returns the setup as a FEN, even if it is not a valid position. Castling rights are rook files.
fn fen(setup: &Setup) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            match setup.piece_on(Square::new(file, rank)) {
                Some(piece) => text.push(piece.to_char()),
                None => text.push('1'),
            }
        }
        text.push(if rank == Rank::First { ' ' } else { '/' });
    }
    let mut rights = String::new();
    for (color, _, file) in setup.castling_rights().iter() {
        let letter = file.to_char();
        rights.push(if color.is_white() { letter.to_ascii_uppercase() } else { letter });
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let ep_square = setup.ep_square().map_or_else(|| "-".to_owned(), |square| square.to_string());
    let side_to_move = setup.side_to_move().to_char();
    write!(text, "{side_to_move} {rights} {ep_square}").expect("writing to a String");
    write!(text, " {} {}", setup.halfmove_clock(), setup.fullmove_number())
        .expect("writing to a String");
    text
}

/// Tests whether the rook for each castling right is on its side of the king.
///
/// A right without exactly one king counts as correct.
fn has_rooks_on_their_wings(setup: &Setup) -> bool {
    setup.castling_rights().iter().all(|(color, side, file)| {
        let king = Some(Piece::new(color, PieceType::King));
        let mut kings = Square::ALL.into_iter().filter(|&square| setup.piece_on(square) == king);
        match (kings.next(), kings.next()) {
            (Some(king), None) if side == CastlingSide::KingSide => file > king.file(),
            (Some(king), None) => file < king.file(),
            _ => true,
        }
    })
}

/// Tests whether each side has one king, which is on its back rank if the side has a castling right.
fn has_a_king_per_side(setup: &Setup) -> bool {
    Color::ALL.into_iter().all(|color| {
        let king = Some(Piece::new(color, PieceType::King));
        let mut kings = Square::ALL.into_iter().filter(|&square| setup.piece_on(square) == king);
        let back_rank = Rank::First.relative_to(color);
        let has_rights = setup.castling_rights().has_castling_rights(color);
        let is_home = |king: Square| !has_rights || king.rank() == back_rank;
        kings.next().is_some_and(is_home) && kings.next().is_none()
    })
}

/// Modifies a setup by random numbers. Numbers that are not files, squares or pieces set nothing or clear a
/// square.
fn modify(base: Setup, pieces: &[(u8, u8)], rights: [u8; 4], rest: (bool, u8, u16, u16)) -> Setup {
    let mut setup = base;
    for &(square, piece) in pieces {
        let square = Square::from_low_bits(square);
        setup = match Piece::try_from(piece) {
            Ok(piece) => setup.with(piece, square),
            Err(_) => setup.without(square),
        };
    }
    let mut castling = setup.castling_rights();
    for (index, file) in rights.into_iter().enumerate() {
        let color = Color::ALL[index / 2];
        let side = CastlingSide::ALL[index % 2];
        if let Ok(file) = File::try_from(file) {
            castling = castling.with(color, side, file);
        }
    }
    let (keeps_ep_square, ep_square, halfmove_clock, fullmove_number) = rest;
    let setup = setup.with_castling_rights(castling).with_fullmove_number(fullmove_number % 4);
    let setup = setup.with_halfmove_clock(halfmove_clock);
    match Square::try_from(ep_square) {
        _ if keeps_ep_square => setup,
        Ok(square) => setup.with_ep_square(Some(square)),
        Err(_) => setup.with_side_to_move(!setup.side_to_move()),
    }
}

/// Checks that a setup and its FEN have the same result, with and without impossible checks allowed.
fn setup_and_fen_agree(setup: &Setup) -> Result<(), TestCaseError> {
    let fen = fen(setup);
    for options in [FenOptions::new(), FenOptions::new().allow_impossible_checks(true)] {
        let result = options.check(setup);
        if has_rooks_on_their_wings(setup) {
            prop_assert_eq!(result, options.read(fen.as_bytes()), "{}", fen);
        } else {
            prop_assert!(result.is_err(), "{:?}", setup);
        }
    }
    if has_rooks_on_their_wings(setup) && has_a_king_per_side(setup) {
        prop_assert_eq!(setup.to_string().parse(), Ok(*setup));
    } else {
        // A right without a FEN is written as one that has a FEN.
        let parsed = setup.to_string().parse::<Setup>();
        prop_assert_eq!(parsed.map(|parsed| parsed.ep_square()), Ok(setup.ep_square()));
    }
    let lenient = FenOptions::lenient();
    if let Ok((position, report)) = lenient.check_with_report(setup) {
        prop_assert_eq!(report.is_empty(), setup.position().is_ok(), "{:?}", setup);
        prop_assert_eq!(lenient.check(setup), Ok(position));
        prop_assert_eq!(
            Setup::from(position).position().is_ok(),
            !report.iter().any(|waiver| matches!(waiver, FenWaiver::ImpossibleCheck(_)))
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn check_of_random_setup_agrees_with_its_fen(
        pieces in vec((any::<u8>(), 0..16u8), 0..80),
        rights in [0..64u8, 0..64u8, 0..64u8, 0..64u8],
        rest in (any::<bool>(), any::<u8>(), any::<u16>(), any::<u16>()),
    ) {
        setup_and_fen_agree(&modify(Setup::EMPTY, &pieces, rights, rest))?;
    }

    /// Small changes to valid positions also cover the rules that are checked last.
    #[test]
    fn check_of_changed_position_agrees_with_its_fen(
        number in 0..960u16,
        seed in any::<u64>(),
        plies in 0..120usize,
        pieces in vec((any::<u8>(), 0..16u8), 0..4),
        rights in [0..32u8, 0..32u8, 0..32u8, 0..32u8],
        rest in (any::<bool>(), any::<u8>(), any::<u16>(), any::<u16>()),
    ) {
        let start = Position::chess960(number).expect("below 960");
        let mut last = start;
        playout(Board::from(start), plies, seed, |board| last = board.position());
        setup_and_fen_agree(&modify(Setup::from(last), &pieces, rights, rest))?;
    }
}
