//! Any bytes as the checkpoint of a long count, and as what one vouches for.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_checkpoint(bytes));
