//! [`MoveSink`] for lists, which append moves in groups.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::sink::promotions;
use crate::writer::{MoveGroup, MoveListWriter, WriteMoves, append_to_list};
use crate::{MoveList, MoveSink, PawnStep};

impl MoveSink for MoveListWriter<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.append(MoveGroup { moves: [mv], len: 1 });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.append_targets(targets, |to| Move::new(from, to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.append_targets(targets, |to| Move::new(step.origin(to), to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.append_each(promotions(step, targets));
        ControlFlow::Continue(())
    }
}

/// Appends each set's moves in groups.
impl MoveSink for MoveList {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_piece_moves(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.append(|writer| writer.push_piece_moves(piece_type, from, targets))
    }

    #[inline]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.append(|writer| writer.push_pawn_moves(step, targets))
    }

    #[inline]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.append(|writer| writer.push_promotions(step, targets))
    }

    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        append_to_list(self, write);
        true
    }
}

impl MoveList {
    /// Appends a move set by a writer.
    #[inline(always)]
    fn append(
        &mut self,
        push: impl Fn(&mut MoveListWriter<'_>) -> ControlFlow<Infallible>,
    ) -> ControlFlow<Infallible> {
        append_to_list(self, &mut |writer| {
            // A list never breaks.
            let _ = push(writer);
        });
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use tabiya_core::{Direction, MoveKind, Rank};

    use super::*;
    use crate::sink::{pawn_moves, piece_moves};

    fn filled_list(len: usize) -> MoveList {
        core::iter::repeat_n(Move::new(Square::A1, Square::B1), len).collect()
    }

    fn pawn_steps() -> impl Iterator<Item = PawnStep> {
        Direction::ALL.into_iter().flat_map(|d| [PawnStep::single(d), PawnStep::double(d)])
    }

    /// The distance between the sets and lengths that are tested: Miri would take minutes for all.
    const STEP: usize = if cfg!(miri) { 23 } else { 1 };

    /// Yields target sets of every size up to 32, at both ends of the board and scattered.
    fn target_sets() -> impl Iterator<Item = Bitboard> {
        let lowest = (0..=32).map(|len| (1_u64 << len) - 1);
        let sets = lowest.flat_map(|set| {
            let scattered = set.wrapping_mul(0x9e37_79b9_7f4a_7c15) & 0x5a5a_a5a5_5a5a_a5a5;
            [set, set.reverse_bits(), scattered].map(Bitboard)
        });
        sets.step_by(STEP)
    }

    /// Returns the moves that a function writes.
    fn written(write: impl FnOnce(&mut MoveListWriter<'_>)) -> MoveList {
        let mut list = MoveList::new();
        let mut write = Some(write);
        list.append_with(&mut |writer| {
            write.take().expect("one call")(writer);
        });
        list
    }

    #[test]
    fn set_moves_equal_square_moves() {
        for targets in target_sets().chain([Bitboard::FULL]) {
            for step in pawn_steps() {
                let list = written(|writer| {
                    writer.push_pawn_moves(step, targets);
                });
                assert_eq!(list, pawn_moves(step, targets).collect(), "{step:?} {targets:?}");
            }
            for from in Square::ALL {
                let list = written(|writer| {
                    writer.push_piece_moves(PieceType::Queen, from, targets);
                });
                assert_eq!(list, piece_moves(from, targets).collect(), "{from:?} {targets:?}");
            }
        }
    }

    #[test]
    fn pushed_sets_follow_listed_moves() {
        let step = PawnStep::single(Direction::South);
        let targets = Rank::Sixth.into();
        for len in (0..=MoveList::CAPACITY - 50).step_by(STEP) {
            let mut list = filled_list(len);
            list.append_with(&mut |writer| {
                writer.push_pawn_moves(step, targets);
                writer.push_piece_moves(PieceType::Rook, Square::H3, Rank::Third.into());
                writer.push_promotions(step, Rank::First.into());
                writer.push_en_passant(Square::E4, Square::D3);
                writer.push_castling(Square::E8, Square::H8);
            });
            let mut expected = filled_list(len);
            expected.extend(pawn_moves(step, targets));
            expected.extend(piece_moves(Square::H3, Rank::Third.into()));
            expected.extend(promotions(step, Rank::First.into()));
            expected.push(Move::with_kind(Square::E4, Square::D3, MoveKind::EnPassant));
            expected.push(Move::with_kind(Square::E8, Square::H8, MoveKind::Castling));
            assert_eq!(list, expected, "after {len} moves");
        }
    }

    #[test]
    fn group_keeps_only_counted_moves() {
        let moves = [Move::new(Square::A1, Square::A2), Move::new(Square::A1, Square::A3)];
        for len in 0..=2 {
            let list = written(|writer| {
                writer.append(MoveGroup { moves, len });
                writer.append(MoveGroup { moves, len: 1 });
            });
            let expected = moves[..len.into()].iter().chain(&moves[..1]).copied();
            assert_eq!(list, expected.collect());
        }
    }

    /// Checks that writing to a list with one free slot panics, and that the list keeps its moves.
    #[track_caller]
    fn assert_panics_and_keeps_moves(write: fn(&mut MoveListWriter<'_>)) {
        let before = filled_list(MoveList::CAPACITY - 1);
        let mut list = before.clone();
        let append =
            core::panic::AssertUnwindSafe(|| list.append_with(&mut |writer| write(writer)));
        assert!(std::panic::catch_unwind(append).is_err());
        assert_eq!(list, before);
    }

    #[test]
    fn write_beyond_capacity_panics_and_keeps_the_moves() {
        assert_panics_and_keeps_moves(|writer| {
            writer.push_piece_moves(PieceType::King, Square::E1, Rank::Second.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_pawn_moves(PawnStep::single(Direction::North), Rank::Third.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_promotions(PawnStep::single(Direction::North), Square::A8.into());
        });
        assert_panics_and_keeps_moves(|writer| {
            writer.push_castling(Square::E1, Square::H1);
            writer.push_castling(Square::E1, Square::A1);
        });
        // The list as a sink.
        let before = filled_list(MoveList::CAPACITY - 1);
        let mut list = before.clone();
        let push = core::panic::AssertUnwindSafe(|| {
            list.push_piece_moves(PieceType::King, Square::E1, Rank::Second.into());
        });
        assert!(std::panic::catch_unwind(push).is_err());
        assert_eq!(list, before);
        // A group that claims more moves than it has.
        assert_panics_and_keeps_moves(|writer| {
            writer.append(MoveGroup { moves: [Move::new(Square::A1, Square::A2)], len: 2 });
        });
    }
}
