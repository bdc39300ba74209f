//! Tests for the tutorial, the engine tour and the pages on ideas: their code blocks are parts of
//! the programs, their numbers are right, and the tutorial's steps run.

use std::fs;
use std::path::Path;

use tabiya::tables::keys;
use tabiya::tables::sliders::magic_steps::BishopMagic;
use tabiya::{Board, Move, Piece, Square};

#[path = "../../../crates/tabiya/examples/tutorial/step1.rs"]
mod step1;
#[path = "../../../crates/tabiya/examples/tutorial/step2.rs"]
mod step2;
#[path = "../../../crates/tabiya/examples/tutorial/step3.rs"]
mod step3;
#[path = "../../../crates/tabiya/examples/tutorial/step4.rs"]
mod step4;
#[path = "../../../crates/tabiya/examples/tutorial/step5.rs"]
mod step5;
#[path = "../../../crates/tabiya/examples/tutorial/step6.rs"]
mod step6;
#[path = "../../../crates/tabiya/examples/tutorial/step7.rs"]
mod step7;

/// Reads a file in the project, and removes indentation.
fn read(path: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path));
    text.expect(path).lines().flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// Returns the code blocks in a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(language)).collect()
}

/// Each paragraph in a code block must occur in its step's file, in the same order.
#[test]
fn page_code_blocks_occur_in_steps() {
    let page = read("docs/tutorial.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 8, "seven steps and what comes next");
    for (number, section) in (1..=7).zip(sections) {
        assert!(section.starts_with(&format!("{number}. ")), "{section}");
        let read_file = |name| read(&format!("crates/tabiya/examples/tutorial/{name}.rs"));
        let step = read_file(format!("step{number}")) + &read_file("main".to_owned());
        let blocks = blocks(section, "rust\n");
        assert!(!blocks.is_empty(), "step {number} has no code block");
        let mut rest = &*step;
        for paragraph in blocks.iter().flat_map(|block| block.trim_end().split("\n\n")) {
            let parts = rest.split_once(&format!("\n{paragraph}\n"));
            let parts = parts.unwrap_or_else(|| panic!("step {number} lacks\n{paragraph}"));
            rest = parts.1;
        }
    }
}

/// Each paragraph in a code block must occur in an engine file.
#[test]
fn engine_tour_code_blocks_occur_in_engine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools/engine/src");
    let files = folder.read_dir().expect("the engine has a source folder");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let sources: String = names.map(|name| read(&format!("tools/engine/src/{name}"))).collect();
    let page = read("docs/engine-tour.md");
    let blocks = blocks(&page, "rust\n");
    assert!(blocks.len() >= 6, "found {} code blocks", blocks.len());
    for paragraph in blocks.iter().flat_map(|block| block.trim_end().split("\n\n")) {
        assert!(sources.contains(&format!("\n{paragraph}\n")), "the engine lacks\n{paragraph}");
    }
}

#[test]
fn page_transcript_ends_with_engine_response() {
    let page = read("docs/tutorial.md");
    let transcript = blocks(&page, "console\n$ printf '").pop().expect("a transcript");
    let (commands, rest) = transcript.split_once('\'').expect("a closing quote");
    let response = step7::response(&commands.replace("\\n", "\n"));
    assert_eq!(rest.lines().last(), response.lines().last());
}

#[test]
fn hyperbola_page_shows_library_code() {
    let page = read("docs/learn/hyperbola-quintessence.md");
    let source = read("crates/tables/src/sliders/hyperbola.rs");
    let blocks = blocks(&page, "rust,ignore\n");
    assert_eq!(blocks.len(), 1);
    assert!(source.contains(blocks[0]), "the library lacks\n{}", blocks[0]);
}

/// The constants for c1, the shift table, and the look-up by hand.
#[test]
fn magic_page_numbers_are_right() {
    let page = read("docs/learn/magic-bitboards.md");
    let BishopMagic { mask, magic, offset } = BishopMagic::new(Square::C1);
    assert!(page.contains(&format!("The magic of c1 is `{magic:#018x}`.")));
    assert!(page.contains(&format!("The part of the table for c1 begins at entry {offset}.")));
    let row = |square: Square| {
        let bit = square.index();
        let top =
            (0..64).filter(|shift| magic >> shift & 1 == 1 && (59..64).contains(&(bit + shift)));
        let shifts: Vec<usize> = top.collect();
        let [shift] = *shifts else { panic!("{square}: {shifts:?}") };
        format!("| {square} | {bit} | {shift} | {} | {} |", bit + shift, 1 << (bit + shift - 59))
    };
    mask.into_iter().map(row).for_each(|row| assert!(page.contains(&row), "{row}"));
    let blockers = Square::B2.bitboard() | Square::E3.bitboard();
    let product = blockers.0.wrapping_mul(magic);
    assert!(page.contains(&format!("The product is `{product:#018x}`.")));
    assert_eq!(product >> 59, 6);
}

#[test]
fn zobrist_page_numbers_are_right() {
    let page = read("docs/learn/zobrist-keys.md");
    let start = Board::default();
    let after = start.after(Move::new(Square::E2, Square::E4));
    let pawn = |square| keys::piece(Piece::WhitePawn, square);
    for number in
        [start.key(), after.key(), pawn(Square::E2), pawn(Square::E4), keys::WHITE_TO_MOVE]
    {
        assert!(page.contains(&format!("{number:#018x}")), "{number:#018x}");
    }
}
