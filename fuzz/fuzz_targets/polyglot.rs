//! Arbitrary bytes as a Polyglot book, probed for an arbitrary position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tabiya_tests::properties::check_polyglot(bytes));
