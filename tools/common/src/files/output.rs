//! An output: a file, plain or compressed, or standard output.

use std::fs::{self, File};
use std::io::{self, StdoutLock, Write};
use std::path::{Path, PathBuf};

use crate::verdict::Failure;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use tabiya_units::files::{self, NewFile};
use zstd_safe::CompressionLevel;

/// The length of a block, which is written at once and compressed independently of the others.
const BLOCK_LEN: usize = 4 << 20;

/// The Zstandard level, which is the one that the program `zstd` uses.
const ZSTD_LEVEL: CompressionLevel = zstd_safe::CLEVEL_DEFAULT;

/// The start of the skippable frame before a `pzstd` frame; the frame's length follows.
const PZSTD_HEADER: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// An output's compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compressor {
    None,
    Gzip,
    /// Frames like those from `pzstd`, so that several threads can read the file.
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

/// An output's state, from which it can go on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OutputState {
    /// The path of the complete file, which may be replaced.
    pub path: String,
    /// The file's length.
    pub len: u64,
    /// The bytes that do not belong to a block yet. Each `char` is a byte.
    pending: String,
}

/// An output, which is complete after [`finish`](Self::finish).
///
/// A file has a temporary name until then. If the command is resumable, this is the name with the suffix
/// `.part`, and the file stays after an interruption. Otherwise, it is removed.
#[derive(Debug)]
pub struct Output {
    /// The path as given; none for standard output.
    path: Option<PathBuf>,
    /// `true` if an input is replaced.
    pub replaces_input: bool,
    target: Target,
    compressor: Compressor,
    /// The bytes that do not belong to a block yet.
    pending: Vec<u8>,
    /// The length of the blocks that were written.
    len: u64,
}

/// The place that an output is written to.
#[derive(Debug)]
pub enum Target {
    /// Standard output.
    Stdout(StdoutLock<'static>),
    /// A pipe or a device.
    Stream(File),
    /// A file that is removed unless it is complete.
    New(NewFile),
    /// A resumable command's file, which stays if it is incomplete.
    Part {
        /// The incomplete file.
        file: File,
        /// Its path.
        part: PathBuf,
        /// The complete file's path.
        path: PathBuf,
    },
}

impl Output {
    /// Creates an output to a file, whose name selects the compression, or to standard output for `None`.
    pub fn new(path: Option<&Path>, target: Target) -> Self {
        Self {
            path: path.map(Path::to_owned),
            replaces_input: false,
            target,
            compressor: path.map_or(Compressor::None, Compressor::of_name),
            pending: Vec::new(),
            len: 0,
        }
    }

    /// Goes on from a state. The file has the length in the state, and is written to at its end.
    pub fn resume(path: &Path, target: Target, state: &OutputState) -> Self {
        let pending = state.pending.chars().map(|byte| u8::try_from(byte).unwrap_or(b'?'));
        Self { len: state.len, pending: pending.collect(), ..Self::new(Some(path), target) }
    }

    /// Returns a file's path.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
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
        let mut path = String::new();
        if let Target::Part { file, path: complete, .. } = &self.target {
            file.sync_data().map_err(|error| self.name_error(error))?;
            path = complete.to_string_lossy().into_owned();
        }
        let pending = self.pending.iter().copied().map(char::from).collect();
        Ok(OutputState { path, len: self.len, pending })
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
        let path = self.path;
        let finished = match self.target {
            Target::Stdout(mut out) => out.flush(),
            // A file system may report an error for an earlier write.
            Target::Stream(file) if file.metadata().is_ok_and(|found| found.is_file()) => {
                file.sync_all()
            }
            Target::Stream(_) => Ok(()),
            Target::New(file) => file.commit(),
            Target::Part { file, part, path } => files::replace(&file, &part, &path),
        };
        Ok(finished.map_err(|error| name_error(path.as_deref(), &error))?)
    }

    /// Removes the incomplete file, if there is one.
    pub fn discard(self) {
        if let Target::Part { part, .. } = self.target {
            let _ = fs::remove_file(part);
        }
    }

    fn name_error(&self, error: io::Error) -> io::Error {
        name_error(self.path(), &error)
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
        let written = match &mut self.target {
            Target::Stdout(out) => out.write_all(block),
            Target::New(file) => file.file().write_all(block),
            Target::Stream(file) | Target::Part { file, .. } => file.write_all(block),
        };
        written.map_err(|error| name_error(self.path.as_deref(), &error))?;
        self.len += block.len() as u64;
        self.pending.drain(..len);
        Ok(())
    }
}

/// Returns an error with the same kind and with the file's name.
pub fn name_error(path: Option<&Path>, error: &io::Error) -> io::Error {
    let name = path.map_or("standard output".into(), |path| path.display().to_string());
    io::Error::new(error.kind(), format!("{name}: {error}"))
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

    /// Writes what was received, except for the rest in a compressed file.
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
