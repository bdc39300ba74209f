//! `gen-tables`: derives every table, renders it as Rust, and writes or compares the files.

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

/// Writes the generated files, or with `check` only compares them.
///
/// # Errors
/// If a table cannot be derived or rendered, or a file cannot be read or written.
pub fn run(check_only: bool) -> Result<ExitCode> {
    if check_only {
        let fresh = check()?;
        return Ok(if fresh { ExitCode::SUCCESS } else { ExitCode::FAILURE });
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

/// Compares the generated files with fresh ones, prints where they differ and what
/// mends it, and says whether they are the same.
///
/// # Errors
/// If a table cannot be derived or rendered, or a file cannot be read.
pub fn check() -> Result<bool> {
    let fresh = files::all().collect::<Result<Vec<_>>>()?;
    let differences = compare::compare(&folder(), &fresh)?;
    if differences.is_empty() {
        println!("{} generated files are up to date", fresh.len());
        return Ok(true);
    }
    for difference in &differences {
        eprintln!("crates/tables/src/generated/{difference}");
    }
    eprintln!("the tables are not those that the derivations give: run `cargo xtask gen-tables`");
    Ok(false)
}

fn folder() -> PathBuf {
    cargo::root().join("crates/tables/src/generated")
}
