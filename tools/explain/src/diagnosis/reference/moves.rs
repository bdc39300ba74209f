//! Candidates: the moves that the rules or an edit allow, and how they are tested.

use tabiya::{Bitboard, CastlingSide, Color, File, PieceType, Square};

use super::super::changes::{Change, ChangeSet, only};
use super::super::grammar::{self, Rule, SCOPE_COUNT, Scope};
use super::board::Board;
use super::edits::Edits;
use super::kind::Kind;
use super::steps::{direction_scope, lines_scope};

/// The changes that omit moves of a kind with a feature, or numbers above all changes.
static OMITTERS: [[[Change; 3]; SCOPE_COUNT]; Kind::ALL.len()] = {
    let mut table = [[[Change::MAX; 3]; SCOPE_COUNT]; Kind::ALL.len()];
    let mut kind = 0;
    while kind < Kind::ALL.len() {
        let rules = Kind::ALL[kind].omission_rules();
        let mut cell = 0;
        while cell < SCOPE_COUNT * 3 {
            if let Some(rule) = rules[cell % 3] {
                table[kind][cell / 3][cell % 3] = grammar::change(rule, Scope::ALL[cell / 3]);
            }
            cell += 1;
        }
        kind += 1;
    }
    table
};

/// A move that the rules or some edits allow.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub from: Square,
    /// The target square. In castling, it is the rook's square.
    pub to: Square,
    pub kind: Kind,
    pub promotion: Option<PieceType>,
    /// `true` if the move is generated with the active edits alone.
    pub is_generated: bool,
    /// The edits that each let the move be generated if it is not.
    pub added_by: ChangeSet,
    /// The edits that each omit the move.
    pub removed_by: ChangeSet,
}

impl Candidate {
    pub const fn new(from: Square, to: Square, kind: Kind) -> Self {
        Self {
            from,
            to,
            kind,
            promotion: None,
            is_generated: true,
            added_by: ChangeSet::EMPTY,
            removed_by: ChangeSet::EMPTY,
        }
    }

    /// Notes a condition that the move violates, and the edits that drop it. Returns `false` if the
    /// move needs no further tests, because no considered edit allows it.
    pub fn violate(&mut self, waivers: &ChangeSet, edits: &Edits) -> bool {
        if waivers.intersects(&edits.active) {
            return true;
        }
        let waivers = waivers.intersection(&edits.varied);
        self.added_by =
            if self.is_generated { waivers } else { self.added_by.intersection(&waivers) };
        self.is_generated = false;
        !self.added_by.is_empty()
    }

    /// Notes a condition and the edits that drop it. Returns `false` if the move needs no further tests.
    pub fn require(&mut self, holds: bool, waivers: &ChangeSet, edits: &Edits) -> bool {
        holds || self.violate(waivers, edits)
    }

    /// Notes edits that omit the move. Returns `false` if one of them is active.
    pub fn omit(&mut self, omitters: &ChangeSet, edits: &Edits) -> bool {
        self.removed_by = self.removed_by.union(&omitters.intersection(&edits.varied));
        !omitters.intersects(&edits.active)
    }
}

/// Checks and pins for the side to move, by the rules.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub king: Option<Square>,
    pub checkers: Bitboard,
    pub pinned: Bitboard,
}

/// The edits that see phantom attacks everywhere.
const PHANTOMS: ChangeSet = only(Rule::PushAttack, Scope::All)
    .with(Rule::WrapA, Scope::Pawn)
    .with(Rule::WrapH, Scope::Pawn)
    .with(Rule::WrapA, Scope::Knight)
    .with(Rule::WrapH, Scope::Knight)
    .with(Rule::WrapA, Scope::King)
    .with(Rule::WrapH, Scope::King);

/// The generator for one position. It calls `visit` with each candidate, and stops at an error.
pub struct Generator<'a, E> {
    pub(super) board: &'a Board,
    pub(super) edits: &'a Edits,
    pub(super) facts: Facts,
    /// `true` if an edit sees a phantom attack on any square.
    pub(super) sees_phantoms: bool,
    /// `true` if an edit sees one on the king's square.
    pub(super) has_king_phantoms: bool,
    /// The number of moves that are counted without a visit, if the caller wants only their number.
    pub(super) counted: Option<i64>,
    visit: &'a mut dyn FnMut(&Candidate) -> Result<(), E>,
}

impl<'a, E> Generator<'a, E> {
    pub fn new(
        board: &'a Board,
        edits: &'a Edits,
        visit: &'a mut dyn FnMut(&Candidate) -> Result<(), E>,
    ) -> Self {
        let king = board.king(board.side);
        let facts = Facts { king, checkers: board.checkers(), pinned: board.pinned(board.side) };
        let sees_phantoms = PHANTOMS.intersects(&edits.seen);
        Self { board, edits, facts, sees_phantoms, has_king_phantoms: false, counted: None, visit }
    }

    /// Visits the candidates that an edit may concern. Returns how many other moves there are.
    ///
    /// # Errors
    ///
    /// Returns the error for a visit.
    pub fn count(&mut self) -> Result<i64, E> {
        self.counted = Some(0);
        self.run()?;
        Ok(self.counted.take().unwrap_or(0))
    }

