//! A FEN, then arbitrary text as UCI moves, and the arguments to a `position` command.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_uci(bytes));
