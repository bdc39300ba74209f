//! Measures slider lookups by back end, and move lists with the default back end.
//!
//! - `throughput`: independent lookups on 400 positions from real games. Rook attacks for rooks,
//!   queens and kings, and bishop attacks for bishops, queens and kings.
//! - `latency`: the same lookups, each dependent on the previous result.
//! - `unseen`: the same lookups, and legal move lists, on 300,000 distinct positions in random
//!   order from 12-ply random playouts. Branch predictor and L1 cache cannot learn them, so a large
//!   table costs as much as in an engine. To compare builds, run each several times in turn.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tabiya::tables::sliders::{Classical, DefaultBackend, Hyperbola, SliderBackend};
use tabiya::{Bitboard, Board, PieceType, Position, Square};
use tabiya_benches::positions::positions;

/// Slider squares, each with its board's occupied squares.
struct Lookups {
    rook: Vec<(Square, Bitboard)>,
    bishop: Vec<(Square, Bitboard)>,
}

impl Lookups {
    fn new(positions: &[Position]) -> Self {
        let lookups = |slider| -> Vec<_> {
            let lookups = positions.iter().flat_map(|position| {
                let sources = position.pieces(slider)
                    | position.pieces(PieceType::Queen)
                    | position.pieces(PieceType::King);
                sources.into_iter().map(|square| (square, position.occupied()))
            });
            lookups.collect()
        };
        Self { rook: lookups(PieceType::Rook), bishop: lookups(PieceType::Bishop) }
    }

    fn len(&self) -> usize {
        self.rook.len() + self.bishop.len()
    }
}

/// Runs independent lookups.
fn independent_lookups<B: SliderBackend>(lookups: &Lookups) {
    for &(square, occupied) in &lookups.rook {
        black_box(B::rook_attacks(square, occupied));
    }
    for &(square, occupied) in &lookups.bishop {
        black_box(B::bishop_attacks(square, occupied));
    }
}

/// Runs lookups that depend on each other.
///
/// Each occupancy includes the previous result masked by `mask`, which is empty at run time.
fn dependent_lookups<B: SliderBackend>(lookups: &Lookups, mask: Bitboard) -> Bitboard {
    let mut attacks = Bitboard::EMPTY;
    for &(square, occupied) in &lookups.rook {
        attacks = B::rook_attacks(square, occupied ^ (attacks & mask));
    }
    for &(square, occupied) in &lookups.bishop {
        attacks = B::bishop_attacks(square, occupied ^ (attacks & mask));
    }
    attacks
}

fn bench_throughput<B: SliderBackend>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    lookups: &Lookups,
) {
    group.bench_function(name, |b| b.iter(|| independent_lookups::<B>(black_box(lookups))));
}

fn bench_latency<B: SliderBackend>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    lookups: &Lookups,
) {
    let mask = black_box(Bitboard::EMPTY);
    group.bench_function(name, |b| b.iter(|| dependent_lookups::<B>(black_box(lookups), mask)));
}

fn bench_repeated_positions(criterion: &mut Criterion) {
    let lookups = &Lookups::new(&positions().expect("the positions parse"));
    let count = Throughput::Elements(lookups.len() as u64);

    let mut group = criterion.benchmark_group("lookup/throughput");
    group.throughput(count.clone());
    bench_throughput::<Hyperbola>(&mut group, "hyperbola", lookups);
    bench_throughput::<Classical>(&mut group, "classical", lookups);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    bench_throughput::<tabiya::tables::sliders::Magic>(&mut group, "magic", lookups);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    bench_throughput::<tabiya::tables::sliders::Pext>(&mut group, "pext", lookups);
    group.finish();

    let mut group = criterion.benchmark_group("lookup/latency");
    group.throughput(count);
    bench_latency::<Hyperbola>(&mut group, "hyperbola", lookups);
    bench_latency::<Classical>(&mut group, "classical", lookups);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    bench_latency::<tabiya::tables::sliders::Magic>(&mut group, "magic", lookups);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    bench_latency::<tabiya::tables::sliders::Pext>(&mut group, "pext", lookups);
    group.finish();
}

const UNSEEN_POSITION_COUNT: usize = 300_000;

/// Returns distinct positions from seeded 12-ply random playouts, in random order.
fn unseen_positions() -> Vec<Position> {
    let seeds = positions().expect("the positions parse");
    let mut random = fastrand::Rng::with_seed(7);
    let mut keys = HashSet::new();
    let mut unseen = Vec::with_capacity(UNSEEN_POSITION_COUNT);
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
        if unseen.len() >= UNSEEN_POSITION_COUNT {
            break;
        }
    }
    unseen.truncate(UNSEEN_POSITION_COUNT);
    random.shuffle(&mut unseen);
    unseen
}

fn list_moves(positions: &[Position]) -> usize {
    let list = |position: &Position| black_box(position.legal_moves()).len();
    positions.iter().map(list).sum()
}

fn bench_unseen_positions(criterion: &mut Criterion) {
    let positions = &unseen_positions();
    let lookups = &Lookups::new(positions);

    let mut group = criterion.benchmark_group("lookup/unseen");
    group.sample_size(10);
    group.throughput(Throughput::Elements(lookups.len() as u64));
    bench_throughput::<Hyperbola>(&mut group, "hyperbola", lookups);
    bench_throughput::<Classical>(&mut group, "classical", lookups);
    bench_throughput::<DefaultBackend>(&mut group, "default", lookups);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("list", |b| b.iter(|| list_moves(black_box(positions))));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = bench_repeated_positions, bench_unseen_positions
}
criterion_main!(benches);
