//! The board of the diagnosis: an 8×8 mailbox, read from a position, with attacks by scanning.

use tabiya::{CastlingSide, Color, Piece, PieceType, Position, Square};

use super::bug::Bug;
use super::switches::Switches;

/// The index of a square, 0 for a1 to 63 for h8.
pub type SquareIndex = u8;

/// The steps of a king: files and ranks.
pub const KING_STEPS: [(i8, i8); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The jumps of a knight: files and ranks.
pub const KNIGHT_JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The files of the two captures of a pawn.
pub const PAWN_CAPTURE_FILES: [i8; 2] = [-1, 1];

/// A position as an array of 64 squares.
///
/// It shares types, but no code with the generator of `tabiya`: no bitboards, no tables, no masks
/// of checks or pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mailbox {
    pub(super) squares: [Option<Piece>; 64],
    pub(super) side_to_move: Color,
    /// The rook's square of each castling right, by color and side.
    pub(super) castling: [[Option<SquareIndex>; 2]; 2],
    /// The squares from which the kings castle. They are the same in all positions of a tree.
    pub(super) king_homes: [SquareIndex; 2],
    pub(super) ep_square: Option<SquareIndex>,
}

impl From<&Position> for Mailbox {
    fn from(position: &Position) -> Self {
        let mut mailbox = Self {
            squares: Square::ALL.map(|square| position.piece_on(square)),
            side_to_move: position.side_to_move(),
            castling: [[None; 2]; 2],
            king_homes: Color::ALL.map(|color| position.king(color) as SquareIndex),
            ep_square: position.ep_square().map(|square| square as SquareIndex),
        };
        for (color, side, file) in position.castling_rights().iter() {
            let king = mailbox.king_homes[color as usize];
            mailbox.castling[color as usize][side as usize] =
                Some(rank(king) as SquareIndex * 8 + file as SquareIndex);
        }
        mailbox
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(u64);

impl SquareSet {
    pub const EMPTY: Self = Self(0);

    pub fn insert(&mut self, square: SquareIndex) {
        self.0 |= 1 << square;
    }

    pub const fn contains(self, square: SquareIndex) -> bool {
        self.0 & 1 << square != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = SquareIndex> {
        (0..64).filter(move |&square| self.contains(square))
    }
}

pub const fn file(square: SquareIndex) -> i8 {
    (square % 8) as i8
}

pub const fn rank(square: SquareIndex) -> i8 {
    (square / 8) as i8
}

/// Returns the square some files and ranks away, or `None` off the board.
pub fn step(square: SquareIndex, (files, ranks): (i8, i8)) -> Option<SquareIndex> {
    let file = file(square) + files;
    let rank = rank(square) + ranks;
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((rank * 8 + file) as SquareIndex)
}

/// Returns the square that the addition of indices yields if a step leaves the board at the a-file
/// or h-file, and otherwise `None`. It is a rank off the step.
pub fn wrapped_step(square: SquareIndex, (files, ranks): (i8, i8)) -> Option<SquareIndex> {
    let index = square as i8 + ranks * 8 + files;
    let is_wrapped = !(0..8).contains(&(file(square) + files));
    (is_wrapped && (0..64).contains(&i16::from(index))).then_some(index as SquareIndex)
}

/// Returns the step that leads along a line from one square towards another, if they share a line.
pub fn direction(from: SquareIndex, to: SquareIndex) -> Option<(i8, i8)> {
    let files = file(to) - file(from);
    let ranks = rank(to) - rank(from);
    let is_line = from != to && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
    is_line.then(|| (files.signum(), ranks.signum()))
}

/// Tests whether a square is strictly between two squares of a line.
pub fn is_between(from: SquareIndex, square: SquareIndex, to: SquareIndex) -> bool {
    let towards = direction(from, square);
    towards.is_some() && towards == direction(square, to)
}

pub const fn is_diagonal((files, ranks): (i8, i8)) -> bool {
    files != 0 && ranks != 0
}

/// Tests whether a piece type slides in a direction.
pub fn slides(piece_type: PieceType, direction: (i8, i8)) -> bool {
    match piece_type {
        PieceType::Queen => true,
        PieceType::Rook => !is_diagonal(direction),
        PieceType::Bishop => is_diagonal(direction),
        _ => false,
    }
}

/// Returns the direction of the pawns of a color, in ranks.
pub const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the bug due to which a step beyond the a-file or h-file is possible.
pub const fn wrap_bug(piece_type: PieceType, files: i8) -> Option<Bug> {
    Some(match (piece_type, files < 0) {
        (PieceType::Pawn, true) => Bug::PawnWrapFileA,
        (PieceType::Pawn, false) => Bug::PawnWrapFileH,
        (PieceType::Knight, true) => Bug::KnightWrapFileA,
        (PieceType::Knight, false) => Bug::KnightWrapFileH,
        (PieceType::King, true) => Bug::KingWrapFileA,
        (PieceType::King, false) => Bug::KingWrapFileH,
        _ => return None,
    })
}

impl Mailbox {
    /// Returns the piece on a square.
    pub const fn piece_on(&self, square: SquareIndex) -> Option<Piece> {
        self.squares[square as usize]
    }

    /// Tests whether a piece of a color and type is on a square.
    pub fn has(&self, square: SquareIndex, color: Color, piece_type: PieceType) -> bool {
        self.piece_on(square) == Some(Piece::new(color, piece_type))
    }

    /// Returns the square of a king. A bug may have captured it.
    pub fn king(&self, color: Color) -> Option<SquareIndex> {
        (0..64).find(|&square| self.has(square, color, PieceType::King))
    }

    /// Returns the squares that a castling right involves, if the king is on its home square.
    pub fn castling_squares(&self, color: Color, side: CastlingSide) -> Option<CastlingSquares> {
        let rook = self.castling[color as usize][side as usize]?;
        let king = self.king_homes[color as usize];
        let on_back_rank = |file| rank(king) as SquareIndex * 8 + file as SquareIndex;
        self.has(king, color, PieceType::King).then(|| CastlingSquares {
            king,
            rook,
            king_target: on_back_rank(side.king_destination() as u8),
            rook_target: on_back_rank(side.rook_destination() as u8),
        })
    }

    /// Returns the squares of the pieces of a color that attack a square, as the bugs have it.
    pub fn attackers(&self, target: SquareIndex, by: Color, switches: &Switches) -> SquareSet {
        let mut attackers = SquareSet::EMPTY;
        self.add_leapers(&mut attackers, target, by, switches);
        self.add_pawns(&mut attackers, target, by, switches);
        for direction in KING_STEPS {
            if let Some(slider) = self.slider(target, by, direction, switches) {
                attackers.insert(slider);
            }
        }
        attackers
    }

    fn add_leapers(
        &self,
        attackers: &mut SquareSet,
        target: SquareIndex,
        by: Color,
        switches: &Switches,
    ) {
        let kinds = [(PieceType::Knight, KNIGHT_JUMPS), (PieceType::King, KING_STEPS)];
        for (piece_type, steps) in kinds {
            for (files, ranks) in steps {
                let back = (-files, -ranks);
                if let Some(from) = step(target, back)
                    && self.has(from, by, piece_type)
                {
                    let is_ignored = piece_type == PieceType::Knight
                        && switches.query(Bug::KnightAttacksIgnored);
                    if !is_ignored {
                        attackers.insert(from);
                    }
                } else if let Some(from) = wrapped_step(target, back)
                    && self.has(from, by, piece_type)
                    && wrap_bug(piece_type, files).is_some_and(|bug| switches.query(bug))
                {
                    attackers.insert(from);
                }
            }
        }
    }

    fn add_pawns(
        &self,
        attackers: &mut SquareSet,
        target: SquareIndex,
        by: Color,
        switches: &Switches,
    ) {
        let back = -forward(by);
        for files in PAWN_CAPTURE_FILES {
            if let Some(from) = step(target, (-files, back)) {
                if self.has(from, by, PieceType::Pawn) && !switches.query(Bug::PawnAttacksIgnored) {
                    attackers.insert(from);
                }
            } else if let Some(from) = wrapped_step(target, (-files, back))
                && self.has(from, by, PieceType::Pawn)
                && wrap_bug(PieceType::Pawn, files).is_some_and(|bug| switches.query(bug))
            {
                attackers.insert(from);
            }
        }
        if let Some(from) = step(target, (0, back))
            && self.has(from, by, PieceType::Pawn)
            && switches.query(Bug::PawnPushesAttack)
        {
            attackers.insert(from);
        }
    }

    /// Returns the slider of a color that attacks a square from a direction.
    fn slider(
        &self,
        target: SquareIndex,
        by: Color,
        direction: (i8, i8),
        switches: &Switches,
    ) -> Option<SquareIndex> {
        let mut square = target;
        let mut is_behind_piece = false;
        loop {
            square = step(square, direction)?;
            let Some(piece) = self.piece_on(square) else { continue };
            if piece.color() == by {
                let attacks = slides(piece.piece_type(), direction)
                    && (!is_behind_piece || switches.query(Bug::SliderContinuesAfterCapture))
                    && !lacks_direction(piece.piece_type(), direction, switches);
                return attacks.then_some(square);
            }
            is_behind_piece = true;
        }
    }
}

/// Tests whether the bugs deprive a piece of a direction.
pub fn lacks_direction(piece_type: PieceType, direction: (i8, i8), switches: &Switches) -> bool {
    piece_type == PieceType::Queen
        && switches.query(if is_diagonal(direction) {
            Bug::QueenLacksDiagonals
        } else {
            Bug::QueenLacksRanksAndFiles
        })
}

/// The origin and target squares of king and rook in castling.
#[derive(Clone, Copy, Debug)]
pub struct CastlingSquares {
    pub king: SquareIndex,
    pub rook: SquareIndex,
    pub king_target: SquareIndex,
    pub rook_target: SquareIndex,
}

impl CastlingSquares {
    /// Yields the squares from one to another of the back rank, both included.
    fn span(from: SquareIndex, to: SquareIndex) -> impl Iterator<Item = SquareIndex> {
        from.min(to)..=from.max(to)
    }

    /// Yields the squares that the king enters, its target included.
    pub fn king_path(self) -> impl Iterator<Item = SquareIndex> {
        Self::span(self.king, self.king_target).filter(move |&square| square != self.king)
    }

    /// Yields the squares that the rook enters or the king crosses to it, but that are not on the
    /// path of the king: b1 in standard chess.
    pub fn rook_only_path(self) -> impl Iterator<Item = SquareIndex> {
        Self::span(self.rook, self.rook_target).filter(move |&square| {
            let on_king_path = Self::span(self.king, self.king_target).any(|other| other == square);
            square != self.rook && !on_king_path
        })
    }
}
