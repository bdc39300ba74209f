//! `tabiya-games filter`: the games that satisfy conditions.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};
use tabiya::pgn::{self, RawGame, Token};
use tabiya_games::filter::{FilterError, TagFilter};
use tabiya_program::message;
use tabiya_program::verdict::{self, Failure};

use super::errors::{ErrorArgs, print_findings};
use super::finish::finish_outputs;
use super::input::InputArgs;
use super::output::{Output, OutputState};
use super::outputs::{Outputs, RewriteArgs};
use super::reading::{self, Game, GameWork, Part, PartSink};
use super::resume::{Resume, ResumeArgs};
use super::text::{StyleName, push_as_read, push_game};

/// The arguments of `tabiya-games filter`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games filter 'WhiteElo >= 2500 and BlackElo >= 2500' games.pgn.zst -o strong.pgn.zst\n  \
        tabiya-games filter 'Opening ~ sicilian' --min-plies 40 games.pgn --count\n  \
        tabiya-games filter '' --valid --style export games.pgn\n\n\
        EXPR joins conditions by `and`, `or`, `not` and parentheses:\n  \
        ECO = B90  Result != \"1/2-1/2\"  Opening ~ sicilian  WhiteElo >= 2400  Date < 2024.06  WhiteTitle\n\
        The last one selects games with the tag. An empty EXPR selects all games.\n\
        A game that cannot be written in the style is written as read; the exit code is then 1.")]
pub struct Arguments {
    /// Select games by their tags, e.g. 'ECO = B90 and Result = 1-0'
    #[arg(value_parser = parse_expression)]
    expr: Expression,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    output: RewriteArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    selection: Selection,
    /// Print the number of games instead of the games
    #[arg(long, conflicts_with_all = ["output", "in_place", "style"])]
    count: bool,
}

/// The options that determine the result.
#[derive(Args, Clone, Debug)]
struct Selection {
    /// Select games with at least this many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u64>,
    /// Select games with at most this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u64>,
    /// Select games whose moves are all legal, also those of variations
    #[arg(long)]
    valid: bool,
    /// Select the other games
    #[arg(long)]
    invert: bool,
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Write the games in this style
    #[arg(long, value_name = "STYLE", default_value = "as-read")]
    style: StyleName,
}

/// The filter of tags, or none.
#[derive(Clone, Debug)]
struct Expression(Option<TagFilter>);

fn parse_expression(text: &str) -> Result<Expression, FilterError> {
    if text.trim().is_empty() {
        return Ok(Expression(None));
    }
    Ok(Expression(Some(text.parse()?)))
}

/// The work: conditions from the cheapest to the most expensive one, then the text.
struct FilterWork<'a> {
    tags: Option<&'a TagFilter>,
    selection: &'a Selection,
    is_counting: bool,
}

/// The selected games of a part.
#[derive(Default)]
struct Selected {
    text: Vec<u8>,
    /// The end of each game in the text.
    ends: Vec<usize>,
    /// The index of each game in the part.
    indices: Vec<u64>,
    /// The indices of the games that the style cannot represent.
    as_read: Vec<usize>,
}

impl FilterWork<'_> {
    fn matches(&self, game: &RawGame<'_>) -> bool {
        self.tags.is_none_or(|tags| tags.matches(game)) && self.has_length(game) && {
            !self.selection.valid || is_valid(game)
        }
    }

    fn has_length(&self, game: &RawGame<'_>) -> bool {
        let Selection { min_plies, max_plies, .. } = *self.selection;
        if min_plies.is_none() && max_plies.is_none() {
            return true;
        }
        let plies = count_plies(game);
        (min_plies.unwrap_or(0)..=max_plies.unwrap_or(u64::MAX)).contains(&plies)
    }
}

