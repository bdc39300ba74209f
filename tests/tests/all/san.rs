//! Algebraic notation: every move of every suite position out and back, next to shakmaty's
//! text, in forms that say more than they need, and with hostile letters.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, PositionError};
use tabiya::uci::CastlingNotation;
use tabiya::{Bitboard, CastlingStyle, Move, PieceType, Position, Square, san, uci};
use tabiya_tests::playouts::Playouts;
use tabiya_tests::suite::all_positions;

static ROWS: LazyLock<Vec<Position>> =
    LazyLock::new(|| all_positions().unwrap_or_else(|error| panic!("{error:#}")));

/// Every suite position, and boards of random games.
fn positions() -> Vec<Position> {
    let playouts = Playouts::new(10_000, 5, &ROWS).flat_map(|playout| playout.boards);
    ROWS.iter().copied().chain(playouts.map(|board| board.position())).collect()
}

/// The same position in shakmaty.
fn theirs(position: &Position) -> Chess {
    let fen = position.fen().castling(CastlingStyle::Shredder).to_string();
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

#[test]
fn every_move_goes_out_and_comes_back_and_shakmaty_writes_the_same() {
    for position in positions() {
        let chess = theirs(&position);
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
fn uci_words_go_out_and_come_back_in_both_castling_notations() {
    for position in positions() {
        for mv in position.legal_moves() {
            for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                let text = uci::display(mv, castling).to_string();
                // In Chess960 the king's journey may be a plain step.
                let may_be_step = mv.is_castling() && castling == CastlingNotation::KingMove;
                let read = uci::parse(&position, &text);
                let step = read.is_ok_and(|read| may_be_step && !read.is_castling());
                assert!(read == Ok(mv) || step, "{text} in {position}: {read:?}");
            }
        }
    }
}

/// What shakmaty reads a word as, if it is a legal move, in letters of UCI.
fn read_by_shakmaty(chess: &Chess, word: &str) -> Option<String> {
    let mv = San::from_ascii(word.as_bytes()).ok()?.to_move(chess).ok()?;
    Some(mv.to_uci(CastlingMode::Chess960).to_string())
}

/// What people write beyond the strict form: where the piece comes from, and no capture
/// sign, check or equals sign.
fn long_and_bare(position: &Position, mv: Move) -> [String; 3] {
    let piece_type = position.piece_type_on(mv.from()).expect("a legal move moves something");
    let letter = match piece_type {
        PieceType::Pawn => String::new(),
        _ => piece_type.to_char().to_ascii_uppercase().to_string(),
    };
    let promotion = mv.promotion().map_or(String::new(), |becomes| becomes.to_string());
    let sign = if position.is_capture(mv) { 'x' } else { '-' };
    let bare = san::display(position, mv).replace(['x', '+', '#', '='], "");
    [
        format!("{letter}{}{sign}{}{promotion}", mv.from(), mv.to()),
        format!("{letter}{}{}={}!?", mv.from(), mv.to(), promotion.to_uppercase())
            .replace("=!?", "!?"),
        bare,
    ]
}

#[test]
fn every_move_is_read_in_longer_and_in_barer_forms() {
    for position in positions() {
        let chess = theirs(&position);
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
            for text in long_and_bare(&position, mv) {
                assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {position}");
                let ours = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
                if let Some(theirs) = read_by_shakmaty(&chess, &text) {
                    assert_eq!(ours, theirs, "{text} in {position}");
                }
            }
        }
    }
}

#[test]
fn legal_origins_are_the_origins_of_legal_moves() {
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
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Words made of the letters that moves are made of: a move or an error; if a move, a
    /// legal one, and what shakmaty takes for a move, for the same.
    #[test]
    fn any_word_is_a_legal_move_or_an_error(
        word in "[KQRBNPa-h1-8x:=/()O0o+#!?ep. ♘♛-]{0,9}",
        place in any::<Index>(),
    ) {
        let position = place.get(&ROWS);
        let read = san::parse(position, &word);
        prop_assert!(read.is_err() || read.is_ok_and(|mv| position.is_legal(mv)), "{word}, {position}");
        if let Some(theirs) = read_by_shakmaty(&theirs(position), &word) {
            let ours = read.map(|mv| uci::display(mv, CastlingNotation::KingTakesRook).to_string());
            prop_assert_eq!(ours, Ok(theirs), "{} in {}", word, position);
        }
        if let Ok(mv) = uci::parse(position, &word) {
            prop_assert!(position.is_legal(mv), "{word} is {mv} in {position}");
        }
    }

    #[test]
    fn any_text_is_a_legal_move_or_an_error(text in any::<String>()) {
        for read in [san::parse(&Position::START, &text).ok(), uci::parse(&Position::START, &text).ok()] {
            prop_assert!(read.is_none_or(|mv| Position::START.is_legal(mv)), "{text}");
        }
    }
}

/// A megabyte of each letter that means something, alone and after a move.
#[test]
fn endless_words_are_refused() {
    for letter in "KPa1x=/()Oo0+#!?ep. ♘-".chars() {
        let long: String = std::iter::repeat_n(letter, 1 << 20).collect();
        for text in [long.clone(), format!("Nf3{long}"), format!("{long}e4")] {
            let read = san::parse(&Position::START, &text);
            let is_praised = "+#!?".contains(letter) && text.starts_with("Nf3");
            assert_eq!(read.is_ok(), is_praised, "{letter}, {read:?}");
            assert!(uci::parse(&Position::START, &text).is_err(), "{letter}");
        }
    }
}

/// Any value, of any position: some text, and no panic.
#[test]
fn every_value_is_written_somehow() {
    for position in ROWS.iter().step_by(40) {
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert!(!san::display(position, mv).is_empty(), "{mv:?} in {position}");
        }
    }
}
