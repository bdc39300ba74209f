//! The test of a candidate: whether the rules, or the bugs that are on, allow it.

use alloc::vec::Vec;

use tabiya::{CastlingSide, PieceType};

use super::bug::{Bug, BugSet};
use super::candidates::{Candidate, Kind};
use super::mailbox::{
    CastlingSquares, KING_STEPS, Mailbox, SquareIndex, SquareSet, direction, is_between,
    is_diagonal, lacks_direction, slides, step,
};
use super::switches::Switches;

/// The checking and the pinned pieces of a position.
#[derive(Clone, Copy, Debug)]
pub struct CheckFacts {
    /// The square of the king of the side to move.
    king: Option<SquareIndex>,
    /// The squares of the pieces that give check.
    checkers: SquareSet,
    /// The squares of the pinned pieces of the side to move.
    pinned: SquareSet,
    /// The bugs on which the facts depend.
    queried: BugSet,
}

impl CheckFacts {
    /// Returns the facts of a position, as bugs have it.
    pub fn new(position: &Mailbox, active: BugSet) -> Self {
        let switches = Switches::new(active);
        let us = position.side_to_move;
        let mut checkers = SquareSet::EMPTY;
        let mut pinned = SquareSet::EMPTY;
        let king = position.king(us);
        if let Some(king) = king {
            checkers = position.attackers(king, !us, &switches);
            for direction in KING_STEPS {
                pinned = position.with_pinned_piece(king, direction, pinned);
            }
        }
        Self { king, checkers, pinned, queried: switches.queried() }
    }

    /// Returns the bugs on which the facts depend.
    pub const fn queried(&self) -> BugSet {
        self.queried
    }

    const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// The attack of a piece on the king after a move.
#[derive(Clone, Copy, Debug)]
struct KingAttack {
    king: SquareIndex,
    attacker: SquareIndex,
    /// The squares of all pieces that attack the king.
    attackers: SquareSet,
}

impl Mailbox {
    /// Tests whether the rules, as the bugs have them, allow a candidate.
    pub fn is_generated(
        &self,
        facts: &CheckFacts,
        candidate: Candidate,
        switches: &Switches,
    ) -> bool {
        let has_needs = candidate.needs.iter().all(|bug| switches.query(bug));
        if !has_needs || self.is_omitted(candidate, switches) {
            return false;
        }
        switches.record(facts.queried);
        if let Kind::Castling(side) = candidate.kind {
            return self.can_castle(facts, candidate, side, switches);
        }
        self.is_king_safe(facts, candidate, switches)
            && !self.is_evasion_omitted(facts, candidate, switches)
    }

    /// Makes a move on a copy, and tests whether an attack on the king remains that no bug ignores.
    fn is_king_safe(&self, facts: &CheckFacts, candidate: Candidate, switches: &Switches) -> bool {
        if self.is_far_from_king(facts, candidate) {
            return true;
        }
        let us = self.side_to_move;
        let next = self.after(candidate, 0, switches);
        let Some(king) = next.king(us) else { return true };
        let attackers = next.attackers(king, !us, switches);
        attackers.iter().all(|attacker| {
            if king == candidate.to && facts.king == Some(candidate.from) {
                self.is_king_attack_ignored(facts, candidate, attacker, switches)
            } else {
                let attack = KingAttack { king, attacker, attackers };
                self.is_check_ignored(facts, candidate, attack, switches)
            }
        })
    }

    /// Returns the positions after all moves that a generator with some bugs finds.
    pub fn successors(&self, bugs: BugSet) -> Vec<(Candidate, Self)> {
        let facts = CheckFacts::new(self, bugs);
        let switches = Switches::new(bugs);
        let mut candidates = self.candidates();
        candidates.retain(|&candidate| self.is_generated(&facts, candidate, &switches));
        let after = |candidate| (candidate, self.after(candidate, u8::MAX, &switches));
        candidates.into_iter().map(after).collect()
    }

