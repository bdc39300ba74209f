//! FEN, UCI and SAN, and all else that follows a raw pointer or stops a panic.
#![expect(unsafe_code, reason = "names without mangling, and pointers from C")]

use core::error::Error;
use core::ffi::c_char;
use core::fmt;
use core::mem::MaybeUninit;
use core::slice;

use tabiya::san::{self, SanError};
use tabiya::uci::{self, CastlingNotation, UciError};
use tabiya::{Board, FenError, FenOptions, History, IllegalMove, Move, MoveList};

use crate::types::*;

/// Runs a function of the header. After a panic, it returns `fallback`.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn guard<T>(fallback: T, function: impl FnOnce() -> T) -> T {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(function)).unwrap_or(fallback)
}

/// Runs a function of the header.
#[cfg(not(feature = "std"))]
#[inline]
pub(crate) fn guard<T>(_: T, function: impl FnOnce() -> T) -> T {
    function()
}

/// Returns the bytes of a text. Null is the empty text, if its length is 0.
///
/// # Safety
///
/// The pointer is null, or `len` bytes behind it can be read as long as the result lives.
unsafe fn input<'a>(text: *const c_char, len: usize) -> Option<&'a [u8]> {
    if len == 0 {
        return Some(&[]);
    }
    if text.is_null() || isize::try_from(len).is_err() {
        return None;
    }
    // SAFETY: the caller's promise; the length is one that a slice may have.
    Some(unsafe { slice::from_raw_parts(text.cast::<u8>(), len) })
}

/// Writes a text with its end, or an empty text for an error.
///
/// # Safety
///
/// The pointer is null, or `size` bytes behind it can be written.
unsafe fn output<T: fmt::Display>(
    buffer: *mut c_char,
    size: usize,
    text: impl FnOnce() -> Result<T, tb_status>,
) -> tb_status {
    if buffer.is_null() {
        return TB_ERROR_NULL;
    }
    // No text is longer. A slice of all bytes would claim that they are initialized.
    let mut bytes = [0; TB_FEN_SIZE];
    let write = || text().and_then(|text| write_text(&mut bytes, text).ok_or(TB_ERROR_BUFFER));
    let written = guard(Err(TB_ERROR_INTERNAL), write);
    let written = written.and_then(|len| if len < size { Ok(len) } else { Err(TB_ERROR_BUFFER) });
    // An empty text, unless there is no byte for its end.
    let len = written.map_or(size.min(1), |len| len + 1);
    let text = if written.is_ok() { &bytes } else { &[0; TB_FEN_SIZE] };
    // SAFETY: the caller's promise; at most `size` bytes are written.
    unsafe { buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), len) };
    written.map_or_else(|status| status, |_| TB_OK)
}

/// Returns numbers in an array.
///
/// # Safety
///
/// The pointer is null, or `len` numbers behind it can be read as long as the result lives.
unsafe fn numbers<'a>(numbers: *const u64, len: usize) -> Option<&'a [u64]> {
    let is_valid = isize::try_from(len).is_ok_and(|len| len.checked_mul(8).is_some());
    if numbers.is_null() || !numbers.is_aligned() || !is_valid {
        return None;
    }
    // SAFETY: the caller's promise; length and alignment are those that a slice may have.
    Some(unsafe { slice::from_raw_parts(numbers, len) })
}

/// Writes a list of at most [`TB_MOVE_LIST_SIZE`] moves.
#[inline]
pub(crate) fn write_moves(list: &mut MaybeUninit<tb_move_list>, moves: &MoveList) {
    let list = list.as_mut_ptr();
    // SAFETY: the reference may be written to. Both lists have the same capacity, and a move is a `u16`.
    unsafe {
        (&raw mut (*list).len).write(moves.len() as u32);
        let slots = (&raw mut (*list).moves).cast::<Move>();
        slots.copy_from_nonoverlapping(moves.as_ptr(), moves.len());
    }
}

/// Ends the program by the C library.
#[cfg(all(not(feature = "std"), not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn abort() -> !;
    }
    abort()
}

/// Reads a FEN of `len` bytes, without an end of line. The last fields may be missing. With `lenient`, clocks may be
/// dashes, the full move 0, and castling rights and en passant squares that cannot be are dropped. After an error, `board`
/// is unchanged, and `error`, which may be null, says what is wrong.
///
/// # Safety
///
/// `fen` is null, or points to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_read_fen(
    fen: *const c_char,
    len: usize,
    lenient: bool,
    board: Option<&mut MaybeUninit<tb_board>>,
    error: Option<&mut MaybeUninit<tb_error>>,
) -> tb_status {
    // SAFETY: the promise above.
    let (Some(fen), Some(board)) = (unsafe { input(fen, len) }, board) else {
        return tb_error::null(error);
    };
    let options = if lenient { FenOptions::lenient() } else { FenOptions::new() };
    match guard(None, || Some(options.read(fen))) {
        Some(Ok(position)) => {
            board.write(tb_board::new(&Board::from(position)));
            TB_OK
        }
        Some(Err(found)) => {
            tb_error::write(error, TB_ERROR_FEN, fen_offset(fen, &found), found.field(), found)
        }
        None => tb_error::internal(error),
    }
}

/// Returns the offset of the field at fault. A missing field belongs behind the text.
fn fen_offset(fen: &[u8], error: &FenError) -> usize {
    let index = match error {
        FenError::TrailingText(_) => 6,
        error => error.field() as usize,
    };
    let mut words = fen.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let word = words.nth(index);
    word.map_or(fen.len(), |word| word.as_ptr().addr() - fen.as_ptr().addr())
}

