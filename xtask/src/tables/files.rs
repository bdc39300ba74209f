//! The generated files: their names, doc comments and contents.

use anyhow::{Result, anyhow};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::derive::blocks::Blocks;
use super::derive::magic::Magics;
use super::derive::walk::Slider;
use super::derive::{
    castling, cuckoo, expand, kindergarten, pawns, pext, polyglot, reachability, spans, walk,
};
use super::render::{hex8, hex16, hex64, render};

/// The targets for which a file is compiled.
#[derive(Clone, Copy)]
enum Targets {
    All,
    /// The targets that can have AVX-512.
    X86,
    /// The targets with PEXT and PDEP.
    Bmi2,
}

/// One generated file, rendered and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    pub name: &'static str,
    pub contents: String,
}

/// Derives, renders and verifies the generated files, one per iteration.
pub fn all() -> impl Iterator<Item = Result<GeneratedFile>> {
    let [rooks, bishops] = [Slider::Rook, Slider::Bishop].map(Blocks::new);
    let keys = polyglot::Keys::read();
    let moves = keys.as_ref().map_or_else(|error| Err(anyhow!("{error:#}")), reversible_moves);
    let keys = keys.map(|keys| polyglot_keys(&keys));
    let tables = [
        ("between.rs", Targets::All, Ok(between())),
        ("bishops.rs", Targets::All, Ok(slider_blocks(&bishops, "BISHOP"))),
        ("castling.rs", Targets::All, Ok(castling_tables())),
        ("expand.rs", Targets::All, Ok(expansion_lists())),
        ("kindergarten.rs", Targets::All, Ok(rook_files())),
        ("leapers.rs", Targets::All, Ok(leapers())),
        ("line_squares.rs", Targets::X86, Ok(line_squares())),
        ("lines.rs", Targets::All, Ok(lines())),
        ("magics.rs", Targets::All, Ok(bishop_magics(&Magics::find()))),
        ("pawns.rs", Targets::All, Ok(pawn_tables())),
        (PEXT_FILE, Targets::Bmi2, Ok(pext_attacks(&rooks, &bishops))),
        ("polyglot.rs", Targets::All, keys),
        ("rank_attacks.rs", Targets::All, Ok(rank_attacks())),
        ("rays.rs", Targets::All, Ok(rays())),
        ("reachability.rs", Targets::All, Ok(reachability())),
        ("reversible_moves.rs", Targets::All, moves),
        ("rooks.rs", Targets::Bmi2, Ok(slider_blocks(&rooks, "ROOK"))),
    ];
    let modules = modules(tables.each_ref().map(|&(name, targets, _)| (name, targets)));
    let index = ("mod.rs", Targets::All, Ok(modules));
    std::iter::once(index).chain(tables).map(|(name, _, tokens)| {
        // A row of text is a rank. The compressed sets have a quarter of the width: two ranks.
        let per_row = if name == PEXT_FILE { 16 } else { 8 };
        Ok(GeneratedFile { name, contents: render(name, &tokens?, per_row)? })
    })
}

const PEXT_FILE: &str = "pext_attacks.rs";

