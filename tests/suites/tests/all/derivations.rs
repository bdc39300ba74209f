//! A second derivation for every table, compared with the table: by (file, rank) steps, by ray
//! scans and by set-wise shifts.
//!
//! The code shares nothing with the table generator.

use std::fs;
use std::path::Path;

use tabiya::tables::sliders::{Classical, DefaultBackend, Hyperbola, SliderBackend};
use tabiya::tables::{
    Line, aligned, between, bishop_attacks, bishop_attacks_const, bishop_rays, can_reach,
    castling_empty, castling_safe, expand, keys, king_attacks, knight_attacks, line, line_through,
    pawn_attacks, pawn_pushes, pseudo_attacks, queen_attacks, queen_attacks_const, ray,
    rook_attacks, rook_attacks_const, rook_rays, setwise, squares_between,
};
use tabiya::{
    Bitboard, Black, CastlingSide, Color, Direction, File, Move, Piece, PieceType, Rank, Side,
    Square, White,
};
use tabiya_suites::random::SplitMix;

/// An offset in files and ranks.
type Step = (i32, i32);

const ROOK: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The king's steps, in the same order as [`Direction::ALL`].
const KING: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The lines, each with the step to the next position: the next file, or on a file the next rank.
const LINES: [(Line, Step); 4] = [
    (Line::Rank, (1, 0)),
    (Line::File, (0, 1)),
    (Line::Diagonal, (1, 1)),
    (Line::Antidiagonal, (1, -1)),
];

/// Returns the square one step from `square`, or `None` off the board.
fn step(square: Square, (files, ranks): Step) -> Option<Square> {
    let index = square.index() as i32;
    let file = index % 8 + files;
    let rank = index / 8 + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::ALL[(8 * rank + file) as usize])
}

/// Returns the squares that a leaper attacks.
fn leaper_attacks(square: Square, steps: &[Step]) -> Bitboard {
    steps.iter().filter_map(|&by| step(square, by)).collect()
}

/// Returns a ray's squares, nearest first.
fn ray_squares(square: Square, by: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(step(square, by), move |&at| step(at, by))
}

/// Returns the squares that a slider attacks, including the first blocker on each ray.
fn slider_attacks(square: Square, steps: &[Step], occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &by in steps {
        for target in ray_squares(square, by) {
            attacks |= target.bitboard();
            if occupied.contains(target) {
                break;
            }
        }
    }
    attacks
}

/// Compares two derivations that must yield the same set.
#[track_caller]
fn check(table_name: &str, square: Square, table: Bitboard, derived: Bitboard) {
    assert_eq!(table, derived, "{table_name} from {square}");
}

#[test]
fn leaper_tables_agree_with_steps() {
    for square in Square::ALL {
        check("knight", square, knight_attacks(square), leaper_attacks(square, &KNIGHT));
        check("king", square, king_attacks(square), leaper_attacks(square, &KING));
        for (color, up, start_rank) in [(Color::White, 1, 1), (Color::Black, -1, 6)] {
            let attacks = leaper_attacks(square, &[(-1, up), (1, up)]);
            check("pawn", square, pawn_attacks(color, square), attacks);
            let may_double_push = square.index() / 8 == start_rank;
            let pushes = [(0, up), (0, 2 * up)];
            let pushes = if may_double_push { &pushes[..] } else { &pushes[..1] };
            check("push", square, pawn_pushes(color, square), leaper_attacks(square, pushes));
        }
    }
}

#[test]
fn leaper_tables_agree_with_set_wise_shifts() {
    for square in Square::ALL {
        let set = square.bitboard();
        check("knight", square, knight_attacks(square), setwise::knight_attacks(set));
        check("king", square, king_attacks(square), setwise::king_attacks(set));
        let white = setwise::pawn_attacks::<White>(set);
        check("white pawn", square, pawn_attacks(Color::White, square), white);
        let black = setwise::pawn_attacks::<Black>(set);
        check("black pawn", square, pawn_attacks(Color::Black, square), black);
        check("white push", square, pawn_pushes(Color::White, square), pushes::<White>(set));
        check("black push", square, pawn_pushes(Color::Black, square), pushes::<Black>(set));
    }
}

/// Returns the single and double pushes for a pawn set on an empty board.
fn pushes<S: Side>(pawns: Bitboard) -> Bitboard {
    let single = pawns.shift(S::UP);
    let third_rank = Bitboard::from(Rank::Second.relative_to(S::COLOR)).shift(S::UP);
    single | (single & third_rank).shift(S::UP)
}

