//! Perft by every back end from the first and the last position of a game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_perft(bytes));
