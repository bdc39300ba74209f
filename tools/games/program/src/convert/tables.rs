//! `tabiya-games convert --to parquet` and `--to arrow`, in builds with the feature `parquet`.

use std::ops::ControlFlow;

use anyhow::{anyhow, bail, ensure};
use tabiya_games::GameFold;
use tabiya_games::columns::{ColumnErrorKind, ColumnOptions, GameColumns};
use tabiya_games::convert::{ConvertOptions, Format};
use tabiya_games::eco::OpeningField;
use tabiya_games::tables::{TableError, TableFormat, TableWriter};
use tabiya_program::message;
use tabiya_program::verdict::{self, Failure};

use crate::errors::{ErrorArgs, Selection, print_findings};
use crate::reading::{self, Part, PartSink};
use crate::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::InputArgs;
use tabiya_program::files::output::Output;
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::Resume;

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

struct TableSink {
    writer: TableWriter,
    output: Output,
    games_with_errors: u64,
}

impl PartSink<GameColumns> for TableSink {
    fn receive(&mut self, part: Part<'_, GameColumns>) -> Result<ControlFlow<()>, Failure> {
        let mut columns = part.value;
        let errors = columns.errors.iter_mut().map(|error| &mut error.offset);
        for offset in columns.text_offsets.iter_mut().chain(errors) {
            *offset = offset.saturating_add(part.start.position.text_offset);
        }
        let ends = columns.errors.iter().filter(|error| error.kind != ColumnErrorKind::NullMove);
        self.games_with_errors += ends.count() as u64;
        self.writer.write(&columns, &mut self.output).map_err(failure)?;
        Ok(ControlFlow::Continue(()))
    }
}

fn failure(error: TableError) -> Failure {
    match error {
        TableError::Io(error) => Failure::Output(error),
        error => anyhow!(error).into(),
    }
}

/// A table to be written.
pub(super) struct Table<'a> {
    pub(super) format: TableFormat,
    pub(super) options: ConvertOptions,
    pub(super) errors: &'a ErrorArgs,
}

impl Table<'_> {
    /// Writes a row per game, or per move, with the tags of `--columns`.
    ///
    /// # Errors
    ///
    /// Returns an error like the command.
    pub(super) fn write(
        self,
        input: &InputArgs,
        output: &OutputArgs,
        selection: Selection<'_>,
    ) -> verdict::Result {
        let ConvertOptions { columns, rows, .. } = self.options;
        let options = ColumnOptions::new().tags(columns);
        let options = options.clocks(true).elapsed_times(true).evals(true);
        let writer = TableWriter::new(self.format, rows, &options).map_err(failure)?;
        let mut none = Resume::none();
        let output = Outputs::new(output.force, input, &none)?.open(output, None)?;
        let mut sink = TableSink { writer, output, games_with_errors: 0 };
        let work = ColumnWork { options };
        let ending = reading::run(input, selection, &work, &mut sink, &mut none)?;
        let games = sink.writer.finish(&mut sink.output).map_err(failure)?;
        finish_outputs(&none, &ending, [sink.output])?;
        if !input.quiet {
            let written = format!("{games} games written");
            message::print_line(&match sink.games_with_errors {
                0 => written,
                errors => format!("{written}, {errors} up to an error"),
            });
            print_findings(&ending.totals);
        }
        Ok(reading::verdict_by_policy(&ending, self.errors))
    }
}

/// Checks that no option was given that has no effect on a table. `is_plain` tells whether the
/// command's options are absent.
///
/// # Errors
///
/// Returns an error that names the options with an effect, or a column without values.
pub(super) fn ensure_plain(options: &ConvertOptions, is_plain: bool) -> anyhow::Result<()> {
    let is_other = |name: &&String| {
        name.starts_with('@') && OpeningField::from_name(name.as_bytes()).is_none()
    };
    if let Some(name) = options.columns.iter().find(is_other) {
        bail!("column {name:?}: unknown; expected @eco, @opening or the name of a tag");
    }
    let mut expected = ConvertOptions::new(Format::Csv);
    expected.columns.clone_from(&options.columns);
    expected.rows = options.rows;
    ensure!(
        *options == expected && is_plain,
        "--to parquet, --to arrow: expected no options but --columns, --rows, --filter, --errors, --output, \
         --quiet"
    );
    Ok(())
}
