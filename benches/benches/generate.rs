//! Measures how fast legal moves are generated into a list, and counted.
//!
//! One element is one position from a real game.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya_benches::positions::positions;

fn generate(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("list", |b| {
        b.iter(|| {
            for position in black_box(&positions) {
                black_box(&position.legal_moves());
            }
        });
    });
    group.bench_function("count", |b| {
        b.iter(|| {
            for position in black_box(&positions) {
                black_box(position.legal_move_count());
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = generate
}
criterion_main!(benches);
