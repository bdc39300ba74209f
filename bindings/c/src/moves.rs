//! Lists of legal moves, tests of a move, making moves.
#![expect(unsafe_code, reason = "names without mangling")]

use core::mem::MaybeUninit;

use tabiya::{Bitboard, Board, Move, MoveFilter, MoveList};

use crate::board::query;
use crate::text::{guard, write_moves};
use crate::types::*;

/// Writes the moves that a function lists.
#[inline]
fn list_moves(
    board: Option<&tb_board>,
    list: Option<&mut MaybeUninit<tb_move_list>>,
    generate: impl FnOnce(&Board, &mut MoveList) -> tb_status,
) -> tb_status {
    let Some(list) = list else { return TB_ERROR_NULL };
    let mut moves = MoveList::new();
    let status = guard(TB_ERROR_INTERNAL, || {
        board.map_or(TB_ERROR_NULL, |board| generate(&board.get(), &mut moves))
    });
    if status != TB_OK {
        moves.clear();
    }
    write_moves(list, &moves);
    status
}

/// Lists the legal moves. After an error, the list is empty.
#[unsafe(no_mangle)]
pub extern "C" fn tb_legal_moves(
    board: Option<&tb_board>,
    list: Option<&mut MaybeUninit<tb_move_list>>,
) -> tb_status {
    list_moves(board, list, |board, moves| {
        board.legal_moves_into(moves);
        TB_OK
    })
}

/// Lists the legal moves of some kinds, such as `TB_CAPTURES | TB_PROMOTIONS`, from and to some squares. A search
/// lists them in stages. After an error, the list is empty.
#[unsafe(no_mangle)]
pub extern "C" fn tb_filtered_moves(
    board: Option<&tb_board>,
    kinds: u32,
    from: tb_bitboard,
    to: tb_bitboard,
    list: Option<&mut MaybeUninit<tb_move_list>>,
) -> tb_status {
    let mut filter = MoveFilter::NONE;
    for (kind, with) in [
        (TB_CAPTURES, MoveFilter::with_captures as fn(MoveFilter) -> MoveFilter),
        (TB_PROMOTIONS, MoveFilter::with_promotions),
        (TB_QUIETS, MoveFilter::with_quiets),
    ] {
        if kinds & kind != 0 {
            filter = with(filter);
        }
    }
    let filter = filter.from_squares(Bitboard(from)).to_squares(Bitboard(to));
    list_moves(board, list, |board, moves| {
        if kinds & !TB_ALL_MOVES != 0 {
            return TB_ERROR_ARGUMENT;
        }
        board.generator().moves_into(&filter, moves);
        TB_OK
    })
}

/// Counts the legal moves, which is faster than a list.
#[unsafe(no_mangle)]
pub extern "C" fn tb_legal_move_count(board: Option<&tb_board>) -> u32 {
    query(board, 0, |board| board.legal_move_count() as u32)
}

/// Tests whether there is a legal move.
#[unsafe(no_mangle)]
pub extern "C" fn tb_has_legal_move(board: Option<&tb_board>) -> bool {
    query(board, false, Board::has_legal_move)
}

/// Returns a query's result for a move, or a fallback for null, for no move, and after a panic.
#[inline]
fn query_move<T: Copy>(
    board: Option<&tb_board>,
    mv: tb_move,
    fallback: T,
    get: impl FnOnce(&Board, Move) -> T,
) -> T {
    Move::from_bits(mv).map_or(fallback, |mv| query(board, fallback, |board| get(board, mv)))
}

/// Tests whether a move is legal. Any 16 bits may be tested, such as those from a table.
#[unsafe(no_mangle)]
pub extern "C" fn tb_is_legal(board: Option<&tb_board>, mv: tb_move) -> bool {
    query_move(board, mv, false, |board, mv| board.is_legal(mv))
}

/// Explains why a move is illegal, in `error`, which may be null. Returns TB_OK for a legal move, and otherwise writes
/// `error`.
#[unsafe(no_mangle)]
pub extern "C" fn tb_why_illegal(
    board: Option<&tb_board>,
    mv: tb_move,
    error: Option<&mut MaybeUninit<tb_error>>,
) -> tb_status {
    let Some(board) = board else { return tb_error::null(error) };
    let illegal = TB_ERROR_ILLEGAL_MOVE;
    let Some(mv) = Move::from_bits(mv) else {
        return tb_error::write(error, illegal, 0, "no-move", "the bits are not those of a move");
    };
    match guard(None, || Some(board.get().why_illegal(mv))) {
        Some(Ok(())) => TB_OK,
        Some(Err(reason)) => tb_error::write(error, illegal, 0, reason.code(), reason),
        None => tb_error::internal(error),
    }
}

/// Tests whether a legal move captures. For another move, the result is unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn tb_is_capture(board: Option<&tb_board>, mv: tb_move) -> bool {
    query_move(board, mv, false, |board, mv| board.is_capture(mv))
}

