//! Tests of the steps.

use super::{CI, NIGHTLY};

#[test]
fn help_of_step_has_at_most_70_characters() {
    for step in CI.steps.iter().chain(NIGHTLY.steps) {
        assert!(step.help.len() <= 70, "{}: {}", step.name, step.help);
    }
}
