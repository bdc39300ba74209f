//! Measures what each call in a search node is worth, and writes `docs/reference/engine-steps.md`.
#![forbid(unsafe_code)]

use clap::Parser;
use tabiya_bench_compare::engine_steps;

#[derive(Parser)]
struct Arguments {
    /// The number of rounds, in each of which every step searches all positions
    #[arg(long, default_value_t = 15)]
    rounds: u32,
}

fn main() -> anyhow::Result<()> {
    engine_steps(Arguments::parse().rounds)
}