/// Returns the type of the piece that a legal move captures, or TB_NO_PIECE.
#[unsafe(no_mangle)]
pub extern "C" fn tb_captured_piece(board: Option<&tb_board>, mv: tb_move) -> tb_piece_type {
    query_move(board, mv, TB_NO_PIECE, |board, mv| {
        board.captured_piece(mv).map_or(TB_NO_PIECE, |piece_type| piece_type as tb_piece_type)
    })
}

/// Tests whether a legal move gives check. For another move, the result is unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn tb_gives_check(board: Option<&tb_board>, mv: tb_move) -> bool {
    query_move(board, mv, false, |board, mv| board.gives_check(mv))
}

/// Returns the value in centipawns that the exchange after a legal move wins (SEE): a pawn counts 100, a knight and a
/// bishop 300, a rook 500, a queen 900. For another move, the result is unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn tb_see(board: Option<&tb_board>, mv: tb_move) -> i32 {
    query_move(board, mv, 0, |board, mv| board.see(mv))
}

/// Tests whether the exchange after a legal move wins at least a value in centipawns, which is faster.
#[unsafe(no_mangle)]
pub extern "C" fn tb_see_ge(board: Option<&tb_board>, mv: tb_move, threshold: i32) -> bool {
    query_move(board, mv, false, |board, mv| board.see_ge(mv, threshold))
}

/// Makes a move on a board in place.
#[inline]
fn change(
    board: Option<&mut tb_board>,
    mv: tb_move,
    make: impl FnOnce(&mut Board, Move) -> tb_status,
) -> tb_status {
    guard(TB_ERROR_INTERNAL, || {
        let Some(board) = board else { return TB_ERROR_NULL };
        let Some(mv) = Move::from_bits(mv) else { return TB_ERROR_ARGUMENT };
        let mut made = board.get();
        let status = make(&mut made, mv);
        *board = tb_board::new(&made);
        status
    })
}

/// Makes a move after a test. An illegal move leaves the board as it is.
#[unsafe(no_mangle)]
pub extern "C" fn tb_try_make_move(board: Option<&mut tb_board>, mv: tb_move) -> tb_status {
    change(board, mv, |board, mv| match board.try_make_move(mv) {
        Ok(()) => TB_OK,
        Err(_) => TB_ERROR_ILLEGAL_MOVE,
    })
}

/// Makes a legal move, such as one from a list. After another move, the board is unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn tb_make_move(board: Option<&mut tb_board>, mv: tb_move) -> tb_status {
    change(board, mv, |board, mv| {
        board.make_move_unchecked(mv);
        TB_OK
    })
}

/// Makes a legal move, and writes the record that undoes it. A copy of the board does the same and is as fast.
#[unsafe(no_mangle)]
pub extern "C" fn tb_make_move_undoable(
    board: Option<&mut tb_board>,
    mv: tb_move,
    undo: Option<&mut MaybeUninit<tb_undo>>,
) -> tb_status {
    let Some(undo) = undo else { return TB_ERROR_NULL };
    change(board, mv, |board, mv| {
        if !board.is_legal(mv) {
            return TB_ERROR_ILLEGAL_MOVE;
        }
        undo.write(tb_undo::new(&board.make_move_undoable(mv, &mut ())));
        TB_OK
    })
}

/// Undoes the last move. With the record of another one, the board is unspecified.
#[unsafe(no_mangle)]
pub extern "C" fn tb_unmake_move(
    board: Option<&mut tb_board>,
    undo: Option<&tb_undo>,
) -> tb_status {
    guard(TB_ERROR_INTERNAL, || {
        let (Some(board), Some(undo)) = (board, undo) else { return TB_ERROR_NULL };
        let Some(undo) = undo.get() else { return TB_ERROR_ARGUMENT };
        let mut unmade = board.get();
        unmade.unmake_move(undo, &mut ());
        *board = tb_board::new(&unmade);
        TB_OK
    })
}

/// Passes the move to the other player, which ends the en passant right and counts for the clock. A copy of the board
/// undoes it. In check it is an error.
#[unsafe(no_mangle)]
pub extern "C" fn tb_make_null_move(board: Option<&mut tb_board>) -> tb_status {
    guard(TB_ERROR_INTERNAL, || {
        let Some(board) = board else { return TB_ERROR_NULL };
        let Some(passed) = board.get().null_move() else { return TB_ERROR_IN_CHECK };
        *board = tb_board::new(&passed);
        TB_OK
    })
}

/// Returns a move's origin; for castling, the king's. For TB_NO_MOVE, it is 0.
#[unsafe(no_mangle)]
pub const extern "C" fn tb_from(mv: tb_move) -> tb_square {
    (mv & 63) as tb_square
}

/// Returns a move's target; for castling, the rook's square. For TB_NO_MOVE, it is 0.
#[unsafe(no_mangle)]
pub const extern "C" fn tb_to(mv: tb_move) -> tb_square {
    (mv >> 6 & 63) as tb_square
}

/// Returns a move's kind, such as TB_CASTLING.
#[unsafe(no_mangle)]
pub const extern "C" fn tb_kind(mv: tb_move) -> u8 {
    (mv >> 12) as u8
}
