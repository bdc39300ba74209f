//! Everyone agrees with the legal generator on the suites and on random games; and the
//! comparison notices when somebody does not.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabiya::{Move, MoveKind, Position, Square};
use tabiya_oracle::{mailbox, x88};
use tabiya_tests::differential::{
    CONTESTANTS, Contestant, Fields, Game, Late, Mailbox, Refusal, Status, Tally, X88, compare, run,
};
use tabiya_tests::playouts::Playouts;
use tabiya_tests::suite::{Row, all_positions, all_suites, load};
use tabiya_tests::walk::{processors, share_out};

fn rows() -> Vec<Position> {
    all_positions().unwrap_or_else(|error| panic!("{error:#}"))
}

/// Boards and skipped boards of each contestant.
fn taken(tally: &Tally) -> Vec<(u64, u64)> {
    tally.counts.iter().map(|count| (count.boards, count.skipped)).collect()
}

#[test]
fn everyone_agrees_on_every_row_of_the_suites() {
    let rows = rows();
    let found = Mutex::new((Tally::default(), Vec::new()));
    share_out(&rows, processors(), |position| {
        let outcome = compare(position, &CONTESTANTS);
        let (tally, differences) = &mut *found.lock().expect("no thread panicked");
        match outcome {
            Ok(board) => tally.add(&board),
            Err(difference) => differences.push(difference.to_string()),
        }
    });
    let (tally, differences) = found.into_inner().expect("no thread panicked");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(tally.boards, 6_269);
    let all = (6_269, 0);
    // Two composed rows, and 664 with rights that standard chess does not have.
    assert_eq!(taken(&tally), [all, all, all, (6_267, 2), all, (5_605, 664)]);
    let shared = |name: usize| tally.counts[name].successors;
    assert!((0..3).chain([4]).all(|place| shared(place) == tally.moves), "{tally:?}");
    assert!(tally.checkmates > 0 && tally.stalemates > 0, "{tally:?}");
    assert!(tally.castlings > 0 && tally.en_passants > 0 && tally.promotions > 0, "{tally:?}");
}

#[test]
fn everyone_agrees_on_random_games() {
    let rows = rows();
    let differences = Mutex::new(Vec::new());
    let playouts = Playouts::new(12_000, 0x7ab1_7a00, &rows);
    let report = run(playouts, &CONTESTANTS, processors(), usize::MAX, |_, found| {
        let found = found.iter().map(ToString::to_string);
        differences.lock().expect("no thread panicked").extend(found);
    });
    let differences = differences.into_inner().expect("no thread panicked");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(report.boards, [3_600, 3_600, 3_600, 1_200]);
    let takes_part = |count: &(u64, u64)| count.0 + count.1 == 12_000 && count.0 > 9_000;
    assert!(taken(&report.tally).iter().all(takes_part), "{report}");
    println!("{report}");
}

/// The number of threads changes nothing.
#[test]
fn the_boards_are_the_same_for_any_number_of_threads() {
    let rows = [Position::START];
    let on = |threads| {
        let playouts = Playouts::new(3_000, 5, &rows);
        run(playouts, &[&Late], threads, usize::MAX, |_, _| ()).to_string()
    };
    assert_eq!(on(1), on(3));
}

/// What is wrong with a contestant.
#[derive(Clone, Copy)]
enum Fault {
    Drops(Move),
    Adds(Move),
    Repeats(Move),
    MissesCheck,
    MiscountsAfter(Move),
    Refuses,
}

/// The late generator with a fault.
struct Doctored(Fault);

struct DoctoredGame(Box<dyn Game>, Fault);

impl Contestant for Doctored {
    fn name(&self) -> &'static str {
        "doctored"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        if let Fault::Refuses = self.0 {
            return Err(Refusal::Unexplained("no such luck".to_owned()));
        }
        Ok(Box::new(DoctoredGame(Late.set_up(position)?, self.0)))
    }
}

impl Game for DoctoredGame {
    fn moves(&self) -> Vec<Move> {
        let mut moves = self.0.moves();
        match self.1 {
            Fault::Drops(dropped) => moves.retain(|&mv| mv != dropped),
            Fault::Adds(mv) | Fault::Repeats(mv) => moves.push(mv),
            _ => {}
        }
        moves.sort_unstable();
        moves
    }

