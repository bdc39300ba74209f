//! The entries in a chunk, and facts about them.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use tabiya::binpack::Entry;
use tabiya::viriformat::Game;
use tabiya::{Color, Position};

use super::counters::counters;
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
pub fn decode(chunk: &Chunk, mut visit: impl FnMut(&Entry, bool)) -> Result<usize, DataError> {
    match chunk.format {
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
        _ => {
            let mut lines = Lines::new(&chunk.bytes);
            let mut next = None;
            while let Some(entry) = lines.read() {
                let entry = entry.map_err(|error| error.behind(chunk.offset))?;
                let is_next = next == Some((entry.position, entry.ply, entry.winner));
                visit(&entry, !is_next);
                let after = |mv| entry.position.after(mv).with_legal_ep_square();
                let ply = entry.ply.wrapping_add(1);
                next = entry.mv.map(|mv| (after(mv), ply, entry.winner));
            }
            Ok(0)
        }
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

counters! {
    /// The numbers of positions and moves in training data.
    Numbers {
        /// The blocks, in binpack.
        blocks: "blocks",
        /// The chains, the games, or the runs of text without gaps.
        chains: "chains",
        /// The positions.
        positions: "positions",
        /// The marked positions, which trainers skip.
        marked: "marked",
        /// The positions of games that White won.
        white_won: "won by White",
        /// The positions of drawn games.
        drawn: "drawn",
        /// The positions of games that Black won.
        black_won: "won by Black",
        /// The positions in check.
        in_check: "in check",
        /// The captures, en passant included.
        captures: "captures",
        /// The promotions.
        promotions: "promotions",
        /// The castling moves.
        castling: "castling",
        /// The en passant captures.
        en_passant: "en passant",
        /// The bytes behind the chains of blocks, which readers ignore.
        ignored_bytes: "ignored bytes",
    }
}

/// Facts about training data, as `tabiya-data check` prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "convert", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Facts {
    /// The numbers of positions and moves.
    #[cfg_attr(feature = "convert", serde(flatten))]
    pub numbers: Numbers,
    /// The least and the greatest score, marks aside.
    pub scores: Option<(i16, i16)>,
    /// The greatest ply.
    pub max_ply: u16,
    /// The number of positions by number of pieces, for numbers that occur.
    pub pieces: BTreeMap<usize, u64>,
}

impl Facts {
    /// Adds the entries of a chunk up to its first error, which is returned.
    ///
    /// # Errors
    ///
    /// Returns the first error.
    pub fn add_chunk(&mut self, chunk: &Chunk) -> Result<(), DataError> {
        let mut pieces = [0; 65];
        self.numbers.blocks += u64::from(chunk.begins_block);
        let result = decode(chunk, |entry, is_start| {
            pieces[entry.position.occupied().len()] += 1;
            self.add(entry, is_start);
        });
        for (pieces, count) in pieces.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            *self.pieces.entry(pieces).or_default() += count;
        }
        self.numbers.ignored_bytes += result? as u64;
        Ok(())
    }

    fn add(&mut self, entry: &Entry, is_start: bool) {
        let position = &entry.position;
        let numbers = &mut self.numbers;
        numbers.chains += u64::from(is_start);
        numbers.positions += 1;
        numbers.in_check += u64::from(position.is_check());
        self.max_ply = self.max_ply.max(entry.ply);
        *match entry.winner {
            Some(Color::White) => &mut numbers.white_won,
            None => &mut numbers.drawn,
            Some(Color::Black) => &mut numbers.black_won,
        } += 1;
        if let Some(mv) = entry.mv {
            numbers.captures += u64::from(position.is_capture(mv));
            numbers.promotions += u64::from(mv.is_promotion());
            numbers.castling += u64::from(mv.is_castling());
            numbers.en_passant += u64::from(mv.is_en_passant());
        }
        if entry.is_marked() {
            numbers.marked += 1;
        } else {
            self.add_scores((entry.score, entry.score));
        }
    }

    fn add_scores(&mut self, scores: (i16, i16)) {
        let (min, max) = self.scores.unwrap_or(scores);
        self.scores = Some((min.min(scores.0), max.max(scores.1)));
    }
}

impl AddAssign for Facts {
    fn add_assign(&mut self, other: Self) {
        self.numbers += other.numbers;
        self.max_ply = self.max_ply.max(other.max_ply);
        other.scores.into_iter().for_each(|scores| self.add_scores(scores));
        for (pieces, count) in other.pieces {
            *self.pieces.entry(pieces).or_default() += count;
        }
    }
}
