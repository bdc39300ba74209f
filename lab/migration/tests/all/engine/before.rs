//! An alpha-beta search on cozy-chess, before the change of library.

use std::cmp::Reverse;

use cozy_chess::*;

/// The score for a mate at the root, more than any evaluation.
const MATE: i32 = 30_000;

/// The maximum distance from the root in plies.
const MAX_PLY: usize = 64;

/// The piece types' values, in centipawns.
const VALUES: [i32; Piece::NUM] = [100, 320, 330, 500, 900, 0];

/// A search's state.
pub struct Search {
    /// The number of positions searched.
    pub nodes: u64,
    /// The hashes for the positions in the game and in the current line.
    hashes: Vec<u64>,
    /// Quiet moves that refuted another move at the same ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// The scores for quiet moves that refuted another, by origin and target.
    history: Vec<[i32; Square::NUM]>,
}

impl Search {
    /// Creates a search in a game with one position.
    pub fn new(board: &Board) -> Self {
        Self {
            nodes: 0,
            hashes: vec![board.hash()],
            killers: [[None; 2]; MAX_PLY],
            history: vec![[0; Square::NUM]; Square::NUM],
        }
    }

    /// Returns a position's score for the side to move.
    pub fn search(&mut self, board: &Board, mut depth: i32, ply: usize, window: (i32, i32)) -> i32 {
        let (mut alpha, beta) = window;
        let is_check = !board.checkers().is_empty();
        depth += i32::from(is_check);
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(board, alpha, beta);
        }
        self.nodes += 1;
        let mut moves = legal_moves(board);
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
            let mut after = board.clone();
            after.play_unchecked(mv);
            let is_quiet = !is_capture(board, mv) && mv.promotion.is_none();
            let is_late = is_quiet && index > 3 && depth > 2 && after.checkers().is_empty();
            let mut score =
                -self.reply(&after, depth - 1 - i32::from(is_late), ply, (-beta, -alpha));
            if is_late && score > alpha {
                score = -self.reply(&after, depth - 1, ply, (-beta, -alpha));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if is_quiet {
                    self.killers[ply] = [Some(mv), self.killers[ply][0]];
                    self.history[mv.from as usize][mv.to as usize] += depth * depth;
                }
                break;
            }
        }
        alpha
    }

    /// Searches the position after a move.
    fn reply(&mut self, after: &Board, depth: i32, ply: usize, window: (i32, i32)) -> i32 {
        self.hashes.push(after.hash());
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
            let mut after = board.clone();
            after.play_unchecked(mv);
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
            let from = mv.from as usize;
            let to = mv.to as usize;
            let attacker = board.piece_on(mv.from).expect("a move of a piece");
            let score = if is_capture(board, mv) {
                let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
                1_000_000 + 10 * VALUES[victim as usize] - VALUES[attacker as usize]
            } else if self.killers[ply].contains(&Some(mv)) {
                900_000
            } else {
                self.history[from][to]
            };
            (Reverse(score), from, to, mv.promotion)
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

/// Returns the legal moves.
fn legal_moves(board: &Board) -> Vec<Move> {
    let mut list = Vec::with_capacity(64);
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

/// Returns the captures without en passant.
fn captures(board: &Board) -> Vec<Move> {
    let mut list = Vec::with_capacity(16);
    let targets = board.colors(!board.side_to_move());
    board.generate_moves(|mut moves| {
        moves.to &= targets;
        list.extend(moves);
        false
    });
    list
}

/// Tests whether a move captures a piece.
fn is_capture(board: &Board, mv: Move) -> bool {
    let color = board.side_to_move();
    let ep_square =
        board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(color)));
    let is_en_passant = ep_square == Some(mv.to) && board.pieces(Piece::Pawn).has(mv.from);
    is_en_passant || board.colors(!color).has(mv.to)
}

/// Tests whether the side to move has more than pawns.
fn has_pieces(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    !(own & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King)).is_empty()
}

/// Returns a position's score for the side to move, without search.
fn evaluate(board: &Board) -> i32 {
    let color = board.side_to_move();
    total(board, color) - total(board, !color)
}

/// Returns the total score for a player's pieces.
fn total(board: &Board, color: Color) -> i32 {
    let occupied = board.occupied();
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let mut sum = 0;
    for &piece in &Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            let moves = match piece {
                Piece::Pawn => get_pawn_attacks(square, color),
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied) | square.file().bitboard() & !pawns,
                Piece::Queen => {
                    get_rook_moves(square, occupied) | get_bishop_moves(square, occupied)
                }
                Piece::King => get_king_moves(square) & pawns,
            };
            let rank = square.relative_to(color).rank() as i32;
            sum += VALUES[piece as usize] + 2 * moves.len() as i32;
            sum += if piece == Piece::Pawn { 4 * rank } else { i32::from(rank > 0) * 6 };
        }
    }
    let rights = board.castle_rights(color);
    sum + 15 * i32::from(rights.short.is_some()) + 10 * i32::from(rights.long.is_some())
}
