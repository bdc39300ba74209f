//! `tabiya-data convert`: another format, and fewer positions.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::anyhow;
use clap::Args;
use serde::{Deserialize, Serialize};
use tabiya_games::data::{
    Chunk, Conversion, Converted, Counts, DataFormat, DataWriter, Duplicates, Filter,
};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::InputArgs;
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::{Resume, ResumeArgs};
use tabiya_program::number::parse_size;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{message, progress};

use super::formats::{self, Format};
use super::reading::{Reading, Sink};

/// The arguments of `tabiya-data convert`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-data convert games.binpack -o games.plain\n  \
        tabiya-data convert --skip-plies 16 --max-score 10000 --quiet-only games.binpack -o quiet.binpack\n  \
        tabiya-data convert --to bulletformat --quiet-only games.binpack -o games.bin\n  \
        tabiya-data convert --dedupe --memory 4G new.binpack old.binpack -o all.binpack\n\n\
        Positions that a filter rejects are marked in binpack with the score 32002, so that chains go on, and\n\
        cut off at the ends of a chain; --drop removes them. In viriformat they end the game; elsewhere they\n\
        are left out. Marks are never written as scores. An input error ends its file: the positions before it are\n\
        written, and the exit code is 1.\n\
        Scores are those for the side to move; filters look at them before --scale.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Read this format [default: by the names of the files]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Write this format [default: by the name of the output]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Leave out positions that came before
    #[arg(long)]
    dedupe: bool,
    /// Remember positions in at most this memory
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, requires = "dedupe")]
    memory: u64,
    /// Remove rejected positions from binpack, instead of marking them
    #[arg(long)]
    drop: bool,
    /// Allow the last block or game to be incomplete
    #[arg(long)]
    truncated: bool,
}

/// The conditions for positions.
#[derive(Args, Clone, Copy, Debug)]
struct FilterArgs {
    /// Reject the positions of the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_plies: u16,
    /// Reject positions with a score beyond this one
    #[arg(long, value_name = "CP")]
    max_score: Option<u16>,
    /// Reject positions in check and those whose move is not quiet
    #[arg(long)]
    quiet_only: bool,
    /// Reject positions with fewer pieces
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=32))]
    min_pieces: u8,
    /// Reject positions with more pieces
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u8).range(..=32))]
    max_pieces: u8,
    /// Reject scores beyond this one for the loser, and in drawn games
    #[arg(long, value_name = "CP")]
    against_result: Option<u16>,
    /// Choose this fraction of the positions, at random
    #[arg(long, value_name = "0..1")]
    sample: Option<f64>,
    /// Set the seed of --sample
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Multiply scores by this factor
    #[arg(long, value_name = "F", default_value_t = 1.0)]
    scale: f64,
}

impl FilterArgs {
    const fn filter(self) -> Filter {
        let mut filter = Filter::new();
        filter.skip_plies = self.skip_plies;
        filter.max_score = self.max_score;
        filter.quiet_only = self.quiet_only;
        filter.min_pieces = self.min_pieces as usize;
        filter.max_pieces = self.max_pieces as usize;
        filter.against_result = self.against_result;
        filter.sample = self.sample;
        filter.seed = self.seed;
        filter.scale = self.scale;
        filter
    }
}

/// The state of an interrupted command.
#[derive(Serialize, Deserialize)]
struct State {
    counts: Counts,
    /// The bytes of the incomplete block of binpack.
    block: Vec<u8>,
    output: OutputState,
}

struct ConvertSink {
    writer: DataWriter,
    output: Output,
    counts: Counts,
    out: Vec<u8>,
}

impl Sink<Converted> for ConvertSink {
    fn receive(&mut self, converted: Converted) -> Result<(), Failure> {
        self.writer.write(&converted.chains, &mut self.out);
        self.output.write_all(&self.out)?;
        self.out.clear();
        self.counts += converted.counts;
        Ok(())
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        let block = self.writer.pending().to_vec();
        let output = self.output.save()?;
        Ok(serde_json::to_value(State { counts: self.counts, block, output })?)
    }
}

impl Arguments {
    /// Writes the positions in the format.
    ///
    /// # Errors
    ///
    /// Returns an error if the options contradict each other, if an input cannot be opened, or if the output cannot be
    /// written.
    pub fn run(&self) -> verdict::Result {
        let from = formats::for_inputs(self.from, &self.input.files)?;
        let path = self.output.output.as_deref().unwrap_or(Path::new("-"));
        let to = formats::for_file(self.to, path, "--to")?;
        if self.drop && to != DataFormat::Binpack {
            return Err(anyhow!("--drop: no effect on {}, which has no marks", to.as_str()).into());
        }
        let mut conversion = Conversion::new(to, self.filter.filter()).map_err(|e| anyhow!(e))?;
        conversion.drop = self.drop;
        let input = InputArgs { are_binary: true, ..self.input.clone() };
        let dedupe = self.dedupe.then_some(self.memory);
        let options = format!("convert {from:?} {conversion:?} {} {dedupe:?}", self.truncated);
        let (mut resume, state) = Resume::load::<State>(&self.resume, &input, options)?;
        let mut outputs = Outputs::new(self.output.force, &input, &resume)?;
        let (counts, block, state) = match state {
            Some(State { counts, block, output }) => (counts, block, Some(output)),
            None => Default::default(),
        };
        let writer = DataWriter::resume(to, block);
        let output = outputs.open(&self.output, state)?;
        drop(outputs);
        let mut sink = ConvertSink { writer, output, counts, out: Vec::new() };
        let duplicates = self.dedupe.then(|| Duplicates::new(self.memory)).transpose();
        let duplicates = duplicates.map_err(|error| anyhow!("--memory: {error}"))?.map(Mutex::new);
        let work = |chunk: Chunk| {
            let mut converted = match &duplicates {
                Some(duplicates) => {
                    let mut duplicates =
                        duplicates.lock().unwrap_or_else(|error| error.into_inner());
                    conversion.convert(&chunk, Some(&mut duplicates))
                }
                None => conversion.convert(&chunk, None),
            };
            let error = converted.error.take();
            (converted, error)
        };
        // The first of equal positions stays, so that chunks follow each other.
        let threads = if self.dedupe { 1 } else { input.threads.thread_count() };
        let reading = Reading {
            args: &input,
            format: from,
            threads,
            allows_truncated: self.truncated,
            replays: self.dedupe,
            cancel: progress::interrupt_flag(),
        };
        let ending = reading.run(&work, &mut sink, &mut resume)?;
        let ConvertSink { writer, mut output, counts, mut out } = sink;
        if !ending.is_interrupted {
            writer.finish(&mut out);
            output.write_all(&out)?;
        }
        finish_outputs(&resume, &ending, [output])?;
        let is_written = !ending.is_interrupted || resume.is_enabled();
        if !self.input.quiet && is_written {
            print_counts(&counts);
        }
        if ending.is_interrupted {
            return Ok(Verdict::Interrupted);
        }
        Ok(Verdict::mismatch_if(ending.totals.damaged > 0))
    }
}

/// Prints what became of the positions.
fn print_counts(counts: &Counts) {
    // The first two are in the sentence.
    let others = counts.rows().skip(2).filter(|(_, number)| *number > 0);
    let others: String = others.map(|(name, number)| format!(", {number} {name}")).collect();
    message::print_line(&format!(
        "{} of {} positions written{others}",
        counts.written, counts.read
    ));
}
