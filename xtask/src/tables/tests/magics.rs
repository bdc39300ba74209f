//! Tests for magics, PEXT and Kindergarten tables: every index on every square against naive
//! attacks.

use super::coordinates;
use super::sliders::naive_attacks;
use crate::tables::derive::blocks::Blocks;
use crate::tables::derive::magic::Magics;
use crate::tables::derive::walk::Slider;
use crate::tables::derive::{kindergarten, pext};

/// Moves bit `i` of `bits` to the `i`-th lowest bit of `mask` (PDEP).
fn pdep(mut bits: u64, mask: u64) -> u64 {
    let mut result = 0;
    for square in (0..64).filter(|square| mask >> square & 1 == 1) {
        result |= (bits & 1) << square;
        bits >>= 1;
    }
    result
}

#[test]
fn blocks_are_contiguous() {
    for (slider, entries) in [(Slider::Rook, 102_400), (Slider::Bishop, 5_248)] {
        let blocks = Blocks::new(slider);
        assert_eq!((blocks.slider, blocks.entries), (slider, entries));
        let sizes = blocks.masks.iter().map(|mask| 1 << mask.count_ones());
        let end = blocks.offsets.iter().zip(sizes).fold(0, |end, (&start, size): (_, u32)| {
            assert_eq!(start, end);
            start + size
        });
        assert_eq!(end as usize, entries);
    }
}

#[test]
fn magics_have_no_collisions() {
    let magics = Magics::find();
    let blocks = &magics.blocks;
    assert_eq!((blocks.slider, magics.attacks.len()), (Slider::Bishop, 5_248));
    for (square, from) in coordinates().into_iter().enumerate() {
        let mask = blocks.masks[square];
        let magic = magics.factors[square];
        let bits = mask.count_ones();
        let mut entries = vec![None; 1 << bits];
        for occupied in (0..1 << bits).map(|bits| pdep(bits, mask)) {
            let index = (occupied.wrapping_mul(magic) >> (64 - bits)) as usize;
            let attacks = naive_attacks(blocks.slider, from, occupied);
            let first = *entries[index].get_or_insert(attacks);
            assert_eq!(first, attacks, "{square}");
        }
        let block = &magics.attacks[blocks.offsets[square] as usize..][..1 << bits];
        let expected: Vec<u64> = entries.into_iter().map(Option::unwrap_or_default).collect();
        assert!(block == expected, "square {square}: other attacks in the block");
    }
}

#[test]
fn kindergarten_attacks_match_naive_attacks() {
    let ranks = kindergarten::rank_attacks();
    let files = kindergarten::file_attacks();
    for (file, rank) in coordinates() {
        let column = file.unsigned_abs();
        let row = rank.unsigned_abs();
        for inner in 0..64_u64 {
            // The outer squares on both lines are occupied for odd popcounts of the inner ones.
            let outer = if inner.count_ones() % 2 == 0 { 0 } else { 0x81 };
            let line = inner << 1 | outer;
            let along_rank = line << (8 * row);
            let actual = u64::from(ranks[column as usize][inner as usize]) << (8 * row);
            let expected =
                naive_attacks(Slider::Rook, (file, rank), along_rank) & 0xff << (8 * row);
            assert_eq!(actual, expected, "rank of {file}, {rank}: {line:#x}");

            let file_a = pdep(line, 0x0101_0101_0101_0101);
            let product =
                (file_a & kindergarten::INNER_FILE_A).wrapping_mul(kindergarten::FILE_FACTOR);
            let actual = files[row as usize][(product >> 58) as usize] << column;
            let whole_file = 0x0101_0101_0101_0101 << column;
            let expected = naive_attacks(Slider::Rook, (file, rank), file_a << column) & whole_file;
            assert_eq!(actual, expected, "file of {file}, {rank}: {line:#x}");
        }
    }
}

#[test]
fn search_is_deterministic() {
    assert_eq!(Magics::find(), Magics::find());
}

#[test]
fn pext_inverts_pdep() {
    assert_eq!(pext::pext(0b1011_0100, 0b1111_0000), 0b1011);
    assert_eq!(pext::pext(u64::MAX, 0x8100_0000_0000_0081), 0b1111);
    assert_eq!(pext::pext(0x0123_4567_89ab_cdef, u64::MAX), 0x0123_4567_89ab_cdef);
    for bits in 0..1 << 12 {
        let mask = 0x0001_0101_0101_017e;
        assert_eq!(pext::pext(pdep(bits, mask), mask), bits);
    }
}

#[test]
fn pext_entries_expand_to_naive_attacks() {
    for slider in [Slider::Rook, Slider::Bishop] {
        let blocks = Blocks::new(slider);
        let lines = pext::line_sets(slider);
        let table = pext::attacks(&blocks);
        assert_eq!(table.len(), blocks.entries);
        for (square, from) in coordinates().into_iter().enumerate() {
            let line = lines[square];
            assert_eq!(line, naive_attacks(slider, from, 0), "{slider:?} on {square}");
            assert!(line.count_ones() <= 14);
            let mask = blocks.masks[square];
            let block = &table[blocks.offsets[square] as usize..][..1 << mask.count_ones()];
            for (index, &entry) in (0..).zip(block) {
                let attacks = naive_attacks(slider, from, pdep(index, mask));
                assert_eq!(pdep(u64::from(entry), line), attacks);
            }
        }
    }
}
