//! The structs, numbers and constants of the header.
#![expect(non_camel_case_types, reason = "the names in C")]

use core::ffi::c_char;
use core::fmt::{self, Write};
use core::mem::{MaybeUninit, offset_of};

use arrayvec::ArrayString;
use tabiya::{Board, BoardUndo, Position, Square};

/// A square: a1 is 0, b1 is 1, h8 is 63.
pub type tb_square = u8;

/// A set of squares: bit 0 is a1, bit 63 is h8.
pub type tb_bitboard = u64;

/// A player: TB_WHITE or TB_BLACK.
pub type tb_color = u8;

/// A piece type, such as TB_KNIGHT.
pub type tb_piece_type = u8;

/// A piece: its type, plus 6 for Black.
pub type tb_piece = u8;

/// A move: the origin in bits 0 to 5, the target in bits 6 to 11, and the kind, such as TB_CASTLING, in bits 12 to 15.
/// The target of castling is the rook's square. TB_NO_MOVE is no move.
pub type tb_move = u16;

/// The result of a function that can fail: TB_OK, or a negative number such as TB_ERROR_FEN. If the function has a
/// `tb_error`, it writes that after every error.
pub type tb_status = i32;

/// No square.
pub const TB_NO_SQUARE: tb_square = 64;
/// White.
pub const TB_WHITE: tb_color = 0;
/// Black.
pub const TB_BLACK: tb_color = 1;
/// A pawn.
pub const TB_PAWN: tb_piece_type = 0;
/// A knight.
pub const TB_KNIGHT: tb_piece_type = 1;
/// A bishop.
pub const TB_BISHOP: tb_piece_type = 2;
/// A rook.
pub const TB_ROOK: tb_piece_type = 3;
/// A queen.
pub const TB_QUEEN: tb_piece_type = 4;
/// A king.
pub const TB_KING: tb_piece_type = 5;
/// No piece, and no piece type.
pub const TB_NO_PIECE: tb_piece = 12;

/// No move.
pub const TB_NO_MOVE: tb_move = 0;
/// The kind of a move that is none of the others; captures are among them.
pub const TB_NORMAL: u8 = 1;
/// The kind of castling.
pub const TB_CASTLING: u8 = 2;
/// The kind of an en passant capture.
pub const TB_EN_PASSANT: u8 = 3;
/// The kind of a promotion to a knight.
pub const TB_PROMOTE_TO_KNIGHT: u8 = 4;
/// The kind of a promotion to a bishop.
pub const TB_PROMOTE_TO_BISHOP: u8 = 5;
/// The kind of a promotion to a rook.
pub const TB_PROMOTE_TO_ROOK: u8 = 6;
/// The kind of a promotion to a queen.
pub const TB_PROMOTE_TO_QUEEN: u8 = 7;

/// Captures, en passant and promotions with capture included.
pub const TB_CAPTURES: u32 = 1;
/// Promotions, with and without capture.
pub const TB_PROMOTIONS: u32 = 2;
/// Moves that are neither captures nor promotions.
pub const TB_QUIETS: u32 = 4;
/// All moves.
pub const TB_ALL_MOVES: u32 = 7;

/// The game goes on.
pub const TB_ONGOING: u8 = 0;
/// The side to move is mated.
pub const TB_CHECKMATE: u8 = 1;
/// The side to move has no legal move, and is not in check.
pub const TB_STALEMATE: u8 = 2;
/// Neither player has the material to mate.
pub const TB_INSUFFICIENT_MATERIAL: u8 = 3;
/// Each player made seventy-five moves without a capture or a pawn move.
pub const TB_SEVENTY_FIVE_MOVES: u8 = 4;

/// Success.
pub const TB_OK: tb_status = 0;
/// A pointer that must not be null is null.
pub const TB_ERROR_NULL: tb_status = -1;
/// A number is out of range.
pub const TB_ERROR_ARGUMENT: tb_status = -2;
/// The buffer is too small. After any error, it holds an empty text, if it has any bytes.
pub const TB_ERROR_BUFFER: tb_status = -3;
/// The text is not a FEN of a valid position.
pub const TB_ERROR_FEN: tb_status = -4;
/// The text is not a move.
pub const TB_ERROR_MOVE_TEXT: tb_status = -5;
/// The move is illegal.
pub const TB_ERROR_ILLEGAL_MOVE: tb_status = -6;
/// Several legal moves fit the text.
pub const TB_ERROR_AMBIGUOUS_MOVE: tb_status = -7;
/// The side to move is in check, so that it cannot pass.
pub const TB_ERROR_IN_CHECK: tb_status = -8;
/// The board was no position, or the library has a bug.
pub const TB_ERROR_INTERNAL: tb_status = -9;

/// The bytes for any FEN, with its end.
pub const TB_FEN_SIZE: usize = 104;
/// The bytes for any move in UCI, with its end.
pub const TB_UCI_SIZE: usize = 6;
/// The bytes for any move in SAN, with its end.
pub const TB_SAN_SIZE: usize = 12;
/// The most moves in a list.
pub const TB_MOVE_LIST_SIZE: usize = 288;

/// A position with its Zobrist key. Copy it by assignment, and compare by `tb_same_position`: equal positions may have
/// different words. The words are no format: they differ between versions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_board {
    words: [u64; 8],
}

