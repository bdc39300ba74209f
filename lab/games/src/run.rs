//! A run: exact comparison, rows, memory, and the page.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::arguments::Arguments;
use crate::corpus::{CORPORA, Corpus, generated};
use crate::measure::{Cpus, measure};
use crate::memory::{self, Peak};
use crate::rows::{Bulk, RowName, RowResult};
use crate::{exact, files, parallel, report};

/// The number of generated games in a quick run.
const QUICK_GAMES: usize = 200;

/// Runs the program.
///
/// # Errors
/// Returns an error if counts or elements differ, if a process needs too much memory, or if a file cannot
/// be read or written.
pub fn run(args: &Arguments) -> Result<ExitCode> {
    if let Some(path) = &args.peak_memory {
        memory::print_peak(path)?;
    } else if let Some(path) = &args.count {
        count(path)?;
    } else {
        benchmark(args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints how many games and plies a file has, as pgn-reader and shakmaty read it.
fn count(path: &Path) -> Result<()> {
    let counts = parallel::replay_by_threads(path, 1)
        .with_context(|| format!("cannot read {}", path.display()))?;
    println!("games {}", counts.games);
    println!("plies {}", counts.plies);
    println!("games with errors {}", counts.errors);
    Ok(())
}

fn benchmark(args: &Arguments) -> Result<()> {
    let corpora = corpora(args)?;
    for corpus in &corpora {
        let equal = exact::compare(&corpus.text()).context(corpus.name)?;
        println!("{}: {equal}", corpus.name);
    }
    // bulletchess rejects variations, which generated games have.
    let is_left_out = |row: RowName| args.quick && row == RowName::ReadPython;
    let is_selected =
        |row: RowName| (args.rows.is_empty() || args.rows.contains(&row)) && !is_left_out(row);
    let mut results = Vec::new();
    for corpus in &corpora {
        results.extend(measure_corpus(args, corpus, &is_selected)?);
    }
    let peaks = if is_selected(RowName::Memory) { peaks(args, &corpora)? } else { Vec::new() };
    print!("\n{}\n{}", report::table(&results), report::memory_table(&peaks));
    if args.rows.is_empty() && !args.quick {
        report::write_page(args, &results, &peaks)?;
    }
    Ok(())
}

/// Reads the corpora, or generates one.
fn corpora(args: &Arguments) -> Result<Vec<Corpus>> {
    match &args.folder {
        Some(folder) if !args.quick => {
            CORPORA.iter().map(|&corpus| Corpus::read(folder, corpus)).collect()
        }
        _ => Ok(vec![generated(QUICK_GAMES)?]),
    }
}

/// Returns the lengths of a text and of a compressed text in bytes.
fn lengths(args: &Arguments) -> (usize, usize) {
    let megabytes = |size: usize| size.saturating_mul(1_000_000);
    if args.quick { (500_000, 2_000_000) } else { (megabytes(args.size), megabytes(args.zst_size)) }
}

fn measure_corpus(
    args: &Arguments,
    corpus: &Corpus,
    is_selected: &impl Fn(RowName) -> bool,
) -> Result<Vec<RowResult>> {
    let (len, zst_len) = lengths(args);
    let zst = if is_selected(RowName::Zst) { files::pzstd(corpus, zst_len)? } else { None };
    let bulk = Bulk::new(corpus, len);
    let cpus = Cpus::detect()?;
    let mut results = Vec::new();
    for &row in RowName::value_variants().iter().filter(|&&row| is_selected(row)) {
        let mut entries = bulk.entries(row, zst.as_deref())?;
        let rounds = if args.quick { 1 } else { row.rounds(args.rounds) };
        cpus.restrict_to(row.cpus())?;
        let name = format!("{}, {}", row.text(), corpus.name);
        let measured = measure(&name, &mut entries, rounds);
        cpus.restrict_to(usize::MAX)?;
        drop(entries);
        let result = RowResult { row, corpus: corpus.name, measured: measured? };
        print!("{}", report::lines(&result));
        results.push(result);
    }
    Ok(results)
}

/// Measures the peak memory, also on the first corpus's compressed file.
fn peaks(args: &Arguments, corpora: &[Corpus]) -> Result<Vec<Peak>> {
    let zst = files::pzstd(&corpora[0], lengths(args).1)?;
    memory::measure(zst, args.quick)
}
