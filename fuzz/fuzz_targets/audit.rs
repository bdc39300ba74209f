//! Lines of a log with commands and output of engines, and games in PGN.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_audit(bytes));