/// A position without a key, for tables in memory. Copy it by assignment. Its words are no format either; store FENs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_position {
    words: [u64; 6],
}

/// A record that undoes a move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_undo {
    words: [u64; 5],
}

/// A list of moves.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_move_list {
    /// The number of moves.
    pub len: u32,
    /// The moves. Those behind the length are unspecified.
    pub moves: [tb_move; TB_MOVE_LIST_SIZE],
}

/// Checks and pins against the side to move, and the squares from which it gives check.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_check_info {
    /// The pieces that give check.
    pub checkers: tb_bitboard,
    /// The pieces of the side to move that are pinned to their king.
    pub pinned: tb_bitboard,
    /// The squares that the king may not enter.
    pub danger: tb_bitboard,
    /// The pieces of the side to move that give check by moving off a line.
    pub discoverers: tb_bitboard,
    /// The squares from which each piece type gives check.
    pub check_squares: [tb_bitboard; 6],
}

/// An error, with its place and a sentence.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct tb_error {
    /// The status that the function returned.
    pub status: tb_status,
    /// The offset of the wrong field in a FEN, in bytes; 0 for other texts.
    pub offset: u32,
    /// The wrong field of a FEN: "placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove
    /// number"; or the code of an illegal move's reason, such as "pinned"; or empty.
    pub field: [c_char; 32],
    /// A sentence.
    pub message: [c_char; 216],
}

const _: () = {
    assert!(size_of::<tb_board>() == 64 && align_of::<tb_board>() == 8);
    assert!(size_of::<tb_position>() == 48 && size_of::<tb_undo>() == 40);
    assert!(size_of::<tb_move_list>() == 4 + 2 * TB_MOVE_LIST_SIZE);
    assert!(size_of::<tb_check_info>() == 80 && offset_of!(tb_check_info, check_squares) == 32);
    assert!(size_of::<tb_error>() == 256 && offset_of!(tb_error, message) == 40);
    assert!(offset_of!(tb_move_list, moves) == 4);
    assert!(tabiya::MoveList::CAPACITY == TB_MOVE_LIST_SIZE);
};

impl tb_board {
    #[inline]
    pub(crate) const fn new(board: &Board) -> Self {
        Self { words: board.to_words() }
    }

    #[inline]
    pub(crate) const fn get(&self) -> Board {
        Board::from_words(self.words)
    }
}

impl tb_position {
    pub(crate) const fn new(position: &Position) -> Self {
        Self { words: position.to_words() }
    }

    pub(crate) const fn get(&self) -> Position {
        Position::from_words(self.words)
    }
}

impl tb_undo {
    pub(crate) const fn new(undo: &BoardUndo) -> Self {
        Self { words: undo.to_words() }
    }

    pub(crate) fn get(&self) -> Option<BoardUndo> {
        BoardUndo::from_words(self.words)
    }
}

impl tb_error {
    /// Writes an error, if there is a place for it, and returns its status.
    pub(crate) fn write(
        error: Option<&mut MaybeUninit<Self>>,
        status: tb_status,
        offset: usize,
        field: impl fmt::Display,
        message: impl fmt::Display,
    ) -> tb_status {
        if let Some(error) = error {
            error.write(Self::new(status, offset, field, message));
        }
        status
    }

    /// Writes the error for a null pointer.
    pub(crate) fn null(error: Option<&mut MaybeUninit<Self>>) -> tb_status {
        Self::write(error, TB_ERROR_NULL, 0, "", "a pointer is null")
    }

    /// Writes the error after a panic.
    pub(crate) fn internal(error: Option<&mut MaybeUninit<Self>>) -> tb_status {
        Self::write(error, TB_ERROR_INTERNAL, 0, "", "the board is no position, or this is a bug")
    }

    fn new(
        status: tb_status,
        offset: usize,
        field: impl fmt::Display,
        message: impl fmt::Display,
    ) -> Self {
        let offset = offset.try_into().unwrap_or(u32::MAX);
        let mut name = [0; 32];
        write_text(&mut name, field);
        let field = name.map(|byte| byte as c_char);
        let mut sentence = [0; 216];
        write_text(&mut sentence, message);
        Self { status, offset, field, message: sentence.map(|byte| byte as c_char) }
    }
}

/// Writes a text and its end, and returns its length; `None` if it does not fit.
pub(crate) fn write_text<const N: usize>(
    bytes: &mut [u8; N],
    text: impl fmt::Display,
) -> Option<usize> {
    let mut written = ArrayString::<N>::new();
    let is_whole = write!(written, "{text}").is_ok() && written.len() < N;
    let len = written.len().min(N - 1);
    bytes[..len].copy_from_slice(&written.as_bytes()[..len]);
    bytes[len] = 0;
    is_whole.then_some(len)
}

/// Returns a square by its number.
#[inline]
pub(crate) fn square(number: tb_square) -> Option<Square> {
    (number < 64).then(|| Square::from_low_bits(number))
}

#[inline]
pub(crate) fn square_number(square: Option<Square>) -> tb_square {
    square.map_or(TB_NO_SQUARE, |square| square as tb_square)
}
