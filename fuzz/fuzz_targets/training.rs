//! Arbitrary bytes as entries and games of training data.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_training(bytes));
