//! Tests for the behavior that the crate's sinks share.

use core::convert::Infallible;
use core::ops::ControlFlow::{self, Break, Continue};

use tabiya_core::{Bitboard, Direction, Move, MoveKind, PieceType, Rank, Square};

use crate::{MoveCounter, MoveList, MoveSink, MoveStack, PawnStep, ScoredMoveList, sink_fn};

/// Calls each of a sink's methods, as a generator does.
fn push_by_each_method<S: MoveSink + ?Sized>(sink: &mut S) -> ControlFlow<S::Break> {
    let single = PawnStep::single(Direction::NorthEast);
    let double = PawnStep::double(Direction::North);
    sink.push_pawn_moves(single, Bitboard::from_iter([Square::B3, Square::H6]))?;
    sink.push_pawn_moves(double, Bitboard::EMPTY)?;
    sink.push_promotions(single, Bitboard::from_iter([Square::C8, Square::E8]))?;
    sink.push_en_passant(Square::E5, Square::D6)?;
    sink.push_piece_moves(
        PieceType::Knight,
        Square::G1,
        Bitboard::from_iter([Square::F3, Square::H3]),
    )?;
    sink.push_castling(Square::E1, Square::A1)?;
    sink.push_move(Move::new(Square::E1, Square::F1))
}

/// Returns the moves that `push_by_each_method` passes to a sink, in its order.
fn all_moves() -> [Move; 15] {
    use MoveKind::{PromoteToBishop, PromoteToKnight, PromoteToQueen, PromoteToRook};
    let promotion = Move::with_kind;
    [
        Move::new(Square::A2, Square::B3),
        Move::new(Square::G5, Square::H6),
        promotion(Square::B7, Square::C8, PromoteToQueen),
        promotion(Square::B7, Square::C8, PromoteToRook),
        promotion(Square::B7, Square::C8, PromoteToBishop),
        promotion(Square::B7, Square::C8, PromoteToKnight),
        promotion(Square::D7, Square::E8, PromoteToQueen),
        promotion(Square::D7, Square::E8, PromoteToRook),
        promotion(Square::D7, Square::E8, PromoteToBishop),
        promotion(Square::D7, Square::E8, PromoteToKnight),
        Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant),
        Move::new(Square::G1, Square::F3),
        Move::new(Square::G1, Square::H3),
        Move::with_kind(Square::E1, Square::A1, MoveKind::Castling),
        Move::new(Square::E1, Square::F1),
    ]
}

/// A sink that breaks with one move and counts the moves up to that one.
struct BreakAtMove {
    break_move: Move,
    received_count: usize,
}

impl MoveSink for BreakAtMove {
    type Break = Move;

    fn push_move(&mut self, mv: Move) -> ControlFlow<Move> {
        self.received_count += 1;
        if mv == self.break_move { Break(mv) } else { Continue(()) }
    }
}

/// A sink that counts the calls to each method.
#[derive(Default)]
struct CallCounter([usize; 6]);

impl CallCounter {
    fn count_call(&mut self, method: usize) -> ControlFlow<()> {
        self.0[method] += 1;
        Continue(())
    }
}

impl MoveSink for CallCounter {
    type Break = ();

    fn push_move(&mut self, _: Move) -> ControlFlow<()> {
        self.count_call(0)
    }

    fn push_piece_moves(&mut self, _: PieceType, _: Square, _: Bitboard) -> ControlFlow<()> {
        self.count_call(1)
    }

    fn push_pawn_moves(&mut self, _: PawnStep, _: Bitboard) -> ControlFlow<()> {
        self.count_call(2)
    }

    fn push_promotions(&mut self, _: PawnStep, _: Bitboard) -> ControlFlow<()> {
        self.count_call(3)
    }

    fn push_en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.count_call(4)
    }

    fn push_castling(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.count_call(5)
    }
}

#[test]
fn move_list_receives_each_move_in_order() {
    let mut list = MoveList::new();
    assert_eq!(push_by_each_method(&mut list), Continue(()));
    assert_eq!(*list, all_moves());
}

