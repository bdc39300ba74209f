//! Peak memory of a process that replays a file by one thread.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::files;
use crate::parallel;

/// The memory that no input may need, in KiB.
const LIMIT_KIB: u64 = 256 << 10;

/// A process's peak memory.
#[derive(Clone, Debug)]
pub struct Peak {
    /// The input.
    pub input: &'static str,
    /// The peak memory in KiB.
    pub kib: u64,
    /// The process's output at its end: games and plies, or an error.
    pub end: String,
}

/// Measures the peak memory on each input, each in a separate process.
///
/// # Errors
/// Returns an error if a file cannot be written, or if a process fails or needs too much memory.
pub fn measure(bulk: Option<PathBuf>, is_quick: bool) -> Result<Vec<Peak>> {
    if !cfg!(target_os = "linux") {
        return Ok(Vec::new());
    }
    let (len, frames) = if is_quick { (Some(20_000_000), Some(1000)) } else { (None, None) };
    let mut inputs = vec![
        ("a game of 1 GB without end", files::endless_game(len)?),
        ("the same game in one frame of Zstandard", files::endless_frame(len)?),
        ("1,200,000 frames of one short game", files::tiny_frames(frames)?),
    ];
    inputs.extend(bulk.map(|path| ("games, compressed by `pzstd -19`", path)));
    let peaks = inputs.iter().map(|(input, path)| peak(input, path)).collect::<Result<_>>()?;
    for (_, path) in &inputs[..3] {
        fs::remove_file(path)?;
    }
    Ok(peaks)
}

fn peak(input: &'static str, path: &Path) -> Result<Peak> {
    let output = Command::new(env::current_exe()?).arg("--peak-memory").arg(path).output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{input}: {}: {errors}", output.status);
    let output = String::from_utf8(output.stdout)?;
    let (kib, end) = output.trim().split_once(' ').context("peak memory: no output")?;
    let peak = Peak { input, kib: kib.parse()?, end: end.to_owned() };
    ensure!(peak.kib < LIMIT_KIB, "{input}: {} KiB; expected less than {LIMIT_KIB}", peak.kib);
    Ok(peak)
}

/// Replays a file by one thread, and prints this process's peak memory.
///
/// # Errors
/// Returns an error if the operating system does not report the memory.
pub fn print_peak(path: &Path) -> Result<()> {
    let end = match parallel::replay(path, 1) {
        Ok((counts, _)) => format!("{} games, {} plies", counts.games, counts.plies),
        Err(error) => format!("{error:#}"),
    };
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.split_whitespace().next()).context("no VmHWM")?;
    println!("{kib} {end}");
    Ok(())
}
