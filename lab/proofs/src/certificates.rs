//! Certificates: for each square of the king and either color, a proof in a file that all lemmas about legal moves hold.
//! `CaDiCaL` writes it, and `rate`, a program that shares no code with it, checks each of its steps.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};
use tabiya_suites::parallel::{cpu_count, parallel_for_each};

use crate::cases::{Case, Subject, all_cases};
use crate::lemmas::Lemma;
use crate::solver::Problem;

/// Has every proof written and checked, and prints their number and size.
pub fn check_all() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let sizes = Mutex::new(Vec::new());
    let cases = all_cases().filter(|case| case.subject == Subject::Moves);
    parallel_for_each(cases, cpu_count(), |case| {
        let size = check(case, folder.path());
        sizes.lock().unwrap_or_else(|error| error.into_inner()).push(size);
    });
    let sizes = sizes.into_inner().unwrap_or_else(|error| error.into_inner());
    let sizes = sizes.into_iter().collect::<Result<Vec<_>>>()?;
    println!("{} proofs with {} bytes are right", sizes.len(), sizes.iter().sum::<u64>());
    Ok(())
}

/// Writes the statement that a lemma is wrong, has `CaDiCaL` refute it and `rate` check the proof. Returns its bytes.
fn check(case: Case, folder: &Path) -> Result<u64> {
    let (board, lemmas) = case.lemmas();
    let mut problem = Problem::new(&board.conditions);
    let differences: Vec<_> = lemmas.iter().map(|&Lemma { difference, .. }| difference).collect();
    problem.require_any(&differences);
    let file =
        |extension| folder.join(format!("{}{}", case.square, case.up)).with_extension(extension);
    let [clauses, proof] = ["cnf", "drat"].map(file);
    problem.write_dimacs(&clauses)?;

    let run = |program: &str, options: &[&str]| {
        let output = Command::new(program).args(options).args([&clauses, &proof]).output();
        output.with_context(|| format!("cannot start {program}, which must be installed"))
    };
    let solved = run("cadical", &["-q"])?;
    ensure!(solved.status.code() == Some(20), "{case:?}: cadical found no proof: {solved:?}");
    let checked = run("rate", &[])?;
    let is_verified = String::from_utf8_lossy(&checked.stdout).contains("s VERIFIED");
    ensure!(checked.status.success() && is_verified, "{case:?}: the proof is wrong: {checked:?}");
    let bytes = fs::metadata(&proof)?.len();
    fs::remove_file(clauses)?;
    fs::remove_file(proof)?;
    Ok(bytes)
}
