//! `cargo xtask bench-games`: compares how Tabiya and other programs read and write games, in one
//! run.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use tabiya_bench_games::{Arguments, run};

fn main() -> anyhow::Result<ExitCode> {
    run(&Arguments::parse())
}
