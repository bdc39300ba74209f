//! Tests for mirrored and rotated positions: legal moves, keys, and move evaluations.

use std::sync::atomic::{AtomicU32, Ordering};

use tabiya::tables::{attacks, pawn_attacks};
use tabiya::{
    Bitboard, Board, CastlingSide, Color, Move, Outcome, Piece, PieceType, SeeValues, Setup, Square,
};
use tabiya_tests::playouts::for_each_board;

/// A position transformation, defined by transformations for squares and moves.
struct Transformation {
    of_square: fn(Square) -> Square,
    of_move: fn(Move) -> Move,
    swaps_colors: bool,
}

const SWAP_COLORS: Transformation = Transformation {
    of_square: Square::flip_vertical,
    of_move: Move::flip_vertical,
    swaps_colors: true,
};

const FLIP_HORIZONTAL: Transformation = Transformation {
    of_square: Square::flip_horizontal,
    of_move: Move::flip_horizontal,
    swaps_colors: false,
};

const ROTATE_180: Transformation = Transformation {
    of_square: Square::rotate_180,
    of_move: |mv| mv.flip_vertical().flip_horizontal(),
    swaps_colors: true,
};

impl Transformation {
    fn of_color(&self, color: Color) -> Color {
        if self.swaps_colors { !color } else { color }
    }

    /// Compares all fields in a position with those in its transformed position.
    fn check_fields(&self, board: &Board, transformed: &Board) {
        for square in Square::ALL {
            let piece = board.piece_on(square);
            let expected = if self.swaps_colors { piece.map(Piece::swap_color) } else { piece };
            assert_eq!(transformed.piece_on((self.of_square)(square)), expected, "{board:?}");
        }
        let us = self.of_color(board.side_to_move());
        assert_eq!(transformed.side_to_move(), us, "{board:?}");
        assert_eq!(transformed.ep_square(), board.ep_square().map(self.of_square), "{board:?}");
        let clocks = |board: &Board| (board.halfmove_clock(), board.fullmove_number());
        assert_eq!(clocks(transformed), clocks(board), "{board:?}");
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let file = transformed.castling_rights().rook_file(self.of_color(color), side);
                assert_eq!(file, board.castling_rights().rook_file(color, side), "{board:?}");
            }
        }
        let winner = board.outcome().and_then(Outcome::winner).map(|color| self.of_color(color));
        assert_eq!(transformed.outcome().and_then(Outcome::winner), winner, "{board:?}");
        assert_eq!(transformed.outcome().is_some(), board.outcome().is_some(), "{board:?}");
        assert_eq!(transformed.key(), transformed.computed_key(), "{board:?}");
        assert_eq!(transformed.polyglot_key(), transformed.position().polyglot_key(), "{board:?}");
        assert_eq!(Setup::from(transformed).position(), Ok(transformed.position()), "{board:?}");
    }

    /// Compares the legal moves, their evaluation and the positions after them. Returns how many
    /// evaluations were compared.
    fn check_moves(&self, board: &Board, transformed: &Board) -> u32 {
        let moves = board.legal_moves();
        let sorted = |mut moves: Vec<Move>| {
            moves.sort_unstable();
            moves
        };
        let expected = sorted(moves.iter().copied().map(self.of_move).collect());
        assert_eq!(sorted(transformed.legal_moves().to_vec()), expected, "{board:?}");
        let mut evaluations = 0;
        for mv in moves {
            let image = (self.of_move)(mv);
            assert_eq!(
                transformed.gives_check(image),
                board.gives_check(mv),
                "{mv:?} in {board:?}"
            );
            if !has_equal_attackers(board, mv.to()) {
                assert_eq!(transformed.see(image), board.see(mv), "{mv:?} in {board:?}");
                assert_eq!(
                    SeeValues::DEFAULT.see_classic(transformed, image),
                    SeeValues::DEFAULT.see_classic(board, mv),
                    "{board:?}"
                );
                evaluations += 1;
            }
        }
        evaluations
    }
}

/// Tests whether two pieces with the same type and color attack a square on an empty board. An
/// exchange evaluation prefers the lower square, so it is not symmetric then.
fn has_equal_attackers(board: &Board, target: Square) -> bool {
    Piece::ALL.into_iter().any(|piece| {
        let origins = match piece.piece_type() {
            PieceType::Pawn => pawn_attacks(!piece.color(), target),
            _ => attacks(piece, target, Bitboard::EMPTY),
        };
        let pieces = board.colored_pieces(piece.color(), piece.piece_type());
        (pieces & origins).has_more_than_one()
    })
}

#[test]
fn swapped_position_has_flipped_moves_by_other_color() {
    let evaluations = AtomicU32::new(0);
    for_each_board(20_000, 1, |board| {
        let swapped = board.swap_colors();
        SWAP_COLORS.check_fields(board, &swapped);
        assert_eq!(swapped.swap_colors(), *board, "{board:?}");
        evaluations.fetch_add(SWAP_COLORS.check_moves(board, &swapped), Ordering::Relaxed);
        for mv in board.legal_moves() {
            let after = board.after(mv);
            let image = swapped.after(mv.flip_vertical());
            assert!(after.swap_colors().same_position(&image), "{mv:?} in {board:?}");
            assert_eq!(after.swap_colors().key(), image.key(), "{mv:?} in {board:?}");
        }
        assert_eq!(board.position().swap_colors(), swapped.position(), "{board:?}");
    });
    let evaluations = evaluations.into_inner();
    assert!(evaluations > 100_000, "only {evaluations} evaluations");
}

#[test]
fn mirrored_and_rotated_positions_have_mirrored_and_rotated_moves() {
    let positions = AtomicU32::new(0);
    for_each_board(20_000, 2, |board| {
        let has_rights = !board.castling_rights().is_empty();
        let mirrored = board.flip_horizontal();
        let rotated = board.flip_horizontal().map(|flipped| flipped.swap_colors());
        assert_eq!((mirrored.is_none(), rotated.is_none()), (has_rights, has_rights), "{board:?}");
        let (Some(mirrored), Some(rotated)) = (mirrored, rotated) else { return };
        FLIP_HORIZONTAL.check_fields(board, &mirrored);
        FLIP_HORIZONTAL.check_moves(board, &mirrored);
        ROTATE_180.check_fields(board, &rotated);
        ROTATE_180.check_moves(board, &rotated);
        assert_eq!(mirrored.flip_horizontal(), Some(*board), "{board:?}");
        assert_eq!(
            rotated.flip_horizontal().map(|flipped| flipped.swap_colors()),
            Some(*board),
            "{board:?}"
        );
        assert_eq!(board.swap_colors().flip_horizontal(), Some(rotated), "{board:?}");
        positions.fetch_add(1, Ordering::Relaxed);
    });
    let positions = positions.into_inner();
    assert!(positions > 5_000, "only {positions} positions without castling rights");
}
