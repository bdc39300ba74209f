//! A FEN, then any words as moves in UCI's letters.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_uci(bytes));
