//! Arbitrary bytes as the checkpoint of a perft count, with and without a valid first line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_checkpoint(bytes));
