//! Tests for the property that the fuzz target `other_libraries` checks, on committed inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tabiya_differential::check_other_libraries;
use tabiya_tests::corpus;
use tabiya_tests::properties::CHECKS;

fn inputs(target: &str) -> Vec<Vec<u8>> {
    corpus::load(target).unwrap_or_else(|error| panic!("{error:#}"))
}

#[test]
fn other_libraries() {
    let inputs = inputs("other_libraries");
    assert!(inputs.len() >= 24, "only {} inputs", inputs.len());
    for input in &inputs {
        let outcome = catch_unwind(AssertUnwindSafe(|| check_other_libraries(input)));
        assert!(outcome.is_ok(), "{}", corpus::escape(input));
    }
}

#[test]
fn check_accepts_inputs_for_other_targets() {
    for (target, _) in CHECKS {
        inputs(target).iter().step_by(5).for_each(|input| check_other_libraries(input));
    }
}
