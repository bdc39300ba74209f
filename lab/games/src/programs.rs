//! pgn-extract, python-chess and bulletchess, each in a separate process.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};

use crate::counts::Counts;
use crate::files;
use crate::measure::Sample;
use crate::tasks;

/// The folders beside `PATH` in which programs are searched.
const FOLDERS: [&str; 1] = ["/usr/games"];

/// Returns a program's path, if installed.
fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(FOLDERS.map(PathBuf::from));
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Returns pgn-extract, if installed.
pub fn pgn_extract() -> Option<PathBuf> {
    find("pgn-extract")
}

/// Returns a Python interpreter that has a package: from the folder `venv` beside the files, or
/// from `PATH`.
///
/// # Errors
/// Returns an error if the folder for the files cannot be created.
pub fn python_with(package: &str) -> Result<Option<PathBuf>> {
    let interpreters = [Some(files::path("venv/bin/python")?), find("python3")];
    let has_package = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", &format!("import {package}")]).output();
        output.is_ok_and(|output| output.status.success())
    };
    Ok(interpreters.into_iter().flatten().find(has_package))
}

/// Writes the games in a file by pgn-extract. The time is its process's CPU time.
///
/// # Errors
/// Returns an error if the program fails, or if its output has other moves than its input.
pub fn write_by_pgn_extract(program: &Path, input: &Path) -> Result<Sample> {
    let output = files::path("pgn-extract.pgn")?;
    // `times` prints the shell's CPU time, and then its children's.
    let mut command = Command::new("sh");
    command.args(["-c", "\"$@\" && times", "sh"]).arg(program).args(["-s", "-o"]);
    let printed = run(command.arg(&output).arg(input))?;
    let times = String::from_utf8(printed.stdout)?;
    let children = times.lines().last().context("no output of `times`")?;
    let seconds = children.split_whitespace().map(parse_time).sum::<Result<_>>()?;
    Ok(Sample { seconds, counts: tasks::replay(&fs::read(&output)?) })
}

/// Parses a time such as `1m2.5s` as seconds.
fn parse_time(text: &str) -> Result<f64> {
    let parts = text.strip_suffix('s').and_then(|text| text.split_once('m'));
    let (minutes, seconds) = parts.with_context(|| format!("{text}: not a time"))?;
    Ok(minutes.parse::<f64>()? * 60.0 + seconds.parse::<f64>()?)
}

/// Writes the games in a file by python-chess. The time is the CPU time without the start.
///
/// # Errors
/// Returns an error if the program fails.
pub fn write_by_python_chess(python: &Path, input: &Path) -> Result<Sample> {
    let output = files::path("python-chess.pgn")?;
    let numbers = run_script(python, "write_games.py", [input.as_os_str(), output.as_os_str()])?;
    let [seconds] = numbers[..] else { anyhow::bail!("write_games.py: expected one number") };
    Ok(Sample { seconds, counts: tasks::replay(&fs::read(&output)?) })
}

/// Reads the games in a file by a Python package. The time is the CPU time without the start.
///
/// The errors and the checksum come from `expected`.
///
/// # Errors
/// Returns an error if the program fails.
pub fn read_by_python(
    python: &Path,
    package: &str,
    input: &Path,
    expected: Counts,
) -> Result<Sample> {
    let numbers = run_script(python, "read_games.py", [input.as_os_str(), package.as_ref()])?;
    let [seconds, games, plies] = numbers[..] else {
        anyhow::bail!("read_games.py: expected three numbers");
    };
    let counts = Counts { games: games as u64, plies: plies as u64, ..expected };
    Ok(Sample { seconds, counts })
}

/// Runs a script from this package, and returns the numbers that it prints.
fn run_script(python: &Path, script: &str, args: [&OsStr; 2]) -> Result<Vec<f64>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python").join(script);
    let printed = run(Command::new(python).arg(script).args(args))?;
    let text = String::from_utf8(printed.stdout)?;
    Ok(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

/// Runs a command to its end, and returns its output.
fn run(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::parse_time;

    #[test]
    fn parse_time_reads_times_output() {
        assert_eq!(parse_time("1m2.50s").expect("a time"), 62.5);
        assert!(parse_time("62.5").is_err());
    }
}
