//! Moves that break the rules: nonsense and panics may come of them, no fault of memory.
#![no_main]

use std::panic;
use std::sync::Once;

static SILENCE: Once = Once::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The fuzzer's own hook ends the program at any panic.
    SILENCE.call_once(|| panic::set_hook(Box::new(|_| ())));
    tabiya_tests::properties::check_unchecked_moves(bytes);
});
