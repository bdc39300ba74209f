//! Compares six move generation techniques on the same positions.
//!
//! - `leapers`: the squares attacked by all knights and kings, by set-wise shifts, span lookup, and
//!   the two array boards.
//! - `sliders`: the squares attacked by all rooks, bishops and queens, by hyperbola quintessence, lookup
//!   in the default tables, and the two array boards.
//! - `generation`: the legal move count, by legal generation, pseudo-legal generation with a test
//!   when a move is made, and the two array boards.
//! - `perft`: the 197,281 leaves four plies from the start position with bulk counting, by the same
//!   four techniques.
//!
//! One element is one position from a real game, or one leaf.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tabiya::perft::perft;
use tabiya::tables::sliders::{Hyperbola, SliderBackend};
use tabiya::tables::{bishop_attacks, king_attacks, knight_attacks, rook_attacks, setwise};
use tabiya::{Bitboard, PieceType, Position, Square, pseudo_legal};
use tabiya_benches::positions::positions;
use tabiya_oracle::{mailbox, x88};

/// A position in each technique's representation.
struct Case {
    bitboards: Position,
    mailbox: mailbox::Board,
    x88: x88::Board,
}

impl Case {
    fn new(position: Position) -> Self {
        let fen = position.to_string();
        Self {
            bitboards: position,
            mailbox: mailbox::Board::from_fen(&fen).expect("a FEN"),
            x88: x88::Board::from_fen(&fen).expect("a FEN"),
        }
    }

    fn all() -> Vec<Self> {
        positions().expect("the positions parse").into_iter().map(Self::new).collect()
    }
}

const LEAPERS: [PieceType; 2] = [PieceType::Knight, PieceType::King];
const SLIDERS: [PieceType; 3] = [PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Returns the squares of all pieces whose type is in `piece_types`.
fn squares(position: &Position, piece_types: &[PieceType]) -> Bitboard {
    let union = |set, &piece_type| set | position.pieces(piece_type);
    piece_types.iter().fold(Bitboard::EMPTY, union)
}

fn leaper_attacks_by_shifts(position: &Position) -> Bitboard {
    setwise::knight_attacks(position.pieces(PieceType::Knight))
        | setwise::king_attacks(position.pieces(PieceType::King))
}

fn leaper_attacks_by_spans(position: &Position) -> Bitboard {
    let knights = position.pieces(PieceType::Knight).into_iter().map(knight_attacks);
    let kings = position.pieces(PieceType::King).into_iter().map(king_attacks);
    knights.chain(kings).fold(Bitboard::EMPTY, |set, attacks| set | attacks)
}

/// Returns the squares that sliders attack, given functions for rook and bishop attacks.
fn slider_attacks(
    position: &Position,
    rook: impl Fn(Square, Bitboard) -> Bitboard,
    bishop: impl Fn(Square, Bitboard) -> Bitboard,
) -> Bitboard {
    let occupied = position.occupied();
    let mut attacks = Bitboard::EMPTY;
    for square in squares(position, &[PieceType::Rook, PieceType::Queen]) {
        attacks |= rook(square, occupied);
    }
    for square in squares(position, &[PieceType::Bishop, PieceType::Queen]) {
        attacks |= bishop(square, occupied);
    }
    attacks
}

/// Returns the squares attacked from some squares on an array board.
fn attacks_on_array(sources: Bitboard, attacks_from: impl Fn(Square) -> Vec<Square>) -> Bitboard {
    sources.into_iter().flat_map(attacks_from).collect()
}

/// Counts the legal moves by making each pseudo-legal move.
fn count_by_pseudo_legal(position: &Position) -> usize {
    let moves = pseudo_legal::moves(position);
    moves.iter().filter(|&&mv| pseudo_legal::try_make(&mut { *position }, mv).is_ok()).count()
}

/// Counts leaves with pseudo-legal generation.
fn pseudo_legal_perft(position: &Position, depth: u8) -> u64 {
    if depth == 1 {
        return count_by_pseudo_legal(position) as u64;
    }
    let mut leaves = 0;
    for &mv in &pseudo_legal::moves(position) {
        let mut after = *position;
        if pseudo_legal::try_make(&mut after, mv).is_ok() {
            leaves += pseudo_legal_perft(&after, depth - 1);
        }
    }
    leaves
}

fn mailbox_perft(board: &mailbox::Board, depth: u8) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| mailbox_perft(&board.after(mv), depth - 1)).sum()
}