#[test]
fn set_wise_attacks_are_union_over_squares() {
    let mut random = SplitMix(1);
    for _ in 0..10_000 {
        let set = random.squares();
        let union = |attacks: &dyn Fn(Square) -> Bitboard| {
            set.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
        };
        let knights = union(&|square| leaper_attacks(square, &KNIGHT));
        assert_eq!(setwise::knight_attacks(set), knights, "knights {set:?}");
        let kings = union(&|square| leaper_attacks(square, &KING));
        assert_eq!(setwise::king_attacks(set), kings, "kings {set:?}");
        let white = union(&|square| leaper_attacks(square, &[(-1, 1), (1, 1)]));
        assert_eq!(setwise::pawn_attacks::<White>(set), white, "white pawns {set:?}");
        let black = union(&|square| leaper_attacks(square, &[(-1, -1), (1, -1)]));
        assert_eq!(setwise::pawn_attacks::<Black>(set), black, "black pawns {set:?}");
    }
}

#[test]
fn ray_and_line_tables_agree_with_ray_scans() {
    for square in Square::ALL {
        for (direction, by) in Direction::ALL.into_iter().zip(KING) {
            check("ray", square, ray(square, direction), ray_squares(square, by).collect());
            let filled = (0..8).fold(Bitboard::EMPTY, |filled, _| {
                (filled | square.bitboard()).shift(direction) | filled
            });
            check("ray by shifts", square, ray(square, direction), filled);
        }
        let lines = [
            (Line::Rank, (1, 0)),
            (Line::File, (0, 1)),
            (Line::Diagonal, (1, 1)),
            (Line::Antidiagonal, (-1, 1)),
        ];
        for (line, (files, ranks)) in lines {
            let derived = line_squares(square, (files, ranks));
            check("line", square, line_through(square, line), derived);
        }
        let orthogonal = slider_attacks(square, &ROOK, Bitboard::EMPTY);
        check("rook rays", square, rook_rays(square), orthogonal);
        let diagonal = slider_attacks(square, &BISHOP, Bitboard::EMPTY);
        check("bishop rays", square, bishop_rays(square), diagonal);
    }
}

#[test]
fn pseudo_attacks_agree_with_ray_scans_from_square_and_king_zone() {
    for square in Square::ALL {
        let table = pseudo_attacks(square);
        let neighbors = leaper_attacks(square, &KING);
        let from_neighbors = |steps| {
            let attacks =
                neighbors.into_iter().map(|square| slider_attacks(square, steps, Bitboard::EMPTY));
            attacks.fold(Bitboard::EMPTY, |all, squares| all | squares)
        };
        let orthogonal = slider_attacks(square, &ROOK, Bitboard::EMPTY);
        check("orthogonal", square, table.orthogonal, orthogonal);
        let diagonal = slider_attacks(square, &BISHOP, Bitboard::EMPTY);
        check("diagonal", square, table.diagonal, diagonal);
        check("knights", square, table.knights, leaper_attacks(square, &KNIGHT));
        check("black pawns", square, table.pawns[0], leaper_attacks(square, &[(-1, 1), (1, 1)]));
        check("white pawns", square, table.pawns[1], leaper_attacks(square, &[(-1, -1), (1, -1)]));
        check("kings", square, table.kings, neighbors);
        check("orthogonal zone", square, table.orthogonal_king_zone, from_neighbors(&ROOK));
        check("diagonal zone", square, table.diagonal_king_zone, from_neighbors(&BISHOP));
    }
}

#[test]
fn can_reach_agrees_with_steps_and_ray_scans() {
    for from in Square::ALL {
        for (color, up, start_rank, last_rank) in [
            (Color::White, 1, Rank::Second, Rank::Eighth),
            (Color::Black, -1, Rank::Seventh, Rank::First),
        ] {
            let max_push = if from.rank() == start_rank { 2 } else { 1 };
            let non_promoting = !Bitboard::from(last_rank);
            let orthogonal = slider_attacks(from, &ROOK, Bitboard::EMPTY);
            let diagonal = slider_attacks(from, &BISHOP, Bitboard::EMPTY);
            let pushes = ray_squares(from, (0, up)).take(max_push).collect::<Bitboard>();
            let captures = leaper_attacks(from, &[(-1, up), (1, up)]);
            let both = |squares| [squares, squares];
            let targets = [
                [pushes & non_promoting, captures & non_promoting],
                both(leaper_attacks(from, &KNIGHT)),
                both(diagonal),
                both(orthogonal),
                both(orthogonal | diagonal),
                both(leaper_attacks(from, &KING)),
            ];
            for (piece_type, targets) in PieceType::ALL.into_iter().zip(targets) {
                for (is_capture, derived) in [false, true].into_iter().zip(targets) {
                    let reached = |type_code| {
                        let reaches = |&to: &Square| {
                            can_reach(color, type_code, is_capture, Move::new(from, to))
                        };
                        Square::ALL.into_iter().filter(reaches).collect()
                    };
                    let type_code = piece_type.index() + 1;
                    check("targets of a piece", from, reached(type_code), derived);
                    check("targets by the low bits", from, reached(type_code + 8), derived);
                    let none = [0, 7].map(reached);
                    assert_eq!(none, [Bitboard::EMPTY; 2], "invalid type codes from {from}");
                }
            }
        }
    }
}

