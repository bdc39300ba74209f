//! Which slider back end answers fastest on this target, and how long is the wait for one
//! answer?
//!
//! The questions are those that a generator asks on real positions: rook attacks for
//! rooks, queens and kings, bishop attacks for bishops, queens and kings. `throughput` asks
//! them side by side; in `latency` each waits for the answer before it.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tabiya::tables::sliders::{Classical, Hyperbola, SliderBackend};
use tabiya::{Bitboard, PieceType, Square};
use tabiya_benches::positions::positions;

/// Squares, each with the blockers on the board.
struct Questions {
    rook: Vec<(Square, Bitboard)>,
    bishop: Vec<(Square, Bitboard)>,
}

impl Questions {
    fn new() -> Self {
        let positions = positions().expect("the positions parse");
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
    let questions = &Questions::new();
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

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = lookup
}
criterion_main!(benches);
