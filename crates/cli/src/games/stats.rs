//! `tabiya games stats`: counts of games, moves, results and tags.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::input::{FilterArgs, InputArgs};
use super::reading::{self, Game, GameWork, Part, PartSink};
use super::resume::{Resume, ResumeArgs};
use crate::json;
use crate::verdict::{self, Failure};

/// The arguments of `tabiya games stats`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The counts.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Stats {
    games: u64,
    bytes: u64,
}

struct StatsWork;

impl GameWork for StatsWork {
    type Output = Stats;

    fn start(&self) -> Stats {
        Stats::default()
    }

    fn add(&self, stats: &mut Stats, game: &Game<'_>) {
        stats.games += 1;
        stats.bytes += game.raw.bytes().len() as u64;
    }
}

struct StatsSink {
    stats: Stats,
}

impl PartSink<Stats> for StatsSink {
    fn receive(&mut self, part: Part<'_, Stats>) -> Result<ControlFlow<()>, Failure> {
        self.stats.games += part.value.games;
        self.stats.bytes += part.value.bytes;
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        Ok(serde_json::to_value(&self.stats)?)
    }
}

impl Arguments {
    /// Prints the counts.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let options = format!("stats {:?}", self.filter);
        let (mut resume, stats) = Resume::load(&self.resume, &self.input, options)?;
        let mut sink = StatsSink { stats: stats.unwrap_or_default() };
        let filter = self.filter.filter.as_ref();
        let ending = reading::run(&self.input, filter, &StatsWork, &mut sink, &mut resume)?;
        match self.json {
            true => json::write_line(out, &sink.stats)?,
            false => writeln!(out, "Games: {}", sink.stats.games)?,
        }
        super::finish_outputs(&resume, &ending, None)?;
        Ok(ending.verdict(false))
    }
}
