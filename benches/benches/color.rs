//! Measures color as a type against color as a value on unseen positions.
//!
//! One element is one position. A round visits 300,000 positions, more than a branch predictor learns.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tabiya::{Black, Position, White};
use tabiya_benches::positions::positions;

#[path = "../instructions/src/color.rs"]
mod pawns;

use pawns::{pawn_sets, pawn_sets_by_value};

/// Returns positions after twelve or thirteen random plies from random seed positions.
fn unseen_positions(count: usize) -> Vec<Position> {
    let seeds = positions().expect("the positions parse");
    let mut random = fastrand::Rng::with_seed(1);
    let mut drawn = Vec::with_capacity(count);
    while drawn.len() < count {
        let mut position = seeds[random.usize(..seeds.len())];
        // Playing 12 or 13 plies makes both sides equally frequent.
        for _ in 0..12 + random.usize(..2) {
            let moves = position.legal_moves();
            let Some(&mv) = random.choice(moves.iter()) else { break };
            position.make_move(mv);
        }
        drawn.push(position);
    }
    drawn
}

fn color(criterion: &mut Criterion) {
    let positions = unseen_positions(300_000);
    let mut group = criterion.benchmark_group("color");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("type", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(if position.side_to_move().is_white() {
                    pawn_sets::<White>(position)
                } else {
                    pawn_sets::<Black>(position)
                });
            }
        });
    });
    group.bench_function("value", |b| {
        b.iter(|| {
            for position in &positions {
                black_box(pawn_sets_by_value(position, position.side_to_move()));
            }
        });
    });
    // The same positions, sorted by side beforehand: the caller knows the side at compile time.
    let (white, black): (Vec<Position>, Vec<Position>) =
        positions.iter().partition(|position| position.side_to_move().is_white());
    group.bench_function("known_type", |b| {
        b.iter(|| {
            for position in &white {
                black_box(pawn_sets::<White>(position));
            }
            for position in &black {
                black_box(pawn_sets::<Black>(position));
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .sample_size(20);
    targets = color
}
criterion_main!(benches);
