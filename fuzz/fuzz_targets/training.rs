//! Arbitrary bytes as training data: entries and games.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_training(bytes));
