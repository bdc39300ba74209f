//! `tabiya perft`: the arguments, and the choice between its kinds of counts.

mod divide;
mod levels;
mod whole_tree;

use std::io::Write;

use clap::Args;
use tabiya::Position;
use tabiya_program::counting::CounterArgs;
use tabiya_program::position::PositionArgs;
use tabiya_program::report::OutputArgs;
use tabiya_program::verdict;

use levels::Depths;

/// The arguments of `tabiya perft`.
#[derive(Args, Debug)]
#[command(
    override_usage = "tabiya perft [OPTIONS] [POSITION] <DEPTH>",
    after_help = "Examples:\n  \
        tabiya perft 5\n  \
        tabiya perft 3 --divide --moves \"e2e4 e7e5\"\n  \
        tabiya perft \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 3 --divide\n  \
        tabiya perft 6 --by-depth\n  \
        tabiya perft 4 --categories\n\n\
        Sizes are in bytes, or end in K, M, G or T; 1K is 1024 bytes.\n\
        Hash collisions: probability below 1e-11 per count at depth 9 from the start position,\n\
        ten times higher per further ply; none with --no-hash. Even then, equal positions are\n\
        merged where the tree is split, by full comparison.\n\
        Ctrl-C prints the partial count and exits with code 130.\n\
        Unique positions, and counts on many machines: `tabiya units --help`."
)]
pub struct Arguments {
    /// Count the leaves at this depth in plies, 0 to 255
    depth: u8,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    counter: CounterArgs,
    /// Print the count of each root move
    #[arg(long)]
    divide: bool,
    /// Print the count at each depth
    #[arg(long)]
    by_depth: bool,
    /// Count captures, castling, checks and other categories at each depth
    #[arg(long, conflicts_with_all = ["hash", "backend"])]
    categories: bool,
    /// Count the position with swapped colors
    #[arg(long)]
    swap_colors: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl Arguments {
    /// Runs the count that the arguments select, and prints the result.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid, the back end or the memory is not available, or the
    /// output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let root = self.root()?;
        let output = self.output.into();
        // `--divide` alone prints the last depth.
        let first = if self.divide && !self.by_depth { self.depth } else { 1 };
        let depths = Depths { depth: self.depth, first, divide: self.divide, output };
        if self.categories {
            let pool = self.counter.threads.pool()?;
            return levels::print_categories(depths, &pool, &root, out);
        }
        let counter = self.counter.counter()?;
        if self.by_depth {
            return levels::print_nodes(depths, &counter, &root, out);
        }
        if self.divide {
            return divide::run(&counter, &root, self.depth, output, out);
        }
        whole_tree::run(counter, root, self.depth, output, out)
    }

    fn root(&self) -> anyhow::Result<Position> {
        let position = self.position.position()?;
        Ok(if self.swap_colors { position.swap_colors() } else { position })
    }
}
