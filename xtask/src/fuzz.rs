//! Fuzzing every target in turn, starting from the committed corpora, with a summary table.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, file_stems_in, must_pass, root};
use crate::tools::{NIGHTLY, install_nightly, install_subcommand, toolchain_cargo};

/// The maximum input length: no property depends on longer inputs.
const MAX_INPUT_LEN_FLAG: &str = "-max_len=2048";

/// The file with the executions and minutes of each target, over all recorded runs.
const TOTALS: &str = "tests/data/fuzz/totals.tsv";

/// A fuzz target, and its package's folder.
struct FuzzTarget {
    folder: &'static str,
    name: String,
}

/// Returns the targets, or only one, in the packages for cargo-fuzz.
fn targets(only: Option<&str>) -> Result<Vec<FuzzTarget>> {
    let mut targets = Vec::new();
    for folder in ["fuzz", "lab/fuzz"] {
        let names = file_stems_in(&format!("{folder}/fuzz_targets"))?;
        targets.extend(names.into_iter().map(|name| FuzzTarget { folder, name }));
    }
    targets.retain(|target| only.is_none_or(|only| only == target.name));
    Ok(targets)
}

/// Runs each target, or only one, for some minutes. Adds passed runs to [`TOTALS`] if `record` is set.
///
/// The targets are built with `AddressSanitizer`, debug assertions and overflow checks.
///
/// # Errors
/// Returns an error if a tool cannot be installed, the targets cannot be built, or the totals cannot be
/// read or written.
pub fn run(minutes: f64, only: Option<&str>, record: bool, args: &[OsString]) -> Result<ExitCode> {
    install_nightly(&[])?;
    install_subcommand("fuzz")?;
    let mut summary = Vec::new();
    let mut all_passed = true;
    for FuzzTarget { folder, name: target } in targets(only)? {
        println!("==> {target}");
        let corpus = format!("{folder}/corpus");
        let program = ["run", "--quiet", "-p", "tabiya-tests", "--bin", "corpus", "--"];
        must_pass(cargo(program).args(["unpack", &corpus, &target]))?;
        must_pass(fuzz_command("build", folder).arg(&target))?;
        let log = root().join(corpus).join(&target).with_extension("log");
        let start = Instant::now();
        let mut command = fuzz_command("run", folder);
        let passed = run_target(command.arg(&target), minutes, args, &log)?;
        let result = if passed { "ok" } else { "FAILED" };
        let (executions, inputs) = statistics(&log)?;
        let seconds = start.elapsed().as_secs_f64();
        if record && passed {
            let path = root().join(TOTALS);
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {TOTALS}"))?;
            fs::write(&path, add_to_totals(&text, &target, executions, seconds / 60.0)?)?;
        }
        summary
            .push(format!("{target:<10}{result:<8}{executions:>14}{inputs:>10}{seconds:>8.0} s"));
        all_passed &= passed;
    }
    ensure!(!summary.is_empty(), "fuzz target: not found");
    println!("\n{:<10}{:<8}{:>14}{:>10}", "target", "", "executions", "inputs");
    println!("{}", summary.join("\n"));
    if !all_passed {
        eprintln!(
            "\nfailing inputs are in `artifacts` of `fuzz` or `lab/fuzz`; see `CONTRIBUTING.md`"
        );
    }
    Ok(if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a target with its output in a file; returns `true` if no input failed.
fn run_target(command: &mut Command, minutes: f64, args: &[OsString], log: &Path) -> Result<bool> {
    let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    let seconds = (minutes * 60.0).ceil();
    command
        .args(["--", MAX_INPUT_LEN_FLAG, "-print_final_stats=1"])
        .arg(format!("-max_total_time={seconds}"))
        .args(args)
        .stderr(Stdio::from(output));
    let status = command.status().context("cannot start the fuzzer")?;
    if !status.success() {
        let text = fs::read_to_string(log)?;
        eprintln!("{text}");
    }
    Ok(status.success())
}

/// Returns the number of executions and the corpus size, as logged by libFuzzer.
fn statistics(log: &Path) -> Result<(u64, u64)> {
    let mut executions = 0;
    let mut inputs = 0;
    for line in BufReader::new(File::open(log)?).lines() {
        let line = line?;
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
            executions = number.trim().parse()?;
        }
        if let Some((_, after)) = line.split_once(" corp: ") {
            inputs = after.split('/').next().unwrap_or_default().parse()?;
        }
    }
    Ok((executions, inputs))
}

/// Returns the text in [`TOTALS`] with a run for a target added to its row.
fn add_to_totals(text: &str, target: &str, executions: u64, minutes: f64) -> Result<String> {
    let (comments, rows): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('#'));
    let mut totals = BTreeMap::new();
    for row in rows {
        let [name, executions, minutes] = row.split('\t').collect::<Vec<_>>()[..] else {
            bail!("{TOTALS}: `{row}`; expected target, executions and minutes");
        };
        totals.insert(name, (executions.parse::<u64>()?, minutes.parse::<f64>()?));
    }
    let total = totals.entry(target).or_default();
    *total = (total.0.saturating_add(executions), total.1 + minutes);
    let rows = totals
        .iter()
        .map(|(name, (executions, minutes))| format!("{name}\t{executions}\t{minutes:.1}\n"));
    Ok(comments.iter().map(|line| format!("{line}\n")).chain(rows).collect())
}

/// Returns a cargo-fuzz command for a package with fuzz targets.
fn fuzz_command(subcommand: &str, folder: &str) -> Command {
    toolchain_cargo(NIGHTLY, ["fuzz", subcommand, "--fuzz-dir", folder])
}

#[cfg(test)]
mod tests {
    use super::add_to_totals;

    #[test]
    fn add_to_totals_adds_to_target_row() {
        let text = "# Comment.\nepd\t5\t1.5\nsan\t7\t2.0\n";
        let add = |target| add_to_totals(text, target, 10, 0.5).expect("the text is valid");
        assert_eq!(add("san"), "# Comment.\nepd\t5\t1.5\nsan\t17\t2.5\n");
        assert_eq!(add("fen"), "# Comment.\nepd\t5\t1.5\nfen\t10\t0.5\nsan\t7\t2.0\n");
        assert!(add_to_totals("epd\t5\n", "epd", 1, 1.0).is_err());
        assert!(add_to_totals("epd\t5\tx\n", "epd", 1, 1.0).is_err());
    }
}
