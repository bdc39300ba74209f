//! Notes on suite lines: those that are refused, and operations that cannot be read.

use std::io::{self, Write};

use serde::Serialize;
use tabiya::epd::Epd;

/// The number of warnings that are printed. JSON has them all.
const MAX_WARNINGS: usize = 3;

/// A line without a valid position or count.
#[derive(Serialize)]
pub struct RefusedLine {
    /// The file and the line number, such as `a.epd:7`.
    pub location: String,
    /// The reason.
    pub error: String,
}

/// An operation that cannot be read.
#[derive(Serialize)]
struct Warning {
    location: String,
    warning: String,
}

/// The notes on the lines in all files.
#[derive(Default, Serialize)]
pub struct LineNotes {
    /// The lines that are not used.
    pub refused: Vec<RefusedLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
}

impl LineNotes {
    /// Adds a warning for each operation in a line that cannot be read.
    pub fn add_warnings(&mut self, location: &str, epd: &Epd<'_>) {
        let warnings = epd.raw_operations().map(|raw| raw.to_string());
        let location = || location.to_owned();
        self.warnings.extend(warnings.map(|warning| Warning { location: location(), warning }));
    }

    /// Prints the refused lines and the first warnings.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        for RefusedLine { location, error } in &self.refused {
            writeln!(out, "{location}: refused: {error}")?;
        }
        for Warning { location, warning } in self.warnings.iter().take(MAX_WARNINGS) {
            writeln!(out, "{location}: warning: {warning}")?;
        }
        match self.warnings.len().saturating_sub(MAX_WARNINGS) {
            0 => Ok(()),
            1 => writeln!(out, "… and 1 more warning"),
            more => writeln!(out, "… and {more} more warnings"),
        }
    }
}
