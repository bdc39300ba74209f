//! `tabiya games index`: indexes of files, and games by number.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::json;
use tabiya::pgn::{ROSTER, RawGame};
use tabiya_games::index::{IndexOptions, write_index};
use tabiya_games::{GameFile, ReadEnd, ReadOptions, TextReader};
use tabiya_units::files::NewFile;

use super::indexed::{IndexedFile, index_path};
use super::input::{Input, InputArgs};
use super::text::push_as_read;
use crate::verdict::{self, Failure, Verdict};
use crate::{json, progress};

/// The tags of an index beside those of the roster: `openings` needs them.
const RATINGS: [&str; 2] = ["WhiteElo", "BlackElo"];

/// The arguments of `tabiya games index`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya games index games.pgn.zst --moves     write games.pgn.zst.index\n  \
        tabiya games index games.pgn.zst --game 12345\n\n\
        An index holds the place, the result, the roster and the ratings of each game, with --moves\n\
        also the moves. `games search --indexed` and `games openings --indexed` read these.\n\
        Games count from 1.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Store the moves of the main lines, two bytes each
    #[arg(long)]
    moves: bool,
    /// Store this tag, too; repeatable
    #[arg(long = "tag", value_name = "NAME")]
    tags: Vec<String>,
    /// Print this game by the existing index; repeatable
    #[arg(long = "game", value_name = "N", conflicts_with_all = ["moves", "tags", "json"])]
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
        let inputs = self.input.inputs()?;
        if !self.games.is_empty() {
            ensure_one(&inputs)?;
            return self.print_games(&inputs[0], out);
        }
        for input in &inputs {
            if self.write(input, out)? != ReadEnd::Complete {
                return Ok(Verdict::Interrupted);
            }
        }
        Ok(Verdict::Success)
    }

    /// Writes the index of a file, and prints its size.
    fn write(&self, input: &Input, out: &mut dyn Write) -> Result<ReadEnd, Failure> {
        let name = input.name();
        if input.identity.is_none() {
            return Err(anyhow::anyhow!("{name}: stream; expected a file").into());
        }
        let path = index_path(&input.path);
        let path_name = path.display().to_string();
        let file = GameFile::open(&input.path).with_context(|| name.clone())?;
        let mut tags: Vec<&str> = ROSTER.into_iter().chain(RATINGS).collect();
        for tag in &self.tags {
            if !tags.contains(&tag.as_str()) {
                tags.push(tag);
            }
        }
        let mut options = IndexOptions::default();
        (options.tags, options.has_moves) = (&tags, self.moves);
        let cancel = progress::interrupt_flag();
        let workers = self.input.threads.thread_count();
        let read = ReadOptions { workers, cancel: Some(&cancel), ..ReadOptions::default() };
        let bar = progress::new_bar(file.len(), "{bar:30} {bytes}/{total_bytes}, {eta} left");
        let mut output = NewFile::create(&path).with_context(|| path_name.clone())?;
        let mut games = 0;
        let end = write_index(&file, BufWriter::new(output.file()), &options, &read, |batch| {
            bar.set_position(batch.compressed_end);
            games += batch.games;
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let end = end.with_context(|| name)?;
        if end != ReadEnd::Complete {
            return Ok(end);
        }
        let len = output.file().metadata()?.len();
        output.commit()?;
        match self.json {
            true => {
                json::write_line(out, &json!({"index": path_name, "games": games, "bytes": len}))?;
            }
            false => writeln!(out, "{path_name}: {games} games, {len} bytes")?,
        }
        Ok(end)
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
            let read = || -> Result<_, tabiya_games::index::IndexError> {
                let block = index.entries_of(game - 1)?;
                block.entry(game - 1).map(|entry| index.text(&mut reader, &entry)).transpose()
            };
            let mut read = read;
            let bytes = read().with_context(|| name.clone())?.unwrap_or_default();
            let mut text = Vec::new();
            push_as_read(&mut text, &RawGame::new(&bytes));
            out.write_all(&text)?;
        }
        Ok(Verdict::Success)
    }
}

fn ensure_one(inputs: &[Input]) -> anyhow::Result<()> {
    ensure!(inputs.len() == 1, "{} files; expected one with --game", inputs.len());
    Ok(())
}
