//! Seeded random games of all variants: one engine for every test that plays.

use tabiya::{Board, Color, File, Move, PieceType, Position};

use crate::random::SplitMix;

/// The plies of a game that does not end sooner.
const PLIES: usize = 200;

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From the start position of standard chess.
    Standard,
    /// From one of the 960 arrays, the same for both.
    Chess960,
    /// From two of them.
    DoubleChess960,
    /// From a row of the suites.
    Suites,
}

/// All kinds, in the order in which they take turns.
pub const KINDS: [Kind; 4] = [Kind::Standard, Kind::Chess960, Kind::DoubleChess960, Kind::Suites];

/// The boards of a game, the first among them.
#[derive(Clone, Debug)]
pub struct Playout {
    /// The kind of start.
    pub kind: Kind,
    /// Up to 200 plies, fewer if the game ended or enough boards were played.
    pub boards: Vec<Board>,
}

/// Seeded games, until there are as many boards as asked for: a tenth from rows of the
/// suites, the rest in equal parts from standard chess, Chess960 and double Chess960.
///
/// Half the games play any legal move; the others take the livelier of two, so that pieces
/// vanish, pawns arrive, and sparse endings come up.
///
/// The games depend on the seed and their place in the sequence alone.
///
/// ```
/// use tabiya::Position;
/// use tabiya_tests::playouts::Playouts;
///
/// let rows = [Position::START];
/// let boards = Playouts::new(1_000, 1, &rows).map(|playout| playout.boards.len());
/// assert_eq!(boards.sum::<usize>(), 1_000);
/// ```
#[derive(Clone, Debug)]
pub struct Playouts<'a> {
    rows: &'a [Position],
    seed: u64,
    index: usize,
    left: [u64; KINDS.len()],
}

impl<'a> Playouts<'a> {
    /// Games of so many boards; none starts from the suites if there are no rows.
    pub fn new(boards: u64, seed: u64, rows: &'a [Position]) -> Self {
        let of_suites = if rows.is_empty() { 0 } else { boards / 10 };
        let third = (boards - of_suites) / 3;
        let standard = boards - of_suites - 2 * third;
        Self { rows, seed, index: 0, left: [standard, third, third, of_suites] }
    }
}

impl Iterator for Playouts<'_> {
    type Item = Playout;

    fn next(&mut self) -> Option<Playout> {
        if self.left.iter().all(|&left| left == 0) {
            return None;
        }
        loop {
            let index = self.index;
            self.index += 1;
            let turn = index % KINDS.len();
            if self.left[turn] == 0 {
                continue;
            }
            let mut random = SplitMix(SplitMix(self.seed).next() ^ index as u64);
            let kind = KINDS[turn];
            let is_lively = index / KINDS.len() % 2 == 1;
            let start = start(kind, self.rows, &mut random);
            let style = if is_lively { Style::Lively } else { Style::Any };
            let mut boards = Vec::new();
            play(start.into(), PLIES, style, &mut random, |board| boards.push(*board));
            let left = &mut self.left[turn];
            boards.truncate(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= boards.len() as u64;
            return Some(Playout { kind, boards });
        }
    }
}

fn start(kind: Kind, rows: &[Position], random: &mut SplitMix) -> Position {
    match kind {
        Kind::Standard => Position::START,
        Kind::Chess960 => {
            let array = back_rank(random);
            array_position(&array, &array)
        }
        Kind::DoubleChess960 => array_position(&back_rank(random), &back_rank(random)),
        Kind::Suites => rows[random.below(rows.len())],
    }
}

/// Plays random legal moves from `board`, at most `plies`, and shows every board to `visit`,
/// the first among them.
pub fn playout(board: Board, plies: usize, seed: u64, visit: impl FnMut(&Board)) {
    play(board, plies, Style::Any, &mut SplitMix(seed), visit);
}

/// The choice of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Any legal move, each as likely.
    Any,
    /// The livelier of two.
    Lively,
}

