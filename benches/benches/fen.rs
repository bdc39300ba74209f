//! Measures strict FEN parsing and writing.
//!
//! One element is one position from a real game.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::Position;
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
        let mut text = String::new();
        b.iter(|| {
            for position in black_box(&positions) {
                text.clear();
                write!(text, "{position}").expect("writing to a string succeeds");
                black_box(&text);
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
    targets = fen
}
criterion_main!(benches);
