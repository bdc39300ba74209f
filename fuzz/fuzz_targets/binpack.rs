//! Arbitrary bytes as a binpack file or its chains.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_binpack(bytes));
