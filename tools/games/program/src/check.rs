//! `tabiya-games check`: game errors with their places.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_games::findings::{ContentOptions, Finding};
use tabiya_games::{GamesError, LinePlace};
use tabiya_program::files::ending::Ending;
use tabiya_program::json;
use tabiya_program::verdict::{self, Failure};

use super::errors::{Selection, counted};
use super::excerpt::Excerpt;
use super::reading::{self, Part, PartSink};
use super::work::{Game, GameWork, Place};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, Input, InputArgs};
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::{Resume, ResumeArgs};
use tabiya_program::files::totals::Totals;

/// The arguments of `tabiya-games check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games check games.pgn.zst\n  \
        tabiya-games check --strict --max-errors 1000 --json games.pgn\n\n\
        Each error is printed as `FILE:LINE:COLUMN: MESSAGE`, with its line. LINE and COLUMN count from\n\
        1, COLUMN and BYTE count bytes of the text, GAME counts from 1, PLY the moves before the error.\n\
        The rest of a game after an illegal move of the main line is not read.\n\
        --strict also reports missing termination markers and missing roster tags.\n\
        Damage of a compressed file is reported, too. Reading goes on at its next frame or member.\n\
        Exit code 1 if there is an error.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    resume: ResumeArgs,
}

/// The options that determine the result.
#[derive(Args, Clone, Copy, Debug)]
struct Options {
    /// Report what the export format forbids, too
    #[arg(long)]
    strict: bool,
    /// Print at most this many errors, and count the others
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_errors: u64,
    /// Print one JSON object per line: each error, then the summary
    #[arg(long)]
    json: bool,
}

/// An error with its place in a part.
struct Located {
    finding: Finding,
    game: u64,
    byte: u64,
    line: LinePlace,
    excerpt: Excerpt,
}

/// The errors in a part, of which the first ones are listed.
#[derive(Default)]
struct Checked {
    games: u64,
    plies: u64,
    list: Vec<Located>,
}

struct CheckWork(Options);

impl GameWork for CheckWork {
    type Output = Checked;

    const COUNTS_LINES: bool = true;

    fn needed_contents(&self) -> ContentOptions {
        ContentOptions { is_strict: self.0.strict, ..ContentOptions::default() }
    }

    fn start(&self) -> Checked {
        Checked::default()
    }

    fn add(&self, output: &mut Checked, game: &Game<'_>) {
        let bytes = game.raw.bytes();
        let Checked { games, plies, list } = output;
        *games += 1;
        *plies += game.contents.plies() as u64;
        let left = self.0.max_errors.saturating_sub(list.len() as u64);
        let findings = &game.contents.findings;
        let offsets = findings.iter().map(|finding| finding.range.start);
        let lines = game.line.of_offsets(bytes, offsets);
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        for (finding, line) in findings.iter().zip(lines).take(left) {
            list.push(Located {
                game: game.index,
                byte: (game.raw.range().start + finding.range.start) as u64,
                line,
                excerpt: Excerpt::new(bytes, &finding.range),
                finding: finding.clone(),
            });
        }
    }
}

#[derive(Serialize, Deserialize)]
struct State {
    games: u64,
    plies: u64,
    listed: u64,
    output: OutputState,
}

struct CheckSink {
    options: Options,
    games: u64,
    plies: u64,
    /// The number of printed errors.
    listed: u64,
    output: Output,
}

impl CheckSink {
    fn print(&mut self, input: &Input, start: Place, located: &Located) -> Result<(), Failure> {
        let Located { finding, game, byte, line, excerpt } = located;
        let line = start.line.plus(*line);
        let [line, column] = [line.breaks + 1, line.column + 1];
        let game = start.games + game + 1;
        let byte = start.position.text_offset + byte;
        let name = input.name();
        let message = &finding.message;
        if self.options.json {
            let error = json!({
                "file": name,
                "line": line,
                "column": column,
                "byte": byte,
                "game": game,
                "ply": finding.ply,
                "kind": finding.kind.name(),
                "message": message,
                "excerpt": excerpt.line,
            });
            return json::write_line(&mut self.output, &error);
        }
        let ply = finding.ply.map(|ply| format!(", ply {ply}")).unwrap_or_default();
        let Excerpt { line: text, carets } = excerpt;
        let out = &mut self.output;
        writeln!(out, "{name}:{line}:{column}: {message} (game {game}{ply}, byte {byte})")?;
        Ok(writeln!(out, "  {text}\n  {carets}")?)
    }

