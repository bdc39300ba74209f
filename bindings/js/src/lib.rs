//! The five WebAssembly modules in the npm package `tabiya`. The module `games` has all exports of `play`, too.
//!
//! A module has no imports. A position is 48 bytes, which JavaScript copies from and to a slot in
//! memory. Texts and other bytes pass through two buffers, and a result with several values is
//! JSON. The exports are functions with numbers as parameters and results:
//!
//! | feature | module | exports |
//! |---|---|---|
//! | always | `memory`, `packed` | addresses of the slot and of the buffers; reading packed positions |
//! | `play` | `positions`, `moves`, `counts` | positions, legal moves, notation, perft, divide |
//! | `play` | `legality` | why a move is legal or illegal |
//! | `games` | `games` | PGN, and trees of moves with comments |
//! | `explain` | `divide`, `categories` | divide output, leaf categories |
//! | `explain` | `derivation`, `pictures` | attack sets step by step, text and SVG |
//! | `diagnosis` | `diagnosis`, `edits` | causes of wrong counts, edits of the rules |
//! | `bitboards` | `bitboards`, `expressions` | text, layouts and literals of bitboards; expressions |
//!
//! # Contract
//!
//! JavaScript writes to the slot only bytes that it read from there: the private state of its class
//! `Position`. All other input passes through the buffers or parameters, and any value is accepted
//! there.

#![no_std]

extern crate alloc;

mod allocator;
mod json;
mod memory;
mod packed;
mod state;

#[cfg(feature = "play")]
mod counts;
#[cfg(feature = "play")]
mod legality;
#[cfg(feature = "play")]
mod moves;
#[cfg(feature = "play")]
mod positions;

#[cfg(feature = "games")]
mod games;

#[cfg(feature = "bitboards")]
mod bitboards;
#[cfg(feature = "bitboards")]
mod expressions;

#[cfg(feature = "diagnosis")]
mod diagnosis;
#[cfg(feature = "diagnosis")]
mod edits;

#[cfg(feature = "explain")]
mod categories;
#[cfg(feature = "explain")]
mod derivation;
#[cfg(feature = "explain")]
mod divide;
#[cfg(feature = "explain")]
mod pictures;

#[cfg(any(not(target_arch = "wasm32"), target_feature = "atomics"))]
compile_error!("target: expected wasm32 without threads");
