//! Castling candidates.

use tabiya::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square};

use super::super::changes::{ChangeSet, all_or};
use super::super::grammar::{Rule, Scope};
use super::board::CastlingSquares;
use super::kind::Kind;
use super::moves::{Candidate, Generator, side_scope};
use super::pieces::piece_scope;

/// The corner square from which the rook castles in standard chess.
fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    Square::new(file, Rank::First.relative_to(color))
}

impl<E> Generator<'_, E> {
    pub(super) fn visit_castling(&mut self) -> Result<(), E> {
        for (side, kind) in
            [(CastlingSide::KingSide, Kind::Kingside), (CastlingSide::QueenSide, Kind::Queenside)]
        {
            let us = self.us();
            let right = self.board.castling[us as usize][side as usize];
            let home = self.board.king_homes[us as usize];
            let is_standard = home == Square::new(File::E, Rank::First.relative_to(us));
            if right.is_none() && !is_standard {
                continue;
            }
            let rook = right.unwrap_or_else(|| corner(us, side));
            let Some(squares) = self.board.castling_squares(side, rook) else { continue };
            let mut candidate = Candidate::new(squares.king, squares.rook, kind);
            if self.test_castling(&mut candidate, squares, right.is_some()) {
                self.visit_tested(&mut candidate)?;
            }
        }
        Ok(())
    }

    /// Tests the castling conditions, or which edits drop those that are violated.
    fn test_castling(
        &self,
        candidate: &mut Candidate,
        squares: CastlingSquares,
        has_right: bool,
    ) -> bool {
        let scope = candidate.kind.castling_side().map_or(Scope::All, side_scope);
        let of = |rule| all_or(rule, scope);
        let blockers = self.board.occupied().without(squares.king).without(squares.rook);
        let has_rook = self.board.of(self.us(), PieceType::Rook).contains(squares.rook);
        // With a right that an edit kept, the king castles even if the rook is elsewhere.
        if !has_rook && !has_right {
            return false;
        }
        let conditions = [
            (has_right, of(Rule::CastlingRight)),
            ((blockers & squares.king_path()).is_empty(), of(Rule::CastlingKingPath)),
            ((blockers & squares.rook_only_path()).is_empty(), of(Rule::CastlingRookPath)),
        ];
        conditions.iter().all(|(holds, waivers)| *holds || candidate.violate(waivers, self.edits))
            && self.test_omissions(candidate)
            && self.test_castling_safety(candidate, squares)
    }

    fn test_castling_safety(&self, candidate: &mut Candidate, squares: CastlingSquares) -> bool {
        let scope = candidate.kind.castling_side().map_or(Scope::All, side_scope);
        // Neither the king nor the rook shields squares behind it. On the target, both have moved.
        let without_king = self.board.occupied().without(squares.king);
        let after =
            without_king.without(squares.rook).with(squares.rook_target).with(squares.king_target);
        let through = squares.king_path().without(squares.king_target).without(squares.king);
        let is_safe = self.test_castling_square(
            candidate,
            squares.king,
            without_king.with(squares.king),
            Rule::CastlingInCheck,
        ) && through.iter().all(|square| {
            self.test_castling_square(candidate, square, without_king, Rule::CastlingThrough)
        }) && self.test_castling_square(
            candidate,
            squares.king_target,
            after,
            Rule::CastlingInto,
        );
        if !is_safe {
            return false;
        }
        let mut strict = ChangeSet::EMPTY;
        let is_attacked = |squares: Bitboard| {
            squares
                .iter()
                .any(|square| self.board.attackers(square, !self.us(), self.board.occupied()).any())
        };
        if is_attacked(squares.rook_only_path()) {
            strict = strict.with(Rule::CastlingSafeB, Scope::All);
        }
        if is_attacked(squares.rook.bitboard()) {
            strict = strict.union(&all_or(Rule::CastlingSafeRook, scope));
        }
        candidate.omit(&strict, self.edits)
    }

    /// Tests whether a square on the castling king's path is attacked, or which edits ignore the
    /// attack.
    fn test_castling_square(
        &self,
        candidate: &mut Candidate,
        square: Square,
        occupied: Bitboard,
        rule: Rule,
    ) -> bool {
        let scope = candidate.kind.castling_side().map_or(Scope::All, side_scope);
        let attackers = self.board.attackers(square, !self.us(), occupied);
        let is_safe = attackers.iter().all(|attacker| {
            let piece = self.board.type_on(attacker).map_or(Scope::All, piece_scope);
            let waivers = all_or(rule, scope)
                .with(Rule::CastlingAttack, piece)
                .union(&self.ignored(attacker, square))
                .union(&self.pinned_attack(attacker, Scope::Castling));
            candidate.violate(&waivers, self.edits)
        });
        is_safe && self.test_phantoms(candidate, square, Some(Rule::CastlingPhantom))
    }
}
