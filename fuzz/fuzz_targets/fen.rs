//! Arbitrary bytes as a FEN.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_fen(bytes));
