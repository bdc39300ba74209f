//! Measures binpack of this library and of sfbinpack in one run: reading, the filters that most trainers use with
//! conversion to bulletformat, and writing.

use std::hint::black_box;
use std::time::Duration;

use bulletformat::ChessBoard;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use sfbinpack::TrainingDataEntry;
use sfbinpack::chess::color::Color as TheirColor;
use sfbinpack::chess::r#move::MoveType;
use sfbinpack::chess::piece::Piece as TheirPiece;
use sfbinpack::chess::piecetype::PieceType as TheirPieceType;
use tabiya::binpack::{Blocks, Entry, write};
use tabiya::bulletformat::Entry as BulletEntry;
use tabiya_binpack_compare::{Mix, entries, read_theirs, write_theirs};

/// The number of positions.
const COUNT: usize = 500_000;

fn for_each_entry(bytes: &[u8], mut visit: impl FnMut(&Entry)) {
    for block in Blocks::new(bytes) {
        let mut block = block.expect("a block").entries();
        while let Some(entry) = block.next() {
            visit(entry.expect("an entry"));
        }
    }
}

fn for_each_sfbinpack_entry(bytes: &[u8], mut visit: impl FnMut(&TrainingDataEntry)) {
    let mut reader = read_theirs(bytes);
    while reader.has_next() {
        visit(&reader.next());
    }
}

fn is_kept(entry: &Entry) -> bool {
    entry.ply >= 16
        && entry.score.unsigned_abs() <= 10_000
        && entry.mv.is_some_and(|mv| !mv.is_promotion() && !entry.position.is_capture(mv))
        && !entry.position.is_check()
}

fn is_kept_by_theirs(entry: &TrainingDataEntry) -> bool {
    entry.ply >= 16
        && entry.score.unsigned_abs() <= 10_000
        && !matches!(entry.mv.mtype(), MoveType::Promotion | MoveType::EnPassant)
        && (entry.mv.mtype() == MoveType::Castle
            || entry.pos.piece_at(entry.mv.to()) == TheirPiece::none())
        && !entry.pos.is_checked(entry.pos.side_to_move())
}

fn to_bulletformat(entry: &Entry) -> [u8; 32] {
    let score = entry.white_score().unwrap_or(0);
    let Entry { position, winner, .. } = *entry;
    BulletEntry { position, score, winner, extra: [0; 3] }.to_bytes()
}

/// Converts an entry as trainers do, by the crate of the format.
fn to_their_bulletformat(entry: &TrainingDataEntry) -> ChessBoard {
    let position = &entry.pos;
    let pieces = |piece_type| position.pieces_bb_type(piece_type).bits();
    let boards = [
        position.pieces_bb(TheirColor::White).bits(),
        position.pieces_bb(TheirColor::Black).bits(),
        pieces(TheirPieceType::Pawn),
        pieces(TheirPieceType::Knight),
        pieces(TheirPieceType::Bishop),
        pieces(TheirPieceType::Rook),
        pieces(TheirPieceType::Queen),
        pieces(TheirPieceType::King),
    ];
    let is_black = position.side_to_move() == TheirColor::Black;
    let sign = if is_black { -1 } else { 1 };
    let result = f32::from(sign * entry.result) / 2.0 + 0.5;
    let score = sign * entry.score;
    ChessBoard::from_raw(boards, usize::from(is_black), score, result).expect("a valid board")
}

fn bench(criterion: &mut Criterion) {
    let entries = entries(Mix::Games, COUNT, 7);
    let bytes = write(entries.iter().copied()).expect("entries that can be written");
    let mut theirs = Vec::new();
    for_each_sfbinpack_entry(&bytes, |entry| theirs.push(*entry));
    let mut group = criterion.benchmark_group("binpack");
    group.throughput(Throughput::Elements(entries.len() as u64));
    bench_reading(&mut group, &bytes);
    group.bench_function("write/sfbinpack", |b| b.iter(|| write_theirs(black_box(&theirs)).len()));
    group.bench_function("write/tabiya", |b| {
        b.iter(|| write(black_box(&entries).iter().copied()).expect("legal moves").len());
    });
    group.finish();
}

fn bench_reading(group: &mut BenchmarkGroup<'_, WallTime>, bytes: &[u8]) {
    group.bench_function("read/sfbinpack", |b| {
        b.iter(|| {
            let mut sum = 0_i64;
            for_each_sfbinpack_entry(black_box(bytes), |entry| sum += i64::from(entry.score));
            sum
        });
    });
    group.bench_function("read/tabiya", |b| {
        b.iter(|| {
            let mut sum = 0_i64;
            for_each_entry(black_box(bytes), |entry| sum += i64::from(entry.score));
            sum
        });
    });
    group.bench_function("filter/sfbinpack", |b| {
        b.iter(|| {
            let mut converted = Vec::new();
            for_each_sfbinpack_entry(black_box(bytes), |entry| {
                if is_kept_by_theirs(entry) {
                    converted.push(to_their_bulletformat(entry));
                }
            });
            converted.len()
        });
    });
    group.bench_function("filter/tabiya", |b| {
        b.iter(|| {
            let mut converted = Vec::new();
            for_each_entry(black_box(bytes), |entry| {
                if is_kept(entry) {
                    converted.push(to_bulletformat(entry));
                }
            });
            converted.len()
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
        .sample_size(20);
    targets = bench
}
criterion_main!(benches);
