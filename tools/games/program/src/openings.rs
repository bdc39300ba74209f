//! `tabiya-games openings`: results by position and move.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya::{PackedPosition, Position, san};
use tabiya_games::index::{EntryBlock, IndexError, MovesBlock};
use tabiya_games::openings::{
    Continuation, Counts, MAX_PLIES, OpeningOptions, OpeningTable, PositionCounts, Ratings, Scope,
};
use tabiya_program::json;
use tabiya_program::number::parse_number;
use tabiya_program::position::{PositionArgs, format_fen};
use tabiya_program::verdict::{self, Failure, Verdict};

use super::errors::{ErrorArgs, print_findings};
use super::indexed::{self, IndexedArgs, IndexedFile};
use super::reading::{self, Part, PartSink};
use super::work::{Game, GameWork};
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The number of plies in a table of all positions, unless given.
const DEFAULT_PLIES: usize = 30;

/// The arguments of `tabiya-games openings`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games openings games.pgn.zst --moves 'e4 c5'\n  \
        tabiya-games openings games.pgn --indexed --filter 'WhiteElo >= 2400' --json\n  \
        tabiya-games openings games.pgn --all --plies 20 --min-games 100 > book.epd\n\n\
        A game counts once per position. Move orders that transpose share their counts. White, draws\n\
        and Black are parts of the games with a result; RATING is the average of the players to move.\n\
        --all prints a line of EPD per position: pm is the most frequent move.\n\
        Its memory is some 130 bytes per position and move; --parts reads the games several times.\n\
        A game with an error counts up to it. Exit code 1 then, unless --errors is given.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    indexed: IndexedArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print all positions as EPD
    #[arg(long, conflicts_with_all = ["fen", "moves", "resume"])]
    all: bool,
    /// Count this many plies of each game [default: 30 with --all]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Print positions and moves with at least this many games
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_number)]
    min_games: u64,
    /// Read the games this many times, each for a part of the positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "all")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    parts: u32,
    /// Count at most this many positions and moves per part
    #[arg(long, value_name = "N", default_value = "2e7", value_parser = parse_number, requires = "all")]
    max_entries: u64,
    /// Print one JSON object per position
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Prints the counts.
    ///
    /// # Errors
    ///
    /// Returns an error if an input or an index cannot be read, or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        if self.all {
            return self.print_all(out);
        }
        let position = self.position.position()?;
        let mut options = OpeningOptions::default();
        options.plies = self.plies.unwrap_or(usize::MAX);
        options.scope = Scope::One(position);
        let ply_limit = self.plies;
        let filter = &self.filter.filter;
        let key = format!("openings {} {ply_limit:?} {filter:?}", format_fen(&position));
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, key)?;
        let mut table = OpeningTable::new(options);
        for row in state.unwrap_or_default().rows {
            row.add_to(&mut table, &position);
        }
        let (table, verdict) = self.count(options, table, &mut resume)?;
        if verdict == Verdict::Interrupted && resume.is_enabled() {
            return Ok(verdict);
        }
        self.print_position(out, &position, &table.position(&position))?;
        if verdict != Verdict::Interrupted {
            resume.finish()?;
        }
        Ok(verdict)
    }

    /// Prints all positions, the most frequent one first.
    fn print_all(&self, out: &mut dyn Write) -> verdict::Result {
        let has_stream = self.input.inputs()?.iter().any(|input| input.identity.is_none());
        if has_stream && self.parts > 1 {
            return Err(anyhow::anyhow!("stream; expected files with --parts").into());
        }
        let plies = self.plies.unwrap_or(DEFAULT_PLIES);
        if plies > MAX_PLIES {
            let message = format!("--plies {plies}; expected at most {MAX_PLIES} with --all");
            return Err(anyhow::anyhow!(message).into());
        }
        let mut options = OpeningOptions::default();
        options.plies = plies;
        options.max_entries = usize::try_from(self.max_entries).unwrap_or(usize::MAX);
        let mut positions = Vec::new();
        let mut verdict = Verdict::Success;
        for index in 0..self.parts {
            options.scope = Scope::Part { index, count: self.parts };
            let table = OpeningTable::new(options);
            let (table, part_verdict) = self.count(options, table, &mut Resume::none())?;
            if part_verdict == Verdict::Interrupted {
                return Ok(part_verdict);
            }
            verdict = part_verdict;
            positions.append(&mut table.into_positions(self.min_games));
        }
        if self.parts > 1 {
            positions.sort_by_cached_key(|(position, counts)| {
                (u64::MAX - counts.total.games(), PackedPosition::from(position))
            });
        }
        for (position, counts) in &positions {
            if self.json {
                json::write_line(out, &self.to_json(position, counts))?;
            } else {
                self.print_epd(out, position, counts)?;
            }
        }
        Ok(verdict)
    }

    /// Adds the counts for the games in all inputs to a table.
    fn count(
        &self,
        options: OpeningOptions,
        table: OpeningTable,
        resume: &mut Resume,
    ) -> Result<(OpeningTable, Verdict), Failure> {
        let mut sink = TableSink { options, table };
        let filter = self.filter.filter.as_ref();
        let ending = if self.indexed.indexed {
            let count = |file: &IndexedFile, block, moves: &MovesBlock| {
                let mut table = OpeningTable::new(options);
                self.count_block(&file.index.entries(block)?, moves, &mut table)?;
                Ok(table)
            };
            indexed::run(&self.input, filter, count, |_, table| sink.merge(table))?
        } else {
            let work = OpeningWork { options };
            let selection = self.errors.select(filter);
            reading::run(&self.input, selection, &work, &mut sink, resume)?
        };
        // Each part of the table reads the same games.
        if !self.input.quiet && !matches!(options.scope, Scope::Part { index: 1.., .. }) {
            print_findings(&ending.totals);
        }
        Ok((sink.table, reading::verdict_by_policy(&ending, &self.errors)))
    }

    /// Counts the games in an index block.
    fn count_block(
        &self,
        entries: &EntryBlock<'_>,
        moves: &MovesBlock,
        table: &mut OpeningTable,
    ) -> Result<(), IndexError> {
        for (entry, game) in entries.entries().zip(moves.games()) {
            let is_selected = match &self.filter.filter {
                Some(filter) => entry.satisfies_with_moves(filter, &game)?,
                None => true,
            };
            if is_selected {
                let ratings = Ratings::of_tags(|name| entry.tag(name));
                table.add_stored(&game, entry.result(), ratings)?;
            }
        }
        Ok(())
    }

    /// Returns the moves with enough games.
    fn moves<'a>(
        &self,
        position: &Position,
        counts: &'a PositionCounts,
    ) -> impl Iterator<Item = (String, &'a Counts)> {
        let frequent = counts.moves.iter().filter(|(_, counts)| counts.games() >= self.min_games);
        frequent.map(|(mv, counts)| (san::display(position, *mv).to_string(), counts))
    }

    fn print_position(
        &self,
        out: &mut dyn Write,
        position: &Position,
        counts: &PositionCounts,
    ) -> Result<(), Failure> {
        if self.json {
            return json::write_line(out, &self.to_json(position, counts));
        }
        writeln!(out, "{}", format_fen(position))?;
        writeln!(out, "move        games   share   White   draws   Black  rating")?;
        let total = counts.total.games();
        for (mv, counts) in self.moves(position, counts) {
            print_row(out, &mv, counts, total)?;
        }
        for (name, counts) in [("--", &counts.null_moves), ("(end)", &counts.ends)] {
            if counts.games() > 0 {
                print_row(out, name, counts, total)?;
            }
        }
        Ok(print_row(out, "all", &counts.total, total)?)
    }

    fn to_json(&self, position: &Position, counts: &PositionCounts) -> serde_json::Value {
        let moves: Vec<_> = self
            .moves(position, counts)
            .map(|(san, counts)| {
                let mut object = json!({ "san": san });
                add_counts(&mut object, counts);
                object
            })
            .collect();
        let mut object = json!({ "fen": format_fen(position) });
        add_counts(&mut object, &counts.total);
        object["null_moves"] = counts.null_moves.games().into();
        object["ends"] = counts.ends.games().into();
        object["moves"] = moves.into();
        object
    }

    /// Prints a position as an EPD line.
    fn print_epd(
        &self,
        out: &mut dyn Write,
        position: &Position,
        counts: &PositionCounts,
    ) -> Result<(), Failure> {
        let fen = position.to_string();
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        write!(out, "{}", fields.join(" "))?;
        let moves: Vec<_> = self.moves(position, counts).collect();
        if let Some((most_frequent, _)) = moves.first() {
            write!(out, " pm {most_frequent};")?;
        }
        let Counts { white_wins, draws, black_wins, .. } = counts.total;
        let games = counts.total.games();
        write!(
            out,
            " c0 \"games {games}, white {white_wins}, draws {draws}, black {black_wins}\";"
        )?;
        if !moves.is_empty() {
            let moves = moves.iter().map(|(mv, counts)| format!("{mv} {}", counts.games()));
            write!(out, " c1 \"{}\";", moves.collect::<Vec<_>>().join(", "))?;
        }
        Ok(writeln!(out)?)
    }
}