impl GameWork for FilterWork<'_> {
    type Output = Selected;

    const MAY_BREAK: bool = true;

    fn start(&self) -> Selected {
        Selected::default()
    }

    fn selects(&self, game: &RawGame<'_>) -> bool {
        self.matches(game) != self.selection.invert
    }

    fn add(&self, output: &mut Selected, game: &Game<'_>) {
        if !self.is_counting {
            let text = &mut output.text;
            if push_game(text, &game.raw, self.selection.style.into()).is_err() {
                push_as_read(text, &game.raw);
                output.as_read.push(output.ends.len());
            }
        }
        output.ends.push(output.text.len());
        output.indices.push(game.index);
    }
}

/// Returns the number of moves of the main line, legal or not.
fn count_plies(game: &RawGame<'_>) -> u64 {
    let mut depth = 0_usize;
    let mut plies = 0;
    for token in pgn::tokens(game.movetext()) {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Move(_) | Token::NullMove(_) => plies += u64::from(depth == 0),
            _ => {}
        }
    }
    plies
}

/// Tests whether the game can be read without an error.
fn is_valid(game: &RawGame<'_>) -> bool {
    game.reader().is_ok_and(|mut reader| reader.all(|event| event.is_ok()))
}

/// The counts of the command.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Counts {
    selected: u64,
    as_read: u64,
}

#[derive(Serialize, Deserialize)]
struct State {
    counts: Counts,
    output: Option<OutputState>,
}

struct FilterSink {
    counts: Counts,
    limit: u64,
    /// The number of games of the last part up to the last one that was selected.
    games_before_break: u64,
    output: Option<Output>,
}

impl PartSink<Selected> for FilterSink {
    fn receive(&mut self, part: Part<'_, Selected>) -> Result<ControlFlow<()>, Failure> {
        let Selected { text, ends, indices, as_read } = part.value;
        let left =
            usize::try_from(self.limit.saturating_sub(self.counts.selected)).unwrap_or(usize::MAX);
        let games = ends.len().min(left);
        let len = if games > 0 { ends[games - 1] } else { 0 };
        if let Some(output) = &mut self.output {
            output.write_all(&text[..len])?;
        }
        self.counts.selected += games as u64;
        self.counts.as_read += as_read.iter().filter(|&&index| index < games).count() as u64;
        self.games_before_break = indices[..games].last().map_or(0, |index| index + 1);
        let is_done = self.counts.selected == self.limit;
        Ok(if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn games_before_break(&self) -> u64 {
        self.games_before_break
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        let output = self.output.as_mut().map(Output::save).transpose()?;
        Ok(serde_json::to_value(State { counts: self.counts, output })?)
    }
}

impl Arguments {
    /// Writes the selected games, or prints their number.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let tags = self.expr.0.as_ref();
        let options =
            format!("filter {tags:?} {:?} {:?} {}", self.errors, self.selection, self.count);
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let (counts, state) = state.map_or_else(Default::default, |s| (s.counts, s.output));
        let mut outputs = Outputs::new(self.output.force(), &self.input, &resume)?;
        let open = || outputs.open_rewrite(&self.output, &self.input, state);
        let output = (!self.count).then(open).transpose()?;
        let limit = self.selection.limit.unwrap_or(u64::MAX);
        let work = FilterWork { tags, selection: &self.selection, is_counting: self.count };
        let mut sink = FilterSink { counts, limit, games_before_break: 0, output };
        let ending =
            reading::run(&self.input, self.errors.select(None), &work, &mut sink, &mut resume)?;
        let Counts { selected, as_read } = sink.counts;
        if self.count {
            writeln!(out, "{selected}")?;
        }
        finish_outputs(&resume, &ending, sink.output)?;
        if !self.input.quiet {
            let games = ending.totals.games;
            message::print_line(&format!("{selected} of {games} games selected"));
            if as_read > 0 {
                message::print_line(&format!("{as_read} games with errors written as read"));
            }
            print_findings(&ending.totals);
        }
        Ok(ending.verdict(as_read > 0))
    }
}
