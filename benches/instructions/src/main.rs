//! `cargo xtask instructions`: counts the instructions in library calls by callgrind, and compares
//! the counts with the baselines.
//!
//! A count has no noise, so it shows small increases even on a busy machine. It does not show stalls,
//! such as cache misses and branch mispredictions; `cargo xtask bench-compare` measures times.
#![forbid(unsafe_code)]

mod baselines;
mod cases;
mod color;

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;

use self::baselines::{Baselines, Comparison};
use self::cases::Case;

/// Count instructions by callgrind and compare with the baselines
#[derive(Parser)]
struct Arguments {
    /// Write the counts as baselines of this compiler
    #[arg(long)]
    update: bool,

    /// Run this case once, without counting, as callgrind does
    #[arg(long, hide = true, value_enum)]
    run: Option<Case>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(case) = arguments.run {
        println!("{}", case.run()?);
        return Ok(ExitCode::SUCCESS);
    }
    let compiler = compiler()?;
    let mut baselines = Baselines::read()?;
    let mut has_regression = false;
    println!("{compiler}\n{:<24}{:>10}{:>10}  unit", "case", "count", "baseline");
    for case in Case::all() {
        let name = case.name();
        let calls = case.run()?;
        let count = instructions(&name)? as f64 / calls as f64;
        let comparison = baselines.compare(&compiler, &name, count);
        has_regression |= matches!(comparison, Comparison::Regression(_));
        println!("{name:<24}{count:>10.1}{comparison}  {}", case.unit());
        if arguments.update {
            baselines.set(&compiler, &name, count);
        }
    }
    if arguments.update {
        baselines.write()?;
    } else if has_regression {
        let path = baselines::PATH;
        eprintln!("\ncounts exceed {path} by more than 3 %; accept them with --update");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the compiler's version line.
fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Returns how many instructions a case executes in functions whose names begin with `counted_`.
fn instructions(case: &str) -> Result<u64> {
    let out = tempfile::NamedTempFile::new()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_*"])
        .arg(format!("--callgrind-out-file={}", out.path().display()))
        .arg(std::env::current_exe()?)
        .args(["--run", case])
        .output()
        .context("cannot start valgrind; install the package valgrind")?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind failed on {case}:\n{stderr}");
    let collected = stderr.lines().find_map(|line| line.split_once("Collected :"));
    let (_, count) =
        collected.ok_or_else(|| anyhow!("valgrind: no instruction count found:\n{stderr}"))?;
    Ok(count.trim().parse()?)
}
