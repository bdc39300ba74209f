//! Measures copy-make without and with a Zobrist key.
//!
//! One element is one legal move in a position from a real game.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::{Board, MoveList, Position};
use tabiya_benches::positions::positions;

fn make(criterion: &mut Criterion) {
    let unhashed: Vec<(Position, MoveList)> = positions()
        .expect("the positions parse")
        .into_iter()
        .map(|position| (position, position.legal_moves()))
        .collect();
    let hashed: Vec<(Board, MoveList)> =
        unhashed.iter().map(|(position, moves)| (Board::from(*position), moves.clone())).collect();
    let moves: usize = unhashed.iter().map(|(_, moves)| moves.len()).sum();

    let mut group = criterion.benchmark_group("make");
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("without_key", |b| {
        b.iter(|| {
            for (position, moves) in &unhashed {
                for &mv in moves {
                    let mut after = *black_box(position);
                    after.make_move(mv);
                    black_box(&after);
                }
            }
        });
    });
    group.bench_function("with_key", |b| {
        b.iter(|| {
            for (board, moves) in &hashed {
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
