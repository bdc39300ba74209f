//! Making moves on the mailbox board.

use tabiya_core::{CastlingRights, CastlingSide, Color, Move, MoveKind, PieceType};

use super::moves::pawn_increment;
use super::{Board, cell_of, square_of};

impl Board {
    /// Returns the board after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let us = self.side_to_move;
        let from = cell_of(mv.from());
        let to = cell_of(mv.to());
        let moved = self.piece_at(from);
        let captured = if mv.is_castling() { None } else { self.piece_at(to) };

        after.set_cell(from, None);
        match mv.kind() {
            MoveKind::Castling => {
                let side =
                    if to.1 > from.1 { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                after.set_cell(to, None);
                let king = (from.0, side.king_destination().index() as i32);
                let rook = (from.0, side.rook_destination().index() as i32);
                after.set_cell(king, Some(PieceType::King.of(us)));
                after.set_cell(rook, Some(PieceType::Rook.of(us)));
            }
            MoveKind::EnPassant => {
                after.set_cell((from.0, to.1), None);
                after.set_cell(to, moved);
            }
            _ => {
                let promoted = mv.promotion().map(|piece_type| piece_type.of(us));
                after.set_cell(to, promoted.or(moved));
            }
        }

        let is_pawn = moved.is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        after.castling = self.castling_rights_after(mv);
        after.en_passant =
            self.is_double_push(mv).then(|| square_of((from.0 + pawn_increment(us), from.1)));
        after.halfmove_clock =
            if is_pawn || captured.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) };
        if us == Color::Black {
            after.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        after.side_to_move = !us;
        after
    }

    /// Returns the castling rights that remain after a move.
    ///
    /// A move from or to a rook's square removes its right; a king move removes both.
    fn castling_rights_after(&self, mv: Move) -> CastlingRights {
        let king = Some(PieceType::King.of(self.side_to_move));
        let king_moves = self.piece_at(cell_of(mv.from())) == king;
        let mut rights = self.castling;
        for color in Color::ALL {
            let back_row = if color == Color::White { 7 } else { 0 };
            for side in CastlingSide::ALL {
                let Some(file) = self.castling.rook_file(color, side) else { continue };
                let rook = square_of((back_row, file.index() as i32));
                let moves_or_captures_rook = mv.from() == rook || mv.to() == rook;
                if moves_or_captures_rook || king_moves && color == self.side_to_move {
                    rights = rights.without(color, side);
                }
            }
        }
        rights
    }
}
