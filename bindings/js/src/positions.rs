//! Exports that read, write and query positions.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde::Serialize;
use tabiya::{
    Bitboard, CastlingStyle, Color, EnPassantStyle, FenOptions, Outcome, PackedPosition, Position,
    Square, epd,
};
use tabiya_explain::fen::explain_error;

use crate::json::{write_error, write_json};
use crate::state::{position, set_position, with_input, write_output, write_text};

/// The option flags for reading a FEN.
mod fen_flags {
    /// Waives every rule that can be waived.
    pub const LENIENT: u32 = 1;
    /// Accepts checks that no last move can have given.
    pub const IMPOSSIBLE_CHECKS: u32 = 2;
    /// Rejects Chess960 castling rights.
    pub const STANDARD_CASTLING: u32 = 4;
}

/// Returns the options that flags stand for.
pub fn fen_options(flags: u32) -> FenOptions {
    let has = |flag| flags & flag != 0;
    let options = if has(fen_flags::LENIENT) { FenOptions::lenient() } else { FenOptions::new() };
    let options = if has(fen_flags::IMPOSSIBLE_CHECKS) {
        options.allow_impossible_checks(true)
    } else {
        options
    };
    options.require_standard_castling(has(fen_flags::STANDARD_CASTLING))
}

/// Reads the FEN in the input. Returns 0, or the negative length of the error's JSON.
#[unsafe(no_mangle)]
extern "C" fn read_fen(len: usize, flags: u32) -> i32 {
    let options = fen_options(flags);
    with_input(len, |fen| match epd::read_lenient(options, fen) {
        Ok(epd) => {
            set_position(*epd.position());
            0
        }
        Err(error) => write_error(&explain_error(fen, &error, options)),
    })
}

/// Writes the position as FEN. `en_passant` is 0 for legal captures, 1 for pseudo-legal ones, and 2 for any
/// double push. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_fen(en_passant: u32, is_shredder: u32, has_clocks: u32) -> i32 {
    let en_passant = match en_passant {
        0 => EnPassantStyle::Legal,
        1 => EnPassantStyle::PseudoLegal,
        _ => EnPassantStyle::Always,
    };
    let castling = if is_shredder == 0 { CastlingStyle::XFen } else { CastlingStyle::Shredder };
    let fen = position().fen().en_passant(en_passant).castling(castling).clocks(has_clocks != 0);
    write_text(fen)
}

/// Writes the packed position. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn pack() -> i32 {
    write_output(|output| output.extend_from_slice(PackedPosition::from(&position()).as_ref()))
}

/// Replaces the position with the start position.
#[unsafe(no_mangle)]
extern "C" fn set_start() {
    set_position(Position::START);
}

/// Replaces the position with a Chess960 start position. Returns 0 if a number is 960 or more.
#[unsafe(no_mangle)]
extern "C" fn set_chess960(white: u32, black: u32) -> u32 {
    let number = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    match Position::double_chess960(number(white), number(black)) {
        Some(position) => set_position(position),
        None => return 0,
    }
    1
}

/// Returns the back rank numbers in Chess960, White's times 960 plus Black's, or -1.
#[unsafe(no_mangle)]
extern "C" fn chess960_numbers() -> i32 {
    let numbers = tabiya::chess960_numbers(&position());
    numbers.map_or(-1, |(white, black)| i32::from(white) * 960 + i32::from(black))
}

/// Returns the side to move: 0 for White, 1 for Black.
#[unsafe(no_mangle)]
extern "C" fn side_to_move() -> u32 {
    u32::from(!position().side_to_move().is_white())
}

/// Returns 1 if the side to move is in check, or else 0.
#[unsafe(no_mangle)]
extern "C" fn is_check() -> u32 {
    position().is_check().into()
}

/// Returns how many half-moves were made since the last capture or pawn move.
#[unsafe(no_mangle)]
extern "C" fn halfmove_clock() -> u32 {
    position().halfmove_clock().into()
}

