//! Tests for intermediate steps: each is derived a second time.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::{self, Line, line_through};
use tabiya::{Bitboard, Piece, Square};

use super::super::{Decision, Derivation, Step, StepValue, Technique};
use super::{OCCUPANCIES, derive, for_each_derivation, number, random_occupancy, step};

#[test]
fn single_piece_shift_is_its_target() {
    for square in Square::ALL {
        let knight =
            Derivation::attacks(Technique::Shifts, Piece::WhiteKnight, square, Bitboard::EMPTY);
        let steps = knight.expect("a knight has shifts").steps;
        let offsets = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        for ((files, ranks), step) in offsets.into_iter().zip(&steps) {
            let target: Bitboard = square.offset(files, ranks).into_iter().collect();
            assert_eq!(step.set(), Some(target), "{square} {step:?}");
        }
        assert_eq!(steps.len(), offsets.len() + 1);
    }
}

#[test]
fn magic_index_is_the_shifted_product() {
    let mut random = fastrand::Rng::with_seed(3);
    for square in Square::ALL {
        for index in 0..OCCUPANCIES {
            let occupied = random_occupancy(&mut random, index);
            let steps = derive(Technique::Magic, Piece::WhiteBishop, square, occupied).steps;
            let mask = step(&steps, "mask").set().expect("the step has a set");
            // The mask is an independent property: the rays without the edge squares they reach.
            assert_eq!(mask, tables::bishop_rays(square) - Bitboard::EDGES, "{square}");
            assert_eq!(step(&steps, "occupied & mask").set(), Some(occupied & mask));
            let code = step(&steps, "product").code.clone().expect("the step has code");
            let magic = code.split(['(', ')']).nth(1).and_then(|text| text.strip_prefix("0x"));
            let magic = u64::from_str_radix(magic.expect("a literal"), 16).expect("a literal");
            let product = (occupied & mask).0.wrapping_mul(magic);
            assert_eq!(step(&steps, "product").set(), Some(Bitboard(product)), "{square}");
            let bits = mask.count();
            assert_eq!(number(&steps, "shift"), 64 - i64::from(bits));
            assert_eq!(number(&steps, "index"), (product >> (64 - bits)) as i64);
            assert!(number(&steps, "index") < 1 << bits);
            assert!(number(&steps, "offset") + (1 << bits) <= 5248, "{square}");
        }
    }
}

#[test]
fn rook_magic_indices_are_the_inner_squares() {
    let mut random = fastrand::Rng::with_seed(4);
    for square in Square::ALL {
        for index in 0..OCCUPANCIES {
            let occupied = random_occupancy(&mut random, index);
            let steps = derive(Technique::Magic, Piece::WhiteRook, square, occupied).steps;
            let gathered = |line| -> i64 {
                let squares = line_through(square, line).into_iter().skip(1).take(6);
                squares.enumerate().map(|(bit, at)| i64::from(occupied.contains(at)) << bit).sum()
            };
            let part = |name: &str| -> Vec<Step> {
                steps.iter().filter(|step| step.part == name).cloned().collect()
            };
            assert_eq!(number(&part("Rank"), "index"), gathered(Line::Rank), "{square}");
            // The factor mirrors the file: the lowest square is the highest bit.
            let file: i64 = (0..6).map(|bit| (gathered(Line::File) >> bit & 1) << (5 - bit)).sum();
            assert_eq!(number(&part("File"), "index"), file, "{square} {occupied:?}");
        }
    }
}

#[test]
fn pext_index_counts_the_squares_below() {
    let mut random = fastrand::Rng::with_seed(5);
    for square in Square::ALL {
        for (piece, rays) in [
            (Piece::WhiteBishop, tables::bishop_rays(square)),
            (Piece::WhiteRook, tables::rook_rays(square)),
        ] {
            for index in 0..OCCUPANCIES {
                let occupied = random_occupancy(&mut random, index);
                let steps = derive(Technique::Pext, piece, square, occupied).steps;
                let mask = step(&steps, "mask").set().expect("the step has a set");
                let rank_of =
                    |at: Square, set: Bitboard| (set.0 & ((1 << at.index()) - 1)).count_ones();
                let gather = |set: Bitboard, mask: Bitboard| -> i64 {
                    (set & mask).into_iter().map(|at| 1 << rank_of(at, mask)).sum()
                };
                assert_eq!(number(&steps, "index"), gather(occupied, mask), "{piece}{square}");
                let attacks = tables::attacks(piece, square, occupied);
                assert_eq!(number(&steps, "entry"), gather(attacks, rays), "{piece}{square}");
                let bits = step(&steps, "index").values.iter().filter_map(|value| match *value {
                    StepValue::Bit { square, is_occupied, index } => {
                        Some((square, is_occupied, i64::from(index)))
                    }
                    _ => None,
                });
                let expected = mask.into_iter().map(|at| {
                    let below = Bitboard(mask.0 & (u64::MAX >> (63 - at.index())));
                    (at, occupied.contains(at), gather(occupied & below, mask))
                });
                assert!(bits.eq(expected), "{piece}{square} {occupied:?}");
            }
        }
    }
}

