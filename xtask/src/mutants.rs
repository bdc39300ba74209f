//! Mutation testing: cargo-mutants applies randomly selected mutations one at a time, and a quick
//! set of tests must catch each.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, exit_code, must_pass, root};
use crate::random::SplitMix64;
use crate::tools::install_subcommand;

/// The mutated files: all library crates below the facade.
const FILES: [&str; 6] = [
    "crates/core/src/**",
    "crates/movegen/src/**",
    "crates/movelist/src/**",
    "crates/notation/src/**",
    "crates/perft/src/**",
    "crates/tables/src/**",
];

/// Generated tables, conversions for other crates, and files that only builds for AVX2 or BMI2 compile.
const EXCLUDED_FILES: [&str; 9] = [
    "crates/core/src/arbitrary.rs",
    "crates/core/src/serde.rs",
    "crates/movegen/src/arbitrary.rs",
    "crates/movegen/src/placement/simd/avx2.rs",
    "crates/movegen/src/serde.rs",
    "crates/movelist/src/arbitrary.rs",
    "crates/movelist/src/serde.rs",
    "crates/tables/src/generated/**",
    "crates/tables/src/sliders/pext.rs",
];

/// A regular expression for functions that only builds for BMI2 compile.
const EXCLUDED_FUNCTIONS: &str = "by_pext|pdep";

/// The tests that must catch a mutant: all unit tests, in modules `tests`, and modules of
/// `tabiya-tests` and `tabiya-suites`. Together they take seconds without optimization.
const TESTS: [&str; 27] = [
    "tests::",
    "chess960::",
    "corpora::",
    "derivations::",
    "destinations::",
    "diagram::",
    "epd::",
    "fen_policy::",
    "game::",
    "history::",
    "illegal_moves::",
    "make::null_move_calls_each_observer",
    "outcome::",
    "packed::",
    "pgn::",
    "polyglot::",
    "regressions::",
    "replay::",
    "rules::",
    "see::",
    "setup::",
    "sizes::",
    "std_traits::",
    "suites::double_check",
    "training_formats::",
    "transform::",
    "variation::",
];

/// Parts of the names of tests in [`TESTS`] that are skipped, because they visit too many boards.
const SKIPPED_TESTS: [&str; 13] = [
    "attack_maps_threats_and_attackers_agree",
    "check_of_changed_position",
    "check_of_random_setup",
    "checkmate_and_stalemate_are_boards",
    "checks_accept_inputs_of_other_targets",
    "chess960_number_of_other_back_ranks",
    "corpora::perft",
    "crowded_boards",
    "king_targets_are_squares",
    "packed_bytes_are_rejected",
    "read_of_megabyte_of_repeated_text_is_error_or_round_trips",
    "repetitions_agree_with_same_position",
    "see_of_every_move",
];

/// The packages that contain [`TESTS`].
const PACKAGES: &str = "tabiya-tests,tabiya-suites,tabiya-core,tabiya-tables,tabiya-movelist,\
    tabiya-movegen,tabiya-notation,tabiya-perft";

/// The file of equivalent mutants, which no test can catch: one per line, with the reason.
const EQUIVALENT_MUTANTS: &str = "tests/data/mutants/equivalent.tsv";

/// Selects `count` mutants, of the files whose paths begin with one of `prefixes`, and tests them; returns a failure if a mutant survives that is not
/// listed as equivalent.
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
    // The unmutated tests must pass. The baseline of cargo-mutants tests the mutated packages only.
    let mut unchanged = cargo(["test", "--quiet", "--profile", "mutants", "--lib"]);
    unchanged.args(PACKAGES.split(',').map(|name| format!("--package={name}")));
    unchanged.args(["--test=all", "--"]).args(test_filters());
    must_pass(unchanged.env("CARGO_TARGET_DIR", build_folder()))?;

    let mut command = mutants_command();
    command.args(["--profile", "mutants", "--test-package", PACKAGES, "--shuffle"]);
    command.args(["--output", "target/mutants", "--timeout", "60", "--baseline=skip"]);
    command.args(["--cargo-arg=--lib", "--cargo-arg=--test=all"]);
    // A common target folder compiles dependencies once for all mutants.
    command.env("CARGO_TARGET_DIR", build_folder());
    command.arg("--cargo-test-arg=--");
    command.args(test_filters().map(|arg| format!("--cargo-test-arg={arg}")));
    for name in &selected {
        command.args(["--re", &format!("^{}$", escape_regex(name))]);
    }
    exit_code(command.args(args))?;
    report(&selected, &equivalent)
}

