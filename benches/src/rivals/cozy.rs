//! What cozy-chess does in its turn.
//!
//! Its board has one form, with a key, and finds checkers and pins when a move is made;
//! its own lists of moves begin from those.

use std::hint::black_box;

use anyhow::{Result, anyhow};
use cozy_chess::{Board, Move};

use super::measure::Work;
use crate::positions::Text;

/// The most moves that a position from a game has.
const CAPACITY: usize = 218;

/// The leaves at a depth of at least 1, the last ply counted and not made.
fn leaves(board: &Board, depth: u8) -> u64 {
    let mut count = 0;
    if depth <= 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        return count;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut after = board.clone();
            after.play_unchecked(mv);
            count += leaves(&after, depth - 1);
        }
        false
    });
    count
}

pub(super) fn count(text: &Text, depth: u8) -> Result<u64> {
    Ok(leaves(&board(text)?, depth))
}

pub(super) fn perft(text: &Text, depth: u8) -> Result<Work> {
    let board = board(text)?;
    Ok(Box::new(move || leaves(black_box(&board), depth)))
}

/// Lists the moves of all positions `passes` times; answers their number.
pub(super) fn list(texts: &[Text], passes: u64) -> Result<Work> {
    let boards: Vec<_> = texts.iter().map(board).collect::<Result<_>>()?;
    Ok(Box::new(move || {
        let mut count = 0;
        let mut list = Vec::with_capacity(CAPACITY);
        for _ in 0..passes {
            for board in black_box(&boards) {
                list.clear();
                list_moves(board, &mut list);
                black_box(&list);
                count += list.len() as u64;
            }
        }
        count
    }))
}

/// Makes all moves of all positions `passes` times; answers their number.
pub(super) fn make(texts: &[Text], passes: u64) -> Result<Work> {
    let listed = texts.iter().map(|text| {
        let board = board(text)?;
        let mut moves = Vec::new();
        list_moves(&board, &mut moves);
        Ok((board, moves))
    });
    let listed: Vec<_> = listed.collect::<Result<_>>()?;
    Ok(Box::new(move || {
        let mut count = 0;
        for _ in 0..passes {
            for (board, moves) in &listed {
                for &mv in moves {
                    let mut after = black_box(board).clone();
                    after.play_unchecked(mv);
                    black_box(&after);
                    count += 1;
                }
            }
        }
        count
    }))
}

/// Reads all texts `passes` times; answers how many were read.
pub(super) fn read(texts: &[Text], passes: u64) -> Work {
    let texts = texts.to_vec();
    Box::new(move || {
        let mut count = 0;
        for _ in 0..passes {
            for text in black_box(&texts) {
                // Told which castling letters to expect, it need not try twice.
                let board = Board::from_fen(&text.fen, text.shredder);
                count += u64::from(black_box(&board).is_ok());
            }
        }
        count
    })
}

/// Adds the legal moves to a list.
///
/// A vector that grows by whole pieces, kept from position to position, is the fastest of
/// the ways tried; an array on the stack is slower, filled in either way.
fn list_moves(board: &Board, list: &mut Vec<Move>) {
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
}

fn board(text: &Text) -> Result<Board> {
    let board = Board::from_fen(&text.fen, text.shredder);
    board.map_err(|error| anyhow!("cozy-chess refuses {}: {error}", text.fen))
}
