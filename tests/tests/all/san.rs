//! Tests of SAN and UCI moves: round trips, comparison with shakmaty, long and short forms, arbitrary text.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, PositionError};
use tabiya::uci::CastlingNotation;
use tabiya::{Bitboard, CastlingStyle, Move, PieceType, Position, Square, san, uci};
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::Playouts;

static ROWS: LazyLock<Vec<Position>> =
    LazyLock::new(|| all_positions().unwrap_or_else(|error| panic!("{error:#}")));

/// Returns all suite positions, and positions of random games.
fn positions() -> Vec<Position> {
    let playouts = Playouts::new(10_000, 5, &ROWS).flat_map(|playout| playout.boards);
    ROWS.iter().copied().chain(playouts.map(|board| board.position())).collect()
}

/// Converts a position to shakmaty.
fn shakmaty_position(position: &Position) -> Chess {
    let fen = position.fen().castling(CastlingStyle::Shredder).to_string();
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

#[test]
fn san_of_every_move_round_trips_and_agrees_with_shakmaty() {
    for position in positions() {
        let chess = shakmaty_position(&position);
        for mv in position.legal_moves() {
            let text = san::display(&position, mv);
            assert_eq!(san::parse(&position, text), Ok(mv), "{text} in {position}");
            let uci = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
            let uci: UciMove = uci.parse().unwrap_or_else(|error| panic!("{uci}: {error}"));
            let their_move = uci.to_move(&chess).unwrap_or_else(|error| panic!("{uci}: {error}"));
            let their_text = SanPlus::from_move(chess.clone(), their_move).to_string();
            assert_eq!(text.as_str(), their_text, "{mv} in {position}");
        }
    }
}

#[test]
fn uci_of_every_move_round_trips_in_both_castling_notations() {
    for position in positions() {
        for mv in position.legal_moves() {
            for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                let text = uci::display(mv, castling).to_string();
                // In Chess960 the target of a castling king may be one of a king move too.
                let is_ambiguous = mv.is_castling() && castling == CastlingNotation::KingMove;
                let parsed = uci::parse(&position, &text);
                let is_king_move = parsed.is_ok_and(|mv| is_ambiguous && !mv.is_castling());
                assert!(parsed == Ok(mv) || is_king_move, "{text} in {position}: {parsed:?}");
            }
        }
    }
}

/// Parses SAN with shakmaty, and returns the move in UCI if it is legal.
fn parse_with_shakmaty(chess: &Chess, text: &str) -> Option<String> {
    let mv = San::from_ascii(text.as_bytes()).ok()?.to_move(chess).ok()?;
    Some(mv.to_uci(CastlingMode::Chess960).to_string())
}

/// Returns the move in long algebraic notation, with and without separator, and in SAN without capture,
/// check and promotion signs.
fn variants(position: &Position, mv: Move) -> [String; 3] {
    let piece_type = position.piece_type_on(mv.from()).expect("a legal move moves a piece");
    let letter = match piece_type {
        PieceType::Pawn => String::new(),
        _ => piece_type.to_char().to_ascii_uppercase().to_string(),
    };
    let promotion = mv.promotion().map_or(String::new(), |piece_type| piece_type.to_string());
    let separator = if position.is_capture(mv) { 'x' } else { '-' };
    let without_signs = san::display(position, mv).replace(['x', '+', '#', '='], "");
    [
        format!("{letter}{}{separator}{}{promotion}", mv.from(), mv.to()),
        format!("{letter}{}{}={}!?", mv.from(), mv.to(), promotion.to_uppercase())
            .replace("=!?", "!?"),
        without_signs,
    ]
}

#[test]
fn san_parse_accepts_long_forms_and_missing_signs() {
    for position in positions() {
        let chess = shakmaty_position(&position);
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
            for text in variants(&position, mv) {
                assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {position}");
                let ours = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
                if let Some(theirs) = parse_with_shakmaty(&chess, &text) {
                    assert_eq!(ours, theirs, "{text} in {position}");
                }
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
                let found = position.legal_origins(piece_type, to);
                assert_eq!(found, expected, "{piece_type} to {to} in {position}");
                for square in expected {
                    let others = Bitboard::FULL.without(square);
                    let found = position.legal_origins_among(others, piece_type, to);
                    assert_eq!(found, expected.without(square), "{piece_type} to {to}: {position}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The characters are those of moves. A move that shakmaty accepts must be accepted too.
    #[test]
    fn arbitrary_move_characters_are_legal_move_or_error(
        text in "[KQRBNPa-h1-8x:=/()O0o+#!?ep. ♘♛-]{0,9}",
        index in any::<Index>(),
    ) {
        let position = index.get(&ROWS);
        let parsed = san::parse(position, &text);
        let is_legal = parsed.is_ok_and(|mv| position.is_legal(mv));
        prop_assert!(parsed.is_err() || is_legal, "{text}, {position}");
        if let Some(theirs) = parse_with_shakmaty(&shakmaty_position(position), &text) {
            let ours = parsed.map(|mv| uci::display(mv, CastlingNotation::KingTakesRook).to_string());
            prop_assert_eq!(ours, Ok(theirs), "{} in {}", text, position);
        }
        if let Ok(mv) = uci::parse(position, &text) {
            prop_assert!(position.is_legal(mv), "{text} is {mv} in {position}");
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

/// A megabyte of a character is an error unless it consists of check signs or annotations after a move.
#[test]
fn parse_of_megabyte_of_repeated_character_is_error() {
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
