//! Hands the committed inputs to a fuzzer and takes new ones from it: the program behind the
//! corpora of `cargo xtask fuzz`.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use tabiya_tests::corpus::{escape, unpack};
use tabiya_tests::properties::CHECKS;

/// Hand the committed inputs to a fuzzer and take new ones from it
#[derive(Parser)]
#[command(name = "corpus")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the inputs of every target to a folder of its name
    Unpack {
        /// Where the folders stand, or are made
        folder: PathBuf,
    },
    /// Print the files of a folder as the lines of a corpus, the shortest first
    Pack {
        /// The folder, as a fuzzer leaves it
        folder: PathBuf,
        /// How many lines at most, spread over all lengths
        #[arg(long, value_name = "N", default_value_t = 60)]
        limit: usize,
        /// Bytes of a file that is left out
        #[arg(long, value_name = "BYTES", default_value_t = 400)]
        longest: usize,
    },
    /// Print the names of the targets, a line each
    Targets,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Unpack { folder } => {
            CHECKS.iter().try_for_each(|(target, _)| unpack(target, &folder.join(target)).map(drop))
        }
        Command::Pack { folder, limit, longest } => pack(&folder, limit, longest),
        Command::Targets => {
            CHECKS.iter().for_each(|(target, _)| println!("{target}"));
            Ok(())
        }
    }
}

fn pack(folder: &Path, limit: usize, longest: usize) -> Result<()> {
    let mut inputs = BTreeSet::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let input = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if input.len() < longest {
            inputs.insert((input.len(), input));
        }
    }
    let step = inputs.len().div_ceil(limit.max(1)).max(1);
    for (_, input) in inputs.iter().step_by(step) {
        println!("{}", escape(input));
    }
    Ok(())
}
