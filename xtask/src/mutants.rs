//! Mutation testing: cargo-mutants applies randomly selected mutations one at a time, and a quick
//! test set must catch each.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, exit_code, must_pass, root};
use crate::random::SplitMix64;
use crate::tools::install_subcommand;
use crate::workspace::strings;

#[cfg(test)]
mod tests;

/// The cargo-mutants settings: files, packages and tests.
const SETTINGS: &str = ".cargo/mutants.toml";

/// The file with equivalent mutants, which no test can catch: one per line, with the reason.
const EQUIVALENT_MUTANTS: &str = "tests/data/mutants/equivalent.tsv";

/// Selects `count` mutants from the files whose paths begin with one of `prefixes`, and tests them;
/// returns a failure if a mutant survives that is not listed as equivalent.
///
/// # Errors
/// Returns an error if cargo-mutants cannot be installed or its output cannot be parsed.
pub fn run(count: usize, seed: u64, prefixes: &[String], args: &[OsString]) -> Result<ExitCode> {
    install_subcommand("mutants")?;
    let all = all_mutants()?;
    let equivalent = equivalent_mutants()?;
    for name in &equivalent {
        ensure!(all.contains(name), "{EQUIVALENT_MUTANTS}: unknown mutant: {name}");
    }
    let is_chosen = |name: &&String| {
        prefixes.is_empty() || prefixes.iter().any(|prefix| name.starts_with(prefix))
    };
    let chosen: Vec<_> = all.iter().filter(is_chosen).cloned().collect();
    ensure!(!chosen.is_empty(), "no mutant in a file whose path begins with {prefixes:?}");
    let selected = select(&chosen, count, seed);
    println!("{} of {} mutants, seed {seed}", selected.len(), chosen.len());
    // The unmutated tests must pass, and the cargo-mutants baseline tests the mutated packages
    // only.
    let settings = fs::read_to_string(root().join(SETTINGS)).context(SETTINGS)?;
    let packages = strings(&settings, "test_package")?;
    let mut unchanged = cargo(["test", "--quiet", "--profile", "mutants"]);
    unchanged.args(packages.iter().map(|name| format!("--package={name}")));
    unchanged.args(strings(&settings, "additional_cargo_args")?);
    unchanged.args(strings(&settings, "additional_cargo_test_args")?);
    must_pass(unchanged.env("CARGO_TARGET_DIR", build_folder()))?;

    let mut command = mutants_command();
    command.args(["--shuffle", "--timeout", "240", "--baseline=skip"]);
    // A common target folder compiles dependencies once for all mutants.
    command.env("CARGO_TARGET_DIR", build_folder());
    for name in &selected {
        command.args(["--re", &format!("^{}$", regex_lite::escape(name))]);
    }
    exit_code(command.args(args))?;
    report(&selected, &equivalent)
}

/// Returns the target folder for all mutants.
fn build_folder() -> PathBuf {
    root().join("target/mutants/build")
}

/// Returns the name of every mutant: its location and its mutation.
fn all_mutants() -> Result<Vec<String>> {
    let output =
        mutants_command().args(["--list"]).output().context("cannot start cargo-mutants")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout)?;
    Ok(names.lines().map(str::to_owned).collect())
}

fn mutants_command() -> Command {
    cargo(["mutants", "--workspace", "--colors=never"])
}

/// Selects `count` mutant names with equal probability and keeps their order.
///
/// Whether a name is selected depends on its file and its mutation, but neither on its line nor on
/// the other names. Edits elsewhere in the code therefore hardly change the selection.
fn select(names: &[String], count: usize, seed: u64) -> Vec<String> {
    let mut occurrences = HashMap::new();
    let mut keyed: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let mutation = without_line_and_column(name);
            let key =
                mutation.bytes().fold(seed, |key, byte| SplitMix64(key ^ u64::from(byte)).next());
            let occurrence = occurrences.entry(mutation).or_insert(0_u64);
            *occurrence += 1;
            (SplitMix64(key ^ *occurrence).next(), index, name)
        })
        .collect();
    keyed.sort_unstable();
    keyed.truncate(count);
    keyed.sort_unstable_by_key(|&(_, index, _)| index);
    keyed.into_iter().map(|(_, _, name)| name.clone()).collect()
}

/// Returns a mutant's name, `file:line:column: mutation`, without line and column.
fn without_line_and_column(name: &str) -> String {
    let (place, mutation) = name.split_once(": ").unwrap_or((name, ""));
    format!("{} {mutation}", place.split(':').next().unwrap_or_default())
}

/// Reads the names of the equivalent mutants.
fn equivalent_mutants() -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(root().join(EQUIVALENT_MUTANTS))
        .with_context(|| format!("cannot read {EQUIVALENT_MUTANTS}"))?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let (name, reason) =
            row.split_once('\t').context("expected a mutant, a tab and a reason")?;
        ensure!(!reason.trim().is_empty(), "{name}: no reason given");
        Ok(name.to_owned())
    })
    .collect()
}

/// Prints how many mutants were tested and which were missed; returns a failure if a mutant was
/// missed.
fn report(selected: &[String], equivalent: &BTreeSet<String>) -> Result<ExitCode> {
    let names = |list: &str| -> Result<Vec<String>> {
        let path = root().join("target/mutants/mutants.out").join(list);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    let timeouts = names("timeout.txt")?.len();
    let caught = names("caught.txt")?.len() + timeouts;
    let unviable = names("unviable.txt")?.len();
    let (listed, missed): (Vec<_>, Vec<_>) =
        names("missed.txt")?.into_iter().partition(|name| equivalent.contains(name));
    let tested = caught + missed.len();
    let percentage = 100.0 * caught as f64 / tested.max(1) as f64;
    println!(
        "{caught} of {tested} caught, {percentage:.1} %, {timeouts} of them by timeout; {} equivalent, {unviable} unviable, {} not run",
        listed.len(),
        selected.len().saturating_sub(tested + listed.len() + unviable),
    );
    missed.iter().for_each(|name| println!("missed: {name}"));
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
