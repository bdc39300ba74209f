//! Perft by every back end from a game's first and last position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_perft(bytes));
