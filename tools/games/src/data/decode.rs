//! The entries in a chunk, and facts about them.

use tabiya::binpack::Entry;
use tabiya::viriformat::Game;
use tabiya::{Color, Position};

use super::plain::Lines;
use super::{Chunk, DataError, DataErrorKind, DataFormat};

/// The greatest score that a conversion writes.
pub(super) const MAX_SCORE: i16 = 32_000;

/// Calls `visit` with each entry of a chunk, and with whether it begins a game or a chain. Returns the number of bytes
/// behind the chains of a block, which readers ignore.
///
/// # Errors
///
/// Returns the first error, after the entries before it.
pub fn decode(
    format: DataFormat,
    chunk: &Chunk,
    mut visit: impl FnMut(&Entry, bool),
) -> Result<usize, DataError> {
    match format {
        DataFormat::Binpack => {
            let mut entries = chunk.block().entries();
            loop {
                let is_start = entries.is_chain_start();
                match entries.next() {
                    None => return Ok(entries.rest().len()),
                    Some(entry) => visit(entry?, is_start),
                }
            }
        }
        DataFormat::Viriformat => decode_games(chunk, visit).map(|()| 0),
        DataFormat::Plain => {
            let mut lines = Lines::new(&chunk.bytes);
            let mut next = None;
            while let Some(entry) = lines.read() {
                let at =
                    |error: DataError| DataError { offset: chunk.offset + error.offset, ..error };
                let entry = entry.map_err(at)?;
                let is_next = next == Some((entry.position, entry.ply, entry.winner));
                visit(&entry, !is_next);
                let after = |mv| entry.position.after(mv).with_legal_ep_square();
                let ply = entry.ply.wrapping_add(1);
                next = entry.mv.map(|mv| (after(mv), ply, entry.winner));
            }
            Ok(0)
        }
        DataFormat::Bulletformat | DataFormat::ScoredFen => Ok(0),
    }
}

fn decode_games(chunk: &Chunk, mut visit: impl FnMut(&Entry, bool)) -> Result<(), DataError> {
    let mut rest = chunk.bytes.as_slice();
    while !rest.is_empty() {
        let error = |rest: &[u8], error| DataError {
            offset: chunk.end() - rest.len() as u64,
            kind: DataErrorKind::Viriformat(error),
        };
        let mut game = Game::read(rest).map_err(|found| error(rest, found))?;
        let winner = game.start().winner;
        let mut is_start = true;
        while let Some(step) = game.next() {
            let step = step.map_err(|found| error(game.rest(), found))?;
            let position = step.position.with_legal_ep_square();
            let score = if position.side_to_move().is_white() {
                step.eval
            } else {
                step.eval.saturating_neg()
            };
            let entry = Entry {
                position,
                mv: Some(step.mv),
                score: score.clamp(-MAX_SCORE, MAX_SCORE),
                ply: ply(&position),
                winner,
            };
            visit(&entry, is_start);
            is_start = false;
        }
        rest = game.rest();
    }
    Ok(())
}

/// Returns the number of plies before a position, by its fullmove number.
pub(crate) fn ply(position: &Position) -> u16 {
    let is_black = u32::from(!position.side_to_move().is_white());
    let ply = 2 * (u32::from(position.fullmove_number()).saturating_sub(1)) + is_black;
    ply.try_into().unwrap_or(u16::MAX)
}

/// Facts about training data, as `tabiya-data check` prints them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "convert", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Facts {
    /// The number of blocks, in binpack.
    pub blocks: u64,
    /// The number of chains, of games, or of runs of text without gaps.
    pub chains: u64,
    /// The number of positions.
    pub entries: u64,
    /// The number of marked positions, which trainers skip.
    pub marked: u64,
    /// The number of positions of games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// The number of positions in check.
    pub in_check: u64,
    /// The number of captures, en passant included.
    pub captures: u64,
    /// The number of promotions.
    pub promotions: u64,
    /// The number of castling moves.
    pub castling: u64,
    /// The number of en passant captures.
    pub en_passant: u64,
    /// The least and the greatest score, marks aside.
    pub scores: Option<(i16, i16)>,
    /// The greatest ply.
    pub max_ply: u16,
    /// The number of positions by number of pieces, from 0 to 32.
    pub pieces: Vec<u64>,
    /// The number of bytes behind the chains of a block, which readers ignore.
    pub ignored_bytes: u64,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            blocks: 0,
            chains: 0,
            entries: 0,
            marked: 0,
            results: [0; 3],
            in_check: 0,
            captures: 0,
            promotions: 0,
            castling: 0,
            en_passant: 0,
            scores: None,
            max_ply: 0,
            pieces: vec![0; 33],
            ignored_bytes: 0,
        }
    }
}

impl Facts {
    /// Adds the entries of a chunk up to its first error, which is returned.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn add_chunk(&mut self, format: DataFormat, chunk: &Chunk) -> Result<(), DataError> {
        self.blocks += u64::from(chunk.begins_block);
        let ignored = decode(format, chunk, |entry, is_start| self.add(entry, is_start))?;
        self.ignored_bytes += ignored as u64;
        Ok(())
    }

    fn add(&mut self, entry: &Entry, is_start: bool) {
        let position = &entry.position;
        self.chains += u64::from(is_start);
        self.entries += 1;
        self.in_check += u64::from(position.is_check());
        self.max_ply = self.max_ply.max(entry.ply);
        self.pieces[position.occupied().len().min(32)] += 1;
        self.results[match entry.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        if let Some(mv) = entry.mv {
            self.captures += u64::from(position.is_capture(mv));
            self.promotions += u64::from(mv.is_promotion());
            self.castling += u64::from(mv.is_castling());
            self.en_passant += u64::from(mv.is_en_passant());
        }
        if entry.is_marked() {
            self.marked += 1;
        } else {
            let (min, max) = self.scores.unwrap_or((entry.score, entry.score));
            self.scores = Some((min.min(entry.score), max.max(entry.score)));
        }
    }

    /// Adds the facts about another part of the file.
    pub fn merge(&mut self, other: &Self) {
        for (sum, number) in [
            (&mut self.blocks, other.blocks),
            (&mut self.chains, other.chains),
            (&mut self.entries, other.entries),
            (&mut self.marked, other.marked),
            (&mut self.in_check, other.in_check),
            (&mut self.captures, other.captures),
            (&mut self.promotions, other.promotions),
            (&mut self.castling, other.castling),
            (&mut self.en_passant, other.en_passant),
            (&mut self.ignored_bytes, other.ignored_bytes),
        ] {
            *sum += number;
        }
        let sums = self.results.iter_mut().chain(&mut self.pieces);
        sums.zip(other.results.iter().chain(&other.pieces))
            .for_each(|(sum, number)| *sum += number);
        self.max_ply = self.max_ply.max(other.max_ply);
        self.scores = match (self.scores, other.scores) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
    }
}
