//! The last games in the chunks, which may end in the text after a range.

use std::ops::ControlFlow;

use tabiya::pgn;

use super::{FirstGame, Stitcher, Stop};
use crate::read::source::Following;
use crate::read::{Batch, GameFold, ReadEnd, SourceRead};

/// The length of the first text piece after a range.
const SHORT_PIECE_LEN: usize = 1 << 14;

impl<F, S> Stitcher<'_, '_, F, S>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    /// Delivers the games that start before the last chunk ends.
    pub(in crate::read) fn finish(&mut self) -> Result<SourceRead, Stop> {
        let next = self.finish_games()?;
        self.deliver_damage()?;
        Ok(SourceRead { end: ReadEnd::Complete, next, damage: self.first_damage.take() })
    }

    /// Delivers these games, and returns the number of bytes from the last chunk to the next game's
    /// start; if there is none, to the end of the text or to damage.
    fn finish_games(&mut self) -> Result<u64, Stop> {
        let following = self.source.following()?;
        if let FirstGame::Ahead { bytes } = self.first_game {
            return Ok(bytes);
        }
        self.find_game_after_cut();
        match following {
            Some(decoder) => self.finish_range(decoder),
            None if self.cut.is_some() => Ok(0),
            None => {
                self.deliver_carry(usize::MAX, true)?;
                self.deliver_rest()?;
                Ok(0)
            }
        }
    }

    /// Reads on until the games that start in the carry end.
    fn finish_range(&mut self, mut following: Following<'_>) -> Result<u64, Stop> {
        let mut len = self.carry.len();
        let mut piece = SHORT_PIECE_LEN;
        loop {
            if self.options.is_canceled() {
                return Err(Stop::Canceled);
            }
            let expected = self.carry.len() + piece;
            let result = following.read(&mut self.carry, expected);
            let is_end = result.is_ok() && self.carry.len() < expected;
            // After damage, a game may begin in the carry and become known only by the text after it.
            if let Some(start) = self.game_start_after_damage() {
                if start >= len {
                    return Ok((start - len) as u64);
                }
                len -= start;
                self.find_game_after_cut();
            }
            let text_len = self.carry.len();
            let after = (text_len - len) as u64;
            let is_too_long = text_len - len > self.options.max_game_len;
            if self.cut.is_none() {
                let end = games_end(&self.carry, len, is_end);
                if end.is_some() || is_end || result.is_err() || is_too_long {
                    self.deliver_carry(len, is_end)?;
                }
                if let Some(end) = end {
                    return Ok((end - len) as u64);
                }
            }
            if let Err(error) = result {
                // Damage belongs to another range, which reports it.
                self.deliver_before(&error)?;
                return if error.is_damage() { Ok(after) } else { Err(self.stop(error)) };
            }
            if is_end || self.cut.is_some() && is_too_long {
                return Ok(after);
            }
            self.check_carry()?;
            // The time for a long game is linear.
            piece = text_len;
        }
    }

    /// Returns the start of the first game in the carry, if it is searched after damage and found.
    fn game_start_after_damage(&self) -> Option<usize> {
        self.cut?.game_start(&self.carry)
    }
}

/// Returns the start of the first game at an index or after it, if the games before it are certain.
fn games_end(text: &[u8], index: usize, is_complete: bool) -> Option<usize> {
    let mut games = if is_complete { pgn::games(text) } else { pgn::games_in_part(text) };
    while games.consumed() < index {
        games.next()?;
    }
    Some(games.consumed())
}
