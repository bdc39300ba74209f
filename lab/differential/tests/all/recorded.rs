//! The facts that tests in the root read from `tests/data/shakmaty.tsv`, compared with shakmaty.

use std::fs;

use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};
use tabiya_suites::data;
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::differential::shredder_fen;

use crate::san::shakmaty_position;

/// The number of suite positions per recorded one.
const STEP: usize = 30;

/// Returns a line per position: FEN, Polyglot key, and the sorted SAN for all legal moves, by
/// shakmaty.
fn lines() -> String {
    let mut text = String::new();
    let positions = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    for position in positions.iter().step_by(STEP) {
        let chess = shakmaty_position(position);
        let fen = shredder_fen(position);
        let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::PseudoLegal);
        let moves = chess.legal_moves();
        let texts = moves.iter().map(|&mv| SanPlus::from_move(chess.clone(), mv).to_string());
        let mut texts: Vec<_> = texts.collect();
        texts.sort();
        text += &format!("{fen}\t{key:016x}\t{}\n", texts.join(" "));
    }
    text
}

#[test]
fn recorded_facts_agree_with_shakmaty() {
    let recorded = read_text(&data("shakmaty.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    assert!(recorded == lines(), "outdated: run `cargo test -- --ignored record_facts`");
}

#[test]
#[ignore = "writes the file"]
fn record_facts() {
    fs::write(data("shakmaty.tsv"), lines()).expect("the file can be written");
}
