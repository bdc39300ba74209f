//! The result of a perft count, as text and as JSON.

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::unit_list::UnitList;
use crate::json;
use crate::node_count::NodeCount;
use crate::verdict::Failure;

/// The output format of a perft count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Output as text.
    Text,
    /// Output as one JSON object.
    Json,
    /// Output as one JSON object per line, each with its event.
    JsonLines,
}

/// The result of a perft count, which is also the JSON output.
#[derive(Serialize)]
pub struct Report {
    /// The FEN of the root of the count.
    pub fen: String,
    /// The depth of the leaves below the root.
    pub depth: u8,
    /// The number of leaves of the count.
    #[serde(flatten)]
    pub nodes: NodeCount,
    /// The duration of this run in seconds.
    pub seconds: f64,
    /// The leaves that this run counted, per second. `None` if their number is unknown.
    pub nodes_per_second: Option<u128>,
    /// The leaf counts by root move, for `--divide`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_pairs")]
    pub divide: Option<Vec<(String, NodeCount)>>,
    /// The units of a units file, if the count is one of units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<UnitsReport>,
    /// The finished parts, if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<FinishedParts>,
}

/// The units of a count: the half-open range, and what became of it.
#[derive(Serialize)]
pub struct UnitsReport {
    /// The number of the first unit.
    pub first: u64,
    /// The number after that of the last unit.
    pub end: u64,
    /// The number of units that this run has counted.
    pub counted: u64,
    /// The number of units that had a result before this run.
    pub before: u64,
    /// The units whose results could not be saved.
    #[serde(skip_serializing_if = "UnitList::is_empty")]
    pub unsaved: UnitList,
    /// The units whose results differ.
    #[serde(skip_serializing_if = "UnitList::is_empty")]
    pub disputed: UnitList,
}

/// The number of finished parts of a count, and of all.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum FinishedParts {
    /// The subtrees of a count of a whole tree.
    Subtrees {
        /// The number of finished subtrees.
        subtrees: usize,
        /// The number of all subtrees.
        total_subtrees: usize,
    },
    /// The units of a count of units.
    Units {
        /// The number of finished units.
        units: u64,
        /// The number of all units of the count.
        total_units: u64,
    },
}

impl fmt::Display for FinishedParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subtrees { subtrees, total_subtrees } => {
                write!(f, "counted {subtrees} of {total_subtrees} subtrees")
            }
            Self::Units { units, total_units } => {
                write!(f, "counted {units} of {total_units} units")
            }
        }
    }
}

/// The interval of progress reports, and of attempts to save what could not be saved.
pub const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The progress of a count, for [`Output::JsonLines`].
#[derive(Serialize)]
pub struct Progress {
    event: &'static str,
    #[serde(flatten)]
    finished: FinishedParts,
    /// The leaves of the finished parts.
    #[serde(flatten)]
    nodes: NodeCount,
    /// The fraction of the work that is finished, from 0 to 1.
    finished_fraction: f64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

impl Progress {
    /// Creates the progress of a count since `start`, with the finished work and all.
    pub fn new(
        finished: FinishedParts,
        nodes: u128,
        (finished_work, total_work): (u64, u64),
        start: Instant,
    ) -> Self {
        let seconds = start.elapsed().as_secs_f64();
        let (done, left) = (finished_work as f64, (total_work - finished_work) as f64);
        Self {
            event: "progress",
            finished,
            nodes: NodeCount::AtLeast(nodes),
            finished_fraction: done / total_work.max(1) as f64,
            seconds,
            seconds_left: (finished_work > 0).then(|| seconds * left / done),
        }
    }

    /// Prints the progress as one line of JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json::write_line(out, self)?;
        Ok(out.flush()?)
    }
}

/// A report with its event, for [`Output::JsonLines`].
#[derive(Serialize)]
struct EventReport<'a> {
    event: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

impl Report {
    /// Creates the report of a complete count of `nodes` leaves, of which earlier runs counted
    /// `resumed_nodes`. Sums saturate at `u128::MAX`.
    pub fn new(fen: String, depth: u8, nodes: u128, resumed_nodes: u128, time: Duration) -> Self {
        let nodes = NodeCount::from_saturating(nodes);
        let seconds = time.as_secs_f64();
        let rate = |nodes: u128| ((nodes - resumed_nodes) as f64 / seconds.max(1e-9)) as u128;
        let nodes_per_second = nodes.exact().map(rate).filter(|&rate| rate < u128::MAX);
        let (divide, units, interrupted) = (None, None, None);
        Self { fen, depth, nodes, seconds, nodes_per_second, divide, units, interrupted }
    }

    /// Returns the report of an interrupted count, whose leaves are a lower bound.
    pub fn interrupted(self, finished: FinishedParts) -> Self {
        Self { interrupted: Some(finished), ..self.with_lower_bound() }
    }

    /// Returns the report with the leaves as a lower bound.
    pub fn with_lower_bound(self) -> Self {
        let (NodeCount::Exact(nodes) | NodeCount::AtLeast(nodes)) = self.nodes;
        Self { nodes: NodeCount::AtLeast(nodes), ..self }
    }

    /// Prints the report in an output format.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, output: Output, out: &mut dyn Write) -> Result<(), Failure> {
        match output {
            Output::Json => json::write_line(out, self),
            Output::JsonLines => {
                let event = if self.interrupted.is_some() { "interrupted" } else { "result" };
                json::write_line(out, &EventReport { event, report: self })
            }
            Output::Text => self.print_text(out),
        }
    }

    fn print_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.divide.is_some() {
            writeln!(out)?;
        }
        if let Some(interruption) = self.interrupted {
            writeln!(out, "Interrupted: {interruption}")?;
        }
        let mut is_complete = self.interrupted.is_none();
        if let Some(UnitsReport { first, end, counted, before, unsaved, disputed }) = &self.units {
            writeln!(out, "Units {first}..{end}: {counted} counted, {before} counted before")?;
            if !unsaved.is_empty() {
                writeln!(out, "Not saved: {unsaved}")?;
            }
            if !disputed.is_empty() {
                writeln!(out, "Disputed: {disputed}")?;
                is_complete = false;
            }
        }
        match self.nodes {
            nodes if is_complete => writeln!(out, "Nodes: {nodes}")?,
            NodeCount::Exact(nodes) | NodeCount::AtLeast(nodes) => {
                writeln!(out, "Nodes so far: {nodes}")?;
            }
        }
        writeln!(out, "Seconds: {:.3}", self.seconds)?;
        match self.nodes_per_second {
            Some(rate) => Ok(writeln!(out, "Nodes/second: {rate}")?),
            None => Ok(writeln!(out, "Nodes/second: unknown")?),
        }
    }
}

/// Serializes pairs of a root move and its count as the fields of an object. A count that is not
/// exact is an object itself.
fn serialize_pairs<S: Serializer>(
    divide: &Option<Vec<(String, NodeCount)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(divide.as_ref().map(Vec::len))?;
    for (mv, count) in divide.iter().flatten() {
        match count.exact() {
            Some(nodes) => map.serialize_entry(mv, &nodes)?,
            None => map.serialize_entry(mv, count)?,
        }
    }
    map.end()
}