/// Returns the fullmove number.
#[unsafe(no_mangle)]
extern "C" fn fullmove_number() -> u32 {
    position().fullmove_number().into()
}

/// Returns 1 if all castling rights exist in standard chess, or else 0.
#[unsafe(no_mangle)]
extern "C" fn is_standard_castling() -> u32 {
    position().is_standard_castling().into()
}

/// Returns the index of the en passant square if a capture there is legal, or else -1.
#[unsafe(no_mangle)]
extern "C" fn legal_ep_square() -> i32 {
    position().legal_ep_square().map_or(-1, |square| square as i32)
}

/// Returns the Zobrist key, which includes the en passant file if a capture there is legal.
#[unsafe(no_mangle)]
extern "C" fn key() -> u64 {
    position().computed_key()
}

/// Returns a set of squares by its number; the JavaScript property names are in its table.
#[unsafe(no_mangle)]
extern "C" fn squares(index: u32) -> u64 {
    let position = position();
    let set = match index {
        0 => position.checkers(),
        1 => position.generator().pinned(),
        2 => position.castling_rooks(),
        3 => position.occupied(),
        4 => position.attack_map(Color::White),
        5 => position.attack_map(Color::Black),
        _ => Bitboard::EMPTY,
    };
    set.0
}

/// Returns the squares that the piece on a square attacks.
#[unsafe(no_mangle)]
extern "C" fn attacks_from(square: u8) -> u64 {
    position().attacks_from(Square::from_low_bits(square)).0
}

/// Returns both players' pieces that attack a square.
#[unsafe(no_mangle)]
extern "C" fn attackers_to(square: u8) -> u64 {
    let position = position();
    position.attackers_to(Square::from_low_bits(square), position.occupied()).0
}

/// Writes a byte per square, from a1 to h8: 0 for an empty square, or the piece's letter. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn write_pieces() -> i32 {
    let position = position();
    write_output(|output| {
        let letters = Square::ALL
            .map(|square| position.piece_on(square).map_or(0, |piece| piece.to_char() as u8));
        output.extend_from_slice(&letters);
    })
}

/// Returns the outcome: 0 for none, 1 and 2 for a win by White and Black, 3 for stalemate, 4 for
/// insufficient material, 5 for the seventy-five-move rule.
#[unsafe(no_mangle)]
extern "C" fn outcome() -> u32 {
    match position().outcome() {
        None => 0,
        Some(Outcome::Checkmate { winner: Color::White }) => 1,
        Some(Outcome::Checkmate { winner: Color::Black }) => 2,
        Some(Outcome::Stalemate) => 3,
        Some(Outcome::InsufficientMaterial) => 4,
        Some(_) => 5,
    }
}

/// Returns 1 if a player may claim a draw by the fifty-move rule, or else 0.
#[unsafe(no_mangle)]
extern "C" fn can_claim_fifty_moves() -> u32 {
    (position().is_fifty_move_draw() && position().has_legal_move()).into()
}

/// The waived rules for a FEN that was read leniently, and the operations that are not EPD.
#[derive(Serialize)]
struct Waivers {
    fen: String,
    changes: Vec<String>,
}

/// Reads the FEN in the input leniently, and writes the corrected FEN and the waived rules as JSON.
/// Returns the length, or the negative length of the error's JSON.
#[unsafe(no_mangle)]
extern "C" fn read_fen_with_report(len: usize, flags: u32) -> i32 {
    let options = fen_options(flags);
    with_input(len, |fen| match epd::read_lenient(options, fen) {
        Ok(epd) => {
            let position = *epd.position();
            set_position(position);
            let waivers = epd.report().iter().map(|waiver| waiver.to_string());
            let warnings = epd.raw_operations().map(|raw| raw.to_string());
            let changes = waivers.chain(warnings).collect();
            write_json(&Waivers { fen: position.fen().to_string(), changes })
        }
        Err(error) => write_error(&explain_error(fen, &error, options)),
    })
}
