//! `cargo xtask rivals`: this generator beside others, measured in one run.
#![forbid(unsafe_code)]

use clap::Parser;
use tabiya_benches::rivals::{Arguments, run};

fn main() -> anyhow::Result<()> {
    run(&Arguments::parse())
}
