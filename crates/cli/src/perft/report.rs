//! What a count gave, and the shapes it is printed in.

use std::io::Write;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::json;
use crate::verdict::Failure;

/// The shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Words for people.
    Text,
    /// One object.
    Json,
    /// One object a line, each with the event that it tells of.
    JsonLines,
}

/// What a count gave, in the shape of `--json`.
#[derive(Serialize)]
pub struct Report {
    /// The root.
    pub fen: String,
    /// How deep leaves lie below it.
    pub depth: u8,
    /// The leaves.
    pub nodes: u128,
    /// The time of this run.
    pub seconds: f64,
    /// The leaves that this run found in a second.
    pub nodes_per_second: u64,
    /// The leaves by first move, if asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map")]
    pub divide: Option<Vec<(String, u128)>>,
    /// Which part of a file this is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// What is finished, if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Finished>,
}

/// How much is finished.
#[derive(Clone, Copy, Serialize)]
pub struct Finished {
    /// The subtrees that are counted.
    pub subtrees: usize,
    /// The subtrees that there are.
    pub of: usize,
}

/// A report with the event.
#[derive(Serialize)]
struct Line<'a> {
    event: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

impl Report {
    /// A count that is complete, of which this run found a part.
    pub fn new(fen: String, depth: u8, nodes: u128, of_this_run: u128, time: Duration) -> Self {
        let seconds = time.as_secs_f64();
        let nodes_per_second = (of_this_run as f64 / seconds.max(1e-9)) as u64;
        let (divide, shard, interrupted) = (None, None, None);
        Self { fen, depth, nodes, seconds, nodes_per_second, divide, shard, interrupted }
    }

    /// Prints.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn print(&self, output: Output, out: &mut dyn Write) -> Result<(), Failure> {
        match output {
            Output::Json => json::write(out, self),
            Output::JsonLines => {
                let event = if self.interrupted.is_some() { "interrupted" } else { "result" };
                json::write(out, &Line { event, report: self })
            }
            Output::Text => self.print_text(out),
        }
    }

    fn print_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.divide.is_some() {
            writeln!(out)?;
        }
        if let Some(Finished { subtrees, of }) = self.interrupted {
            writeln!(out, "Interrupted: counted {subtrees} of {of} subtrees")?;
            writeln!(out, "Nodes so far: {}", self.nodes)?;
        } else if self.nodes == u128::MAX {
            writeln!(out, "Nodes: more than {}", self.nodes - 1)?;
        } else {
            writeln!(out, "Nodes: {}", self.nodes)?;
        }
        writeln!(out, "Seconds: {:.3}", self.seconds)?;
        Ok(writeln!(out, "Nodes/second: {}", self.nodes_per_second)?)
    }
}

/// Pairs as the fields of an object.
fn as_map<S: Serializer>(
    divide: &Option<Vec<(String, u128)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(divide.iter().flatten().map(|(mv, nodes)| (mv, nodes)))
}
