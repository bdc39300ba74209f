//! Measures shakmaty on the same elements as the bench `notation` in `benches`, which measures
//! Tabiya.
//!
//! Both libraries process the same elements in the same order, write moves as text, and validate unpacked
//! positions.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::fen::Fen;
use shakmaty::packed::PackedSetup;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya::uci::CastlingNotation;
use tabiya::{Position, san, uci};
use tabiya_benches::positions::positions;

/// A legal move and its text.
struct MoveSample {
    position: Chess,
    mv: shakmaty::Move,
    san: String,
    uci: String,
}

impl MoveSample {
    /// Converts a move.
    ///
    /// # Panics
    ///
    /// Panics if the libraries write different SAN.
    fn new(position: &Position, chess: &Chess, ours: tabiya::Move) -> Self {
        let uci = uci::display(ours, CastlingNotation::KingTakesRook).to_string();
        let parsed = UciMove::from_ascii(uci.as_bytes()).expect("a UCI move");
        let mv = parsed.to_move(chess).expect("a legal move");
        let san = san::display(position, ours).to_string();
        assert_eq!(san, SanPlus::from_move(chess.clone(), mv).to_string());
        Self { position: chess.clone(), mv, san, uci }
    }
}

/// Converts a position to shakmaty's type.
fn to_shakmaty(position: &Position) -> Chess {
    let fen: Fen = position.to_string().parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960).expect("a legal position")
}

/// Measures a call on every element.
fn measure<T>(criterion: &mut Criterion, name: &str, elements: &[T], mut call: impl FnMut(&T)) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements.len() as u64));
    group.bench_function("shakmaty", |b| b.iter(|| black_box(elements).iter().for_each(&mut call)));
    group.finish();
}

fn bench_moves(criterion: &mut Criterion) {
    let mut moves = Vec::new();
    for position in positions().expect("the positions parse") {
        let chess = to_shakmaty(&position);
        let legal = position.legal_moves();
        moves.extend(legal.iter().map(|&mv| MoveSample::new(&position, &chess, mv)));
    }

    measure(criterion, "san_parse", &moves, |sample| {
        let san = San::from_ascii(sample.san.as_bytes()).expect("SAN");
        let _ = black_box(san.to_move(&sample.position));
    });
    let mut text = Vec::new();
    measure(criterion, "san_write", &moves, |sample| {
        text.clear();
        SanPlus::from_move(sample.position.clone(), sample.mv).append_ascii_to(&mut text);
        black_box(&text);
    });
    measure(criterion, "uci_parse", &moves, |sample| {
        let uci = UciMove::from_ascii(sample.uci.as_bytes()).expect("UCI");
        let _ = black_box(uci.to_move(&sample.position));
    });
}

fn bench_packing(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let positions: Vec<Chess> = positions.iter().map(to_shakmaty).collect();
    let pack = |chess: &Chess| {
        let setup = chess.to_setup(EnPassantMode::Always);
        PackedSetup::pack_standard(&setup).expect("a standard position")
    };
    measure(criterion, "pack", &positions, |chess| {
        black_box(pack(chess));
    });
    let packed: Vec<PackedSetup> = positions.iter().map(pack).collect();
    measure(criterion, "unpack", &packed, |packed| {
        let setup = packed.unpack_standard().expect("a setup");
        let _ = black_box(setup.position::<Chess>(CastlingMode::Chess960));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40);
    targets = bench_moves, bench_packing
}
criterion_main!(benches);
