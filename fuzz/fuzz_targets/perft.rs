//! Any game: a FEN, then a byte for each move; trees counted by every back end of perft.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_perft(bytes));