/// Prints the counts for a move or for a position with `total` games.
fn print_row(out: &mut dyn Write, name: &str, counts: &Counts, total: u64) -> std::io::Result<()> {
    let Counts { white_wins, draws, black_wins, .. } = *counts;
    let games = counts.games();
    let share = percentage(games, total);
    let decided = games - counts.unfinished;
    let [white, draws, black] =
        [white_wins, draws, black_wins].map(|part| percentage(part, decided));
    let rating = counts.average_rating().map_or("-".to_owned(), |rating| format!("{rating:.0}"));
    writeln!(out, "{name:<8} {games:>8} {share:>7} {white:>7} {draws:>7} {black:>7} {rating:>7}")
}

/// Returns a part's share in a whole, in percent with one digit after the point.
fn percentage(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".to_owned(),
        _ => format!("{:.1}%", part as f64 * 100.0 / whole as f64),
    }
}

/// Adds counts to a JSON object.
fn add_counts(object: &mut serde_json::Value, counts: &Counts) {
    object["games"] = counts.games().into();
    object["white"] = counts.white_wins.into();
    object["draws"] = counts.draws.into();
    object["black"] = counts.black_wins.into();
    if let Some(rating) = counts.average_rating() {
        object["rating"] = (rating.round() as u64).into();
    }
}

