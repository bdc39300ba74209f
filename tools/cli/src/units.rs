//! `tabiya units`: the header of a units file, and its verification.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde::Serialize;
use tabiya::Position;
use tabiya_units::units_file::{Header, UnitsError, UnitsFile};

use crate::counting::count_leaves_up_to;
use crate::node_count::NodeCount;
use crate::position::format_fen;
use crate::verdict::{self, Failure, Verdict};
use crate::{json, progress};

/// The numbers of unique positions after each ply from the start position, from ply 0 on.
///
/// Published as OEIS A083276, from ply 1 on.
const PUBLISHED_POSITIONS: [u64; 9] =
    [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068, 988_187_354];

/// The arguments of `tabiya units`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya perft --split 5 --out five.units\n  \
        tabiya units info five.units --json\n  \
        tabiya units verify five.units")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print the header of a units file
    Info(FileArgs),
    /// Verify a units file as a whole
    ///
    /// Verifies checksums, the positions, their order and their hash. Multiplicities must add up to
    /// the perft count of the root. From the start position, the number of positions must be the
    /// published one, up to ply 8. The exit code is 1 if the file is refused.
    #[command(verbatim_doc_comment)]
    Verify(FileArgs),
}

#[derive(Args, Debug)]
struct FileArgs {
    /// The units file, which `tabiya perft --split` wrote
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output.
#[derive(Serialize)]
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

/// The contents of the header.
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

impl Arguments {
    /// Prints the header of a units file, or verifies the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let (args, is_verified) = match &self.command {
            Command::Info(args) => (args, false),
            Command::Verify(args) => (args, true),
        };
        let name = args.file.display().to_string();
        let (contents, outcome) = match UnitsFile::open(&args.file) {
            Err(UnitsError::Io(error)) => {
                return Err(anyhow::Error::new(error).context(name).into());
            }
            Err(error) => (None, Err(error.to_string())),
            Ok(file) => {
                let contents = Some(Contents::from(file.header()));
                let outcome = match is_verified {
                    true => verify(file).context(name.clone())?.map(Some),
                    false => Ok(None),
                };
                (contents, outcome)
            }
        };
        let (published, reason) = match outcome {
            Ok(published) => (published, None),
            Err(reason) => (None, Some(reason)),
        };
        let valid = (is_verified || reason.is_some()).then_some(reason.is_none());
        let report = Report { file: name, contents, valid, published, reason };
        match args.json {
            true => json::write_line(out, &report)?,
            false => report.print_text(out)?,
        }
        Ok(Verdict::mismatch_if(report.valid == Some(false)))
    }
}

/// Verifies a file, and returns whether the number of its positions is a published one. An error is
/// the reason for which the file is refused.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
fn verify(mut file: UnitsFile<File>) -> io::Result<Result<bool, String>> {
    let bar = progress::new_bar(file.header().units(), "{wide_bar} {percent} %, {eta} left");
    let result = file.verify(|unit| bar.set_position(unit + 1));
    bar.finish_and_clear();
    match result {
        Err(UnitsError::Io(error)) => return Err(error),
        Err(error) => return Ok(Err(error.to_string())),
        Ok(()) => {}
    }
    let Header { root, plies, positions, paths, .. } = file.header();
    // The limit bounds the time for a file that claims too many plies.
    let count = count_leaves_up_to(*paths, root, *plies);
    if count != NodeCount::Exact(*paths) {
        let reason = format!("multiplicities add up to {paths}; expected perft({plies}), {count}");
        return Ok(Err(reason));
    }
    let published = PUBLISHED_POSITIONS.get(usize::from(*plies));
    Ok(match published.filter(|_| *root == Position::START) {
        Some(published) if published != positions => {
            Err(format!("found {positions} positions; expected {published}, as published"))
        }
        published => Ok(published.is_some()),
    })
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