/// Returns the line through a square, including the square.
fn line_squares(square: Square, (files, ranks): Step) -> Bitboard {
    let forward = ray_squares(square, (files, ranks));
    forward.chain(ray_squares(square, (-files, -ranks))).collect::<Bitboard>().with(square)
}

#[test]
fn between_and_line_agree_with_ray_scans_for_every_pair() {
    for a in Square::ALL {
        for b in Square::ALL {
            let direction = KING.into_iter().find(|&by| ray_squares(a, by).any(|at| at == b));
            let inner = direction.map(|by| ray_squares(a, by).take_while(|&at| at != b).collect());
            assert_eq!(between(a, b), inner.unwrap_or_default(), "between {a} and {b}");
            if a != b {
                let by_move = squares_between(Move::new(a, b));
                assert_eq!(by_move, between(a, b), "between {a} and {b}, by move");
            }
            let full_line = direction.map(|by| line_squares(a, by));
            assert_eq!(line(a, b), full_line.unwrap_or_default(), "line through {a} and {b}");
        }
    }
}

#[test]
fn aligned_agrees_with_coordinates_for_every_triple() {
    for a in Square::ALL {
        for b in Square::ALL {
            for c in Square::ALL {
                let coordinates = |square: Square| (square.file() as i8, square.rank() as i8);
                let all_equal = |function: fn((i8, i8)) -> i8| {
                    let [a, b, c] = [a, b, c].map(|square| function(coordinates(square)));
                    a == b && a == c
                };
                let expected = all_equal(|(_, rank)| rank)
                    || all_equal(|(file, _)| file)
                    || all_equal(|(file, rank)| file - rank)
                    || all_equal(|(file, rank)| file + rank);
                assert_eq!(aligned(a, b, c), expected, "{a}, {b} and {c}");
            }
        }
    }
}

/// Returns the files between two files, both included.
fn file_range(from: usize, to: usize) -> impl Iterator<Item = usize> + Clone {
    from.min(to)..=from.max(to)
}

#[test]
fn castling_tables_agree_with_file_ranges() {
    for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
        for king in 0..8 {
            for rook in 0..8 {
                let (king_target, rook_target) = if rook > king { (6, 5) } else { (2, 3) };
                let squares = |files: &mut dyn Iterator<Item = usize>| {
                    files.map(|file| Square::ALL[8 * rank + file]).collect::<Bitboard>()
                };
                let mut empty = file_range(king, king_target)
                    .chain(file_range(rook, rook_target))
                    .filter(|&file| file != king && file != rook);
                let mut safe = file_range(king, king_target);
                let mut empty = squares(&mut empty);
                let mut safe = squares(&mut safe);
                if king == rook {
                    (empty, safe) = (Bitboard::EMPTY, Bitboard::EMPTY);
                }
                let king = File::ALL[king];
                let rook = File::ALL[rook];
                let case = format!("{color} king {king} rook {rook}");
                assert_eq!(castling_empty(color, king, rook), empty, "empty: {case}");
                assert_eq!(castling_safe(color, king, rook), safe, "safe: {case}");
            }
        }
    }
}

/// Compares one back end with the expected rook and bishop attacks.
fn check_backend<B: SliderBackend>(
    square: Square,
    occupied: Bitboard,
    rook: Bitboard,
    bishop: Bitboard,
) {
    for occupied in [occupied, occupied.with(square), occupied.without(square)] {
        let found = (B::rook_attacks(square, occupied), B::bishop_attacks(square, occupied));
        let name = std::any::type_name::<B>();
        assert_eq!(found, (rook, bishop), "{name} on {square} with {occupied:?}");
    }
}

/// Compares all back ends and functions with ray scans.
fn check_sliders(square: Square, occupied: Bitboard) {
    let rook = slider_attacks(square, &ROOK, occupied);
    let bishop = slider_attacks(square, &BISHOP, occupied);
    check_backend::<Hyperbola>(square, occupied, rook, bishop);
    check_backend::<Classical>(square, occupied, rook, bishop);
    check_backend::<DefaultBackend>(square, occupied, rook, bishop);
    check("rook", square, rook_attacks(square, occupied), rook);
    check("bishop", square, bishop_attacks(square, occupied), bishop);
    check("queen", square, queen_attacks(square, occupied), rook | bishop);
    check("const rook", square, rook_attacks_const(square, occupied), rook);
    check("const bishop", square, bishop_attacks_const(square, occupied), bishop);
    check("const queen", square, queen_attacks_const(square, occupied), rook | bishop);
}

