//! Arbitrary bytes as a game index, with and without valid checksums, and as games to be indexed.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_index(bytes));
