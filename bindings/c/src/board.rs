//! Boards: where the pieces are, keys, the end of the game.
#![expect(unsafe_code, reason = "names without mangling")]

use core::ffi::c_char;
use core::mem::MaybeUninit;

use tabiya::{Bitboard, Board, Color, Outcome, PieceType};

use crate::text::guard;
use crate::types::*;

/// Returns the version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn tb_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the start position.
#[unsafe(no_mangle)]
pub extern "C" fn tb_start() -> tb_board {
    tb_board::new(&Board::START)
}

/// Sets up Chess960 by the numbers, from 0 to 959, of White's and Black's start positions. They differ in double
/// Chess960.
#[unsafe(no_mangle)]
pub extern "C" fn tb_chess960(
    white: u16,
    black: u16,
    board: Option<&mut MaybeUninit<tb_board>>,
) -> tb_status {
    guard(TB_ERROR_INTERNAL, || {
        let Some(board) = board else { return TB_ERROR_NULL };
        let Some(found) = Board::double_chess960(white, black) else { return TB_ERROR_ARGUMENT };
        board.write(tb_board::new(&found));
        TB_OK
    })
}

/// Returns a board's position, for storage. For null, it is the start position.
#[unsafe(no_mangle)]
pub extern "C" fn tb_to_position(board: Option<&tb_board>) -> tb_position {
    let board = board.map_or(Board::START, tb_board::get);
    tb_position::new(&board.position())
}

/// Returns the board of a position, with its key. For null, it is the start position.
#[unsafe(no_mangle)]
pub extern "C" fn tb_from_position(position: Option<&tb_position>) -> tb_board {
    let board = || position.map_or(Board::START, |position| Board::from(position.get()));
    tb_board::new(&guard(Board::START, board))
}

/// Returns a query's result, or a fallback for null and after a panic.
#[inline]
pub(crate) fn query<T: Copy>(
    board: Option<&tb_board>,
    fallback: T,
    get: impl FnOnce(&Board) -> T,
) -> T {
    guard(fallback, || board.map_or(fallback, |board| get(&board.get())))
}

/// Tests whether two boards have the same position by the repetition rule: clocks do not count, and the en passant square
/// only if a capture is legal.
#[unsafe(no_mangle)]
pub extern "C" fn tb_same_position(board: Option<&tb_board>, other: Option<&tb_board>) -> bool {
    let Some(other) = other else { return false };
    query(board, false, |board| board.same_position(&other.get()))
}

/// Returns the piece on a square, or TB_NO_PIECE.
#[unsafe(no_mangle)]
pub extern "C" fn tb_piece_on(board: Option<&tb_board>, square: tb_square) -> tb_piece {
    let Some(square) = crate::types::square(square) else { return TB_NO_PIECE };
    query(board, TB_NO_PIECE, |board| {
        board.piece_on(square).map_or(TB_NO_PIECE, |piece| piece as tb_piece)
    })
}

/// Returns the squares with pieces of a type, of both players.
#[unsafe(no_mangle)]
pub extern "C" fn tb_pieces(board: Option<&tb_board>, piece_type: tb_piece_type) -> tb_bitboard {
    let Some(&piece_type) = PieceType::ALL.get(usize::from(piece_type)) else { return 0 };
    query(board, 0, |board| board.pieces(piece_type).0)
}

/// Returns the squares with a player's pieces.
#[unsafe(no_mangle)]
pub extern "C" fn tb_colors(board: Option<&tb_board>, color: tb_color) -> tb_bitboard {
    let Some(&color) = Color::ALL.get(usize::from(color)) else { return 0 };
    query(board, 0, |board| board.colors(color).0)
}

/// Returns the square of a player's king, or TB_NO_SQUARE for a wrong color.
#[unsafe(no_mangle)]
pub extern "C" fn tb_king(board: Option<&tb_board>, color: tb_color) -> tb_square {
    let Some(&color) = Color::ALL.get(usize::from(color)) else { return TB_NO_SQUARE };
    query(board, TB_NO_SQUARE, |board| board.king(color) as tb_square)
}

/// Returns the side to move.
#[unsafe(no_mangle)]
pub extern "C" fn tb_side_to_move(board: Option<&tb_board>) -> tb_color {
    query(board, TB_WHITE, |board| board.side_to_move() as tb_color)
}

/// Returns the squares of the rooks with a castling right, of both players.
#[unsafe(no_mangle)]
pub extern "C" fn tb_castling_rooks(board: Option<&tb_board>) -> tb_bitboard {
    query(board, 0, |board| board.castling_rooks().0)
}

