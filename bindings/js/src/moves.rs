//! Exports that generate, make and name moves.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use core::fmt::Display;

use tabiya::uci::{self, CastlingNotation};
use tabiya::{CastlingDestination, Destinations, Move, MoveKind, PieceType, Position, Square, san};

use crate::state::{
    position, set_position, state, with_input, write_joined, write_output, write_text,
};

/// The byte that stands for no piece.
const NONE: u8 = 255;

/// Writes the codes for the legal moves to the list. Returns their number.
#[unsafe(no_mangle)]
extern "C" fn legal_moves() -> usize {
    let mut moves = state().moves.borrow_mut();
    moves.clear();
    state().position.get().legal_moves_into(&mut *moves);
    moves.len()
}

/// Returns the number of legal moves.
#[unsafe(no_mangle)]
extern "C" fn legal_move_count() -> usize {
    position().legal_move_count()
}

/// Writes eight bytes per legal move, in the order of the list, which it fills. Returns the number of moves.
///
/// | byte | content |
/// |---|---|
/// | 0, 1 | the origin, and the destination of the moving piece |
/// | 2 | the target in UCI notation |
/// | 3 | the kind: normal, castling, en passant or promotion |
/// | 4, 5, 6 | the piece, the captured piece, the promotion piece; 255 for none |
/// | 7 | zero |
#[unsafe(no_mangle)]
extern "C" fn describe_moves() -> usize {
    let len = legal_moves();
    let position = position();
    let moves = state().moves.borrow();
    write_output(|output| {
        output.extend(moves.iter().flat_map(|&mv| describe(&position, mv)));
    });
    len
}

/// Writes the eight bytes that [`describe_moves`] writes, for one move that is legal. Returns their
/// number, or 0.
#[unsafe(no_mangle)]
extern "C" fn describe_move(code: u32) -> i32 {
    let position = position();
    match legal_move(&position, code) {
        Some(mv) => write_output(|output| output.extend(describe(&position, mv))),
        None => 0,
    }
}

/// Returns the eight bytes that describe a legal move.
fn describe(position: &Position, mv: Move) -> [u8; 8] {
    let piece = |piece: Option<PieceType>| piece.map_or(NONE, |piece| piece as u8);
    let king_target = mv.castling_targets().map_or(mv.to(), |(king, _)| king);
    let is_standard = position.is_standard_castling();
    let kind = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::Castling => 1,
        MoveKind::EnPassant => 2,
        _ => 3,
    };
    [
        mv.from() as u8,
        king_target as u8,
        if is_standard { king_target as u8 } else { mv.to() as u8 },
        kind,
        piece(position.piece_type_on(mv.from())),
        piece(position.captured_piece(mv)),
        piece(mv.promotion()),
        0,
    ]
}

/// Returns the legal move with a code.
fn legal_move(position: &Position, code: u32) -> Option<Move> {
    let mv = u16::try_from(code).ok().and_then(Move::from_bits)?;
    position.is_legal(mv).then_some(mv)
}

/// Parses a text in UCI notation or SAN, and returns the legal move.
pub fn parse(position: &Position, text: &[u8]) -> Option<Move> {
    uci::parse(position, text).ok().or_else(|| san::parse(position, text).ok())
}

/// Returns the code of the legal move in the input, in UCI notation or SAN, or 0.
#[unsafe(no_mangle)]
extern "C" fn parse_move(len: usize) -> u32 {
    let mv = with_input(len, |text| parse(&position(), text));
    mv.map_or(0, |mv| mv.to_bits().into())
}

/// Makes the move with a code. Returns 1, or 0 if the move is illegal.
#[unsafe(no_mangle)]
extern "C" fn make_move(code: u32) -> u32 {
    let position = position();
    match legal_move(&position, code) {
        Some(mv) => set_position(position.after(mv)),
        None => return 0,
    }
    1
}

/// Makes the move in the input, in UCI notation or SAN. Returns 1, or 0 if the text names no legal move.
#[unsafe(no_mangle)]
extern "C" fn make_move_of_text(len: usize) -> u32 {
    let position = position();
    match with_input(len, |text| parse(&position, text)) {
        Some(mv) => set_position(position.after(mv)),
        None => return 0,
    }
    1
}

/// Writes the legal moves in SAN, in list order, with spaces between them. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_sans() -> i32 {
    let position = position();
    write_moves(|mv| san::display(&position, mv))
}

/// Writes the legal moves in UCI notation, in list order, with spaces between them. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_ucis() -> i32 {
    let castling = CastlingNotation::for_chess960(!position().is_standard_castling());
    write_moves(|mv| uci::display(mv, castling))
}

/// Writes the legal moves as text with spaces between them.
fn write_moves<T: Display>(display: impl Fn(Move) -> T) -> i32 {
    legal_moves();
    write_joined(state().moves.borrow().iter().map(|&mv| display(mv)), ' ')
}

/// Writes a move in SAN, given its code. Returns the length, or 0 if the move is illegal.
#[unsafe(no_mangle)]
extern "C" fn write_san(code: u32) -> i32 {
    let position = position();
    legal_move(&position, code).map_or(0, |mv| write_text(san::display(&position, mv)))
}

/// Writes the legal destinations: per origin, its square, the number of destinations, and their
/// squares. `castling` is 0 for the king's destination, 1 for the rook's square, and 2 for both.
/// Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_destinations(castling: u32) -> i32 {
    let style = match castling {
        0 => CastlingDestination::King,
        1 => CastlingDestination::Rook,
        _ => CastlingDestination::Both,
    };
    let position = position();
    write_output(|output| {
        for (from, targets) in Destinations::new(&position).castling(style) {
            output.extend_from_slice(&[from as u8, targets.len() as u8]);
            output.extend(targets.into_iter().map(|square: Square| square as u8));
        }
    })
}
