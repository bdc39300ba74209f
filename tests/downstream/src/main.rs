//! A small engine on `tabiya`: alpha-beta search with quiescence, a material and center evaluation,
//! and one move stack for all plies.
//!
//! The program plays 40 plies against itself from two positions, and prints the UCI moves and the last FEN.
//! It asserts perft counts, keys and round trips.

mod capture_sink;

use std::error::Error;

use capture_sink::CaptureSink;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{Bitboard, Board, Color, Frame, Move, MoveStack, PieceType, bitboard};

/// The move stack's capacity. A position has about 40 moves.
const CAPACITY: usize = 8192;
const DEPTH: u32 = 4;
const PLIES: usize = 40;

/// A mate's score, from which the plies to the mate are subtracted. It exceeds all evaluations.
const MATE: i32 = 30_000;

const CENTER: Bitboard = bitboard! {
    . . . . . . . .
    . . . . . . . .
    . . X X X X . .
    . . X X X X . .
    . . X X X X . .
    . . X X X X . .
    . . . . . . . .
    . . . . . . . .
};

fn main() -> Result<(), Box<dyn Error>> {
    assert_eq!(perft(&Board::default(), 4), 197_281, "wrong perft count");

    play(Board::default(), CastlingNotation::KingMove)?;
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    play(chess960.parse()?, CastlingNotation::KingTakesRook)
}

/// Plays a game against itself and prints it.
fn play(mut board: Board, castling: CastlingNotation) -> Result<(), Box<dyn Error>> {
    let mut stack = MoveStack::new();
    let mut keys = vec![board.key()];
    let mut game = String::new();
    println!("from {board}");
    for _ in 0..PLIES {
        let Some(mv) = best_move(&board, stack.frame()) else { break };
        let text = uci::display(mv, castling).to_string();

        // A GUI sends moves as text, which an engine parses and makes if they are legal.
        board.try_make_move(uci::parse(&board, &text)?)?;
        assert_eq!(board.key(), board.computed_key(), "wrong key of {board}");
        game += &text;
        game += " ";

        keys.push(board.key());
        let repetitions = keys.iter().filter(|&&key| key == board.key()).count();
        if repetitions == 3 || board.halfmove_clock() >= 100 {
            break;
        }
    }
    println!("{}", game.trim_end());
    println!("to   {board}\n");

    let parsed: Board = board.to_string().parse()?;
    assert!(
        parsed.same_position(&board) && parsed.key() == board.key(),
        "{board} was parsed as {parsed}"
    );
    Ok(())
}

/// Returns the best move in a search to [`DEPTH`] plies, or `None` if there is no legal move.
fn best_move(board: &Board, mut moves: Frame<'_, CAPACITY>) -> Option<Move> {
    board.legal_moves_into(&mut moves);
    order_moves(board, &mut moves);
    let mut best = None;
    let mut alpha = -MATE;
    while let Some(mv) = moves.next_move() {
        let score = -search(&board.after(mv), DEPTH - 1, -MATE, -alpha, moves.next_ply());
        if score > alpha || best.is_none() {
            (alpha, best) = (score, Some(mv));
        }
    }
    best
}

/// Returns the score for the side to move, by negamax with alpha-beta pruning.
fn search(
    board: &Board,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    mut moves: Frame<'_, CAPACITY>,
) -> i32 {
    if depth == 0 {
        return quiesce(board, alpha, beta, moves);
    }
    board.legal_moves_into(&mut moves);
    if moves.is_empty() {
        let plies = (DEPTH - depth) as i32;
        return if board.is_check() { plies - MATE } else { 0 };
    }
    order_moves(board, &mut moves);
    // Copy-make: the board has 64 bytes, and no move is unmade.
    while let Some(mv) = moves.next_move() {
        let after = board.after(mv);
        alpha = alpha.max(-search(&after, depth - 1, -beta, -alpha, moves.next_ply()));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Returns the score from a quiescence search: captures until the position is quiet.
fn quiesce(board: &Board, mut alpha: i32, beta: i32, mut moves: Frame<'_, CAPACITY>) -> i32 {
    alpha = alpha.max(evaluate(board));
    if alpha >= beta {
        return alpha;
    }
    let _ = board.generator().generate_moves(&mut CaptureSink::new(board, &mut moves));
    order_moves(board, &mut moves);
    while let Some(mv) = moves.next_move() {
        let after = board.after(mv);
        alpha = alpha.max(-quiesce(&after, -beta, -alpha, moves.next_ply()));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Sorts moves by MVV-LVA: the most valuable victim first, then the least valuable attacker.
fn order_moves(board: &Board, moves: &mut [Move]) {
    moves.sort_by_cached_key(|&mv| {
        board.piece_type_on(mv.from()).map_or(0, value)
            - 16 * board.captured_piece(mv).map_or(0, value)
    });
}

/// Returns the balance of material and center pieces, for the side to move.
fn evaluate(board: &Board) -> i32 {
    let score = |color: Color| {
        let material: i32 = PieceType::ALL
            .into_iter()
            .map(|kind| value(kind) * board.colored_pieces(color, kind).len() as i32)
            .sum();
        material + 5 * (board.colors(color) & CENTER).len() as i32
    };
    score(board.side_to_move()) - score(!board.side_to_move())
}

/// Returns a piece's value in centipawns.
const fn value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 100,
        PieceType::Knight => 320,
        PieceType::Bishop => 330,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Counts the leaves in the game tree, with bulk counting.
fn perft(board: &Board, depth: u32) -> usize {
    match depth {
        0 => 1,
        1 => board.legal_move_count(),
        _ => board.legal_moves().iter().map(|&mv| perft(&board.after(mv), depth - 1)).sum(),
    }
}
