//! `tabiya-games search`: games with a position, a board pattern, or material.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Context;
use clap::{ArgGroup, Args};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya::pgn::{ROSTER, RawGame};
use tabiya::{FenOptions, epd};
use tabiya_games::TextReader;
use tabiya_games::filter::TagFilter;
use tabiya_games::index::{IndexError, MovesBlock};
use tabiya_games::search::{Material, Pattern, PositionSearch, Target};
use tabiya_program::verdict::{self, Failure};
use tabiya_program::{json, message, position};

use super::errors::{ErrorArgs, print_findings};
use super::indexed::{self, IndexedArgs, IndexedFile};
use super::reading::{self, Part, PartSink};
use super::text::push_as_read;
use super::work::{Game, GameWork, Place};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The arguments of `tabiya-games search`.
#[derive(Args, Clone, Debug)]
#[command(
    group = ArgGroup::new("target").required(true).args(["fen", "pattern", "material"]),
    after_help = "Examples:\n  \
        tabiya-games search --material KRPvKR games.pgn.zst --min-ply 60\n  \
        tabiya-games search --pattern '*/pp1n*/*/*/*/*/*/*' games.pgn --pgn\n  \
        tabiya-games search --fen 'FEN' --indexed games.pgn --filter 'Result = 1-0' --count\n\n\
        PATTERN is the board of a FEN with wildcards. ? is any contents of a square, ! any piece,\n\
        A and a any white and black piece, . and digits are empty squares, * is the rest of a rank.\n\
        PIECES are those of both sides, e.g. KRPvKR, whichever side is White.\n\
        --fen compares board, side to move, castling rights, and en passant if a capture is legal.\n\
        The first position of each main line that matches is printed: GAME and BYTE of the game in\n\
        the text, and PLY, the number of moves before the position. Games count from 1.\n\
        A game with an error is searched up to it. Exit code 1 then, unless --errors is given."
)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    indexed: IndexedArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Find this FEN, startpos or UCI position
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// Compare only the board of the FEN
    #[arg(long, requires = "fen")]
    board_only: bool,
    /// Find boards that match this pattern
    #[arg(long, value_name = "PATTERN")]
    pattern: Option<Pattern>,
    /// Find positions with this material
    #[arg(long, value_name = "PIECES")]
    material: Option<Material>,
    /// Find positions after at least this many plies
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_ply: usize,
    /// Find positions after at most this many plies
    #[arg(long, value_name = "N")]
    max_ply: Option<usize>,
    #[command(flatten)]
    print: PrintArgs,
}

/// The form of the results.
#[derive(Args, Clone, Copy, Debug)]
struct PrintArgs {
    /// Stop after this many games
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Print the number of games only
    #[arg(long, conflicts_with_all = ["pgn", "json", "output"])]
    count: bool,
    /// Print the games in PGN
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the games.
    ///
    /// # Errors
    ///
    /// Returns an error if an input or an index cannot be read, or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let plies = self.min_ply..=self.max_ply.unwrap_or(usize::MAX);
        let search = PositionSearch::new(self.target()?).with_plies(plies);
        let filter = self.filter.filter.as_ref();
        let options = format!("search {search:?} {filter:?} {:?} {:?}", self.errors, self.print);
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let State { found, output } = state.unwrap_or_default();
        let mut outputs = Outputs::new(self.output.force, &self.input, &resume)?;
        let open = || outputs.open(&self.output, output);
        let output = (!self.print.count).then(open).transpose()?;
        let mut printer = Printer { output, args: self.print, found, games_before_break: 0 };
        let has_text = self.print.pgn;
        let work = SearchWork { search: &search, has_text };
        let ending = if self.indexed.indexed {
            let find = |file: &IndexedFile, block, moves: &MovesBlock| {
                work.find_in_block(file, block, moves, filter)
            };
            indexed::run(&self.input, filter, find, |file, found| {
                printer.print_all(&file.name, Place::default(), &found)
            })?
        } else {
            let selection = self.errors.select(filter);
            reading::run(&self.input, selection, &work, &mut printer, &mut resume)?
        };
        if self.print.count {
            writeln!(out, "{}", printer.found)?;
        }
        finish_outputs(&resume, &ending, printer.output)?;
        if !self.input.quiet {
            print_findings(&ending.totals);
        }
        Ok(reading::verdict_by_policy(&ending, &self.errors))
    }

    fn target(&self) -> anyhow::Result<Target> {
        if let Some(pattern) = self.pattern {
            return Ok(Target::Pattern(pattern));
        }
        if let Some(material) = self.material {
            return Ok(Target::Material(material));
        }
        let fen = self.fen.as_deref().unwrap_or_default();
        let first = epd::fields(fen).next().and_then(|range| fen.get(range)).unwrap_or_default();
        // The board in a FEN need not belong to a position.
        if self.board_only && first.contains('/') {
            return Ok(Target::Pattern(first.parse().context("invalid board")?));
        }
        let options = FenOptions::new().allow_impossible_checks(true);
        let warn = |warning| message::print_line(&format!("warning: --fen: {warning}"));
        let position = position::read(fen, options, warn)?;
        if !self.board_only {
            return Ok(Target::Position(position));
        }
        let fen = position.to_string();
        let board = fen.split(' ').next().unwrap_or_default();
        Ok(Target::Pattern(board.parse().context("invalid board")?))
    }
}

