//! Arbitrary bytes as a game file, compressed or not, read by several threads.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_games(bytes));
