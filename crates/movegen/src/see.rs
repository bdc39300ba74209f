//! Static exchange evaluation: what a move wins or loses on the square it goes to.

use core::mem::swap;

use tabiya_core::{Bitboard, Color, Move, MoveKind, PieceType, Rank, Square};
use tabiya_tables::{between, bishop_attacks, bishop_rays, rook_attacks, rook_rays};

use crate::board::{GenericBoard, Position};
use crate::key::BoardKey;
use crate::placement::Placement;

/// What the pieces are worth in an exchange.
///
/// Numbers of 16 bits, so that no exchange overflows the `i32` it is counted in. The king
/// has none: it never stands where it can be taken.
///
/// ```
/// use tabiya_core::PieceType;
/// use tabiya_movegen::SeeValues;
///
/// const MINE: SeeValues = SeeValues::new(100, 320, 330, 500, 950);
/// assert_eq!(MINE.of(PieceType::Bishop), 330);
/// assert_eq!(SeeValues::DEFAULT.of(PieceType::Bishop), 300);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeValues {
    /// In the order of [`PieceType`], the king's being 0.
    values: [i16; PieceType::COUNT],
}

impl SeeValues {
    /// Pawn 100, knight and bishop 300, rook 500, queen 900.
    pub const DEFAULT: Self = Self::new(100, 300, 300, 500, 900);

    /// The values of one's choice. They say what is won and lost, not who takes first: the
    /// order of attackers is always that of [`PieceType`].
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

    /// The value of a kind of piece; 0 for the king.
    ///
    /// ```
    /// use tabiya_core::PieceType;
    /// use tabiya_movegen::SeeValues;
    ///
    /// assert_eq!(SeeValues::DEFAULT.of(PieceType::Rook), 500);
    /// ```
    #[inline]
    pub const fn of(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize] as i32
    }

    /// What a pawn gains by becoming something.
    #[inline]
    const fn promotion_gain(&self, piece_type: PieceType) -> i32 {
        self.of(piece_type) - self.of(PieceType::Pawn)
    }
}

impl Default for SeeValues {
    /// [`SeeValues::DEFAULT`].
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<K: BoardKey> GenericBoard<K> {
    /// What a legal move gains in material once all captures on its target are played out
    /// as well as the rules below allow; negative if it loses some. In
    /// [`SeeValues::DEFAULT`], where a pawn is 100.
    ///
    /// The move is made, capture or not, then the players take turns on the square where
    /// the moved piece stands:
    ///
    /// - A player may stop, and does where taking would lose.
    /// - Or else takes with the least valuable piece, in the order of [`PieceType`], that
    ///   may *legally* take on the board as it then is; of several of a kind, with the one
    ///   on the lowest square, a1 first. Pieces pinned by then stay where they are, in
    ///   check from elsewhere only the king may take, and the king takes only what nobody
    ///   guards, were it by a pinned piece. Lines opened by pieces gone are open.
    /// - A pawn that takes on its last rank becomes a queen: it gains the difference, and
    ///   stands to be lost as a queen.
    ///
    /// The move itself counts what it takes, en passant included, and what its pawn
    /// becomes; castling counts 0. Nothing but the one square is looked at: no mate, no
    /// stalemate, and no other capture, en passant among them.
    ///
    /// The move must be legal; the number for any other means nothing.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// // The rook takes a pawn that nobody guards; the knight is lost for another.
    /// let position = Position::from_fen("4k3/2p5/3p4/8/4N3/8/6p1/4K1R1 w - - 0 1")?;
    /// assert_eq!(position.see(Move::new(Square::G1, Square::G2)), 100);
    /// assert_eq!(position.see(Move::new(Square::E4, Square::D6)), -200);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn see(&self, mv: Move) -> i32 {
        self.see_with(mv, &SeeValues::DEFAULT)
    }

    /// What a legal move gains as [`see`](Self::see) defines it, in values of one's choice.
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

    /// Whether a legal move gains `threshold` or more: `see(mv) >= threshold`, most often
    /// found sooner.
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
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_ge_with(mv, threshold, &SeeValues::DEFAULT)
    }

    /// Whether a legal move gains `threshold` or more in values of one's choice:
    /// `see_with(mv, values) >= threshold`, most often found sooner.
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
        // What the reply must gain at least to spoil it.
        let needed = i64::from(gain) - i64::from(threshold) + 1;
        if needed <= 0 {
            return false;
        }
        // Not more than the piece can be lost, nor can a king.
        let most = most_gained(mv.to(), standing, values);
        if standing == PieceType::King || most < needed {
            return true;
        }
        !Exchange::after(&self.position(), mv).gains(needed, standing, values)
    }
}

/// The first move of an exchange: what it gains, and what it leaves on its target.
struct Opening {
    gain: i32,
    standing: PieceType,
}

