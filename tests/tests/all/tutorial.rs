//! Tests of the tutorial and the engine tour: the code blocks of the pages are parts of the programs, and
//! the steps of the tutorial run.

use std::fs;
use std::path::Path;

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

/// Reads a file of the project, and removes indentation.
fn read(path: &str) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path));
    text.expect(path).lines().flat_map(|line| [line.trim_start(), "\n"]).collect()
}

/// Returns the code blocks of a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(language)).collect()
}

/// Each paragraph of a code block must occur in the file of its step, in the same order.
#[test]
fn code_blocks_of_page_are_parts_of_steps() {
    let page = read("docs/tutorial.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 8, "seven steps and what comes next");
    for (number, section) in (1..=7).zip(sections) {
        assert!(section.starts_with(&format!("{number}. ")), "{section}");
        let step = read(&format!("crates/tabiya/examples/tutorial/step{number}.rs"));
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

/// Each paragraph of a code block must occur in a file of the engine.
#[test]
fn code_blocks_of_engine_tour_are_parts_of_engine() {
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
fn transcript_of_page_ends_with_response_of_engine() {
    let page = read("docs/tutorial.md");
    let transcript = blocks(&page, "console\n$ printf '").pop().expect("a transcript");
    let (commands, rest) = transcript.split_once('\'').expect("a closing quote");
    let response = step7::response(&commands.replace("\\n", "\n"));
    assert_eq!(rest.lines().last(), response.lines().last());
}
