//! An output: a file, plain or compressed, or standard output.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use tabiya_program::verdict::Failure;
use tabiya_units::files::{NewFile, PART_SUFFIX};
use zstd_safe::CompressionLevel;

/// The length of a block, which is written at once and compressed independently of the others.
const BLOCK_LEN: usize = 4 << 20;

/// The level of Zstandard, which is that of the program `zstd`.
const ZSTD_LEVEL: CompressionLevel = zstd_safe::CLEVEL_DEFAULT;

/// The start of the skippable frame that precedes a frame of `pzstd`; the length of the frame follows.
const PZSTD_HEADER: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// The argument that names the output.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Write to this file; .gz and .zst compress [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The compression of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compressor {
    None,
    Gzip,
    /// Frames like those of `pzstd`, so that several threads can read the file.
    Zstd,
}

impl Compressor {
    fn of_name(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default();
        match () {
            () if extension.eq_ignore_ascii_case("gz") => Self::Gzip,
            () if extension.eq_ignore_ascii_case("zst") => Self::Zstd,
            () => Self::None,
        }
    }

    fn compress(self, text: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::None => Ok(text.to_vec()),
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(text)?;
                encoder.finish()
            }
            Self::Zstd => {
                let mut frame = Vec::with_capacity(zstd_safe::compress_bound(text.len()));
                zstd_safe::compress(&mut frame, text, ZSTD_LEVEL)
                    .map_err(|code| io::Error::other(zstd_safe::get_error_name(code)))?;
                let len = u32::try_from(frame.len()).map_err(io::Error::other)?;
                Ok([&PZSTD_HEADER[..], &len.to_le_bytes(), &frame].concat())
            }
        }
    }
}

/// The state of an output, from which it can go on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OutputState {
    /// The length of the file.
    len: u64,
    /// The bytes that are not part of a block yet. Each `char` is a byte.
    pending: String,
}

/// An output, which is complete after [`finish`](Self::finish).
///
/// A file has a temporary name until then. If the command is resumable, this is the name with the suffix
/// `.part`, and the file stays after an interruption. Otherwise, it is removed.
#[derive(Debug)]
pub struct Output {
    target: Target,
    compressor: Compressor,
    /// The bytes that are not part of a block yet.
    pending: Vec<u8>,
    /// The length of the blocks that were written.
    len: u64,
}

