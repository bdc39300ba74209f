//! Pseudo-legal move generation with offset tables, and attack tests from the attacked cell.

use tabiya_core::{CastlingSide, Color, Move, MoveKind, PieceType, Square};

use super::{
    Board, Cell, RANK_OFFSET, back_rank_start, cell_of, is_off_board, pawn_push_offset, square_of,
};

const KNIGHT_OFFSETS: [i32; 8] = [31, 33, 18, -14, -31, -33, -18, 14];
const BISHOP_OFFSETS: [i32; 4] =
    [RANK_OFFSET - 1, RANK_OFFSET + 1, 1 - RANK_OFFSET, -1 - RANK_OFFSET];
const ROOK_OFFSETS: [i32; 4] = [RANK_OFFSET, 1, -RANK_OFFSET, -1];
const KING_AND_QUEEN_OFFSETS: [i32; 8] = [
    RANK_OFFSET,
    RANK_OFFSET + 1,
    1,
    1 - RANK_OFFSET,
    -RANK_OFFSET,
    -RANK_OFFSET - 1,
    -1,
    RANK_OFFSET - 1,
];

/// Returns a piece type's step offsets, except for pawns, and whether the piece is a leaper.
fn offsets(piece_type: PieceType) -> (&'static [i32], bool) {
    match piece_type {
        PieceType::Pawn => (&[], true),
        PieceType::Knight => (&KNIGHT_OFFSETS, true),
        PieceType::Bishop => (&BISHOP_OFFSETS, false),
        PieceType::Rook => (&ROOK_OFFSETS, false),
        PieceType::Queen => (&KING_AND_QUEEN_OFFSETS, false),
        PieceType::King => (&KING_AND_QUEEN_OFFSETS, true),
    }
}

impl Board {
    /// Returns all pseudo-legal moves.
    pub(super) fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..128).filter(|&cell| !is_off_board(cell)) {
            let Some(piece) = self.piece_at(from) else { continue };
            if piece.color() != self.side_to_move {
                continue;
            }
            if piece.piece_type() == PieceType::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            let (offsets, is_leaper) = offsets(piece.piece_type());
            for to in self.reachable_cells(from, offsets, is_leaper) {
                if self.piece_at(to).is_none_or(|piece| piece.color() != self.side_to_move) {
                    moves.push(Move::new(square_of(from), square_of(to)));
                }
            }
        }
        for side in CastlingSide::ALL {
            moves.extend(self.castling_move(side));
        }
        moves
    }

    /// Returns the cells that a piece other than a pawn reaches: one step along each offset, or all
    /// up to and including the first blocker.
    fn reachable_cells(&self, from: Cell, offsets: &[i32], is_leaper: bool) -> Vec<Cell> {
        let mut cells = Vec::new();
        for offset in offsets {
            let mut to = from + offset;
            while !is_off_board(to) {
                cells.push(to);
                if is_leaper || self.piece_at(to).is_some() {
                    break;
                }
                to += offset;
            }
        }
        cells
    }

    /// Returns the squares that the piece on a square attacks; none if the square is empty.
    pub fn attacks_from(&self, square: Square) -> Vec<Square> {
        let from = cell_of(square);
        let Some(piece) = self.piece_at(from) else { return Vec::new() };
        if piece.piece_type() == PieceType::Pawn {
            let up = pawn_push_offset(piece.color());
            return self
                .reachable_cells(from, &[up - 1, up + 1], true)
                .into_iter()
                .map(square_of)
                .collect();
        }
        let (offsets, is_leaper) = offsets(piece.piece_type());
        self.reachable_cells(from, offsets, is_leaper).into_iter().map(square_of).collect()
    }

    fn pawn_moves(&self, from: Cell, moves: &mut Vec<Move>) {
        let up = pawn_push_offset(self.side_to_move);
        let to = from + up;
        if !is_off_board(to) && self.piece_at(to).is_none() {
            self.pawn_move(from, to, moves);
            let is_home = from >> 4 == if self.side_to_move == Color::White { 1 } else { 6 };
            if is_home && self.piece_at(to + up).is_none() {
                self.pawn_move(from, to + up, moves);
            }
        }
        for to in [from + up - 1, from + up + 1] {
            if is_off_board(to) {
                continue;
            }
            if self.piece_at(to).is_some_and(|piece| piece.color() != self.side_to_move) {
                self.pawn_move(from, to, moves);
            } else if self.en_passant == Some(to) && self.piece_at(to).is_none() {
                let kind = MoveKind::EnPassant;
                moves.push(Move::with_kind(square_of(from), square_of(to), kind));
            }
        }
    }

    fn pawn_move(&self, from: Cell, to: Cell, moves: &mut Vec<Move>) {
        let start = square_of(from);
        let end = square_of(to);
        if to & 0x70 == back_rank_start(!self.side_to_move) {
            for kind in MoveKind::PROMOTIONS {
                moves.push(Move::with_kind(start, end, kind));
            }
        } else {
            moves.push(Move::new(start, end));
        }
    }

    /// Returns the castling move on a side, if castling is possible.
    ///
    /// The right must exist, both paths must be empty, and no cell from the king to its destination
    /// may be attacked.
    fn castling_move(&self, side: CastlingSide) -> Option<Move> {
        let us = self.side_to_move;
        let rook = back_rank_start(us) + self.castling.rook_file(us, side)?.index() as i32;
        let king = self.kings[us.index()];
        let king_destination = back_rank_start(us) + side.king_destination().index() as i32;
        let rook_destination = back_rank_start(us) + side.rook_destination().index() as i32;

        let lowest = king.min(rook).min(king_destination).min(rook_destination);
        let highest = king.max(rook).max(king_destination).max(rook_destination);
        for cell in lowest..=highest {
            let crossed = is_between_inclusive(cell, king, king_destination)
                || is_between_inclusive(cell, rook, rook_destination);
            if crossed && cell != king && cell != rook && self.piece_at(cell).is_some() {
                return None;
            }
            if is_between_inclusive(cell, king, king_destination) && self.is_attacked(cell, !us) {
                return None;
            }
        }
        Some(Move::with_kind(square_of(king), square_of(rook), MoveKind::Castling))
    }

    /// Tests whether a player attacks a cell.
    ///
    /// The scan starts at the cell: a piece attacks it if it is the first blocker along one of its
    /// own offsets.
    pub(super) fn is_attacked(&self, cell: Cell, by: Color) -> bool {
        let down = -pawn_push_offset(by);
        let by_pawn = [cell + down - 1, cell + down + 1]
            .into_iter()
            .any(|from| !is_off_board(from) && self.piece_at(from) == Some(PieceType::Pawn.of(by)));
        by_pawn
            || PieceType::ALL.into_iter().any(|piece_type| {
                let (offsets, is_leaper) = offsets(piece_type);
                offsets.iter().any(|offset| {
                    let mut from = cell + offset;
                    while !is_off_board(from) && !is_leaper && self.piece_at(from).is_none() {
                        from += offset;
                    }
                    !is_off_board(from) && self.piece_at(from) == Some(piece_type.of(by))
                })
            })
    }

    /// Tests whether a move is a double push.
    pub(super) fn is_double_push(&self, mv: Move) -> bool {
        let from = cell_of(mv.from());
        let to = cell_of(mv.to());
        let is_pawn =
            self.piece_at(from).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        is_pawn && (to - from).abs() == 2 * RANK_OFFSET
    }
}

/// Tests whether a cell is between two cells on its rank or equals one.
fn is_between_inclusive(cell: Cell, a: Cell, b: Cell) -> bool {
    (a.min(b)..=a.max(b)).contains(&cell)
}
