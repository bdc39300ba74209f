//! Rays, lines and masks again, by comparing the coordinates of two squares; and the
//! naive slider that the tables of attacks are tried against.

use super::{at_steps, coordinates, set, square_at};
use crate::tables::derive::walk::{self, Slider};

/// The attacks of a slider on an occupied board, square by square.
pub fn naive(slider: Slider, from: (i32, i32), occupied: u64) -> u64 {
    let steps = match slider {
        Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
        Slider::Bishop => [(1, 1), (-1, 1), (1, -1), (-1, -1)],
    };
    let mut attacks = 0;
    for (files, ranks) in steps {
        for distance in 1.. {
            let (file, rank) = (from.0 + distance * files, from.1 + distance * ranks);
            let Some(square) = square_at(file, rank) else { break };
            attacks |= 1 << square;
            if occupied >> square & 1 == 1 {
                break;
            }
        }
    }
    attacks
}

/// The set of the squares `(file, rank)` for which `holds` says so.
fn where_holds(holds: impl Fn(i32, i32) -> bool) -> u64 {
    let squares = coordinates().into_iter().enumerate();
    squares.fold(0, |set, (square, (file, rank))| set | u64::from(holds(file, rank)) << square)
}

#[test]
fn rays_by_the_signs_of_the_differences() {
    let directions = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    for (ray, direction) in walk::rays().iter().zip(directions) {
        for (&found, (file, rank)) in ray.iter().zip(coordinates()) {
            let expected = where_holds(|other_file, other_rank| {
                let (files, ranks) = (other_file - file, other_rank - rank);
                let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
                straight && (files.signum(), ranks.signum()) == direction
            });
            assert_eq!(found, expected, "{direction:?} from {file}, {rank}");
        }
    }
}

#[test]
fn between_by_products_of_differences() {
    let between = walk::between();
    for (a, (file, rank)) in coordinates().into_iter().enumerate() {
        for (b, (other_file, other_rank)) in coordinates().into_iter().enumerate() {
            let (files, ranks) = (other_file - file, other_rank - rank);
            let joined = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let expected = where_holds(|f, r| {
                let one = (f - file, r - rank);
                let other = (f - other_file, r - other_rank);
                let on_line = one.0 * ranks == one.1 * files;
                joined && on_line && one.0 * other.0 + one.1 * other.1 < 0
            });
            assert_eq!(between[a][b], expected, "{a} and {b}");
        }
    }
}

#[test]
fn slider_rays_by_equal_coordinates_sums_and_differences() {
    let sees = |slider, (file, rank): (i32, i32), (f, r): (i32, i32)| match slider {
        Slider::Rook => (f == file) != (r == rank),
        Slider::Bishop => f != file && (f - file).abs() == (r - rank).abs(),
    };
    for slider in [Slider::Rook, Slider::Bishop] {
        let (rays, beside) = (walk::slider_rays(slider), walk::slider_rays_king_zone(slider));
        for (square, (file, rank)) in coordinates().into_iter().enumerate() {
            let expected = where_holds(|f, r| sees(slider, (file, rank), (f, r)));
            assert_eq!(rays[square], expected, "{slider:?} on {square}");
            let is_beside = |f: i32, r: i32| (f - file).abs().max((r - rank).abs()) == 1;
            let expected = where_holds(|f, r| {
                let mut neighbours = coordinates().into_iter().filter(|&(f, r)| is_beside(f, r));
                neighbours.any(|beside| sees(slider, beside, (f, r)))
            });
            assert_eq!(beside[square], expected, "{slider:?} beside {square}");
        }
    }
}

#[test]
fn lines_by_equal_coordinates_sums_and_differences() {
    let [ranks, files, diagonals, antidiagonals] = walk::lines();
    for (square, (file, rank)) in coordinates().into_iter().enumerate() {
        assert_eq!(ranks[square], where_holds(|_, other| other == rank));
        assert_eq!(files[square], where_holds(|other, _| other == file));
        assert_eq!(diagonals[square], where_holds(|f, r| f - r == file - rank));
        assert_eq!(antidiagonals[square], where_holds(|f, r| f + r == file + rank));
    }
}

#[test]
fn lines_run_through_the_corners_they_are_named_for() {
    let [_, _, diagonals, antidiagonals] = walk::lines();
    assert_eq!(diagonals[0], set("a1 b2 c3 d4 e5 f6 g7 h8"));
    assert_eq!(antidiagonals[7], set("a8 b7 c6 d5 e4 f3 g2 h1"));
}

#[test]
fn masks_hold_what_has_a_square_behind_it() {
    for (square, from) in coordinates().into_iter().enumerate() {
        for slider in [Slider::Rook, Slider::Bishop] {
            let empty = naive(slider, from, 0);
            let matters = |file: i32, rank: i32| {
                let blocker = at_steps((file, rank), &[(0, 0)]);
                empty & blocker != 0 && naive(slider, from, blocker) != empty
            };
            assert_eq!(slider.relevant(square), where_holds(matters), "{slider:?} on {square}");
        }
    }
}

#[test]
fn sliders_stop_at_the_first_occupied_square() {
    let occupied = set("b4 d2 d6 g7 b2 c5");
    for (square, from) in coordinates().into_iter().enumerate() {
        for slider in [Slider::Rook, Slider::Bishop] {
            assert_eq!(slider.attacks(square, occupied), naive(slider, from, occupied));
        }
    }
    assert_eq!(Slider::Rook.attacks(27, occupied), set("d2 d3 d5 d6 b4 c4 e4 f4 g4 h4"));
}
