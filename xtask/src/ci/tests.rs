//! Tests for the steps and for their runner.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, bail};

use super::{CI, NIGHTLY, Plan, Step, step};

/// Checks the outcome of a run, and how often its last step runs.
#[track_caller]
fn check(plan: &Plan, only: Option<&str>, outcome: ExitCode, runs: usize, count: &AtomicUsize) {
    assert_eq!(plan.run(only), outcome);
    assert_eq!(count.swap(0, Ordering::Relaxed), runs);
}

fn fail() -> Result<()> {
    bail!("an error")
}

#[test]
fn failed_step_ends_ci_but_not_nightly() {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    fn count() -> Result<()> {
        COUNT.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
    const STEPS: &[Step] = &[step("a", "", fail), step("b", "", count)];
    for keeps_running in [false, true] {
        let plan = Plan { command: "test", steps: STEPS, keeps_running };
        check(&plan, None, ExitCode::FAILURE, usize::from(keeps_running), &COUNT);
        check(&plan, Some("a"), ExitCode::FAILURE, 0, &COUNT);
        check(&plan, Some("b"), ExitCode::SUCCESS, 1, &COUNT);
    }
}

#[test]
fn step_without_tools_is_skipped_unless_it_is_the_only_one() {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    fn count() -> Result<()> {
        COUNT.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
    const STEPS: &[Step] = &[step("a", "", fail).needs(fail), step("b", "", count)];
    let plan = Plan { command: "test", steps: STEPS, keeps_running: false };
    check(&plan, None, ExitCode::SUCCESS, 1, &COUNT);
    check(&plan, Some("a"), ExitCode::FAILURE, 0, &COUNT);
}

#[test]
fn step_help_has_at_most_70_characters() {
    for step in CI.steps.iter().chain(NIGHTLY.steps) {
        assert!(step.help.len() <= 70, "{}: {}", step.name, step.help);
    }
}

#[test]
fn step_build_folders_are_in_target() {
    for folder in CI.steps.iter().chain(NIGHTLY.steps).flat_map(|step| step.build_folders) {
        assert!(folder.starts_with("target/"), "{folder}");
    }
}
