//! `tabiya-games stats`: counts for games, moves, results and tags.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tabiya::pgn::{self, Command, RawGame, Token};
use tabiya_program::files::ending::Ending;
use tabiya_program::json;
use tabiya_program::message::printable;
use tabiya_program::verdict::{self, Failure};

use super::errors::Selection;
use super::reading::{self, Part, PartSink};
use super::tally::Tally;
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The arguments of `tabiya-games stats`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games stats games.pgn.zst\n  \
        tabiya-games stats --filter 'WhiteElo >= 2400' --json games.pgn\n\n\
        Plies, comments, evaluations and clocks are those of the text. Games with findings are those that\n\
        `tabiya-games check` reports. --json prints all values, up to 10000 per list.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Print this many values per list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The game counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stats {
    numbers: Numbers,
    elo: Range,
    tags: Tally,
    results: Tally,
    years: Tally,
    eco: Tally,
    variants: Tally,
    time_controls: Tally,
}

/// The number of games, and the numbers of the elements in their text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Numbers {
    games: u64,
    bytes: u64,
    games_with_errors: u64,
    plies: u64,
    comments: u64,
    variations: u64,
    nags: u64,
    evals: u64,
    clocks: u64,
}

/// The least, greatest and mean value in a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Range {
    count: u64,
    sum: u64,
    min: Option<u64>,
    max: Option<u64>,
}

impl Range {
    const fn of(number: u64) -> Self {
        Self { count: 1, sum: number, min: Some(number), max: Some(number) }
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.into_iter().chain(other.min).min();
        self.max = self.max.max(other.max);
    }
}

