//! `tabiya perft`: the arguments, and the choice between its kinds of counts.

mod categories;
mod files;
mod report;
mod resumable;
mod unique;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use tabiya::perft::{Backend, ParallelPerft, Perft};
use tabiya::{Position, uci};

use crate::counting::ThreadArgs;
use crate::lines;
use crate::node_count::NodeCount;
use crate::number::{parse_shard, parse_size};
use crate::position::{PositionArgs, castling_notation, format_fen};
use crate::subtrees::SplitTree;
use crate::verdict::{self, Verdict};

use report::{Output, Report};
use resumable::{CheckpointFile, PerftJob};
use unique::ResourceLimits;

/// The arguments of `tabiya perft`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya perft 5\n  \
        tabiya perft 3 --divide --moves \"e2e4 e7e5\"\n  \
        tabiya perft 3 --divide --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"\n  \
        tabiya perft 9 --hash 2G --checkpoint nine.json\n  \
        tabiya perft 6 --unique\n  \
        tabiya perft 4 --categories\n  \
        tabiya perft --split 4 --out four.epd && tabiya perft 9 --input four.epd --shard 1/8\n\n\
        Sizes are in bytes, or end in K, M, G or T; 1K is 1024 bytes.\n\
        Hash collisions: probability below 1e-11 per count at depth 9 from the start position,\n\
        ten times higher per further ply; none with --no-hash. Even then, equal positions are\n\
        merged where the tree is split, by full comparison.\n\
        Ctrl-C prints the partial count and exits with code 130.")]
pub struct Arguments {
    /// Count the leaves at this depth in plies, 0 to 255
    #[arg(required_unless_present = "split")]
    depth: Option<u8>,
    #[command(flatten)]
    position: PositionArgs,
    /// Back end: scalar, avx2 or avx512 [default: fastest supported]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Hash table size (e.g. 512M)
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_size)]
    hash: u64,
    /// Disable the hash table
    #[arg(long, conflicts_with = "hash")]
    no_hash: bool,
    /// Print the count of each root move
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print one JSON object per line: progress each second, then the result
    #[arg(long, conflicts_with_all = ["json", "divide"])]
    json_lines: bool,
    /// Save progress to this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "divide")]
    checkpoint: Option<PathBuf>,
    /// Count the unique positions and the nodes at each depth
    #[arg(long, conflicts_with_all = ["divide", "checkpoint", "json_lines", "no_hash", "hash", "backend"])]
    unique: bool,
    /// Count captures, castling, checks and other categories at each depth
    #[arg(long, conflicts_with_all = [
        "divide", "checkpoint", "json_lines", "no_hash", "hash", "backend", "unique", "split", "input",
    ])]
    categories: bool,
    /// Write the unique positions after PLIES plies, for distributed counting
    #[arg(long, value_name = "PLIES", requires = "out", conflicts_with_all = [
        "depth", "unique", "divide", "checkpoint", "json", "json_lines", "no_hash", "hash", "backend",
    ])]
    split: Option<u8>,
    /// Write the positions of --split to this file
    #[arg(long, value_name = "FILE", requires = "split")]
    out: Option<PathBuf>,
    /// Limit the memory of --unique and --split; use the disk beyond
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_size)]
    memory: u64,
    /// Count to DEPTH from the root of a file that --split wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "divide", "unique", "split"])]
    input: Option<PathBuf>,
    /// Count only the positions K, K+N, K+2N … of the input file
    #[arg(long, value_name = "K/N", requires = "input", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
}

impl Arguments {
    /// Runs the count that the arguments select, and prints the result.
    ///
    /// # Errors
    ///
    /// Returns an error if the position or a file is invalid, the back end or the memory is not
    /// available, or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let threads = self.threads.thread_count();
        let limits = ResourceLimits { memory: self.memory, threads };
        if let (Some(plies), Some(path)) = (self.split, &self.out) {
            return unique::write_subtrees(&self.position.position()?, plies, path, limits, out);
        }
        let depth = self.depth.unwrap_or_default();
        if self.unique {
            let root = self.position.position()?;
            return unique::print_counts(&root, depth, limits, self.json, out);
        }
        if self.categories {
            let root = self.position.position()?;
            return categories::print_counts(&root, depth, threads, self.json, out);
        }
        let perft = self.backend.map_or_else(|| Ok(Perft::new()), Perft::with);
        let mut counter = ParallelPerft::new(perft.map_err(anyhow::Error::new)?, threads)
            .map_err(anyhow::Error::new)?;
        if !self.no_hash {
            counter = counter.with_hash(self.hash).map_err(anyhow::Error::new).context("--hash")?;
        }
        if self.divide {
            return self.divide(&counter, &self.position.position()?, depth, out);
        }
        let path = self.checkpoint.as_deref();
        let file = path.map_or_else(|| Ok(CheckpointFile::default()), CheckpointFile::load)?;
        let job = match &self.input {
            None => {
                let root = self.position.position()?;
                PerftJob::whole_tree(&counter, root, depth, file.checkpoint.as_ref())
            }
            Some(path) => {
                self.shard_job(path, depth).with_context(|| path.display().to_string())?
            }
        };
        let output = match () {
            () if self.json_lines => Output::JsonLines,
            () if self.json => Output::Json,
            () => Output::Text,
        };
        resumable::run(counter, job, file, output, out)
    }

    /// Counts the leaves of each root move, and prints each count when it is complete.
    fn divide(
        &self,
        counter: &ParallelPerft,
        root: &Position,
        depth: u8,
        out: &mut dyn Write,
    ) -> verdict::Result {
        let start = Instant::now();
        let castling = castling_notation(root);
        let mut nodes = u128::from(depth == 0);
        let mut by_move = Vec::new();
        let moves = root.legal_moves();
        for &mv in moves.iter().take_while(|_| depth > 0) {
            let text = uci::display(mv, castling).to_string();
            let count = counter.count(&root.after(mv), depth - 1);
            nodes = nodes.saturating_add(count);
            if !self.json {
                writeln!(out, "{text}: {}", NodeCount::from_saturating(count))?;
            }
            by_move.push((text, NodeCount::from_saturating(count)));
        }
        let report = Report::new(format_fen(root), depth, nodes, 0, start.elapsed());
        let report = Report { divide: Some(by_move), ..report };
        report.print(if self.json { Output::Json } else { Output::Text }, out)?;
        Ok(Verdict::Success)
    }

    /// Returns the job of a shard, or of all subtrees, of a file that `--split` wrote.
    fn shard_job(&self, path: &Path, depth: u8) -> anyhow::Result<PerftJob> {
        let (number, count) = self.shard.unwrap_or((1, 1));
        let mut reader = lines::open(path)?;
        let tree = SplitTree::read(&mut *reader, |index| index % count == number - 1)?;
        let SplitTree { root, plies, subtrees } = tree;
        ensure!(depth >= plies, "split at ply {plies}; DEPTH must be at least {plies}");
        Ok(PerftJob { root, depth, plies, subtrees, shard: self.shard })
    }
}