/// Returns the relevant occupancy: the rays without their last squares.
fn relevant_occupancy(square: Square, steps: &[Step]) -> Bitboard {
    let without_last = |by| ray_squares(square, by).filter(move |&at| step(at, by).is_some());
    steps.iter().flat_map(|&by| without_last(by)).collect()
}

#[test]
fn slider_attacks_agree_with_ray_scans_for_every_relevant_occupancy() {
    let mut occupancies = 0;
    for square in Square::ALL {
        for steps in [&ROOK, &BISHOP] {
            for occupied in relevant_occupancy(square, steps).subsets() {
                check_sliders(square, occupied);
                occupancies += 1;
            }
        }
    }
    assert_eq!(occupancies, 107_648);
}

#[test]
fn slider_attacks_on_random_boards_agree_with_ray_scans() {
    let mut random = SplitMix(2);
    for _ in 0..1_000_000 {
        let occupied = random.squares();
        check_sliders(Square::ALL[random.below(64)], occupied);
    }
}

/// Slider lines and leaper lists, by which a move list is written.
#[test]
fn line_and_leaper_expansions_agree_with_steps() {
    let mut random = SplitMix(12);
    for square in Square::ALL {
        for _ in 0..20 {
            let set = Bitboard(random.next());
            for (line, by) in LINES {
                // The line's first square, from which positions are counted.
                let back = ray_squares(square, (-by.0, -by.1)).last().unwrap_or(square);
                let squares = std::iter::once(back).chain(ray_squares(back, by));
                let byte = expand::gather_line(line, square, set);
                let expand::LineSquares { start, step } = expand::line_squares(line, square);
                let mut expected = 0;
                for at in squares.filter(|at| set.contains(*at)) {
                    let position =
                        if line == Line::File { at.rank() as i16 } else { at.file() as i16 };
                    assert_eq!(start + position * step, at.index() as i16, "{line:?} of {square}");
                    expected |= 1 << position;
                }
                assert_eq!(byte, expected, "{line:?} of {square} in {set:?}");
            }
            let leapers = [
                (&KNIGHT, expand::knight_targets as fn(Square, Bitboard) -> expand::LeaperTargets),
                (&KING, expand::king_targets),
            ];
            for (steps, targets) in leapers {
                let set = leaper_attacks(square, steps) & set;
                let list = targets(square, set);
                assert_eq!(list.gathered.count_ones() as usize, set.len());
                let offsets = set.into_iter().map(|to| (to as u16).wrapping_sub(square as u16));
                assert!(offsets.eq(list.offsets[..set.len()].iter().copied()), "{square} {set:?}");
            }
        }
    }
}

#[test]
fn zobrist_keys_are_distinct_and_nonzero() {
    let mut zobrist_keys = vec![keys::WHITE_TO_MOVE];
    for piece in Piece::ALL {
        zobrist_keys.extend(Square::ALL.map(|square| keys::piece(piece, square)));
    }
    for color in Color::ALL {
        zobrist_keys.extend(CastlingSide::ALL.map(|side| keys::castling(color, side)));
    }
    zobrist_keys.extend(File::ALL.map(keys::en_passant));
    assert_eq!(zobrist_keys.len(), 781);
    zobrist_keys.push(0);
    zobrist_keys.sort_unstable();
    zobrist_keys.dedup();
    assert_eq!(zobrist_keys.len(), 782, "a key is 0 or a duplicate");
}

#[test]
fn const_functions_are_usable_in_constants() {
    const SETS: [Bitboard; 8] = [
        knight_attacks(Square::C3),
        king_attacks(Square::B2),
        pawn_attacks(Color::White, Square::E4),
        pawn_pushes(Color::Black, Square::E7),
        ray(Square::A1, Direction::NorthEast),
        between(Square::A1, Square::A4),
        line(Square::A1, Square::B2),
        rook_attacks_const(Square::A1, Bitboard::FULL),
    ];
    assert_eq!(SETS.map(Bitboard::len), [8, 8, 2, 2, 7, 2, 8, 2]);
}

/// Tables are Rust source, which reviewers can read and compare.
#[test]
fn crates_contain_no_binary_files() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates")];
    let mut sources = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the workspace") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            assert!(path.extension() != Some("bin".as_ref()), "{} is binary", path.display());
            if path.extension() == Some("rs".as_ref()) {
                let text = fs::read_to_string(&path).expect("a source");
                assert!(!text.contains("include_bytes!"), "{} includes bytes", path.display());
                sources += 1;
            }
        }
    }
    assert!(sources > 100, "only {sources} sources");
}
