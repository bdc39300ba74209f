//! Tests for repetition detection.

use tabiya::tables::keys::ReversibleMove;
use tabiya::{Board, History, Position, uci};
use tabiya_tests::playouts::playout;

/// A game: the current board, and the keys for all boards.
struct Game {
    board: Board,
    keys: Vec<u64>,
}

impl Game {
    fn from(fen: &str) -> Self {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        Self { board, keys: vec![board.key()] }
    }

    fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = uci::parse(&self.board, text)
                .unwrap_or_else(|error| panic!("{text} in {}: {error}", self.board));
            self.board.make_move(mv);
            self.keys.push(self.board.key());
        }
    }

    /// Plays moves, and compares how often the position occurred earlier.
    #[track_caller]
    fn check(&mut self, moves: &str, expected: usize) {
        self.play(moves);
        let history = History::new(&self.keys);
        let clock = self.board.halfmove_clock();
        assert_eq!(history.repetitions(clock), expected, "{moves}: {}", self.board);
        assert_eq!(history.is_repetition(clock), expected >= 1, "{moves}: {}", self.board);
        assert_eq!(history.is_threefold(clock), expected >= 2, "{moves}: {}", self.board);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn knight_moves_back_and_forth_repeat_position() {
    let mut game = Game::from(START);
    game.check("", 0);
    game.check("g1f3 g8f6 f3g1", 0);
    game.check("f6g8", 1);
    game.check("g1f3", 1);
    game.check("g8f6 f3g1 f6g8", 2);
    game.check("g1f3 g8f6 f3g1 f6g8", 3);
    // No position before the pawn move recurs.
    game.check("e2e3", 0);
    game.check("g8f6 g1f3 f6g8 f3g1", 1);
}

#[test]
fn same_placement_with_other_side_to_move_is_not_repetition() {
    let mut game = Game::from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    // The rook loses a tempo, so that the placement recurs with Black to move.
    game.check("a1a2 e8d8 a2a3 d8e8 a3a1", 0);
    game.check("e8d8 a1a2 d8e8 a2a1", 1);
}

#[test]
fn same_placement_without_legal_ep_capture_is_not_repetition() {
    let mut game = Game::from("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    game.check("e2e4", 0);
    game.check("e8e7 g1f3 e7e8 f3g1", 0);
    game.check("e8e7 g1f3 e7e8 f3g1", 1);
    game.check("e8e7 g1f3 e7e8 f3g1", 2);
}

/// The capturing pawn is pinned, so the en passant square does not count.
#[test]
fn same_placement_without_illegal_ep_capture_is_repetition() {
    let mut game = Game::from("3k4/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1");
    game.check("e2e4", 0);
    game.check("d8e8 g1f3 e8d8 f3g1", 1);
    game.check("d8e8 g1f3 e8d8 f3g1", 2);
}

#[test]
fn same_placement_with_lost_castling_right_is_not_repetition() {
    let mut game = Game::from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    game.check("e1e2 e8e7 e2e1 e7e8", 0);
    game.check("e1e2 e8e7 e2e1 e7e8", 1);
    // When one rook moves, it loses its right.
    let mut game = Game::from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    game.check("h1h2 e8e7 h2h1 e7e8", 0);
    game.check("h1h2 e8e7 h2h1 e7e8", 1);
}

#[test]
fn repetitions_are_limited_by_halfmove_clock_and_key_count() {
    let keys = [7, 1, 2, 3, 7, 4, 5, 6, 7];
    for (clock, expected) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (9, 2), (u16::MAX, 2)] {
        assert_eq!(History::new(&keys).repetitions(clock), expected, "{clock}");
        let last = (expected > 0).then_some(4);
        assert_eq!(History::new(&keys).last_occurrence(clock), last, "{clock}");
    }
    for keys in [&[][..], &[0], &[0, 0], &[0; 4]] {
        for clock in [0, 1, 4, 100, u16::MAX] {
            assert_eq!(History::new(keys).repetitions(clock), 0, "{keys:?} {clock}");
            assert!(!History::new(keys).is_repetition(clock), "{keys:?} {clock}");
        }
    }
    // There are more keys than the clock's maximum.
    let long = vec![0; 70_000];
    assert_eq!(History::new(&long).repetitions(u16::MAX), 32_766);
}

#[test]
fn repetitions_are_limited_by_plies_since_null_move() {
    // The current position occurred 4 and 8 plies ago.
    let keys = [7, 1, 2, 3, 7, 4, 5, 6, 7];
    for (plies, expected) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (9, 2), (u16::MAX, 2)] {
        let history = History::new(&keys).plies_since_null_move(plies);
        assert_eq!(history.repetitions(u16::MAX), expected, "{plies}");
        assert_eq!(history.is_repetition(u16::MAX), expected >= 1, "{plies}");
        assert_eq!(history.is_threefold(u16::MAX), expected >= 2, "{plies}");
        // The smaller one of the two limits applies.
        assert_eq!(history.repetitions(4), expected.min(1), "{plies}");
    }
    assert_eq!(History::new(&[]).plies_since_null_move(3).repetitions(100), 0);
}

