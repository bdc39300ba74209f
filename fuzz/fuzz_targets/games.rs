//! Arbitrary bytes as a file of games, compressed or not, read by several threads.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_games(bytes));
