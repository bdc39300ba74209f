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
        let Some(first) = FirstMove::new(&self.position(), mv, values) else { return 0 };
        if first.piece_on_target == PieceType::King {
            return first.gain;
        }
        first.gain
            - Exchange::after_move(&self.position(), mv).best_gain(first.piece_on_target, values)
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
        let Some(FirstMove { gain, piece_on_target }) =
            FirstMove::new(&self.position(), mv, values)
        else {
            return threshold <= 0;
        };
        // The gain with which the opponent would push the result below the threshold.
        let min_gain = i64::from(gain) - i64::from(threshold) + 1;
        if min_gain <= 0 {
            return false;
        }
        // The opponent can gain at most the value of the moved piece, and cannot capture a king.
        let max_gain = max_capture_gain(mv.to(), piece_on_target, values);
        if piece_on_target == PieceType::King || max_gain < min_gain {
            return true;
        }
        !Exchange::after_move(&self.position(), mv).gains_at_least(
            min_gain,
            piece_on_target,
            values,
        )
    }
}

/// The first move of an exchange: its gain, and the piece that it leaves on the target.
struct FirstMove {
    gain: i32,
    piece_on_target: PieceType,
}

impl FirstMove {
    /// Evaluates the first move of an exchange.
    ///
    /// Returns `None` for castling, which starts no exchange, or if no piece is on the origin.
    #[inline]
    fn new(position: &Position, mv: Move, values: &SeeValues) -> Option<Self> {
        if mv.is_castling() {
            return None;
        }
        let info = position.move_info(mv)?;
        let captured_value = info.captured.map_or(0, |captured| values.value(captured));
        Some(match mv.kind().promotion() {
            None => Self { gain: captured_value, piece_on_target: info.moved },
            Some(piece) => {
                Self { gain: captured_value + values.promotion_gain(piece), piece_on_target: piece }
            }
        })
    }
}

/// Returns the upper bound of the gain of one capture on `target`.
#[inline]
fn max_capture_gain(target: Square, piece_on_target: PieceType, values: &SeeValues) -> i64 {
    let promotion =
        if is_back_rank(target) { values.promotion_gain(PieceType::Queen).max(0) } else { 0 };
    i64::from(values.value(piece_on_target) + promotion)
}

#[inline]
const fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// The pieces and snipers of one player in an exchange.
struct Player {
    pieces: Bitboard,
    king: Square,
    /// The opponent's snipers: sliders that would give check on a board without blockers.
    snipers: Bitboard,
}

