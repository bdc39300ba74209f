//! Files that a run writes below `target/bench-games`: compressed text, and hostile input.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::corpus::Corpus;

/// The length of the endless game, in bytes.
const ENDLESS_LEN: usize = 1_000_000_000;

/// The number of tiny frames: more than a reader may list in little memory.
const TINY_FRAMES: usize = 1_200_000;

/// Returns the path to a file below `target/bench-games`, and creates that folder.
///
/// # Errors
/// Returns an error if the folder cannot be created.
pub fn path(name: &str) -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench-games");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder.join(name))
}

/// Returns a file that `pzstd -19` wrote, as Lichess does, from about `len` bytes of text.
///
/// The file is kept for later runs, since compression takes minutes. Returns `None` without `pzstd`.
///
/// # Errors
/// Returns an error if the file cannot be written, or if `pzstd` fails.
pub fn pzstd(corpus: &Corpus, len: usize) -> Result<Option<PathBuf>> {
    let text = path(&format!("{}-{len}.pgn", corpus.name.to_lowercase()))?;
    let compressed = text.with_extension("pgn.zst");
    if compressed.exists() {
        return Ok(Some(compressed));
    }
    fs::write(&text, corpus.varied(len))?;
    let partial = text.with_extension("partial.zst");
    let mut command = Command::new("pzstd");
    command.args(["-19", "-q", "-f"]).arg(&text).arg("-o").arg(&partial);
    let status = command.stdin(Stdio::null()).status();
    fs::remove_file(&text)?;
    let Ok(status) = status else { return Ok(None) };
    ensure!(status.success(), "pzstd: {status}");
    fs::rename(&partial, &compressed)?;
    Ok(Some(compressed))
}

/// Writes a game whose moves are legal and that never ends.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn endless_game(len: Option<usize>) -> Result<PathBuf> {
    let path = path("endless.pgn")?;
    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(b"[Event \"endless\"]\n\n")?;
    write_endless(&mut file, len.unwrap_or(ENDLESS_LEN))?;
    file.flush()?;
    Ok(path)
}

/// Writes the same game as one Zstandard frame.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn endless_frame(len: Option<usize>) -> Result<PathBuf> {
    let path = path("endless.pgn.zst")?;
    let mut encoder = zstd::Encoder::new(File::create(&path)?, 1)?;
    write_endless(&mut encoder, len.unwrap_or(ENDLESS_LEN))?;
    encoder.finish()?;
    Ok(path)
}

fn write_endless(output: &mut impl Write, len: usize) -> Result<()> {
    let moves = b"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(3000);
    let mut written = 0;
    while written < len {
        output.write_all(&moves)?;
        written += moves.len();
    }
    Ok(())
}

/// Writes many frames with one short game each, in the format that `pzstd` writes.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn tiny_frames(count: Option<usize>) -> Result<PathBuf> {
    let path = path("tiny-frames.pgn.zst")?;
    let frame = zstd::bulk::compress(b"1. e4 e5 *\n\n", 1)?;
    let len = u32::try_from(frame.len())?;
    let header = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];
    let frame = [&header[..], &len.to_le_bytes(), &frame].concat();
    let mut file = BufWriter::new(File::create(&path)?);
    for _ in 0..count.unwrap_or(TINY_FRAMES) {
        file.write_all(&frame)?;
    }
    file.flush()?;
    Ok(path)
}
