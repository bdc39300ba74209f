//! Tests that all generators agree on the suites and on random games, and that the comparison reports
//! wrong generators.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabiya::{Move, MoveKind, Position, Square};
use tabiya_oracle::{mailbox, x88};
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::suite::{Row, all_positions, all_suites, load};
use tabiya_tests::differential::{
    Difference, GENERATORS, GeneratorAdapter, Mailbox, PositionAdapter, PositionFields,
    PseudoLegal, SetUpError, Status, Tally, X88, compare, compare_playouts, compare_positions,
};
use tabiya_tests::playouts::Playouts;

fn suite_positions() -> Vec<Position> {
    all_positions().unwrap_or_else(|error| panic!("{error:#}"))
}

/// Returns how many boards are compared and skipped for each generator.
fn compared_and_skipped(tally: &Tally) -> Vec<(u64, u64)> {
    tally.generators.iter().map(|generator| (generator.boards, generator.skipped)).collect()
}

#[test]
fn generators_agree_on_suites() {
    let (tally, differences) = compare_positions(&suite_positions(), &GENERATORS);
    assert!(differences.is_empty(), "{differences:#?}");
    assert_eq!(tally.boards, 6_555);
    assert_eq!(compared_and_skipped(&tally), [(6_555, 0); 3]);
    assert!(
        tally.generators.iter().all(|generator| generator.successors == tally.moves),
        "{tally:?}"
    );
    assert!(tally.checkmates > 0 && tally.stalemates > 0, "{tally:?}");
    let rare_moves = [tally.castling_moves, tally.ep_captures, tally.promotions];
    assert!(rare_moves.iter().all(|&count| count > 0), "{tally:?}");
}

#[test]
fn generators_agree_on_random_games() {
    let rows = suite_positions();
    let messages = Mutex::new(Vec::new());
    let playouts = Playouts::new(12_000, 0x7ab1_7a00, &rows);
    let observer = |_, differences: &[Difference]| {
        let differences = differences.iter().map(ToString::to_string);
        messages.lock().expect("no thread panicked").extend(differences);
    };
    let report = compare_playouts(playouts, &GENERATORS, cpu_count(), usize::MAX, observer);
    let messages = messages.into_inner().expect("no thread panicked");
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    assert_eq!(report.boards, [3_600, 3_600, 3_600, 1_200]);
    assert_eq!(compared_and_skipped(&report.tally), [(12_000, 0); 3], "{report}");
    println!("{report}");
}

#[test]
fn compare_playouts_report_does_not_depend_on_thread_count() {
    let rows = [Position::START];
    let report = |threads| {
        let playouts = Playouts::new(3_000, 5, &rows);
        compare_playouts(playouts, &[&PseudoLegal], threads, usize::MAX, |_, _| ()).to_string()
    };
    assert_eq!(report(1), report(3));
}

/// A generator bug.
#[derive(Clone, Copy)]
enum Bug {
    MissingMove(Move),
    ExtraMove(Move),
    DuplicateMove(Move),
    MissedCheck,
    WrongClockAfter(Move),
    RejectedPosition,
}

/// An adapter for the pseudo-legal generator with a bug.
struct Buggy(Bug);

struct BuggyPosition(Box<dyn PositionAdapter>, Bug);

impl GeneratorAdapter for Buggy {
    fn name(&self) -> &'static str {
        "buggy"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
        if let Bug::RejectedPosition = self.0 {
            return Err(SetUpError::Unexpected("invalid position".to_owned()));
        }
        Ok(Box::new(BuggyPosition(PseudoLegal.set_up(position)?, self.0)))
    }
}

impl PositionAdapter for BuggyPosition {
    fn moves(&self) -> Vec<Move> {
        let mut moves = self.0.moves();
        match self.1 {
            Bug::MissingMove(missing) => moves.retain(|&mv| mv != missing),
            Bug::ExtraMove(mv) | Bug::DuplicateMove(mv) => moves.push(mv),
            _ => {}
        }
        moves.sort_unstable();
        moves
    }

