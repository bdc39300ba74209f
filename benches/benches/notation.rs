//! How long does it take to read and to write a move, and to pack a position, next to
//! shakmaty?
//!
//! One element is one legal move of a real position, or the position. Both libraries get the
//! same in the same order, hand back moves as text, and check the positions they unpack.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::fen::Fen;
use shakmaty::packed::PackedSetup;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya::uci::CastlingNotation;
use tabiya::{Move, PackedPosition, Position, san, uci};
use tabiya_benches::positions::positions;

/// A position and its legal moves, as both libraries hold them and as text.
struct Sample {
    position: Position,
    theirs: Chess,
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
        let theirs = theirs(&position);
        let moves = position.legal_moves();
        let moves = moves.iter().map(|&mv| Sampled::new(&position, &theirs, mv)).collect();
        Self { position, theirs, moves }
    }
}

impl Sampled {
    /// Both libraries must agree on what is written.
    fn new(position: &Position, theirs: &Chess, mv: Move) -> Self {
        let uci = uci::display(mv, CastlingNotation::KingTakesRook).to_string();
        let parsed = UciMove::from_ascii(uci.as_bytes()).expect("a UCI move");
        let their_move = parsed.to_move(theirs).expect("a legal move");
        let san = san::display(position, mv).to_string();
        assert_eq!(san, SanPlus::from_move(theirs.clone(), their_move).to_string());
        Self { mv, theirs: their_move, san, uci }
    }
}

/// The same position in shakmaty.
fn theirs(position: &Position) -> Chess {
    let fen: Fen = position.to_string().parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960).expect("a legal position")
}

/// Measures both libraries on every element.
fn compare<T>(
    criterion: &mut Criterion,
    name: &str,
    elements: &[T],
    mut ours: impl FnMut(&T),
    mut theirs: impl FnMut(&T),
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements.len() as u64));
    group.bench_function("tabiya", |b| b.iter(|| black_box(elements).iter().for_each(&mut ours)));
    group.bench_function("shakmaty", |b| {
        b.iter(|| black_box(elements).iter().for_each(&mut theirs));
    });
    group.finish();
}

fn moves(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let samples: Vec<Sample> = positions.into_iter().map(Sample::new).collect();
    let moves: Vec<(&Sample, &Sampled)> = samples
        .iter()
        .flat_map(|sample| sample.moves.iter().map(move |sampled| (sample, sampled)))
        .collect();

    compare(
        criterion,
        "san_read",
        &moves,
        |(sample, sampled)| {
            let _ = black_box(san::parse(&sample.position, &sampled.san));
        },
        |(sample, sampled)| {
            let san = San::from_ascii(sampled.san.as_bytes()).expect("SAN");
            let _ = black_box(san.to_move(&sample.theirs));
        },
    );

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    compare(
        criterion,
        "san_write",
        &moves,
        |(sample, sampled)| {
            ours.clear();
            ours.extend_from_slice(san::display(&sample.position, sampled.mv).as_bytes());
            black_box(&ours);
        },
        |(sample, sampled)| {
            theirs.clear();
            SanPlus::from_move(sample.theirs.clone(), sampled.theirs).append_ascii_to(&mut theirs);
            black_box(&theirs);
        },
    );

    compare(
        criterion,
        "uci_read",
        &moves,
        |(sample, sampled)| {
            let _ = black_box(uci::parse(&sample.position, &sampled.uci));
        },
        |(sample, sampled)| {
            let uci = UciMove::from_ascii(sampled.uci.as_bytes()).expect("UCI");
            let _ = black_box(uci.to_move(&sample.theirs));
        },
    );
}

fn packing(criterion: &mut Criterion) {
    let samples: Vec<(Position, Chess)> = positions()
        .expect("the positions parse")
        .into_iter()
        .map(|position| (position, theirs(&position)))
        .collect();
    let pack_theirs = |theirs: &Chess| {
        let setup = theirs.to_setup(EnPassantMode::Always);
        PackedSetup::pack_standard(&setup).expect("a standard position")
    };

    compare(
        criterion,
        "pack",
        &samples,
        |(position, _)| {
            black_box(position.pack());
        },
        |(_, theirs)| {
            black_box(pack_theirs(theirs));
        },
    );

    let packed: Vec<(PackedPosition, PackedSetup)> =
        samples.iter().map(|(position, theirs)| (position.pack(), pack_theirs(theirs))).collect();
    compare(
        criterion,
        "unpack",
        &packed,
        |(packed, _)| {
            let _ = black_box(packed.unpack());
        },
        |(_, packed)| {
            let setup = packed.unpack_standard().expect("a setup");
            let _ = black_box(setup.position::<Chess>(CastlingMode::Chess960));
        },
    );
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = moves, packing
}
criterion_main!(benches);
