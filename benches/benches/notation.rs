//! How long does it take to read and to write a move, next to shakmaty?
//!
//! One element is one legal move of a real position; both libraries get the same moves in
//! the same order, and hand back what they write as text.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::CastlingMode;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use tabiya::uci::CastlingNotation;
use tabiya::{Move, Position, san, uci};
use tabiya_benches::positions::positions;

/// A position and its legal moves, as both libraries hold them and as text.
struct Sample {
    position: Position,
    theirs: shakmaty::Chess,
    moves: Vec<Sampled>,
}

struct Sampled {
    mv: Move,
    theirs: shakmaty::Move,
    san: String,
    uci: String,
}

impl Sample {
    fn new(position: Position) -> Self {
        let fen: shakmaty::fen::Fen = position.to_string().parse().expect("a FEN");
        let theirs: shakmaty::Chess =
            fen.into_position(CastlingMode::Chess960).expect("a legal position");
        let moves = position.legal_moves();
        let moves = moves.iter().map(|&mv| Sampled::new(&position, &theirs, mv)).collect();
        Self { position, theirs, moves }
    }
}

impl Sampled {
    /// Both libraries must agree on what is written.
    fn new(position: &Position, theirs: &shakmaty::Chess, mv: Move) -> Self {
        let uci = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
        let parsed = UciMove::from_ascii(uci.as_bytes()).expect("a UCI move");
        let their_move = parsed.to_move(theirs).expect("a legal move");
        let san = san::display(position, mv).to_string();
        assert_eq!(san, SanPlus::from_move(theirs.clone(), their_move).to_string());
        Self { mv, theirs: their_move, san, uci }
    }
}

/// Measures both libraries on every move of every sample.
fn compare(
    criterion: &mut Criterion,
    name: &str,
    samples: &[Sample],
    mut ours: impl FnMut(&Sample, &Sampled),
    mut theirs: impl FnMut(&Sample, &Sampled),
) {
    let moves: usize = samples.iter().map(|sample| sample.moves.len()).sum();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(moves as u64));
    let mut bench = |library: &str, work: &mut dyn FnMut(&Sample, &Sampled)| {
        group.bench_function(library, |b| {
            b.iter(|| {
                for sample in black_box(samples) {
                    for sampled in &sample.moves {
                        work(sample, sampled);
                    }
                }
            });
        });
    };
    bench("tabiya", &mut ours);
    bench("shakmaty", &mut theirs);
    group.finish();
}

fn notation(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let samples: Vec<Sample> = positions.into_iter().map(Sample::new).collect();

    compare(
        criterion,
        "san_read",
        &samples,
        |sample, sampled| {
            let _ = black_box(san::parse(&sample.position, &sampled.san));
        },
        |sample, sampled| {
            let san = San::from_ascii(sampled.san.as_bytes()).expect("SAN");
            let _ = black_box(san.to_move(&sample.theirs));
        },
    );

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    compare(
        criterion,
        "san_write",
        &samples,
        |sample, sampled| {
            ours.clear();
            ours.extend_from_slice(san::display(&sample.position, sampled.mv).as_bytes());
            black_box(&ours);
        },
        |sample, sampled| {
            theirs.clear();
            SanPlus::from_move(sample.theirs.clone(), sampled.theirs).append_ascii_to(&mut theirs);
            black_box(&theirs);
        },
    );

    compare(
        criterion,
        "uci_read",
        &samples,
        |sample, sampled| {
            let _ = black_box(uci::parse(&sample.position, &sampled.uci));
        },
        |sample, sampled| {
            let uci = UciMove::from_ascii(sampled.uci.as_bytes()).expect("UCI");
            let _ = black_box(uci.to_move(&sample.theirs));
        },
    );
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = notation
}
criterion_main!(benches);
