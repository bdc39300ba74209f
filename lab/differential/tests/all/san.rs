//! Tests that SAN agrees with shakmaty, in both directions.

use std::sync::LazyLock;

use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::Index;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, PositionError};
use tabiya::uci::CastlingNotation;
use tabiya::{Position, san, uci};
use tabiya_suites::suite::all_positions;
use tabiya_tests::differential::shredder_fen;
use tabiya_tests::samples::{positions, san_variants};

static ROWS: LazyLock<Vec<Position>> =
    LazyLock::new(|| all_positions().unwrap_or_else(|error| panic!("{error:#}")));

/// Converts a position to shakmaty.
pub(crate) fn shakmaty_position(position: &Position) -> Chess {
    let fen = shredder_fen(position);
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Parses SAN with shakmaty, and returns the move in UCI if it is legal.
fn parse_with_shakmaty(chess: &Chess, text: &str) -> Option<String> {
    let mv = San::from_ascii(text.as_bytes()).ok()?.to_move(chess).ok()?;
    Some(mv.to_uci(CastlingMode::Chess960).to_string())
}

#[test]
fn san_for_every_move_agrees_with_shakmaty() {
    for position in positions() {
        let chess = shakmaty_position(&position);
        for mv in position.legal_moves() {
            let text = san::display(&position, mv);
            let uci = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
            let uci: UciMove = uci.parse().unwrap_or_else(|error| panic!("{uci}: {error}"));
            let their_move = uci.to_move(&chess).unwrap_or_else(|error| panic!("{uci}: {error}"));
            let their_text = SanPlus::from_move(chess.clone(), their_move).to_string();
            assert_eq!(text.as_str(), their_text, "{mv:?} in {position}");
        }
    }
}

#[test]
fn san_variants_agree_with_shakmaty() {
    for position in positions() {
        let chess = shakmaty_position(&position);
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
            for text in san_variants(&position, mv) {
                let ours = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
                if let Some(theirs) = parse_with_shakmaty(&chess, &text) {
                    assert_eq!(ours, theirs, "{text} in {position}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The characters are those that moves contain. A move that shakmaty accepts must be accepted
    /// too.
    #[test]
    fn arbitrary_move_characters_agree_with_shakmaty(
        text in "[KQRBNPa-h1-8x=:/()O0o+#!?ep. ♘♛-]{0,9}",
        index in any::<Index>(),
    ) {
        let position = index.get(&ROWS);
        if let Some(theirs) = parse_with_shakmaty(&shakmaty_position(position), &text) {
            let parsed = san::parse(position, &text);
            let ours = parsed.map(|mv| uci::display(mv, CastlingNotation::KingTakesRook).to_string());
            prop_assert_eq!(ours, Ok(theirs), "{} in {}", text, position);
        }
    }
}
