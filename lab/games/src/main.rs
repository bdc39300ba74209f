//! `cargo xtask bench-games`: compares the reading and writing of games with other programs in one run.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use tabiya_bench_games::{Arguments, run};

fn main() -> anyhow::Result<ExitCode> {
    run(&Arguments::parse())
}
