//! The tasks as Tabiya does them.

use std::hint::black_box;
use std::io::{Read, Write};

use anyhow::Result;
use tabiya::Color;
use tabiya::pgn::{self, RawGame, Style, Token};

use crate::counts::{Counts, roster_index};

/// The length of a file's parts, in bytes.
const PART_LEN: u64 = 1 << 20;

/// Finds each game's offset and seven tag pairs, without its moves.
pub fn skip(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for game in pgn::games(text) {
        counts.games += 1;
        counts.add(game.range().start as u64);
        for tag in game.tags() {
            if let Some(index) = roster_index(tag.name()) {
                counts.add_tag(index, tag.raw_value());
            }
        }
    }
    counts
}

/// Delivers all tokens in a text.
pub fn tokens(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for token in pgn::tokens(text) {
        counts.games += u64::from(matches!(token, Token::Termination(..)));
        count_token(token, &mut counts);
    }
    counts
}

/// Delivers the games in a text, and all tokens in each.
pub fn tokens_by_game(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for game in pgn::games(text) {
        counts.games += 1;
        for token in game.tokens() {
            count_token(token, &mut counts);
        }
    }
    counts
}

/// Counts a token; other tokens than those that pgn-reader delivers are ignored.
#[inline(always)]
fn count_token(token: Token<'_>, counts: &mut Counts) {
    let value = match token {
        Token::Move(text) => {
            black_box(text);
            counts.plies += 1;
            return;
        }
        Token::Tag(tag) => tag.name().len() + tag.raw_value().len(),
        Token::Comment(comment) => comment.text().len() + 1,
        Token::Nag(nag) => nag.number().unwrap_or_default() as usize,
        Token::VariationStart(_) => 3,
        Token::VariationEnd(_) => 5,
        Token::Termination(..) => 7,
        _ => return,
    };
    counts.checksum += value as u64;
}

/// Replays each game's main line.
pub fn replay(text: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for game in pgn::games(text) {
        replay_game(game, &mut counts);
    }
    counts
}

/// Replays a game's main line.
#[inline]
pub fn replay_game(game: RawGame<'_>, counts: &mut Counts) {
    counts.games += 1;
    let Ok(mut moves) = game.main_line() else {
        counts.errors += 1;
        return;
    };
    let is_legal = moves.by_ref().all(|mv| mv.is_ok());
    counts.errors += u64::from(!is_legal);
    counts.plies += moves.ply() as u64;
    let position = moves.position();
    counts.add_position(position.occupied().0, position.colors(Color::White).0);
}

/// Reads games in parts, writes each in the export format, and returns how many there are.
///
/// # Errors
/// Returns an error if a game has an illegal move, or if the input or the output fails.
pub fn export(mut input: impl Read, mut output: impl Write) -> Result<u64> {
    let mut buffer = Vec::new();
    let mut text = String::new();
    let mut games = 0;
    loop {
        let len = input.by_ref().take(PART_LEN).read_to_end(&mut buffer)?;
        let is_last = len == 0;
        let mut part = if is_last { pgn::games(&buffer) } else { pgn::games_in_part(&buffer) };
        text.clear();
        for game in part.by_ref() {
            games += 1;
            game.write(Style::Export, &mut text)?;
        }
        output.write_all(text.as_bytes())?;
        let consumed = part.consumed();
        if is_last {
            return Ok(games);
        }
        buffer.drain(..consumed);
    }
}
