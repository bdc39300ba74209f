//! Mutation testing: changes drawn with a seed, each made alone, and a quick test that has
//! to notice.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, exit_code, must_pass, root};
use crate::tools::install_subcommand;

/// The files that are changed: generation, make, everything else that a position answers, FEN and
/// SAN, the tables, move lists and perft.
const FILES: [&str; 30] = [
    "crates/movegen/src/attacks.rs",
    "crates/movegen/src/board.rs",
    "crates/movegen/src/board_keys.rs",
    "crates/movegen/src/by_side.rs",
    "crates/movegen/src/castling.rs",
    "crates/movegen/src/check_info.rs",
    "crates/movegen/src/chess960.rs",
    "crates/movegen/src/dispatch.rs",
    "crates/movegen/src/en_passant.rs",
    "crates/movegen/src/fen/**",
    "crates/movegen/src/generate/**",
    "crates/movegen/src/history.rs",
    "crates/movegen/src/key/**",
    "crates/movegen/src/legality/**",
    "crates/movegen/src/make.rs",
    "crates/movegen/src/moves.rs",
    "crates/movegen/src/null.rs",
    "crates/movegen/src/outcome.rs",
    "crates/movegen/src/packed/**",
    "crates/movegen/src/placement/**",
    "crates/movegen/src/see.rs",
    "crates/movegen/src/setup.rs",
    "crates/movegen/src/side_context.rs",
    "crates/movegen/src/state.rs",
    "crates/movegen/src/state_word.rs",
    "crates/movegen/src/undo.rs",
    "crates/movelist/src/**",
    "crates/notation/src/san/**",
    "crates/perft/src/**",
    "crates/tables/src/**",
];

/// The constants of the tables, and files that only builds for AVX2 or BMI2 compile.
const NOT_FILES: [&str; 3] = [
    "crates/movegen/src/placement/simd/avx2.rs",
    "crates/tables/src/generated/**",
    "crates/tables/src/sliders/pext.rs",
];

/// Functions that only builds for BMI2 compile.
const NOT_FUNCTIONS: &str = "by_pext|pdep";

/// The tests that have to notice, in seconds together without optimisation: all unit tests, which
/// stand in modules `tests`, and modules of `tabiya-tests`.
const TESTS: [&str; 16] = [
    "tests::",
    "chess960::",
    "corpora::",
    "derivations::",
    "fen_policy::",
    "history::",
    "outcome::",
    "packed::",
    "reasons::",
    "regressions::",
    "rules::",
    "see::",
    "setup::",
    "sizes::",
    "suites::double_check",
    "words::",
];

/// The tests of these modules that go over too many boards.
const LEFT_OUT: [&str; 12] = [
    "attack_maps_are",
    "corpora::perft",
    "crowded_boards",
    "every_input_is_harmless",
    "every_move_is_worth",
    "garbage_is_judged",
    "mate_and_stalemate_are_lists",
    "no_other_back_rank",
    "refused_or_a_positions_own",
    "repetitions_are_positions",
    "the_king_steps",
    "what_is_nearly_a_position",
];

/// The packages whose tests these are.
const PACKAGES: &str = "tabiya-tests,tabiya-movelist,tabiya-movegen,tabiya-notation,tabiya-perft";

/// The changes that no test can notice, a line each, with the reason.
const EQUIVALENT: &str = "tests/data/mutants/equivalent.tsv";

/// Draws `count` changes and tests them; what survives and is not listed fails.
///
/// # Errors
/// If cargo-mutants cannot be installed, or its answer not be read.
pub fn run(count: usize, seed: u64, args: &[OsString]) -> Result<ExitCode> {
    install_subcommand("mutants")?;
    let all = all()?;
    let equivalent = equivalent()?;
    for name in &equivalent {
        ensure!(all.contains(name), "{EQUIVALENT} lists what is not there: {name}");
    }
    let drawn = draw(&all, count, seed);
    println!("{} of {} changes, seed {seed}", drawn.len(), all.len());
    // Unchanged, the tests pass; cargo-mutants would ask the changed packages alone.
    let mut unchanged = cargo(["test", "--quiet", "--profile", "mutants", "--lib"]);
    unchanged.args(PACKAGES.split(',').map(|name| format!("--package={name}")));
    unchanged.args(["--test=all", "--"]).args(filters());
    must_pass(unchanged.env("CARGO_TARGET_DIR", build()))?;

    let mut command = mutants();
    command.args(["--profile", "mutants", "--test-package", PACKAGES, "--shuffle"]);
    command.args(["--output", "target/mutants", "--timeout", "60", "--baseline=skip"]);
    command.args(["--cargo-arg=--lib", "--cargo-arg=--test=all"]);
    // What is used from elsewhere is compiled once for all runs.
    command.env("CARGO_TARGET_DIR", build());
    command.arg("--cargo-test-arg=--");
    command.args(filters().map(|arg| format!("--cargo-test-arg={arg}")));
    for name in &drawn {
        command.args(["--re", &format!("^{}$", escaped(name))]);
    }
    exit_code(command.args(args))?;
    report(&drawn, &equivalent)
}

