//! `tabiya-units sum`: the sum of results, and what is missing, doubled, disputed or refused.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::ensure;
use clap::Args;
use serde::Serialize;
use tabiya_program::node_count::NodeCount;
use tabiya_program::position::format_fen;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, progress};
use tabiya_units::results::{CountId, Resolution, ResultStore, UnitResult, refuted_hosts};

use crate::error_context::path_context;
use crate::job::{UnitsArgs, UnitsJob};
use crate::unit_list::UnitList;

/// The maximum number of disputes, refused files and refuted hosts that are listed.
const MAX_LISTED: usize = 1000;

/// The arguments of `tabiya-units sum`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-units sum five.units 10 results\n  \
        tabiya-units sum five.units 10 host-a host-b --unit 0..100 --json\n\n\
        Exit code 1 if a unit has no count, or if a file of results is refused.")]
pub struct Arguments {
    #[command(flatten)]
    units: UnitsArgs,
    /// Add the results in these folders
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The results to add.
struct SumJob {
    job: UnitsJob,
    stores: Vec<ResultStore>,
}

/// A sum of results, which is also the JSON output.
#[derive(Serialize)]
struct Sum {
    fen: String,
    depth: u8,
    /// The leaves in all counted units; a lower bound unless each unit has a count.
    #[serde(flatten)]
    nodes: NodeCount,
    /// The number of units to add.
    units: u64,
    /// The number of units with a count.
    counted: u64,
    /// The number of units with a count and several results.
    doubled: u64,
    missing: UnitList,
    disputed: UnitList,
    settled: UnitList,
    /// The results for disputed and settled units.
    disputes: Vec<Dispute>,
    /// The hosts whose results a settled dispute refutes.
    refuted_hosts: BTreeSet<String>,
    /// The units with results from refuted hosts only.
    recount: UnitList,
    /// The number of files that are not used.
    refused: u64,
    /// The files that are not used, each with the reason.
    refused_files: Vec<String>,
    interrupted: bool,
}

/// A unit's different results.
#[derive(Serialize)]
struct Dispute {
    unit: u64,
    settled: bool,
    results: Vec<ResultReport>,
}

/// A result in a dispute.
#[derive(Serialize)]
struct ResultReport {
    nodes: u128,
    leaves: u128,
    host: String,
    pid: u32,
    method: String,
    version: String,
}

impl From<&UnitResult> for ResultReport {
    fn from(result: &UnitResult) -> Self {
        let UnitResult { nodes, leaves, process, method, .. } = result;
        Self {
            nodes: *nodes,
            leaves: *leaves,
            host: process.host.clone(),
            pid: process.pid,
            method: method.to_string(),
            version: process.version.clone(),
        }
    }
}

impl Arguments {
    /// Adds the results, and prints the sum.
    ///
    /// # Errors
    ///
    /// Returns an error if the units file cannot be read, a folder does not exist, or the output cannot be
    /// written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let job = self.units.open()?;
        let stores = self.folders.iter().map(|folder| open_store(folder, job.count));
        let stores = stores.collect::<anyhow::Result<_>>()?;
        let sum = SumJob { job, stores }.add();
        if self.json {
            json::write_line(out, &sum)?;
        } else {
            sum.print_text(out)?;
        }
        Ok(sum.verdict())
    }
}

/// Returns the store in a folder, which must exist.
fn open_store(folder: &Path, count: CountId) -> anyhow::Result<ResultStore> {
    let metadata = std::fs::metadata(folder).map_err(path_context(folder))?;
    ensure!(metadata.is_dir(), "{}: not a folder", folder.display());
    Ok(ResultStore::new(folder, count))
}

impl SumJob {
    /// Adds the results.
    fn add(&self) -> Sum {
        let stop = progress::interrupt_flag();
        let units = &self.job.units;
        let bar = progress::new_bar(units.end - units.start, "{wide_bar} {percent} %");
        let mut sum = Sum::new(&self.job);
        self.for_each_unit(&stop, |units, results, refused| {
            bar.set_position(units.start - self.job.units.start);
            sum.add(units, results);
            sum.refuse(refused);
        });
        if !sum.refuted_hosts.is_empty() {
            self.for_each_unit(&stop, |units, results, _| sum.list_recount(units, results));
        }
        bar.finish_and_clear();
        sum.finish(stop.load(Relaxed));
        sum
    }