    /// Tests whether a candidate cannot affect attacks on the king: the king is not in check, and
    /// the piece neither leaves a line of the king nor captures on one.
    fn is_far_from_king(&self, facts: &CheckFacts, candidate: Candidate) -> bool {
        let Candidate { from, to, kind, .. } = candidate;
        !facts.is_check()
            && kind != Kind::EnPassant
            && facts.king.is_some_and(|king| {
                let is_off_lines = |square| direction(king, square).is_none();
                king != from
                    && is_off_lines(from)
                    && (!self.is_capture(candidate) || is_off_lines(to))
            })
    }

    fn is_capture(&self, candidate: Candidate) -> bool {
        self.piece_on(candidate.to).is_some()
    }

    /// Tests whether a bug omits a candidate that the rules or another bug generate.
    fn is_omitted(&self, candidate: Candidate, switches: &Switches) -> bool {
        let Candidate { from, to, kind, .. } = candidate;
        let is_capture = self.is_capture(candidate);
        match kind {
            Kind::DoublePush => switches.query(Bug::NoDoublePush),
            Kind::EnPassant => {
                switches.query(Bug::NoEnPassant)
                    || self.is_second_capturer(from, to)
                        && switches.query(Bug::EnPassantOneCapturer)
            }
            Kind::Promotion(piece_type) => {
                let by_piece = match piece_type {
                    PieceType::Rook | PieceType::Bishop => &[Bug::NoRookBishopPromotions][..],
                    PieceType::Knight => &[Bug::NoKnightPromotions],
                    _ => &[],
                };
                let is_queen = piece_type == PieceType::Queen;
                switches.query(Bug::PawnNotPromoted)
                    || switches.query(if is_capture {
                        Bug::NoCapturePromotions
                    } else {
                        Bug::NoPushPromotions
                    })
                    || by_piece.iter().any(|&bug| switches.query(bug))
                    || !is_queen && switches.query(Bug::OnlyQueenPromotions)
                    || !is_queen && is_capture && switches.query(Bug::CapturePromotionsOnlyQueen)
            }
            Kind::Castling(side) => {
                switches.query(Bug::NoCastling)
                    || switches.query(match side {
                        CastlingSide::KingSide => Bug::NoKingsideCastling,
                        CastlingSide::QueenSide => Bug::NoQueensideCastling,
                    })
            }
            Kind::Normal => self.piece_on(from).is_some_and(|piece| {
                direction(from, to)
                    .is_some_and(|step| lacks_direction(piece.piece_type(), step, switches))
            }),
        }
    }

    /// Tests whether another pawn, on a lower file, can capture en passant too.
    fn is_second_capturer(&self, from: SquareIndex, to: SquareIndex) -> bool {
        step(from, (-2, 0)).is_some_and(|other| self.can_capture_en_passant(other, to))
    }

    /// Adds the first piece from the king in a direction if an opposing slider behind it pins the
    /// piece.
    fn with_pinned_piece(
        &self,
        king: SquareIndex,
        direction: (i8, i8),
        mut pinned: SquareSet,
    ) -> SquareSet {
        let mut candidate = None;
        let mut square = king;
        while let Some(next) = step(square, direction) {
            square = next;
            let Some(piece) = self.piece_on(square) else { continue };
            match candidate {
                None if piece.color() == self.side_to_move => candidate = Some(square),
                Some(blocker) if piece.color() != self.side_to_move => {
                    if slides(piece.piece_type(), direction) {
                        pinned.insert(blocker);
                    }
                    break;
                }
                _ => break,
            }
        }
        pinned
    }