/// Plays a game to its end or to the limit.
fn play(
    mut board: Board,
    plies: usize,
    style: Style,
    random: &mut SplitMix,
    mut visit: impl FnMut(&Board),
) {
    visit(&board);
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut chosen = moves[random.below(moves.len())];
        if style == Style::Lively {
            let other = moves[random.below(moves.len())];
            if liveliness(&board, other) > liveliness(&board, chosen) {
                chosen = other;
            }
        }
        board.make_move(chosen);
        visit(&board);
    }
}

/// Promotions first, then captures, castling, checks and steps of the king.
fn liveliness(board: &Board, mv: Move) -> u32 {
    let captures = !mv.is_castling() && board.occupied().contains(mv.to());
    let is_kings = board.piece_type_on(mv.from()) == Some(PieceType::King);
    8 * u32::from(mv.promotion().is_some())
        + 4 * u32::from(captures || mv.is_en_passant() || mv.is_castling())
        + 2 * u32::from(board.after(mv).is_check())
        + u32::from(is_kings)
}

/// One of the 960 arrays, each as likely: the bishops on squares of both colours, the king
/// between the rooks.
fn back_rank(random: &mut SplitMix) -> [PieceType; File::COUNT] {
    let mut array = [None; File::COUNT];
    array[2 * random.below(4)] = Some(PieceType::Bishop);
    array[2 * random.below(4) + 1] = Some(PieceType::Bishop);
    for piece_type in [PieceType::Queen, PieceType::Knight, PieceType::Knight] {
        let free: Vec<_> = (0..File::COUNT).filter(|&file| array[file].is_none()).collect();
        array[free[random.below(free.len())]] = Some(piece_type);
    }
    let mut rest = [PieceType::Rook, PieceType::King, PieceType::Rook].into_iter();
    // Three places are left; a king on all of them would be refused.
    array.map(|place| place.or_else(|| rest.next()).unwrap_or(PieceType::King))
}

/// The position of two arrays before the first move.
///
/// # Panics
///
/// If the FEN is refused, which it is not.
fn array_position(white: &[PieceType; File::COUNT], black: &[PieceType; File::COUNT]) -> Position {
    let letters = |array: &[PieceType; File::COUNT], color: Color| -> String {
        array.iter().map(|piece_type| piece_type.of(color).to_char()).collect()
    };
    let rights = |array: &[PieceType; File::COUNT], first: u8| -> String {
        let rooks = (first..).zip(array).filter(|&(_, &piece_type)| piece_type == PieceType::Rook);
        rooks.map(|(file, _)| char::from(file)).collect()
    };
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1",
        letters(black, Color::Black),
        letters(white, Color::White),
        rights(white, b'A'),
        rights(black, b'a'),
    );
    Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Drawn often enough, all 960 arrays come up, and nothing else.
    #[test]
    fn there_are_960_arrays() {
        let mut random = SplitMix(1);
        let arrays: HashSet<_> = (0..20_000).map(|_| back_rank(&mut random)).collect();
        assert_eq!(arrays.len(), 960);
        for array in arrays {
            let files = |piece_type| (0..8).filter(|&file| array[file] == piece_type).collect();
            let (bishops, rooks): (Vec<_>, Vec<_>) =
                (files(PieceType::Bishop), files(PieceType::Rook));
            let kings: Vec<usize> = files(PieceType::King);
            assert!(bishops[0] % 2 != bishops[1] % 2, "{array:?}");
            assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "{array:?}");
        }
    }

    #[test]
    fn the_parts_are_equal_and_the_seed_tells_all() {
        let rows = [Position::START];
        let games: Vec<_> = Playouts::new(10_000, 7, &rows).collect();
        let boards = KINDS.map(|kind| {
            let of_kind = games.iter().filter(|playout| playout.kind == kind);
            of_kind.map(|playout| playout.boards.len()).sum::<usize>()
        });
        assert_eq!(boards, [3_000, 3_000, 3_000, 1_000]);
        let again = Playouts::new(10_000, 7, &rows).flat_map(|playout| playout.boards);
        assert!(games.iter().flat_map(|playout| playout.boards.clone()).eq(again));
        let other = Playouts::new(10_000, 8, &rows).flat_map(|playout| playout.boards);
        assert!(!games.into_iter().flat_map(|playout| playout.boards).eq(other));
    }
}