/// A game that was found.
struct Found {
    /// The number of games before it, in the part or in the file.
    game: u64,
    /// The game's offset, in the part or in the file.
    offset: u64,
    ply: usize,
    /// The roster values.
    tags: Vec<Option<String>>,
    /// The game, if it is printed.
    text: Vec<u8>,
}

impl Found {
    fn tag(&self, name: &str) -> &str {
        let index = ROSTER.iter().position(|tag| *tag == name);
        index.and_then(|index| self.tags[index].as_deref()).unwrap_or("?")
    }
}

/// The search in the text or in the index of games.
struct SearchWork<'a> {
    search: &'a PositionSearch,
    has_text: bool,
}

impl SearchWork<'_> {
    /// Finds games in an index block.
    fn find_in_block(
        &self,
        file: &IndexedFile,
        block: usize,
        moves: &MovesBlock,
        filter: Option<&TagFilter>,
    ) -> Result<Vec<Found>, IndexError> {
        let mut entries = None;
        let mut reader = TextReader::new(&file.file);
        let mut all = Vec::new();
        for game in moves.games() {
            let Some(ply) = self.search.find_stored(&game)? else { continue };
            if entries.is_none() {
                entries = Some(file.index.entries(block)?);
            }
            let entry = entries.as_ref().and_then(|entries| entries.entry(game.game));
            let Some(entry) = entry else { continue };
            if let Some(filter) = filter
                && !entry.satisfies_with_moves(filter, &game)?
            {
                continue;
            }
            let mut text = Vec::new();
            if self.has_text {
                push_as_read(&mut text, &RawGame::new(&file.index.text(&mut reader, &entry)?));
            }
            let tags = ROSTER.map(|name| entry.tag(name).map(|value| value.to_string())).into();
            let offset = entry.position().text_offset;
            all.push(Found { game: game.game, offset, ply, tags, text });
        }
        Ok(all)
    }
}

impl GameWork for SearchWork<'_> {
    type Output = Vec<Found>;

    const MAY_BREAK: bool = true;

    fn start(&self) -> Vec<Found> {
        Vec::new()
    }

    fn add(&self, output: &mut Vec<Found>, game: &Game<'_>) {
        let Some(ply) = self.search.find_in_contents(game.contents) else { return };
        let mut text = Vec::new();
        if self.has_text {
            push_as_read(&mut text, &game.raw);
        }
        let tag = |name| game.raw.tag(name).map(|tag| tag.value().to_string());
        let tags = ROSTER.map(tag).into();
        let offset = game.raw.range().start as u64;
        output.push(Found { game: game.index, offset, ply, tags, text });
    }
}

/// The state after an interrupted search.
#[derive(Default, Serialize, Deserialize)]
struct State {
    /// The number of games that were found.
    found: u64,
    output: Option<OutputState>,
}

/// The printer for the results.
struct Printer {
    /// The output, unless only the number of games is printed.
    output: Option<Output>,
    args: PrintArgs,
    /// The number of games that were found.
    found: u64,
    /// The number of games in the last part up to the last printed one.
    games_before_break: u64,
}

impl Printer {
    /// Prints games, whose numbers and offsets are relative to a start.
    fn print_all(
        &mut self,
        file: &str,
        start: Place,
        found: &[Found],
    ) -> Result<ControlFlow<()>, Failure> {
        self.games_before_break = 0;
        for found in found {
            if self.args.limit.is_some_and(|limit| self.found >= limit) {
                return Ok(ControlFlow::Break(()));
            }
            self.found += 1;
            self.games_before_break = found.game + 1;
            self.print(file, start, found)?;
        }
        let is_done = self.args.limit.is_some_and(|limit| self.found >= limit);
        Ok(if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn print(&mut self, file: &str, start: Place, found: &Found) -> Result<(), Failure> {
        let game = start.games + found.game + 1;
        let byte = start.position.text_offset + found.offset;
        let PrintArgs { pgn, json, .. } = self.args;
        let ply = found.ply;
        let Some(out) = &mut self.output else { return Ok(()) };
        if pgn {
            return Ok(out.write_all(&found.text)?);
        }
        if json {
            let tags: serde_json::Map<_, _> = ROSTER
                .iter()
                .zip(&found.tags)
                .filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?.into())))
                .collect();
            let line = json!({"file": file, "game": game, "byte": byte, "ply": ply, "tags": tags});
            return json::write_line(out, &line);
        }
        let [white, black, result] = ["White", "Black", "Result"].map(|name| found.tag(name));
        let players = message::printable(&format!("{white} - {black}, {result}"));
        Ok(writeln!(out, "{file}: game {game}, byte {byte}, ply {ply}: {players}")?)
    }
}

impl PartSink<Vec<Found>> for Printer {
    fn receive(&mut self, part: Part<'_, Vec<Found>>) -> Result<ControlFlow<()>, Failure> {
        self.print_all(&part.input.name(), part.start, &part.value)
    }

    fn games_before_break(&self) -> u64 {
        self.games_before_break
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        let output = self.output.as_mut().map(Output::save).transpose()?;
        Ok(serde_json::to_value(State { found: self.found, output })?)
    }
}
