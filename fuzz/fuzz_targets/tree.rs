//! Arbitrary bytes as a text of games in PGN and edits of their trees.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_tree(bytes));
