//! Any FEN and game beside cozy-chess, shakmaty and a slow generator.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_other_libraries(bytes));
