//! The formats of training data on the command line.

use std::path::Path;

use anyhow::{anyhow, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use tabiya_games::data::{DataErrorKind, DataFormat};

/// A format, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format(pub DataFormat);

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Format; 5] = [
            Format(DataFormat::Binpack),
            Format(DataFormat::Viriformat),
            Format(DataFormat::Plain),
            Format(DataFormat::Bulletformat),
            Format(DataFormat::ScoredFen),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.as_str()))
    }
}

/// Returns the format that a file's name tells, without the suffix of a compression.
fn by_name(path: &Path) -> Option<DataFormat> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let name = name.trim_end_matches(".zst").trim_end_matches(".gz");
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "binpack" => Some(DataFormat::Binpack),
        "viri" | "vf" | "viriformat" => Some(DataFormat::Viriformat),
        "plain" => Some(DataFormat::Plain),
        "bullet" | "bulletformat" => Some(DataFormat::Bulletformat),
        "txt" => Some(DataFormat::ScoredFen),
        _ => None,
    }
}

/// Returns the format of a file: the one that was named, or that of its name.
///
/// # Errors
///
/// Returns an error if neither tells it.
pub fn for_file(named: Option<Format>, path: &Path, option: &str) -> anyhow::Result<DataFormat> {
    let format = named.map(|format| format.0).or_else(|| by_name(path));
    format.ok_or_else(|| {
        anyhow!(
            "{}: unknown format; expected {option}, or a name like games.binpack",
            path.display()
        )
    })
}

/// Returns the format of the inputs, which must have moves.
///
/// # Errors
///
/// Returns an error if it is unknown, if two inputs have different ones, or if it has no moves.
pub fn for_inputs(named: Option<Format>, files: &[impl AsRef<Path>]) -> anyhow::Result<DataFormat> {
    let mut formats = files.iter().map(|path| for_file(named, path.as_ref(), "--from"));
    let first = formats.next().ok_or_else(|| anyhow!("no input"))??;
    for (format, path) in formats.zip(&files[1..]) {
        if format? != first {
            bail!("{}: not {}, as the first input is", path.as_ref().display(), first.as_str());
        }
    }
    if !first.has_moves() {
        bail!("{}", DataErrorKind::NoMoves(first));
    }
    Ok(first)
}

/// Checks that the name of an output does not tell another format.
///
/// # Errors
///
/// Returns an error if it does.
pub fn check_output(path: Option<&Path>, format: DataFormat) -> anyhow::Result<()> {
    match path.and_then(|path| by_name(path).filter(|found| *found != format).map(|_| path)) {
        Some(path) => bail!("{}: not {}, as the inputs are", path.display(), format.as_str()),
        None => Ok(()),
    }
}
