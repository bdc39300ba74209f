//! The squares on which the verdict about a move rests.

use tabiya::tables::{between, castling_empty, castling_safe};
use tabiya::{Bitboard, IllegalMove, Move, Position, Square};

use super::describe::pinner;
use super::sentence::{captured_square, double_push_origin};

/// The squares on which an [`Explanation`](super::Explanation) rests, by their role.
///
/// Roles that do not apply are empty. [`squares`](Self::squares) is never empty, except for a null
/// move.
///
/// ```
/// use tabiya::{Bitboard, Position, Square};
/// use tabiya_explain::legality::explain_text;
///
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
/// let evidence = explain_text(&position, "e2c3")?.evidence;
/// assert_eq!(evidence.attackers, Square::E8.into());
/// assert_eq!(evidence.attacked, Square::E1.into());
/// assert_eq!(evidence.blockers, Square::E2.into());
/// assert!(evidence.line.contains(Square::E5));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Evidence {
    /// The moving piece's square, if the move is known.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::square"))]
    pub origin: Option<Square>,
    /// The move's target, if it is known. For castling, it is the king's destination.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::square"))]
    pub target: Option<Square>,
    /// The opponent's pieces that give check, attack one of the king's squares, or pin a piece.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub attackers: Bitboard,
    /// The squares that the attackers attack, before the move or after it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub attacked: Bitboard,
    /// The squares between attackers and attacked squares, or the path that must be clear.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub line: Bitboard,
    /// The pieces on such a line: pinned pieces, and pieces that block a path.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub blockers: Bitboard,
    /// The squares that must not be attacked, and are not: the king's squares in legal castling.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub safe: Bitboard,
    /// The piece that a legal move captures. It is beside the target for en passant.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::square"))]
    pub captured: Option<Square>,
    /// All squares that the sentence names, and the squares in the other roles except lines.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::squares"))]
    pub squares: Bitboard,
}

impl Evidence {
    /// Creates the evidence about a move without any role but origin and target.
    pub(super) fn of_squares(origin: Option<Square>, target: Option<Square>) -> Self {
        Self { origin, target, ..Self::default() }.with_squares(Bitboard::EMPTY)
    }

    /// Adds to `squares` some squares and the squares in all roles except lines.
    pub(super) fn with_squares(mut self, named: Bitboard) -> Self {
        let single = [self.origin, self.target, self.captured];
        let single: Bitboard = single.into_iter().flatten().collect();
        self.squares |= named | single | self.attackers | self.attacked | self.blockers | self.safe;
        self
    }

    /// Adds pieces that attack a square, and the squares between.
    fn with_attack(mut self, attackers: Bitboard, attacked: Square) -> Self {
        self.attackers |= attackers;
        self.attacked |= attacked.bitboard();
        for attacker in attackers {
            self.line |= between(attacker, attacked);
        }
        self
    }
}

/// Returns the evidence for a legal move.
pub(super) fn legal_evidence(position: &Position, mv: Move) -> Evidence {
    let us = position.side_to_move();
    let mut evidence = Evidence::of_squares(Some(mv.from()), Some(destination(mv)));
    if mv.is_castling() {
        let files = (mv.from().file(), mv.to().file());
        evidence.safe = castling_safe(us, files.0, files.1);
        evidence.line = castling_empty(us, files.0, files.1);
        return evidence.with_squares(mv.to().into());
    }
    let mut named = Bitboard::EMPTY;
    if position.is_capture(mv) {
        evidence.captured = Some(captured_square(mv));
    }
    if mv.is_en_passant() {
        named.insert(double_push_origin(position, mv));
    }
    let king = position.king(us);
    let checkers = position.checkers();
    if checkers.any() {
        evidence = evidence.with_attack(checkers, king);
    }
    if mv.from() != king
        && position.generator().pinned().contains(mv.from())
        && let Some(pinner) = pinner(position, mv.from())
    {
        evidence = evidence.with_attack(pinner.into(), king);
        evidence.blockers.insert(mv.from());
    }
    evidence.with_squares(named)
}

/// Returns the evidence for an illegal move with its reason.
pub(super) fn illegal_evidence(position: &Position, mv: Move, reason: &IllegalMove) -> Evidence {
    let us = position.side_to_move();
    let king = position.king(us);
    let occupied = position.occupied();
    let attackers =
        |square, occupied| position.attackers_to(square, occupied) & position.colors(!us);
    let evidence = Evidence::of_squares(Some(mv.from()), Some(destination(mv)));
    let evidence = match *reason {
        IllegalMove::CastlingBlocked(by) => {
            let path = castling_empty(us, mv.from().file(), mv.to().file());
            let blockers = (path & occupied).with(by.square);
            Evidence { line: path, blockers, ..evidence }
        }
        IllegalMove::CastlingInCheck(by) | IllegalMove::StillInCheck(by) => {
            evidence.with_attack(attackers(king, occupied).with(by.square), king)
        }
        IllegalMove::CastlingThroughAttack { square, by } => {
            evidence.with_attack(attackers(square, occupied).with(by.square), square)
        }
        IllegalMove::CastlingExposesKing(by) => {
            let evidence = evidence.with_attack(by.square.into(), destination(mv));
            Evidence { blockers: mv.to().into(), ..evidence }
        }
        IllegalMove::Pinned { piece, by } => {
            let evidence = evidence.with_attack(by.square.into(), king);
            Evidence { blockers: piece.square.into(), ..evidence }
        }
        IllegalMove::OwnPiece(piece) => Evidence { blockers: piece.square.into(), ..evidence },
        IllegalMove::Blocked { piece, by } => {
            let path = between(piece.square, mv.to()).with(mv.to());
            let blockers = (path & occupied).with(by.square);
            Evidence { line: path, blockers, ..evidence }
        }
        IllegalMove::KingAttacked { square, by } => {
            let by_all = attackers(square, occupied.without(king)).with(by.square);
            evidence.with_attack(by_all, square)
        }
        IllegalMove::EnPassantExposesKing(by) => {
            let captured = captured_square(mv);
            let after = occupied.without(mv.from()).without(captured).with(mv.to());
            let by_all = attackers(king, after).without(captured).with(by.square);
            let evidence = evidence.with_attack(by_all, king);
            Evidence { captured: Some(captured), ..evidence }
        }
        IllegalMove::DoubleCheck([one, two]) => {
            evidence.with_attack(Bitboard::from(one.square).with(two.square), king)
        }
        _ => evidence,
    };
    evidence.with_squares(named_squares(reason))
}

/// Returns the moving piece's destination: the king's for castling.
fn destination(mv: Move) -> Square {
    match mv.castling_side() {
        Some(side) => Square::new(side.king_destination(), mv.from().rank()),
        None => mv.to(),
    }
}

/// Returns the squares that the sentence about a reason names.
fn named_squares(reason: &IllegalMove) -> Bitboard {
    match *reason {
        IllegalMove::NoPiece(square)
        | IllegalMove::NoCastlingRight(square)
        | IllegalMove::CapturesKing(square)
        | IllegalMove::NoEnPassant(square)
        | IllegalMove::MissingPromotion(square)
        | IllegalMove::UnexpectedPromotion(square) => square.into(),
        IllegalMove::OpponentsPiece(piece) | IllegalMove::OwnPiece(piece) => piece.square.into(),
        IllegalMove::NothingToCapture { piece, to } | IllegalMove::CannotReach { piece, to } => {
            Bitboard::from(piece.square).with(to)
        }
        IllegalMove::Blocked { piece, .. } | IllegalMove::Pinned { piece, .. } => {
            piece.square.into()
        }
        _ => Bitboard::EMPTY,
    }
}
