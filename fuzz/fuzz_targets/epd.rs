//! Arbitrary bytes as an EPD line.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_epd(bytes));