/// Returns the arguments of a test program that choose [`TESTS`] but for [`LEFT_OUT`].
fn filters() -> impl Iterator<Item = &'static str> {
    TESTS.into_iter().chain(LEFT_OUT.into_iter().flat_map(|name| ["--skip", name]))
}

/// The folder that all is compiled in.
fn build() -> PathBuf {
    root().join("target/mutants/build")
}

/// Every change that can be made, by its name, which says place and change.
fn all() -> Result<Vec<String>> {
    let output = mutants().args(["--list"]).output().context("cargo-mutants cannot be started")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout)?;
    Ok(names.lines().map(str::to_owned).collect())
}

/// Cargo-mutants over the files.
fn mutants() -> Command {
    let mut command = cargo(["mutants", "--workspace", "--colors=never"]);
    command.args(FILES.iter().flat_map(|file| ["--file", file]));
    command.args(NOT_FILES.iter().flat_map(|file| ["--exclude", file]));
    command.args(["--exclude-re", NOT_FUNCTIONS]);
    command
}

/// Some of the names, each as likely, in their order. Whether one is drawn depends on its
/// file and on what it changes, not on its line nor on the other names: a change of the code
/// elsewhere leaves the draw nearly as it was.
fn draw(names: &[String], count: usize, seed: u64) -> Vec<String> {
    let mut times_seen = HashMap::new();
    let mut keyed: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let change = without_place(name);
            let key = change.bytes().fold(seed, |key, byte| mixed(key ^ u64::from(byte)));
            let times = times_seen.entry(change).or_insert(0_u64);
            *times += 1;
            (mixed(key ^ *times), index, name)
        })
        .collect();
    keyed.sort_unstable();
    keyed.truncate(count);
    keyed.sort_unstable_by_key(|&(_, index, _)| index);
    keyed.into_iter().map(|(_, _, name)| name.clone()).collect()
}

/// A name without its line and column: `file:line:column: change`.
fn without_place(name: &str) -> String {
    let (place, change) = name.split_once(": ").unwrap_or((name, ""));
    format!("{} {change}", place.split(':').next().unwrap_or_default())
}

/// The mixer of SplitMix64 (S. Vigna, public domain).
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// A name as a regular expression that matches nothing else.
fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for letter in name.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The names of the changes that are known to change nothing, without their columns.
fn equivalent() -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(root().join(EQUIVALENT))
        .with_context(|| format!("cannot read {EQUIVALENT}"))?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let (name, reason) = row.split_once('\t').context("expected a change, a tab, a reason")?;
        ensure!(!reason.trim().is_empty(), "{name} is listed without a reason");
        Ok(name.to_owned())
    })
    .collect()
}

/// Prints what became of the changes, and the survivors; success where all are listed.
fn report(drawn: &[String], equivalent: &BTreeSet<String>) -> Result<ExitCode> {
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
    let asked = caught + missed.len();
    let share = 100.0 * caught as f64 / asked.max(1) as f64;
    println!(
        "{caught} of {asked} caught, {share:.1} %; {} equivalent, {unviable} do not compile, {} not run",
        listed.len(),
        drawn.len().saturating_sub(asked + listed.len() + unviable),
    );
    missed.iter().for_each(|name| println!("missed: {name}"));
    Ok(if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::{FILES, NOT_FILES, draw, escaped};
    use crate::cargo::root;

    #[test]
    fn every_listed_path_exists() {
        for path in FILES.iter().chain(&NOT_FILES) {
            let path = path.trim_end_matches("/**");
            assert!(root().join(path).exists(), "{path} is listed, but does not exist");
        }
    }

    #[test]
    fn a_seed_draws_the_same_and_another_draws_others() {
        let names: Vec<_> = (0..1_000).map(|number| number.to_string()).collect();
        let drawn = draw(&names, 100, 1);
        assert_eq!(drawn.len(), 100);
        assert_eq!(drawn, draw(&names, 100, 1));
        assert_ne!(drawn, draw(&names, 100, 2));
        assert_eq!(draw(&names, 2_000, 1), names);
    }

    #[test]
    fn the_draw_does_not_depend_on_lines() {
        let names = |first: u32| -> Vec<_> {
            (0..99).map(|line| format!("a.rs:{}:5: change {}", first + line, line / 2)).collect()
        };
        let changes = |names: Vec<String>| -> Vec<_> {
            draw(&names, 20, 1).iter().map(|name| super::without_place(name)).collect()
        };
        assert_eq!(changes(names(1)), changes(names(100)));
    }

    #[test]
    fn names_are_quoted() {
        assert_eq!(escaped("a.rs:1: replace + with -"), r"a\.rs:1: replace \+ with \-");
    }
}
