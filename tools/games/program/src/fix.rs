//! `tabiya-games fix`: games in the export format.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya::pgn::{RawGame, Style, WriteError};
use tabiya_games::findings::read_message;
use tabiya_program::verdict::{self, Failure};
use tabiya_program::{causes, json, message};

use super::errors::Selection;
use super::opening_tags;
use super::reading::{self, Part, PartSink};
use super::repair::{Changes, truncated};
use super::text::{push_as_read, push_empty_line, push_game};
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{Outputs, RewriteArgs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The arguments of `tabiya-games fix`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games fix games.pgn -o fixed.pgn\n  \
        tabiya-games fix --eco games.pgn -o named.pgn --report changes.txt\n  \
        tabiya-games fix --errors truncate games.pgn.zst -o fixed.pgn.zst --report changes.txt\n\n\
        Games are written in the export format of the PGN standard. This adds missing tags of the\n\
        roster as `?`, sets Result to the termination marker, writes moves of any notation in SAN,\n\
        and corrects escapes, move numbers, line lengths and the order of tags.\n\
        --eco names the last position of the main line that has a name in the table of Lichess. It\n\
        replaces other values, which the report lists, and leaves games without such a position alone.\n\
        Exit code 1 if `check` finds something in a game, whatever --errors does with it. The report\n\
        has each finding.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: RewriteArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Treat games with an invalid start position or an illegal move so
    #[arg(long, value_name = "POLICY", default_value = "keep")]
    errors: ErrorPolicy,
    /// Write the tags ECO and Opening by position
    #[arg(long)]
    eco: bool,
    /// Write a line per changed game to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write the report as one JSON object per line
    #[arg(long, requires = "report")]
    json: bool,
}

/// The treatment of games with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ErrorPolicy {
    /// Write the game as read
    Keep,
    /// End each line before its illegal move; keep other games as read
    Truncate,
    /// Leave out the game
    Skip,
    /// Stop before the game, with exit code 2 and without an output
    Stop,
}

/// The result for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Unchanged,
    Changed,
    Kept,
    Truncated,
    Skipped,
}

/// A game that was changed or has an error.
struct Entry {
    index: u64,
    outcome: Outcome,
    changes: Changes,
    error: Option<String>,
    /// The sentences for the findings, without the error.
    findings: Vec<String>,
}

/// The game counts.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Counts {
    games: u64,
    unchanged: u64,
    roster: u64,
    result: u64,
    moves: u64,
    new_openings: u64,
    replaced_openings: u64,
    unnamed_openings: u64,
    kept: u64,
    truncated: u64,
    skipped: u64,
    with_findings: u64,
}

impl Counts {
    fn add_game(&mut self, outcome: Outcome, changes: &Changes) {
        let Changes { roster, result, moves, tags } = changes;
        self.games += 1;
        self.unchanged += u64::from(outcome == Outcome::Unchanged);
        self.roster += u64::from(!roster.is_empty());
        self.result += u64::from(result.is_some());
        self.moves += u64::from(*moves > 0);
        self.new_openings += u64::from(tags.iter().any(|tag| tag.old.is_none()));
        self.replaced_openings += u64::from(tags.iter().any(|tag| tag.old.is_some()));
        self.kept += u64::from(outcome == Outcome::Kept);
        self.truncated += u64::from(outcome == Outcome::Truncated);
        self.skipped += u64::from(outcome == Outcome::Skipped);
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.unchanged += other.unchanged;
        self.roster += other.roster;
        self.result += other.result;
        self.moves += other.moves;
        self.new_openings += other.new_openings;
        self.replaced_openings += other.replaced_openings;
        self.unnamed_openings += other.unnamed_openings;
        self.kept += other.kept;
        self.truncated += other.truncated;
        self.skipped += other.skipped;
        self.with_findings += other.with_findings;
    }
}