/// Both players lose a tempo by null moves, so that the position recurs without a move that undoes it.
#[test]
fn position_before_null_move_is_not_repetition() {
    let mut game = Game::from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    game.play("a1a2");
    let null_move = game.board.null_move().expect("not in check");
    game.board = null_move;
    game.keys.push(null_move.key());
    game.play("a2a1 e8d8");
    let null_move = game.board.null_move().expect("not in check");
    game.board = null_move;
    game.keys.push(null_move.key());
    game.play("d8e8");
    let clock = game.board.halfmove_clock();
    assert_eq!(History::new(&game.keys).repetitions(clock), 1, "{}", game.board);
    assert!(!History::new(&game.keys).plies_since_null_move(1).is_repetition(clock));
    // Moves after the null move repeat the positions after it.
    game.play("e1e2 e8e7 e2e1 e7e8");
    let history = History::new(&game.keys);
    let clock = game.board.halfmove_clock();
    assert_eq!(history.repetitions(clock), 2);
    assert_eq!(history.plies_since_null_move(5).repetitions(clock), 1);
    assert_eq!(history.plies_since_null_move(3).repetitions(clock), 0);
}

/// The expected number compares each position with all earlier ones by `same_position`.
#[test]
fn repetitions_agree_with_same_position_in_random_games() {
    let fens = [
        START,
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "k7/p1p5/P1P5/8/4p1p1/8/3P1P2/7K w - - 0 1",
        "kb6/p1p5/P1P5/8/8/8/8/7K w - - 0 1",
    ];
    let mut repeated = 0;
    for fen in fens {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for seed in 0..20 {
            let mut keys = Vec::new();
            let mut positions = Vec::<Position>::new();
            playout(board, 300, seed, |board| {
                keys.push(board.key());
                let is_same = |earlier: &&Position| earlier.same_position(board);
                let expected = positions.iter().filter(is_same).count();
                let found = History::new(&keys).repetitions(board.halfmove_clock());
                assert_eq!(found, expected, "{board:?}");
                positions.push(board.position());
                repeated += expected;
            });
        }
    }
    assert!(repeated > 500, "only {repeated} repetitions");
}

/// The expected distance makes each move and compares the positions by `same_position`.
#[test]
fn upcoming_repetition_agrees_with_made_moves_in_random_games() {
    let fens = [START, "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"];
    let mut found = 0;
    for fen in fens {
        let board = Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for seed in 0..20 {
            let mut keys = Vec::new();
            let mut positions = Vec::<Position>::new();
            playout(board, 200, seed, |board| {
                keys.push(board.key());
                let is_reachable = |position: &Position| {
                    let moves = board.legal_moves();
                    moves.iter().any(|&mv| position.same_position(&board.after(mv)))
                };
                let mut earlier = positions.iter().rev().zip(1..);
                let expected = earlier
                    .find(|(position, _)| is_reachable(position))
                    .map(|(_, distance)| distance);
                assert_eq!(History::new(&keys).upcoming_repetition(board), expected, "{board:?}");
                positions.push(board.position());
                found += usize::from(expected.is_some());
            });
        }
    }
    assert!(found > 500, "only {found} repetitions");
}

#[test]
fn upcoming_repetition_needs_open_line_and_own_piece() {
    // The rook went around its king on b1, and cannot return to a1 by one move.
    let mut game = Game::from("6k1/8/8/8/8/8/8/RK6 b - - 0 1");
    game.play("g8h8 a1a3 h8h7 a3d3 h7g7 d3d1 g7g8");
    let difference = game.keys[0] ^ game.board.key();
    assert!(ReversibleMove::from_key_difference(difference).is_some());
    assert_eq!(History::new(&game.keys).upcoming_repetition(&game.board), None);
    // The black king took three moves for what one does: the difference is a Black move.
    let mut game = Game::from("8/8/8/8/8/8/8/K5k1 b - - 0 1");
    game.play("g1f1 a1b1 f1g2 b1a1 g2h2");
    let difference = game.keys[0] ^ game.board.key();
    assert!(ReversibleMove::from_key_difference(difference).is_some());
    assert_eq!(History::new(&game.keys).upcoming_repetition(&game.board), None);
    assert_eq!(History::new(&[]).upcoming_repetition(&game.board), None);
}
