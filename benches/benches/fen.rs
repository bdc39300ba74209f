//! How long does it take to read a FEN strictly, and how long to write one? And how long
//! for the same position in 28 bytes?
//!
//! One element is one real position.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::{PackedPosition, Position};
use tabiya_benches::positions::{positions, texts};

fn fen(criterion: &mut Criterion) {
    let texts = texts().expect("the positions parse");
    let positions = positions().expect("the positions parse");

    let mut group = criterion.benchmark_group("fen");
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("parse", |b| {
        b.iter(|| {
            for text in black_box(&texts) {
                let _ = black_box(&Position::from_fen(&text.fen));
            }
        });
    });
    group.bench_function("write", |b| {
        let mut written = String::new();
        b.iter(|| {
            for position in black_box(&positions) {
                written.clear();
                write!(written, "{position}").expect("a string takes all text");
                black_box(&written);
            }
        });
    });
    let packed: Vec<_> = positions.iter().map(Position::pack).collect();
    group.bench_function("unpack", |b| {
        b.iter(|| {
            for packed in black_box(&packed) {
                let _ = black_box(&packed.unpack());
            }
        });
    });
    group.bench_function("pack", |b| {
        let mut all = vec![PackedPosition::from_bytes([0; PackedPosition::LEN]); positions.len()];
        b.iter(|| {
            for (packed, position) in all.iter_mut().zip(black_box(&positions)) {
                *packed = position.pack();
            }
            black_box(&all);
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
    targets = fen
}
criterion_main!(benches);
