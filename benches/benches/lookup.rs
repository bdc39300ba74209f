//! Slider look-ups, by back end, and what the default one costs a list of moves.
//!
//! - `throughput`: look-ups that do not depend on each other, on 400 real positions: rook
//!   attacks for rooks, queens and kings, bishop attacks for bishops, queens and kings.
//! - `latency`: the same, each waiting for the result before it.
//! - `unseen`: the same look-ups and the list of legal moves on 300,000 distinct positions in
//!   random order, from playouts of 12 random plies. Neither the branch predictor nor the
//!   first-level cache can learn them, so a large table costs here what it costs an engine.
//!   Compare builds by running each several times in turn.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tabiya::tables::sliders::{Classical, DefaultBackend, Hyperbola, SliderBackend};
use tabiya::{Bitboard, Board, PieceType, Position, Square};
use tabiya_benches::positions::positions;

/// Squares, each with the blockers on the board.
struct Questions {
    rook: Vec<(Square, Bitboard)>,
    bishop: Vec<(Square, Bitboard)>,
}

impl Questions {
    fn new(positions: &[Position]) -> Self {
        let ask = |slider| -> Vec<_> {
            let asked = positions.iter().flat_map(|position| {
                let askers = position.pieces(slider)
                    | position.pieces(PieceType::Queen)
                    | position.pieces(PieceType::King);
                askers.into_iter().map(|square| (square, position.occupied()))
            });
            asked.collect()
        };
        Self { rook: ask(PieceType::Rook), bishop: ask(PieceType::Bishop) }
    }

    fn len(&self) -> usize {
        self.rook.len() + self.bishop.len()
    }
}

fn side_by_side<B: SliderBackend>(questions: &Questions) {
    for &(square, occupied) in &questions.rook {
        black_box(B::rook_attacks(square, occupied));
    }
    for &(square, occupied) in &questions.bishop {
        black_box(B::bishop_attacks(square, occupied));
    }
}

/// Puts nothing of each answer into the next question; `nothing` is empty, which the
/// compiler must not know.
fn one_by_one<B: SliderBackend>(questions: &Questions, nothing: Bitboard) -> Bitboard {
    let mut answer = Bitboard::EMPTY;
    for &(square, occupied) in &questions.rook {
        answer = B::rook_attacks(square, occupied ^ (answer & nothing));
    }
    for &(square, occupied) in &questions.bishop {
        answer = B::bishop_attacks(square, occupied ^ (answer & nothing));
    }
    answer
}

fn throughput_of<B: SliderBackend>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    questions: &Questions,
) {
    group.bench_function(name, |b| b.iter(|| side_by_side::<B>(black_box(questions))));
}

fn latency_of<B: SliderBackend>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    questions: &Questions,
) {
    let nothing = black_box(Bitboard::EMPTY);
    group.bench_function(name, |b| b.iter(|| one_by_one::<B>(black_box(questions), nothing)));
}

fn lookup(criterion: &mut Criterion) {
    let questions = &Questions::new(&positions().expect("the positions parse"));
    let count = Throughput::Elements(questions.len() as u64);

    let mut group = criterion.benchmark_group("lookup/throughput");
    group.throughput(count.clone());
    throughput_of::<Hyperbola>(&mut group, "hyperbola", questions);
    throughput_of::<Classical>(&mut group, "classical", questions);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    throughput_of::<tabiya::tables::sliders::Magic>(&mut group, "magic", questions);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    throughput_of::<tabiya::tables::sliders::Pext>(&mut group, "pext", questions);
    group.finish();

    let mut group = criterion.benchmark_group("lookup/latency");
    group.throughput(count);
    latency_of::<Hyperbola>(&mut group, "hyperbola", questions);
    latency_of::<Classical>(&mut group, "classical", questions);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    latency_of::<tabiya::tables::sliders::Magic>(&mut group, "magic", questions);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    latency_of::<tabiya::tables::sliders::Pext>(&mut group, "pext", questions);
    group.finish();
}

const UNSEEN: usize = 300_000;

/// Returns distinct positions from seeded playouts of 12 random plies, in random order.
fn unseen_positions() -> Vec<Position> {
    let seeds = positions().expect("the positions parse");
    let mut random = fastrand::Rng::with_seed(7);
    let mut keys = HashSet::new();
    let mut unseen = Vec::with_capacity(UNSEEN);
    for &seed in seeds.iter().cycle() {
        let mut board = Board::from(seed);
        for _ in 0..12 {
            let moves = board.legal_moves();
            let Some(&mv) = random.choice(moves.iter()) else { break };
            board.make_move(mv);
            if keys.insert(board.key()) {
                unseen.push(board.position());
            }
        }
        if unseen.len() >= UNSEEN {
            break;
        }
    }
    unseen.truncate(UNSEEN);
    random.shuffle(&mut unseen);
    unseen
}

fn list_all(positions: &[Position]) -> usize {
    let list = |position: &Position| black_box(position.legal_moves()).len();
    positions.iter().map(list).sum()
}

fn unseen(criterion: &mut Criterion) {
    let positions = &unseen_positions();
    let questions = &Questions::new(positions);

    let mut group = criterion.benchmark_group("lookup/unseen");
    group.sample_size(10);
    group.throughput(Throughput::Elements(questions.len() as u64));
    throughput_of::<Hyperbola>(&mut group, "hyperbola", questions);
    throughput_of::<Classical>(&mut group, "classical", questions);
    throughput_of::<DefaultBackend>(&mut group, "default", questions);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("list", |b| b.iter(|| list_all(black_box(positions))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = lookup, unseen
}
criterion_main!(benches);
