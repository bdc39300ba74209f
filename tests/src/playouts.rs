//! Reproducible random games in standard chess, Chess960 and double Chess960.

use tabiya::{Board, Color, File, Move, PieceType, Position};
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::all_positions;

/// A game's maximum ply count.
const PLIES: usize = 200;

/// The kind of position from which a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// The standard chess start position.
    Standard,
    /// A Chess960 start position.
    Chess960,
    /// A double Chess960 start position: the players have independent back ranks.
    DoubleChess960,
    /// A position from the perft suites.
    Suite,
}

impl StartKind {
    /// All kinds, in the order in which [`Playouts`] alternates between them.
    pub const ALL: [Self; 4] = [Self::Standard, Self::Chess960, Self::DoubleChess960, Self::Suite];
}

/// A random game as its board sequence.
#[derive(Clone, Debug)]
pub struct Playout {
    /// The start position's kind.
    pub kind: StartKind,
    /// The start position and the boards after each ply. There are at most 200 plies, and fewer if
    /// the game ended or the requested board count was reached.
    pub boards: Vec<Board>,
}

/// An iterator over random games with a given total board count.
///
/// A tenth of the boards are from games that start from suite positions. The others are in equal
/// parts from standard chess, Chess960 and double Chess960.
///
/// Half the games play uniformly random legal moves. The others draw two moves and play the more tactical
/// one, which leads to more promotions and to endgames with few pieces.
///
/// A game depends on the seed and on its index only.
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
    remaining: [u64; StartKind::ALL.len()],
}

impl<'a> Playouts<'a> {
    /// Creates an iterator over games with `boards` boards in total.
    ///
    /// `rows` are the suite positions. If there are none, no game starts from a suite.
    pub fn new(boards: u64, seed: u64, rows: &'a [Position]) -> Self {
        let suite = if rows.is_empty() { 0 } else { boards / 10 };
        let chess960 = (boards - suite) / 3;
        let standard = boards - suite - 2 * chess960;
        Self { rows, seed, index: 0, remaining: [standard, chess960, chess960, suite] }
    }
}

impl Iterator for Playouts<'_> {
    type Item = Playout;

    fn next(&mut self) -> Option<Playout> {
        if self.remaining.iter().all(|&remaining| remaining == 0) {
            return None;
        }
        loop {
            let index = self.index;
            self.index += 1;
            let kind_index = index % StartKind::ALL.len();
            if self.remaining[kind_index] == 0 {
                continue;
            }
            let mut random = SplitMix(SplitMix(self.seed).next() ^ index as u64);
            let kind = StartKind::ALL[kind_index];
            let is_tactical = index / StartKind::ALL.len() % 2 == 1;
            let start = start_position(kind, self.rows, &mut random);
            let choice = if is_tactical { MoveChoice::Tactical } else { MoveChoice::Uniform };
            let mut boards = Vec::new();
            play(start.into(), PLIES, choice, &mut random, |board| boards.push(*board));
            let remaining = &mut self.remaining[kind_index];
            boards.truncate(usize::try_from(*remaining).unwrap_or(usize::MAX));
            *remaining -= boards.len() as u64;
            return Some(Playout { kind, boards });
        }
    }
}

/// Calls `check` on each of `boards` boards in the games from [`Playouts`], on all CPUs.
///
/// # Panics
///
/// Panics if `check` panics or the suites cannot be read.
pub fn for_each_board(boards: u64, seed: u64, check: impl Fn(&Board) + Sync) {
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let playouts = Playouts::new(boards, seed, &rows);
    parallel_for_each(playouts, cpu_count(), |playout| playout.boards.iter().for_each(&check));
}

fn start_position(kind: StartKind, rows: &[Position], random: &mut SplitMix) -> Position {
    match kind {
        StartKind::Standard => Position::START,
        StartKind::Chess960 => {
            let pieces = back_rank(random);
            chess960_position(&pieces, &pieces)
        }
        StartKind::DoubleChess960 => chess960_position(&back_rank(random), &back_rank(random)),
        StartKind::Suite => rows[random.below(rows.len())],
    }
}

/// Plays at most `plies` random legal moves, and calls `visit` with `board` and the board after each.
pub fn playout(board: Board, plies: usize, seed: u64, visit: impl FnMut(&Board)) {
    play(board, plies, MoveChoice::Uniform, &mut SplitMix(seed), visit);
}

/// A policy for choosing random moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveChoice {
    /// A uniformly random legal move.
    Uniform,
    /// The more tactical one of two random legal moves.
    Tactical,
}

