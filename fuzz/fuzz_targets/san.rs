//! A FEN, then arbitrary text as SAN moves and as a variation.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_san(bytes));