#[test]
fn move_list_pawn_moves_from_beyond_the_board_are_valid_moves() {
    for direction in Direction::ALL {
        for step in [PawnStep::single(direction), PawnStep::double(direction)] {
            for to in Square::ALL {
                let mut list = MoveList::new();
                list.push_pawn_moves(step, to.into());
                assert_eq!(*list, [Move::new(step.origin(to), to)], "{step:?} {to:?}");
            }
        }
    }
}

#[test]
#[should_panic = "no space for another move"]
fn move_list_set_beyond_capacity_panics() {
    let mv = Move::new(Square::E2, Square::E4);
    let mut list: MoveList = core::iter::repeat_n(mv, MoveList::CAPACITY - 63).collect();
    list.push_piece_moves(PieceType::Queen, Square::A1, Bitboard::FULL);
}

#[test]
fn frame_receives_each_move_in_order() {
    let mut stack = MoveStack::<64>::new();
    let mut first = stack.frame();
    first.push(Move::new(Square::A2, Square::A3));
    let mut second = first.next_ply();
    assert_eq!(push_by_each_method(&mut second), Continue(()));
    assert_eq!(*second, all_moves());
}

#[test]
fn scored_move_list_receives_each_move_with_score_zero() {
    let mut list = ScoredMoveList::new();
    assert_eq!(push_by_each_method(&mut list), Continue(()));
    assert!(list.iter().map(|entry| entry.mv).eq(all_moves()));
    assert!(list.iter().all(|entry| entry.score == 0));
}

#[test]
fn picked_and_sorted_moves_have_falling_scores() {
    let moves: MoveList = all_moves().into_iter().collect();
    for len in 0..=moves.len() {
        let score = |mv: Move| i32::from(mv.to_bits().wrapping_mul(40_503) >> 12) - 8;
        let mut sorted = ScoredMoveList::from_moves(&moves[..len], score);
        let mut picked = sorted.clone();
        while let Some(entry) = picked.pick_best() {
            assert!(picked.remaining().iter().all(|other| other.score <= entry.score));
        }
        let mut expected = sorted.to_vec();
        expected.sort_by_key(|entry| core::cmp::Reverse(entry.score)); // a stable sort
        sorted.sort_remaining();
        assert_eq!(*sorted, *expected);
        assert!(
            picked
                .picked()
                .iter()
                .map(|entry| entry.score)
                .eq(expected.iter().map(|entry| entry.score))
        );
    }
    let mut list = ScoredMoveList::from_moves(&moves, |mv| -i32::from(mv.to_bits()));
    let picked = [(); 4].map(|()| list.pick_best().expect("15 moves"));
    let mut rest = list.remaining().to_vec();
    list.sort_remaining();
    rest.sort_by_key(|entry| core::cmp::Reverse(entry.score));
    assert_eq!(list.picked(), picked);
    assert_eq!(list.remaining(), rest);
    let extremes = [i32::MIN, i32::MAX, i32::MIN];
    let mut list = ScoredMoveList::new();
    extremes.iter().zip(&moves).for_each(|(&score, &mv)| list.push(mv, score));
    assert_eq!(
        [(); 4].map(|()| list.pick_best().map(|entry| entry.score)),
        [Some(i32::MAX), Some(i32::MIN), Some(i32::MIN), None]
    );
}

#[test]
fn counter_counts_each_move() {
    let mut counter = MoveCounter::new();
    assert_eq!(push_by_each_method(&mut counter), Continue(()));
    assert_eq!(counter.count(), all_moves().len());
}

#[cfg(feature = "alloc")]
#[test]
fn vec_receives_each_move_in_order() {
    let mut moves = alloc::vec::Vec::new();
    assert_eq!(push_by_each_method(&mut moves), Continue(()));
    assert_eq!(moves, all_moves());
}

#[cfg(feature = "arrayvec")]
#[test]
fn array_vec_receives_each_move_in_order() {
    let mut moves = arrayvec::ArrayVec::<Move, 15>::new();
    assert_eq!(push_by_each_method(&mut moves), Continue(()));
    assert_eq!(moves[..], all_moves());
}

#[test]
fn dyn_sink_receives_each_move_in_order() {
    let mut list = MoveList::new();
    let sink: &mut dyn MoveSink<Break = Infallible> = &mut list;
    assert_eq!(push_by_each_method(sink), Continue(()));
    assert_eq!(*list, all_moves());
}

