//! `tabiya-units info` and `verify`: the header of a units file, and its verification.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::Position;
use tabiya_program::counting::count_leaves_within;
use tabiya_program::node_count::NodeCount;
use tabiya_program::position::format_fen;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, progress};
use tabiya_units::units_file::{Header, UnitsError, UnitsFile};

/// The published counts of unique positions after each ply from the start position, from ply 0 on.
///
/// Published as OEIS A083276, from ply 1 on.
const PUBLISHED_POSITIONS: [u64; 9] =
    [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068, 988_187_354];

/// The arguments of both commands.
#[derive(Args, Debug)]
pub struct FileArgs {
    /// The units file, which `tabiya-units split` wrote
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Default, Serialize)]
struct Report {
    file: String,
    #[serde(flatten)]
    contents: Option<Contents>,
    /// `true` if the whole file was verified, `false` if it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    /// `true` if the number of positions is a published one.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<bool>,
    /// The reason for which the file is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The header's contents.
#[derive(Serialize)]
struct Contents {
    fen: String,
    plies: u8,
    positions: u64,
    paths: u128,
    units: u64,
    records_per_unit: u32,
    content_hash: String,
}

impl From<&Header> for Contents {
    fn from(header: &Header) -> Self {
        Self {
            fen: format_fen(&header.root),
            plies: header.plies,
            positions: header.positions,
            paths: header.paths,
            units: header.units(),
            records_per_unit: header.records_per_unit,
            content_hash: header.content_hash.to_string(),
        }
    }
}

impl FileArgs {
    /// Prints the file's header.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the output cannot be written.
    pub fn print_info(&self, out: &mut dyn Write) -> verdict::Result {
        self.print(|_| Ok(None), out)
    }

    /// Verifies the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the output cannot be written.
    pub fn verify(&self, out: &mut dyn Write) -> verdict::Result {
        self.print(|file| verify(file).map(Some), out)
    }

    /// Prints the header. `verify` returns whether the number of positions is a published one, if it
    /// verifies the file.
    fn print(
        &self,
        verify: impl FnOnce(UnitsFile<File>) -> Result<Option<bool>, Refusal>,
        out: &mut dyn Write,
    ) -> verdict::Result {
        let file = self.file.display().to_string();
        let mut report = Report { file, ..Report::default() };
        let published = UnitsFile::open(&self.file).map_err(Refusal::from).and_then(|file| {
            report.contents = Some(file.header().into());
            verify(file)
        });
        match published {
            Ok(published) => {
                report.published = published;
                report.valid = published.map(|_| true);
            }
            Err(Refusal::Damaged(reason)) => {
                report.reason = Some(reason);
                report.valid = Some(false);
            }
            Err(Refusal::Io(error)) => {
                return Err(anyhow::Error::new(error).context(report.file).into());
            }
        }
        if self.json {
            json::write_line(out, &report)?;
        } else {
            report.print_text(out)?;
        }
        Ok(Verdict::mismatch_if(report.valid == Some(false)))
    }
}

/// The error for a file that is not valid.
enum Refusal {
    /// The error for a file that cannot be read.
    Io(io::Error),
    /// The error for a file with wrong contents, and the reason.
    Damaged(String),
}

impl From<UnitsError> for Refusal {
    fn from(error: UnitsError) -> Self {
        match error {
            UnitsError::Io(error) => Self::Io(error),
            error => Self::Damaged(error.to_string()),
        }
    }
}

/// Verifies a file, and returns whether the number of its positions is a published one.
fn verify(mut file: UnitsFile<File>) -> Result<bool, Refusal> {
    let bar = progress::new_bar(file.header().units(), "{wide_bar} {percent} %, {eta} left");
    let result = file.verify(|unit| bar.set_position(unit + 1));
    bar.finish_and_clear();
    result?;
    let Header { root, plies, positions, paths, .. } = file.header();
    // The limit bounds the time for a file that claims too many plies.
    let count = count_leaves_within(*paths, root, *plies);
    if count != NodeCount::Exact(*paths) {
        let expected = format!("expected perft({plies}), {count}");
        return Err(Refusal::Damaged(format!("multiplicities add up to {paths}; {expected}")));
    }
    let published = PUBLISHED_POSITIONS.get(usize::from(*plies));
    match published.filter(|_| *root == Position::START) {
        Some(published) if published != positions => {
            let expected = format!("expected {published}, as published");
            Err(Refusal::Damaged(format!("found {positions} positions; {expected}")))
        }
        published => Ok(published.is_some()),
    }
}

impl Report {
    fn print_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(reason) = &self.reason {
            return Ok(writeln!(out, "refused: {}: {reason}", self.file)?);
        }
        let Some(contents) = &self.contents else { return Ok(()) };
        let Contents { fen, plies, positions, paths, units, records_per_unit, .. } = contents;
        let is_published = self.published == Some(true);
        let published = if is_published { ", as published (OEIS A083276)" } else { "" };
        let perft = if self.valid == Some(true) { format!(" = perft({plies})") } else { "".into() };
        writeln!(out, "Root: {fen}")?;
        writeln!(out, "Plies: {plies}")?;
        writeln!(out, "Positions: {positions}{published}")?;
        writeln!(out, "Paths: {paths}{perft}")?;
        writeln!(out, "Units: {units} of {records_per_unit} positions")?;
        writeln!(out, "Hash: {}", contents.content_hash)?;
        if self.valid == Some(true) {
            writeln!(out, "valid")?;
        }
        Ok(())
    }
}
