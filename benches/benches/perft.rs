//! Measures scalar perft on one thread.
//!
//! One element is one leaf. The depth is the greatest with at most five million leaves.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::Position;
use tabiya::perft::perft;
use tabiya_benches::standard::STANDARD_POSITIONS;

fn count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for standard in STANDARD_POSITIONS {
        let position: Position = standard.fen.parse().expect("a standard position");
        let (depth, leaves) = standard.deepest_within(5_000_000);
        assert_eq!(perft(&position, depth), leaves.into(), "{} depth {depth}", standard.name);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{} d{depth}", standard.name), |b| {
            b.iter(|| perft(black_box(&position), depth));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = count
}
criterion_main!(benches);
