//! Static exchange evaluation (SEE): the material balance of the captures on one square.

use core::mem::swap;

use tabiya_core::{Bitboard, Color, Move, MoveKind, PieceType, Rank, Square};
use tabiya_tables::{between, bishop_attacks, bishop_rays, rook_attacks, rook_rays};

use crate::board::{GenericBoard, Position};
use crate::key::BoardKey;
use crate::placement::Placement;

/// The values of the pieces for static exchange evaluation.
///
/// They have 16 bits, so that the `i32` balance of an exchange cannot overflow. The king has no
/// value, since it is never captured.
///
/// ```
/// use tabiya_core::PieceType;
/// use tabiya_movegen::SeeValues;
///
/// const MINE: SeeValues = SeeValues::new(100, 320, 330, 500, 950);
/// assert_eq!(MINE.value(PieceType::Bishop), 330);
/// assert_eq!(SeeValues::DEFAULT.value(PieceType::Bishop), 300);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeValues {
    /// Values in the order of [`PieceType`]; 0 for the king.
    values: [i16; PieceType::COUNT],
}

impl SeeValues {
    /// The default: pawn 100, knight and bishop 300, rook 500, queen 900.
    pub const DEFAULT: Self = Self::new(100, 300, 300, 500, 900);

    /// Creates values for the five piece types.
    ///
    /// They do not change the order of capturers, which is always that of [`PieceType`].
    ///
    /// ```
    /// use tabiya_movegen::SeeValues;
    ///
    /// assert_eq!(SeeValues::new(100, 300, 300, 500, 900), SeeValues::DEFAULT);
    /// ```
    #[inline]
    pub const fn new(pawn: i16, knight: i16, bishop: i16, rook: i16, queen: i16) -> Self {
        Self { values: [pawn, knight, bishop, rook, queen, 0] }
    }

    /// Returns the value of a piece type; 0 for the king.
    ///
    /// ```
    /// use tabiya_core::PieceType;
    /// use tabiya_movegen::SeeValues;
    ///
    /// assert_eq!(SeeValues::DEFAULT.value(PieceType::Rook), 500);
    /// ```
    #[inline]
    pub const fn value(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize] as i32
    }

    /// Returns the gain of a promotion: the new piece minus the pawn.
    #[inline]
    const fn promotion_gain(&self, piece_type: PieceType) -> i32 {
        self.value(piece_type) - self.value(PieceType::Pawn)
    }
}

impl Default for SeeValues {
    /// Returns [`SeeValues::DEFAULT`].
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the static exchange evaluation of a legal move, in [`SeeValues::DEFAULT`].
    ///
    /// The result is the material gain once all captures on the target square are played out; a
    /// loss is negative. The move itself counts its capture, en passant included, and its
    /// promotion. Castling counts 0. Then the players capture alternately on the target square:
    ///
    /// - A player stops if capturing loses material.
    /// - Otherwise the player captures with the least valuable piece whose capture is *legal* on
    ///   the board at that point, in the order of [`PieceType`]. Of several pieces of one type, the
    ///   one on the lowest square captures, a1 first.
    /// - Pinned pieces do not capture. In check by another piece than the target, only the king may
    ///   capture. The king never captures a piece defended by any piece, even a pinned one.
    /// - Captures uncover sliders behind the capturing pieces (x-rays).
    /// - A pawn that captures on its last rank becomes a queen: it gains the difference in value,
    ///   and is then worth a queen.
    ///
    /// Everything off the target square is ignored: mate, stalemate and other captures.
    ///
    /// The result for an illegal move is unspecified.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The rook captures an undefended pawn; the knight is lost for another.
    /// let position = Position::from_fen("4k3/2p5/3p4/8/4N3/8/6p1/4K1R1 w - - 0 1")?;
    /// assert_eq!(position.see(Move::new(Square::G1, Square::G2)), 100);
    /// assert_eq!(position.see(Move::new(Square::E4, Square::D6)), -200);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "static_exchange")]
    #[inline]
    pub fn see(&self, mv: Move) -> i32 {
        self.see_with(mv, &SeeValues::DEFAULT)
    }