/// Returns the arguments of a test program that select [`TESTS`] without [`SKIPPED_TESTS`].
fn test_filters() -> impl Iterator<Item = &'static str> {
    TESTS.into_iter().chain(SKIPPED_TESTS.into_iter().flat_map(|name| ["--skip", name]))
}

/// Returns the target folder of all mutants.
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

/// Returns a command of cargo-mutants for the mutated files.
fn mutants_command() -> Command {
    let mut command = cargo(["mutants", "--workspace", "--colors=never"]);
    command.args(FILES.iter().flat_map(|file| ["--file", file]));
    command.args(EXCLUDED_FILES.iter().flat_map(|file| ["--exclude", file]));
    command.args(["--exclude-re", EXCLUDED_FUNCTIONS]);
    command
}

/// Selects `count` names of mutants with equal probability and keeps their order.
///
/// The selection of a name depends on its file and its mutation, but neither on its line nor on the
/// other names. Edits elsewhere in the code therefore hardly change the selection.
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

/// Returns the regular expression that matches only the given text.
fn escape_regex(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
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

/// Prints the number of tested mutants and the missed mutants; returns a failure if a mutant was
/// missed.
fn report(selected: &[String], equivalent: &BTreeSet<String>) -> Result<ExitCode> {
    let names = |list: &str| -> Result<Vec<String>> {
        let path = root().join("target/mutants/mutants.out").join(list);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    let caught = names("caught.txt")?.len() + names("timeout.txt")?.len();
    let unviable = names("unviable.txt")?.len();
    let (listed, missed): (Vec<_>, Vec<_>) =
        names("missed.txt")?.into_iter().partition(|name| equivalent.contains(name));
    let tested = caught + missed.len();
    let percentage = 100.0 * caught as f64 / tested.max(1) as f64;
    println!(
        "{caught} of {tested} caught, {percentage:.1} %; {} equivalent, {unviable} unviable, {} not run",
        listed.len(),
        selected.len().saturating_sub(tested + listed.len() + unviable),
    );
    missed.iter().for_each(|name| println!("missed: {name}"));
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::{EXCLUDED_FILES, FILES, escape_regex, select, without_line_and_column};
    use crate::cargo::root;

    #[test]
    fn listed_paths_exist() {
        for path in FILES.iter().chain(&EXCLUDED_FILES) {
            let path = path.trim_end_matches("/**");
            assert!(root().join(path).exists(), "{path}: not found");
        }
    }

    #[test]
    fn selection_depends_on_seed_only() {
        let names: Vec<_> = (0..1_000).map(|number| number.to_string()).collect();
        let selected = select(&names, 100, 1);
        assert_eq!(selected.len(), 100);
        assert_eq!(selected, select(&names, 100, 1));
        assert_ne!(selected, select(&names, 100, 2));
        assert_eq!(select(&names, 2_000, 1), names);
    }

    #[test]
    fn selection_ignores_lines() {
        let names = |first: u32| -> Vec<_> {
            (0..99).map(|line| format!("a.rs:{}:5: mutation {}", first + line, line / 2)).collect()
        };
        let mutations = |names: Vec<String>| -> Vec<_> {
            select(&names, 20, 1).iter().map(|name| without_line_and_column(name)).collect()
        };
        assert_eq!(mutations(names(1)), mutations(names(100)));
    }

    #[test]
    fn escape_regex_escapes_metacharacters() {
        assert_eq!(escape_regex("a.rs:1: replace + with -"), r"a\.rs:1: replace \+ with \-");
    }
}