impl Opening {
    /// `None` for castling, which starts no exchange, and where no piece moves.
    #[inline]
    fn of(position: &Position, mv: Move, values: &SeeValues) -> Option<Self> {
        if mv.is_castling() {
            return None;
        }
        let record = position.record(mv)?;
        let prey = record.captured.map_or(0, |captured| values.of(captured));
        Some(match mv.kind().promotion() {
            None => Self { gain: prey, standing: record.moved },
            Some(piece) => Self { gain: prey + values.promotion_gain(piece), standing: piece },
        })
    }
}

/// The most that one capture on `target` can gain.
#[inline]
fn most_gained(target: Square, standing: PieceType, values: &SeeValues) -> i64 {
    let promotion =
        if is_back_rank(target) { values.promotion_gain(PieceType::Queen).max(0) } else { 0 };
    i64::from(values.of(standing) + promotion)
}

#[inline]
const fn is_back_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// One player in an exchange.
struct Player {
    pieces: Bitboard,
    king: Square,
    /// The opponent's sliders that would give check if nothing stood between.
    aiming: Bitboard,
}

impl Player {
    #[inline]
    fn of(position: &Position, color: Color) -> Self {
        let king = position.king(color);
        let straight = rook_rays(king) & position.state.placement.orthogonal_sliders();
        let diagonal = bishop_rays(king) & position.state.placement.diagonal_sliders();
        let aiming = (straight | diagonal) & position.colors(!color);
        Self { pieces: position.colors(color), king, aiming }
    }
}

/// An exchange under way: what is left around the piece on the target.
struct Exchange<'a> {
    placement: &'a Placement,
    target: Square,
    /// Whoever may take next.
    us: Player,
    them: Player,
    /// Where pieces stand as they did before the exchange; the target is not among it.
    remaining: Bitboard,
    /// The pieces of both players that attack the target.
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    /// The exchange once a move is made that is not castling and not the king's.
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

    /// What the next player gains at best; 0 by stopping.
    #[inline]
    fn best(&mut self, standing: PieceType, values: &SeeValues) -> i32 {
        let Some((gain, left)) = self.capture(standing, values) else { return 0 };
        (gain - self.best(left, values)).max(0)
    }

    /// Whether the next player gains `needed`, which is above 0, or more.
    #[inline]
    fn gains(mut self, mut needed: i64, mut standing: PieceType, values: &SeeValues) -> bool {
        // Whether the player to take is the one who is asked about.
        let mut ours = true;
        // Who must gain something fails by stopping, and by not gaining enough at once.
        while most_gained(self.target, standing, values) >= needed {
            let Some((gain, left)) = self.capture(standing, values) else { break };
            needed = i64::from(gain) - needed + 1;
            standing = left;
            ours = !ours;
            if needed <= 0 {
                // By stopping, the other gains as much.
                return ours;
            }
        }
        !ours
    }

    /// Takes on the target if that is legal: what it gains, and what stands there then.
    #[inline]
    fn capture(&mut self, standing: PieceType, values: &SeeValues) -> Option<(i32, PieceType)> {
        let taker = self.take()?;
        let gain = values.of(standing);
        if taker == PieceType::Pawn && is_back_rank(self.target) {
            return Some((gain + values.promotion_gain(PieceType::Queen), PieceType::Queen));
        }
        Some((gain, taker))
    }

    /// Takes with our least valuable piece that legally can, and passes the turn.
    #[inline]
    fn take(&mut self) -> Option<PieceType> {
        let (taker, from) = self.least_valuable()?;
        self.remaining = self.remaining.without(from);
        if matches!(taker, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let diagonal = self.placement.diagonal_sliders();
            self.attackers |= bishop_attacks(self.target, self.remaining) & diagonal;
        }
        if matches!(taker, PieceType::Rook | PieceType::Queen) {
            let straight = self.placement.orthogonal_sliders();
            self.attackers |= rook_attacks(self.target, self.remaining) & straight;
        }
        self.attackers &= self.remaining;
        swap(&mut self.us, &mut self.them);
        Some(taker)
    }

    /// Our least valuable piece that may legally take, and its square.
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

    /// Those of our attackers that do not leave the king in check, the king itself aside.
    ///
    /// The target is occupied before a capture as after it, so taking there shields from no
    /// slider but the one that is taken. A piece that alone shields the king cannot take at
    /// all; in check from elsewhere only the king can. Knights and pawns give such a check
    /// never: the last move went to the target.
    #[inline]
    fn able(&self, candidates: Bitboard) -> Bitboard {
        let blockers = self.remaining.with(self.target);
        let mut able = candidates;
        for slider in self.us.aiming & self.remaining {
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

    /// Whether our king would be in check on the target, lines through it being open.
    #[inline]
    fn is_guarded_from_king(&self) -> bool {
        let through_king = self.remaining.without(self.us.king);
        let diagonal =
            bishop_attacks(self.target, through_king) & self.placement.diagonal_sliders();
        let straight =
            rook_attacks(self.target, through_king) & self.placement.orthogonal_sliders();
        let guards = self.attackers | (diagonal | straight) & self.remaining;
        !guards.is_disjoint(self.them.pieces)
    }
}
