//! How do the six techniques of finding moves compare, on the same positions?
//!
//! - `leapers`: the squares that all knights and kings of a real position attack, by
//!   set-wise shifts, by look-up of shifted spans, and on the two array boards.
//! - `sliders`: the squares that all rooks, bishops and queens attack, by hyperbola
//!   quintessence, by look-up in the default tables, and on the two array boards.
//! - `generation`: the legal moves of a position; fully legal by sets and look-ups, by
//!   pseudo-legal look-ups tested when made, and on the two array boards.
//! - `perft`: the 197,281 leaves of four plies from the start position, the last counted
//!   and not made, by the same four.
//!
//! One element is one real position, or one leaf.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use tabiya::perft::perft;
use tabiya::tables::sliders::{Hyperbola, SliderBackend};
use tabiya::tables::{bishop_attacks, king_attacks, knight_attacks, rook_attacks, setwise};
use tabiya::{Bitboard, PieceType, Position, Square};
use tabiya_benches::positions::positions;
use tabiya_oracle::{mailbox, x88};

/// One position as each technique holds it.
struct Case {
    sets: Position,
    array: mailbox::Board,
    offsets: x88::Board,
}

impl Case {
    fn new(position: Position) -> Self {
        let fen = position.to_string();
        Self {
            sets: position,
            array: mailbox::Board::from_fen(&fen).expect("the oracle reads what we write"),
            offsets: x88::Board::from_fen(&fen).expect("the oracle reads what we write"),
        }
    }

    fn all() -> Vec<Self> {
        positions().expect("the positions parse").into_iter().map(Self::new).collect()
    }
}

const LEAPERS: [PieceType; 2] = [PieceType::Knight, PieceType::King];
const SLIDERS: [PieceType; 3] = [PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The squares of all pieces of some kinds.
fn squares(position: &Position, kinds: &[PieceType]) -> Bitboard {
    kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | position.pieces(kind))
}

fn by_shifts(position: &Position) -> Bitboard {
    setwise::knight_attacks(position.pieces(PieceType::Knight))
        | setwise::king_attacks(position.pieces(PieceType::King))
}

fn by_spans(position: &Position) -> Bitboard {
    let knights = position.pieces(PieceType::Knight).into_iter().map(knight_attacks);
    let kings = position.pieces(PieceType::King).into_iter().map(king_attacks);
    knights.chain(kings).fold(Bitboard::EMPTY, |set, attacks| set | attacks)
}

/// The squares that sliders attack, given how one rook and one bishop do.
fn by_slider(
    position: &Position,
    rook: impl Fn(Square, Bitboard) -> Bitboard,
    bishop: impl Fn(Square, Bitboard) -> Bitboard,
) -> Bitboard {
    let occupied = position.occupied();
    let mut attacks = Bitboard::EMPTY;
    for square in squares(position, &[PieceType::Rook, PieceType::Queen]) {
        attacks |= rook(square, occupied);
    }
    for square in squares(position, &[PieceType::Bishop, PieceType::Queen]) {
        attacks |= bishop(square, occupied);
    }
    attacks
}

/// The squares attacked from some squares, on an array board.
fn by_walking(from: Bitboard, attacks_from: impl Fn(Square) -> Vec<Square>) -> Bitboard {
    from.into_iter().flat_map(attacks_from).collect()
}

fn late_moves(position: &Position) -> usize {
    let moves = position.pseudo_legal_moves();
    moves.iter().filter(|&&mv| { *position }.try_make_pseudo_legal(mv).is_ok()).count()
}

/// The leaves by pseudo-legal moves tested when made.
fn late_perft(position: &Position, depth: u8) -> u64 {
    if depth == 1 {
        return late_moves(position) as u64;
    }
    let mut leaves = 0;
    for &mv in &position.pseudo_legal_moves() {
        let mut after = *position;
        if after.try_make_pseudo_legal(mv).is_ok() {
            leaves += late_perft(&after, depth - 1);
        }
    }
    leaves
}

fn array_perft(board: &mailbox::Board, depth: u8) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| array_perft(&board.after(mv), depth - 1)).sum()
}

fn offset_perft(board: &x88::Board, depth: u8) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| offset_perft(&board.after(mv), depth - 1)).sum()
}

/// One question to several techniques; all must answer as the first does.
struct Contest<'a, T> {
    group: BenchmarkGroup<'a, WallTime>,
    cases: &'a [Case],
    answers: Option<Vec<T>>,
}

impl<'a, T: PartialEq> Contest<'a, T> {
    fn new(criterion: &'a mut Criterion, question: &str, cases: &'a [Case]) -> Self {
        let mut group = criterion.benchmark_group(format!("techniques/{question}"));
        group.throughput(Throughput::Elements(cases.len() as u64));
        Self { group, cases, answers: None }
    }

    /// Times a technique on all cases.
    fn enter(&mut self, name: &str, answer: impl Fn(&Case) -> T) -> &mut Self {
        let cases = self.cases;
        let answers: Vec<_> = cases.iter().map(&answer).collect();
        match &self.answers {
            Some(first) => assert!(*first == answers, "{name} answers otherwise"),
            None => self.answers = Some(answers),
        }
        self.group.bench_function(name, |b| {
            b.iter(|| {
                for case in black_box(cases) {
                    black_box(answer(case));
                }
            });
        });
        self
    }
}

fn attacks(criterion: &mut Criterion) {
    let cases = Case::all();
    let leapers = |case: &Case| squares(&case.sets, &LEAPERS);
    Contest::new(criterion, "leapers", &cases)
        .enter("set-wise shifts", |case| by_shifts(&case.sets))
        .enter("spans", |case| by_spans(&case.sets))
        .enter("0x88", |case| by_walking(leapers(case), |from| case.offsets.attacks_from(from)))
        .enter("8x8 array", |case| by_walking(leapers(case), |from| case.array.attacks_from(from)));

    let sliders = |case: &Case| squares(&case.sets, &SLIDERS);
    Contest::new(criterion, "sliders", &cases)
        .enter("look-up", |case| by_slider(&case.sets, rook_attacks, bishop_attacks))
        .enter("hyperbola", |case| {
            by_slider(&case.sets, Hyperbola::rook_attacks, Hyperbola::bishop_attacks)
        })
        .enter("0x88", |case| by_walking(sliders(case), |from| case.offsets.attacks_from(from)))
        .enter("8x8 array", |case| by_walking(sliders(case), |from| case.array.attacks_from(from)));
}

fn generation(criterion: &mut Criterion) {
    Contest::new(criterion, "generation", &Case::all())
        .enter("legal", |case| case.sets.legal_moves().len())
        .enter("tested when made", |case| late_moves(&case.sets))
        .enter("0x88", |case| case.offsets.legal_moves().len())
        .enter("8x8 array", |case| case.array.legal_moves().len());
}

fn whole_trees(criterion: &mut Criterion) {
    let case = Case::new(Position::START);
    let mut group = criterion.benchmark_group("techniques/perft");
    group.throughput(Throughput::Elements(197_281)).sample_size(10);
    let mut time = |name: &str, count: &dyn Fn() -> u64| {
        group.bench_function(name, |b| b.iter(|| assert_eq!(black_box(count()), 197_281)));
    };
    time("legal", &|| perft(&case.sets, 4) as u64);
    time("tested when made", &|| late_perft(&case.sets, 4));
    time("0x88", &|| offset_perft(&case.offsets, 4));
    time("8x8 array", &|| array_perft(&case.array, 4));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20);
    targets = attacks, generation, whole_trees
}
criterion_main!(benches);
