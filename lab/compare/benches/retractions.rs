//! Measures the retractions of positions by this library and by retroboard, in one run.
//!
//! Both get the same positions of random games, without castling rights and en passant squares, which retroboard does not
//! know. It returns some wrong sets, so that the numbers differ a little.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use retroboard::RetroBoard;
use tabiya::retrograde::{PriorCastling, RetractionOptions};
use tabiya::{Board, Position};

/// The number of positions.
const COUNT: usize = 10_000;

/// The pocket of all pieces, and of all promotions.
const POCKET: &str = "PPPPPPPPNNBBRRQ8";

/// Returns positions of random games.
fn positions() -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut positions = Vec::new();
    while positions.len() < COUNT {
        let mut board = Board::START;
        for _ in 0..random.usize(10..120) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make_move(moves[random.usize(..moves.len())]);
        }
        let has_rights = board.castling_rights().is_empty();
        if has_rights && board.ep_square().is_none() {
            positions.push(board.position());
        }
    }
    positions
}

fn to_retroboard(position: &Position) -> RetroBoard {
    let fen = position.fen().to_string();
    let fields: Vec<_> = fen.split(' ').take(2).collect();
    RetroBoard::new(&fields.join(" "), POCKET, POCKET).expect("a valid position")
}

fn bench_retractions(criterion: &mut Criterion) {
    let positions = positions();
    let others: Vec<_> = positions.iter().map(to_retroboard).collect();
    let endgame = RetractionOptions::new().castling(PriorCastling::None);
    let endgame = endgame.allow_impossible_checks(true);
    let full = RetractionOptions::new();
    let mut group = criterion.benchmark_group("retractions");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("retroboard", |b| {
        b.iter(|| others.iter().map(|board| black_box(board).legal_unmoves().len()).sum::<usize>());
    });
    let list = |options: &RetractionOptions| {
        let lengths =
            positions.iter().map(|position| position.retractor(options).retractions().len());
        lengths.sum::<usize>()
    };
    group.bench_function("list", |b| b.iter(|| list(black_box(&endgame))));
    group.bench_function("list_with_castling", |b| b.iter(|| list(black_box(&full))));
    group.bench_function("count", |b| {
        let options = black_box(&endgame);
        b.iter(|| {
            let counts =
                positions.iter().map(|position| position.retractor(options).retraction_count());
            counts.sum::<usize>()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(3));
    targets = bench_retractions
}
criterion_main!(benches);
