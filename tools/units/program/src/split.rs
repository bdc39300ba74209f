//! `tabiya-units split`: a units file with the unique positions some plies below a root.

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use tabiya_program::destination::{Destination, Destinations, ForceArgs};
use tabiya_program::position::PositionArgs;
use tabiya_program::progress;
use tabiya_program::verdict::{self, Verdict};
use tabiya_units::split::{Split, SplitError};
use tabiya_units::units_file::{Header, MAX_RECORDS_PER_UNIT};

use crate::error_context::path_context;
use crate::unique::ResourceArgs;

/// The arguments of `tabiya-units split`.
#[derive(Args, Debug)]
#[command(
    override_usage = "tabiya-units split [OPTIONS] --out <FILE> [POSITION] <PLIES>",
    after_help = "Examples:\n  \
        tabiya-units split 5 --out five.units\n  \
        tabiya-units split 7 --out seven.units --memory 4G --records-per-unit 10000\n\n\
        A unit is a number of positions that are counted together. Sizes are in bytes, or end in\n\
        K, M, G or T; 1K is 1024 bytes."
)]
pub struct Arguments {
    /// Write the unique positions after this many plies
    plies: u8,
    #[command(flatten)]
    position: PositionArgs,
    /// Write them to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Write this many positions per unit
    #[arg(long, value_name = "N", default_value_t = Split::RECORDS_PER_UNIT,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_RECORDS_PER_UNIT)))]
    records_per_unit: u32,
    #[command(flatten)]
    resources: ResourceArgs,
}

impl Arguments {
    /// Writes the units file, and prints its size.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid, the disk fails, a multiplicity exceeds 32 bits, or
    /// the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let path = match Destinations::new(&[], self.force).get(&self.out)? {
            Destination::File(path) => path,
            _ => return Err(anyhow!("{}: not a regular file", self.out.display()).into()),
        };
        let split = Split::new(self.position.position()?, self.plies);
        let split = split.records_per_unit(self.records_per_unit).memory(self.resources.memory);
        let split = split.threads(self.resources.threads.thread_count());
        let header = match split.stop_signal(progress::interrupt_flag()).write(&path) {
            Err(SplitError::Interrupted) => {
                writeln!(out, "Interrupted: {} is not written", self.out.display())?;
                return Ok(Verdict::Interrupted);
            }
            Err(SplitError::File(error)) => return Err(path_context(&self.out)(error).into()),
            header => header.map_err(anyhow::Error::new)?,
        };
        let Header { positions, paths, .. } = header;
        let units = header.units();
        let path = self.out.display();
        writeln!(
            out,
            "wrote {positions} unique positions ({paths} paths) in {units} units to {path}"
        )?;
        Ok(Verdict::Success)
    }
}
