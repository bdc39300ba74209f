//! The generated files: what each is called, says of itself, and holds.

use anyhow::Result;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::derive::blocks::Blocks;
use super::derive::magic::Magics;
use super::derive::walk::Slider;
use super::derive::{castling, kindergarten, move_kinds, pawns, pext, polyglot, spans, walk};
use super::render::{hex8, hex16, hex64, render};

/// The targets that a file is compiled for.
#[derive(Clone, Copy)]
enum Targets {
    All,
    /// Those with PEXT and PDEP.
    Bmi2,
    /// Those without.
    NoBmi2,
}

/// One generated file, rendered and verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    pub name: &'static str,
    pub contents: String,
}

/// Every generated file, derived, rendered and verified one after the other.
pub fn all() -> impl Iterator<Item = Result<GeneratedFile>> {
    let [rooks, bishops] = [Slider::Rook, Slider::Bishop].map(Blocks::new);
    let keys = polyglot::Keys::read().map(|keys| polyglot_keys(&keys));
    let tables = [
        ("between.rs", Targets::All, Ok(between())),
        ("bishops.rs", Targets::All, Ok(slider_blocks(&bishops, "BISHOP"))),
        ("castling.rs", Targets::All, Ok(castling_tables())),
        ("kindergarten.rs", Targets::NoBmi2, Ok(rook_lines())),
        ("leapers.rs", Targets::All, Ok(leapers())),
        ("lines.rs", Targets::All, Ok(lines())),
        ("magics.rs", Targets::NoBmi2, Ok(bishop_magics(&Magics::find()))),
        ("move_kinds.rs", Targets::All, Ok(move_kind_table())),
        ("pawns.rs", Targets::All, Ok(pawn_tables())),
        (PEXT_FILE, Targets::Bmi2, Ok(pext_attacks(&rooks, &bishops))),
        ("polyglot.rs", Targets::All, keys),
        ("rays.rs", Targets::All, Ok(rays())),
        ("rooks.rs", Targets::Bmi2, Ok(slider_blocks(&rooks, "ROOK"))),
    ];
    let modules = modules(tables.each_ref().map(|&(name, targets, _)| (name, targets)));
    let index = ("mod.rs", Targets::All, Ok(modules));
    std::iter::once(index).chain(tables).map(|(name, _, tokens)| {
        // A row is a rank; of the compressed sets, a quarter as wide, two ranks.
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
            Targets::Bmi2 => quote!(#[cfg(#bmi2)]),
            Targets::NoBmi2 => quote!(#[cfg(not(#bmi2))]),
        };
        quote!(#condition #[rustfmt::skip] pub(crate) mod #module;)
    });
    quote! {
        //! The tables as plain numbers, derived by `xtask`; in a set, bit 0 is a1, bit 63 h8.
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
        //! The attacks of knights and kings, from spans shifted over the board.
        /// The attacks of a knight on each square.
        pub(crate) static KNIGHT_ATTACKS: [u64; 64] = #knight;
        /// The attacks of a king on each square.
        pub(crate) static KING_ATTACKS: [u64; 64] = #king;
    }
}

fn pawn_tables() -> TokenStream {
    let attacks = rows(&pawns::attacks());
    let pushes = rows(&pawns::pushes());
    quote! {
        //! The attacks and advances of pawns, White's first, on all ranks alike.
        /// The squares a pawn attacks: `[color][square]`.
        pub(crate) static PAWN_ATTACKS: [[u64; 64]; 2] = #attacks;
        /// The squares a pawn can advance to on an empty board: `[color][square]`.
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
        //! The rays from each square to the edge; N, NE, E, SE, S, SW, W, NW.
        /// The squares beyond a square in each direction, without it: `[direction][square]`.
        pub(crate) static RAYS: [[u64; 64]; 8] = #rays;
        /// The squares that a rook attacks from each square of an empty board.
        pub(crate) static ROOK_RAYS: [u64; 64] = #rook;
        /// The squares that a bishop attacks from each square of an empty board.
        pub(crate) static BISHOP_RAYS: [u64; 64] = #bishop;
        /// The squares from which a rook attacks a neighbor of each square on an empty board.
        pub(crate) static ROOK_RAYS_KING_ZONE: [u64; 64] = #rook_zone;
        /// The squares from which a bishop attacks a neighbor of each square on an empty board.
        pub(crate) static BISHOP_RAYS_KING_ZONE: [u64; 64] = #bishop_zone;
    }
}

fn lines() -> TokenStream {
    let lines = rows(&walk::lines());
    quote! {
        //! The lines through each square; rank, file, diagonal (a1–h8), antidiagonal (a8–h1).
        /// The squares of each line through a square, with it: `[line][square]`.
        pub(crate) static LINES: [[u64; 64]; 4] = #lines;
    }
}

fn castling_tables() -> TokenStream {
    let empty = rows(&castling::empty());
    let safe = rows(&castling::safe());
    quote! {
        //! What castling asks of White's first rank; shifted left by 56, of Black's.
        /// The squares that no other piece may stand on: `[king file][rook file]`.
        pub(crate) static CASTLING_EMPTY: [[u64; 8]; 8] = #empty;
        /// The squares that may not be attacked: `[king file][rook file]`.
        pub(crate) static CASTLING_SAFE: [[u64; 8]; 8] = #safe;
    }
}

/// The masks of a slider and the blocks of its table, whose names begin with `prefix`.
fn slider_blocks(blocks: &Blocks, prefix: &str) -> TokenStream {
    let [masks, offsets] = ["MASKS", "OFFSETS"].map(|end| name(&format!("{prefix}_{end}")));
    let mask_row = row(&blocks.masks);
    let offset_row = blocks.offsets.map(Literal::u32_unsuffixed);
    quote! {
        //! The blocks of a table of attacks: a square's mask of `n` squares has `1 << n` entries.
        /// The squares whose occupation can shorten the attacks.
        pub(crate) const #masks: [u64; 64] = #mask_row;
        /// The first entry of each square's block.
        pub(crate) const #offsets: [u32; 64] = [#(#offset_row),*];
    }
}

fn bishop_magics(magics: &Magics) -> TokenStream {
    let factors = row(&magics.factors);
    let entries = Literal::usize_unsuffixed(magics.blocks.entries);
    let attacks = row(&magics.attacks);
    quote! {
        //! Magics: `((occupied & mask) * magic) >> (64 - mask.count_ones())` indexes a block.
        /// The magic of a bishop on each square.
        pub(crate) const BISHOP_MAGICS: [u64; 64] = #factors;
        /// The attacks of a bishop by that index, 0 where no occupancy leads.
        pub(crate) static BISHOP_ATTACKS: [u64; #entries] = #attacks;
    }
}

fn rook_lines() -> TokenStream {
    let ranks = kindergarten::rank_attacks();
    let ranks = ranks.iter().map(|row| {
        let row = row.iter().map(hex8);
        quote!([#(#row),*])
    });
    let files = rows(&kindergarten::file_attacks());
    let [inner, factor] =
        [kindergarten::INNER_FILE_A, kindergarten::FILE_FACTOR].map(|n| hex64(&n));
    quote! {
        //! The attacks of a rook along its rank and its file, by the six inner squares of each.
        /// The attacks along the first rank: `[file][occupation of b1 to g1]`.
        pub(crate) static RANK_ATTACKS: [[u8; 64]; 8] = [#(#ranks),*];
        /// The squares a2 to a7.
        pub(crate) const INNER_FILE_A: u64 = #inner;
        /// Gathers these squares into the top six bits.
        pub(crate) const FILE_FACTOR: u64 = #factor;
        /// The attacks along the a-file: `[rank][((occupied & INNER_FILE_A) * FILE_FACTOR) >> 58]`.
        pub(crate) static FILE_ATTACKS: [[u64; 64]; 8] = #files;
    }
}

fn move_kind_table() -> TokenStream {
    let kinds = move_kinds::move_kinds();
    let kinds = kinds.iter().map(|row| {
        let row = row.iter().map(hex8);
        quote!([#(#row),*])
    });
    quote! {
        //! The kinds of pieces that can move between two squares.
        /// A bit set `[to][from]`: white push, white capture, black push, black capture, N, B, R, K.
        pub(crate) static MOVE_KINDS: [[u8; 64]; 64] = [#(#kinds),*];
    }
}

fn between() -> TokenStream {
    let between = rows(&walk::between());
    quote! {
        //! The squares between two squares.
        /// The squares strictly between two of one line, none where no line joins them: `[a][b]`.
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
        //! The attacks of sliders by PEXT of the occupied squares of a mask.
        /// PEXT of a rook's attacks by the squares of its two lines, without the rook's.
        pub(crate) static ROOK_ATTACKS: [u16; #rook_entries] = #rook_sets;
        /// PEXT of a bishop's attacks by the squares of its two lines, without the bishop's.
        pub(crate) static BISHOP_ATTACKS: [u16; #bishop_entries] = #bishop_sets;
    }
}

fn polyglot_keys(keys: &polyglot::Keys) -> TokenStream {
    let pieces = rows(&keys.pieces);
    let castling = row(&keys.castling);
    let en_passant = row(&keys.en_passant);
    let turn = hex64(&keys.turn);
    quote! {
        //! The random numbers of Polyglot's opening books, in Polyglot's order.
        /// `[kind][square]`; black pawn, white pawn, black knight, … black king, white king.
        pub(crate) static PIECE_KEYS: [[u64; 64]; 12] = #pieces;
        /// White king-side, White queen-side, Black king-side, Black queen-side.
        pub(crate) static CASTLING_KEYS: [u64; 4] = #castling;
        /// By the file of the pawn that can be taken.
        pub(crate) static EN_PASSANT_KEYS: [u64; 8] = #en_passant;
        /// Added when White is to move.
        pub(crate) const TURN_KEY: u64 = #turn;
    }
}

/// An array of numbers.
fn row(numbers: &[u64]) -> TokenStream {
    let numbers = numbers.iter().map(hex64);
    quote!([#(#numbers),*])
}

/// An array of arrays of numbers.
fn rows<const N: usize>(arrays: &[[u64; N]]) -> TokenStream {
    let arrays = arrays.iter().map(|array| row(array));
    quote!([#(#arrays),*])
}