    /// Returns the static exchange evaluation of a legal move as [`see`](Self::see) does, with
    /// other values.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::{Position, SeeValues};
    ///
    /// let position = Position::from_fen("4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let knight_takes_bishop = Move::new(Square::E4, Square::D6);
    /// assert_eq!(position.see(knight_takes_bishop), 0);
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert_eq!(position.see_with(knight_takes_bishop, &values), 30);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn see_with(&self, mv: Move, values: &SeeValues) -> i32 {
        let Some(opening) = Opening::of(&self.position(), mv, values) else { return 0 };
        if opening.standing == PieceType::King {
            return opening.gain;
        }
        opening.gain - Exchange::after(&self.position(), mv).best(opening.standing, values)
    }

    /// Tests whether the static exchange evaluation of a legal move is at least `threshold`.
    ///
    /// Equals `see(mv) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/2p5/3p4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let knight_takes_pawn = Move::new(Square::E4, Square::D6);
    /// assert!(position.see_ge(knight_takes_pawn, -200));
    /// assert!(!position.see_ge(knight_takes_pawn, -199));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "move ordering")]
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge_with(mv, threshold, &SeeValues::DEFAULT)
    }

    /// Tests whether the evaluation of a legal move with other values is at least `threshold`.
    ///
    /// Equals `see_with(mv, values) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::{Position, SeeValues};
    ///
    /// let position = Position::from_fen("4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert!(position.see_ge_with(Move::new(Square::E4, Square::D6), 30, &values));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn see_ge_with(&self, mv: Move, threshold: i32, values: &SeeValues) -> bool {
        let Some(Opening { gain, standing }) = Opening::of(&self.position(), mv, values) else {
            return threshold <= 0;
        };
        // The gain with which the opponent would push the result below the threshold.
        let needed = i64::from(gain) - i64::from(threshold) + 1;
        if needed <= 0 {
            return false;
        }
        // The opponent can gain at most the value of the moved piece, and cannot capture a king.
        let most = most_gained(mv.to(), standing, values);
        if standing == PieceType::King || most < needed {
            return true;
        }
        !Exchange::after(&self.position(), mv).gains(needed, standing, values)
    }
}

/// The first move of an exchange: its gain, and the piece that it leaves on the target.
struct Opening {
    gain: i32,
    standing: PieceType,
}

impl Opening {
    /// Evaluates a move; `None` for castling, which starts no exchange, or if no piece is on the
    /// origin.
    #[inline]
    fn of(position: &Position, mv: Move, values: &SeeValues) -> Option<Self> {
        if mv.is_castling() {
            return None;
        }
        let info = position.move_info(mv)?;
        let prey = info.captured.map_or(0, |captured| values.value(captured));
        Some(match mv.kind().promotion() {
            None => Self { gain: prey, standing: info.moved },
            Some(piece) => Self { gain: prey + values.promotion_gain(piece), standing: piece },
        })
    }
}

/// Returns the upper bound of the gain of one capture on `target`.
#[inline]
fn most_gained(target: Square, standing: PieceType, values: &SeeValues) -> i64 {
    let promotion =
        if is_back_rank(target) { values.promotion_gain(PieceType::Queen).max(0) } else { 0 };
    i64::from(values.value(standing) + promotion)
}

#[inline]
const fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// One player in an exchange.
struct Player {
    pieces: Bitboard,
    king: Square,
    /// The opponent's snipers: sliders that would give check on a board without blockers.
    snipers: Bitboard,
}

impl Player {
    #[inline]
    fn of(position: &Position, color: Color) -> Self {
        let king = position.king(color);
        let orthogonal = rook_rays(king) & position.state.placement.orthogonal_sliders();
        let diagonal = bishop_rays(king) & position.state.placement.diagonal_sliders();
        let snipers = (orthogonal | diagonal) & position.colors(!color);
        Self { pieces: position.colors(color), king, snipers }
    }
}

