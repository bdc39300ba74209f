//! A FEN and a game from it, compared with cozy-chess, shakmaty and the mailbox oracle.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_differential::check_other_libraries(bytes));
