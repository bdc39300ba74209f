//! Tests for SAN and UCI moves: round trips, recorded texts, long and short forms, arbitrary text.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::Index;
use tabiya::uci::CastlingNotation;
use tabiya::{Bitboard, FenOptions, Move, PieceType, Position, Square, san, uci};
use tabiya_suites::data;
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::samples::{positions, san_variants};

static ROWS: LazyLock<Vec<Position>> =
    LazyLock::new(|| all_positions().unwrap_or_else(|error| panic!("{error:#}")));

#[test]
fn san_for_every_move_round_trips() {
    for position in positions() {
        for mv in position.legal_moves() {
            let text = san::display(&position, mv);
            assert_eq!(san::parse(&position, text), Ok(mv), "{text} in {position}");
        }
    }
}

/// A test in `lab/differential` compares the file with shakmaty.
#[test]
fn san_for_every_move_agrees_with_recorded_texts() {
    let text = read_text(&data("shakmaty.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let mut count = 0;
    for line in text.lines() {
        let [fen, _, recorded] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let options = FenOptions::new().allow_impossible_checks(true);
        let position =
            options.read(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let moves = position.legal_moves();
        let mut texts: Vec<_> =
            moves.iter().map(|&mv| san::display(&position, mv).to_string()).collect();
        texts.sort();
        assert_eq!(texts.join(" "), recorded, "{fen}");
        count += texts.len();
    }
    assert_eq!(count, 4_302, "moves");
}

#[test]
fn uci_for_every_move_round_trips_in_both_castling_notations() {
    for position in positions() {
        for mv in position.legal_moves() {
            for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                let text = uci::display(mv, castling).to_string();
                // In Chess960 a castling king's target may also be a king move's target.
                let is_ambiguous = mv.is_castling() && castling == CastlingNotation::KingMove;
                let parsed = uci::parse(&position, &text);
                let is_king_move = parsed.is_ok_and(|mv| is_ambiguous && !mv.is_castling());
                assert!(parsed == Ok(mv) || is_king_move, "{text} in {position}: {parsed:?}");
            }
        }
    }
}

#[test]
fn san_parse_accepts_long_forms_and_missing_signs() {
    for position in positions() {
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
            for text in san_variants(&position, mv) {
                assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {position}");
            }
        }
    }
}

#[test]
fn legal_origins_agree_with_legal_moves() {
    for position in positions() {
        let moves = position.legal_moves();
        for piece_type in PieceType::ALL {
            for to in Square::ALL {
                let expected: Bitboard = moves
                    .iter()
                    .filter(|mv| mv.to() == to && !mv.is_castling())
                    .map(|mv| mv.from())
                    .filter(|&from| position.piece_type_on(from) == Some(piece_type))
                    .collect();
                let found = position.legal_origins(Bitboard::FULL, piece_type, to);
                assert_eq!(found, expected, "{piece_type} to {to} in {position}");
                for square in expected {
                    let others = Bitboard::FULL.without(square);
                    let found = position.legal_origins(others, piece_type, to);
                    assert_eq!(found, expected.without(square), "{piece_type} to {to}: {position}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The characters are those that moves contain.
    #[test]
    fn arbitrary_move_characters_are_legal_move_or_error(
        text in "[KQRBNPa-h1-8x:=/()O0o+#!?ep. ♘♛-]{0,9}",
        index in any::<Index>(),
    ) {
        let position = index.get(&ROWS);
        let parsed = san::parse(position, &text);
        let is_legal = parsed.is_ok_and(|mv| position.is_legal(mv));
        prop_assert!(parsed.is_err() || is_legal, "{text}, {position}");
        if let Ok(mv) = uci::parse(position, &text) {
            prop_assert!(position.is_legal(mv), "{text} is {mv:?} in {position}");
        }
    }

    #[test]
    fn arbitrary_text_is_legal_move_or_error(text in any::<String>()) {
        let by_san = san::parse(&Position::START, &text).ok();
        let by_uci = uci::parse(&Position::START, &text).ok();
        for parsed in [by_san, by_uci] {
            prop_assert!(parsed.is_none_or(|mv| Position::START.is_legal(mv)), "{text}");
        }
    }
}

/// A megabyte filled with one character is an error unless it consists of check signs or
/// annotations after a move.
#[test]
fn parse_megabyte_with_repeated_character_is_error() {
    for repeated in "KPa1x=/()Oo0+#!?ep. ♘-".chars() {
        let long: String = std::iter::repeat_n(repeated, 1 << 20).collect();
        for text in [long.clone(), format!("Nf3{long}"), format!("{long}e4")] {
            let parsed = san::parse(&Position::START, &text);
            let is_annotation = "+#!?".contains(repeated) && text.starts_with("Nf3");
            assert_eq!(parsed.is_ok(), is_annotation, "{repeated}, {parsed:?}");
            assert!(uci::parse(&Position::START, &text).is_err(), "{repeated}");
        }
    }
}

#[test]
fn san_display_of_any_move_value_is_not_empty() {
    for position in ROWS.iter().step_by(40) {
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert!(!san::display(position, mv).is_empty(), "{mv:?} in {position}");
        }
    }
}