    fn status(&self) -> Status {
        let status = self.0.status();
        let check = status.check && !matches!(self.1, Bug::MissedCheck);
        Status { check, ..status }
    }

    fn fields_after(&self, index: usize) -> PositionFields {
        let mut fields = self.0.fields_after(index);
        if let Bug::WrongClockAfter(mv) = self.1
            && self.0.moves()[index] == mv
        {
            fields.halfmove_clock += 1;
        }
        fields
    }
}

#[test]
fn compare_with_buggy_generator_reports_only_its_difference() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    const IN_CHECK: &str = "4k3/8/8/8/8/8/4r3/4K3 w - - 3 40";
    let knight = Move::new(Square::G1, Square::F3);
    let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    let rows = [
        (START, Bug::MissingMove(knight), "missing g1f3, extra none"),
        (START, Bug::ExtraMove(castling), "missing none, extra e1h1"),
        (START, Bug::DuplicateMove(knight), "missing none, extra g1f3"),
        (START, Bug::WrongClockAfter(knight), "after g1f3, halfmove clock: expected 1, found 2"),
        (START, Bug::RejectedPosition, "rejects the position: invalid position"),
        (IN_CHECK, Bug::MissedCheck, "expected check, found no check"),
    ];
    for (fen, bug, line) in rows {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let difference = compare(&position, &[&PseudoLegal, &Buggy(bug), &Mailbox, &X88])
            .expect_err("a difference");
        assert_eq!(difference.to_string(), format!("{fen}\n  buggy: {line}"));
    }
}

/// The observer receives as many differences as the report counts.
#[test]
fn compare_playouts_stops_after_max_differences() {
    let pawn = Move::new(Square::A2, Square::A3);
    let observed = AtomicUsize::new(0);
    let rows = [Position::START];
    let playouts = Playouts::new(100_000, 1, &rows);
    let observer = |_, differences: &[Difference]| {
        observed.fetch_add(differences.len(), Ordering::Relaxed);
    };
    let report = compare_playouts(playouts, &[&Buggy(Bug::MissingMove(pawn))], 2, 20, observer);
    assert_eq!((report.differences, observed.into_inner()), (20, 20));
    assert!(report.tally.boards < 100_000, "{report}");
}

/// Counts a tree's leaves with bulk counting, for any board type.
fn count_leaves<B>(
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
            .map(|mv| count_leaves(&after(board, mv), depth - 1, moves, after))
            .sum(),
    }
}

#[test]
fn oracles_match_suite_counts() {
    const MAX_NODES: u64 = 20_000;
    let suites = all_suites().unwrap_or_else(|error| panic!("{error:#}"));
    let rows: Vec<Row> = suites
        .iter()
        .flat_map(|path| load(path).unwrap_or_else(|error| panic!("{error:#}")))
        .collect();
    let deepest_count =
        |row: &Row| row.counts.iter().rfind(|(_, nodes)| *nodes <= MAX_NODES).copied();
    let jobs: Vec<_> =
        rows.iter().filter_map(|row| Some((&row.fen, deepest_count(row)?))).step_by(10).collect();
    let counted = AtomicUsize::new(0);
    parallel_for_each(&jobs, cpu_count(), |&(fen, (depth, expected))| {
        let mailbox = mailbox::Board::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let x88 = x88::Board::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        let by_mailbox =
            count_leaves(&mailbox, depth, &mailbox::Board::legal_moves, &mailbox::Board::after);
        let by_x88 = count_leaves(&x88, depth, &x88::Board::legal_moves, &x88::Board::after);
        assert_eq!((by_mailbox, by_x88), (expected, expected), "{fen}: depth {depth}");
        counted.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(counted.into_inner(), jobs.len());
    assert!(jobs.len() > 300, "only {} rows", jobs.len());
}
