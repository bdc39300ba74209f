//! Every table derived once more: by (file, rank) steps, by walking, and by set-wise
//! shifts, with code that shares nothing with the generator of the tables.

use std::fs;
use std::path::Path;

use tabiya::tables::sliders::{Classical, DefaultBackend, Hyperbola, SliderBackend};
use tabiya::tables::{
    Line, aligned, between, bishop_attacks, bishop_attacks_const, bishop_rays, can_reach,
    castling_empty, castling_safe, keys, king_attacks, knight_attacks, line, line_through,
    pawn_attacks, pawn_pushes, pseudo_attacks, queen_attacks, queen_attacks_const, ray,
    rook_attacks, rook_attacks_const, rook_rays, setwise, squares_between,
};
use tabiya::{
    Bitboard, Black, CastlingSide, Color, Direction, File, Move, Piece, PieceType, Rank, Side,
    Square, White,
};
use tabiya_tests::random::SplitMix;

/// Files to the right and ranks up.
type Step = (i32, i32);

const ROOK: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// In the order of [`Direction::ALL`].
const COMPASS: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// One step from a square, if it stays on the board.
fn step(square: Square, (files, ranks): Step) -> Option<Square> {
    let index = square.index() as i32;
    let (file, rank) = (index % 8 + files, index / 8 + ranks);
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::ALL[(8 * rank + file) as usize])
}

fn leaps(square: Square, steps: &[Step]) -> Bitboard {
    steps.iter().filter_map(|&by| step(square, by)).collect()
}

/// The squares from a square on in one direction, nearest first.
fn walk(square: Square, by: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(step(square, by), move |&at| step(at, by))
}

/// Walks each way up to and including the first blocker.
fn slide(square: Square, steps: &[Step], occupied: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &by in steps {
        for at in walk(square, by) {
            attacks |= at.bitboard();
            if occupied.contains(at) {
                break;
            }
        }
    }
    attacks
}

/// Compares two derivations of the same set.
#[track_caller]
fn check(what: &str, square: Square, table: Bitboard, derived: Bitboard) {
    assert_eq!(table, derived, "{what} from {square}");
}

#[test]
fn leapers_step() {
    for square in Square::ALL {
        check("knight", square, knight_attacks(square), leaps(square, &KNIGHT));
        check("king", square, king_attacks(square), leaps(square, &COMPASS));
        for (color, up, home) in [(Color::White, 1, 1), (Color::Black, -1, 6)] {
            let attacks = leaps(square, &[(-1, up), (1, up)]);
            check("pawn", square, pawn_attacks(color, square), attacks);
            let may_double = square.index() / 8 == home;
            let pushes = [(0, up), (0, 2 * up)];
            let pushes = leaps(square, if may_double { &pushes } else { &pushes[..1] });
            check("push", square, pawn_pushes(color, square), pushes);
        }
    }
}

#[test]
fn leapers_shift() {
    for square in Square::ALL {
        let alone = square.bitboard();
        check("knight", square, knight_attacks(square), setwise::knight_attacks(alone));
        check("king", square, king_attacks(square), setwise::king_attacks(alone));
        let white = setwise::pawn_attacks::<White>(alone);
        check("white pawn", square, pawn_attacks(Color::White, square), white);
        let black = setwise::pawn_attacks::<Black>(alone);
        check("black pawn", square, pawn_attacks(Color::Black, square), black);
        check("white push", square, pawn_pushes(Color::White, square), pushes::<White>(alone));
        check("black push", square, pawn_pushes(Color::Black, square), pushes::<Black>(alone));
    }
}

/// Single and double pushes of a set on an empty board.
fn pushes<S: Side>(pawns: Bitboard) -> Bitboard {
    let single = pawns.shift(S::UP);
    let from_home = Bitboard::from(Rank::Second.relative_to(S::COLOR)).shift(S::UP);
    single | (single & from_home).shift(S::UP)
}

/// A set attacks what its members attack.
#[test]
fn sets_attack_as_their_members() {
    let mut random = SplitMix(1);
    for _ in 0..10_000 {
        let set = random.squares();
        let union = |attacks: &dyn Fn(Square) -> Bitboard| {
            set.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
        };
        let knights = union(&|square| leaps(square, &KNIGHT));
        assert_eq!(setwise::knight_attacks(set), knights, "knights {set:?}");
        let kings = union(&|square| leaps(square, &COMPASS));
        assert_eq!(setwise::king_attacks(set), kings, "kings {set:?}");
        let white = union(&|square| leaps(square, &[(-1, 1), (1, 1)]));
        assert_eq!(setwise::pawn_attacks::<White>(set), white, "white pawns {set:?}");
        let black = union(&|square| leaps(square, &[(-1, -1), (1, -1)]));
        assert_eq!(setwise::pawn_attacks::<Black>(set), black, "black pawns {set:?}");
    }
}

