//! The 0x88 board: an unused half beside the real board, so that a single test detects a step off
//! it.
//!
//! A cell is `16 * rank + file`. Ranks and files take three bits each, with an unused bit above
//! each. A step off the board sets one of the unused bits, so that `cell & 0x88 != 0`:
//!
//! ```text
//!  8   70 71 72 73 74 75 76 77 | 78 79 7a 7b 7c 7d 7e 7f
//!  7   60 61 62 63 64 65 66 67 | 68 69 6a 6b 6c 6d 6e 6f
//!  6   50 51 52 53 54 55 56 57 | 58 …
//!  5   40 41 42 43 44 45 46 47 | 48 …
//!  4   30 31 32 33 34 35 36 37 | 38 …
//!  3   20 21 22 23 24 25 26 27 | 28 …
//!  2   10 11 12 13 14 15 16 17 | 18 …
//!  1   00 01 02 03 04 05 06 07 | 08 09 0a 0b 0c 0d 0e 0f
//!       a  b  c  d  e  f  g  h
//! ```
//!
//! A direction is therefore one offset: north is `+16`, east is `+1`, a knight step is `+33`. A
//! piece is an offset table and a flag `is_leaper`, which distinguishes leapers from sliding
//! pieces. One routine handles them all.

mod fen;
mod make;
mod moves;

use tabiya_core::{
    CastlingRights, CastlingSide, Color, File, Move, Piece, PieceType, Rank, Square,
};

/// A cell's index: `16 * rank + file`. A cell is off the board if its index has a bit in common
/// with `0x88`.
type Cell = i32;

/// The difference between the cell indices on two neighboring ranks.
const RANK_OFFSET: i32 = 16;

/// A position on 128 cells; the board is the lower half of each rank.
///
/// ```
/// use tabiya_oracle::x88::Board;
///
/// let board = Board::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?;
/// assert!(board.is_checkmate());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [Option<Piece>; 128],
    kings: [Cell; 2],
    side_to_move: Color,
    castling: CastlingRights,
    en_passant: Option<Cell>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Board {
    /// Returns all legal moves: the pseudo-legal ones that do not leave the king in check.
    pub fn legal_moves(&self) -> Vec<Move> {
        let us = self.side_to_move;
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| {
            let after = self.after(mv);
            !after.is_attacked(after.kings[us.index()], !us)
        });
        moves
    }

    /// Tests whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.kings[self.side_to_move.index()], !self.side_to_move)
    }

    /// Tests whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.legal_moves().is_empty()
    }

    /// Tests whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.legal_moves().is_empty()
    }

    fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell as usize]
    }

    fn set_cell(&mut self, cell: Cell, piece: Option<Piece>) {
        self.cells[cell as usize] = piece;
        if let Some(piece) = piece
            && piece.piece_type() == PieceType::King
        {
            self.kings[piece.color().index()] = cell;
        }
    }
}

fn is_off_board(cell: Cell) -> bool {
    cell & 0x88 != 0
}

fn cell_of(square: Square) -> Cell {
    RANK_OFFSET * square.rank().index() as i32 + square.file().index() as i32
}

fn square_of(cell: Cell) -> Square {
    Square::new(File::ALL[(cell & 7) as usize], Rank::ALL[(cell >> 4) as usize])
}

/// Returns the cell offset for a pawn push: positive for White.
fn pawn_push_offset(color: Color) -> i32 {
    match color {
        Color::White => RANK_OFFSET,
        Color::Black => -RANK_OFFSET,
    }
}

/// Returns the first cell on a player's back rank.
fn back_rank_start(color: Color) -> Cell {
    match color {
        Color::White => 0x00,
        Color::Black => 0x70,
    }
}

/// Returns a rook's castling side, relative to a king on the same rank.
fn castling_side(king: Cell, rook: Cell) -> CastlingSide {
    if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}
