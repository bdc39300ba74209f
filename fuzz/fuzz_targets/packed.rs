//! Arbitrary bytes as a packed position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_packed(bytes));
