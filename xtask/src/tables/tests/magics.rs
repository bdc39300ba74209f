//! Magics, PEXT and Kindergarten lines: every index of every square against the naive slider.

use super::coordinates;
use super::sliders::naive;
use crate::tables::derive::blocks::Blocks;
use crate::tables::derive::magic::Magics;
use crate::tables::derive::walk::Slider;
use crate::tables::derive::{kindergarten, pext};

/// Bit `i` of `bits` goes to the `i`-th lowest bit of `mask`.
fn scatter(mut bits: u64, mask: u64) -> u64 {
    let mut scattered = 0;
    for square in (0..64).filter(|square| mask >> square & 1 == 1) {
        scattered |= (bits & 1) << square;
        bits >>= 1;
    }
    scattered
}

#[test]
fn blocks_follow_one_another() {
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
fn every_magic_is_free_of_collisions() {
    let magics = Magics::find();
    let blocks = &magics.blocks;
    assert_eq!((blocks.slider, magics.attacks.len()), (Slider::Bishop, 5_248));
    for (square, from) in coordinates().into_iter().enumerate() {
        let (mask, magic) = (blocks.masks[square], magics.factors[square]);
        let bits = mask.count_ones();
        let mut met = vec![None; 1 << bits];
        for occupied in (0..1 << bits).map(|bits| scatter(bits, mask)) {
            let index = (occupied.wrapping_mul(magic) >> (64 - bits)) as usize;
            let attacks = naive(blocks.slider, from, occupied);
            let first = *met[index].get_or_insert(attacks);
            assert_eq!(first, attacks, "{square}");
        }
        let block = &magics.attacks[blocks.offsets[square] as usize..][..1 << bits];
        let expected: Vec<u64> = met.into_iter().map(Option::unwrap_or_default).collect();
        assert!(block == expected, "{square}: the block differs");
    }
}

#[test]
fn rook_lines_are_naive_attacks_shifted() {
    let (ranks, files) = (kindergarten::rank_attacks(), kindergarten::file_attacks());
    for (file, rank) in coordinates() {
        let (column, row) = (file.unsigned_abs(), rank.unsigned_abs());
        for inner in 0..64_u64 {
            // The outer squares of both lines are occupied or not, as the inner ones.
            let outer = if inner.count_ones() % 2 == 0 { 0 } else { 0x81 };
            let line = inner << 1 | outer;
            let along_rank = line << (8 * row);
            let found = u64::from(ranks[column as usize][inner as usize]) << (8 * row);
            let expected = naive(Slider::Rook, (file, rank), along_rank) & 0xff << (8 * row);
            assert_eq!(found, expected, "rank of {file}, {rank}: {line:#x}");

            let file_a = scatter(line, 0x0101_0101_0101_0101);
            let product =
                (file_a & kindergarten::INNER_FILE_A).wrapping_mul(kindergarten::FILE_FACTOR);
            let found = files[row as usize][(product >> 58) as usize] << column;
            let all = 0x0101_0101_0101_0101 << column;
            let expected = naive(Slider::Rook, (file, rank), file_a << column) & all;
            assert_eq!(found, expected, "file of {file}, {rank}: {line:#x}");
        }
    }
}

#[test]
fn two_searches_find_the_same() {
    assert_eq!(Magics::find(), Magics::find());
}

#[test]
fn pext_gathers_what_scattering_spreads() {
    assert_eq!(pext::pext(0b1011_0100, 0b1111_0000), 0b1011);
    assert_eq!(pext::pext(u64::MAX, 0x8100_0000_0000_0081), 0b1111);
    assert_eq!(pext::pext(0x0123_4567_89ab_cdef, u64::MAX), 0x0123_4567_89ab_cdef);
    for bits in 0..1 << 12 {
        let mask = 0x0001_0101_0101_017e;
        assert_eq!(pext::pext(scatter(bits, mask), mask), bits);
    }
}

#[test]
fn pext_entries_spread_to_the_attacks() {
    for slider in [Slider::Rook, Slider::Bishop] {
        let (blocks, lines) = (Blocks::new(slider), pext::line_sets(slider));
        let table = pext::attacks(&blocks);
        assert_eq!(table.len(), blocks.entries);
        for (square, from) in coordinates().into_iter().enumerate() {
            let line = lines[square];
            assert_eq!(line, naive(slider, from, 0), "{slider:?} on {square}");
            assert!(line.count_ones() <= 14);
            let mask = blocks.masks[square];
            let block = &table[blocks.offsets[square] as usize..][..1 << mask.count_ones()];
            for (index, &entry) in (0..).zip(block) {
                let attacks = naive(slider, from, scatter(index, mask));
                assert_eq!(scatter(u64::from(entry), line), attacks);
            }
        }
    }
}