impl Player {
    #[inline]
    fn new(position: &Position, color: Color) -> Self {
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
    /// The player who captures next.
    us: Player,
    them: Player,
    /// The occupied squares without those vacated by the exchange and without the target.
    remaining_occupied: Bitboard,
    /// The pieces of both players that attack the target.
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange after a move that is neither castling nor a king move.
    #[inline]
    fn after_move(position: &'a Position, mv: Move) -> Self {
        let (from, target) = (mv.from(), mv.to());
        let mover = position.side_to_move();
        let mut remaining_occupied = position.occupied().without(from).without(target);
        if mv.kind() == MoveKind::EnPassant {
            remaining_occupied =
                remaining_occupied.without(Square::new(target.file(), from.rank()));
        }
        Self {
            placement: &position.state.placement,
            target,
            us: Player::new(position, !mover),
            them: Player::new(position, mover),
            remaining_occupied,
            attackers: position.attackers_to(target, remaining_occupied) & remaining_occupied,
        }
    }

    /// Returns the best gain of the next player: at least 0, the gain of stopping.
    #[inline]
    fn best_gain(&mut self, piece_on_target: PieceType, values: &SeeValues) -> i32 {
        let Some((gain, capturer)) = self.capture_on_target(piece_on_target, values) else {
            return 0;
        };
        (gain - self.best_gain(capturer, values)).max(0)
    }

    /// Tests whether the next player gains at least `min_gain`, which is positive.
    #[inline]
    fn gains_at_least(
        mut self,
        mut min_gain: i64,
        mut piece_on_target: PieceType,
        values: &SeeValues,
    ) -> bool {
        // `true` while the player to capture is the one of the query.
        let mut is_first_player = true;
        // A player who needs a positive gain fails by stopping, or if one capture cannot gain enough.
        while max_capture_gain(self.target, piece_on_target, values) >= min_gain {
            let Some((gain, capturer)) = self.capture_on_target(piece_on_target, values) else {
                break;
            };
            min_gain = i64::from(gain) - min_gain + 1;
            piece_on_target = capturer;
            is_first_player = !is_first_player;
            if min_gain <= 0 {
                // The other player needs no gain, so stopping suffices.
                return is_first_player;
            }
        }
        !is_first_player
    }

    /// Captures on the target with the least valuable piece that legally can.
    ///
    /// Returns the gain and the new piece on the target, or `None` if no capture is legal.
    #[inline]
    fn capture_on_target(
        &mut self,
        piece_on_target: PieceType,
        values: &SeeValues,
    ) -> Option<(i32, PieceType)> {
        let capturer = self.capture_with_least_valuable_attacker()?;
        let gain = values.value(piece_on_target);
        if capturer == PieceType::Pawn && is_back_rank(self.target) {
            return Some((gain + values.promotion_gain(PieceType::Queen), PieceType::Queen));
        }
        Some((gain, capturer))
    }

    /// Captures with the least valuable piece that legally can, and swaps the players.
    ///
    /// Returns the type of the capturing piece, or `None` if no capture is legal.
    #[inline]
    fn capture_with_least_valuable_attacker(&mut self) -> Option<PieceType> {
        let (capturer, from) = self.least_valuable_attacker()?;
        self.remaining_occupied = self.remaining_occupied.without(from);
        if matches!(capturer, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let diagonal = self.placement.diagonal_sliders();
            self.attackers |= bishop_attacks(self.target, self.remaining_occupied) & diagonal;
        }
        if matches!(capturer, PieceType::Rook | PieceType::Queen) {
            let orthogonal = self.placement.orthogonal_sliders();
            self.attackers |= rook_attacks(self.target, self.remaining_occupied) & orthogonal;
        }
        self.attackers &= self.remaining_occupied;
        swap(&mut self.us, &mut self.them);
        Some(capturer)
    }

    /// Returns our least valuable piece whose capture is legal, and its square.
    #[inline]
    fn least_valuable_attacker(&self) -> Option<(PieceType, Square)> {
        let candidates = self.attackers & self.us.pieces;
        if candidates.is_empty() {
            return None;
        }
        let attackers = self.legal_attackers(candidates);
        let types = [
            (PieceType::Pawn, self.placement.pawns()),
            (PieceType::Knight, self.placement.knights()),
            (PieceType::Bishop, self.placement.pieces(PieceType::Bishop)),
            (PieceType::Rook, self.placement.pieces(PieceType::Rook)),
            (PieceType::Queen, self.placement.queens()),
        ];
        for (piece_type, pieces) in types {
            if let Some(from) = (attackers & pieces).first() {
                return Some((piece_type, from));
            }
        }
        let king_captures = attackers.contains(self.us.king) && !self.is_target_defended();
        king_captures.then_some((PieceType::King, self.us.king))
    }

    /// Returns those of our attackers that do not leave our king in check; the king is not tested.
    ///
    /// The target is occupied before and after a capture, so a capture there blocks no other
    /// slider. A pinned piece cannot capture; in check by a slider off the target, only the king
    /// can. Knights and pawns off the target never give check, since the last move went to the
    /// target.
    #[inline]
    fn legal_attackers(&self, candidates: Bitboard) -> Bitboard {
        let blockers = self.remaining_occupied.with(self.target);
        let mut attackers = candidates;
        for slider in self.us.snipers & self.remaining_occupied {
            let blocking = between(self.us.king, slider) & blockers;
            if blocking.is_empty() {
                return candidates & self.us.king.bitboard();
            }
            if !blocking.has_more_than_one() {
                attackers -= blocking;
            }
        }
        attackers
    }

    /// Tests whether our king would be in check on the target, with x-rays through the king.
    #[inline]
    fn is_target_defended(&self) -> bool {
        let through_king = self.remaining_occupied.without(self.us.king);
        let diagonal =
            bishop_attacks(self.target, through_king) & self.placement.diagonal_sliders();
        let orthogonal =
            rook_attacks(self.target, through_king) & self.placement.orthogonal_sliders();
        let defenders = self.attackers | (diagonal | orthogonal) & self.remaining_occupied;
        !defenders.is_disjoint(self.them.pieces)
    }
}
