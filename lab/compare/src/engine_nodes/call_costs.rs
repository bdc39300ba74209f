//! The time of each call that an engine makes at a node.

use std::hint::black_box;

use ::tabiya::{Board, CorrectionKeys, Mailbox, Move, MoveList};
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
    let per_node = |call, run: &dyn Fn(&Board)| {
        let nanoseconds = least(rounds, positions.len(), || {
            positions.iter().for_each(|position| run(black_box(&position.board)));
        });
        CallCost { call, per: "node", nanoseconds }
    };
    let moves = positions.iter().map(|position| position.moves.len()).sum();
    let per_move = |call, run: &dyn Fn(&Board, &[Move])| {
        let nanoseconds = least(rounds, moves, || {
            positions.iter().for_each(|position| run(black_box(&position.board), &position.moves));
        });
        CallCost { call, per: "move", nanoseconds }
    };
    vec![
        per_node("`board.is_check()`", &|board| use_value(board.is_check())),
        per_node("`board.generator()`", &|board| use_value(board.generator())),
        per_node("`board.check_info()`", &|board| use_value(board.check_info())),
        per_node("`board.legal_moves()`", &|board| use_value(board.legal_moves())),
        per_node("`board.legal_move_count()`", &|board| use_value(board.legal_move_count())),
        per_node("`generator.noisy_into(&mut list)`", &|board| {
            let mut list = MoveList::new();
            board.generator().noisy_into(&mut list);
            use_value(list);
        }),
        per_node("`generator.quiets_into(&mut list)`", &|board| {
            let mut list = MoveList::new();
            board.generator().quiets_into(&mut list);
            use_value(list);
        }),
        per_move("`generator.is_legal(mv)`", &|board, moves| {
            let generator = board.generator();
            moves.iter().for_each(|&mv| use_value(generator.is_legal(black_box(mv))));
        }),
        per_move("`board.gives_check(mv)`", &|board, moves| {
            moves.iter().for_each(|&mv| use_value(board.gives_check(black_box(mv))));
        }),
        per_move("`check_info.gives_check(mv)`", &|board, moves| {
            let info = board.check_info();
            moves.iter().for_each(|&mv| use_value(info.gives_check(black_box(mv))));
        }),
        per_move("`generator.see_ge(mv, 0)`", &|board, moves| {
            let generator = board.generator();
            moves.iter().for_each(|&mv| use_value(generator.see_ge(black_box(mv), 0)));
        }),
        per_move("`generator.key_after(mv)`", &|board, moves| {
            let generator = board.generator();
            moves.iter().for_each(|&mv| use_value(generator.key_after(black_box(mv))));
        }),
        per_move("`generator.make(mv)`", &|board, moves| {
            let generator = board.generator();
            moves.iter().for_each(|&mv| use_value(generator.make(black_box(mv))));
        }),
        per_move("`generator.make_observed(mv, &mut correction_keys)`", &|board, moves| {
            let generator = board.generator();
            let mut keys = CorrectionKeys::default();
            moves
                .iter()
                .for_each(|&mv| use_value(generator.make_observed(black_box(mv), &mut keys)));
            use_value(keys);
        }),
        per_move("`board.piece_on(square)`", &|board, moves| {
            moves.iter().for_each(|mv| use_value(board.piece_on(black_box(mv.to()))));
        }),
        per_move("`generator.make_observed(mv, &mut mailbox)`", &|board, moves| {
            let generator = board.generator();
            let mut mailbox = Mailbox::from(board);
            moves.iter().for_each(|&mv| {
                use_value(generator.make_observed(black_box(mv), &mut mailbox));
            });
            use_value(mailbox);
        }),
        CallCost {
            call: "`mailbox[square]`",
            per: "move",
            nanoseconds: least(rounds, moves, || {
                positions.iter().for_each(|position| {
                    let mailbox = black_box(&position.mailbox);
                    position.moves.iter().for_each(|mv| use_value(mailbox[black_box(mv.to())]));
                });
            }),
        },
    ]
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
