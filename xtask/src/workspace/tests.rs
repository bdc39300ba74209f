//! Tests for license expressions and for the search for allocators.

use super::{always_allocates, is_allowed, strings};

#[track_caller]
fn check_license(expression: &str, expected: bool) {
    let allowed = ["MIT", "Apache-2.0", "Zlib", "Apache-2.0 WITH LLVM-exception"];
    assert_eq!(is_allowed(expression, &allowed.map(str::to_owned)), expected, "{expression}");
}

#[test]
fn license_with_allowed_terms_is_allowed() {
    check_license("MIT", true);
    check_license("MIT OR GPL-3.0-only", true);
    check_license("GPL-3.0-only/MIT", true);
    check_license("MIT AND Zlib", true);
    check_license("(GPL-2.0-only OR MIT) AND Zlib", true);
    check_license("LGPL-2.1-only AND MIT OR Zlib", true);
    check_license("Apache-2.0 WITH LLVM-exception", true);
}

#[test]
fn license_with_required_other_term_is_refused() {
    check_license("LGPL-2.1 AND MIT", false);
    check_license("MIT AND LGPL-2.1", false);
    check_license("GPL-3.0-only", false);
    check_license("MIT-0", false);
    check_license("(MIT OR Zlib) AND GPL-2.0-only", false);
    check_license("MIT AND (LGPL-2.1-only OR GPL-3.0-only)", false);
    check_license("MIT WITH LLVM-exception", false);
}

#[test]
fn malformed_license_is_refused() {
    for expression in
        ["", "none", "MIT Zlib", "MIT OR", "AND MIT", "(MIT", "MIT)", "MIT WITH", "()"]
    {
        check_license(expression, false);
    }
}

#[test]
fn list_in_toml_is_read() {
    let toml = "[licenses]\nallow = [\"MIT\", \"Zlib\"]\nallow-other = []\n";
    assert_eq!(strings(toml, "allow").expect("a list"), ["MIT", "Zlib"]);
    assert_eq!(strings(toml, "exclude").expect("no list"), [""; 0]);
    assert!(strings("\nallow = [\"MIT\",\n]\n", "allow").is_err());
}

#[test]
fn alloc_without_feature_is_found() {
    assert!(always_allocates("#![no_std]\nextern crate alloc;"));
    assert!(always_allocates("#[cfg(unix)]\nextern crate alloc;"));
    assert!(!always_allocates("#[cfg(feature = \"alloc\")]\nextern crate alloc;"));
}
