//! Pseudo-legal move generation on the mailbox board.

use tabiya_core::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};

use super::{Board, Cell, cell_of, is_on_board, square_of};

/// A knight's steps, as (rows, columns).
const KNIGHT_STEPS: [Cell; 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];

/// A rook's steps, and half of the steps for queens and kings.
const ORTHOGONAL_STEPS: [Cell; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// A bishop's steps, and the other half of the steps for queens and kings.
const DIAGONAL_STEPS: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    /// Returns all pseudo-legal moves.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.own_pieces() {
            if piece.piece_type() == PieceType::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in self.piece_attacks(from, piece) {
                if self.piece_at(to).is_none_or(|piece| piece.color() != self.side_to_move) {
                    moves.push(Move::new(square_of(from), square_of(to)));
                }
            }
        }
        self.castling_moves(&mut moves);
        moves
    }

    /// Returns the cells that the side to move attacks.
    pub(super) fn attacked_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (from, piece) in self.own_pieces() {
            cells.extend(self.piece_attacks(from, piece));
        }
        cells
    }

    /// Returns the squares that the piece on a square attacks; none if the square is empty.
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        let from = cell_of(square);
        let Some(piece) = self.piece_at(from) else { return Vec::new() };
        self.piece_attacks(from, piece).into_iter().map(square_of).collect()
    }

    fn piece_attacks(&self, from: Cell, piece: Piece) -> Vec<Cell> {
        match piece.piece_type() {
            PieceType::Knight => step_targets(from, &KNIGHT_STEPS),
            PieceType::Bishop => self.sliding_targets(from, &DIAGONAL_STEPS),
            PieceType::Rook => self.sliding_targets(from, &ORTHOGONAL_STEPS),
            PieceType::Queen => {
                let mut cells = self.sliding_targets(from, &DIAGONAL_STEPS);
                cells.extend(self.sliding_targets(from, &ORTHOGONAL_STEPS));
                cells
            }
            PieceType::King => {
                let mut cells = step_targets(from, &DIAGONAL_STEPS);
                cells.extend(step_targets(from, &ORTHOGONAL_STEPS));
                cells
            }
            PieceType::Pawn => pawn_attacks(from, piece.color()),
        }
    }

    /// Returns the cells that a sliding piece reaches along each step, including the first blocker.
    fn sliding_targets(&self, from: Cell, steps: &[Cell]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for step in steps {
            let mut cell = (from.0 + step.0, from.1 + step.1);
            while is_on_board(cell) {
                cells.push(cell);
                if self.piece_at(cell).is_some() {
                    break;
                }
                cell = (cell.0 + step.0, cell.1 + step.1);
            }
        }
        cells
    }

    fn pawn_moves(&self, from: Cell, moves: &mut Vec<Move>) {
        let increment = pawn_increment(self.side_to_move);
        let home_row = if self.side_to_move == Color::White { 6 } else { 1 };

        let single_push = (from.0 + increment, from.1);
        if is_on_board(single_push) && self.piece_at(single_push).is_none() {
            pawn_move(from, single_push, moves);
            let double_push = (from.0 + 2 * increment, from.1);
            if from.0 == home_row && self.piece_at(double_push).is_none() {
                pawn_move(from, double_push, moves);
            }
        }
        for to in pawn_attacks(from, self.side_to_move) {
            match self.piece_at(to) {
                Some(piece) if piece.color() != self.side_to_move => pawn_move(from, to, moves),
                None if self.en_passant == Some(square_of(to)) => {
                    let from = square_of(from);
                    let to = square_of(to);
                    moves.push(Move::with_kind(from, to, MoveKind::EnPassant));
                }
                _ => {}
            }
        }
    }

    /// Appends castling moves, if both paths are empty and the king is neither in check nor crosses
    /// an attacked cell. Whether the king is in check after the move is tested as for all moves.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        let row = if self.side_to_move == Color::White { 7 } else { 0 };
        let king = Some(PieceType::King.of(self.side_to_move));
        for side in CastlingSide::ALL {
            let Some(rook_file) = self.castling.rook_file(self.side_to_move, side) else {
                continue;
            };
            let Some(king_column) = (0..8).find(|&column| self.piece_at((row, column)) == king)
            else {
                continue;
            };
            let rook_column = rook_file.index() as i32;
            let king_path = columns_between(king_column, side.king_destination().index() as i32);
            let rook_path = columns_between(rook_column, side.rook_destination().index() as i32);
            let is_empty = |column: &i32| {
                *column == king_column
                    || *column == rook_column
                    || self.piece_at((row, *column)).is_none()
            };
            if king_path.iter().all(|column| is_empty(column) && self.is_safe((row, *column)))
                && rook_path.iter().all(is_empty)
            {
                let from = square_of((row, king_column));
                let to = square_of((row, rook_column));
                moves.push(Move::with_kind(from, to, MoveKind::Castling));
            }
        }
    }

    /// Tests whether no opposing piece attacks a cell.
    fn is_safe(&self, cell: Cell) -> bool {
        let mut after_null_move = self.clone();
        after_null_move.side_to_move = !self.side_to_move;
        !after_null_move.attacked_cells().contains(&cell)
    }

    /// Tests whether a move is a double push.
    pub(super) fn is_double_push(&self, mv: Move) -> bool {
        let from = cell_of(mv.from());
        let to = cell_of(mv.to());
        let is_pawn =
            self.piece_at(from).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        is_pawn && (from.0 - to.0).abs() == 2
    }
}

/// Returns the row increment for a pawn push: negative for White.
pub(super) fn pawn_increment(color: Color) -> i32 {
    match color {
        Color::White => -1,
        Color::Black => 1,
    }
}

fn pawn_attacks(from: Cell, color: Color) -> Vec<Cell> {
    let row = from.0 + pawn_increment(color);
    step_targets((row, from.1), &[(0, -1), (0, 1)])
}

/// Returns the cells on the board that a piece reaches in a single step.
fn step_targets(from: Cell, steps: &[Cell]) -> Vec<Cell> {
    steps
        .iter()
        .map(|step| (from.0 + step.0, from.1 + step.1))
        .filter(|&cell| is_on_board(cell))
        .collect()
}

/// Appends a pawn move, or four promotions on the last rank.
fn pawn_move(from: Cell, to: Cell, moves: &mut Vec<Move>) {
    let from = square_of(from);
    let end = square_of(to);
    if to.0 == 0 || to.0 == 7 {
        moves.extend(MoveKind::PROMOTIONS.map(|kind| Move::with_kind(from, end, kind)));
    } else {
        moves.push(Move::new(from, end));
    }
}

/// Returns the columns between two columns, inclusive, in ascending order.
fn columns_between(a: i32, b: i32) -> Vec<i32> {
    (a.min(b)..=a.max(b)).collect()
}
