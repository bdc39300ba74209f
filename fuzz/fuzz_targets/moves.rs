//! Any game: a FEN, then a byte for each move.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_moves(bytes));
