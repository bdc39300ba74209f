//! Tests for the prelude: its name list, and its use by the examples.

use std::any::type_name;
use std::fs;
use std::path::Path;

use tabiya::prelude;

/// The names in the prelude, in alphabetical order.
const NAMES: [&str; 11] = [
    "Bitboard",
    "Board",
    "CastlingSide",
    "Color",
    "File",
    "Move",
    "MoveKind",
    "Piece",
    "PieceType",
    "Rank",
    "Square",
];

/// Returns the source text in a facade file.
fn facade(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tabiya");
    fs::read_to_string(root.join(path)).expect(path)
}

#[test]
fn prelude_is_eleven_types() {
    let source = facade("src/prelude.rs");
    let uses: Vec<&str> = source.split("\npub use ").skip(1).collect();
    let [list] = uses[..] else { panic!("{} lists; expected one", uses.len()) };
    let list = list.strip_prefix("crate::{").and_then(|list| list.split_once("};"));
    let (names, rest) = list.expect("one list of names of the crate");
    let names: Vec<&str> =
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    assert_eq!(names, NAMES);
    assert_eq!(rest.trim(), "", "the list ends the file");
}

#[test]
fn prelude_names_facade_types() {
    let types = [
        (type_name::<prelude::Bitboard>(), type_name::<tabiya::Bitboard>()),
        (type_name::<prelude::Board>(), type_name::<tabiya::Board>()),
        (type_name::<prelude::CastlingSide>(), type_name::<tabiya::CastlingSide>()),
        (type_name::<prelude::Color>(), type_name::<tabiya::Color>()),
        (type_name::<prelude::File>(), type_name::<tabiya::File>()),
        (type_name::<prelude::Move>(), type_name::<tabiya::Move>()),
        (type_name::<prelude::MoveKind>(), type_name::<tabiya::MoveKind>()),
        (type_name::<prelude::Piece>(), type_name::<tabiya::Piece>()),
        (type_name::<prelude::PieceType>(), type_name::<tabiya::PieceType>()),
        (type_name::<prelude::Rank>(), type_name::<tabiya::Rank>()),
        (type_name::<prelude::Square>(), type_name::<tabiya::Square>()),
    ];
    assert_eq!(types.len(), NAMES.len());
    for (of_prelude, of_facade) in types {
        assert_eq!(of_prelude, of_facade);
    }
}

#[test]
fn examples_import_prelude() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tabiya/examples");
    let mut count = 0;
    for folder in [examples.clone(), examples.join("tutorial")] {
        for entry in fs::read_dir(folder).expect("a folder of examples") {
            let path = entry.expect("an entry").path();
            let is_source = path.extension().is_some_and(|extension| extension == "rs");
            if !is_source || path.ends_with("tutorial/main.rs") {
                continue;
            }
            let source = fs::read_to_string(&path).expect("an example");
            let example = path.display();
            let lists = source.matches("use tabiya::prelude::*;").count();
            assert_eq!(lists, 1, "{example}");
            let is_of_prelude = |line: &str| {
                let names = line.strip_prefix("use tabiya::").unwrap_or_default();
                let mut names = names.split(|c: char| !c.is_alphanumeric());
                names.any(|name| NAMES.contains(&name))
            };
            assert!(!source.lines().any(is_of_prelude), "{example} imports a name twice");
            count += 1;
        }
    }
    assert!(count > 10, "{count} examples");
}
