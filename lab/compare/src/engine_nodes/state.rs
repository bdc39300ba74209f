//! The part of a node's state that the search computes itself, so that all libraries agree on it:
//! the evaluation, the shared key, castling rights, en passant file and halfmove clock.

use anyhow::{Context, Result};

use super::evaluation::{self, SUMMANDS, Sum};
use super::key::KEY_TABLES;
use super::move_code::MoveCode;
use super::node::Observer;

/// A node's state. The first key identifies the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const KEYS: usize> {
    keys: [u64; KEYS],
    sum: Sum,
    /// The set of pieces that the last move removed, by each piece's index.
    removed: u16,
    /// The castling rights in bits 0 to 3, a double push's file in bits 4 to 7, [`NO_FILE`] without
    /// one, and [`BLACK_TO_MOVE`].
    fields: u16,
    clock: u8,
}

const NO_FILE: u16 = 8 << 4;
const BLACK_TO_MOVE: u16 = 1 << 8;

/// The letters for the pieces, ordered by their indices.
const LETTERS: &str = "PNBRQKpnbrqk";

/// The castling rights that remain after a move from or to each square: K = 1, Q = 2, k = 4, q = 8.
const KEPT_RIGHTS: [u16; 64] = {
    let mut kept = [15; 64];
    (kept[0], kept[4], kept[7]) = (15 - 2, 15 - 3, 15 - 1);
    (kept[56], kept[60], kept[63]) = (15 - 8, 15 - 12, 15 - 4);
    kept
};

/// The pieces whose removal makes a player's move irreversible: the player's pawn and all opposing
/// pieces.
const IRREVERSIBLE: [u16; 2] = [0b1111_1100_0001, 0b0000_0111_1111];

impl<const KEYS: usize> State<KEYS> {
    /// Creates the state for a standard chess position.
    ///
    /// # Errors
    ///
    /// Returns an error if the FEN is not well-formed.
    pub(super) fn from_fen(fen: &str) -> Result<Self> {
        let mut fields = fen.split(' ');
        let mut next = || fields.next().with_context(|| format!("too few fields in {fen}"));
        let placement = next()?;
        let color = next()?;
        let rights = next()?;
        let ep_square = next()?;
        let clock = next()?;
        let file = ep_square.bytes().next().filter(u8::is_ascii_lowercase);
        let file = file.map_or(NO_FILE, |letter| u16::from(letter - b'a') << 4);
        let rights = rights.chars().filter_map(|right| "KQkq".find(right));
        let rights: u16 = rights.map(|bit| 1 << bit).sum();
        let side = if color == "b" { BLACK_TO_MOVE } else { 0 };
        let fields = rights | file | side;
        let mut state = Self { keys: [0; KEYS], sum: 0, removed: 0, fields, clock: clock.parse()? };
        for (row, rank) in placement.split('/').zip((0..8).rev()) {
            let mut file = 0;
            for character in row.chars() {
                match character.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        let piece = LETTERS.find(character).with_context(|| fen.to_owned())?;
                        state.placed(piece as u8, 8 * rank + file);
                        file += 1;
                    }
                }
            }
        }
        state.toggle_fields();
        Ok(state)
    }

    /// Returns the position's key.
    #[inline(always)]
    pub(super) const fn key(&self) -> u64 {
        self.keys[0]
    }

    #[inline(always)]
    pub(super) const fn keys(&self) -> &[u64; KEYS] {
        &self.keys
    }

    #[inline(always)]
    pub(super) const fn clock(&self) -> u8 {
        self.clock
    }

    #[inline(always)]
    pub(super) const fn is_black_to_move(&self) -> bool {
        self.fields & BLACK_TO_MOVE != 0
    }

    /// Returns the evaluation for the side to move, in centipawns.
    #[inline(always)]
    pub(super) fn evaluation(&self) -> i32 {
        let score = evaluation::score(self.sum);
        if self.is_black_to_move() { -score } else { score }
    }

    /// Completes the state after a move whose pieces have been observed.
    #[inline(always)]
    pub(super) fn complete_move(&mut self, code: MoveCode) {
        let from = code.from();
        let to = code.to();
        self.toggle_fields();
        let mover = usize::from(self.is_black_to_move());
        let is_irreversible = self.removed & IRREVERSIBLE[mover] != 0;
        self.clock = if is_irreversible { 0 } else { self.clock.saturating_add(1) };
        let is_pawn = self.removed & (1 << (6 * mover)) != 0;
        let is_double_push = is_pawn && from.abs_diff(to) == 16;
        let file = if is_double_push { u16::from(from & 7) << 4 } else { NO_FILE };
        let kept_rights = KEPT_RIGHTS[usize::from(from & 63)] & KEPT_RIGHTS[usize::from(to & 63)];
        let side = !self.fields & BLACK_TO_MOVE;
        self.fields = self.fields & kept_rights | file | side;
        self.removed = 0;
        self.toggle_fields();
    }

    /// Adds castling rights, en passant file and side to move to the keys, or removes them.
    #[inline(always)]
    fn toggle_fields(&mut self) {
        for (key, table) in self.keys.iter_mut().zip(&KEY_TABLES) {
            *key ^= table.fields[usize::from(self.fields & 511)];
        }
    }

    #[inline(always)]
    fn toggle_piece(&mut self, index: usize) {
        for (key, table) in self.keys.iter_mut().zip(&KEY_TABLES) {
            *key ^= table.pieces[index];
        }
    }
}

impl<const KEYS: usize> Observer for State<KEYS> {
    #[inline(always)]
    fn removed(&mut self, piece: u8, square: u8) {
        let index = index(piece, square);
        self.sum -= SUMMANDS[index];
        self.removed |= 1 << (piece & 15);
        self.toggle_piece(index);
    }

    #[inline(always)]
    fn placed(&mut self, piece: u8, square: u8) {
        let index = index(piece, square);
        self.sum += SUMMANDS[index];
        self.toggle_piece(index);
    }
}

/// Returns the index for a piece on a square, masked so that no access needs a bounds check.
#[inline(always)]
fn index(piece: u8, square: u8) -> usize {
    usize::from(piece & 15) << 6 | usize::from(square & 63)
}
