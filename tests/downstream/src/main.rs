//! A small engine, as one would write it on `tabiya`: alpha-beta over material and the
//! centre, captures to the end of each line, one buffer for the moves of all plies.
//!
//! It plays forty plies against itself from two positions, prints the moves in UCI and the
//! FEN at the end, and checks on the way what an engine relies on.

mod captures;

use std::error::Error;

use captures::Captures;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{Bitboard, Board, Color, Frame, Move, MoveStack, PieceType, bitboard};

/// Room for the moves of all plies; forty a ply are common.
const ROOM: usize = 8192;
const DEPTH: u32 = 4;
const PLIES: usize = 40;

/// More than any evaluation; a mate is this less the plies to it.
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
    assert_eq!(count(&Board::default(), 4), 197_281, "the rules are not those of chess");

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

        // What comes back from a GUI is text: read it, and make it only if it is legal.
        board.try_make_move(uci::parse(&board, &text)?)?;
        assert_eq!(board.key(), board.computed_key(), "the key is wrong in {board}");
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

    let again: Board = board.to_string().parse()?;
    assert!(
        again.same_position(&board) && again.key() == board.key(),
        "{board} was read as {again}"
    );
    Ok(())
}

/// The best move by a search of [`DEPTH`] plies; `None` at the end of the game.
fn best_move(board: &Board, mut moves: Frame<'_, ROOM>) -> Option<Move> {
    let _ = board.generate_moves(&mut moves);
    order(board, &mut moves);
    let mut best = None;
    let mut alpha = -MATE;
    for place in 0..moves.len() {
        let mv = moves[place];
        let score = -search(&board.after(mv), DEPTH - 1, -MATE, -alpha, moves.next_ply());
        if score > alpha || best.is_none() {
            (alpha, best) = (score, Some(mv));
        }
    }
    best
}

/// Negamax with alpha-beta: the score for the side to move.
fn search(board: &Board, depth: u32, mut alpha: i32, beta: i32, mut moves: Frame<'_, ROOM>) -> i32 {
    if depth == 0 {
        return quiesce(board, alpha, beta, moves);
    }
    let _ = board.generate_moves(&mut moves);
    if moves.is_empty() {
        let plies = (DEPTH - depth) as i32;
        return if board.is_check() { plies - MATE } else { 0 };
    }
    order(board, &mut moves);
    // Copy, then make: the board is 64 bytes, and there is nothing to take back.
    for place in 0..moves.len() {
        let after = board.after(moves[place]);
        alpha = alpha.max(-search(&after, depth - 1, -beta, -alpha, moves.next_ply()));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Plays captures out, so that no piece is counted that hangs.
fn quiesce(board: &Board, mut alpha: i32, beta: i32, mut moves: Frame<'_, ROOM>) -> i32 {
    alpha = alpha.max(evaluate(board));
    if alpha >= beta {
        return alpha;
    }
    let _ = board.generate_moves(&mut Captures::of(board, &mut moves));
    order(board, &mut moves);
    for place in 0..moves.len() {
        let after = board.after(moves[place]);
        alpha = alpha.max(-quiesce(&after, -beta, -alpha, moves.next_ply()));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The most valuable victims first, by the least valuable attackers.
fn order(board: &Board, moves: &mut [Move]) {
    moves.sort_by_cached_key(|&mv| {
        board.move_info(mv).map(|info| value(info.moved) - 16 * info.captured.map_or(0, value))
    });
}

/// Material and pieces in the centre, as the side to move sees it.
fn evaluate(board: &Board) -> i32 {
    let of = |color: Color| {
        let material: i32 = PieceType::ALL
            .into_iter()
            .map(|kind| value(kind) * board.colored_pieces(color, kind).len() as i32)
            .sum();
        material + 5 * (board.colors(color) & CENTER).len() as i32
    };
    of(board.side_to_move()) - of(!board.side_to_move())
}

/// In hundredths of a pawn.
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

/// How many sequences of `depth` legal moves there are.
fn count(board: &Board, depth: u32) -> usize {
    match depth {
        0 => 1,
        1 => board.legal_move_count(),
        _ => board.legal_moves().iter().map(|&mv| count(&board.after(mv), depth - 1)).sum(),
    }
}