    /// Tests whether a bug ignores the attack of a piece on the square to which the king moves.
    fn is_king_attack_ignored(
        &self,
        facts: &CheckFacts,
        candidate: Candidate,
        attacker: SquareIndex,
        switches: &Switches,
    ) -> bool {
        let piece_type = self.piece_on(attacker).map(tabiya::Piece::piece_type);
        let is_behind_king =
            facts.checkers.contains(attacker) && is_between(attacker, candidate.from, candidate.to);
        piece_type == Some(PieceType::Pawn) && switches.query(Bug::KingIgnoresPawnAttacks)
            || piece_type == Some(PieceType::King) && switches.query(Bug::KingsMayBeAdjacent)
            || self.is_capture(candidate) && switches.query(Bug::KingCapturesProtectedPiece)
            || is_behind_king && switches.query(Bug::KingStepsBackAlongRay)
            || switches.query(Bug::KingMovesIntoCheck)
            || switches.query(Bug::LegalityNotTested)
    }

    /// Tests whether a bug ignores the attack of a piece on the king after the move of another
    /// piece.
    fn is_check_ignored(
        &self,
        facts: &CheckFacts,
        candidate: Candidate,
        attack: KingAttack,
        switches: &Switches,
    ) -> bool {
        let Candidate { from, to, kind, .. } = candidate;
        let KingAttack { king, attacker, attackers } = attack;
        if facts.checkers.contains(attacker) {
            let remaining = attackers.iter().filter(|&other| facts.checkers.contains(other));
            let evades_one =
                facts.checkers.len() >= 2 && (remaining.count() as u32) < facts.checkers.len();
            return switches.query(Bug::LegalityNotTested)
                || switches.query(Bug::CheckIgnored)
                || evades_one && switches.query(Bug::DoubleCheckBlocked)
                || kind == Kind::EnPassant && switches.query(Bug::EnPassantIgnoresCheck);
        }
        if switches.query(Bug::LegalityNotTested) {
            return true;
        }
        let line = direction(king, attacker);
        if is_between(king, from, attacker) && line != direction(king, to) {
            let victim = self.en_passant_victim(to);
            if kind == Kind::EnPassant && is_between(king, victim, attacker) {
                return switches.query(Bug::EnPassantDespiteRankPin);
            }
            return self.is_pin_ignored(facts, from, line.is_some_and(is_diagonal), switches);
        }
        kind == Kind::EnPassant && switches.query(Bug::EnPassantDespiteDiagonalPin)
    }

    fn is_pin_ignored(
        &self,
        facts: &CheckFacts,
        from: SquareIndex,
        is_diagonal: bool,
        switches: &Switches,
    ) -> bool {
        let piece_type = self.piece_on(from).map(tabiya::Piece::piece_type);
        switches.query(Bug::PinnedPieceFree)
            || piece_type == Some(PieceType::Pawn) && switches.query(Bug::PinnedPawnFree)
            || piece_type == Some(PieceType::Knight) && switches.query(Bug::PinnedKnightFree)
            || facts.is_check() && switches.query(Bug::PinnedPieceEvadesCheck)
            || switches.query(if is_diagonal {
                Bug::DiagonalPinsIgnored
            } else {
                Bug::OrthogonalPinsIgnored
            })
    }

    /// Tests whether a bug omits a move of a pinned piece or an evasion.
    fn is_evasion_omitted(
        &self,
        facts: &CheckFacts,
        candidate: Candidate,
        switches: &Switches,
    ) -> bool {
        let Candidate { from, to, kind, .. } = candidate;
        if facts.pinned.contains(from) && switches.query(Bug::PinnedPieceFrozen) {
            return true;
        }
        if !facts.is_check() {
            return false;
        }
        let captures_checker = facts.checkers.contains(to);
        if self.has(from, self.side_to_move, PieceType::King) {
            return captures_checker && switches.query(Bug::KingDoesNotCaptureChecker);
        }
        if kind == Kind::EnPassant {
            return facts.checkers.contains(self.en_passant_victim(to))
                && switches.query(Bug::EnPassantNoEvasion);
        }
        let bug = if captures_checker { Bug::CheckerNotCaptured } else { Bug::CheckNotBlocked };
        switches.query(bug)
            || matches!(kind, Kind::Promotion(_)) && switches.query(Bug::PromotionNoEvasion)
            || kind == Kind::DoublePush && switches.query(Bug::DoublePushNoBlock)
    }

