//! Arbitrary bytes as PGN text.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_pgn(bytes));
