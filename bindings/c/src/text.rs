//! FEN, UCI and SAN, and all else that follows a raw pointer or stops a panic.
#![expect(unsafe_code, reason = "names without mangling, and pointers from C")]

use core::error::Error;
use core::ffi::c_char;
use core::fmt;
use core::mem::MaybeUninit;
use core::slice;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Board, FenError, FenOptions, History, IllegalMove, Move, MoveList, san};

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

/// Returns the bytes of a text.
///
/// # Safety
///
/// The pointer is null, or `len` bytes behind it can be read as long as the result lives.
unsafe fn input<'a>(text: *const c_char, len: usize) -> Option<&'a [u8]> {
    if text.is_null() || isize::try_from(len).is_err() {
        return None;
    }
    // SAFETY: the caller's promise; the length is one that a slice may have.
    Some(unsafe { slice::from_raw_parts(text.cast::<u8>(), len) })
}

/// Writes a text with its end.
///
/// # Safety
///
/// The pointer is null, or `size` bytes behind it can be written.
unsafe fn output(buffer: *mut c_char, size: usize, text: impl fmt::Display) -> tb_status {
    if buffer.is_null() {
        return TB_ERROR_NULL;
    }
    // No text is longer. A slice of all bytes would claim that they are initialized.
    let mut bytes = [0; 128];
    let is_whole = write_text(&mut bytes, text);
    let len = bytes.iter().position(|&byte| byte == 0).unwrap_or(0);
    let fits = is_whole && len < size;
    let written = if fits { &bytes[..=len] } else { &bytes[127..][..size.min(1)] };
    // SAFETY: the caller's promise; at most `size` bytes are written.
    unsafe { buffer.cast::<u8>().copy_from_nonoverlapping(written.as_ptr(), written.len()) };
    if fits { TB_OK } else { TB_ERROR_BUFFER }
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

/// Writes a list of at most [`TB_MAX_MOVES`] moves.
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

/// Reads a FEN of `len` bytes. With `lenient`, clocks may be missing, and castling rights and en passant squares that
/// cannot be are dropped. After an error, `board` is unchanged, and `error`, which may be null, says what is wrong.
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
    guard(TB_ERROR_INTERNAL, || {
        // SAFETY: the promise above.
        let (Some(fen), Some(board)) = (unsafe { input(fen, len) }, board) else {
            return TB_ERROR_NULL;
        };
        let options = if lenient { FenOptions::lenient() } else { FenOptions::new() };
        match options.read(fen) {
            Ok(position) => {
                board.write(tb_board::new(&Board::from(position)));
                TB_OK
            }
            Err(found) => {
                if let Some(error) = error {
                    error.write(fen_error(fen, &found));
                }
                TB_ERROR_FEN
            }
        }
    })
}

fn fen_error(fen: &[u8], error: &FenError) -> tb_error {
    let field = error.field();
    let mut words = fen.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    // A missing field belongs behind the text.
    let word = words.nth(field as usize);
    let offset = word.map_or(fen.len(), |word| word.as_ptr().addr() - fen.as_ptr().addr());
    tb_error::new(TB_ERROR_FEN, offset, field, error)
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
    guard(TB_ERROR_INTERNAL, || {
        let Some(board) = board else { return TB_ERROR_NULL };
        // SAFETY: the promise above.
        unsafe { output(buffer, size, board.get().fen()) }
    })
}

/// Writes the result of a parser of moves, or its error.
fn write_move<E: Error>(
    result: Result<Move, E>,
    mv: &mut MaybeUninit<tb_move>,
    error: Option<&mut MaybeUninit<tb_error>>,
) -> tb_status {
    let found = match result {
        Ok(found) => {
            mv.write(found.to_bits());
            return TB_OK;
        }
        Err(found) => found,
    };
    // A well-formed move is illegal for a reason.
    let reason = found.source().and_then(|source| source.downcast_ref::<IllegalMove>());
    let status = if reason.is_some() { TB_ERROR_ILLEGAL_MOVE } else { TB_ERROR_MOVE_TEXT };
    if let Some(error) = error {
        let code = reason.map_or("", |reason| reason.code());
        error.write(match reason {
            Some(reason) => tb_error::new(status, 0, code, format_args!("{found}: {reason}")),
            None => tb_error::new(status, 0, code, found),
        });
    }
    status
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
    guard(TB_ERROR_INTERNAL, || {
        // SAFETY: the promise above.
        let text = unsafe { input(text, len) };
        let (Some(board), Some(text), Some(mv)) = (board, text, mv) else { return TB_ERROR_NULL };
        write_move(uci::parse(&board.get(), text), mv, error)
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
    guard(TB_ERROR_INTERNAL, || {
        // SAFETY: the promise above.
        let text = unsafe { input(text, len) };
        let (Some(board), Some(text), Some(mv)) = (board, text, mv) else { return TB_ERROR_NULL };
        write_move(san::parse(&board.get(), text), mv, error)
    })
}

/// Writes a move in UCI and its end to a buffer of `size` bytes, such as TB_UCI_SIZE. With `chess960`, castling is the
/// king's capture of the rook.
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
    guard(TB_ERROR_INTERNAL, || {
        let Some(mv) = Move::from_bits(mv) else { return TB_ERROR_ARGUMENT };
        let castling = CastlingNotation::for_chess960(chess960);
        // SAFETY: the promise above.
        unsafe { output(buffer, size, uci::display(mv, castling)) }
    })
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
    guard(TB_ERROR_INTERNAL, || {
        let Some(board) = board else { return TB_ERROR_NULL };
        let Some(mv) = Move::from_bits(mv) else { return TB_ERROR_ARGUMENT };
        let board = board.get();
        if !board.is_legal(mv) {
            return TB_ERROR_ILLEGAL_MOVE;
        }
        // SAFETY: the promise above.
        unsafe { output(buffer, size, san::display(&board, mv)) }
    })
}

/// Counts how often the last position in a list of a game's keys occurred before. `clock` is its halfmove clock, behind
/// which nothing can repeat. 2 is a threefold repetition.
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
