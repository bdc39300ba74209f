//! Four planes side by side, shifted together.
//!
//! A make does the same to each plane of a placement. Written as such, the compiler takes them
//! one by one; SSE2, which every x86-64 processor has, takes two at once, and tells which bits
//! a square has in passing. A build for AVX2 takes all four.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(any(
    test,
    target_feature = "avx2",
    not(all(target_arch = "x86_64", target_feature = "sse2"))
))]
mod places;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
mod sse2;
mod way;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod words;

use tabiya_core::Square;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
use avx2::{Four, Place};
#[cfg(any(
    target_feature = "avx2",
    not(all(target_arch = "x86_64", target_feature = "sse2"))
))]
pub(crate) use places::way_of;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
pub(crate) use sse2::way_of;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
use sse2::{Four, Place};
pub(crate) use way::{Way, way_between};
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use words::{Four, Place};

/// What stands on a square: a bit for each plane, the first the lowest.
type Bits = u32;

/// Planes after what stands on one square was carried to another.
pub(crate) struct Carried {
    pub(crate) planes: [u64; 4],
    /// All squares but the two.
    pub(crate) rest: u64,
    /// What was carried.
    pub(crate) moved: Bits,
    /// What stood where it was carried to.
    pub(crate) taken: Bits,
}

/// The planes with what stands where a way begins carried to its end, whatever stood there.
#[inline(always)]
pub(crate) fn carried(planes: [u64; 4], way: impl Way) -> Carried {
    let (from, to) = way.places();
    let planes = Four::new(planes);
    let (rest, rest_of_each) = Place::rest(from, to);
    // What stands on a square becomes the sign, where a mask of signs tells it.
    let moved = planes.left(from);
    let taken = planes.left(to);
    let arrived = moved.and(Four::all(1 << 63)).right(to);
    let after = planes.and(rest_of_each).or(arrived);
    Carried { planes: after.words(), rest, moved: moved.signs(), taken: taken.signs() }
}

/// What stands on a square.
#[inline(always)]
pub(crate) fn bits_on(planes: [u64; 4], square: Square) -> Bits {
    Four::new(planes).left(Place::of(square as usize)).signs()
}

#[cfg(test)]
mod tests {
    use tabiya_core::{Move, Rank};

    use super::*;

    /// What stands on each square of the planes tested with: of neighbours nothing alike.
    fn expected_on(square: Square) -> Bits {
        square as Bits & 15
    }

    fn planes() -> [u64; 4] {
        let on = |plane: u32, square| u64::from(expected_on(square) >> plane & 1) << square as u8;
        [0, 1, 2, 3].map(|plane| Square::ALL.into_iter().map(|square| on(plane, square)).sum())
    }

    #[test]
    fn carried_as_square_by_square() {
        for from in Square::ALL {
            assert_eq!(bits_on(planes(), from), expected_on(from), "{from}");
            for to in Square::ALL {
                let carried = carried(planes(), way_between(from, to));
                assert_eq!((carried.moved, carried.taken), (expected_on(from), expected_on(to)));
                for square in Square::ALL {
                    let expected = match square {
                        _ if square == to => expected_on(from),
                        _ if square == from => 0,
                        _ => expected_on(square),
                    };
                    assert_eq!(bits_on(carried.planes, square), expected, "{from}{to}, {square}");
                    let elsewhere = square != from && square != to;
                    assert_eq!(carried.rest >> square as u8 & 1 == 1, elsewhere, "{from}{to}");
                }
            }
        }
    }

    #[test]
    fn ways_of_moves_as_between_squares() {
        fn same(one: impl Way, other: impl Way) -> bool {
            carried(planes(), one).planes == carried(planes(), other).planes
                && one.may_pass() == other.may_pass()
                && one.sum() == other.sum()
        }
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert!(same(way_of(mv), way_between(from, to)), "{mv}");
                assert!(same(places::way_of(mv), way_between(from, to)), "{mv}");
                assert_eq!(way_of(mv).sum(), from.index() + to.index(), "{mv}");
                let ranks = from.rank().index().abs_diff(to.rank().index());
                if way_of(mv).may_pass() {
                    assert_eq!((from.file(), ranks), (to.file(), 2), "{mv}");
                } else if from.file() == to.file() && ranks == 2 {
                    // Pawns step so from their own second rank alone.
                    let lower = from.rank().min(to.rank());
                    assert!(lower != Rank::Second && lower != Rank::Fifth, "{mv}");
                }
            }
        }
    }

    #[test]
    fn four_words_as_one_by_one() {
        let (a, b) = (planes(), planes().map(|plane| plane.rotate_left(7) ^ 1 << 63));
        let (ours, theirs) = (Four::new(a), words::Four::new(a));
        let (our_others, their_others) = (Four::new(b), words::Four::new(b));
        assert_eq!(ours.words(), a);
        assert_eq!(Four::all(a[0]).words(), words::Four::all(a[0]).words());
        assert_eq!(ours.and(our_others).words(), theirs.and(their_others).words());
        assert_eq!(ours.or(our_others).words(), theirs.or(their_others).words());
        for from in Square::ALL {
            let (our, their) = (Place::of(from.index()), words::Place::of(from.index()));
            assert_eq!(ours.left(our).words(), theirs.left(their).words(), "{from}");
            assert_eq!(ours.right(our).words(), theirs.right(their).words(), "{from}");
            assert_eq!(ours.left(our).signs(), theirs.left(their).signs(), "{from}");
            for to in Square::ALL {
                let (our_rest, of_each) = Place::rest(our, Place::of(to.index()));
                let (rest, their_each) = words::Place::rest(their, words::Place::of(to.index()));
                assert_eq!((our_rest, of_each.words()), (rest, their_each.words()), "{from}{to}");
            }
        }
    }
}
