//! Tests for rays, lines and masks by coordinates, and the naive slider attacks that other tests
//! use.

use super::{coordinates, parse_set, square_at, squares_at_steps};
use crate::tables::derive::walk::{self, Slider};

/// Returns a slider's attacks on an occupied board, by single steps.
pub fn naive_attacks(slider: Slider, from: (i32, i32), occupied: u64) -> u64 {
    let steps = match slider {
        Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
        Slider::Bishop => [(1, 1), (-1, 1), (1, -1), (-1, -1)],
    };
    let mut attacks = 0;
    for (files, ranks) in steps {
        for distance in 1.. {
            let file = from.0 + distance * files;
            let rank = from.1 + distance * ranks;
            let Some(square) = square_at(file, rank) else { break };
            attacks |= 1 << square;
            if occupied >> square & 1 == 1 {
                break;
            }
        }
    }
    attacks
}

/// Returns the squares whose (file, rank) satisfies the predicate.
fn squares_where(predicate: impl Fn(i32, i32) -> bool) -> u64 {
    let squares = coordinates().into_iter().enumerate();
    squares.fold(0, |set, (square, (file, rank))| set | u64::from(predicate(file, rank)) << square)
}

#[test]
fn rays_match_difference_signs() {
    let directions = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    for (ray, direction) in walk::rays().iter().zip(directions) {
        for (&actual, (file, rank)) in ray.iter().zip(coordinates()) {
            let expected = squares_where(|other_file, other_rank| {
                let files = other_file - file;
                let ranks = other_rank - rank;
                let is_on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                is_on_line && (files.signum(), ranks.signum()) == direction
            });
            assert_eq!(actual, expected, "{direction:?} from {file}, {rank}");
        }
    }
}

#[test]
fn between_matches_difference_products() {
    let between = walk::between();
    for (a, (file, rank)) in coordinates().into_iter().enumerate() {
        for (b, (other_file, other_rank)) in coordinates().into_iter().enumerate() {
            let files = other_file - file;
            let ranks = other_rank - rank;
            let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let expected = squares_where(|f, r| {
                let from_a = (f - file, r - rank);
                let from_b = (f - other_file, r - other_rank);
                let is_collinear = from_a.0 * ranks == from_a.1 * files;
                is_line && is_collinear && from_a.0 * from_b.0 + from_a.1 * from_b.1 < 0
            });
            assert_eq!(between[a][b], expected, "{a} and {b}");
        }
    }
}

#[test]
fn slider_rays_match_coordinates() {
    let attacks = |slider, (file, rank): (i32, i32), (f, r): (i32, i32)| match slider {
        Slider::Rook => (f == file) != (r == rank),
        Slider::Bishop => f != file && (f - file).abs() == (r - rank).abs(),
    };
    for slider in [Slider::Rook, Slider::Bishop] {
        let rays = walk::slider_rays(slider);
        let king_zone = walk::slider_rays_king_zone(slider);
        for (square, (file, rank)) in coordinates().into_iter().enumerate() {
            let expected = squares_where(|f, r| attacks(slider, (file, rank), (f, r)));
            assert_eq!(rays[square], expected, "{slider:?} on {square}");
            let is_neighbor = |f: i32, r: i32| (f - file).abs().max((r - rank).abs()) == 1;
            let expected = squares_where(|f, r| {
                let mut neighbors = coordinates().into_iter().filter(|&(f, r)| is_neighbor(f, r));
                neighbors.any(|neighbor| attacks(slider, neighbor, (f, r)))
            });
            assert_eq!(king_zone[square], expected, "{slider:?} near {square}");
        }
    }
}

#[test]
fn lines_match_coordinates() {
    let [ranks, files, diagonals, antidiagonals] = walk::lines();
    for (square, (file, rank)) in coordinates().into_iter().enumerate() {
        assert_eq!(ranks[square], squares_where(|_, other| other == rank));
        assert_eq!(files[square], squares_where(|other, _| other == file));
        assert_eq!(diagonals[square], squares_where(|f, r| f - r == file - rank));
        assert_eq!(antidiagonals[square], squares_where(|f, r| f + r == file + rank));
    }
}

#[test]
fn diagonals_contain_their_corners() {
    let [_, _, diagonals, antidiagonals] = walk::lines();
    assert_eq!(diagonals[0], parse_set("a1 b2 c3 d4 e5 f6 g7 h8"));
    assert_eq!(antidiagonals[7], parse_set("a8 b7 c6 d5 e4 f3 g2 h1"));
}

#[test]
fn relevant_squares_change_attacks() {
    for (square, from) in coordinates().into_iter().enumerate() {
        for slider in [Slider::Rook, Slider::Bishop] {
            let empty = naive_attacks(slider, from, 0);
            let is_relevant = |file: i32, rank: i32| {
                let blocker = squares_at_steps((file, rank), &[(0, 0)]);
                empty & blocker != 0 && naive_attacks(slider, from, blocker) != empty
            };
            assert_eq!(
                slider.relevant_occupancy(square),
                squares_where(is_relevant),
                "{slider:?} on {square}"
            );
        }
    }
}

#[test]
fn slider_attacks_match_naive_attacks() {
    let occupied = parse_set("b4 d2 d6 g7 b2 c5");
    for (square, from) in coordinates().into_iter().enumerate() {
        for slider in [Slider::Rook, Slider::Bishop] {
            assert_eq!(slider.attacks(square, occupied), naive_attacks(slider, from, occupied));
        }
    }
    assert_eq!(Slider::Rook.attacks(27, occupied), parse_set("d2 d3 d5 d6 b4 c4 e4 f4 g4 h4"));
}
