//! A game from a FEN, with a byte per move.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_moves(bytes));
