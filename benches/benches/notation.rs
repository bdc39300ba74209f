//! Measures parsing and writing of moves and packing of positions, in Tabiya and shakmaty.
//!
//! One element is one legal move of a position from a real game, or the position. Both libraries process
//! the same elements in the same order, write moves as text, and validate unpacked positions.

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

/// A position with its legal moves, in both libraries.
struct PositionSample {
    tabiya: Position,
    shakmaty: Chess,
    moves: Vec<MoveSample>,
}

/// A move in both libraries and as text.
struct MoveSample {
    tabiya: Move,
    shakmaty: shakmaty::Move,
    san: String,
    uci: String,
}

impl PositionSample {
    fn new(tabiya: Position) -> Self {
        let shakmaty = to_shakmaty(&tabiya);
        let moves = tabiya.legal_moves();
        let moves = moves.iter().map(|&mv| MoveSample::new(&tabiya, &shakmaty, mv)).collect();
        Self { tabiya, shakmaty, moves }
    }
}

impl MoveSample {
    /// Converts a move.
    ///
    /// # Panics
    ///
    /// Panics if the libraries write different SAN.
    fn new(position: &Position, chess: &Chess, tabiya: Move) -> Self {
        let uci = uci::display(tabiya, CastlingNotation::KingTakesRook).to_string();
        let parsed = UciMove::from_ascii(uci.as_bytes()).expect("a UCI move");
        let shakmaty = parsed.to_move(chess).expect("a legal move");
        let san = san::display(position, tabiya).to_string();
        assert_eq!(san, SanPlus::from_move(chess.clone(), shakmaty).to_string());
        Self { tabiya, shakmaty, san, uci }
    }
}

/// Converts a position to shakmaty's type.
fn to_shakmaty(position: &Position) -> Chess {
    let fen: Fen = position.to_string().parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960).expect("a legal position")
}

/// Measures both libraries on every element.
fn compare<T>(
    criterion: &mut Criterion,
    name: &str,
    elements: &[T],
    mut tabiya: impl FnMut(&T),
    mut shakmaty: impl FnMut(&T),
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements.len() as u64));
    group.bench_function("tabiya", |b| b.iter(|| black_box(elements).iter().for_each(&mut tabiya)));
    group.bench_function("shakmaty", |b| {
        b.iter(|| black_box(elements).iter().for_each(&mut shakmaty));
    });
    group.finish();
}

fn bench_moves(criterion: &mut Criterion) {
    let positions = positions().expect("the positions parse");
    let samples: Vec<PositionSample> = positions.into_iter().map(PositionSample::new).collect();
    let moves: Vec<(&PositionSample, &MoveSample)> = samples
        .iter()
        .flat_map(|position| position.moves.iter().map(move |mv| (position, mv)))
        .collect();

    compare(
        criterion,
        "san_parse",
        &moves,
        |(position, mv)| {
            let _ = black_box(san::parse(&position.tabiya, &mv.san));
        },
        |(position, mv)| {
            let san = San::from_ascii(mv.san.as_bytes()).expect("SAN");
            let _ = black_box(san.to_move(&position.shakmaty));
        },
    );

    let (mut tabiya_text, mut shakmaty_text) = (Vec::new(), Vec::new());
    compare(
        criterion,
        "san_write",
        &moves,
        |(position, mv)| {
            tabiya_text.clear();
            tabiya_text.extend_from_slice(san::display(&position.tabiya, mv.tabiya).as_bytes());
            black_box(&tabiya_text);
        },
        |(position, mv)| {
            shakmaty_text.clear();
            SanPlus::from_move(position.shakmaty.clone(), mv.shakmaty)
                .append_ascii_to(&mut shakmaty_text);
            black_box(&shakmaty_text);
        },
    );

    compare(
        criterion,
        "uci_parse",
        &moves,
        |(position, mv)| {
            let _ = black_box(uci::parse(&position.tabiya, &mv.uci));
        },
        |(position, mv)| {
            let uci = UciMove::from_ascii(mv.uci.as_bytes()).expect("UCI");
            let _ = black_box(uci.to_move(&position.shakmaty));
        },
    );
}

fn bench_packing(criterion: &mut Criterion) {
    let samples: Vec<(Position, Chess)> = positions()
        .expect("the positions parse")
        .into_iter()
        .map(|position| (position, to_shakmaty(&position)))
        .collect();
    let pack_shakmaty = |chess: &Chess| {
        let setup = chess.to_setup(EnPassantMode::Always);
        PackedSetup::pack_standard(&setup).expect("a standard position")
    };

    compare(
        criterion,
        "pack",
        &samples,
        |(position, _)| {
            black_box(position.pack());
        },
        |(_, chess)| {
            black_box(pack_shakmaty(chess));
        },
    );

    let packed: Vec<(PackedPosition, PackedSetup)> =
        samples.iter().map(|(position, chess)| (position.pack(), pack_shakmaty(chess))).collect();
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
    targets = bench_moves, bench_packing
}
criterion_main!(benches);
