//! `cargo xtask bench-compare`: compares this generator with other libraries in one run.
#![forbid(unsafe_code)]

use clap::Parser;
use tabiya_benches::compare::{Arguments, run};

fn main() -> anyhow::Result<()> {
    run(&Arguments::parse())
}
