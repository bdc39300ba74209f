//! `tabiya-data check`: errors and facts.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya_games::data::{Chunk, Facts};
use tabiya_program::files::input::InputArgs;
use tabiya_program::files::resume::Resume;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, progress};

use super::formats::{self, Format};
use super::reading::{Reading, Sink};

/// The arguments of `tabiya-data check`.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Each error ends its file, and is printed with the byte. Exit code 1 then.\n\
        Marked positions have the score 32002: trainers skip them."
)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArgs,
    /// Read this format [default: by the names of the files]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Allow the last block or game to be incomplete
    #[arg(long)]
    truncated: bool,
    /// Print the facts as one JSON object
    #[arg(long)]
    json: bool,
}

impl Sink<Facts> for Facts {
    fn receive(&mut self, facts: Facts) -> Result<(), Failure> {
        *self += facts;
        Ok(())
    }
}

impl Arguments {
    /// Reads the files, and prints the facts.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let format = formats::for_inputs(self.from, &self.input.files)?;
        let input = InputArgs { are_binary: true, ..self.input.clone() };
        let reading = Reading {
            args: &input,
            format,
            threads: input.threads.thread_count(),
            allows_truncated: self.truncated,
            replays: false,
            cancel: progress::interrupt_flag(),
        };
        let mut facts = Facts::default();
        let work = |chunk: Chunk| {
            let mut facts = Facts::default();
            let error = facts.add_chunk(&chunk).err();
            (facts, error)
        };
        let ending = reading.run(&work, &mut facts, &mut Resume::none())?;
        if self.json {
            json::write_line(out, &Report { facts: &facts, damaged: ending.totals.damaged })?;
        } else {
            write_facts(&facts, out)?;
        }
        if ending.is_interrupted {
            return Ok(Verdict::Interrupted);
        }
        Ok(Verdict::mismatch_if(ending.totals.damaged > 0))
    }
}

/// The facts as JSON.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    facts: &'a Facts,
    /// The number of files with an error.
    damaged: u64,
}

fn write_facts(facts: &Facts, out: &mut dyn Write) -> std::io::Result<()> {
    let Facts { numbers, scores, max_ply, pieces, .. } = facts;
    for (name, number) in numbers.rows() {
        writeln!(out, "{name:14} {number}")?;
    }
    writeln!(out, "{:14} {max_ply}", "greatest ply")?;
    if let Some((min, max)) = scores {
        writeln!(out, "{:14} {min} to {max}", "scores")?;
    }
    let mut pieces = pieces.iter();
    pieces.try_for_each(|(pieces, number)| {
        writeln!(out, "{:14} {number}", format!("{pieces} pieces"))
    })
}
