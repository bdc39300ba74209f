//! A search with staged move generation:
//!
//! 1. the hash move from the transposition table, tested for legality before any move is generated,
//! 2. captures and promotions that do not lose material,
//! 3. quiet moves,
//! 4. captures and promotions that lose material.
//!
//! ```console
//! cargo run --release -p tabiya --example staged_search -- 6
//! ```
//!
//! The argument is the depth in plies; the default is 5.

use std::error::Error;

use tabiya::MoveList;
use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation};

/// A mate's score, higher than any material.
const MATE: i32 = 30_000;

/// A transposition table entry: a position and its best move, in two bytes.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    mv: Option<Move>,
}

struct Search {
    table: Vec<Entry>,
    nodes: u64,
    /// The number of legal hash moves, which were tried before any move was generated.
    hash_moves: u64,
}

impl Search {
    fn new() -> Self {
        Self { table: vec![Entry::default(); 1 << 16], nodes: 0, hash_moves: 0 }
    }

    fn table_index(&self, key: u64) -> usize {
        key as usize % self.table.len()
    }

    /// Returns the score for the side to move: negamax with alpha-beta pruning.
    fn score(&mut self, board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.quiesce(board, alpha, beta);
        }
        // Null-move pruning: if a null move is good enough for a cutoff, so is the best move.
        let after_null_move = board.null_move().filter(|_| depth > 2 && has_pieces(board));
        if let Some(after_null_move) = after_null_move {
            let score = -self.score(&after_null_move, depth - 3, -beta, 1 - beta);
            if score >= beta {
                return score;
            }
        }
        let mut best = None;
        let mut has_legal_move = false;
        let mut picker = MovePicker::new(self.hash_move(board));
        while let Some(mv) = picker.next(board) {
            has_legal_move = true;
            self.hash_moves += u64::from(picker.is_hash_move());
            // An engine would prefetch this table entry before it makes the move.
            let _index = self.table_index(board.key_after(mv));
            let score = -self.score(&board.after(mv), depth - 1, -beta, -alpha);
            if score > alpha {
                (alpha, best) = (score, Some(mv));
            }
            if alpha >= beta {
                break;
            }
        }
        if !has_legal_move {
            return if board.is_check() { mate_score(depth) } else { 0 };
        }
        if best.is_some() {
            let index = self.table_index(board.key());
            self.table[index] = Entry { key: board.key(), mv: best };
        }
        alpha
    }

    /// Returns the score from a quiescence search over captures and promotions that win material.
    fn quiesce(&mut self, board: &Board, mut alpha: i32, beta: i32) -> i32 {
        alpha = alpha.max(material(board));
        let mut moves = MoveList::new();
        board.generator().noisy_into(&mut moves);
        for &mv in moves.iter().filter(|&&mv| board.see_ge(mv, 1)) {
            if alpha >= beta {
                break;
            }
            self.nodes += 1;
            alpha = alpha.max(-self.quiesce(&board.after(mv), -beta, -alpha));
        }
        alpha
    }

    /// Returns the move that the table has for this position.
    fn hash_move(&self, board: &Board) -> Option<Move> {
        let entry = self.table[self.table_index(board.key())];
        entry.mv.filter(|_| entry.key == board.key())
    }
}

/// A move picker, which generates a position's moves stage by stage.
struct MovePicker {
    hash_move: Option<Move>,
    moves: MoveList,
    losing: MoveList,
    stage: u8,
}

impl MovePicker {
    fn new(hash_move: Option<Move>) -> Self {
        Self { hash_move, moves: MoveList::new(), losing: MoveList::new(), stage: 0 }
    }

    /// Tests whether the last move is the hash move.
    fn is_hash_move(&self) -> bool {
        self.stage == 1 && self.moves.is_empty()
    }

    fn next(&mut self, board: &Board) -> Option<Move> {
        loop {
            // The last move in the list is the best one.
            while let Some(mv) = self.moves.pop() {
                if Some(mv) != self.hash_move {
                    return Some(mv);
                }
            }
            self.stage += 1;
            match self.stage {
                1 => {
                    // After a key collision, the table's move can be illegal.
                    self.hash_move = self.hash_move.filter(|&mv| board.is_legal(mv));
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                2 => {
                    board.generator().noisy_into(&mut self.moves);
                    let losing = self.moves.iter().filter(|&&mv| !board.see_ge(mv, 0));
                    self.losing.extend(losing.copied());
                    self.moves.retain(|mv| board.see_ge(mv, 0));
                    self.moves.sort_by_key(|&mv| board.captured_piece(mv));
                }
                3 => {
                    board.generator().quiets_into(&mut self.moves);
                }
                4 => std::mem::swap(&mut self.moves, &mut self.losing),
                _ => return None,
            }
        }
    }
}

/// Returns the score of being mated, which is lower with more depth left: earlier mates are worse.
fn mate_score(remaining_depth: u32) -> i32 {
    -MATE - remaining_depth as i32
}

/// Tests whether the side to move has more than king and pawns. Otherwise zugzwang is likely, in which
/// a null move would be the best one.
fn has_pieces(board: &Board) -> bool {
    let us = board.side_to_move();
    let pawns_and_king = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !(board.colors(us) - pawns_and_king).is_empty()
}

/// Returns the material balance for the side to move, in centipawns.
fn material(board: &Board) -> i32 {
    let material_of = |color: Color| -> i32 {
        let values = [100, 300, 300, 500, 900, 0];
        let piece_types = PieceType::ALL.into_iter().zip(values);
        piece_types
            .map(|(piece_type, value)| value * board.colored_pieces(color, piece_type).len() as i32)
            .sum()
    };
    material_of(board.side_to_move()) - material_of(!board.side_to_move())
}

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    // Anastasia's mate: a queen sacrifice on h7, then the rook mates on h5.
    let board = Board::from_fen("5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - 0 1")?;

    let mut search = Search::new();
    println!("{board}");
    for depth in 1..=depth {
        let score = search.score(&board, depth, -2 * MATE, 2 * MATE);
        let best = search.hash_move(&board).map_or("none".to_owned(), |mv| {
            uci::display(mv, CastlingNotation::KingMove).to_string()
        });
        println!("depth {depth}: {best}, score {score}, {} nodes", search.nodes);
    }
    println!("{} hash moves tried before any move was generated", search.hash_moves);
    Ok(())
}
