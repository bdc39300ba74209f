//! The results at each depth in a tree, as text and as JSON.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use tabiya::Position;

use crate::json;
use crate::position::format_fen;
use crate::report::{Event, Output};
use crate::verdict::{self, Failure, Verdict};

/// The results at the depths of a tree, which are also the JSON output.
#[derive(Debug, Serialize)]
pub struct ByDepth<Level> {
    fen: String,
    depth: u8,
    /// The results for the depths that were completed.
    levels: Vec<Level>,
    seconds: f64,
    /// `true` if Ctrl-C ended the count before `depth`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip)]
    start: Instant,
    #[serde(skip)]
    output: Output,
}

impl<Level: Serialize> ByDepth<Level> {
    /// Creates the result for a count that begins now.
    pub fn new(root: &Position, depth: u8, output: Output) -> Self {
        Self {
            fen: format_fen(root),
            depth,
            levels: Vec::new(),
            seconds: 0.0,
            interrupted: false,
            start: Instant::now(),
            output,
        }
    }

    /// Prints a line, if the output is text.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print_line(&self, line: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if self.output == Output::Text {
            writeln!(out, "{line}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// Adds the result at a depth, and prints it if the output is JSON lines.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn add(&mut self, level: Level, out: &mut dyn Write) -> Result<(), Failure> {
        if self.output == Output::JsonLines {
            json::write_line(out, &Event { event: "level", report: &level })?;
            out.flush()?;
        }
        self.levels.push(level);
        Ok(())
    }

    /// Prints JSON, or as text all that follows the rows. With fewer results than `depths`, the count was
    /// interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish(mut self, depths: usize, out: &mut dyn Write) -> verdict::Result {
        let completed = self.levels.len();
        self.interrupted = completed < depths;
        self.seconds = self.start.elapsed().as_secs_f64();
        if self.output != Output::Text {
            self.output.write_result(&self, self.interrupted, out)?;
        } else {
            if self.interrupted {
                writeln!(out, "Interrupted after {completed} of {depths} depths")?;
            }
            writeln!(out, "Seconds: {:.3}", self.seconds)?;
        }
        Ok(if self.interrupted { Verdict::Interrupted } else { Verdict::Success })
    }
}
