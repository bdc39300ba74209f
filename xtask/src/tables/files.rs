//! The generated files: what each is called, says of itself, and holds.

use anyhow::Result;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::GeneratedFile;
use super::derive::blocks::ENTRIES;
use super::derive::magic::Magics;
use super::derive::walk::Slider;
use super::derive::{castling, pawns, pext, polyglot, spans, walk};
use super::render::{hex16, hex64, render};

/// Every generated file, derived, rendered and verified one after the other.
pub fn all() -> impl Iterator<Item = Result<GeneratedFile>> {
    let magics = Magics::find();
    let tables = [
        ("between.rs", Ok(between())),
        ("castling.rs", Ok(castling_tables())),
        ("leapers.rs", Ok(leapers())),
        ("lines.rs", Ok(lines())),
        (MAGIC_FILE, Ok(magic_attacks(&magics))),
        ("magics.rs", Ok(magic_numbers(&magics))),
        ("pawns.rs", Ok(pawn_tables())),
        (PEXT_FILE, Ok(pext_attacks())),
        ("polyglot.rs", polyglot::Keys::read().map(|keys| polyglot_keys(&keys))),
        ("rays.rs", Ok(rays())),
    ];
    let index = ("mod.rs", Ok(modules(tables.each_ref().map(|table| table.0))));
    std::iter::once(index).chain(tables).map(|(name, tokens)| {
        // A row is a rank; of the compressed sets, a quarter as wide, two ranks.
        let per_row = if name == PEXT_FILE { 16 } else { 8 };
        Ok(GeneratedFile { name, contents: render(name, &tokens?, per_row)? })
    })
}

const MAGIC_FILE: &str = "magic_attacks.rs";
const PEXT_FILE: &str = "pext_attacks.rs";

fn modules<const N: usize>(files: [&str; N]) -> TokenStream {
    let modules = files.map(|file| {
        let name = file.strip_suffix(".rs").expect("every file is a Rust file");
        let module = Ident::new(name, Span::call_site());
        let bmi2 = quote!(all(target_arch = "x86_64", target_feature = "bmi2"));
        // One slider table per target: a second one would only be read by the compiler.
        let condition = match file {
            PEXT_FILE => quote!(#[cfg(#bmi2)]),
            MAGIC_FILE => quote!(#[cfg(not(#bmi2))]),
            _ => TokenStream::new(),
        };
        quote!(#condition #[rustfmt::skip] pub(crate) mod #module;)
    });
    quote! {
        //! The tables as plain numbers, derived by `xtask`; in a set, bit 0 is a1, bit 63 h8.
        #(#modules)*
    }
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
    let steps = rows(&pawns::without_promotions(pawns::pushes()));
    let captures = rows(&pawns::without_promotions(pawns::attacks()));
    quote! {
        //! The attacks and advances of pawns, White's first, on all ranks alike.
        /// The squares a pawn attacks: `[color][square]`.
        pub(crate) static PAWN_ATTACKS: [[u64; 64]; 2] = #attacks;
        /// The squares a pawn can advance to on an empty board: `[color][square]`.
        pub(crate) static PAWN_PUSHES: [[u64; 64]; 2] = #pushes;
        /// The advances that do not promote: `[color][square]`.
        pub(crate) static PAWN_STEPS: [[u64; 64]; 2] = #steps;
        /// The attacks of pawns that do not promote: `[color][square]`.
        pub(crate) static PAWN_CAPTURES: [[u64; 64]; 2] = #captures;
    }
}

fn rays() -> TokenStream {
    let rays = rows(&walk::rays());
    let [rook, bishop] =
        [Slider::Rook, Slider::Bishop].map(|slider| row(&walk::slider_rays(slider)));
    let queen = row(&walk::queen_rays());
    let [beside_rook, beside_bishop] =
        [Slider::Rook, Slider::Bishop].map(|slider| row(&walk::slider_rays_beside(slider)));
    quote! {
        //! The rays from each square to the edge; N, NE, E, SE, S, SW, W, NW.
        /// The squares beyond a square in each direction, without it: `[direction][square]`.
        pub(crate) static RAYS: [[u64; 64]; 8] = #rays;
        /// What a rook on each square attacks on an empty board.
        pub(crate) static ROOK_RAYS: [u64; 64] = #rook;
        /// What a bishop on each square attacks on an empty board.
        pub(crate) static BISHOP_RAYS: [u64; 64] = #bishop;
        /// What a queen on each square attacks on an empty board.
        pub(crate) static QUEEN_RAYS: [u64; 64] = #queen;
        /// From where a rook attacks a neighbour of each square on an empty board.
        pub(crate) static ROOK_RAYS_BESIDE: [u64; 64] = #beside_rook;
        /// From where a bishop attacks a neighbour of each square on an empty board.
        pub(crate) static BISHOP_RAYS_BESIDE: [u64; 64] = #beside_bishop;
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

fn magic_numbers(magics: &Magics) -> TokenStream {
    let [rook_masks, bishop_masks] = magics.blocks.each_ref().map(|blocks| row(&blocks.masks));
    let [rook_magics, bishop_magics] = magics.factors.each_ref().map(|factors| row(factors));
    let [rook_offsets, bishop_offsets] = magics.blocks.each_ref().map(|blocks| {
        let offsets = blocks.offsets.map(Literal::u32_unsuffixed);
        quote!([#(#offsets),*])
    });
    quote! {
        //! Magics: `((occupied & mask) * magic) >> (64 - mask.count_ones())` indexes a block.
        /// The squares whose occupation can shorten a rook's attacks.
        pub(crate) static ROOK_MASKS: [u64; 64] = #rook_masks;
        /// The magic of a rook on each square.
        pub(crate) static ROOK_MAGICS: [u64; 64] = #rook_magics;
        /// Where a rook's block begins, in the tables of attacks for magics and for PEXT.
        pub(crate) static ROOK_OFFSETS: [u32; 64] = #rook_offsets;
        /// The squares whose occupation can shorten a bishop's attacks.
        pub(crate) static BISHOP_MASKS: [u64; 64] = #bishop_masks;
        /// The magic of a bishop on each square.
        pub(crate) static BISHOP_MAGICS: [u64; 64] = #bishop_magics;
        /// Where a bishop's block begins, in the tables of attacks for magics and for PEXT.
        pub(crate) static BISHOP_OFFSETS: [u32; 64] = #bishop_offsets;
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

fn magic_attacks(magics: &Magics) -> TokenStream {
    let entries = Literal::usize_unsuffixed(ENTRIES);
    let attacks = row(&magics.attacks);
    quote! {
        //! The attacks of sliders, indexed by magics; rooks' blocks, then bishops'.
        /// The attack set of each index, 0 where no occupancy leads.
        pub(crate) static MAGIC_ATTACKS: [u64; #entries] = #attacks;
    }
}

fn pext_attacks() -> TokenStream {
    let entries = Literal::usize_unsuffixed(ENTRIES);
    let attacks = pext::attacks();
    let attacks = attacks.iter().map(hex16);
    quote! {
        //! The attacks of sliders, indexed by PEXT; rooks' blocks, then bishops'.
        /// PEXT of each attack set by the squares of the two lines, without the slider's.
        pub(crate) static PEXT_ATTACKS: [u16; #entries] = [#(#attacks),*];
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
