//! Exports that count leaves.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde::Serialize;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{Move, perft, san};

use crate::json::write_json;
use crate::state::position;

/// Returns the number of leaves at a depth, which is exact up to 2^53.
#[unsafe(no_mangle)]
extern "C" fn count_leaves(depth: u8) -> f64 {
    perft::perft(&position(), depth) as f64
}

/// A root move with its leaf count.
#[derive(Serialize)]
struct RootMove {
    uci: String,
    san: String,
    code: u16,
    nodes: u128,
}

/// Writes each root move's leaf count as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn divide(depth: u8) -> i32 {
    let position = position();
    let castling = CastlingNotation::for_chess960(!position.is_standard_castling());
    let root_move = |(mv, nodes): (Move, u128)| RootMove {
        uci: uci::display(mv, castling).to_string(),
        san: san::display(&position, mv).to_string(),
        code: mv.to_bits(),
        nodes,
    };
    let moves: Vec<_> = perft::divide(&position, depth).map(root_move).collect();
    write_json(&moves)
}
