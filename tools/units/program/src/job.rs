//! The units in a file that a command counts or adds.

use std::fs::File;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use tabiya_program::number::parse_units;
use tabiya_units::results::CountId;
use tabiya_units::units_file::{Header, UnitsFile};

use crate::error_context::path_context;

/// The arguments that select units and the depth of their count.
#[derive(Args, Debug)]
pub struct UnitsArgs {
    /// The units file, which `tabiya-units split` wrote
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// The depth of the leaves below the root of the file
    depth: u8,
    /// Select only these units, e.g. 10..20 (the last is 19) [default: all]
    #[arg(long, value_name = "RANGE", value_parser = parse_units)]
    unit: Option<Range<u64>>,
}

/// A file's units and the depth of their count.
pub struct UnitsJob {
    /// The path to the units file.
    pub path: PathBuf,
    /// The units file.
    pub file: UnitsFile<File>,
    /// The units.
    pub units: Range<u64>,
    /// The count.
    pub count: CountId,
}

impl UnitsJob {
    /// Returns the units file's header.
    pub fn header(&self) -> &Header {
        self.file.header()
    }
}

impl UnitsArgs {
    /// Opens the units file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, has no such units, or is split below the depth.
    pub fn open(&self) -> anyhow::Result<UnitsJob> {
        let file = UnitsFile::open(&self.path).map_err(path_context(&self.path))?;
        let Header { plies, content_hash, .. } = *file.header();
        let all = file.header().units();
        let units = self.unit.clone().unwrap_or(0..all);
        let name = self.path.display();
        ensure!(
            self.depth >= plies,
            "{name}: split at ply {plies}; DEPTH must be at least {plies}"
        );
        ensure!(units.end <= all, "{name}: no unit {}; the file has {all} units", units.end - 1);
        let count = CountId { content_hash, depth: self.depth };
        Ok(UnitsJob { path: self.path.clone(), file, units, count })
    }
}
