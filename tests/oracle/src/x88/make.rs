//! Making moves on the 0x88 board.

use tabiya_core::{CastlingSide, Color, Move, MoveKind, PieceType};

use super::{Board, back_rank_start, castling_side, cell_of, pawn_push_offset};

impl Board {
    /// Returns the board after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let us = self.side_to_move;
        let from = cell_of(mv.from());
        let to = cell_of(mv.to());
        let moved = self.piece_at(from);
        let is_pawn = moved == Some(PieceType::Pawn.of(us));
        let mut after = self.clone();

        after.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if is_pawn || self.piece_at(to).is_some_and(|piece| piece.color() != us) {
            after.halfmove_clock = 0;
        }
        after.en_passant = self.is_double_push(mv).then_some(from + pawn_push_offset(us));

        after.set_cell(from, None);
        match mv.kind() {
            MoveKind::Normal => after.set_cell(to, moved),
            MoveKind::EnPassant => {
                after.set_cell(to - pawn_push_offset(us), None);
                after.set_cell(to, moved);
            }
            MoveKind::Castling => {
                after.set_cell(to, None);
                let side = castling_side(from, to);
                let on = |file: tabiya_core::File| back_rank_start(us) + file.index() as i32;
                after.set_cell(on(side.king_destination()), Some(PieceType::King.of(us)));
                after.set_cell(on(side.rook_destination()), Some(PieceType::Rook.of(us)));
            }
            MoveKind::PromoteToKnight => after.set_cell(to, Some(PieceType::Knight.of(us))),
            MoveKind::PromoteToBishop => after.set_cell(to, Some(PieceType::Bishop.of(us))),
            MoveKind::PromoteToRook => after.set_cell(to, Some(PieceType::Rook.of(us))),
            MoveKind::PromoteToQueen => after.set_cell(to, Some(PieceType::Queen.of(us))),
        }
        if moved == Some(PieceType::King.of(us)) {
            after.castling = after
                .castling
                .without(us, CastlingSide::KingSide)
                .without(us, CastlingSide::QueenSide);
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = after.castling.rook_file(color, side);
                let cell = rook.map(|file| back_rank_start(color) + file.index() as i32);
                if cell == Some(from) || cell == Some(to) {
                    after.castling = after.castling.without(color, side);
                }
            }
        }
        if us == Color::Black {
            after.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        after.side_to_move = !us;
        after
    }
}
