//! `tabiya-games convert`: games in other formats.

#[cfg(feature = "parquet")]
mod tables;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use tabiya_games::GameFold;
use tabiya_games::columns::Rows;
use tabiya_games::convert::{
    ConvertOptions, Converted, Converter, Format, MoveNotation, Summary, ViriPgnError,
    ViriPgnErrorKind, viriformat_to_pgn,
};
use tabiya_games::data::{DataFormat, DataWriter};
use tabiya_games::findings::ContentOptions;
#[cfg(feature = "parquet")]
use tabiya_games::tables::TableFormat;
use tabiya_program::files::ending::Ending;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{causes, json, message};

use super::errors::{ErrorArgs, ErrorPolicy, Selection, counted, print_findings};
use super::reading::{self, Part, PartSink};
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::{Resume, ResumeArgs};
use tabiya_program::files::totals::Totals;

/// The arguments of `tabiya-games convert`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games convert --to jsonl games.pgn.zst -o games.jsonl\n  \
        tabiya-games convert --to csv --columns White,Black,Result,@plies games.pgn\n  \
        tabiya-games convert --to parquet --rows move --columns White,WhiteElo games.pgn.zst -o moves.parquet\n  \
        tabiya-games convert --to bulletformat --quiet-only --skip-plies 16 games.pgn.zst -o games.bin\n  \
        tabiya-games convert --to pgn games.viri -o games.pgn\n\n\
        Scores are those of [%eval] and of engine comments such as {+0.31/20 1.3s}. Positions without one are\n\
        skipped unless --default-score is given, and so are games without a result or with a null move, which\n\
        other formats have as 0000 or --. A position is that before a move of the main line.\n\
        Columns are names of tags, @eco and @opening for the code and the name of the opening by position,\n\
        and in csv and jsonl @result, @fen, @moves, @plies, @error. Rows of moves have\n\
        game_id, ply, fen, san, uci, clock, elapsed_time, eval, mate and depth before them.\n\
        A game with an error is left out. Exit code 1 then, unless --errors is given.")]
#[command(mut_arg("policy", |policy| {
    policy.help("Treat games so whose moves end at an error [default: skip]")
}))]
pub struct Arguments {
    /// Write this format; pgn reads viriformat instead of PGN
    #[arg(long, value_name = "FORMAT")]
    to: Target,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    options: Options,
    /// Print the counts as one JSON object on standard error
    #[arg(long)]
    json: bool,
}

/// The options that determine the result.
#[derive(Args, Clone, Debug)]
struct Options {
    /// Give positions without an evaluation this score, in centipawns
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    default_score: Option<i16>,
    /// Skip the positions of the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip_plies: u32,
    /// Skip positions in check and those before captures and promotions
    #[arg(long)]
    quiet_only: bool,
    /// Write one of N positions of each game
    #[arg(long, value_name = "N", default_value = "1")]
    every: NonZeroU32,
    /// Write this fraction of the positions, at random
    #[arg(long, value_name = "0..1")]
    sample: Option<f64>,
    /// Set the seed of --sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the moves of jsonl in this notation
    #[arg(long, value_name = "NOTATION", default_value = "uci")]
    moves: Notation,
    /// Write a row per game or per move, in csv, jsonl, parquet and arrow
    #[arg(long, value_name = "UNIT", default_value = "game")]
    rows: RowUnit,
    /// Write these columns, separated by commas, after those of a move
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 1)]
    columns: Vec<String>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Format(Format),
    #[cfg(feature = "parquet")]
    Table(TableFormat),
    /// PGN from viriformat.
    Pgn,
}

impl Target {
    const ALL: &[Self] = &[
        Self::Format(Format::Binpack),
        Self::Format(Format::Viriformat),
        Self::Format(Format::Bulletformat),
        Self::Format(Format::ScoredFen),
        Self::Format(Format::Packed),
        Self::Format(Format::Fen),
        Self::Format(Format::Uci),
        Self::Format(Format::JsonLines),
        Self::Format(Format::Csv),
        #[cfg(feature = "parquet")]
        Self::Table(TableFormat::Parquet),
        #[cfg(feature = "parquet")]
        Self::Table(TableFormat::Arrow),
        Self::Pgn,
    ];
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Format(format) => PossibleValue::new(format.as_str()).help(help(*format)),
            #[cfg(feature = "parquet")]
            Self::Table(TableFormat::Parquet) => {
                PossibleValue::new("parquet").help("Columns of games or moves, compressed")
            }
            #[cfg(feature = "parquet")]
            Self::Table(_) => {
                PossibleValue::new("arrow").help("The same columns as an Arrow file (Feather)")
            }
            Self::Pgn => PossibleValue::new("pgn").help("The games of viriformat in PGN"),
        })
    }
}

