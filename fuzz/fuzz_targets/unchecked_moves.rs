//! Illegal moves, which may lead to panics and meaningless results, but must preserve memory safety.
#![no_main]

use std::panic;
use std::sync::Once;

static INSTALL_HOOK: Once = Once::new();

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // libFuzzer's panic hook would abort the process.
    INSTALL_HOOK.call_once(|| panic::set_hook(Box::new(|_| ())));
    tabiya_tests::properties::check_unchecked_moves(bytes);
});