/// Plays a game to its end or to `plies` plies.
fn play(
    mut board: Board,
    plies: usize,
    choice: MoveChoice,
    random: &mut SplitMix,
    mut visit: impl FnMut(&Board),
) {
    visit(&board);
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[random.below(moves.len())];
        if choice == MoveChoice::Tactical {
            let other = moves[random.below(moves.len())];
            if tactical_score(&board, other) > tactical_score(&board, mv) {
                mv = other;
            }
        }
        board.make_move(mv);
        visit(&board);
    }
}

/// Returns a score that ranks promotions first, then captures and castling, checks, and king moves.
fn tactical_score(board: &Board, mv: Move) -> u32 {
    let is_capture = !mv.is_castling() && board.occupied().contains(mv.to());
    let is_king_move = board.piece_type_on(mv.from()) == Some(PieceType::King);
    8 * u32::from(mv.promotion().is_some())
        + 4 * u32::from(is_capture || mv.is_en_passant() || mv.is_castling())
        + 2 * u32::from(board.after(mv).is_check())
        + u32::from(is_king_move)
}

/// Returns a uniformly random Chess960 back rank.
fn back_rank(random: &mut SplitMix) -> [PieceType; File::COUNT] {
    let mut pieces = [None; File::COUNT];
    pieces[2 * random.below(4)] = Some(PieceType::Bishop);
    pieces[2 * random.below(4) + 1] = Some(PieceType::Bishop);
    for piece_type in [PieceType::Queen, PieceType::Knight, PieceType::Knight] {
        let empty: Vec<_> = (0..File::COUNT).filter(|&file| pieces[file].is_none()).collect();
        pieces[empty[random.below(empty.len())]] = Some(piece_type);
    }
    let mut others = [PieceType::Rook, PieceType::King, PieceType::Rook].into_iter();
    // Exactly three files are empty, so the default is never used.
    pieces.map(|piece| piece.or_else(|| others.next()).unwrap_or(PieceType::King))
}

/// Returns the start position with two back ranks.
///
/// # Panics
///
/// Panics if the FEN is rejected, which does not happen for Chess960 back ranks.
fn chess960_position(
    white: &[PieceType; File::COUNT],
    black: &[PieceType; File::COUNT],
) -> Position {
    let letters = |pieces: &[PieceType; File::COUNT], color: Color| -> String {
        pieces.iter().map(|piece_type| piece_type.of(color).to_char()).collect()
    };
    let rights = |pieces: &[PieceType; File::COUNT], first: u8| -> String {
        let rooks = (first..).zip(pieces).filter(|&(_, &piece_type)| piece_type == PieceType::Rook);
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
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn back_rank_yields_all_960_and_no_others() {
        let mut random = SplitMix(1);
        let back_ranks: HashSet<_> = (0..20_000).map(|_| back_rank(&mut random)).collect();
        assert_eq!(back_ranks.len(), 960);
        for pieces in back_ranks {
            let files = |piece_type| (0..8).filter(|&file| pieces[file] == piece_type).collect();
            let (bishops, rooks): (Vec<_>, Vec<_>) =
                (files(PieceType::Bishop), files(PieceType::Rook));
            let kings: Vec<usize> = files(PieceType::King);
            assert!(bishops[0] % 2 != bishops[1] % 2, "{pieces:?}");
            assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "{pieces:?}");
        }
    }

    #[test]
    fn playouts_depend_on_seed_only_and_kinds_share_boards_equally() {
        let rows = [Position::START];
        let games: Vec<_> = Playouts::new(10_000, 7, &rows).collect();
        let boards = StartKind::ALL.map(|kind| {
            let of_kind = games.iter().filter(|playout| playout.kind == kind);
            of_kind.map(|playout| playout.boards.len()).sum::<usize>()
        });
        assert_eq!(boards, [3_000, 3_000, 3_000, 1_000]);
        let same_seed = Playouts::new(10_000, 7, &rows).flat_map(|playout| playout.boards);
        assert!(games.iter().flat_map(|playout| playout.boards.clone()).eq(same_seed));
        let other_seed = Playouts::new(10_000, 8, &rows).flat_map(|playout| playout.boards);
        assert!(!games.into_iter().flat_map(|playout| playout.boards).eq(other_seed));
    }

    #[test]
    fn for_each_board_visits_requested_board_count() {
        let boards = AtomicU64::new(0);
        for_each_board(2_345, 1, |_| {
            boards.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(boards.into_inner(), 2_345);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn for_each_board_with_failing_check_panics() {
        for_each_board(100, 1, |board| assert!(board.occupied().is_empty()));
    }
}
