//! The stitcher: it joins the games that cross chunks, verifies the guesses from chunks, and
//! delivers all batches in the file's order.

mod finish;

use std::ops::ControlFlow;

use tabiya::pgn::{self, RawGame};

use super::chunk::WholeGames;
use super::source::{Chunk, FrameStream, Source, Status};
use super::{Batch, GameFold, ReadOptions, ReadStart, TextPosition};
use crate::error::GamesError;

/// The length of the pieces from a chunk that is read again, and from a long frame.
const PIECE_LEN: usize = 1 << 20;

/// The maximum number of damages that a batch lists. A batch without games has those above it.
const MAX_DAMAGE: usize = 1000;

/// The search for the first game after damage. The text before it is lost.
#[derive(Clone, Copy)]
struct Cut {
    /// `true` if a game may begin right after the damage: a whole game precedes it, or a frame or member follows it
    /// that divides no game.
    is_between_games: bool,
}

impl Cut {
    /// Returns the start of the first game in the text after the damage.
    ///
    /// A `pzstd` frame begins anywhere in a game. So may one that another program wrote without a
    /// mark: the game after the damage then lacks its first tag pairs.
    fn game_start(self, text: &[u8]) -> Option<usize> {
        let first = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text).trim_ascii_start();
        let may_be_start = first.starts_with(b"[") || first.starts_with(b"1.");
        if first.starts_with(b"[Event \"") || self.is_between_games && may_be_start {
            return Some(0);
        }
        pgn::guess_game_start(text)
    }
}

/// The reason to stop before the file ends.
pub(super) enum Stop {
    Error(GamesError),
    Break,
    Canceled,
}

impl From<GamesError> for Stop {
    fn from(error: GamesError) -> Self {
        Self::Error(error)
    }
}

/// The first game to be read, as seen from the end of the last chunk.
enum FirstGame {
    /// The game starts some bytes later.
    Ahead { bytes: u64 },
    /// The game starts there or earlier.
    Reached,
}

impl FirstGame {
    const fn after(bytes: u64) -> Self {
        if bytes == 0 { Self::Reached } else { Self::Ahead { bytes } }
    }

    /// Moves past a text, and returns the length of its part before the game.
    fn pass(&mut self, text: &[u8]) -> usize {
        let Self::Ahead { bytes } = *self else { return 0 };
        let len = usize::try_from(bytes).unwrap_or(usize::MAX).min(text.len());
        *self = Self::after(bytes - len as u64);
        len
    }
}

/// The state between two chunks.
pub(super) struct Stitcher<'a, 's, F, S> {
    source: &'a Source<'s>,
    fold: &'a F,
    sink: S,
    options: &'a ReadOptions<'a>,
    /// The text from the end of the last delivered game to the end of the last chunk.
    carry: Vec<u8>,
    /// The carry's position.
    carry_start: TextPosition,
    /// The next chunk's offset in the file's text.
    offset: u64,
    first_game: FirstGame,
    /// The offset in the file after the last chunk.
    compressed_end: u64,
    /// The length below which the carry is not split.
    ///
    /// It is 0, or twice the length at which a split yielded no game. The time for a long game is thus
    /// linear, however short the chunks are.
    min_split_len: usize,
    /// The search for the first game after damage, if it goes on.
    cut: Option<Cut>,
    /// The damage since the last batch.
    damage: Vec<GamesError>,
    first_damage: Option<GamesError>,
    /// `true` if a game begins where the chunks start, or if one was delivered.
    has_game: bool,
}

