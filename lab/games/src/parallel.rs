//! Compressed files: Tabiya with one worker or two, pgn-reader with a decoder thread and workers.

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::Path;
use std::thread;

use anyhow::{Result, anyhow};
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Position};
use tabiya_games::{GameFile, ReadOptions, fold};

use crate::counts::Counts;
use crate::other::{self, add_position, start_position};
use crate::tasks::replay_game;

/// The number of games that wait for a worker, as in pgn-reader's example.
const QUEUE_LEN: usize = 128;

/// Replays a file by Tabiya. Returns the counts and the text's length.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn replay(path: &Path, workers: usize) -> Result<(Counts, u64)> {
    let file = GameFile::open(path)?;
    let fold = fold(Counts::default, |counts, game| replay_game(game, counts));
    let mut counts = Counts::default();
    let mut len = 0;
    file.read(&ReadOptions { workers, ..ReadOptions::default() }, &fold, |batch| {
        counts += batch.value;
        len = batch.end().text_offset;
        Continue(())
    })?;
    Ok((counts, len))
}

/// Opens a file for pgn-reader: `.zst`, or plain.
///
/// # Errors
/// Returns an error if the file cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    let file = File::open(path)?;
    if path.extension().is_some_and(|extension| extension == "zst") {
        return Ok(Box::new(zstd::Decoder::new(file)?));
    }
    Ok(Box::new(file))
}

/// Replays a file by pgn-reader and shakmaty in one thread.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn replay_by_reader(path: &Path) -> Result<Counts> {
    other::replay(open(path)?)
}

/// Replays a file by pgn-reader in one thread, which decodes and parses, and shakmaty in others.
///
/// The work is divided as in pgn-reader's example `parallel_validate`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn replay_by_threads(path: &Path, workers: usize) -> Result<Counts> {
    let input = open(path)?;
    let (sender, receiver) = crossbeam_channel::bounded(QUEUE_LEN);
    thread::scope(|scope| {
        let reader = scope.spawn(move || -> Result<()> {
            for game in Reader::new(input).read_games(&mut Collector) {
                sender.send(game?).map_err(|_| anyhow!("the workers ended"))?;
            }
            Ok(())
        });
        let worker = || {
            let receiver = receiver.clone();
            scope.spawn(move || {
                let mut counts = Counts::default();
                receiver.iter().for_each(|game: ParsedGame| game.replay(&mut counts));
                counts
            })
        };
        let workers: Vec<_> = (0..workers).map(|_| worker()).collect();
        let panicked = |_| anyhow!("a thread panicked");
        let mut counts = Counts::default();
        reader.join().map_err(panicked)??;
        for worker in workers {
            counts += worker.join().map_err(panicked)?;
        }
        Ok(counts)
    })
}

/// A game's moves, not yet tested for legality.
struct ParsedGame {
    start: Option<Chess>,
    moves: Vec<San>,
}

impl ParsedGame {
    fn replay(self, counts: &mut Counts) {
        counts.games += 1;
        let Some(mut position) = self.start else {
            counts.errors += 1;
            return;
        };
        for san in self.moves {
            match san.to_move(&position) {
                Ok(mv) => position.play_unchecked(mv),
                Err(_) => {
                    counts.errors += 1;
                    break;
                }
            }
            counts.plies += 1;
        }
        add_position(&position, counts);
    }
}

/// A visitor that returns each game's moves.
struct Collector;

impl Visitor for Collector {
    type Tags = Option<Chess>;
    type Movetext = ParsedGame;
    type Output = ParsedGame;

    fn begin_tags(&mut self) -> ControlFlow<ParsedGame, Option<Chess>> {
        Continue(Some(Chess::default()))
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<ParsedGame> {
        if name == b"FEN" {
            *start = start_position(&value.decode());
        }
        Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<ParsedGame, ParsedGame> {
        if start.is_none() {
            return Break(ParsedGame { start, moves: Vec::new() });
        }
        Continue(ParsedGame { start, moves: Vec::with_capacity(80) })
    }

    fn san(&mut self, game: &mut ParsedGame, san: SanPlus) -> ControlFlow<ParsedGame> {
        game.moves.push(san.san);
        Continue(())
    }

    fn end_game(&mut self, game: ParsedGame) -> ParsedGame {
        game
    }
}
