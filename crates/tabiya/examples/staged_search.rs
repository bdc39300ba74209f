//! A search that takes its moves by stages: the table's move, tested and not generated; the
//! captures that do not lose; the quiet moves; the captures that lose.
//!
//! ```console
//! cargo run --release -p tabiya --example staged_search -- 6
//! ```
//!
//! The argument is the depth in plies, 5 unless given.

use std::error::Error;

use tabiya::{Board, Color, Move, MoveList, PieceType};

/// More than any material.
const MATE: i32 = 30_000;

/// What the table remembers of a position: two bytes are enough for a move.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    mv: Option<Move>,
}

struct Search {
    table: Vec<Entry>,
    nodes: u64,
    /// Moves that came from the table and were legal, so that nothing was generated first.
    spared: u64,
}

impl Search {
    fn new() -> Self {
        Self { table: vec![Entry::default(); 1 << 16], nodes: 0, spared: 0 }
    }

    fn place(&self, key: u64) -> usize {
        key as usize % self.table.len()
    }

    /// Negamax with alpha-beta: the score for the side to move.
    fn score(&mut self, board: &Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.quiesce(board, alpha, beta);
        }
        // Passing is worse than the best move nearly always: if even that is too good, stop.
        let passed = board.null_move().filter(|_| depth > 2 && has_pieces(board));
        if let Some(passed) = passed {
            let score = -self.score(&passed, depth - 3, -beta, 1 - beta);
            if score >= beta {
                return score;
            }
        }
        let mut best = None;
        let mut has_legal_move = false;
        let mut stages = Stages::new(self.remembered(board));
        while let Some(mv) = stages.next(board) {
            has_legal_move = true;
            self.spared += u64::from(stages.is_first());
            // A real engine prefetches the table's line here, before it makes the move.
            let _line = self.place(board.key_after(mv));
            let score = -self.score(&board.after(mv), depth - 1, -beta, -alpha);
            if score > alpha {
                (alpha, best) = (score, Some(mv));
            }
            if alpha >= beta {
                break;
            }
        }
        if !has_legal_move {
            return if board.is_check() { depth_less(depth) } else { 0 };
        }
        if best.is_some() {
            let place = self.place(board.key());
            self.table[place] = Entry { key: board.key(), mv: best };
        }
        alpha
    }

    /// Captures and promotions to the end, each side free to stop.
    fn quiesce(&mut self, board: &Board, mut alpha: i32, beta: i32) -> i32 {
        alpha = alpha.max(material(board));
        let mut moves = MoveList::new();
        board.noisy_into(&mut moves);
        for &mv in moves.iter().filter(|&&mv| board.see_ge(mv, 1)) {
            if alpha >= beta {
                break;
            }
            self.nodes += 1;
            alpha = alpha.max(-self.quiesce(&board.after(mv), -beta, -alpha));
        }
        alpha
    }

    /// The table's move, if the board is the table's.
    fn remembered(&self, board: &Board) -> Option<Move> {
        let entry = self.table[self.place(board.key())];
        entry.mv.filter(|_| entry.key == board.key())
    }
}

/// The moves of a position, stage by stage; none is generated before it is wanted.
struct Stages {
    remembered: Option<Move>,
    moves: MoveList,
    losing: MoveList,
    stage: u8,
}

impl Stages {
    fn new(remembered: Option<Move>) -> Self {
        Self { remembered, moves: MoveList::new(), losing: MoveList::new(), stage: 0 }
    }

    /// Whether the move just given is the table's.
    fn is_first(&self) -> bool {
        self.stage == 1 && self.moves.is_empty()
    }

    fn next(&mut self, board: &Board) -> Option<Move> {
        loop {
            // The list is used from its end.
            while let Some(mv) = self.moves.pop() {
                if Some(mv) != self.remembered {
                    return Some(mv);
                }
            }
            self.stage += 1;
            match self.stage {
                1 => {
                    // Whatever the table hands back, a collision's move among it.
                    self.remembered = self.remembered.filter(|&mv| board.is_legal(mv));
                    if self.remembered.is_some() {
                        return self.remembered;
                    }
                }
                2 => {
                    board.noisy_into(&mut self.moves);
                    let losing = self.moves.iter().filter(|&&mv| !board.see_ge(mv, 0));
                    self.losing.extend(losing.copied());
                    self.moves.retain(|mv| board.see_ge(mv, 0));
                    self.moves.sort_by_key(|&mv| board.captured(mv));
                }
                3 => {
                    board.quiets_into(&mut self.moves);
                }
                4 => std::mem::swap(&mut self.moves, &mut self.losing),
                _ => return None,
            }
        }
    }
}

/// Mated the sooner, the worse.
fn depth_less(depth: u32) -> i32 {
    -MATE - depth as i32
}

/// Whether the side to move has more than king and pawns: without, passing may be best.
fn has_pieces(board: &Board) -> bool {
    let us = board.side_to_move();
    let pawns_and_king = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !(board.colors(us) - pawns_and_king).is_empty()
}

/// The material of the side to move less its opponent's.
fn material(board: &Board) -> i32 {
    let worth = |color: Color| -> i32 {
        let values = [100, 300, 300, 500, 900, 0];
        let kinds = PieceType::ALL.into_iter().zip(values);
        kinds.map(|(kind, value)| value * board.colored_pieces(color, kind).len() as i32).sum()
    };
    worth(board.side_to_move()) - worth(!board.side_to_move())
}

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    // The queen gives herself up on h7, the rook mates on h5.
    let board = Board::from_fen("5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - 0 1")?;

    let mut search = Search::new();
    println!("{board}");
    for depth in 1..=depth {
        let score = search.score(&board, depth, -2 * MATE, 2 * MATE);
        let best = search.remembered(&board).map_or("none".to_owned(), |mv| mv.to_string());
        println!("depth {depth}: {best}, score {score}, {} nodes", search.nodes);
    }
    println!("{} times the table's move came before any was generated", search.spared);
    Ok(())
}
