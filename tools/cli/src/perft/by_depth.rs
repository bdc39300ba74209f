//! The result of counts at each depth of a tree, as text and as JSON.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use tabiya::Position;

use crate::json;
use crate::position::format_fen;
use crate::verdict::{self, Verdict};

/// The results at the depths of a tree, which are also the JSON output.
#[derive(Serialize)]
pub struct ByDepth<Row> {
    fen: String,
    depth: u8,
    /// The results of the depths that were completed.
    levels: Vec<Row>,
    seconds: f64,
    /// The number of depths to complete.
    #[serde(skip)]
    depths: usize,
    /// `true` if Ctrl-C ended the count before `depth`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

impl<Row: Serialize> ByDepth<Row> {
    /// Creates the result of a count that began at `start`. With fewer rows than `depths`, it was interrupted.
    pub fn new(
        root: &Position,
        depth: u8,
        levels: Vec<Row>,
        depths: usize,
        start: Instant,
    ) -> Self {
        let interrupted = levels.len() < depths;
        let seconds = start.elapsed().as_secs_f64();
        Self { fen: format_fen(root), depth, levels, seconds, depths, interrupted }
    }

    /// Prints one JSON object, or as text all that follows the rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, as_json: bool, out: &mut dyn Write) -> verdict::Result {
        if as_json {
            json::write_line(out, self)?;
        } else {
            if self.interrupted {
                writeln!(out, "Interrupted after {} of {} depths", self.levels.len(), self.depths)?;
            }
            writeln!(out, "Seconds: {:.3}", self.seconds)?;
        }
        Ok(if self.interrupted { Verdict::Interrupted } else { Verdict::Success })
    }
}