const fn help(format: Format) -> &'static str {
    match format {
        Format::Binpack => "Chains of positions with scores, for training",
        Format::Viriformat => "Moves with scores, for training",
        Format::Bulletformat => "Positions with scores in 32 bytes, for training",
        Format::ScoredFen => "A line per position: FEN | score | result",
        Format::Packed => "Positions in 28 bytes, as PackedPosition of the library",
        Format::Fen => "A FEN per line",
        Format::Uci => "A line of UCI moves per game",
        Format::JsonLines => "A JSON object per line: a game or a move",
        Format::Csv => "Comma-separated values: a line per game or move",
        _ => "",
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RowUnit {
    Game,
    Move,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    Uci,
    San,
    Both,
}

impl Options {
    fn for_format(&self, format: Format) -> ConvertOptions {
        let mut options = ConvertOptions::new(format);
        options.default_score = self.default_score;
        options.skip_plies = self.skip_plies;
        options.quiet_only = self.quiet_only;
        options.interval = self.every;
        options.sample = self.sample;
        options.seed = self.seed;
        options.moves = match self.moves {
            Notation::Uci => MoveNotation::Uci,
            Notation::San => MoveNotation::San,
            Notation::Both => MoveNotation::Both,
        };
        options.rows = match self.rows {
            RowUnit::Game => Rows::Game,
            RowUnit::Move => Rows::Move,
        };
        if !self.columns.is_empty() || options.rows == Rows::Move {
            options.columns.clone_from(&self.columns);
        }
        options
    }
}

struct ConvertWork {
    converter: Converter,
}

impl GameWork for ConvertWork {
    type Output = Converted;

    fn start(&self) -> Converted {
        self.converter.start()
    }

    fn needed_contents(&self) -> ContentOptions {
        self.converter.content_options()
    }

    fn add(&self, converted: &mut Converted, game: &Game<'_>) {
        self.converter.add_contents(converted, &game.raw, game.contents);
    }
}

/// The counts as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    /// The number of findings for each kind that occurs.
    findings: BTreeMap<&'static str, u64>,
    first_finding: Option<String>,
}

impl Report {
    fn new(summary: Summary, ending: &Ending) -> Self {
        let Totals { findings, first_finding, .. } = &ending.totals;
        let findings = findings.by_kind().collect();
        Self { summary, findings, first_finding: first_finding.clone() }
    }
}

#[derive(Serialize, Deserialize)]
struct State {
    summary: Summary,
    output: OutputState,
    /// The bytes of the incomplete block of binpack.
    #[serde(default)]
    block: Vec<u8>,
}

struct ConvertSink {
    summary: Summary,
    output: Output,
    /// The writer of blocks, for binpack.
    blocks: Option<DataWriter>,
}

impl PartSink<Converted> for ConvertSink {
    fn receive(&mut self, part: Part<'_, Converted>) -> Result<ControlFlow<()>, Failure> {
        let converted = part.value;
        let games = self.summary.games;
        self.summary += converted.summary;
        match &mut self.blocks {
            Some(blocks) => {
                let mut bytes = Vec::new();
                blocks.write(&converted.chains(), &mut bytes);
                self.output.write_all(&bytes)?;
            }
            None => converted.write_to(games, &mut self.output)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        let output = self.output.save()?;
        let block = self.blocks.as_ref().map_or(&[][..], DataWriter::pending).to_vec();
        Ok(serde_json::to_value(State { summary: self.summary, output, block })?)
    }
}

impl Arguments {
    /// Writes the games in the format.
    ///
    /// # Errors
    ///
    /// Returns an error if the options contradict each other, if an input cannot be opened, if an
    /// output cannot be written, or at the first game error if this is demanded.
    pub fn run(&self) -> verdict::Result {
        let format = match self.to {
            Target::Format(format) => format,
            #[cfg(feature = "parquet")]
            Target::Table(format) => {
                let is_plain = self.resume.resume.is_none() && !self.json;
                let options = self.options.for_format(Format::Csv);
                tables::ensure_plain(&options, is_plain)?;
                let table = tables::Table { format, options, errors: &self.errors };
                return table.write(&self.input, &self.output, self.select());
            }
            Target::Pgn => return self.write_pgn(),
        };
        let mut options = self.options.for_format(format);
        // The loop over the games applies the command's policy.
        options.errors = tabiya_games::convert::ErrorPolicy::Keep;
        let converter = Converter::new(options).map_err(|e| anyhow!(e))?;
        let options =
            format!("convert {:?} {:?} {:?}", self.filter, self.errors, converter.options());
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let is_new = state.is_none();
        let (summary, block, state) = match state {
            Some(State { summary, output, block }) => (summary, block, Some(output)),
            None => Default::default(),
        };
        let mut outputs = Outputs::new(self.output.force, &self.input, &resume)?;
        let mut output = outputs.open(&self.output, state)?;
        if is_new {
            output.write_all(&converter.header())?;
        }
        let blocks =
            (format == Format::Binpack).then(|| DataWriter::resume(DataFormat::Binpack, block));
        let mut sink = ConvertSink { summary, output, blocks };
        let work = ConvertWork { converter };
        let selection = self.select();
        let ending = reading::run(&self.input, selection, &work, &mut sink, &mut resume)?;
        if let Some(blocks) = sink.blocks.filter(|_| !ending.is_interrupted) {
            let mut bytes = Vec::new();
            blocks.finish(&mut bytes);
            sink.output.write_all(&bytes)?;
        }
        finish_outputs(&resume, &ending, [sink.output])?;
        let mut summary = sink.summary;
        if selection.errors == ErrorPolicy::Skip {
            let skipped = ending.totals.findings.games_with_errors;
            summary.games += skipped;
            summary.games_skipped += skipped;
            summary.games_with_errors += skipped;
        }
        self.print_report(&summary, &ending)?;
        Ok(reading::verdict_by_policy(&ending, &self.errors))
    }