#[derive(Debug)]
enum Target {
    Stdout(StdoutLock<'static>),
    /// A pipe or a device.
    Stream {
        file: File,
        path: PathBuf,
    },
    New {
        file: NewFile,
        path: PathBuf,
    },
    Part {
        file: File,
        part: PathBuf,
        path: PathBuf,
    },
}

impl Output {
    /// Opens an output: a file, or standard output for `None` and `-`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        match path.filter(|path| *path != Path::new("-")) {
            None => Ok(Self::new(Target::Stdout(io::stdout().lock()), Compressor::None)),
            Some(path) if fs::metadata(path).is_ok_and(|found| is_stream(&found)) => {
                let file = OpenOptions::new().write(true).open(path);
                let file = file.with_context(|| path.display().to_string())?;
                let target = Target::Stream { file, path: path.to_owned() };
                Ok(Self::new(target, Compressor::of_name(path)))
            }
            Some(path) => {
                let file = NewFile::create(path).with_context(|| path.display().to_string())?;
                let target = Target::New { file, path: path.to_owned() };
                Ok(Self::new(target, Compressor::of_name(path)))
            }
        }
    }

    /// Opens an output of a resumable command, and goes on from a state, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the output is not a file, if the file cannot be opened, or if it is shorter
    /// than the state says.
    pub fn resume(path: Option<&Path>, state: Option<OutputState>) -> anyhow::Result<Self> {
        let path = path.filter(|path| *path != Path::new("-"));
        let path = path.context("standard output: not resumable; expected --output FILE")?;
        let mut part = path.as_os_str().to_owned();
        part.push(PART_SUFFIX);
        let part = PathBuf::from(part);
        let name = || part.display().to_string();
        let is_resumed = state.is_some();
        let OutputState { len, pending } = state.unwrap_or_default();
        let mut options = OpenOptions::new();
        options.write(true).create(!is_resumed).truncate(false);
        let mut file = options.open(&part).with_context(name)?;
        let old_len = file.metadata().with_context(name)?.len();
        ensure!(old_len >= len, "{}: {old_len} bytes; expected at least {len}", name());
        file.set_len(len).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        let target = Target::Part { file, part, path: path.to_owned() };
        let mut output = Self::new(target, Compressor::of_name(path));
        output.len = len;
        output.pending = pending.chars().map(|byte| u8::try_from(byte).unwrap_or(b'?')).collect();
        Ok(output)
    }

    /// Opens the report of a command, if there is one, like [`open_with`](Self::open_with).
    ///
    /// # Errors
    ///
    /// Returns an error also if report and output are both standard output.
    pub fn open_report(
        path: Option<&Path>,
        output: &OutputArgs,
        is_resumable: bool,
        state: Option<OutputState>,
    ) -> anyhow::Result<Option<Self>> {
        let Some(path) = path else { return Ok(None) };
        let is_stdout = |path: &Path| path == Path::new("-");
        let is_shared = is_stdout(path) && output.output.as_deref().is_none_or(is_stdout);
        ensure!(!is_shared, "standard output: both games and report; expected --output FILE");
        Self::open_file(path, is_resumable, state).map(Some)
    }

    /// Opens the output of a command, which is resumable if `is_resumable` is set.
    ///
    /// # Errors
    ///
    /// Returns an error like [`open`](Self::open) or [`resume`](Self::resume).
    pub fn open_with(
        args: &OutputArgs,
        is_resumable: bool,
        state: Option<OutputState>,
    ) -> anyhow::Result<Self> {
        let path = args.output.as_deref();
        if is_resumable { Self::resume(path, state) } else { Self::open(path) }
    }

    /// Opens a file, like [`open_with`](Self::open_with).
    ///
    /// # Errors
    ///
    /// Returns an error like [`open`](Self::open) or [`resume`](Self::resume).
    pub fn open_file(
        path: &Path,
        is_resumable: bool,
        state: Option<OutputState>,
    ) -> anyhow::Result<Self> {
        let args = OutputArgs { output: Some(path.to_owned()) };
        Self::open_with(&args, is_resumable, state)
    }

    const fn new(target: Target, compressor: Compressor) -> Self {
        Self { target, compressor, pending: Vec::new(), len: 0 }
    }

    /// Returns the path of a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            Target::Stdout(_) => None,
            Target::Stream { path, .. } | Target::New { path, .. } | Target::Part { path, .. } => {
                Some(path)
            }
        }
    }

    /// Returns the state from which the output can go on. All blocks are written to the disk.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn save(&mut self) -> Result<OutputState, Failure> {
        if self.compressor == Compressor::None {
            self.write_block(self.pending.len())?;
        }
        if let Target::Part { file, .. } = &self.target {
            file.sync_data()?;
        }
        let pending = self.pending.iter().copied().map(char::from).collect();
        Ok(OutputState { len: self.len, pending })
    }

    /// Writes the rest, and gives the file its name.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        // A compressed file without a frame would be damaged.
        if !self.pending.is_empty() || self.len == 0 {
            self.write_block(self.pending.len())?;
        }
        match self.target {
            Target::Stdout(mut out) => out.flush()?,
            Target::Stream { .. } => {}
            Target::New { file, .. } => file.commit()?,
            Target::Part { file, part, path } => {
                file.sync_all()?;
                fs::rename(part, path)?;
            }
        }
        Ok(())
    }

    /// Writes the first bytes as a block.
    fn write_block(&mut self, len: usize) -> io::Result<()> {
        let compressed;
        let block = match self.compressor {
            Compressor::None => &self.pending[..len],
            compressor => {
                compressed = compressor.compress(&self.pending[..len])?;
                &compressed[..]
            }
        };
        match &mut self.target {
            Target::Stdout(out) => out.write_all(block)?,
            Target::New { file, .. } => file.file().write_all(block)?,
            Target::Stream { file, .. } | Target::Part { file, .. } => file.write_all(block)?,
        }
        self.len += block.len() as u64;
        self.pending.drain(..len);
        Ok(())
    }
}

/// Tests whether an output is written to directly: a pipe or a device.
fn is_stream(found: &Metadata) -> bool {
    !found.is_file() && !found.is_dir()
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Target::Stdout(out) = &mut self.target {
            return out.write(bytes);
        }
        // The division into blocks depends on the bytes only, so that a resumed file equals others.
        let len = bytes.len().min(BLOCK_LEN - self.pending.len());
        self.pending.extend_from_slice(&bytes[..len]);
        if self.pending.len() == BLOCK_LEN {
            self.write_block(BLOCK_LEN)?;
        }
        Ok(len)
    }

    /// Writes what was received, except for the rest of a compressed file.
    fn flush(&mut self) -> io::Result<()> {
        if self.compressor == Compressor::None {
            self.write_block(self.pending.len())?;
        }
        match &mut self.target {
            Target::Stdout(out) => out.flush(),
            _ => Ok(()),
        }
    }
}