    /// Counts a piece's moves without a visit, if the caller allows it and no edit concerns them.
    pub(super) fn count_moves(
        &mut self,
        from: Square,
        targets: impl Fn(&Self) -> Bitboard,
        kind: Kind,
    ) -> bool {
        let is_plain = self.facts.checkers.is_empty()
            && !self.facts.pinned.contains(from)
            && !self.has_king_phantoms
            && !self.edits.touches(kind);
        let Some(counted) = self.counted.filter(|_| is_plain) else { return false };
        self.counted = Some(counted + targets(self).len() as i64);
        true
    }

    /// Visits all candidates, each move once.
    pub fn run(&mut self) -> Result<(), E> {
        if self.sees_phantoms {
            let mut has_phantoms = false;
            if let Some(king) = self.facts.king {
                self.for_each_phantom(king, None, |_, seen_by| {
                    has_phantoms |= seen_by.intersects(&self.edits.seen);
                });
            }
            self.has_king_phantoms = has_phantoms;
        }
        self.visit_pawns()?;
        for piece_type in PieceType::ALL {
            if piece_type != PieceType::Pawn {
                self.visit_pieces(piece_type)?;
            }
        }
        self.visit_castling()
    }

    pub(super) fn us(&self) -> Color {
        self.board.side
    }

    /// Tests a candidate that obeys its piece's rules, or only breaks some that edits drop, and
    /// visits it.
    pub(super) fn submit(&mut self, candidate: &mut Candidate) -> Result<(), E> {
        if self.test_omissions(candidate) && self.test_safety(candidate) {
            self.visit_tested(candidate)?;
        }
        Ok(())
    }

    pub(super) fn visit_tested(&mut self, candidate: &mut Candidate) -> Result<(), E> {
        if !candidate.is_generated {
            candidate.added_by = candidate.added_by.difference(&candidate.removed_by);
        }
        if candidate.is_generated || !candidate.added_by.is_empty() {
            (self.visit)(candidate)?;
        }
        Ok(())
    }

    /// Notes the edits that omit a class of moves to which the candidate belongs.
    pub(super) fn test_omissions(&self, candidate: &mut Candidate) -> bool {
        let kind = candidate.kind;
        let considered = self.edits.omissions[kind as usize];
        if considered == 0 {
            return true;
        }
        let mut features = self.features(candidate) & considered;
        let mut omitters = ChangeSet::EMPTY;
        while features != 0 {
            let changes = OMITTERS[kind as usize][features.trailing_zeros() as usize];
            features &= features - 1;
            changes.iter().for_each(|&change| omitters.insert(change));
        }
        candidate.omit(&omitters, self.edits)
    }

    /// Returns the scopes to which a candidate belongs, as bits.
    fn features(&self, candidate: &Candidate) -> u64 {
        let Candidate { from, to, kind, .. } = *candidate;
        let mut features = Scope::All.bit() | Scope::FileA.after(from.file() as usize).bit();
        if matches!(from.file(), File::A | File::H) {
            features |= Scope::FromEdge.bit();
        }
        let captured = self.board.type_on(to).filter(|_| kind.castling_side().is_none());
        features |= match captured {
            Some(PieceType::King) => Scope::Capture.bit(),
            Some(piece_type) => {
                Scope::Capture.bit() | Scope::TakesPawn.after(piece_type as usize).bit()
            }
            None => Scope::Quiet.bit(),
        };
        features |= match to.file() {
            File::A => Scope::ToFileA.bit(),
            File::H => Scope::ToFileH.bit(),
            _ => 0,
        };
        let direction = direction_scope(from, to);
        features |= direction.map_or(0, Scope::bit);
        features |= direction.map_or(0, |scope| lines_scope(scope).bit());
        if kind.is_pawn_move() && from.file() != to.file() {
            features |= if from.file() < to.file() { Scope::East.bit() } else { Scope::West.bit() };
        }
        if (to.bitboard() & EDGE).any() {
            features |= Scope::Edge.bit();
        }
        features |= match candidate.promotion {
            Some(PieceType::Queen) => Scope::ToQueen.bit(),
            Some(PieceType::Rook) => {
                Scope::ToRook.bit() | Scope::RookBishop.bit() | Scope::Underpromotion.bit()
            }
            Some(PieceType::Bishop) => {
                Scope::ToBishop.bit() | Scope::RookBishop.bit() | Scope::Underpromotion.bit()
            }
            Some(PieceType::Knight) => Scope::ToKnight.bit() | Scope::Underpromotion.bit(),
            _ => 0,
        };
        features | self.evasion_features(candidate)
    }

    /// Returns a candidate's features that depend on checks, pins and en passant, as bits.
    fn evasion_features(&self, candidate: &Candidate) -> u64 {
        let Candidate { from, to, kind, .. } = *candidate;
        let mut features = 0;
        if self.facts.pinned.contains(from) {
            features |= Scope::Pinned.bit();
        }
        let mut captured = to;
        if kind == Kind::EnPassant {
            captured = self.board.victim(to).unwrap_or(to);
            let other = from.offset(-2, 0).filter(|&other| self.captures_en_passant(other, to));
            features |= other.map_or(0, |_| Scope::SecondPawn.bit());
        }
        if self.facts.checkers.any() {
            features |= Scope::InCheck.bit();
            let takes_checker = self.facts.checkers.contains(captured);
            features |=
                if takes_checker { Scope::TakesChecker.bit() } else { Scope::BlocksCheck.bit() };
        }
        features
    }
}

/// The squares at the board's edge.
const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// Returns a castling side's scope.
pub const fn side_scope(side: CastlingSide) -> Scope {
    match side {
        CastlingSide::KingSide => Scope::Kingside,
        CastlingSide::QueenSide => Scope::Queenside,
    }
}
