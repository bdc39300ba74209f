//! `tabiya-units unique`: the number of unique positions at each depth.

use std::env::temp_dir;
use std::io::{ErrorKind, Write};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use tabiya_program::by_depth::ByDepth;
use tabiya_program::counting::ThreadArgs;
use tabiya_program::number::parse_size;
use tabiya_program::position::PositionArgs;
use tabiya_program::report::OutputArgs;
use tabiya_program::{progress, verdict};
use tabiya_units::levels::Levels;

/// The arguments of `tabiya-units unique`.
#[derive(Args, Debug)]
#[command(
    override_usage = "tabiya-units unique [OPTIONS] [POSITION] <DEPTH>",
    after_help = "Examples:\n  \
        tabiya-units unique 6\n  \
        tabiya-units unique \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 5 --json\n\n\
        Ctrl-C prints the depths that are complete and exits with code 130."
)]
pub struct Arguments {
    /// Count the unique positions down to this depth in plies, 0 to 255
    depth: u8,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    resources: ResourceArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The arguments that limit an enumeration of positions.
#[derive(Args, Clone, Copy, Debug)]
pub struct ResourceArgs {
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Limit the memory of positions; use the disk beyond
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_size)]
    pub memory: u64,
}

/// The numbers of unique positions and nodes at a depth.
#[derive(Serialize)]
struct Level {
    depth: u8,
    positions: u64,
    nodes: u128,
}

impl Arguments {
    /// Prints the number of unique positions at each depth.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid, the disk fails or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let root = self.position.position()?;
        let pool = self.resources.threads.pool()?;
        // Ctrl-C ends the levels' methods with an error.
        let levels = Levels::new(&root, self.resources.memory, temp_dir());
        let mut levels = levels.with_stop_signal(progress::interrupt_flag());
        let mut by_depth = ByDepth::new(&root, self.depth, self.output.into());
        for depth in 0..=self.depth {
            let descended = if depth > 0 { pool.install(|| levels.descend()) } else { Ok(()) };
            let (positions, nodes) = match descended.and_then(|()| levels.count()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => break,
                counts => counts.context("cannot enumerate the positions")?,
            };
            let line = format!("{depth}: {positions} positions, {nodes} nodes");
            by_depth.print_line(&line, out)?;
            by_depth.add(Level { depth, positions, nodes }, out)?;
        }
        by_depth.finish(usize::from(self.depth) + 1, out)
    }
}
