//! The result from a perft count, as text and as JSON.

use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tabiya::Position;

use crate::json;
use crate::node_count::NodeCount;
use crate::position::format_fen;
use crate::verdict::Failure;

/// The arguments that select the output format of a perft count.
#[derive(Args, Clone, Copy, Debug)]
pub struct OutputArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print one JSON object per line: progress each second, then the result
    #[arg(long, conflicts_with = "json")]
    json_lines: bool,
}

/// The output format for a perft count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Output as text.
    Text,
    /// Output as one JSON object.
    Json,
    /// Output as one JSON object per line, each with its event.
    JsonLines,
}

impl From<OutputArgs> for Output {
    fn from(args: OutputArgs) -> Self {
        match args {
            OutputArgs { json_lines: true, .. } => Self::JsonLines,
            OutputArgs { json: true, .. } => Self::Json,
            _ => Self::Text,
        }
    }
}

impl Output {
    /// Writes a result as JSON; as JSON lines with its event.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn write_result(
        self,
        report: &impl Serialize,
        is_interrupted: bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self == Self::Json {
            return json::write_line(out, report);
        }
        let event = if is_interrupted { "interrupted" } else { "result" };
        json::write_line(out, &Event { event, report })
    }
}

/// A report with its event, for [`Output::JsonLines`].
#[derive(Debug, Serialize)]
pub struct Event<'a, T> {
    /// The name of the event.
    pub event: &'static str,
    /// The report.
    #[serde(flatten)]
    pub report: &'a T,
}

/// The result from a perft count, which is also the JSON output.
#[derive(Debug, Serialize)]
pub struct Report<D> {
    /// The FEN of the root.
    fen: String,
    /// The depth at which the leaves are, below the root.
    depth: u8,
    /// The number of leaves that were counted.
    #[serde(flatten)]
    nodes: NodeCount,
    /// The time that this run took, in seconds.
    seconds: f64,
    /// The leaves that this run counted, per second. `None` if their number is unknown.
    nodes_per_second: Option<u128>,
    /// The details for a kind of count.
    #[serde(flatten)]
    details: D,
    /// The finished parts, if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<FinishedParts>,
    /// `true` if leaves are missing.
    #[serde(skip)]
    is_partial: bool,
}

/// The finished and all parts of a count.
#[derive(Clone, Copy, Debug)]
pub struct FinishedParts {
    /// The name of the parts, in the plural.
    pub name: &'static str,
    /// The number of finished parts.
    pub finished: u64,
    /// The number of all parts.
    pub total: u64,
}

impl Serialize for FinishedParts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(self.name, &self.finished)?;
        map.serialize_entry(&format!("total_{}", self.name), &self.total)?;
        map.end()
    }
}

impl fmt::Display for FinishedParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counted {} of {} {}", self.finished, self.total, self.name)
    }
}

/// The interval between progress reports, and between attempts to save what could not be saved.
pub const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The finished work and the whole work of a count, in any unit.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The finished work.
    pub finished: u64,
    /// All work.
    pub total: u64,
}

/// The progress of a count, for [`Output::JsonLines`].
#[derive(Debug, Serialize)]
pub struct Progress {
    event: &'static str,
    #[serde(flatten)]
    finished: FinishedParts,
    /// The leaves in the finished parts.
    #[serde(flatten)]
    nodes: NodeCount,
    /// The fraction of the work that is finished, from 0 to 1.
    finished_fraction: f64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

impl Progress {
    /// Creates the progress of a count since `start`.
    pub fn new(finished: FinishedParts, nodes: u128, work: Work, start: Instant) -> Self {
        let seconds = start.elapsed().as_secs_f64();
        let done = work.finished as f64;
        let left = (work.total - work.finished) as f64;
        Self {
            event: "progress",
            finished,
            nodes: NodeCount::AtLeast(nodes),
            finished_fraction: done / work.total.max(1) as f64,
            seconds,
            seconds_left: (work.finished > 0).then(|| seconds * left / done),
        }
    }

    /// Prints the progress as one JSON line.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        json::write_line(out, self)?;
        Ok(out.flush()?)
    }
}

/// The leaves of a count and its duration.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    /// The number of leaves, which saturates at [`u128::MAX`].
    pub nodes: u128,
    /// The number of leaves that earlier runs have counted.
    pub resumed_nodes: u128,
    /// The time that this run took.
    pub time: Duration,
}

impl<D: Serialize> Report<D> {
    /// Creates the report on a complete count.
    pub fn new(root: &Position, depth: u8, leaves: Leaves, details: D) -> Self {
        let nodes = NodeCount::from_saturating(leaves.nodes);
        let seconds = leaves.time.as_secs_f64();
        let rate = |nodes| ((nodes - leaves.resumed_nodes) as f64 / seconds.max(1e-9)) as u128;
        Self {
            fen: format_fen(root),
            depth,
            nodes,
            seconds,
            nodes_per_second: nodes.exact().map(rate).filter(|&rate| rate < u128::MAX),
            details,
            interrupted: None,
            is_partial: false,
        }
    }

    /// Returns the report on an interrupted count, whose leaves are a lower bound.
    #[must_use]
    pub fn interrupted(self, finished: FinishedParts) -> Self {
        Self { interrupted: Some(finished), ..self.with_lower_bound() }
    }

    /// Returns the report with the leaves as a lower bound.
    #[must_use]
    pub fn with_lower_bound(self) -> Self {
        Self { nodes: NodeCount::AtLeast(self.nodes.at_least()), is_partial: true, ..self }
    }

    /// Prints the report in an output format. As text, the lines with details precede the count.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(
        &self,
        output: Output,
        details: &impl fmt::Display,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if output != Output::Text {
            return output.write_result(self, self.interrupted.is_some(), out);
        }
        if let Some(interruption) = self.interrupted {
            writeln!(out, "Interrupted: {interruption}")?;
        }
        write!(out, "{details}")?;
        match self.nodes {
            nodes if self.is_partial => writeln!(out, "Nodes so far: {}", nodes.at_least())?,
            nodes => writeln!(out, "Nodes: {nodes}")?,
        }
        writeln!(out, "Seconds: {:.3}", self.seconds)?;
        match self.nodes_per_second {
            Some(rate) => Ok(writeln!(out, "Nodes/second: {rate}")?),
            None => Ok(writeln!(out, "Nodes/second: unknown")?),
        }
    }
}
