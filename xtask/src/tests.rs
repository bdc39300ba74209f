//! Tests for the command line.

use super::{Arguments, Command, programs};
use clap::{CommandFactory, Parser};

#[test]
fn command_line_is_valid() {
    Arguments::command().debug_assert();
}

#[test]
fn arguments_after_target_are_passed_to_program() {
    let line = ["xtask", "bench-compare", "--target", "native", "--json", "--target", "x"];
    let Command::BenchCompare { target, passed, .. } = Arguments::parse_from(line).command else {
        panic!("expected the command `bench-compare`");
    };
    assert_eq!(target, programs::Target::Native);
    assert_eq!(passed.args, ["--json", "--target", "x"]);
}

#[test]
fn bench_compare_without_target_uses_default() {
    let Command::BenchCompare { target, baseline, passed } =
        Arguments::parse_from(["xtask", "bench-compare", "--depth", "5"]).command
    else {
        panic!("expected the command `bench-compare`");
    };
    assert_eq!((target, baseline), (programs::Target::Default, None));
    assert_eq!(passed.args, ["--depth", "5"]);
}

#[test]
fn other_commands_step_is_refused() {
    for (command, step, is_accepted) in [
        ("ci", "cycles", true),
        ("ci", "native", false),
        ("nightly", "native", true),
        ("nightly", "cycles", false),
        ("ci", "python", true),
        ("nightly", "python", true),
    ] {
        let arguments = Arguments::try_parse_from(["xtask", command, "--only", step]);
        assert_eq!(arguments.is_ok(), is_accepted, "{command} --only {step}");
    }
}

#[test]
fn web_with_two_actions_is_refused() {
    for flags in [["--check", "--quick"], ["--check", "--serve"], ["--quick", "--serve"]] {
        let line = ["xtask", "web"].into_iter().chain(flags);
        assert!(Arguments::try_parse_from(line).is_err(), "{flags:?}");
    }
}