impl<'a, 's, F, S> Stitcher<'a, 's, F, S>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    /// Creates a stitcher for a source's chunks.
    pub(super) fn new(
        source: &'a Source<'s>,
        fold: &'a F,
        sink: S,
        options: &'a ReadOptions<'a>,
        start: ReadStart,
    ) -> Self {
        let ReadStart { position, offset_in_chunks } = start;
        Self {
            source,
            fold,
            sink,
            options,
            carry: Vec::new(),
            carry_start: position,
            offset: position.text_offset.saturating_sub(offset_in_chunks),
            first_game: FirstGame::after(offset_in_chunks),
            compressed_end: position.frame_offset,
            min_split_len: 0,
            cut: None,
            damage: Vec::new(),
            first_damage: None,
            has_game: position == TextPosition::default(),
        }
    }

    /// Delivers the games up to the end of the last whole game in a chunk.
    pub(super) fn add(
        &mut self,
        chunk: &mut Chunk,
        games: Option<WholeGames<F::Output>>,
    ) -> Result<(), Stop> {
        if self.options.is_canceled() {
            return Err(Stop::Canceled);
        }
        self.compressed_end = chunk.compressed_end;
        if let Some(damage) = chunk.damage_before.take() {
            self.cut(damage)?;
        }
        if let Some(cut) = &mut self.cut
            && self.carry.is_empty()
        {
            cut.is_between_games |= chunk.is_between_games;
        }
        let start = TextPosition {
            frame_offset: chunk.frame_offset,
            offset_in_frame: chunk.offset_in_frame,
            text_offset: self.offset,
        };
        self.offset = self.offset.saturating_add(chunk.text.len() as u64);
        match games {
            Some(games) if self.verify(chunk, &games) => self.add_whole(chunk, games, start)?,
            _ => self.add_text(&chunk.text, start)?,
        }
        match std::mem::replace(&mut chunk.status, Status::Complete) {
            Status::Complete => Ok(()),
            Status::InPieces => self.add_frame(chunk),
            Status::Failed(error) => self.cut(error),
        }
    }

    /// Delivers the games before an error.
    fn deliver_before(&mut self, error: &GamesError) -> Result<(), Stop> {
        self.find_game_after_cut();
        if self.cut.is_some() {
            return Ok(());
        }
        self.deliver_carry(usize::MAX, false)?;
        // The last game is whole if its result was read: not `1/2` if text may be missing.
        let has_end = self.carry.ends_with(b"\n") || !matches!(error, GamesError::Truncated { .. });
        if has_end && RawGame::new(&self.carry).termination().is_some() {
            self.deliver_carry(usize::MAX, true)?;
        }
        Ok(())
    }

    /// Delivers the games before damage, and searches the next game after it. Other errors end reading.
    fn cut(&mut self, error: GamesError) -> Result<(), Stop> {
        self.deliver_before(&error)?;
        let Some(copy) = error.copy_damage() else { return Err(self.stop(error)) };
        if self.damage.len() == MAX_DAMAGE {
            self.deliver_damage()?;
        }
        self.damage.push(copy);
        self.first_damage.get_or_insert(error);
        let is_between_games = self.has_game
            && self.carry.is_empty()
            && self.cut.is_none_or(|cut| cut.is_between_games);
        self.cut = Some(Cut { is_between_games });
        self.carry.clear();
        self.min_split_len = 0;
        self.first_game = FirstGame::Reached;
        Ok(())
    }

    /// Drops the carry's text before the first game after damage.
    fn find_game_after_cut(&mut self) {
        let Some(cut) = self.cut else { return };
        match cut.game_start(&self.carry) {
            Some(start) => {
                self.carry.drain(..start);
                self.carry_start = self.carry_start.advanced(start as u64);
                self.cut = None;
                self.min_split_len = 0;
            }
            None if self.carry.len() > self.options.max_game_len => {
                self.carry.clear();
                self.min_split_len = 0;
            }
            None => self.min_split_len = self.carry.len().saturating_mul(2),
        }
    }

    /// Tests whether the first whole game in a chunk starts where a game in the text starts.
    ///
    /// The games in the carry and the chunk are split up to where that game ends.
    fn verify(&mut self, chunk: &Chunk, games: &WholeGames<F::Output>) -> bool {
        if chunk.index == 0 && self.cut.is_none() {
            return true;
        }
        if self.carry.len() >= self.min_split_len {
            self.find_game_after_cut();
        }
        if let Some(cut) = self.cut {
            return !self.carry.is_empty() || cut.game_start(&chunk.text) == Some(games.start);
        }
        let FirstGame::Reached = self.first_game else { return false };
        let len = self.carry.len();
        if len + chunk.text.len() < self.min_split_len {
            return false;
        }
        self.carry.extend_from_slice(&chunk.text[..games.first_end]);
        // A byte after the game makes its end certain.
        let next = chunk.text.get(games.first_end);
        self.carry.extend(next);
        let start = len + games.start;
        let mut split = pgn::games_in_part(&self.carry);
        while split.consumed() < start && split.next().is_some() {}
        let is_verified = split.consumed() == start;
        self.carry.truncate(if is_verified { start } else { len });
        is_verified
    }

    /// Delivers the games before a chunk's whole games, and these.
    fn add_whole(
        &mut self,
        chunk: &Chunk,
        games: WholeGames<F::Output>,
        start: TextPosition,
    ) -> Result<(), Stop> {
        if chunk.index > 0 && self.cut.is_none() {
            self.deliver_carry(usize::MAX, true)?;
        }
        self.cut = None;
        self.first_game = FirstGame::Reached;
        let batch = Batch {
            value: games.value,
            games: games.games,
            start: start.advanced(games.start as u64),
            len: (games.end - games.start) as u64,
            compressed_end: self.compressed_end,
            damage: Vec::new(),
        };
        self.carry.clear();
        self.carry.extend_from_slice(&chunk.text[games.end..]);
        self.min_split_len = 0;
        self.carry_start = batch.end();
        self.deliver(batch)?;
        self.check_carry()
    }

    /// Delivers the games in a text that follows the carry, without those that may go on after it.
    fn add_text(&mut self, text: &[u8], start: TextPosition) -> Result<(), Stop> {
        let before = self.first_game.pass(text);
        let start = start.advanced(before as u64);
        let text = &text[before..];
        for (index, piece) in text.chunks(PIECE_LEN).enumerate() {
            if self.carry.is_empty() {
                self.carry_start = start.advanced((index * PIECE_LEN) as u64);
            }
            self.carry.extend_from_slice(piece);
            // A carry above the limit is split, because it may consist of several games.
            let len = self.carry.len();
            if len >= self.min_split_len || len > self.options.max_game_len {
                self.find_game_after_cut();
                if self.cut.is_none() {
                    self.split_carry()?;
                }
            }
        }
        Ok(())
    }

    /// Delivers the games in a frame that is decoded in pieces.
    fn add_frame(&mut self, chunk: &mut Chunk) -> Result<(), Stop> {
        let Some(stream) = self.source.frame_stream(chunk.index)? else { return Ok(()) };
        let FrameStream { mut decoder, truncation } = stream;
        let mut offset_in_frame = 0;
        loop {
            chunk.text.clear();
            let result = decoder.read_chunk(&mut chunk.text, PIECE_LEN);
            let start = TextPosition {
                frame_offset: chunk.frame_offset,
                offset_in_frame,
                text_offset: self.offset,
            };
            self.offset = self.offset.saturating_add(chunk.text.len() as u64);
            offset_in_frame += chunk.text.len() as u64;
            self.add_text(&chunk.text, start)?;
            if let Err(error) = result {
                return self.cut(error);
            }
            if chunk.text.len() < PIECE_LEN {
                break;
            }
        }
        truncation.map_or(Ok(()), |error| self.cut(error))
    }

    /// Delivers the games in the carry whose end is certain, and checks the rest's length.
    fn split_carry(&mut self) -> Result<(), Stop> {
        self.deliver_carry(usize::MAX, false)?;
        self.check_carry()
    }

    /// Delivers the games in the carry that start before an index; without the last one, unless the
    /// carry is complete.
    ///
    /// A game above the limit is an error after the games before it.
    fn deliver_carry(&mut self, start_limit: usize, is_complete: bool) -> Result<(), Stop> {
        let games =
            if is_complete { pgn::games(&self.carry) } else { pgn::games_in_part(&self.carry) };
        let limit = self.options.max_game_len;
        let mut value = None;
        let mut count = 0;
        let mut len = 0;
        let mut is_too_long = false;
        for game in games.take_while(|game| game.range().start < start_limit) {
            if self.options.is_canceled() {
                return Err(Stop::Canceled);
            }
            is_too_long = game.range().len() > limit;
            if is_too_long {
                break;
            }
            len = game.range().end;
            count += 1;
            self.fold.add(value.get_or_insert_with(|| self.fold.start()), game);
        }
        let start = self.carry_start;
        self.carry.drain(..len);
        self.carry_start = start.advanced(len as u64);
        self.min_split_len = if count > 0 { 0 } else { self.carry.len().saturating_mul(2) };
        let compressed_end = self.compressed_end;
        if let Some(value) = value {
            let damage = Vec::new();
            let len = len as u64;
            self.deliver(Batch { value, games: count, start, len, compressed_end, damage })?;
        }
        if is_too_long { Err(self.game_too_long()) } else { Ok(()) }
    }

    /// Delivers the text after the last game.
    fn deliver_rest(&mut self) -> Result<(), Stop> {
        if !F::READS_REST || self.carry.is_empty() {
            return Ok(());
        }
        let mut value = self.fold.start();
        self.fold.add_rest(&mut value, &self.carry);
        let start = self.carry_start;
        let len = self.carry.len() as u64;
        let compressed_end = self.compressed_end;
        self.deliver(Batch { value, games: 0, start, len, compressed_end, damage: Vec::new() })
    }

    /// Delivers a batch, with the damage before it.
    fn deliver(&mut self, mut batch: Batch<F::Output>) -> Result<(), Stop> {
        batch.damage = std::mem::take(&mut self.damage);
        self.has_game |= batch.games > 0;
        match (self.sink)(batch) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Break),
        }
    }

    /// Delivers the damage since the last batch, in a batch without games.
    fn deliver_damage(&mut self) -> Result<(), Stop> {
        if self.damage.is_empty() {
            return Ok(());
        }
        let value = self.fold.start();
        let start = self.carry_start;
        let compressed_end = self.compressed_end;
        self.deliver(Batch { value, games: 0, start, len: 0, compressed_end, damage: Vec::new() })
    }

    /// Returns the reason to stop after an error, once the damage before it is delivered.
    fn stop(&mut self, error: GamesError) -> Stop {
        self.deliver_damage().err().unwrap_or_else(|| error.into())
    }

    fn check_carry(&mut self) -> Result<(), Stop> {
        let is_too_long = self.carry.len() > self.options.max_game_len;
        if is_too_long { Err(self.game_too_long()) } else { Ok(()) }
    }

    /// Returns the error for the first game in the carry.
    fn game_too_long(&mut self) -> Stop {
        let offset = self.carry_start.text_offset;
        let limit = self.options.max_game_len;
        self.stop(GamesError::GameTooLong { offset, limit })
    }
}