/// Writes the FEN and its end to a buffer of `size` bytes, such as TB_FEN_SIZE.
///
/// # Safety
///
/// `buffer` is null, or points to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_write_fen(
    board: Option<&tb_board>,
    buffer: *mut c_char,
    size: usize,
) -> tb_status {
    let text = || Ok(board.ok_or(TB_ERROR_NULL)?.get().fen());
    // SAFETY: the promise above.
    unsafe { output(buffer, size, text) }
}

/// Reads a move by a parser, whose error has a status and perhaps the reason why the move is illegal.
fn read_move<E: Error>(
    board: Option<&tb_board>,
    text: Option<&[u8]>,
    mv: Option<&mut MaybeUninit<tb_move>>,
    error: Option<&mut MaybeUninit<tb_error>>,
    parse: impl FnOnce(&Board, &[u8]) -> Result<Move, (tb_status, E)>,
) -> tb_status {
    let (Some(board), Some(text), Some(mv)) = (board, text, mv) else {
        return tb_error::null(error);
    };
    let (status, found) = match guard(None, || Some(parse(&board.get(), text))) {
        Some(Ok(found)) => {
            mv.write(found.to_bits());
            return TB_OK;
        }
        Some(Err(found)) => found,
        None => return tb_error::internal(error),
    };
    let reason = found.source().and_then(|source| source.downcast_ref::<IllegalMove>());
    match reason {
        Some(reason) => {
            tb_error::write(error, status, 0, reason.code(), format_args!("{found}: {reason}"))
        }
        None => tb_error::write(error, status, 0, "", found),
    }
}

/// Reads a legal move in UCI, such as "e2e4" or "e7e8q". Castling may be the king's step or the king's capture of the
/// rook. `error` may be null.
///
/// # Safety
///
/// `text` is null, or points to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_read_uci(
    board: Option<&tb_board>,
    text: *const c_char,
    len: usize,
    mv: Option<&mut MaybeUninit<tb_move>>,
    error: Option<&mut MaybeUninit<tb_error>>,
) -> tb_status {
    // SAFETY: the promise above.
    let text = unsafe { input(text, len) };
    read_move(board, text, mv, error, |board, text| {
        uci::parse(board, text).map_err(|error| match error {
            UciError::Illegal { .. } => (TB_ERROR_ILLEGAL_MOVE, error),
            _ => (TB_ERROR_MOVE_TEXT, error),
        })
    })
}

/// Reads a legal move in SAN, such as "Nf3" or "O-O". `error` may be null.
///
/// # Safety
///
/// `text` is null, or points to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_read_san(
    board: Option<&tb_board>,
    text: *const c_char,
    len: usize,
    mv: Option<&mut MaybeUninit<tb_move>>,
    error: Option<&mut MaybeUninit<tb_error>>,
) -> tb_status {
    // SAFETY: the promise above.
    let text = unsafe { input(text, len) };
    read_move(board, text, mv, error, |board, text| {
        san::parse(board, text).map_err(|error| match error {
            SanError::Malformed(_) | SanError::NullMove => (TB_ERROR_MOVE_TEXT, error),
            SanError::Ambiguous { .. } => (TB_ERROR_AMBIGUOUS_MOVE, error),
            _ => (TB_ERROR_ILLEGAL_MOVE, error),
        })
    })
}

/// Writes a move in UCI and its end to a buffer of `size` bytes, such as TB_UCI_SIZE. With `chess960`, castling is the
/// king's capture of the rook. Without it, Chess960 castling may read like a king step.
///
/// # Safety
///
/// `buffer` is null, or points to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_write_uci(
    mv: tb_move,
    chess960: bool,
    buffer: *mut c_char,
    size: usize,
) -> tb_status {
    let text = || {
        let mv = Move::from_bits(mv).ok_or(TB_ERROR_ARGUMENT)?;
        Ok(uci::display(mv, CastlingNotation::for_chess960(chess960)))
    };
    // SAFETY: the promise above.
    unsafe { output(buffer, size, text) }
}

/// Writes a legal move in SAN and its end to a buffer of `size` bytes, such as TB_SAN_SIZE.
///
/// # Safety
///
/// `buffer` is null, or points to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_write_san(
    board: Option<&tb_board>,
    mv: tb_move,
    buffer: *mut c_char,
    size: usize,
) -> tb_status {
    let text = || {
        let board = board.ok_or(TB_ERROR_NULL)?.get();
        let mv = Move::from_bits(mv).ok_or(TB_ERROR_ARGUMENT)?;
        if board.is_legal(mv) { Ok(san::display(&board, mv)) } else { Err(TB_ERROR_ILLEGAL_MOVE) }
    };
    // SAFETY: the promise above.
    unsafe { output(buffer, size, text) }
}

/// Counts how often the last position in a list of a game's keys occurred before. `clock` is its halfmove clock, behind
/// which nothing can repeat. 2 is a threefold repetition. In a search, give the keys since the last null move.
///
/// # Safety
///
/// `keys` is null, or points to `len` keys, each of a position after the one before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tb_repetitions(keys: *const u64, len: usize, clock: u16) -> u32 {
    // SAFETY: the promise above.
    let Some(keys) = (unsafe { numbers(keys, len) }) else { return 0 };
    History::new(keys).repetitions(clock) as u32
}
