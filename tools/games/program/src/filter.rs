//! `tabiya-games filter`: the games that satisfy conditions.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};
use tabiya::pgn::{self, RawGame, Style, Token};
use tabiya_games::filter::{FilterError, TagFilter};
use tabiya_program::message;
use tabiya_program::verdict::{self, Failure};

use super::errors::{ErrorArgs, print_findings};
use super::reading::{self, Part, PartSink};
use super::text::{StyleName, TextEnd, has_plain_end, push_game};
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::InputArgs;
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{Outputs, RewriteArgs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The arguments of `tabiya-games filter`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games filter 'WhiteElo >= 2500 and BlackElo >= 2500' games.pgn.zst -o strong.pgn.zst\n  \
        tabiya-games filter 'Opening ~ sicilian' --min-plies 40 games.pgn --count\n  \
        tabiya-games filter '' --valid --style export games.pgn\n\n\
        EXPR joins conditions by `and`, `or`, `not` and parentheses:\n  \
        ECO = B90              Result != *              Opening ~ sicilian      WhiteTitle\n  \
        WhiteElo >= 2400       2400 < WhiteElo < 2500   WhiteElo > BlackElo     ECO in (B90, C00..C19)\n  \
        Date in 2020..2024     Date < 2024.06           TimeControl = 180+2     TimeClass = blitz\n  \
        Player ~ carlsen       Winner ~ carlsen         both(WhiteTitle, BlackTitle) = GM\n  \
        avg(WhiteElo, BlackElo) > 2500                  abs(WhiteElo - BlackElo) < 100\n  \
        @eco in B20..B99       @opening ~ najdorf       ECO != @eco\n\
        WhiteTitle alone selects games with the tag. Upper and lower case are equal. Values with blanks or\n\
        commas need quotes. Missing and unknown values (?, -) have no order. An empty EXPR selects all games.\n\
        @eco and @opening are the code and the name of the opening by position.\n\
        The summary says which tags and values of EXPR no game has.\n\
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

/// The tag filter, or none.
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

/// The selected games in a part.
#[derive(Default)]
struct Selected {
    text: Vec<u8>,
    /// The end of each game in the text.
    ends: Vec<usize>,
    /// Each game's index in the part.
    indices: Vec<u64>,
    /// The indices of those games that the style cannot represent.
    as_read: Vec<usize>,
    /// The start of the last game in the text.
    last: usize,
    /// `true` if the last game may precede any game with tag pairs.
    has_plain_end: bool,
    /// The comments after an input's last game.
    rest: Vec<u8>,
}

impl Selected {
    /// Adds a game; as read if the style cannot represent it.
    fn push(&mut self, game: &RawGame<'_>, style: Style) {
        let text = &mut self.text;
        let start = text.len();
        if style != Style::AsRead && push_game(text, game, style).is_ok() {
            self.last = start;
            self.has_plain_end = true;
            return;
        }
        if style != Style::AsRead {
            self.as_read.push(self.ends.len());
        }
        let bytes = game.bytes();
        let starts_new_game = self.has_plain_end && bytes.starts_with(b"[");
        if !self.ends.is_empty() && !starts_new_game {
            let last = RawGame::new(&text[self.last..]);
            let separator = TextEnd::of(&last).separator(bytes);
            text.extend(separator);
        }
        self.last = text.len();
        self.has_plain_end = has_plain_end(game);
        text.extend_from_slice(bytes);
    }
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
            output.push(&game.raw, self.selection.style.into());
        }
        output.ends.push(output.text.len());
        output.indices.push(game.index);
    }

    const READS_REST: bool = true;

    fn add_rest(&self, output: &mut Selected, rest: &[u8]) {
        if self.selection.style == StyleName::AsRead {
            output.rest = rest.to_vec();
        }
    }
}

/// Returns the number of main line moves, legal or not.
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

/// The command's counts.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Counts {
    selected: u64,
    as_read: u64,
}

/// The end of the output, after which the next game is written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct OutputEnd {
    text: Option<TextEnd>,
    /// The index of the input whose last game is the last one in the output.
    input: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct State {
    counts: Counts,
    end: OutputEnd,
    output: Option<OutputState>,
}

struct FilterSink {
    counts: Counts,
    limit: u64,
    /// The number of games in the last part up to the last selected one.
    games_before_break: u64,
    end: OutputEnd,
    output: Option<Output>,
}

impl FilterSink {
    /// Writes games, the last of which begins at an index.
    fn write(&mut self, text: &[u8], last: usize) -> Result<(), Failure> {
        let Some(output) = &mut self.output else { return Ok(()) };
        if let Some(end) = &self.end.text {
            output.write_all(&end.separator(text))?;
        }
        self.end.text = Some(TextEnd::of(&RawGame::new(&text[last..])));
        Ok(output.write_all(text)?)
    }
}

impl PartSink<Selected> for FilterSink {
    fn receive(&mut self, part: Part<'_, Selected>) -> Result<ControlFlow<()>, Failure> {
        let Selected { text, ends, indices, as_read, last, rest, .. } = part.value;
        let left =
            usize::try_from(self.limit.saturating_sub(self.counts.selected)).unwrap_or(usize::MAX);
        let games = ends.len().min(left);
        let len = if games > 0 { ends[games - 1] } else { 0 };
        if len > 0 {
            self.write(&text[..len], last.min(len))?;
        }
        if part.games > 0 {
            let is_selected = indices[..games].last() == Some(&(part.games - 1));
            self.end.input = is_selected.then_some(part.input_index);
        }
        if let Some(output) = &mut self.output
            && self.end.input == Some(part.input_index)
            && !rest.is_empty()
        {
            output.write_all(&rest)?;
            self.end.text = Some(TextEnd::of_comment(&rest));
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
        Ok(serde_json::to_value(State { counts: self.counts, end: self.end.clone(), output })?)
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
        let (counts, end, state) =
            state.map_or_else(Default::default, |state| (state.counts, state.end, state.output));
        let mut outputs = Outputs::new(self.output.force(), &self.input, &resume)?;
        let open = || outputs.open_rewrite(&self.output, &self.input, state);
        let output = (!self.count).then(open).transpose()?;
        let limit = self.selection.limit.unwrap_or(u64::MAX);
        let work = FilterWork { tags, selection: &self.selection, is_counting: self.count };
        let mut sink = FilterSink { counts, limit, games_before_break: 0, end, output };
        let ending =
            reading::run(&self.input, self.errors.select(None), &work, &mut sink, &mut resume)?;
        if let Some(tags) = tags {
            reading::print_notes(&self.input, tags, &ending);
        }
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