impl Numbers {
    /// Adds the movetext elements.
    fn add_movetext(&mut self, game: &RawGame<'_>) {
        let mut depth = 0_usize;
        for token in pgn::tokens(game.movetext()) {
            match token {
                Token::VariationStart(_) => {
                    depth += 1;
                    self.variations += 1;
                }
                Token::VariationEnd(_) => depth = depth.saturating_sub(1),
                Token::Move(_) | Token::NullMove(_) => self.plies += u64::from(depth == 0),
                Token::Nag(_) => self.nags += 1,
                Token::Comment(comment) | Token::LineComment(comment) => {
                    self.comments += 1;
                    for command in comment.commands() {
                        self.evals += u64::from(matches!(command, Command::Eval { .. }));
                        self.clocks += u64::from(matches!(command, Command::Clock { .. }));
                    }
                }
                _ => {}
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.bytes += other.bytes;
        self.games_with_errors += other.games_with_errors;
        self.plies += other.plies;
        self.comments += other.comments;
        self.variations += other.variations;
        self.nags += other.nags;
        self.evals += other.evals;
        self.clocks += other.clocks;
    }
}

impl Stats {
    fn add_tags(&mut self, game: &RawGame<'_>) {
        let mut date = None;
        let mut variant = "Standard".to_owned();
        for tag in game.tags() {
            let name = tag.name();
            self.tags.add(&String::from_utf8_lossy(name), 1);
            let value = || tag.value().to_string();
            match name {
                b"WhiteElo" | b"BlackElo" => {
                    // Larger numbers are no ratings.
                    if let Ok(elo) = value().parse::<u16>() {
                        self.elo.merge(Range::of(elo.into()));
                    }
                }
                b"ECO" => self.eco.add(&value(), 1),
                b"TimeControl" => self.time_controls.add(&value(), 1),
                b"Variant" => variant = value(),
                b"Date" => date = Some(value()),
                b"UTCDate" => date = date.or_else(|| Some(value())),
                _ => {}
            }
        }
        self.variants.add(&variant, 1);
        let date = date.unwrap_or_default();
        let year = date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
        self.years.add(year.unwrap_or("????"), 1);
    }

    fn merge(&mut self, other: &Self) {
        self.numbers.merge(&other.numbers);
        self.elo.merge(other.elo);
        self.tags.merge(&other.tags);
        self.results.merge(&other.results);
        self.years.merge(&other.years);
        self.eco.merge(&other.eco);
        self.variants.merge(&other.variants);
        self.time_controls.merge(&other.time_controls);
    }

    /// Returns the lists with their titles and names.
    const fn lists(&self) -> [(&'static str, &'static str, &Tally); 6] {
        [
            ("Results", "results", &self.results),
            ("Variants", "variants", &self.variants),
            ("Years", "years", &self.years),
            ("ECO codes", "eco", &self.eco),
            ("Time controls", "time_controls", &self.time_controls),
            ("Tags", "tags", &self.tags),
        ]
    }

    fn to_json(&self, ending: &Ending) -> Result<Value, Failure> {
        let mut object = Map::new();
        if let Value::Object(numbers) = serde_json::to_value(self.numbers)? {
            object.extend(numbers);
        }
        let Range { count, sum, min, max } = self.elo;
        let mean = sum.checked_div(count);
        object.insert(
            "elo".into(),
            json!({ "ratings": count, "min": min, "max": max, "mean": mean }),
        );
        for (_, name, tally) in self.lists() {
            object.insert(name.into(), serde_json::to_value(tally.counts())?);
            if tally.others() > 0 {
                object.insert(format!("{name}_others"), tally.others().into());
            }
        }
        let findings: Map<_, _> = ending
            .totals
            .findings
            .by_kind()
            .map(|(kind, count)| (kind.to_owned(), count.into()))
            .collect();
        object.insert("findings".into(), findings.into());
        object.insert("damaged_files".into(), ending.totals.damaged.into());
        object.insert("interrupted".into(), ending.is_interrupted.into());
        Ok(Value::Object(object))
    }

    fn print(&self, ending: &Ending, top: usize, out: &mut dyn Write) -> io::Result<()> {
        if ending.is_interrupted {
            writeln!(out, "Interrupted")?;
        }
        let numbers = &self.numbers;
        for (title, number) in [
            ("Games", numbers.games),
            ("Games with findings", numbers.games_with_errors),
            ("Bytes of text", numbers.bytes),
            ("Plies", numbers.plies),
            ("Comments", numbers.comments),
            ("Evaluations", numbers.evals),
            ("Clocks", numbers.clocks),
            ("Glyphs", numbers.nags),
            ("Variations", numbers.variations),
        ] {
            writeln!(out, "{title:<20}{number:>14}")?;
        }
        for (kind, count) in ending.totals.findings.by_kind() {
            writeln!(out, "  {:<18}{count:>14}", format!("finding: {kind}"))?;
        }
        if let Range { count, sum, min: Some(min), max: Some(max) } = self.elo {
            let mean = sum / count;
            writeln!(out, "Elo: {min} to {max}, mean {mean} of {count} ratings")?;
        }
        for (title, _, tally) in self.lists().into_iter().filter(|list| list.2.total() > 0) {
            writeln!(out, "{title}:")?;
            let counts = tally.by_count();
            for (value, count) in counts.iter().take(top) {
                let value = tabiya_program::lines::excerpt(value.as_bytes());
                writeln!(out, "  {:<18}{count:>14}", printable(&value))?;
            }
            let listed: u64 = counts.iter().take(top).map(|(_, count)| count).sum();
            if tally.total() > listed {
                writeln!(out, "  {:<18}{:>14}", "(others)", tally.total() - listed)?;
            }
        }
        Ok(())
    }
}

struct StatsWork;

impl GameWork for StatsWork {
    type Output = Stats;

    fn start(&self) -> Stats {
        Stats::default()
    }

    fn add(&self, stats: &mut Stats, game: &Game<'_>) {
        let raw = &game.raw;
        stats.numbers.games += 1;
        stats.numbers.bytes += raw.bytes().len() as u64;
        stats.numbers.games_with_errors += u64::from(!game.contents.findings.is_empty());
        stats.numbers.add_movetext(raw);
        stats.add_tags(raw);
        stats.results.add(raw.result().as_str(), 1);
    }
}

struct StatsSink {
    stats: Stats,
}

impl PartSink<Stats> for StatsSink {
    fn receive(&mut self, part: Part<'_, Stats>) -> Result<ControlFlow<()>, Failure> {
        self.stats.merge(&part.value);
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<Value, Failure> {
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
        let selection = Selection::all(self.filter.filter.as_ref());
        let ending = reading::run(&self.input, selection, &StatsWork, &mut sink, &mut resume)?;
        if self.json {
            json::write_line(out, &sink.stats.to_json(&ending)?)?;
        } else {
            sink.stats.print(&ending, self.top, out)?;
        }
        finish_outputs(&resume, &ending, None)?;
        Ok(ending.verdict(false))
    }
}
