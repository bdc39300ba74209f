//! `tabiya games convert --to parquet`, in builds with the feature `parquet`.

use std::ops::ControlFlow;

use anyhow::{anyhow, ensure};
use tabiya_games::GameFold;
use tabiya_games::columns::{ColumnOptions, GameColumns};
use tabiya_games::convert::{ConvertOptions, Format};
use tabiya_games::parquet::{ParquetError, ParquetWriter};

use super::Arguments;
use crate::games::output::Output;
use crate::games::reading::{self, Game, GameWork, Part, PartSink};
use crate::games::resume::Resume;
use crate::message;
use crate::verdict::{self, Failure};

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
        for offset in &mut columns.text_offsets {
            *offset = offset.saturating_add(part.start.position.offset);
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

/// Writes a row per game, with the tags of `--columns`.
///
/// # Errors
///
/// Returns an error like [`Arguments::run`].
pub(super) fn write(arguments: &Arguments) -> verdict::Result {
    let Arguments { input, output, resume, filter, options, json, .. } = arguments;
    let columns = options.for_format(Format::Csv).columns;
    let (defaults, mut others) =
        (ConvertOptions::new(Format::Csv), options.for_format(Format::Csv));
    others.columns.clone_from(&defaults.columns);
    ensure_plain(others == defaults && resume.resume.is_none() && !json)?;
    let options = ColumnOptions::new().tags(columns).clocks(true).elapsed_times(true).evals(true);
    let writer = ParquetWriter::new(&options).map_err(failure)?;
    let output = Output::open_with(output, false, None)?;
    let mut sink = ParquetSink { writer, output, errors: 0 };
    let (work, mut none) = (ColumnWork { options }, Resume::none());
    let ending = reading::run(input, filter.filter.as_ref(), &work, &mut sink, &mut none)?;
    let games = sink.writer.finish(&mut sink.output).map_err(failure)?;
    crate::games::finish_outputs(&none, &ending, [sink.output])?;
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