/// Returns the square behind the last double push, or TB_NO_SQUARE. FENs name it only if a capture there is legal.
#[unsafe(no_mangle)]
pub extern "C" fn tb_ep_square(board: Option<&tb_board>) -> tb_square {
    query(board, TB_NO_SQUARE, |board| square_number(board.ep_square()))
}

/// Returns the number of moves by both players since the last capture or pawn move.
#[unsafe(no_mangle)]
pub extern "C" fn tb_halfmove_clock(board: Option<&tb_board>) -> u16 {
    query(board, 0, Board::halfmove_clock)
}

/// Returns the number of the full move, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn tb_fullmove_number(board: Option<&tb_board>) -> u16 {
    query(board, 1, Board::fullmove_number)
}

/// Returns the Zobrist key, for a table. Repetitions have equal keys.
#[unsafe(no_mangle)]
pub extern "C" fn tb_key(board: Option<&tb_board>) -> u64 {
    query(board, 0, Board::key)
}

/// Returns the key of the board after a legal move, to prefetch a table's entry.
#[unsafe(no_mangle)]
pub extern "C" fn tb_key_after(board: Option<&tb_board>, mv: tb_move) -> u64 {
    let Some(mv) = tabiya::Move::from_bits(mv) else { return 0 };
    query(board, 0, |board| board.key_after(mv))
}

/// Returns the key of Polyglot's opening books.
#[unsafe(no_mangle)]
pub extern "C" fn tb_polyglot_key(board: Option<&tb_board>) -> u64 {
    query(board, 0, |board| board.polyglot_key())
}

/// Returns how the game has ended by this position alone, such as TB_CHECKMATE, or TB_ONGOING.
#[unsafe(no_mangle)]
pub extern "C" fn tb_outcome(board: Option<&tb_board>) -> u8 {
    query(board, TB_ONGOING, |board| match board.outcome() {
        None => TB_ONGOING,
        Some(Outcome::Checkmate { .. }) => TB_CHECKMATE,
        Some(Outcome::Stalemate) => TB_STALEMATE,
        Some(Outcome::SeventyFiveMoves) => TB_SEVENTY_FIVE_MOVES,
        Some(_) => TB_INSUFFICIENT_MATERIAL,
    })
}

/// Returns a player's attack map: all squares that the player's pieces attack.
#[unsafe(no_mangle)]
pub extern "C" fn tb_attack_map(board: Option<&tb_board>, color: tb_color) -> tb_bitboard {
    let Some(&color) = Color::ALL.get(usize::from(color)) else { return 0 };
    query(board, 0, |board| board.attack_map(color).0)
}

/// Returns the pieces of both players that attack a square, if `occupied` blocks their lines.
#[unsafe(no_mangle)]
pub extern "C" fn tb_attackers_to(
    board: Option<&tb_board>,
    square: tb_square,
    occupied: tb_bitboard,
) -> tb_bitboard {
    let Some(square) = crate::types::square(square) else { return 0 };
    query(board, 0, |board| board.attackers_to(square, Bitboard(occupied)).0)
}

/// Computes checks, pins, and the squares from which the side to move gives check.
#[unsafe(no_mangle)]
pub extern "C" fn tb_get_check_info(
    board: Option<&tb_board>,
    info: Option<&mut MaybeUninit<tb_check_info>>,
) -> tb_status {
    guard(TB_ERROR_INTERNAL, || {
        let (Some(board), Some(info)) = (board, info) else { return TB_ERROR_NULL };
        let board = board.get();
        let generator = board.generator();
        let checks = generator.check_info();
        info.write(tb_check_info {
            checkers: generator.checkers().0,
            pinned: generator.pinned().0,
            danger: generator.danger().0,
            discoverers: checks.discoverers().0,
            check_squares: PieceType::ALL.map(|piece_type| checks.check_squares(piece_type).0),
        });
        TB_OK
    })
}

/// Tests whether the side to move is in check.
#[unsafe(no_mangle)]
pub extern "C" fn tb_is_check(board: Option<&tb_board>) -> bool {
    query(board, false, |board| board.is_check())
}

/// Counts the leaves of the tree of legal moves, by fast counting on one thread. The greatest number stands for more. A
/// library without the feature `perft` lacks the function.
#[cfg(feature = "perft")]
#[unsafe(no_mangle)]
pub extern "C" fn tb_perft(board: Option<&tb_board>, depth: u8) -> u64 {
    query(board, 0, |board| tabiya::perft::perft(board, depth).try_into().unwrap_or(u64::MAX))
}