fn modules<const N: usize>(files: [(&str, Targets); N]) -> TokenStream {
    let bmi2 = quote!(all(target_arch = "x86_64", target_feature = "bmi2"));
    let modules = files.map(|(file, targets)| {
        let module = name(file.strip_suffix(".rs").expect("every file is a Rust file"));
        let condition = match targets {
            Targets::All => TokenStream::new(),
            Targets::X86 => quote!(#[cfg(target_arch = "x86_64")]),
            Targets::Bmi2 => quote!(#[cfg(#bmi2)]),
        };
        quote!(#condition #[rustfmt::skip] pub(crate) mod #module;)
    });
    quote! {
        //! Generated tables, derived by `xtask`. In a set of squares, bit 0 is a1 and bit 63 h8.
        #(#modules)*
    }
}

fn name(text: &str) -> Ident {
    Ident::new(text, Span::call_site())
}

fn leapers() -> TokenStream {
    let knight = row(&spans::knight_attacks());
    let king = row(&spans::king_attacks());
    quote! {
        //! The attacks of knights and kings, derived by shifted and masked spans.
        /// The squares that a knight attacks: `[square]`.
        pub(crate) static KNIGHT_ATTACKS: [u64; 64] = #knight;
        /// The squares that a king attacks: `[square]`.
        pub(crate) static KING_ATTACKS: [u64; 64] = #king;
    }
}

fn pawn_tables() -> TokenStream {
    let attacks = rows(&pawns::attacks());
    let pushes = rows(&pawns::pushes());
    quote! {
        //! The attacks and pushes of pawns on every square, including the first and the last rank.
        /// The squares that a pawn attacks: `[color][square]`.
        pub(crate) static PAWN_ATTACKS: [[u64; 64]; 2] = #attacks;
        /// The targets of a pawn's pushes on an empty board: `[color][square]`.
        pub(crate) static PAWN_PUSHES: [[u64; 64]; 2] = #pushes;
    }
}

fn rays() -> TokenStream {
    let rays = rows(&walk::rays());
    let [rook, bishop] =
        [Slider::Rook, Slider::Bishop].map(|slider| row(&walk::slider_rays(slider)));
    let [rook_zone, bishop_zone] =
        [Slider::Rook, Slider::Bishop].map(|slider| row(&walk::slider_rays_king_zone(slider)));
    quote! {
        //! The rays from each square to the edge. Directions: N, NE, E, SE, S, SW, W, NW.
        /// The squares from a square to the edge, without the square: `[direction][square]`.
        pub(crate) static RAYS: [[u64; 64]; 8] = #rays;
        /// The squares that a rook attacks on an empty board: `[square]`.
        pub(crate) static ROOK_RAYS: [u64; 64] = #rook;
        /// The squares that a bishop attacks on an empty board: `[square]`.
        pub(crate) static BISHOP_RAYS: [u64; 64] = #bishop;
        /// The squares from which a rook attacks a neighbor of a square on an empty board: `[square]`.
        pub(crate) static ROOK_RAYS_KING_ZONE: [u64; 64] = #rook_zone;
        /// The squares from which a bishop attacks a neighbor of a square on an empty board: `[square]`.
        pub(crate) static BISHOP_RAYS_KING_ZONE: [u64; 64] = #bishop_zone;
    }
}

fn lines() -> TokenStream {
    let lines = rows(&walk::lines());
    quote! {
        //! The lines through each square: rank, file, diagonal (a1–h8), antidiagonal (a8–h1).
        /// The squares of a line through a square, including the square: `[line][square]`.
        pub(crate) static LINES: [[u64; 64]; 4] = #lines;
    }
}

fn castling_tables() -> TokenStream {
    let empty = rows(&castling::empty());
    let safe = rows(&castling::safe());
    quote! {
        //! The conditions of castling for White. A shift by 56 yields those of Black.
        /// The squares that must be empty, but for king and rook: `[king file][rook file]`.
        pub(crate) static CASTLING_EMPTY: [[u64; 8]; 8] = #empty;
        /// The squares that must not be attacked: `[king file][rook file]`.
        pub(crate) static CASTLING_SAFE: [[u64; 8]; 8] = #safe;
    }
}

/// Returns a slider's masks and its table's blocks, in constants named with `prefix`.
fn slider_blocks(blocks: &Blocks, prefix: &str) -> TokenStream {
    let [masks, offsets] = ["MASKS", "OFFSETS"].map(|end| name(&format!("{prefix}_{end}")));
    let mask_row = row(&blocks.masks);
    let offset_row = blocks.offsets.map(Literal::u32_unsuffixed);
    quote! {
        //! The blocks of an attack table: a square with a mask of `n` squares has `1 << n` entries.
        /// The relevant occupancy, which can shorten the attacks: `[square]`.
        pub(crate) const #masks: [u64; 64] = #mask_row;
        /// The index of the first entry of a block: `[square]`.
        pub(crate) const #offsets: [u32; 64] = [#(#offset_row),*];
    }
}

fn bishop_magics(magics: &Magics) -> TokenStream {
    let factors = row(&magics.factors);
    let entries = Literal::usize_unsuffixed(magics.blocks.entries);
    let attacks = row(&magics.attacks);
    quote! {
        //! Magics: `((occupied & mask) * magic) >> (64 - mask.count_ones())` is the index in a block.
        /// The magic of a bishop: `[square]`.
        pub(crate) const BISHOP_MAGICS: [u64; 64] = #factors;
        /// The squares that a bishop attacks, by offset and index; 0 in unused entries.
        pub(crate) static BISHOP_ATTACKS: [u64; #entries] = #attacks;
    }
}

fn rank_attacks() -> TokenStream {
    let ranks = byte_rows(&kindergarten::rank_attacks());
    quote! {
        //! The attacks along a line, by the occupancy of the six inner squares.
        /// The attacks along the first rank: `[file][occupancy of b1 to g1]`.
        pub(crate) static RANK_ATTACKS: [[u8; 64]; 8] = #ranks;
    }
}

fn rook_files() -> TokenStream {
    let files = rows(&kindergarten::file_attacks());
    let [inner, factor] =
        [kindergarten::INNER_FILE_A, kindergarten::FILE_FACTOR].map(|n| hex64(&n));
    quote! {
        //! The attacks of a rook along its file, by the occupancy of the six inner squares.
        /// The squares a2 to a7.
        pub(crate) const INNER_FILE_A: u64 = #inner;
        /// The factor that gathers the squares a2 to a7 into the top six bits.
        pub(crate) const FILE_FACTOR: u64 = #factor;
        /// The attacks along the a-file: `[rank][((occupied & INNER_FILE_A) * FILE_FACTOR) >> 58]`.
        pub(crate) static FILE_ATTACKS: [[u64; 64]; 8] = #files;
    }
}

fn expansion_lists() -> TokenStream {
    let indices = word_rows(&expand::byte_indices());
    let lengths = expand::byte_lengths().map(Literal::u8_unsuffixed);
    let [knight, king] = [expand::Leaper::knight(), expand::Leaper::king()];
    let rotations = [&knight, &king].map(|leaper| Literal::u32_unsuffixed(leaper.rotation));
    let [knight_rotation, king_rotation] = rotations;
    let [knight_factor, king_factor] = [&knight, &king].map(|leaper| hex64(&leaper.factor));
    let [knight_offsets, king_offsets] = [&knight, &king].map(|leaper| word_rows(&leaper.offsets));
    quote! {
        //! Lists of up to eight numbers, followed by zeros, by a byte that gathers a set.
        /// The indices of the set bits: `[byte]`.
        pub(crate) static BYTE_INDICES: [[u16; 8]; 256] = #indices;
        /// The number of set bits: `[byte]`.
        pub(crate) static BYTE_LENGTHS: [u8; 256] = [#(#lengths),*];
        /// The left rotation of a knight's targets, less its square, before the multiplication.
        pub(crate) const KNIGHT_ROTATION: u32 = #knight_rotation;
        /// The factor that gathers the rotated targets of a knight into the top eight bits.
        pub(crate) const KNIGHT_FACTOR: u64 = #knight_factor;
        /// The differences of target and origin: `[gathered targets]`.
        pub(crate) static KNIGHT_OFFSETS: [[u16; 8]; 256] = #knight_offsets;
        /// The left rotation of a king's targets, less its square, before the multiplication.
        pub(crate) const KING_ROTATION: u32 = #king_rotation;
        /// The factor that gathers the rotated targets of a king into the top eight bits.
        pub(crate) const KING_FACTOR: u64 = #king_factor;
        /// The differences of target and origin: `[gathered targets]`.
        pub(crate) static KING_OFFSETS: [[u16; 8]; 256] = #king_offsets;
    }
}

fn line_squares() -> TokenStream {
    let diagonals = byte_rows(&expand::diagonal_squares());
    let orthogonals = byte_rows(&expand::orthogonal_squares());
    quote! {
        //! The squares of two lines through a square, eight for each; the square itself if off the board.
        /// The squares of the diagonal, then of the antidiagonal, each by file: `[square]`.
        pub(crate) static DIAGONAL_SQUARES: [[u8; 16]; 64] = #diagonals;
        /// The squares of the rank by file, then of the file by rank: `[square]`.
        pub(crate) static ORTHOGONAL_SQUARES: [[u8; 16]; 64] = #orthogonals;
    }
}

fn reachability() -> TokenStream {
    let pieces = byte_rows(&reachability::reaching_pieces());
    quote! {
        //! The pieces that can move between two squares.
        /// A bit set `[to][from]`: white push, white capture, black push, black capture, N, B, R, K.
        pub(crate) static REACHING_PIECES: [[u8; 64]; 64] = #pieces;
    }
}

fn between() -> TokenStream {
    let between = rows(&walk::between());
    quote! {
        //! The squares between two squares.
        /// The squares strictly between two squares of one line, else the empty set: `[a][b]`.
        pub(crate) static BETWEEN: [[u64; 64]; 64] = #between;
    }
}

fn pext_attacks(rooks: &Blocks, bishops: &Blocks) -> TokenStream {
    let [rook_entries, bishop_entries] =
        [rooks, bishops].map(|blocks| Literal::usize_unsuffixed(blocks.entries));
    let [rook_sets, bishop_sets] = [rooks, bishops].map(|blocks| {
        let sets = pext::attacks(blocks);
        let sets = sets.iter().map(hex16);
        quote!([#(#sets),*])
    });
    quote! {
        //! The attacks of sliders. PEXT of the occupied squares by the mask is the index in a block.
        /// The attacks of a rook, compressed by PEXT with its attacks on an empty board.
        pub(crate) static ROOK_ATTACKS: [u16; #rook_entries] = #rook_sets;
        /// The attacks of a bishop, compressed by PEXT with its attacks on an empty board.
        pub(crate) static BISHOP_ATTACKS: [u16; #bishop_entries] = #bishop_sets;
    }
}

fn polyglot_keys(keys: &polyglot::Keys) -> TokenStream {
    let pieces = rows(&keys.pieces);
    let castling = row(&keys.castling);
    let en_passant = row(&keys.en_passant);
    let turn = hex64(&keys.turn);
    quote! {
        //! Zobrist keys: the random numbers of Polyglot's opening books, in Polyglot's order.
        /// The keys of pieces `[piece][square]`: black pawn, white pawn, black knight, … white king.
        pub(crate) static PIECE_KEYS: [[u64; 64]; 12] = #pieces;
        /// The keys of rights: White kingside, White queenside, Black kingside, Black queenside.
        pub(crate) static CASTLING_KEYS: [u64; 4] = #castling;
        /// The keys of en passant squares: `[file]`.
        pub(crate) static EN_PASSANT_KEYS: [u64; 8] = #en_passant;
        /// The key of White to move.
        pub(crate) const WHITE_TO_MOVE_KEY: u64 = #turn;
    }
}

fn reversible_moves(keys: &polyglot::Keys) -> Result<TokenStream> {
    let moves = cuckoo::reversible_moves(keys)?;
    let slots = Literal::usize_unsuffixed(cuckoo::SLOTS);
    let moves = moves.iter().map(hex16);
    Ok(quote! {
        //! The moves that a piece can take back, in a cuckoo hash table by their key differences: in the
        //! slot of the lowest 13 bits or of those from bit 16 on.
        /// 4096 times a piece in the order of `PIECE_KEYS`, 64 times a square, a square; else 0: `[slot]`.
        pub(crate) static REVERSIBLE_MOVES: [u16; #slots] = [#(#moves),*];
    })
}

/// Returns an array expression for 64-bit numbers.
fn row(numbers: &[u64]) -> TokenStream {
    let numbers = numbers.iter().map(hex64);
    quote!([#(#numbers),*])
}

/// Returns an array expression for arrays with 64-bit numbers.
fn rows<const N: usize>(arrays: &[[u64; N]]) -> TokenStream {
    let arrays = arrays.iter().map(|array| row(array));
    quote!([#(#arrays),*])
}

/// Returns an array expression for arrays with 16-bit numbers.
fn word_rows<const N: usize>(arrays: &[[u16; N]]) -> TokenStream {
    let arrays = arrays.iter().map(|array| {
        let numbers = array.iter().map(hex16);
        quote!([#(#numbers),*])
    });
    quote!([#(#arrays),*])
}

/// Returns an array expression for byte arrays.
fn byte_rows<const N: usize>(arrays: &[[u8; N]]) -> TokenStream {
    let arrays = arrays.iter().map(|array| {
        let numbers = array.iter().map(hex8);
        quote!([#(#numbers),*])
    });
    quote!([#(#arrays),*])
}