#[test]
fn mutable_reference_forwards_every_method() {
    let mut calls = CallCounter::default();
    assert_eq!(push_by_each_method(&mut &mut calls), Continue(()));
    assert_eq!(calls.0, [1, 1, 2, 1, 1, 1]);
    let mut sink: &mut dyn MoveSink<Break = ()> = &mut calls;
    assert_eq!(push_by_each_method(&mut sink), Continue(()));
    assert_eq!(calls.0, [2, 2, 4, 2, 2, 2]);
}

#[test]
fn closure_receives_each_move_in_order() {
    let mut list = MoveList::new();
    let mut sink = sink_fn(|mv| {
        list.push(mv);
        Continue::<Infallible>(())
    });
    assert_eq!(push_by_each_method(&mut sink), Continue(()));
    assert_eq!(*list, all_moves());
}

#[test]
fn closure_break_ends_the_generation_with_its_value() {
    let mut received = 0;
    let mut sink = sink_fn(|mv: Move| {
        received += 1;
        if mv.is_castling() { Break(mv.to()) } else { Continue(()) }
    });
    assert_eq!(push_by_each_method(&mut sink), Break(Square::A1));
    assert_eq!(received, 14);
}

#[test]
fn default_methods_stop_at_the_move_that_breaks() {
    for (index, break_move) in all_moves().into_iter().enumerate() {
        let mut sink = BreakAtMove { break_move, received_count: 0 };
        assert_eq!(push_by_each_method(&mut sink), Break(break_move));
        assert_eq!(sink.received_count, index + 1);
    }
}

#[test]
fn rank_promotions_are_four_per_file() {
    let mut list = MoveList::new();
    list.push_promotions(PawnStep::single(Direction::South), Rank::First.into());
    assert_eq!(list.len(), 32);
    assert!(list.iter().all(|mv| mv.from().rank() == Rank::Second));
    assert!(list.iter().all(|mv| mv.from().file() == mv.to().file()));
    let queens = list.iter().filter(|mv| mv.promotion() == Some(PieceType::Queen));
    assert_eq!(queens.count(), 8);
}

#[test]
fn pawn_step_capture_changes_the_file() {
    for direction in Direction::ALL {
        let changes_file = direction.step().0 != 0;
        assert_eq!(PawnStep::single(direction).is_capture(), changes_file);
    }
}

#[test]
fn sink_fn_debug_names_the_type() {
    extern crate std;
    let sink = sink_fn(|_| Continue::<()>(()));
    assert_eq!(std::format!("{sink:?}"), "SinkFn { .. }");
}

/// Appends a knight's moves to a buffer that has a move, twice, and compares all moves.
#[cfg(any(feature = "alloc", feature = "arrayvec"))]
#[track_caller]
fn assert_lends_slots<T: MoveSink<Break = Infallible> + AsRef<[Move]>>(mut buffer: T) {
    let first = Move::new(Square::A2, Square::A3);
    let targets = Bitboard::from_iter([Square::A3, Square::C3, Square::D2]);
    let _ = buffer.push_move(first);
    for _ in 0..2 {
        assert!(buffer.append_with(&mut |writer| {
            let _ = writer.push_piece_moves(PieceType::Knight, Square::B1, targets);
        }));
    }
    let knight_moves = || targets.into_iter().map(|to| Move::new(Square::B1, to));
    let expected = core::iter::once(first).chain(knight_moves()).chain(knight_moves());
    assert!(buffer.as_ref().iter().copied().eq(expected));
}

#[cfg(feature = "alloc")]
#[test]
fn vec_lends_slots_behind_its_moves() {
    assert_lends_slots(alloc::vec::Vec::new());
    assert_lends_slots(alloc::vec::Vec::with_capacity(1000));
}

#[cfg(feature = "arrayvec")]
#[test]
fn array_lends_slots_or_copies_a_list() {
    assert_lends_slots(arrayvec::ArrayVec::<_, 600>::new());
    assert_lends_slots(arrayvec::ArrayVec::<_, 290>::new());
    assert_lends_slots(arrayvec::ArrayVec::<_, 7>::new());
}

#[cfg(feature = "arrayvec")]
#[test]
#[should_panic = "no space for another move"]
fn array_without_space_for_moves_panics() {
    assert_lends_slots(arrayvec::ArrayVec::<_, 6>::new());
}