#[test]
fn rays_and_lines_walk() {
    for square in Square::ALL {
        for (direction, by) in Direction::ALL.into_iter().zip(COMPASS) {
            let walked = walk(square, by).collect();
            check("ray", square, ray(square, direction), walked);
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
            let walked = both_ways(square, (files, ranks));
            check("line", square, line_through(square, line), walked);
        }
        check("rook rays", square, rook_rays(square), slide(square, &ROOK, Bitboard::EMPTY));
        check("bishop rays", square, bishop_rays(square), slide(square, &BISHOP, Bitboard::EMPTY));
    }
}

#[test]
fn lookouts_walk_from_the_square_and_its_neighbours() {
    for square in Square::ALL {
        let found = pseudo_attacks(square);
        let beside = leaps(square, &COMPASS);
        let from_beside = |steps| {
            let slides = beside.into_iter().map(|square| slide(square, steps, Bitboard::EMPTY));
            slides.fold(Bitboard::EMPTY, |all, squares| all | squares)
        };
        check("orthogonal", square, found.orthogonal, slide(square, &ROOK, Bitboard::EMPTY));
        check("diagonal", square, found.diagonal, slide(square, &BISHOP, Bitboard::EMPTY));
        check("knights", square, found.knights, leaps(square, &KNIGHT));
        check("black pawns", square, found.pawns[0], leaps(square, &[(-1, 1), (1, 1)]));
        check("white pawns", square, found.pawns[1], leaps(square, &[(-1, -1), (1, -1)]));
        check("kings", square, found.kings, beside);
        check("orthogonal beside", square, found.orthogonal_king_zone, from_beside(&ROOK));
        check("diagonal beside", square, found.diagonal_king_zone, from_beside(&BISHOP));
    }
}

#[test]
fn can_reach_agrees_with_walking() {
    for from in Square::ALL {
        for (color, up, home, last) in [
            (Color::White, 1, Rank::Second, Rank::Eighth),
            (Color::Black, -1, Rank::Seventh, Rank::First),
        ] {
            let far = if from.rank() == home { 2 } else { 1 };
            let before_last = !Bitboard::from(last);
            let orthogonal = slide(from, &ROOK, Bitboard::EMPTY);
            let diagonal = slide(from, &BISHOP, Bitboard::EMPTY);
            let pushes = walk(from, (0, up)).take(far).collect::<Bitboard>();
            let captures = leaps(from, &[(-1, up), (1, up)]);
            let alike = |squares| [squares, squares];
            let targets = [
                [pushes & before_last, captures & before_last],
                alike(leaps(from, &KNIGHT)),
                alike(diagonal),
                alike(orthogonal),
                alike(orthogonal | diagonal),
                alike(leaps(from, &COMPASS)),
            ];
            for (piece_type, targets) in PieceType::ALL.into_iter().zip(targets) {
                for (is_capture, walked) in [false, true].into_iter().zip(targets) {
                    let reached = |type_code| {
                        let reaches = |&to: &Square| {
                            can_reach(color, type_code, is_capture, Move::new(from, to))
                        };
                        Square::ALL.into_iter().filter(reaches).collect()
                    };
                    let type_code = piece_type.index() + 1;
                    check("targets of a piece", from, reached(type_code), walked);
                    check("targets by the low bits", from, reached(type_code + 8), walked);
                    let none = [0, 7].map(reached);
                    assert_eq!(none, [Bitboard::EMPTY; 2], "no piece on {from}");
                }
            }
        }
    }
}

/// The line through a square, itself included.
fn both_ways(square: Square, (files, ranks): Step) -> Bitboard {
    let forth = walk(square, (files, ranks));
    forth.chain(walk(square, (-files, -ranks))).collect::<Bitboard>().with(square)
}

#[test]
fn between_and_line_walk_for_every_pair() {
    for a in Square::ALL {
        for b in Square::ALL {
            let towards = COMPASS.into_iter().find(|&by| walk(a, by).any(|at| at == b));
            let inner = towards.map(|by| walk(a, by).take_while(|&at| at != b).collect());
            assert_eq!(between(a, b), inner.unwrap_or_default(), "between {a} and {b}");
            if a != b {
                let by_move = squares_between(Move::new(a, b));
                assert_eq!(by_move, between(a, b), "between {a} and {b}, by move");
            }
            let whole = towards.map(|by| both_ways(a, by));
            assert_eq!(line(a, b), whole.unwrap_or_default(), "line through {a} and {b}");
        }
    }
}

