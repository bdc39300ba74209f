//! Reads random mutants of binpack chains: more of them than a fuzzer can run.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, Result};
use clap::Parser;
use tabiya::binpack::{Blocks, STEM_LEN};
use tabiya_suites::data;
use tabiya_suites::numbers::parse_number;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::random::SplitMix;
use tabiya_tests::properties::check_binpack_round_trip;

/// The most bytes of a chain that is mutated, so that the mutants are short.
const MAX_LEN: usize = STEM_LEN + 30;

/// The number of mutants that share a random generator.
const BATCH: u64 = 100_000;

/// Check that mutants of binpack chains are errors, or entries that are equal when written and read again
#[derive(Parser)]
#[command(name = "binpack-mutants")]
struct Arguments {
    /// The number of mutants
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = parse_number)]
    count: u64,
    /// The seed of the mutations
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Arguments { count, seed } = Arguments::parse();
    let chains = chains()?;
    let entries = AtomicU64::new(0);
    parallel_for_each(0..count.div_ceil(BATCH), cpu_count(), |batch| {
        let mut random = SplitMix(SplitMix(seed).next() ^ batch);
        for _ in 0..BATCH.min(count - batch * BATCH) {
            let mutant = mutate(&chains, &mut random);
            entries.fetch_add(check_binpack_round_trip(&mutant).len() as u64, Relaxed);
        }
    });
    println!("{count} mutants of {} chains, {} entries", chains.len(), entries.into_inner());
    Ok(())
}

/// Returns the starts of the chains in the test files.
fn chains() -> Result<Vec<Vec<u8>>> {
    let mut chains = Vec::new();
    for name in ["en-passant", "gaps", "odd-stems", "rules", "special", "games", "long"] {
        let file = std::fs::read(data("binpack").join(name).with_extension("binpack"))?;
        for block in Blocks::new(&file) {
            let mut entries = block?.entries();
            while let Some(chain) = Some(entries.rest()).filter(|rest| rest.len() >= STEM_LEN) {
                chains.push(chain[..chain.len().min(MAX_LEN)].to_vec());
                while entries.next().context("a chain")?.is_ok() && !entries.is_chain_start() {}
            }
        }
    }
    Ok(chains)
}

/// Returns one or two chains with one to four mutations.
fn mutate(chains: &[Vec<u8>], random: &mut SplitMix) -> Vec<u8> {
    let mut mutant = chains[random.below(chains.len())].clone();
    if random.below(4) == 0 {
        mutant.extend_from_slice(&chains[random.below(chains.len())]);
    }
    for _ in 0..=random.below(4) {
        let index = random.below(mutant.len());
        match random.below(4) {
            0 | 1 => mutant[index] ^= 1 << random.below(8),
            2 => mutant[index] = random.next() as u8,
            _ => mutant.truncate(index.max(1)),
        }
    }
    mutant
}