    /// Tests whether the rules, as the bugs have them, allow castling.
    ///
    /// A bug is queried only if all obstacles before its own are absent or ignored.
    fn can_castle(
        &self,
        facts: &CheckFacts,
        candidate: Candidate,
        side: CastlingSide,
        switches: &Switches,
    ) -> bool {
        let us = self.side_to_move;
        let Some(squares) = self.castling_squares(us, side) else { return false };
        let has_rook =
            self.has(squares.rook, us, PieceType::Rook) || is_rookless_right_kept(switches);
        if !has_rook || self.is_castling_blocked(squares, switches) {
            return false;
        }
        if facts.is_check() && !switches.query(Bug::CastlingOutOfCheck) {
            return false;
        }
        self.is_castling_king_safe(candidate, squares, switches)
            && !self.is_castling_omitted(squares, switches)
    }

    /// Tests whether a piece that no bug ignores is between king and rook or on their targets.
    fn is_castling_blocked(&self, squares: CastlingSquares, switches: &Switches) -> bool {
        let is_blocked = |square| square != squares.rook && self.piece_on(square).is_some();
        if squares.king_path().any(is_blocked) {
            return true;
        }
        squares.rook_only_path().any(is_blocked) && !switches.query(Bug::CastlingB1NeedNotBeEmpty)
    }

    /// Tests whether bugs ignore all attacks on the squares that the castling king enters.
    fn is_castling_king_safe(
        &self,
        candidate: Candidate,
        squares: CastlingSquares,
        switches: &Switches,
    ) -> bool {
        let them = !self.side_to_move;
        // The king does not shield the squares behind it.
        let mut without_king = *self;
        without_king.squares[squares.king as usize] = None;
        for square in squares.king_path().filter(|&square| square != squares.king_target) {
            let attackers = without_king.attackers(square, them, switches);
            if !self.is_castling_attack_ignored(attackers, Bug::CastlingThroughCheck, switches) {
                return false;
            }
        }
        let next = self.after(candidate, 0, switches);
        let attackers = next.attackers(squares.king_target, them, switches);
        self.is_castling_attack_ignored(attackers, Bug::CastlingIntoCheck, switches)
    }

    /// Tests whether a square has no attackers, or a bug ignores them: `bug`, or the one of pawns.
    fn is_castling_attack_ignored(
        &self,
        attackers: SquareSet,
        bug: Bug,
        switches: &Switches,
    ) -> bool {
        if attackers.is_empty() {
            return true;
        }
        let is_pawn = |square| self.has(square, !self.side_to_move, PieceType::Pawn);
        attackers.iter().all(is_pawn) && switches.query(Bug::CastlingIgnoresPawnAttacks)
            || switches.query(bug)
    }

    /// Tests whether a bug omits castling due to an attack on a square that only the rook crosses.
    fn is_castling_omitted(&self, squares: CastlingSquares, switches: &Switches) -> bool {
        let is_attacked = |square| !self.attackers(square, !self.side_to_move, switches).is_empty();
        if squares.rook_only_path().any(is_attacked) && switches.query(Bug::CastlingB1MustBeSafe) {
            return true;
        }
        is_attacked(squares.rook) && switches.query(Bug::CastlingRookMustBeSafe)
    }
}

/// Tests whether a bug keeps a castling right although its rook is gone.
fn is_rookless_right_kept(switches: &Switches) -> bool {
    switches.query(Bug::CastlingRightKeptWhenRookMoves)
        || switches.query(Bug::CastlingRightKeptWhenRookIsCaptured)
        || switches.query(Bug::CastlingRightKeptAfterPromotion)
}