    /// Calls `visit` with each unit's results from all stores, and with the files that are refused.
    /// Units without a folder come by folder. Ends early if `stop` is set.
    fn for_each_unit(
        &self,
        stop: &AtomicBool,
        mut visit: impl FnMut(Range<u64>, &[UnitResult], Vec<String>),
    ) {
        for units in ResultStore::walk(&self.stores, self.job.units.clone()) {
            if stop.load(Relaxed) {
                break;
            }
            let unit = units.start;
            let mut results = Vec::new();
            let mut refused = Vec::new();
            for store in &self.stores {
                match store.read(unit) {
                    // A copy of a result is not another one.
                    Ok(read) => read.into_iter().for_each(|result| {
                        if !results.contains(&result) {
                            results.push(result);
                        }
                    }),
                    Err(error) => refused.push(format!("{}: {error}", store.path(unit).display())),
                }
            }
            visit(units, &results, refused);
        }
    }
}

impl Sum {
    fn new(job: &UnitsJob) -> Self {
        Self {
            fen: format_fen(&job.header().root),
            depth: job.count.depth,
            nodes: NodeCount::from_saturating(0),
            units: job.units.end - job.units.start,
            counted: 0,
            doubled: 0,
            missing: UnitList::default(),
            disputed: UnitList::default(),
            settled: UnitList::default(),
            disputes: Vec::new(),
            refuted_hosts: BTreeSet::new(),
            recount: UnitList::default(),
            refused: 0,
            refused_files: Vec::new(),
            interrupted: false,
        }
    }

    /// Adds a unit's results, or units without one.
    fn add(&mut self, units: Range<u64>, results: &[UnitResult]) {
        let resolution = Resolution::of(results);
        match resolution {
            Resolution::Missing => return self.missing.push(units),
            Resolution::Agreed(_) => {}
            Resolution::Settled(_) => self.settled.push(units.clone()),
            Resolution::Disputed => self.disputed.push(units.clone()),
        }
        if let Some(nodes) = resolution.nodes() {
            self.counted += 1;
            self.doubled += u64::from(results.len() > 1);
            self.nodes += NodeCount::from_saturating(nodes);
        }
        let settled = matches!(resolution, Resolution::Settled(_));
        if (settled || resolution == Resolution::Disputed) && self.disputes.len() < MAX_LISTED {
            let results = results.iter().map(ResultReport::from).collect();
            self.disputes.push(Dispute { unit: units.start, settled, results });
        }
        for host in refuted_hosts(results) {
            if self.refuted_hosts.len() < MAX_LISTED {
                self.refuted_hosts.insert(host.to_owned());
            }
        }
    }

    fn refuse(&mut self, files: Vec<String>) {
        self.refused += files.len() as u64;
        let left = MAX_LISTED - self.refused_files.len();
        self.refused_files.extend(files.into_iter().take(left));
    }

    /// Lists units whose results all come from refuted hosts.
    fn list_recount(&mut self, units: Range<u64>, results: &[UnitResult]) {
        let is_refuted = |result: &UnitResult| self.refuted_hosts.contains(&result.process.host);
        if !results.is_empty() && results.iter().all(is_refuted) {
            self.recount.push(units);
        }
    }

    fn finish(&mut self, is_interrupted: bool) {
        self.interrupted = is_interrupted;
        if let NodeCount::Exact(sum) = self.nodes
            && self.counted < self.units
        {
            self.nodes = NodeCount::AtLeast(sum);
        }
    }

    /// Tests whether each unit has a count that no settled dispute makes doubtful.
    fn is_final(&self) -> bool {
        self.counted == self.units && self.recount.is_empty()
    }

    fn verdict(&self) -> Verdict {
        if self.interrupted {
            return Verdict::Interrupted;
        }
        Verdict::mismatch_if(!self.is_final() || self.refused > 0)
    }

    fn print_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.interrupted {
            writeln!(out, "Interrupted")?;
        }
        let Self { counted, units, doubled, .. } = self;
        writeln!(out, "Units: {counted} of {units} counted, {doubled} of them more than once")?;
        for (title, list) in [
            ("Missing", &self.missing),
            ("Disputed", &self.disputed),
            ("Settled", &self.settled),
            ("Count again, since only refuted hosts have", &self.recount),
        ] {
            if !list.is_empty() {
                writeln!(out, "{title}: {list}")?;
            }
        }
        for Dispute { unit, settled, results } in &self.disputes {
            writeln!(out, "{} unit {unit}:", if *settled { "Settled" } else { "Disputed" })?;
            for ResultReport { nodes, host, pid, method, .. } in results {
                writeln!(out, "  {nodes} by host {host}, process {pid} ({method})")?;
            }
        }
        for file in &self.refused_files {
            writeln!(out, "Refused: {file}")?;
        }
        if self.is_final() {
            writeln!(out, "Nodes: {}", self.nodes)?;
        } else {
            writeln!(out, "Nodes so far: {}", self.nodes.at_least())?;
        }
        Ok(())
    }
}