#[derive(Default)]
struct Fixed {
    text: Vec<u8>,
    counts: Counts,
    /// The games to report; with the policy `stop`, the first one with an error.
    entries: Vec<Entry>,
}

struct FixWork {
    policy: ErrorPolicy,
    is_reporting: bool,
    names_openings: bool,
}

impl FixWork {
    /// Appends the text of a game with an error, as the policy says. `tagged` is the game with
    /// changed tags.
    fn push_faulty(&self, text: &mut Vec<u8>, game: &RawGame<'_>, tagged: &RawGame<'_>) -> Outcome {
        match self.policy {
            ErrorPolicy::Skip => return Outcome::Skipped,
            ErrorPolicy::Truncate => {
                let shorter = truncated(tagged);
                if push_game(text, &RawGame::new(&shorter), Style::Export).is_ok() {
                    return Outcome::Truncated;
                }
            }
            ErrorPolicy::Keep | ErrorPolicy::Stop => {}
        }
        push_as_read(text, game);
        push_empty_line(text);
        Outcome::Kept
    }
}

impl GameWork for FixWork {
    type Output = Fixed;

    fn start(&self) -> Fixed {
        Fixed::default()
    }

    fn add(&self, output: &mut Fixed, game: &Game<'_>) {
        let Fixed { text, counts, entries } = output;
        let start = text.len();
        let opening = if self.names_openings { game.contents.opening() } else { None };
        let tags = opening.map(|opening| opening_tags::changes(&game.raw, opening));
        let tags = tags.unwrap_or_default();
        let tagged_text = (!tags.is_empty()).then(|| opening_tags::with_changes(&game.raw, &tags));
        let tagged = tagged_text.as_ref().map_or(game.raw, RawGame::new);
        let result = push_game(text, &tagged, Style::Export);
        let outcome = match &result {
            Ok(()) if text[start..].trim_ascii() == game.raw.bytes().trim_ascii() => {
                Outcome::Unchanged
            }
            Ok(()) => Outcome::Changed,
            Err(_) => self.push_faulty(text, &game.raw, &tagged),
        };
        let is_written = matches!(outcome, Outcome::Changed | Outcome::Truncated);
        let changes = if is_written {
            Changes { tags, ..Changes::of(&game.raw) }
        } else {
            Changes::default()
        };
        counts.add_game(outcome, &changes);
        let is_unnamed = self.names_openings && opening.is_none();
        counts.unnamed_openings += u64::from(is_unnamed && outcome != Outcome::Skipped);
        let error = result.err().map(message_of);
        counts.with_findings += u64::from(error.is_some() || !game.contents.findings.is_empty());
        let is_failure = self.policy == ErrorPolicy::Stop && error.is_some();
        let is_odd = outcome != Outcome::Unchanged || !game.contents.findings.is_empty();
        let is_listed = self.is_reporting && is_odd;
        if is_listed || is_failure && entries.iter().all(|entry| entry.error.is_none()) {
            let is_other = |message: &String| {
                error.as_ref().is_none_or(|error| !error.ends_with(message.as_str()))
            };
            let messages = game.contents.findings.iter().map(|finding| finding.message.clone());
            let findings = messages.filter(is_other).collect();
            entries.push(Entry { index: game.index, outcome, changes, error, findings });
        }
    }
}

fn message_of(error: WriteError) -> String {
    match error {
        WriteError::Read(error) => format!("ply {}: {}", error.ply, read_message(&error)),
        error => causes::join_messages(&anyhow::Error::new(error)),
    }
}

#[derive(Serialize, Deserialize)]
struct State {
    counts: Counts,
    output: OutputState,
    report: Option<OutputState>,
}

struct FixSink {
    policy: ErrorPolicy,
    counts: Counts,
    output: Output,
    report: Option<Output>,
    is_json: bool,
}

