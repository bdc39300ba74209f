//! Magics and PEXT, every index of every square against the naive slider.

use super::coordinates;
use super::sliders::naive;
use crate::tables::derive::blocks::{Blocks, ENTRIES};
use crate::tables::derive::magic::Magics;
use crate::tables::derive::pext;
use crate::tables::derive::walk::Slider;

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
    let [rooks, bishops] = Blocks::rooks_then_bishops();
    assert_eq!((rooks.slider, bishops.slider), (Slider::Rook, Slider::Bishop));
    assert_eq!((rooks.offsets[0], bishops.offsets[0]), (0, 102_400));
    let starts = rooks.offsets.iter().chain(&bishops.offsets).copied();
    let sizes = rooks.masks.iter().chain(&bishops.masks).map(|mask| 1 << mask.count_ones());
    let end = starts.zip(sizes).fold(0, |end, (start, size): (u32, u32)| {
        assert_eq!(start, end);
        start + size
    });
    assert_eq!(end as usize, ENTRIES);
}

#[test]
fn every_magic_is_free_of_collisions() {
    let magics = Magics::find();
    assert_eq!(magics.attacks.len(), ENTRIES);
    for (blocks, factors) in magics.blocks.iter().zip(&magics.factors) {
        for (square, from) in coordinates().into_iter().enumerate() {
            let (mask, magic) = (blocks.masks[square], factors[square]);
            let bits = mask.count_ones();
            let mut met = vec![None; 1 << bits];
            for occupied in (0..1 << bits).map(|bits| scatter(bits, mask)) {
                let index = (occupied.wrapping_mul(magic) >> (64 - bits)) as usize;
                let attacks = naive(blocks.slider, from, occupied);
                let first = *met[index].get_or_insert(attacks);
                assert_eq!(first, attacks, "{:?} on {square}", blocks.slider);
            }
            let block = &magics.attacks[blocks.offsets[square] as usize..][..1 << bits];
            let expected: Vec<u64> = met.into_iter().map(Option::unwrap_or_default).collect();
            assert!(block == expected, "{:?} on {square}: the block differs", blocks.slider);
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
    let table = pext::attacks();
    assert_eq!(table.len(), ENTRIES);
    for (blocks, lines) in Blocks::rooks_then_bishops().iter().zip(pext::line_sets()) {
        for (square, from) in coordinates().into_iter().enumerate() {
            let line = lines[square];
            assert_eq!(line, naive(blocks.slider, from, 0), "{:?} on {square}", blocks.slider);
            assert!(line.count_ones() <= 14);
            let mask = blocks.masks[square];
            let block = &table[blocks.offsets[square] as usize..][..1 << mask.count_ones()];
            for (index, &entry) in (0..).zip(block) {
                let attacks = naive(blocks.slider, from, scatter(index, mask));
                assert_eq!(scatter(u64::from(entry), line), attacks);
            }
        }
    }
}