    fn status(&self) -> Status {
        let status = self.0.status();
        let check = status.check && !matches!(self.1, Fault::MissesCheck);
        Status { check, ..status }
    }

    fn after(&self, place: usize) -> Fields {
        let mut fields = self.0.after(place);
        if let Fault::MiscountsAfter(mv) = self.1
            && self.0.moves()[place] == mv
        {
            fields.halfmove_clock += 1;
        }
        fields
    }
}

#[test]
fn a_wrong_contestant_is_noticed() {
    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    const CHECKED: &str = "4k3/8/8/8/8/8/4r3/4K3 w - - 3 40";
    let knight = Move::new(Square::G1, Square::F3);
    let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    let rows = [
        (FEN, Fault::Drops(knight), "missing g1f3, extra none"),
        (FEN, Fault::Adds(castling), "missing none, extra e1h1"),
        (FEN, Fault::Repeats(knight), "missing none, extra g1f3"),
        (FEN, Fault::MiscountsAfter(knight), "after g1f3, halfmove clock: expected 1, found 2"),
        (FEN, Fault::Refuses, "refuses the position: no such luck"),
        (CHECKED, Fault::MissesCheck, "expected check, found no check"),
    ];
    for (fen, fault, line) in rows {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let difference = compare(&position, &[&Late, &Doctored(fault), &Mailbox, &X88])
            .expect_err("the fault is noticed");
        // The FEN, and only who is wrong.
        assert_eq!(difference.to_string(), format!("{fen}\n  doctored: {line}"));
    }
}

/// In a campaign: the faulty boards are shown, and it stops after enough of them.
#[test]
fn a_campaign_stops_after_enough_differences() {
    let pawn = Move::new(Square::A2, Square::A3);
    let shown = AtomicUsize::new(0);
    let rows = [Position::START];
    let playouts = Playouts::new(100_000, 1, &rows);
    let report = run(playouts, &[&Doctored(Fault::Drops(pawn))], 2, 20, |_, differences| {
        shown.fetch_add(differences.len(), Ordering::Relaxed);
    });
    assert_eq!((report.differences, shown.into_inner()), (20, 20));
    assert!(report.tally.boards < 100_000, "{report}");
}

/// The leaves of a tree, by any generator; the last ply is counted, not made.
fn leaves<B>(
    board: &B,
    depth: u8,
    moves: &impl Fn(&B) -> Vec<Move>,
    after: &impl Fn(&B, Move) -> B,
) -> u64 {
    match depth {
        0 => 1,
        1 => moves(board).len() as u64,
        _ => moves(board)
            .into_iter()
            .map(|mv| leaves(&after(board, mv), depth - 1, moves, after))
            .sum(),
    }
}

#[test]
fn the_oracles_count_what_the_suites_say() {
    const MAX_NODES: u64 = 20_000;
    let suites = all_suites().unwrap_or_else(|error| panic!("{error:#}"));
    let rows: Vec<Row> = suites
        .iter()
        .flat_map(|path| load(path).unwrap_or_else(|error| panic!("{error:#}")))
        .collect();
    let count_of = |row: &Row| row.counts.iter().rfind(|(_, nodes)| *nodes <= MAX_NODES).copied();
    let jobs: Vec<_> =
        rows.iter().filter_map(|row| Some((&row.fen, count_of(row)?))).step_by(10).collect();
    let counted = AtomicUsize::new(0);
    share_out(&jobs, processors(), |&(fen, (depth, expected))| {
        let array = mailbox::Board::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let offsets = x88::Board::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let by_array = leaves(&array, depth, &mailbox::Board::legal_moves, &mailbox::Board::after);
        let by_offsets = leaves(&offsets, depth, &x88::Board::legal_moves, &x88::Board::after);
        assert_eq!((by_array, by_offsets), (expected, expected), "{fen}: depth {depth}");
        counted.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(counted.into_inner(), jobs.len());
    assert!(jobs.len() > 300, "only {} rows", jobs.len());
}