/// The state of an exchange: the remaining pieces around the target.
struct Exchange<'a> {
    placement: &'a Placement,
    target: Square,
    /// The next player to capture.
    us: Player,
    them: Player,
    /// The occupied squares without those vacated by the exchange and without the target.
    remaining: Bitboard,
    /// The pieces of both players that attack the target.
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange after a move that is neither castling nor a king move.
    #[inline]
    fn after(position: &'a Position, mv: Move) -> Self {
        let (from, target) = (mv.from(), mv.to());
        let mover = position.side_to_move();
        let mut remaining = position.occupied().without(from).without(target);
        if mv.kind() == MoveKind::EnPassant {
            remaining = remaining.without(Square::new(target.file(), from.rank()));
        }
        Self {
            placement: &position.state.placement,
            target,
            us: Player::of(position, !mover),
            them: Player::of(position, mover),
            remaining,
            attackers: position.attackers_to(target, remaining) & remaining,
        }
    }

    /// Returns the best gain of the next player: at least 0, the gain of stopping.
    #[inline]
    fn best(&mut self, standing: PieceType, values: &SeeValues) -> i32 {
        let Some((gain, left)) = self.capture(standing, values) else { return 0 };
        (gain - self.best(left, values)).max(0)
    }

    /// Tests whether the next player gains at least `needed`, which is positive.
    #[inline]
    fn gains(mut self, mut needed: i64, mut standing: PieceType, values: &SeeValues) -> bool {
        // `true` while the player to capture is the one of the query.
        let mut ours = true;
        // A player with a positive need fails by stopping, or if one capture cannot gain enough.
        while most_gained(self.target, standing, values) >= needed {
            let Some((gain, left)) = self.capture(standing, values) else { break };
            needed = i64::from(gain) - needed + 1;
            standing = left;
            ours = !ours;
            if needed <= 0 {
                // The other player needs no gain, so stopping suffices.
                return ours;
            }
        }
        !ours
    }

    /// Captures on the target if that is legal. Returns the gain and the new piece on the target.
    #[inline]
    fn capture(&mut self, standing: PieceType, values: &SeeValues) -> Option<(i32, PieceType)> {
        let taker = self.take()?;
        let gain = values.value(standing);
        if taker == PieceType::Pawn && is_back_rank(self.target) {
            return Some((gain + values.promotion_gain(PieceType::Queen), PieceType::Queen));
        }
        Some((gain, taker))
    }

    /// Captures with our least valuable piece that legally can, and swaps the players.
    #[inline]
    fn take(&mut self) -> Option<PieceType> {
        let (taker, from) = self.least_valuable()?;
        self.remaining = self.remaining.without(from);
        if matches!(taker, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let diagonal = self.placement.diagonal_sliders();
            self.attackers |= bishop_attacks(self.target, self.remaining) & diagonal;
        }
        if matches!(taker, PieceType::Rook | PieceType::Queen) {
            let orthogonal = self.placement.orthogonal_sliders();
            self.attackers |= rook_attacks(self.target, self.remaining) & orthogonal;
        }
        self.attackers &= self.remaining;
        swap(&mut self.us, &mut self.them);
        Some(taker)
    }

    /// Returns our least valuable piece whose capture is legal, and its square.
    #[inline]
    fn least_valuable(&self) -> Option<(PieceType, Square)> {
        let candidates = self.attackers & self.us.pieces;
        if candidates.is_empty() {
            return None;
        }
        let able = self.able(candidates);
        let kinds = [
            (PieceType::Pawn, self.placement.pawns()),
            (PieceType::Knight, self.placement.knights()),
            (PieceType::Bishop, self.placement.of(PieceType::Bishop)),
            (PieceType::Rook, self.placement.of(PieceType::Rook)),
            (PieceType::Queen, self.placement.queens()),
        ];
        for (kind, pieces) in kinds {
            if let Some(from) = (able & pieces).first() {
                return Some((kind, from));
            }
        }
        let king_may = able.contains(self.us.king) && !self.is_guarded_from_king();
        king_may.then_some((PieceType::King, self.us.king))
    }

    /// Returns those of our attackers that do not leave our king in check; the king is not tested.
    ///
    /// The target is occupied before and after a capture, so a capture there blocks no other
    /// slider. A pinned piece cannot capture; in check by a slider off the target, only the king
    /// can. Knights and pawns off the target never give check, since the last move went to the
    /// target.
    #[inline]
    fn able(&self, candidates: Bitboard) -> Bitboard {
        let blockers = self.remaining.with(self.target);
        let mut able = candidates;
        for slider in self.us.snipers & self.remaining {
            let shields = between(self.us.king, slider) & blockers;
            if shields.is_empty() {
                return candidates & self.us.king.bitboard();
            }
            if !shields.has_more_than_one() {
                able -= shields;
            }
        }
        able
    }

    /// Tests whether our king would be in check on the target, with x-rays through it.
    #[inline]
    fn is_guarded_from_king(&self) -> bool {
        let through_king = self.remaining.without(self.us.king);
        let diagonal =
            bishop_attacks(self.target, through_king) & self.placement.diagonal_sliders();
        let orthogonal =
            rook_attacks(self.target, through_king) & self.placement.orthogonal_sliders();
        let guards = self.attackers | (diagonal | orthogonal) & self.remaining;
        !guards.is_disjoint(self.them.pieces)
    }
}
