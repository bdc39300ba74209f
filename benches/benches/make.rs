//! How long does it take to copy a position and make a move, and what does the key add?
//!
//! One element is one legal move of a real position; all of them are made.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::{Board, MoveList, Position};
use tabiya_benches::positions::positions;

fn make(criterion: &mut Criterion) {
    let keyless: Vec<(Position, MoveList)> = positions()
        .expect("the positions parse")
        .into_iter()
        .map(|position| (position, position.legal_moves()))
        .collect();
    let keyed: Vec<(Board, MoveList)> =
        keyless.iter().map(|(position, moves)| (Board::from(*position), moves.clone())).collect();
    let moves: usize = keyless.iter().map(|(_, moves)| moves.len()).sum();

    let mut group = criterion.benchmark_group("make");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("keyless", |b| {
        b.iter(|| {
            for (position, moves) in &keyless {
                for &mv in moves {
                    let mut after = *black_box(position);
                    after.make_move(mv);
                    black_box(&after);
                }
            }
        });
    });
    group.bench_function("keyed", |b| {
        b.iter(|| {
            for (board, moves) in &keyed {
                for &mv in moves {
                    let mut after = *black_box(board);
                    after.make_move(mv);
                    black_box(&after);
                }
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
    targets = make
}
criterion_main!(benches);
