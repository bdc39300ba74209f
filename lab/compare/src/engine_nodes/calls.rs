//! A library's calls, made once, or twice to measure the library's time.

use std::hint::black_box;

use super::move_code::MoveCode;
use super::node::{Candidate, Node, Observer, Stages};

/// A library's calls at one node. With `CALLS` set to 2, each call is made twice, and the first
/// result is discarded.
pub(super) struct Calls<T, const CALLS: usize>(T);

/// Starts a node.
#[inline(always)]
pub(super) fn start<N: Node, const CALLS: usize>(node: &mut N) -> Calls<N::Stages<'_>, CALLS> {
    if CALLS > 1 {
        black_box(black_box(&mut *node).stages());
    }
    Calls(node.stages())
}

impl<T: Stages, const CALLS: usize> Stages for Calls<T, CALLS> {
    type Move = T::Move;
    type After = T::After;

    #[inline(always)]
    fn is_check(&self) -> bool {
        if CALLS > 1 {
            black_box(black_box(&self.0).is_check());
        }
        self.0.is_check()
    }

    #[inline(always)]
    fn is_occupied(&self, square: u8) -> bool {
        if CALLS > 1 {
            black_box(black_box(&self.0).is_occupied(square));
        }
        self.0.is_occupied(square)
    }

    #[inline(always)]
    fn find(&self, code: MoveCode) -> Option<T::Move> {
        if CALLS > 1 {
            black_box(black_box(&self.0).find(code));
        }
        self.0.find(code)
    }

    #[inline(always)]
    fn all(&mut self, visit: impl FnMut(Candidate<T::Move>)) {
        if CALLS > 1 {
            black_box(&mut self.0).all(discard);
        }
        self.0.all(visit);
    }

    #[inline(always)]
    fn noisy(&mut self, visit: impl FnMut(Candidate<T::Move>)) {
        if CALLS > 1 {
            black_box(&mut self.0).noisy(discard);
        }
        self.0.noisy(visit);
    }

    #[inline(always)]
    fn noisy_before_quiets(&mut self, visit: impl FnMut(Candidate<T::Move>)) {
        if CALLS > 1 {
            black_box(&mut self.0).noisy_before_quiets(discard);
        }
        self.0.noisy_before_quiets(visit);
    }

    #[inline(always)]
    fn quiets(&mut self, visit: impl FnMut(T::Move, MoveCode)) {
        if CALLS > 1 {
            black_box(&mut self.0).quiets(|mv, code| {
                black_box((mv, code));
            });
        }
        self.0.quiets(visit);
    }

    #[inline(always)]
    fn make<O: Observer, R>(
        &mut self,
        mv: T::Move,
        observer: O,
        visit: impl FnOnce(&mut T::After, O) -> R,
    ) -> Option<R> {
        if CALLS > 1 {
            black_box(&mut self.0).make(mv, Discard, |after, _| {
                black_box(after);
            });
        }
        self.0.make(mv, observer, visit)
    }
}

fn discard<M>(Candidate { mv, code, moved, captured }: Candidate<M>) {
    black_box((mv, code, moved, captured));
}

/// An observer that the library reports to at the same cost as to the search's state.
struct Discard;

impl Observer for Discard {
    #[inline(always)]
    fn removed(&mut self, piece: u8, square: u8) {
        black_box((piece, square));
    }

    #[inline(always)]
    fn placed(&mut self, piece: u8, square: u8) {
        black_box((piece, square));
    }
}
