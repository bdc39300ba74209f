//! The result of a perft count, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

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
    /// The shard of the input file that was counted, such as `1/4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The finished subtrees, if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<FinishedSubtrees>,
}

/// The progress of an interrupted count.
#[derive(Clone, Copy, Serialize)]
pub struct FinishedSubtrees {
    /// The number of finished subtrees.
    pub subtrees: usize,
    /// The number of all subtrees.
    #[serde(rename = "of")]
    pub total_subtrees: usize,
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
        let (divide, shard, interrupted) = (None, None, None);
        Self { fen, depth, nodes, seconds, nodes_per_second, divide, shard, interrupted }
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
        if let Some(FinishedSubtrees { subtrees, total_subtrees }) = self.interrupted {
            writeln!(out, "Interrupted: counted {subtrees} of {total_subtrees} subtrees")?;
            writeln!(out, "Nodes so far: {}", self.nodes)?;
        } else {
            writeln!(out, "Nodes: {}", self.nodes)?;
        }
        writeln!(out, "Seconds: {:.3}", self.seconds)?;
        match self.nodes_per_second {
            Some(rate) => Ok(writeln!(out, "Nodes/second: {rate}")?),
            None => Ok(writeln!(out, "Nodes/second: unknown")?),
        }
    }
}

/// Serializes pairs of a root move and its count as the fields of an object. A count that is not exact
/// is an object itself.
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
