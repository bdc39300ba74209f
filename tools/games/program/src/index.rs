//! `tabiya-games index`: file indexes, and games by number.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya::pgn::{ROSTER, RawGame};
use tabiya_games::findings::FindingCounts;
use tabiya_games::index::{IndexError, IndexOptions, IndexState, IndexWriter};
use tabiya_games::{GameFile, ReadEnd, ReadOptions, TextReader};
use tabiya_program::destination::ForceArgs;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, progress};

use super::errors::print_counts;
use super::indexed::{IndexedFile, index_path};
use super::reading::SinkState;
use super::text::push_as_read;
use tabiya_program::files::input::{Input, InputArgs};
use tabiya_program::files::output::{Output, OutputState};
use tabiya_program::files::outputs::Outputs;
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The tags that an index has beside the roster: `openings` needs them.
const RATINGS: [&str; 2] = ["WhiteElo", "BlackElo"];

/// The arguments of `tabiya-games index`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games index games.pgn.zst --moves     write games.pgn.zst.index\n  \
        tabiya-games index games.pgn.zst --game 12345\n\n\
        An index holds the place, the result, the roster and the ratings of each game, with --moves\n\
        also the moves. `tabiya-games search --indexed` and `tabiya-games openings --indexed` read these.\n\
        Exit code 1 with --moves if a game has an error: its moves end there. Games count from 1.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) resume: ResumeArgs,
    #[command(flatten)]
    force: ForceArgs,
    /// Store the moves of the main lines, two bytes each
    #[arg(long)]
    moves: bool,
    /// Store this tag, too; repeatable
    #[arg(long = "tag", value_name = "NAME")]
    tags: Vec<String>,
    /// Print this game by the existing index; repeatable
    #[arg(long = "game", value_name = "N", conflicts_with_all = ["moves", "tags", "resume", "json"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: Vec<u64>,
    /// Print one JSON object per file
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Writes indexes, or prints games.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        if !self.games.is_empty() {
            let inputs = self.input.inputs()?;
            ensure_one(&inputs)?;
            return self.print_games(&inputs[0], out);
        }
        let mut tags: Vec<&str> = ROSTER.into_iter().chain(RATINGS).collect();
        for tag in &self.tags {
            if !tags.contains(&tag.as_str()) {
                tags.push(tag);
            }
        }
        let mut options = IndexOptions::default();
        options.tags = &tags;
        options.has_moves = self.moves;
        let key = format!("index {tags:?} {}", self.moves);
        let (mut resume, mut state) = Resume::load::<State>(&self.resume, &self.input, key)?;
        let inputs = resume.inputs(&self.input)?;
        for (index, input) in inputs.iter().enumerate().skip(resume.point.input) {
            resume.enter_input(index);
            if self.write(input, options, state.take(), &mut resume, out)? != ReadEnd::Complete {
                if !self.input.quiet {
                    resume.announce();
                }
                return Ok(Verdict::Interrupted);
            }
            resume.leave_input();
        }
        resume.finish()?;
        let has_errors = resume.point.totals.findings.games_with_errors > 0;
        Ok(Verdict::mismatch_if(self.moves && has_errors))
    }

    /// Writes a file's index, and prints its size.
    fn write(
        &self,
        input: &Input,
        options: IndexOptions<'_>,
        state: Option<State>,
        resume: &mut Resume,
        out: &mut dyn Write,
    ) -> Result<ReadEnd, Failure> {
        let name = input.name();
        if input.identity.is_none() {
            return Err(anyhow::anyhow!("{name}: stream; expected a file").into());
        }
        let path = index_path(&input.path);
        let file = GameFile::open(&input.path).with_context(|| name.clone())?;
        let mut outputs = Outputs::new(self.force, &self.input, resume)?;
        let writer = match state {
            None => IndexWriter::new(&file, outputs.open_file(&path, None)?, options),
            Some(State { blocks, findings, output }) => {
                let output = outputs.open_file(&path, Some(output))?;
                let mut state = IndexState::default();
                state.position = resume.point.position;
                state.blocks = blocks;
                state.findings = findings;
                IndexWriter::resume(&file, output, options, state)
            }
        };
        let mut writer = writer.map_err(|error| write_failure(error, input))?;
        // A killed command leaves no output that no state names.
        save(&mut writer, resume)?;
        let end = self.read(input, &file, &mut writer, resume)?;
        if end != ReadEnd::Complete {
            save(&mut writer, resume)?;
            return Ok(end);
        }
        let games = writer.games();
        let findings = writer.findings();
        writer.finish().map_err(|error| write_failure(error, input))?.finish()?;
        let len = fs::metadata(&path).with_context(|| path.display().to_string())?.len();
        let path = path.display().to_string();
        if self.json {
            let kinds: BTreeMap<_, _> = findings.by_kind().collect();
            let line = json!({"index": path, "games": games, "bytes": len, "findings": kinds});
            json::write_line(out, &line)?;
        } else {
            writeln!(out, "{path}: {games} games, {len} bytes")?;
        }
        if !self.input.quiet {
            print_counts(&findings);
        }
        resume.point.totals.findings += findings;
        Ok(end)
    }

    /// Reads the games that are not in the index, and saves the state from time to time.
    fn read(
        &self,
        input: &Input,
        file: &GameFile,
        writer: &mut IndexWriter<'_, Output>,
        resume: &mut Resume,
    ) -> Result<ReadEnd, Failure> {
        let cancel = progress::interrupt_flag();
        let workers = self.input.threads.thread_count();
        let mut read = ReadOptions { workers, cancel: Some(&cancel), ..ReadOptions::default() };
        let division = self.input.division;
        if division.chunk_len > 0 {
            read.chunk_len = division.chunk_len;
        }
        let bar = progress::new_bar(file.len(), "{bar:30} {bytes}/{total_bytes}, {eta} left");
        let mut parts = 0;
        let mut state = SinkState::Open;
        let end = writer.write(&read, |batch, writer| {
            bar.set_position(batch.compressed_end);
            parts += 1;
            if division.max_parts == Some(parts) {
                cancel.store(true, Relaxed);
            }
            let saved = if resume.is_due() { save(writer, resume) } else { Ok(()) };
            state.update(saved.map(ControlFlow::Continue))
        });
        bar.finish_and_clear();
        match state {
            SinkState::Failed(failure) => Err(failure),
            _ => end.map_err(|error| write_failure(error, input)),
        }
    }

    /// Prints games by their numbers.
    fn print_games(&self, input: &Input, out: &mut dyn Write) -> verdict::Result {
        let IndexedFile { file, index, name } = IndexedFile::open(input)?;
        let mut reader = TextReader::new(&file);
        for &game in &self.games {
            let games = index.games();
            if game > games {
                let message = format!("game {game}: not in the file; expected at most {games}");
                return Err(anyhow::anyhow!(message).context(name).into());
            }
            let mut read = || -> Result<_, IndexError> {
                let block = index.entries_of(game - 1)?;
                block.entry(game - 1).map(|entry| index.text(&mut reader, &entry)).transpose()
            };
            let bytes = read().with_context(|| name.clone())?.unwrap_or_default();
            let mut text = Vec::new();
            push_as_read(&mut text, &RawGame::new(&bytes));
            out.write_all(&text)?;
        }
        Ok(Verdict::Success)
    }
}

/// The state after an interrupted index, beside its place in the games.
#[derive(Serialize, Deserialize)]
struct State {
    /// The blocks in the [`IndexState`].
    blocks: Vec<[u32; 5]>,
    findings: FindingCounts,
    output: OutputState,
}

/// Returns an output failure, which the error names, or else an input failure.
fn write_failure(error: IndexError, input: &Input) -> Failure {
    match error {
        IndexError::Io(error) => error.into(),
        error => anyhow::Error::from(error).context(input.name()).into(),
    }
}

/// Saves an index writer's state.
fn save(writer: &mut IndexWriter<'_, Output>, resume: &mut Resume) -> Result<(), Failure> {
    if !resume.is_enabled() {
        return Ok(());
    }
    let output = writer.output_mut().save()?;
    let IndexState { position, blocks, findings, .. } = writer.state().clone();
    resume.point.position = position;
    let state = State { blocks, findings, output };
    Ok(resume.save(serde_json::to_value(state)?)?)
}

fn ensure_one(inputs: &[Input]) -> anyhow::Result<()> {
    ensure!(inputs.len() == 1, "{} files; expected one with --game", inputs.len());
    Ok(())
}