#[test]
fn aligned_is_one_rank_file_or_diagonal() {
    for a in Square::ALL {
        for b in Square::ALL {
            for c in Square::ALL {
                let place = |square: Square| (square.file() as i8, square.rank() as i8);
                let same = |of: fn((i8, i8)) -> i8| {
                    of(place(a)) == of(place(b)) && of(place(a)) == of(place(c))
                };
                let expected = same(|(_, rank)| rank)
                    || same(|(file, _)| file)
                    || same(|(file, rank)| file - rank)
                    || same(|(file, rank)| file + rank);
                assert_eq!(aligned(a, b, c), expected, "{a}, {b} and {c}");
            }
        }
    }
}

/// The squares of a back rank from one file to another, both included.
fn span(from: usize, to: usize) -> impl Iterator<Item = usize> + Clone {
    from.min(to)..=from.max(to)
}

#[test]
fn castling_asks_for_what_is_crossed() {
    for (color, rank) in [(Color::White, 0), (Color::Black, 7)] {
        for king in 0..8 {
            for rook in 0..8 {
                let (king_lands, rook_lands) = if rook > king { (6, 5) } else { (2, 3) };
                let squares = |files: &mut dyn Iterator<Item = usize>| {
                    files.map(|file| Square::ALL[8 * rank + file]).collect::<Bitboard>()
                };
                let mut empty = span(king, king_lands)
                    .chain(span(rook, rook_lands))
                    .filter(|&file| file != king && file != rook);
                let mut safe = span(king, king_lands);
                let (mut empty, mut safe) = (squares(&mut empty), squares(&mut safe));
                if king == rook {
                    (empty, safe) = (Bitboard::EMPTY, Bitboard::EMPTY);
                }
                let (king, rook) = (File::ALL[king], File::ALL[rook]);
                let case = format!("{color} king {king} rook {rook}");
                assert_eq!(castling_empty(color, king, rook), empty, "empty: {case}");
                assert_eq!(castling_safe(color, king, rook), safe, "safe: {case}");
            }
        }
    }
}

/// One back end on one question.
fn compare<B: SliderBackend>(square: Square, occupied: Bitboard, rook: Bitboard, bishop: Bitboard) {
    for occupied in [occupied, occupied.with(square), occupied.without(square)] {
        let found = (B::rook_attacks(square, occupied), B::bishop_attacks(square, occupied));
        let name = std::any::type_name::<B>();
        assert_eq!(found, (rook, bishop), "{name} on {square} among {occupied:?}");
    }
}

/// Every back end and every function on one question, against a walk.
fn compare_all(square: Square, occupied: Bitboard) {
    let rook = slide(square, &ROOK, occupied);
    let bishop = slide(square, &BISHOP, occupied);
    compare::<Hyperbola>(square, occupied, rook, bishop);
    compare::<Classical>(square, occupied, rook, bishop);
    compare::<DefaultBackend>(square, occupied, rook, bishop);
    check("rook", square, rook_attacks(square, occupied), rook);
    check("bishop", square, bishop_attacks(square, occupied), bishop);
    check("queen", square, queen_attacks(square, occupied), rook | bishop);
    check("const rook", square, rook_attacks_const(square, occupied), rook);
    check("const bishop", square, bishop_attacks_const(square, occupied), bishop);
    check("const queen", square, queen_attacks_const(square, occupied), rook | bishop);
}

/// The rays without their last squares: all that can block.
fn relevant(square: Square, steps: &[Step]) -> Bitboard {
    let but_last = |by| walk(square, by).filter(move |&at| step(at, by).is_some());
    steps.iter().flat_map(|&by| but_last(by)).collect()
}

#[test]
fn sliders_walk_among_all_relevant_blockers() {
    let mut questions = 0;
    for square in Square::ALL {
        for steps in [&ROOK, &BISHOP] {
            for occupied in relevant(square, steps).subsets() {
                compare_all(square, occupied);
                questions += 1;
            }
        }
    }
    assert_eq!(questions, 107_648);
}

#[test]
fn sliders_walk_on_random_boards() {
    let mut random = SplitMix(2);
    for _ in 0..1_000_000 {
        let occupied = random.squares();
        compare_all(Square::ALL[random.below(64)], occupied);
    }
}

#[test]
fn all_781_keys_are_different() {
    let mut numbers = vec![keys::WHITE_TO_MOVE];
    for piece in Piece::ALL {
        numbers.extend(Square::ALL.map(|square| keys::piece(piece, square)));
    }
    for color in Color::ALL {
        numbers.extend(CastlingSide::ALL.map(|side| keys::castling(color, side)));
    }
    numbers.extend(File::ALL.map(keys::en_passant));
    assert_eq!(numbers.len(), 781);
    numbers.push(0);
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 782, "a number comes twice, or is 0");
}

/// What is promised to be `const` serves in constants.
#[test]
fn tables_serve_in_constants() {
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

/// Every table of a published crate can be read and compared as source.
#[test]
fn tables_have_no_binary_files() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")];
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
    assert!(sources > 100, "only {sources} sources found");
}
