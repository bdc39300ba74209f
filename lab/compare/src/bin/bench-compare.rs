//! `cargo xtask bench-compare`: compares this generator with other libraries in one run.
#![forbid(unsafe_code)]

use clap::Parser;
use tabiya_bench_compare::{Arguments, run};

fn main() -> anyhow::Result<()> {
    run(&Arguments::parse())
}
