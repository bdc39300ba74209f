//! An alpha-beta search on tabiya, after the change of library.

use std::cmp::Reverse;

use tabiya::prelude::*;
use tabiya::{MoveFilter, MoveList, tables};

/// The score for a mate at the root, more than any evaluation.
const MATE: i32 = 30_000;

/// The maximum distance from the root in plies.
const MAX_PLY: usize = 64;

/// The piece types' values, in centipawns.
const VALUES: [i32; PieceType::COUNT] = [100, 320, 330, 500, 900, 0];

/// A search's state.
pub struct Search {
    /// The number of positions searched.
    pub nodes: u64,
    /// The hashes for the positions in the game and in the current line.
    hashes: Vec<u64>,
    /// Quiet moves that refuted another move at the same ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// The scores for quiet moves that refuted another, by origin and target.
    history: Vec<[i32; Square::COUNT]>,
}

impl Search {
    /// Creates a search in a game with one position.
    pub fn new(board: &Board) -> Self {
        Self {
            nodes: 0,
            hashes: vec![board.key()],
            killers: [[None; 2]; MAX_PLY],
            history: vec![[0; Square::COUNT]; Square::COUNT],
        }
    }

    /// Returns a position's score for the side to move.
    pub fn search(&mut self, board: &Board, mut depth: i32, ply: usize, window: (i32, i32)) -> i32 {
        let (mut alpha, beta) = window;
        let is_check = board.is_check();
        depth += i32::from(is_check);
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(board, alpha, beta);
        }
        self.nodes += 1;
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            return if is_check { ply as i32 - MATE } else { 0 };
        }
        if ply > 0 && self.is_draw(board) {
            return 0;
        }
        if depth > 2
            && has_pieces(board)
            && let Some(after) = board.null_move()
        {
            let score = -self.reply(&after, depth - 3, ply, (-beta, 1 - beta));
            if score >= beta {
                return beta;
            }
        }
        self.order(board, ply, &mut moves);
        for (index, &mv) in moves.iter().enumerate() {
            let after = board.after(mv);
            let is_quiet = board.is_quiet(mv);
            let is_late = is_quiet && index > 3 && depth > 2 && !after.is_check();
            let mut score =
                -self.reply(&after, depth - 1 - i32::from(is_late), ply, (-beta, -alpha));
            if is_late && score > alpha {
                score = -self.reply(&after, depth - 1, ply, (-beta, -alpha));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.killers[ply] = [Some(mv), self.killers[ply][0]];
                    self.history[mv.from() as usize][mv.to() as usize] += depth * depth;
                }
                break;
            }
        }
        alpha
    }

    /// Searches the position after a move.
    fn reply(&mut self, after: &Board, depth: i32, ply: usize, window: (i32, i32)) -> i32 {
        self.hashes.push(after.key());
        let score = self.search(after, depth, ply + 1, window);
        self.hashes.pop();
        score
    }

    /// Returns the score after captures.
    fn quiesce(&mut self, board: &Board, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        alpha = alpha.max(evaluate(board));
        if alpha >= beta {
            return alpha;
        }
        let mut moves = captures(board);
        self.order(board, MAX_PLY - 1, &mut moves);
        for &mv in moves.iter() {
            let after = board.after(mv);
            alpha = alpha.max(-self.quiesce(&after, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Sorts moves, the most promising first.
    fn order(&self, board: &Board, ply: usize, moves: &mut [Move]) {
        moves.sort_by_key(|&mv| {
            let from = mv.from() as usize;
            let to = mv.to() as usize;
            let attacker = board.piece_type_on(mv.from()).expect("a move of a piece");
            let score = if board.is_capture(mv) {
                let victim = board.piece_type_on(mv.to()).unwrap_or(PieceType::Pawn);
                1_000_000 + 10 * VALUES[victim as usize] - VALUES[attacker as usize]
            } else if self.killers[ply].contains(&Some(mv)) {
                900_000
            } else {
                self.history[from][to]
            };
            (Reverse(score), from, to, mv.promotion())
        });
    }

    /// Tests for a repetition, and for the 50-move rule if the position is not mate.
    fn is_draw(&self, board: &Board) -> bool {
        let (last, earlier) = self.hashes.split_last().expect("the root");
        let reversible = usize::from(board.halfmove_clock());
        board.halfmove_clock() >= 100
            || earlier.iter().rev().take(reversible).any(|hash| hash == last)
    }
}

/// Returns the captures without en passant.
fn captures(board: &Board) -> MoveList {
    let mut list = MoveList::new();
    let targets = board.colors(!board.side_to_move());
    board.generator().moves_into(&MoveFilter::ALL.to_squares(targets), &mut list);
    list
}

/// Tests whether the side to move has more than pawns.
fn has_pieces(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    !(own & !board.pieces(PieceType::Pawn) & !board.pieces(PieceType::King)).is_empty()
}

/// Returns a position's score for the side to move, without search.
fn evaluate(board: &Board) -> i32 {
    let color = board.side_to_move();
    total(board, color) - total(board, !color)
}

/// Returns the total score for a player's pieces.
fn total(board: &Board, color: Color) -> i32 {
    let occupied = board.occupied();
    let pawns = board.colored_pieces(color, PieceType::Pawn);
    let mut sum = 0;
    for &piece in &PieceType::ALL {
        for square in board.colored_pieces(color, piece) {
            let moves = match piece {
                PieceType::Pawn => tables::pawn_attacks(color, square),
                PieceType::Knight => tables::knight_attacks(square),
                PieceType::Bishop => tables::bishop_attacks(square, occupied),
                PieceType::Rook => {
                    tables::rook_attacks(square, occupied)
                        | Bitboard::from_file(square.file()) & !pawns
                }
                PieceType::Queen => {
                    tables::rook_attacks(square, occupied)
                        | tables::bishop_attacks(square, occupied)
                }
                PieceType::King => tables::king_attacks(square) & pawns,
            };
            let rank = square.relative_to(color).rank() as i32;
            sum += VALUES[piece as usize] + 2 * moves.len() as i32;
            sum += if piece == PieceType::Pawn { 4 * rank } else { i32::from(rank > 0) * 6 };
        }
    }
    let [short, long] = [CastlingSide::KingSide, CastlingSide::QueenSide]
        .map(|side| board.castling_rights().rook_file(color, side));
    sum + 15 * i32::from(short.is_some()) + 10 * i32::from(long.is_some())
}
