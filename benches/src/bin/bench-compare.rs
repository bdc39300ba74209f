//! `cargo xtask rivals`: compares this generator with other libraries in one run.
#![forbid(unsafe_code)]

use clap::Parser;
use tabiya_benches::rivals::{Arguments, run};

fn main() -> anyhow::Result<()> {
    run(&Arguments::parse())
}