#[test]
fn loops_end_at_the_edge_or_a_blocker() {
    for_each_derivation(&[Technique::Array8x8, Technique::X88], |derivation, square| {
        let Derivation { technique, piece, occupied, .. } = *derivation;
        let is_slider = Technique::Magic.applies_to(piece.piece_type());
        for step in &derivation.steps[1..] {
            let states: Vec<_> = step.values.iter().filter_map(loop_state).collect();
            let (&(last, decision), before) = states.split_last().expect("a loop has a state");
            assert!(before.iter().all(|&(at, decision)| {
                at.is_some_and(|at| !occupied.contains(at)) && decision == Decision::Empty
            }));
            let expected = match last {
                None => Decision::OffBoard,
                Some(_) if !is_slider => Decision::Leap,
                Some(at) => {
                    assert!(occupied.contains(at), "{technique} {piece}{square} {step:?}");
                    Decision::Blocker
                }
            };
            assert_eq!(decision, expected, "{technique} {piece}{square} {step:?}");
        }
    });
}

/// Returns a loop state's square and decision. The square follows from coordinates, not from the
/// test that the loop makes.
fn loop_state(value: &StepValue) -> Option<(Option<Square>, Decision)> {
    let square = |file: i16, rank: i16| {
        Square::ALL
            .into_iter()
            .find(|at| (i16::from(at.file() as u8), i16::from(at.rank() as u8)) == (file, rank))
    };
    match *value {
        StepValue::Cell { row, column, decision } => {
            Some((square(column.into(), row.into()), decision))
        }
        StepValue::X88 { cell, outside, decision } => {
            // A step crosses at most two files: 14 and 15 are -2 and -1 on the next rank.
            let file = (cell + 2).rem_euclid(16) - 2;
            let at = square(file, (cell - file) / 16);
            assert_eq!(at.is_some(), outside == 0, "{cell:#x}");
            assert_eq!(outside, cell & 0x88);
            Some((at, decision))
        }
        _ => None,
    }
}

#[test]
fn line_rays_are_disjoint_and_complete() {
    let techniques = [Technique::Lookup, Technique::KoggeStone, Technique::Hyperbola];
    for_each_derivation(&techniques, |derivation, square| {
        let Derivation { technique, piece, occupied, .. } = *derivation;
        let title = match technique {
            Technique::Lookup if Technique::Magic.applies_to(piece.piece_type()) => "ray ^ behind",
            Technique::KoggeStone => "attacks",
            Technique::Hyperbola => "",
            _ => return,
        };
        let is_ray = |step: &&Step| {
            let is_hyperbola_ray = ["line & (o^(o-2r))", "xor, reversed"].contains(&&*step.title);
            step.title == title || (title.is_empty() && is_hyperbola_ray)
        };
        let rays = derivation.steps.iter().filter(is_ray).filter_map(Step::set);
        let mut union = Bitboard::EMPTY;
        for ray in rays {
            assert!(union.is_disjoint(ray), "{technique} {piece}{square} {occupied:?}");
            union |= ray;
        }
        assert_eq!(union, derivation.result, "{technique} {piece}{square} {occupied:?}");
    });
}

#[test]
fn span_is_shifted_by_the_square_difference() {
    for square in Square::ALL {
        for (piece, reference, files) in
            [(Piece::WhiteKnight, 18, "c3"), (Piece::WhiteKing, 9, "b2")]
        {
            let steps = derive(Technique::Spans, piece, square, Bitboard::EMPTY).steps;
            assert_eq!(steps[0].title, format!("span on {files}"));
            assert_eq!(number(&steps, "distance"), square.index() as i64 - reference);
            let [span, shifted, mask, result] =
                [0, 1, 2, 3].map(|index| steps[index].set().expect("each step has a set"));
            assert_eq!(shifted & mask, result, "{piece}{square}");
            let factor = 1u128 << 64;
            let distance = square.index() as i64 - reference;
            let wide = u128::from(span.0) * factor;
            let wide = if distance < 0 { wide >> -distance } else { wide << distance };
            assert_eq!(shifted.0, (wide / factor) as u64, "{piece}{square}");
        }
    }
}