impl FixSink {
    fn report(&mut self, name: &str, game: u64, entry: &Entry) -> Result<(), Failure> {
        let Some(report) = &mut self.report else { return Ok(()) };
        let Entry { outcome, changes, error, findings, .. } = entry;
        if self.is_json {
            let line = json!({
                "file": name,
                "game": game,
                "outcome": outcome,
                "roster": changes.roster,
                "result": changes.result,
                "moves": changes.moves,
                "tags": changes.tags,
                "error": error,
                "findings": findings,
            });
            return json::write_line(report, &line);
        }
        let mut parts = Vec::new();
        match outcome {
            Outcome::Kept => parts.push("kept as read".to_owned()),
            Outcome::Truncated => parts.push("truncated".to_owned()),
            Outcome::Skipped => parts.push("left out".to_owned()),
            Outcome::Unchanged | Outcome::Changed => {}
        }
        parts.extend(error.clone());
        parts.extend(findings.iter().cloned());
        parts.extend(changes.describe());
        if parts.is_empty() {
            parts.push("layout".to_owned());
        }
        Ok(writeln!(report, "{name}: game {game}: {}", parts.join("; "))?)
    }
}

impl PartSink<Fixed> for FixSink {
    fn receive(&mut self, part: Part<'_, Fixed>) -> Result<ControlFlow<()>, Failure> {
        let Fixed { text, counts, entries } = part.value;
        let name = part.input.name();
        for entry in &entries {
            let game = part.start.games + entry.index + 1;
            if let (ErrorPolicy::Stop, Some(error)) = (self.policy, &entry.error) {
                return Err(anyhow!("{name}: game {game}: {error}").into());
            }
            self.report(&name, game, entry)?;
        }
        self.counts.add(&counts);
        self.output.write_all(&text)?;
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        Ok(serde_json::to_value(State {
            counts: self.counts,
            output: self.output.save()?,
            report: self.report.as_mut().map(Output::save).transpose()?,
        })?)
    }
}

impl Arguments {
    /// Writes the games in the export format, and reports the changes.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, an output cannot be written, or a game has an
    /// error and the policy is `stop`.
    pub fn run(&self) -> verdict::Result {
        let Self { filter, errors, report, json, eco, .. } = self;
        let options = format!("fix {filter:?} {errors:?} {report:?} {json} {eco}");
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let (counts, output, report) = match state {
            Some(state) => (state.counts, Some(state.output), state.report),
            None => Default::default(),
        };
        let mut outputs = Outputs::new(self.output.force(), &self.input, &resume)?;
        let mut sink = FixSink {
            policy: self.errors,
            counts,
            output: outputs.open_rewrite(&self.output, &self.input, output)?,
            report: outputs.open_report(self.report.as_ref(), report)?,
            is_json: self.json,
        };
        let selection = Selection::all(self.filter.filter.as_ref());
        let work = FixWork {
            policy: self.errors,
            is_reporting: self.report.is_some(),
            names_openings: self.eco,
        };
        let ending = reading::run(&self.input, selection, &work, &mut sink, &mut resume)?;
        let FixSink { counts, output, report, .. } = sink;
        finish_outputs(&resume, &ending, [output].into_iter().chain(report))?;
        if !self.input.quiet {
            self.print_summary(&counts);
        }
        Ok(ending.verdict(counts.with_findings > 0))
    }

    fn print_summary(&self, counts: &Counts) {
        let Counts { games, unchanged, .. } = *counts;
        let parts = [
            (counts.roster, "with new tags"),
            (counts.result, "with a new result"),
            (counts.moves, "with rewritten moves"),
            (counts.new_openings, "with new opening tags"),
            (counts.replaced_openings, "with replaced opening tags"),
            (counts.unnamed_openings, "without a named opening"),
            (counts.kept, "with errors kept as read"),
            (counts.truncated, "truncated"),
            (counts.skipped, "left out"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: String = parts.map(|(count, name)| format!(", {count} {name}")).collect();
        message::print_line(&format!("{games} games, {unchanged} unchanged{parts}"));
    }
}
