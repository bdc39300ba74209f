//! `gen-tables`: derives every table, renders it as Rust source, and writes or compares the files.

mod compare;
mod derive;
mod files;
mod render;
#[cfg(test)]
mod tests;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use crate::cargo;

/// Writes the generated files, or only compares them.
///
/// # Errors
/// Returns an error if a table cannot be derived or rendered, or if a file cannot be read or written.
pub fn run(check_only: bool) -> Result<ExitCode> {
    if check_only {
        let is_up_to_date = check()?;
        return Ok(if is_up_to_date { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let report = write::replace_all(&folder(), files::all())?;
    for name in &report.written {
        println!("wrote {name}");
    }
    for name in &report.removed {
        println!("removed {name}");
    }
    println!("{} generated files are up to date", report.total);
    Ok(ExitCode::SUCCESS)
}

/// Compares the generated files with new ones and prints the differences; returns `true` if there are
/// none.
///
/// # Errors
/// Returns an error if a table cannot be derived or rendered, or if a file cannot be read.
pub fn check() -> Result<bool> {
    let expected = files::all().collect::<Result<Vec<_>>>()?;
    let differences = compare::compare(&folder(), &expected)?;
    if differences.is_empty() {
        println!("{} generated files are up to date", expected.len());
        return Ok(true);
    }
    for difference in &differences {
        eprintln!("crates/tables/src/generated/{difference}");
    }
    eprintln!("generated tables: outdated; run `cargo xtask gen-tables`");
    Ok(false)
}

fn folder() -> PathBuf {
    cargo::root().join("crates/tables/src/generated")
}
