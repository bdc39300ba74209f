//! `tabiya perft`: the arguments, and the choice between its kinds of counts.

mod by_depth;
mod categories;
mod count_units;
mod error_context;
mod report;
mod split;
mod sum_results;
mod unique;
mod unit_list;
mod unit_worker;
mod whole_tree;

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use tabiya::perft::{Backend, ParallelPerft, ParallelPerftError, Perft};
use tabiya::{Position, uci};
use tabiya_units::counter::UnitCounter;
use tabiya_units::results::{Claim, CountId, ResultStore, Variant};
use tabiya_units::split::Split;
use tabiya_units::units_file::{MAX_RECORDS_PER_UNIT, UnitsFile};

use crate::counting::ThreadArgs;
use crate::message;
use crate::node_count::NodeCount;
use crate::number::{parse_size, parse_units};
use crate::position::{PositionArgs, castling_notation, format_fen};
use crate::verdict::{self, Verdict};

use count_units::UnitsJob;
use error_context::path_context;
use report::{Output, Report};
use sum_results::SumJob;
use unique::ResourceLimits;
use unit_worker::UnitWorker;

/// The arguments of `tabiya perft`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya perft 5\n  \
        tabiya perft 3 --divide --moves \"e2e4 e7e5\"\n  \
        tabiya perft 3 --divide --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"\n  \
        tabiya perft 6 --unique\n  \
        tabiya perft 4 --categories\n  \
        tabiya perft --split 5 --out five.units\n  \
        tabiya perft 10 --units five.units --unit 0..100 --out results\n  \
        tabiya perft 10 --units five.units --sum results\n\n\
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
    /// Count the unique positions and the nodes at each depth
    #[arg(long, conflicts_with_all = ["divide", "json_lines", "no_hash", "hash", "backend"])]
    unique: bool,
    /// Count captures, castling, checks and other categories at each depth
    #[arg(long, conflicts_with_all = [
        "divide", "json_lines", "no_hash", "hash", "backend", "unique", "split", "units",
    ])]
    categories: bool,
    /// Write the unique positions after PLIES plies to a units file
    #[arg(long, value_name = "PLIES", requires = "out", group = "source", conflicts_with_all = [
        "depth", "unique", "divide", "json", "json_lines", "no_hash", "hash", "backend",
    ])]
    split: Option<u8>,
    /// Write the units file of --split, or the results of --units, here
    #[arg(long, value_name = "PATH", requires = "source", group = "target")]
    out: Option<PathBuf>,
    /// Write this many positions per unit
    #[arg(long, value_name = "N", requires = "split", default_value_t = Split::RECORDS_PER_UNIT,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_RECORDS_PER_UNIT)))]
    records_per_unit: u32,
    /// Limit the memory of --unique and --split; use the disk beyond
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_size)]
    memory: u64,
    /// Count to DEPTH from the root of a file that --split wrote
    #[arg(long, value_name = "FILE", requires = "target", group = "source", conflicts_with_all = [
        "fen", "moves", "allow_impossible_checks", "divide", "unique",
    ])]
    units: Option<PathBuf>,
    /// Count only these units, e.g. 10..20 (the last is 19) [default: all]
    #[arg(long, value_name = "RANGE", requires = "units", value_parser = parse_units)]
    unit: Option<Range<u64>>,
    /// Count units again that have a result in the folder of --out
    #[arg(long, requires = "units", conflicts_with_all = ["sum", "split"])]
    recount: bool,
    /// Count the positions of the units with swapped colors
    #[arg(long, requires = "units", conflicts_with_all = ["sum", "split"])]
    flip: bool,
    /// Add the results in these folders
    #[arg(long, value_name = "FOLDER", requires = "units", group = "target", num_args = 1..,
        conflicts_with_all = ["split", "no_hash", "hash", "backend", "threads", "json_lines"])]
    sum: Vec<PathBuf>,
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
            let root = self.position.position()?;
            return split::write(root, (plies, self.records_per_unit), path, limits, out);
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
        if let Some(path) = &self.units {
            return self.count_units(path, depth, out);
        }
        let counter = self.counter()?;
        let root = self.position.position()?;
        if self.divide {
            return self.divide(&counter, &root, depth, out);
        }
        whole_tree::run(counter, root, depth, self.output(), out)
    }

    /// Returns a counter with the threads, the back end and the hash table of the arguments.
    fn counter(&self) -> anyhow::Result<ParallelPerft> {
        let counter = ParallelPerft::new(self.perft()?, self.threads.thread_count())?;
        match self.no_hash {
            true => Ok(counter),
            false => counter.with_hash(self.hash).context("--hash"),
        }
    }

    /// Returns a counter of units with the threads, the back end, the hash table and the variant of
    /// the arguments.
    fn unit_counter(&self) -> anyhow::Result<UnitCounter> {
        let hash_bytes = (!self.no_hash).then_some(self.hash);
        let counter = UnitCounter::new(self.perft()?, self.threads.thread_count(), hash_bytes);
        let counter = counter.map_err(|error| match error {
            ParallelPerftError::Threads { .. } => anyhow::Error::new(error),
            error => anyhow::Error::new(error).context("--hash"),
        })?;
        Ok(if self.flip { counter.with_variant(Variant::ColorsFlipped) } else { counter })
    }

    fn perft(&self) -> anyhow::Result<Perft> {
        Ok(self.backend.map_or_else(|| Ok(Perft::new()), Perft::with)?)
    }

    fn output(&self) -> Output {
        match () {
            () if self.json_lines => Output::JsonLines,
            () if self.json => Output::Json,
            () => Output::Text,
        }
    }

    /// Counts units of a file, or adds their results.
    fn count_units(&self, path: &Path, depth: u8, out: &mut dyn Write) -> verdict::Result {
        let file = UnitsFile::open(path).map_err(path_context(path))?;
        let header = file.header();
        let (plies, all) = (header.plies, header.units());
        let units = self.unit.clone().unwrap_or(0..all);
        let name = path.display();
        if depth < plies {
            let problem = "DEPTH must be at least";
            return Err(anyhow::anyhow!("{name}: split at ply {plies}; {problem} {plies}").into());
        }
        if units.end > all {
            let last = units.end - 1;
            return Err(anyhow::anyhow!("{name}: no unit {last}; the file has {all} units").into());
        }
        let count = CountId { content_hash: header.content_hash, depth };
        let Some(folder) = &self.out else {
            let stores = self.sum.iter().map(|folder| open_store(folder, count));
            let stores = stores.collect::<anyhow::Result<_>>()?;
            let job = SumJob { header: header.clone(), depth, units, stores };
            return job.run(self.output(), out);
        };
        let counter = self.unit_counter()?;
        let claim = Claim::acquire(folder, units.clone(), counter.process());
        let claim = claim.map_err(path_context(folder))?;
        if !claim.is_locked() {
            let folder = folder.display();
            message::print_line(&format!(
                "warning: {folder}: no file locks; claims do not protect"
            ));
        }
        let worker = UnitWorker::new(counter, depth);
        let (path, store) = (path.to_owned(), ResultStore::new(folder, count));
        let job = UnitsJob { path, file, units, store, recount: self.recount };
        job.run(worker, self.output(), out)
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
}

/// Returns the store in a folder, which must exist.
fn open_store(folder: &Path, count: CountId) -> anyhow::Result<ResultStore> {
    let metadata = std::fs::metadata(folder).map_err(path_context(folder))?;
    ensure!(metadata.is_dir(), "{}: not a folder", folder.display());
    Ok(ResultStore::new(folder, count))
}
