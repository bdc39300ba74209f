//! Tests for the mutant selection.

use super::{SETTINGS, select, strings, without_line_and_column};
use crate::cargo::root;

#[test]
fn listed_paths_exist() {
    let settings = std::fs::read_to_string(root().join(SETTINGS)).expect("the settings");
    let listed = |key| strings(&settings, key).expect("a list");
    assert!(listed("additional_cargo_test_args").len() > 10);
    for path in [listed("examine_globs"), listed("exclude_globs")].concat() {
        let path = path.split("/*").next().expect("a path");
        assert!(root().join(path).exists(), "{path}: not found");
    }
}

#[test]
fn selection_depends_on_seed_only() {
    let names: Vec<_> = (0..1_000).map(|number| number.to_string()).collect();
    let selected = select(&names, 100, 1);
    assert_eq!(selected.len(), 100);
    assert_eq!(selected, select(&names, 100, 1));
    assert_ne!(selected, select(&names, 100, 2));
    assert_eq!(select(&names, 2_000, 1), names);
}

#[test]
fn selection_ignores_lines() {
    let names = |first: u32| -> Vec<_> {
        (0..99).map(|line| format!("a.rs:{}:5: mutation {}", first + line, line / 2)).collect()
    };
    let mutations = |names: Vec<String>| -> Vec<_> {
        select(&names, 20, 1).iter().map(|name| without_line_and_column(name)).collect()
    };
    assert_eq!(mutations(names(1)), mutations(names(100)));
}
