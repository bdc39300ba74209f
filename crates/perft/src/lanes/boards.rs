//! Lanes of boards, and the piece sets derived from their bitplanes.

use tabiya_core::{Direction, Side};
use tabiya_movegen::Position;

use crate::lanes::castling::Castling;
use crate::lanes::rays::{Lines, Step, Way, step};
use crate::lanes::vector::Lanes;

/// Positions in SIMD lanes, one per lane.
///
/// The side to move is the same in all lanes. It is a type parameter of the functions, not a
/// field. Three bitplanes hold the kind of each piece in binary, as the index of the kind plus
/// one. An unused lane is an empty board, which has no legal move.
#[derive(Clone, Copy)]
pub(crate) struct Boards<V> {
    /// The bitplane of the lowest bit.
    pub(crate) ones: V,
    pub(crate) twos: V,
    pub(crate) fours: V,
    /// The pieces of the side to move.
    pub(crate) us: V,
    /// The rooks with castling rights, of both colors.
    pub(crate) castling: V,
    /// The en passant square. Below the root, only if a pawn of the side to move attacks it.
    pub(crate) passed: V,
}

impl<V: Lanes> Boards<V> {
    /// Puts one position in the first lane. `castling` holds the rooks with castling rights.
    pub(crate) fn of(position: &Position, castling: u64) -> Self {
        let only = V::first(1);
        let [ones, twos, fours, _] = position.bitplanes().map(|plane| V::splat(plane.0) & only);
        Self {
            ones,
            twos,
            fours,
            us: V::splat(position.colors(position.side_to_move()).0) & only,
            castling: V::splat(castling) & only,
            passed: V::splat(position.ep_square().map_or(0, |square| square.bitboard().0)) & only,
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> V {
        self.ones | self.twos | self.fours
    }
}

/// The piece sets of [`Boards`] as seen by one side, with the masks of the Kogge-Stone fills.
///
/// The functions that generate and count moves take it instead of the bitplanes.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, V> {
    pub(crate) us: V,
    pub(crate) them: V,
    pub(crate) occupied: V,
    pub(crate) empty: V,
    pub(crate) pawns: V,
    pub(crate) knights: V,
    /// Rooks and queens, then bishops and queens.
    sliders: [V; 2],
    kings: V,
    /// The rooks with castling rights, of both colors.
    pub(crate) rights: V,
    pub(crate) castling: &'a Castling,
    pub(crate) ep_squares: V,
    pub(crate) lines: &'a Lines<V>,
}

impl<'a, V: Lanes> View<'a, V> {
    #[inline(always)]
    pub(crate) fn new(castling: &'a Castling, boards: &Boards<V>, lines: &'a Lines<V>) -> Self {
        let Boards { ones, twos, fours, us, castling: rights, passed: ep_squares } = *boards;
        let occupied = boards.occupied();
        Self {
            us,
            them: occupied & !us,
            occupied,
            empty: !occupied,
            pawns: ones & !(twos | fours),
            knights: twos & !(ones | fours),
            sliders: [fours & !twos, ones & (twos | fours)],
            kings: twos & fours,
            rights,
            castling,
            ep_squares,
            lines,
        }
    }

    /// Returns the view of the opponent.
    #[inline(always)]
    pub(crate) fn turned(self) -> Self {
        Self { us: self.them, them: self.us, ..self }
    }

    #[inline(always)]
    pub(crate) fn king(&self) -> V {
        self.kings & self.us
    }

    #[inline(always)]
    pub(crate) fn their_king(&self) -> V {
        self.kings & self.them
    }

    #[inline(always)]
    pub(crate) fn queens(&self) -> V {
        self.sliders[0] & self.sliders[1]
    }

    /// Returns the pieces of both colors that slide in a direction.
    #[inline(always)]
    pub(crate) fn sliders(&self, way: impl Way) -> V {
        self.sliders[kind(way)]
    }
}

/// Returns 0 for an orthogonal direction (rooks), 1 for a diagonal one (bishops).
#[inline(always)]
pub(crate) fn kind(way: impl Way) -> usize {
    way.axis() % 2
}

/// Returns the slider axis of a direction: file, diagonal, rank or antidiagonal.
#[inline(always)]
pub(crate) const fn axis(direction: Direction) -> usize {
    direction as usize % 4
}

/// Returns the index of a direction among the eight slider directions.
#[inline(always)]
pub(crate) const fn index(direction: Direction) -> usize {
    let goes_down = direction.index_step() < 0;
    axis(direction) + 4 * goes_down as usize
}

/// Returns the squares that the kings of a set attack.
#[inline(always)]
pub(crate) fn king_attacks<V: Lanes>(kings: V) -> V {
    let sides = step(kings, Direction::West) | step(kings, Direction::East);
    let row = kings | sides;
    sides | step(row, Direction::North) | step(row, Direction::South)
}

/// Returns the squares that the knights of a set attack.
#[inline(always)]
pub(crate) fn knight_attacks<V: Lanes>(knights: V) -> V {
    let aside = |files| step(knights, Step::new(files, 0));
    let (two_ranks, one_rank) = (aside(1) | aside(-1), aside(2) | aside(-2));
    two_ranks.up(16) | two_ranks.down(16) | one_rank.up(8) | one_rank.down(8)
}

/// Returns the squares that the pawns of a set attack, as pawns of `S`.
#[inline(always)]
pub(crate) fn pawn_attacks<V: Lanes, S: Side>(pawns: V) -> V {
    step(pawns, S::UP_WEST) | step(pawns, S::UP_EAST)
}
