//! The time for each call that an engine makes at a node.

use std::hint::black_box;

use ::tabiya::{AnyGenerator, Board, CorrectionKeys, Mailbox, MakeObserver, Move, MoveList};
use anyhow::Result;

use crate::clock::{Clock, Stopwatch};

/// A board with its legal moves.
pub(super) struct Position {
    board: Board,
    moves: MoveList,
    mailbox: Mailbox,
}

/// A call, and its least time in nanoseconds.
pub(super) struct CallCost {
    pub(super) call: &'static str,
    pub(super) per: &'static str,
    pub(super) nanoseconds: f64,
}

/// Reads positions with a legal move.
///
/// # Errors
///
/// Returns an error if a FEN is invalid.
pub(super) fn positions<'a>(fens: impl Iterator<Item = &'a str>) -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    for fen in fens {
        let board = Board::from_fen(fen)?;
        let moves = board.legal_moves();
        if !moves.is_empty() {
            positions.push(Position { mailbox: Mailbox::from(&board), board, moves });
        }
    }
    Ok(positions)
}

/// Measures a node's calls, each alone, in rounds over all positions.
pub(super) fn measure(positions: &[Position], rounds: u32) -> Vec<CallCost> {
    let moves = positions.iter().map(|position| position.moves.len()).sum();
    let measurement = Measurement { positions, moves, rounds };
    let mut costs = measurement.calls_per_node();
    costs.extend(measurement.calls_per_move());
    costs.extend(measurement.observer_costs());
    costs
}

/// A measurement's positions, their total number of moves, and the rounds, the fastest of which
/// counts.
struct Measurement<'a> {
    positions: &'a [Position],
    moves: usize,
    rounds: u32,
}

impl Measurement<'_> {
    /// Measures a call that occurs once per node.
    fn per_node(&self, call: &'static str, run: impl Fn(&Board)) -> CallCost {
        let nanoseconds = least(self.rounds, self.positions.len(), || {
            self.positions.iter().for_each(|position| run(black_box(&position.board)));
        });
        CallCost { call, per: "node", nanoseconds }
    }

    /// Measures a call that occurs for each move.
    fn per_move(&self, call: &'static str, run: impl Fn(&Board, &Position)) -> CallCost {
        let nanoseconds = least(self.rounds, self.moves, || {
            self.positions.iter().for_each(|position| run(black_box(&position.board), position));
        });
        CallCost { call, per: "move", nanoseconds }
    }

    fn calls_per_node(&self) -> Vec<CallCost> {
        let list = |call, fill: fn(&AnyGenerator<'_>, &mut MoveList)| {
            self.per_node(call, move |board| {
                let mut list = MoveList::new();
                fill(&board.generator(), &mut list);
                use_value(list);
            })
        };
        vec![
            self.per_node("`board.is_check()`", |board| use_value(board.is_check())),
            self.per_node("`board.generator()`", |board| use_value(board.generator())),
            self.per_node("`board.generator().check_info()`", |board| {
                use_value(board.generator().check_info());
            }),
            self.per_node("`board.legal_moves()`", |board| use_value(board.legal_moves())),
            self.per_node("`board.legal_move_count()`", |board| {
                use_value(board.legal_move_count());
            }),
            list("`generator.noisy_into(&mut list)`", |generator, list| generator.noisy_into(list)),
            list("`generator.quiets_into(&mut list)`", |generator, list| {
                generator.quiets_into(list);
            }),
            list("`generator.quiet_checks_into(&check_info, &mut list)`", |generator, list| {
                generator.quiet_checks_into(&generator.check_info(), list);
            }),
        ]
    }

    fn calls_per_move(&self) -> Vec<CallCost> {
        let each = |call, run: fn(&AnyGenerator<'_>, Move)| {
            self.per_move(call, move |board, position| {
                let generator = board.generator();
                position.moves.iter().for_each(|&mv| run(&generator, black_box(mv)));
            })
        };
        vec![
            each("`generator.is_legal(mv)`", |generator, mv| use_value(generator.is_legal(mv))),
            self.per_move("`board.gives_check(mv)`", |board, position| {
                position.moves.iter().for_each(|&mv| use_value(board.gives_check(black_box(mv))));
            }),
            self.per_move("`check_info.gives_check(mv)`", |board, position| {
                let info = board.generator().check_info();
                position.moves.iter().for_each(|&mv| use_value(info.gives_check(black_box(mv))));
            }),
            each("`generator.see_ge(mv, 0)`", |generator, mv| use_value(generator.see_ge(mv, 0))),
            each("`generator.key_after(mv)`", |generator, mv| use_value(generator.key_after(mv))),
            each("`generator.make(mv)`", |generator, mv| use_value(generator.make(mv))),
        ]
    }

    fn observer_costs(&self) -> Vec<CallCost> {
        vec![
            self.per_move(
                "`generator.make_observed(mv, &mut correction_keys)`",
                |board, position| {
                    make_all(board, position, &mut CorrectionKeys::default());
                },
            ),
            self.per_move("`generator.make_observed(mv, &mut mailbox)`", |board, position| {
                make_all(board, position, &mut Mailbox::from(board));
            }),
            self.per_move("`board.piece_on(square)`", |board, position| {
                let moves = position.moves.iter();
                moves.for_each(|mv| use_value(board.piece_on(black_box(mv.to()))));
            }),
            self.per_move("`mailbox[square]`", |_, position| {
                let mailbox = black_box(&position.mailbox);
                position.moves.iter().for_each(|mv| use_value(mailbox[black_box(mv.to())]));
            }),
        ]
    }
}

/// Makes each move in a position, with an observer.
fn make_all(board: &Board, position: &Position, observer: &mut impl MakeObserver) {
    let generator = board.generator();
    let moves = position.moves.iter();
    moves.for_each(|&mv| use_value(generator.make_observed(black_box(mv), observer)));
    use_value(observer);
}

fn use_value<T>(value: T) {
    black_box(&value);
}

/// Returns the least nanoseconds per call.
fn least(rounds: u32, calls: usize, run: impl Fn()) -> f64 {
    let seconds = (0..rounds).map(|_| {
        let stopwatch = Stopwatch::start(Clock::Thread);
        run();
        stopwatch.seconds()
    });
    seconds.fold(f64::INFINITY, f64::min) * 1e9 / calls as f64
}
