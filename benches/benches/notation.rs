//! Measures move parsing and writing, and position packing.
//!
//! One element is one legal move in a position from a real game, or the position itself. Moves are
//! written as text, and unpacked positions are validated. The bench with the same name in
//! `lab/compare` measures shakmaty.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::uci::CastlingNotation;
use tabiya::{Move, PackedPosition, Position, san, uci};
use tabiya_benches::positions::positions;

/// A legal move as text.
struct MoveSample {
    position: Position,
    mv: Move,
    san: String,
    uci: String,
}

impl MoveSample {
    fn new(position: Position, mv: Move) -> Self {
        let san = san::display(&position, mv).to_string();
        let uci = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
        Self { position, mv, san, uci }
    }
}

/// Measures a call on every element.
fn measure<T>(criterion: &mut Criterion, name: &str, elements: &[T], mut call: impl FnMut(&T)) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements.len() as u64));
    group.bench_function("tabiya", |b| b.iter(|| black_box(elements).iter().for_each(&mut call)));
    group.finish();
}

fn bench_moves(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let moves = |position: Position| {
        let moves = position.legal_moves();
        moves.into_iter().map(move |mv| MoveSample::new(position, mv))
    };
    let moves: Vec<MoveSample> = positions.into_iter().flat_map(moves).collect();

    measure(criterion, "san_parse", &moves, |sample| {
        let _ = black_box(san::parse(&sample.position, &sample.san));
    });
    let mut text = Vec::new();
    measure(criterion, "san_write", &moves, |sample| {
        text.clear();
        text.extend_from_slice(san::display(&sample.position, sample.mv).as_bytes());
        black_box(&text);
    });
    measure(criterion, "uci_parse", &moves, |sample| {
        let _ = black_box(uci::parse(&sample.position, &sample.uci));
    });
}

fn bench_packing(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    measure(criterion, "pack", &positions, |position| {
        black_box(PackedPosition::from(position));
    });
    let packed: Vec<PackedPosition> = positions.iter().map(PackedPosition::from).collect();
    measure(criterion, "unpack", &packed, |packed| {
        let _ = black_box(packed.unpack());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = bench_moves, bench_packing
}
criterion_main!(benches);
