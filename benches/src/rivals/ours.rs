//! What Tabiya does in its turn.

use std::hint::black_box;

use anyhow::{Context, Result};
use tabiya::{Board, MoveList, Position};

use super::measure::Work;
use crate::positions::Text;

/// The leaves at a depth of at least 1, the last ply counted and not made.
fn leaves(position: &Position, depth: u8) -> u64 {
    if depth <= 1 {
        return position.legal_move_count() as u64;
    }
    let mut count = 0;
    for &mv in &position.legal_moves() {
        let mut after = *position;
        after.make_move(mv);
        count += leaves(&after, depth - 1);
    }
    count
}

pub(super) fn count(text: &Text, depth: u8) -> Result<u64> {
    Ok(leaves(&position(text)?, depth))
}

pub(super) fn perft(text: &Text, depth: u8) -> Result<Work> {
    let position = position(text)?;
    Ok(Box::new(move || leaves(black_box(&position), depth)))
}

/// Lists the moves of all positions `passes` times, in one list that is filled again and
/// again; answers their number.
pub(super) fn list(texts: &[Text], passes: u64) -> Result<Work> {
    let positions: Vec<_> = texts.iter().map(position).collect::<Result<_>>()?;
    Ok(Box::new(move || {
        let mut list = MoveList::new();
        let mut count = 0;
        for _ in 0..passes {
            for position in black_box(&positions) {
                list.clear();
                let _ = position.generate_moves(&mut list);
                black_box(&list);
                count += list.len() as u64;
            }
        }
        count
    }))
}

/// Makes all moves of all positions on boards with keys, `passes` times; answers their
/// number.
pub(super) fn make_with_key(texts: &[Text], passes: u64) -> Result<Work> {
    let listed = listed(texts, |position| Board::from(*position))?;
    Ok(Box::new(move || {
        let mut count = 0;
        for _ in 0..passes {
            for (board, moves) in &listed {
                for &mv in moves {
                    let mut after = *black_box(board);
                    after.make_move(mv);
                    black_box(&after);
                    count += 1;
                }
            }
        }
        count
    }))
}

/// Makes all moves of all positions without keys, `passes` times; answers their number.
pub(super) fn make_without_key(texts: &[Text], passes: u64) -> Result<Work> {
    let listed = listed(texts, |position| *position)?;
    Ok(Box::new(move || {
        let mut count = 0;
        for _ in 0..passes {
            for (position, moves) in &listed {
                for &mv in moves {
                    let mut after = *black_box(position);
                    after.make_move(mv);
                    black_box(&after);
                    count += 1;
                }
            }
        }
        count
    }))
}

/// Reads all texts into keyed boards, `passes` times; answers how many were read.
pub(super) fn read(texts: &[Text], passes: u64) -> Work {
    let texts = texts.to_vec();
    Box::new(move || {
        let mut count = 0;
        for _ in 0..passes {
            for text in black_box(&texts) {
                let board = Board::from_fen(&text.fen);
                count += u64::from(black_box(&board).is_ok());
            }
        }
        count
    })
}

fn position(text: &Text) -> Result<Position> {
    text.fen.parse().with_context(|| format!("tabiya refuses {}", text.fen))
}

fn listed<B>(texts: &[Text], board: impl Fn(&Position) -> B) -> Result<Vec<(B, MoveList)>> {
    let listed = texts.iter().map(|text| {
        let position = position(text)?;
        Ok((board(&position), position.legal_moves()))
    });
    listed.collect()
}
