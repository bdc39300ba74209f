//! `tabiya-games convert --to parquet`, in builds with the feature `parquet`.

use std::ops::ControlFlow;

use anyhow::{anyhow, ensure};
use tabiya_games::GameFold;
use tabiya_games::columns::{ColumnOptions, GameColumns};
use tabiya_games::convert::{ConvertOptions, Format};
use tabiya_games::parquet::{ParquetError, ParquetWriter};
use tabiya_program::message;
use tabiya_program::verdict::{self, Failure};

use crate::errors::Selection;
use crate::finish::finish_outputs;
use crate::input::InputArgs;
use crate::output::Output;
use crate::outputs::{OutputArgs, Outputs};
use crate::reading::{self, Game, GameWork, Part, PartSink};
use crate::resume::Resume;

struct ColumnWork {
    options: ColumnOptions,
}

impl GameWork for ColumnWork {
    type Output = GameColumns;

    fn start(&self) -> GameColumns {
        self.options.start()
    }

    fn add(&self, columns: &mut GameColumns, game: &Game<'_>) {
        self.options.add(columns, game.raw);
    }
}

struct ParquetSink {
    writer: ParquetWriter,
    output: Output,
    errors: usize,
}

impl PartSink<GameColumns> for ParquetSink {
    fn receive(&mut self, part: Part<'_, GameColumns>) -> Result<ControlFlow<()>, Failure> {
        let mut columns = part.value;
        let errors = columns.errors.iter_mut().map(|error| &mut error.offset);
        for offset in columns.text_offsets.iter_mut().chain(errors) {
            *offset = offset.saturating_add(part.start.position.text_offset);
        }
        self.errors += columns.errors.len();
        self.writer.write(&columns, &mut self.output).map_err(failure)?;
        Ok(ControlFlow::Continue(()))
    }
}

fn failure(error: ParquetError) -> Failure {
    match error {
        ParquetError::Io(error) => Failure::Output(error),
        error => anyhow!(error).into(),
    }
}

/// Writes a row per game, with the tags of `--columns`. `is_plain` tells whether options that have no
/// effect are absent.
///
/// # Errors
///
/// Returns an error like the command.
pub(super) fn write(
    input: &InputArgs,
    output: &OutputArgs,
    selection: Selection<'_>,
    mut options: ConvertOptions,
    is_plain: bool,
) -> verdict::Result {
    let columns = std::mem::take(&mut options.columns);
    let defaults = ConvertOptions::new(Format::Csv);
    options.columns.clone_from(&defaults.columns);
    ensure_plain(options == defaults && is_plain)?;
    let options = ColumnOptions::new().tags(columns).clocks(true).elapsed_times(true).evals(true);
    let writer = ParquetWriter::new(&options).map_err(failure)?;
    let mut none = Resume::none();
    let output = Outputs::new(output.force, input, &none)?.open(output, None)?;
    let mut sink = ParquetSink { writer, output, errors: 0 };
    let work = ColumnWork { options };
    let ending = reading::run(input, selection, &work, &mut sink, &mut none)?;
    let games = sink.writer.finish(&mut sink.output).map_err(failure)?;
    finish_outputs(&none, &ending, [sink.output])?;
    if !input.quiet {
        message::print_line(&format!("{games} games written, {} with errors", sink.errors));
    }
    Ok(ending.verdict(false))
}

fn ensure_plain(is_plain: bool) -> anyhow::Result<()> {
    ensure!(
        is_plain,
        "--to parquet: expected no options but --columns, --filter, --output, --quiet"
    );
    Ok(())
}
