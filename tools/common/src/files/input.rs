//! The arguments that every command has, and the inputs.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::counting::ThreadArgs;
use anyhow::{Context, bail, ensure};
use clap::Args;
use tabiya_games::GameFile;
use tabiya_games::filter::TagFilter;

/// The arguments for reading games.
#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// Read these files in this order; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The number of threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print no summary and no progress on standard error
    #[arg(long)]
    pub quiet: bool,
    /// The division into parts, which tests change.
    #[arg(skip)]
    pub division: Division,
    /// `true` if the files are no text, so that their first bytes may be any.
    #[arg(skip)]
    pub are_binary: bool,
}

/// The argument that selects games by their tag pairs.
#[derive(Args, Clone, Debug)]
pub struct FilterArgs {
    /// Read only these games, e.g. 'ECO = B90 and Result = 1-0'
    #[arg(long = "filter", value_name = "EXPR")]
    pub filter: Option<TagFilter>,
}

/// The division of the inputs into parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Division {
    /// The length of a text chunk; 0 stands for the default.
    pub chunk_len: usize,
    /// The number of parts after which the command ends as if by Ctrl-C.
    pub max_parts: Option<u64>,
}

/// An input: a file or a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path; `-` is standard input.
    pub path: PathBuf,
    /// A regular file's identity, or `None` for a stream.
    pub identity: Option<FileIdentity>,
}

/// The properties by which a file is recognized when a command is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FileIdentity {
    /// The length in bytes.
    pub len: u64,
    /// The time of the last modification, in nanoseconds since 1970, if known.
    pub modified: Option<u64>,
}

impl FileIdentity {
    fn new(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = since.and_then(|time| u64::try_from(time.as_nanos()).ok());
        Self { len: metadata.len(), modified }
    }
}

impl InputArgs {
    /// Returns the inputs. Each is opened once, so that a wrong name is found before any work.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or has an unsupported format, or if standard
    /// input is named twice.
    pub fn inputs(&self) -> anyhow::Result<Vec<Input>> {
        let streams = self.files.iter().filter(|path| *path == Path::new("-")).count();
        ensure!(streams <= 1, "-: given {streams} times; expected at most once");
        self.files.iter().map(|path| Input::open(path, self.are_binary)).collect()
    }
}

impl Input {
    /// Returns the input of games for a path.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or has an unsupported format.
    pub fn new(path: &Path) -> anyhow::Result<Self> {
        Self::open(path, false)
    }

    fn open(path: &Path, is_binary: bool) -> anyhow::Result<Self> {
        let path = path.to_owned();
        if path == Path::new("-") {
            return Ok(Self { path, identity: None });
        }
        let name = || path.display().to_string();
        let metadata = fs::metadata(&path).with_context(name)?;
        if metadata.is_dir() {
            bail!("{}: folder; expected a file", path.display());
        }
        // A pipe, such as one from a process substitution, can be opened only once.
        let identity = metadata.is_file().then(|| FileIdentity::new(&metadata));
        if is_binary && identity.is_some() {
            File::open(&path).with_context(name)?;
        } else if identity.is_some() {
            GameFile::open(&path).with_context(name)?;
        }
        Ok(Self { path, identity })
    }

    /// Returns the name for messages.
    pub fn name(&self) -> String {
        if self.path == Path::new("-") {
            return "standard input".to_owned();
        }
        self.path.display().to_string()
    }

    /// Opens a stream.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be opened.
    pub fn open_stream(&self) -> io::Result<Box<dyn Read + Send>> {
        if self.path == Path::new("-") {
            return Ok(Box::new(io::stdin()));
        }
        Ok(Box::new(File::open(&self.path)?))
    }
}