    fn select(&self) -> Selection<'_> {
        self.errors.select_or(self.filter.filter.as_ref(), ErrorPolicy::Skip)
    }

    fn print_report(&self, summary: &Summary, ending: &Ending) -> Result<(), Failure> {
        if self.json {
            return json::write_line(&mut io::stderr(), &Report::new(*summary, ending));
        }
        if self.input.quiet {
            return Ok(());
        }
        let written = format!("{} of {} games written", summary.games_written, summary.games);
        message::print_line(&match summary.positions_written {
            0 => written,
            positions => format!("{written}, {}", counted(positions, "position")),
        });
        for (count, noun, reason) in [
            (
                summary.games_with_errors.saturating_sub(summary.games_skipped),
                "game",
                "written up to an error",
            ),
            (summary.games_skipped, "game", "skipped because of errors"),
            (summary.games_with_null_moves, "game", "skipped because of null moves"),
            (summary.games_of_chess960, "game", "of Chess960 skipped"),
            (summary.games_without_result, "game", "skipped without a result"),
            (summary.games_without_records, "game", "without positions or moves to write"),
            (summary.positions_without_score, "position", "skipped without a score"),
            (summary.positions_before_ply, "position", "skipped by --skip-plies"),
            (summary.positions_not_quiet, "position", "skipped by --quiet-only"),
            (summary.positions_not_sampled, "position", "skipped by --every and --sample"),
            (summary.positions_not_expressible, "position", "skipped with a ply above 16383"),
        ] {
            if count > 0 {
                message::print_line(&format!("{} {reason}", counted(count, noun)));
            }
        }
        print_findings(&ending.totals);
        Ok(())
    }

    /// Converts viriformat into PGN.
    fn write_pgn(&self) -> verdict::Result {
        self.check_pgn()?;
        let none = Resume::none();
        let mut outputs = Outputs::new(self.output.force, &self.input, &none)?;
        let mut output = outputs.open(&self.output, None)?;
        let mut games = 0;
        for path in &self.input.files {
            let name = || path.display().to_string();
            let input: Box<dyn Read> = if path == Path::new("-") {
                Box::new(io::stdin())
            } else {
                Box::new(File::open(path).with_context(name)?)
            };
            match viriformat_to_pgn(input, &mut output) {
                Ok(count) => games += count,
                Err(ViriPgnError { fault: ViriPgnErrorKind::Write(error), .. }) => {
                    return Err(error.into());
                }
                Err(error) => {
                    let message = causes::join_messages(&anyhow!(error));
                    return Err(anyhow!("{}: {message}", name()).into());
                }
            }
        }
        output.finish()?;
        if !self.input.quiet {
            message::print_line(&format!("{games} games written"));
        }
        Ok(Verdict::Success)
    }

    /// Checks that no option was given that has no effect on PGN.
    fn check_pgn(&self) -> anyhow::Result<()> {
        let Self { resume, filter, options, errors, json, .. } = self;
        let defaults = ConvertOptions::new(Format::Fen);
        let has_no_options = options.for_format(Format::Fen) == defaults;
        let is_plain =
            resume.resume.is_none() && filter.filter.is_none() && errors.policy.is_none() && !json;
        ensure!(
            has_no_options && is_plain,
            "--to pgn: expected no options but --output and --quiet"
        );
        Ok(())
    }
}
