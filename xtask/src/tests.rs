//! Tests of the command line.

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