    fn print_summary(&mut self, ending: &Ending) -> Result<(), Failure> {
        let Self { games, plies, .. } = *self;
        let Totals { damaged, findings, .. } = &ending.totals;
        let games_with_errors = findings.games;
        let errors = findings.total();
        if self.options.json {
            let kinds: serde_json::Map<_, _> =
                findings.by_kind().map(|(kind, count)| (kind.into(), count.into())).collect();
            let summary = json!({
                "games": games,
                "plies": plies,
                "bytes": ending.totals.bytes,
                "games_with_errors": games_with_errors,
                "errors": errors,
                "kinds": kinds,
                "damaged_files": damaged,
            });
            return json::write_line(&mut self.output, &summary);
        }
        let out = &mut self.output;
        if errors > self.listed {
            writeln!(out, "{} more errors not printed (--max-errors)", errors - self.listed)?;
        }
        let games = counted(games, "game");
        let plies = if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
        let errors = counted(errors, "error");
        let games_with_errors = counted(games_with_errors, "game");
        write!(out, "{games}, {plies}, {errors} in {games_with_errors}")?;
        match damaged {
            0 => writeln!(out)?,
            _ => writeln!(out, ", {damaged} damaged files")?,
        }
        for (kind, count) in findings.by_kind() {
            writeln!(out, "  {kind}: {count}")?;
        }
        Ok(())
    }
}

impl PartSink<Checked> for CheckSink {
    fn receive(&mut self, part: Part<'_, Checked>) -> Result<ControlFlow<()>, Failure> {
        let Checked { games, plies, list } = part.value;
        self.games += games;
        self.plies += plies;
        let left = self.options.max_errors.saturating_sub(self.listed);
        for located in list.iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
            self.print(part.input, part.start, located)?;
            self.listed += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn receive_damage(&mut self, input: &Input, damage: &GamesError) -> Result<(), Failure> {
        let name = input.name();
        let message = damage.to_string();
        if self.options.json {
            let damage = json!({ "file": name, "kind": "damage", "message": message });
            return json::write_line(&mut self.output, &damage);
        }
        Ok(writeln!(self.output, "{name}: {message}")?)
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        let output = self.output.save()?;
        let Self { games, plies, listed, .. } = *self;
        Ok(serde_json::to_value(State { games, plies, listed, output })?)
    }
}

impl Arguments {
    /// Prints the errors in all games, and a summary.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or the output cannot be written.
    pub fn run(&self) -> verdict::Result {
        let options = format!("check {:?} {:?}", self.filter, self.options);
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let (games, plies, listed, state) = match state {
            Some(State { games, plies, listed, output }) => (games, plies, listed, Some(output)),
            None => Default::default(),
        };
        let mut outputs = Outputs::new(self.output.force, &self.input, &resume)?;
        let output = outputs.open(&self.output, state)?;
        let mut sink = CheckSink { options: self.options, games, plies, listed, output };
        let selection = Selection::all(self.filter.filter.as_ref());
        let work = CheckWork(self.options);
        let ending = reading::run(&self.input, selection, &work, &mut sink, &mut resume)?;
        if !ending.is_interrupted || !resume.is_enabled() {
            sink.print_summary(&ending)?;
        }
        let is_faulty = ending.totals.findings.games > 0;
        finish_outputs(&resume, &ending, Some(sink.output))?;
        Ok(ending.verdict(is_faulty))
    }
}
