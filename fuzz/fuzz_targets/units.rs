//! Arbitrary bytes as a units file, with and without valid checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_units(bytes));
