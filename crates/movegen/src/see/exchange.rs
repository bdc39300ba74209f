//! The exchange on one square: by legal captures, or by pseudo-legal ones as in the classic algorithm.

use core::mem::swap;

use tabiya_core::{Bitboard, Color, Move, MoveKind, PieceType, Rank, Square};
use tabiya_tables::{between, bishop_attacks, bishop_rays, rook_attacks, rook_rays};

use super::values::SeeValues;
use crate::board::Position;
use crate::placement::Placement;

/// Returns a move's evaluation, with legal captures or with pseudo-legal ones.
#[inline]
pub(super) fn value<const LEGAL: bool>(position: &Position, mv: Move, values: &SeeValues) -> i32 {
    let Some(first) = FirstMove::new(position, mv, values) else { return 0 };
    if first.piece_on_target == PieceType::King {
        return first.gain;
    }
    let mut exchange = Exchange::<LEGAL>::after_move(position, mv);
    first.gain - exchange.best_gain(first.piece_on_target, values)
}

/// Tests whether a move's evaluation is at least `threshold`.
#[inline]
pub(super) fn is_value_at_least<const LEGAL: bool>(
    position: &Position,
    mv: Move,
    threshold: i32,
    values: &SeeValues,
) -> bool {
    let Some(FirstMove { gain, piece_on_target }) = FirstMove::new(position, mv, values) else {
        return threshold <= 0;
    };
    // The gain with which the opponent would push the result below the threshold.
    let min_gain = i64::from(gain) - i64::from(threshold) + 1;
    if min_gain <= 0 {
        return false;
    }
    // The opponent can gain at most the moved piece's value, and cannot capture a king.
    let max_gain = max_capture_gain(mv.to(), piece_on_target, values);
    if piece_on_target == PieceType::King || max_gain < min_gain {
        return true;
    }
    !Exchange::<LEGAL>::after_move(position, mv).gains_at_least(min_gain, piece_on_target, values)
}

/// An exchange's first move: its gain, and the piece that it leaves on the target.
struct FirstMove {
    gain: i32,
    piece_on_target: PieceType,
}

impl FirstMove {
    /// Evaluates an exchange's first move.
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

/// Returns an upper bound on the gain from one capture on `target`.
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

/// One player's pieces and snipers in an exchange.
struct Player {
    pieces: Bitboard,
    king: Square,
    /// The opponent's snipers: sliders that would give check on a board without blockers.
    snipers: Bitboard,
}

impl Player {
    /// Returns a player's sets, without the snipers if they do not matter.
    #[inline]
    fn new<const LEGAL: bool>(position: &Position, color: Color) -> Self {
        let king = position.king(color);
        if !LEGAL {
            return Self { pieces: position.colors(color), king, snipers: Bitboard::EMPTY };
        }
        let orthogonal = rook_rays(king) & position.state.placement.orthogonal_sliders();
        let diagonal = bishop_rays(king) & position.state.placement.diagonal_sliders();
        let snipers = (orthogonal | diagonal) & position.colors(!color);
        Self { pieces: position.colors(color), king, snipers }
    }
}

/// An exchange's state: the remaining pieces around the target.
///
/// Captures are legal if `LEGAL`; otherwise they are pseudo-legal, and pins and checks are ignored.
struct Exchange<'a, const LEGAL: bool> {
    placement: &'a Placement,
    target: Square,
    /// The player who captures next.
    us: Player,
    them: Player,
    /// The occupied squares, except the target and the squares that the exchange has vacated.
    remaining_occupied: Bitboard,
    /// Both players' pieces that attack the target.
    attackers: Bitboard,
}

impl<'a, const LEGAL: bool> Exchange<'a, LEGAL> {
    /// Returns the exchange after a move that is neither castling nor a king move.
    #[inline]
    fn after_move(position: &'a Position, mv: Move) -> Self {
        let from = mv.from();
        let target = mv.to();
        let mover = position.side_to_move();
        let mut remaining_occupied = position.occupied().without(from).without(target);
        if mv.kind() == MoveKind::EnPassant {
            remaining_occupied =
                remaining_occupied.without(Square::new(target.file(), from.rank()));
        }
        Self {
            placement: &position.state.placement,
            target,
            us: Player::new::<LEGAL>(position, !mover),
            them: Player::new::<LEGAL>(position, mover),
            remaining_occupied,
            attackers: position.attackers_to(target, remaining_occupied) & remaining_occupied,
        }
    }

    /// Returns the next player's best gain: at least 0, the gain from stopping.
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
        // `true` while the player to capture is the one that the query is about.
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

    /// Captures on the target with the least valuable piece that can.
    ///
    /// Returns the gain and the new piece on the target, or `None` if no capture is possible.
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

    /// Captures with the least valuable piece that can, and swaps the players.
    ///
    /// Returns the capturing piece's type, or `None` if no capture is possible.
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

    /// Returns our least valuable piece that can capture, and its square.
    #[inline]
    fn least_valuable_attacker(&self) -> Option<(PieceType, Square)> {
        let candidates = self.attackers & self.us.pieces;
        if candidates.is_empty() {
            return None;
        }
        let attackers = if LEGAL { self.legal_attackers(candidates) } else { candidates };
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
