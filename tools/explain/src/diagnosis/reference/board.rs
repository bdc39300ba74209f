//! The reference generator's board.

use tabiya::tables::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use tabiya::{Bitboard, CastlingSide, Color, Direction, PieceType, Position, Square};

/// A position in which the pieces may stand as no legal move puts them: a king can be captured, and
/// a pawn can stand on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: [Bitboard; 6],
    colors: [Bitboard; 2],
    pub side: Color,
    /// The rook's square for each castling right, by color and side.
    pub castling: [[Option<Square>; 2]; 2],
    /// The squares from which the kings castle. They are the same in all positions in a tree.
    pub king_homes: [Square; 2],
    pub ep_square: Option<Square>,
    pub clock: u8,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let king_homes = Color::ALL.map(|color| position.king(color));
        let mut castling = [[None; 2]; 2];
        for (color, side, file) in position.castling_rights().iter() {
            let rank = king_homes[color as usize].rank();
            castling[color as usize][side as usize] = Some(Square::new(file, rank));
        }
        Self {
            pieces: PieceType::ALL.map(|piece_type| position.pieces(piece_type)),
            colors: Color::ALL.map(|color| position.colors(color)),
            side: position.side_to_move(),
            castling,
            king_homes,
            ep_square: position.ep_square(),
            clock: position.halfmove_clock().min(200) as u8,
        }
    }
}

/// The king's and the rook's squares in castling.
#[derive(Clone, Copy, Debug)]
pub struct CastlingSquares {
    pub king: Square,
    pub rook: Square,
    pub king_target: Square,
    pub rook_target: Square,
}

impl CastlingSquares {
    /// Returns the squares between two squares on the back rank, both included.
    fn span(a: Square, b: Square) -> Bitboard {
        tabiya::tables::between(a, b) | a.bitboard() | b.bitboard()
    }

    /// Returns the squares that the king enters, its target included.
    pub fn king_path(self) -> Bitboard {
        Self::span(self.king, self.king_target).without(self.king)
    }

    /// Returns the squares that the rook enters or the king crosses towards it, but that are not on
    /// the king's path: b1 in standard chess.
    pub fn rook_only_path(self) -> Bitboard {
        let span = Self::span(self.rook, self.rook_target).without(self.rook);
        span & !Self::span(self.king, self.king_target)
    }
}

impl Board {
    /// Returns the position and a depth as numbers: equal if and only if they are.
    pub fn key(&self, depth: u8) -> [u64; 9] {
        let mut key = [0; 9];
        let sets = self.pieces.iter().chain(&self.colors);
        key.iter_mut().zip(sets).for_each(|(word, set)| *word = set.0);
        let squares = self.castling.iter().flatten().chain([&self.ep_square]);
        let state = squares.fold(self.side as u64, |state, square| {
            state << 7 | square.map_or(64, |square| square as u64)
        });
        key[8] = state << 8 | u64::from(depth);
        key
    }

    /// Tests whether no side has the material for a mate: kings with at most one knight or bishop.
    pub fn is_dead(&self) -> bool {
        let minor = self.of_type(PieceType::Knight) | self.of_type(PieceType::Bishop);
        let others = self.occupied() & !minor & !self.of_type(PieceType::King);
        others.is_empty() && minor.len() <= 1
    }

    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    pub fn of(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type as usize] & self.colors[color as usize]
    }

    pub fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type as usize]
    }

    pub fn type_on(&self, square: Square) -> Option<PieceType> {
        PieceType::ALL
            .into_iter()
            .find(|&piece_type| self.pieces[piece_type as usize].contains(square))
    }

    /// Returns a king's square, unless an edit let it be captured.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, PieceType::King).first()
    }

    pub fn remove(&mut self, square: Square) {
        let keep = !square.bitboard();
        self.pieces.iter_mut().for_each(|set| *set &= keep);
        self.colors.iter_mut().for_each(|set| *set &= keep);
    }

    /// Puts a piece on a square, in place of the piece there.
    pub fn put(&mut self, square: Square, color: Color, piece_type: PieceType) {
        self.remove(square);
        self.pieces[piece_type as usize].insert(square);
        self.colors[color as usize].insert(square);
    }

    /// Returns a color's pieces that attack a square if some squares are occupied. Pieces that are
    /// not on occupied squares do not attack.
    pub fn attackers(&self, target: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let of = |piece_type| self.of_type(piece_type);
        let queens = of(PieceType::Queen);
        let attackers = pawn_attacks(!by, target) & of(PieceType::Pawn)
            | knight_attacks(target) & of(PieceType::Knight)
            | king_attacks(target) & of(PieceType::King)
            | bishop_attacks(target, occupied) & (of(PieceType::Bishop) | queens)
            | rook_attacks(target, occupied) & (of(PieceType::Rook) | queens);
        attackers & self.of_color(by) & occupied
    }

    /// Returns a color's pieces that alone shield their king from a slider.
    pub fn pinned(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let attacks = |occupied| bishop_attacks(king, occupied) | rook_attacks(king, occupied);
        let hidden = occupied & !(attacks(occupied) & self.of_color(color));
        let pinners =
            self.attackers(king, !color, hidden) & !self.attackers(king, !color, occupied);
        let pinned = |pinner| tabiya::tables::between(king, pinner) & self.of_color(color);
        pinners.iter().map(pinned).fold(Bitboard::EMPTY, core::ops::BitOr::bitor)
    }

    /// Returns the squares that a castling right involves, if the king is on its home square.
    pub fn castling_squares(&self, side: CastlingSide, rook: Square) -> Option<CastlingSquares> {
        let king = self.king_homes[self.side as usize];
        let on_back_rank = |file| Square::new(file, king.rank());
        self.of(self.side, PieceType::King).contains(king).then(|| CastlingSquares {
            king,
            rook,
            king_target: on_back_rank(side.king_destination()),
            rook_target: on_back_rank(side.rook_destination()),
        })
    }
}

/// Returns the direction that leads along a line from one square towards another, if they share one.
pub fn direction(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| ray(from, direction).contains(to))
}

/// Tests whether a square is strictly between two squares on a line.
pub fn is_between(from: Square, square: Square, to: Square) -> bool {
    tabiya::tables::between(from, to).contains(square)
}

/// Returns the square that adding indices yields if a step leaves the board at the a-file or
/// h-file, and otherwise `None`. The square is a rank off the step.
pub fn wrapped(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let index = square as i8 + ranks * 8 + files;
    let is_wrapped = !(0..8).contains(&(square.file() as i8 + files));
    (is_wrapped && index >= 0).then(|| Square::from_index(index as usize)).flatten()
}
