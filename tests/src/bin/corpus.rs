//! Conversion between the corpora in `tests/data/corpus` and libFuzzer's folders, for
//! `cargo xtask fuzz`.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use tabiya_tests::corpus::{escape, unpack};
use tabiya_tests::properties::CHECKS;

/// Convert between corpora of text lines and folders of input files
#[derive(Parser)]
#[command(name = "corpus")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the inputs of each target, or of one, to a subfolder
    Unpack {
        /// The parent folder, created if missing
        folder: PathBuf,
        /// The only target, also one outside this workspace
        target: Option<String>,
    },
    /// Print the files of a folder as lines of a corpus, shortest first
    Pack {
        /// The folder with a file per input
        folder: PathBuf,
        /// The maximum number of lines, spread over all lengths
        #[arg(long, value_name = "N", default_value_t = 60)]
        limit: usize,
        /// Skip files of at least this length
        #[arg(long, value_name = "BYTES", default_value_t = 400)]
        max_len: usize,
    },
    /// Print the names of the targets
    Targets,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Unpack { folder, target } => {
            let all = || CHECKS.iter().map(|(target, _)| (*target).to_owned()).collect();
            let targets = target.map_or_else(all, |target| vec![target]);
            targets.iter().try_for_each(|target| unpack(target, &folder.join(target)).map(drop))
        }
        Command::Pack { folder, limit, max_len } => pack(&folder, limit, max_len),
        Command::Targets => {
            CHECKS.iter().for_each(|(target, _)| println!("{target}"));
            Ok(())
        }
    }
}

/// Prints at most `limit` inputs shorter than `max_len` bytes.
fn pack(folder: &Path, limit: usize, max_len: usize) -> Result<()> {
    let mut inputs = BTreeSet::new();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let input = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if input.len() < max_len {
            inputs.insert((input.len(), input));
        }
    }
    let step = inputs.len().div_ceil(limit.max(1)).max(1);
    for (_, input) in inputs.iter().step_by(step) {
        println!("{}", escape(input));
    }
    Ok(())
}