/// The counts from game text.
struct OpeningWork {
    options: OpeningOptions,
}

impl GameWork for OpeningWork {
    type Output = OpeningTable;

    fn start(&self) -> OpeningTable {
        OpeningTable::new(self.options)
    }

    fn add(&self, output: &mut OpeningTable, game: &Game<'_>) {
        output.add_contents(&game.raw, game.contents);
    }
}

/// The counts from all parts.
struct TableSink {
    options: OpeningOptions,
    table: OpeningTable,
}

impl TableSink {
    fn merge(&mut self, table: OpeningTable) -> Result<ControlFlow<()>, Failure> {
        let advice = |full| anyhow::anyhow!("{full}; use more --parts or fewer --plies");
        self.table.merge(table).map_err(advice)?;
        Ok(ControlFlow::Continue(()))
    }
}

impl PartSink<OpeningTable> for TableSink {
    fn receive(&mut self, part: Part<'_, OpeningTable>) -> Result<ControlFlow<()>, Failure> {
        self.merge(part.value)
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        // Only the counts for one position are resumable.
        let Scope::One(position) = &self.options.scope else { return Ok(serde_json::Value::Null) };
        let counts = self.table.position(position);
        let moves = counts.moves.iter().map(|(mv, counts)| (Continuation::Move(*mv), counts));
        let null_moves = (Continuation::NullMove, &counts.null_moves);
        let all = moves.chain([null_moves, (Continuation::End, &counts.ends)]);
        let rows = all.map(|(next, counts)| Row::new(next.to_bits(), counts)).collect();
        Ok(serde_json::to_value(State { rows })?)
    }
}

/// The state after interrupted counts for a position.
#[derive(Default, Serialize, Deserialize)]
struct State {
    rows: Vec<Row>,
}

/// The counts for a continuation.
#[derive(Serialize, Deserialize)]
struct Row {
    /// The [`Continuation`] as bits.
    mv: u16,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    unfinished: u64,
    rating_sum: u64,
    rated: u64,
}

impl Row {
    const fn new(mv: u16, counts: &Counts) -> Self {
        let Counts { white_wins, draws, black_wins, unfinished, rating_sum, rated, .. } = *counts;
        Self { mv, white_wins, draws, black_wins, unfinished, rating_sum, rated }
    }

    fn add_to(&self, table: &mut OpeningTable, position: &Position) {
        let mut counts = Counts::default();
        counts.white_wins = self.white_wins;
        counts.draws = self.draws;
        counts.black_wins = self.black_wins;
        counts.unfinished = self.unfinished;
        counts.rating_sum = self.rating_sum;
        counts.rated = self.rated;
        table.add_counts(position, Continuation::from_bits(self.mv), counts);
    }
}
