//! Arbitrary bytes as a result file, with and without valid checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_results(bytes));