fn x88_perft(board: &x88::Board, depth: u8) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| x88_perft(&board.after(mv), depth - 1)).sum()
}

/// Techniques for one task, which must return the same results.
struct TechniqueGroup<'a, T> {
    group: BenchmarkGroup<'a, WallTime>,
    cases: &'a [Case],
    expected: Option<Vec<T>>,
}

impl<'a, T: PartialEq> TechniqueGroup<'a, T> {
    fn new(criterion: &'a mut Criterion, task: &str, cases: &'a [Case]) -> Self {
        let mut group = criterion.benchmark_group(format!("techniques/{task}"));
        group.throughput(Throughput::Elements(cases.len() as u64));
        Self { group, cases, expected: None }
    }

    /// Times a technique on all cases.
    ///
    /// # Panics
    ///
    /// Panics if a result differs from the first technique's.
    fn bench(&mut self, name: &str, technique: impl Fn(&Case) -> T) -> &mut Self {
        let cases = self.cases;
        let results: Vec<_> = cases.iter().map(&technique).collect();
        match &self.expected {
            Some(expected) => assert!(*expected == results, "{name}: other results"),
            None => self.expected = Some(results),
        }
        self.group.bench_function(name, |b| {
            b.iter(|| {
                for case in black_box(cases) {
                    black_box(technique(case));
                }
            });
        });
        self
    }
}

fn bench_attacks(criterion: &mut Criterion) {
    let cases = Case::all();
    let leapers = |case: &Case| squares(&case.bitboards, &LEAPERS);
    TechniqueGroup::new(criterion, "leapers", &cases)
        .bench("set-wise shifts", |case| leaper_attacks_by_shifts(&case.bitboards))
        .bench("spans", |case| leaper_attacks_by_spans(&case.bitboards))
        .bench("0x88", |case| attacks_on_array(leapers(case), |from| case.x88.attacks_from(from)))
        .bench("8x8 array", |case| {
            attacks_on_array(leapers(case), |from| case.mailbox.attacks_from(from))
        });

    let sliders = |case: &Case| squares(&case.bitboards, &SLIDERS);
    TechniqueGroup::new(criterion, "sliders", &cases)
        .bench("lookup", |case| slider_attacks(&case.bitboards, rook_attacks, bishop_attacks))
        .bench("hyperbola", |case| {
            slider_attacks(&case.bitboards, Hyperbola::rook_attacks, Hyperbola::bishop_attacks)
        })
        .bench("0x88", |case| attacks_on_array(sliders(case), |from| case.x88.attacks_from(from)))
        .bench("8x8 array", |case| {
            attacks_on_array(sliders(case), |from| case.mailbox.attacks_from(from))
        });
}

fn bench_generation(criterion: &mut Criterion) {
    TechniqueGroup::new(criterion, "generation", &Case::all())
        .bench("legal", |case| case.bitboards.legal_moves().len())
        .bench("pseudo-legal", |case| count_by_pseudo_legal(&case.bitboards))
        .bench("0x88", |case| case.x88.legal_moves().len())
        .bench("8x8 array", |case| case.mailbox.legal_moves().len());
}

fn bench_perft(criterion: &mut Criterion) {
    let case = Case::new(Position::START);
    let mut group = criterion.benchmark_group("techniques/perft");
    group.throughput(Throughput::Elements(197_281)).sample_size(10);
    let mut bench = |name: &str, count: &dyn Fn() -> u64| {
        group.bench_function(name, |b| b.iter(|| assert_eq!(black_box(count()), 197_281)));
    };
    bench("legal", &|| perft(&case.bitboards, 4) as u64);
    bench("pseudo-legal", &|| pseudo_legal_perft(&case.bitboards, 4));
    bench("0x88", &|| x88_perft(&case.x88, 4));
    bench("8x8 array", &|| mailbox_perft(&case.mailbox, 4));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = bench_attacks, bench_generation, bench_perft
}
criterion_main!(benches);
