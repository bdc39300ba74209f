//! Arbitrary bytes as PGN text and as edits to the game trees.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_tree(bytes));
