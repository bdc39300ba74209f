//! `cargo xtask instructions`: how many instructions the library's calls take, counted by
//! callgrind and compared with those that are written down.
//!
//! A count does not shake as a time does: a slow-down of three hundredths is seen on the
//! busiest machine. What it cannot see is what stalls; `cargo xtask bench-compare` measures that.
#![forbid(unsafe_code)]

mod baselines;
mod cases;
mod color;

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;

use self::baselines::{Baselines, Verdict};
use self::cases::Case;

/// Count the instructions of the library's calls and compare them with those written down.
#[derive(Parser)]
struct Arguments {
    /// Write the counts down for this compiler instead of comparing
    #[arg(long)]
    update: bool,

    /// Run this case once and count nothing: what callgrind is given
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
    let mut slower = false;
    println!("{compiler}\n{:<24}{:>10}{:>10}  unit", "case", "count", "baseline");
    for case in Case::all() {
        let (name, calls) = (case.name(), case.run()?);
        let count = instructions(&name)? as f64 / calls as f64;
        let verdict = baselines.judge(&compiler, &name, count);
        slower |= matches!(verdict, Verdict::Slower(_));
        println!("{name:<24}{count:>10.1}{verdict}  {}", case.unit());
        if arguments.update {
            baselines.set(&compiler, &name, count);
        }
    }
    if arguments.update {
        baselines.write()?;
    } else if slower {
        eprintln!("\nmore than 3 % slower than {}; if that is meant: --update", baselines::PATH);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The compiler's version and commit, as it prints them.
fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("rustc does not start")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The instructions that a case spends in the functions whose names begin with `counted_`.
fn instructions(case: &str) -> Result<u64> {
    let out = tempfile::NamedTempFile::new()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*counted_*"])
        .arg(format!("--callgrind-out-file={}", out.path().display()))
        .arg(std::env::current_exe()?)
        .args(["--run", case])
        .output()
        .context("valgrind does not start; a package of that name has it")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind failed on {case}:\n{said}");
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, count) = collected.ok_or_else(|| anyhow!("valgrind counts nothing:\n{said}"))?;
    Ok(count.trim().parse()?)
}
