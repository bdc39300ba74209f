//! A FEN, then a byte of options, and a retraction, legal or not.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_retractions(bytes));
