//! A FEN, then arbitrary text as UCI moves, and the arguments of a command `position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_uci(bytes));
