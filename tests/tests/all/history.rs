//! Repetition: what counts as the same position, and how far one looks back.

use tabiya::{Board, History, Position, uci};
use tabiya_tests::playouts::playout;

/// A game by its boards.
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

    /// Plays on and compares how often the position occurred before.
    #[track_caller]
    fn check(&mut self, moves: &str, expected: usize) {
        self.play(moves);
        let (history, clock) = (History::new(&self.keys), self.board.halfmove_clock());
        assert_eq!(history.repetitions(clock), expected, "{moves}: {}", self.board);
        assert_eq!(history.is_repetition(clock), expected >= 1, "{moves}: {}", self.board);
        assert_eq!(history.is_threefold(clock), expected >= 2, "{moves}: {}", self.board);
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn knights_go_back_and_forth() {
    let mut game = Game::from(START);
    game.check("", 0);
    game.check("g1f3 g8f6 f3g1", 0);
    game.check("f6g8", 1);
    game.check("g1f3", 1);
    game.check("g8f6 f3g1 f6g8", 2);
    game.check("g1f3 g8f6 f3g1 f6g8", 3);
    // Nothing comes back over a pawn move, until it has been there again.
    game.check("e2e3", 0);
    game.check("g8f6 g1f3 f6g8 f3g1", 1);
}

#[test]
fn the_other_player_to_move_is_another_position() {
    let mut game = Game::from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    // The rook loses a move on the way: the same placement, with Black to move.
    game.check("a1a2 e8d8 a2a3 d8e8 a3a1", 0);
    game.check("e8d8 a1a2 d8e8 a2a1", 1);
}

/// The right to capture en passant makes another position of the same placement.
#[test]
fn a_legal_en_passant_capture_breaks_repetition() {
    let mut game = Game::from("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
    game.check("e2e4", 0);
    game.check("e8e7 g1f3 e7e8 f3g1", 0);
    game.check("e8e7 g1f3 e7e8 f3g1", 1);
    game.check("e8e7 g1f3 e7e8 f3g1", 2);
}

/// A pawn stands beside, but it is pinned: the en passant square does not count.
#[test]
fn an_illegal_en_passant_capture_does_not_break_repetition() {
    let mut game = Game::from("3k4/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1");
    game.check("e2e4", 0);
    game.check("d8e8 g1f3 e8d8 f3g1", 1);
    game.check("d8e8 g1f3 e8d8 f3g1", 2);
}

#[test]
fn a_lost_right_to_castle_breaks_repetition() {
    let mut game = Game::from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    game.check("e1e2 e8e7 e2e1 e7e8", 0);
    game.check("e1e2 e8e7 e2e1 e7e8", 1);
    // One rook that comes back is enough.
    let mut game = Game::from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    game.check("h1h2 e8e7 h2h1 e7e8", 0);
    game.check("h1h2 e8e7 h2h1 e7e8", 1);
}

#[test]
fn one_looks_back_no_further_than_clock_and_keys_allow() {
    let keys = [7, 1, 2, 3, 7, 4, 5, 6, 7];
    for (clock, expected) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (9, 2), (u16::MAX, 2)] {
        assert_eq!(History::new(&keys).repetitions(clock), expected, "{clock}");
    }
    for keys in [&[][..], &[0], &[0, 0], &[0; 4]] {
        for clock in [0, 1, 4, 100, u16::MAX] {
            assert_eq!(History::new(keys).repetitions(clock), 0, "{keys:?} {clock}");
            assert!(!History::new(keys).is_repetition(clock), "{keys:?} {clock}");
        }
    }
    // More keys than the clock can count.
    let long = vec![0; 70_000];
    assert_eq!(History::new(&long).repetitions(u16::MAX), 32_766);
}

/// The keys agree with the positions themselves, all of them compared.
#[test]
fn repetitions_are_positions_that_are_the_same() {
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
            let (mut keys, mut positions) = (Vec::new(), Vec::<Position>::new());
            playout(board, 300, seed, |board| {
                keys.push(board.key());
                let same = |before: &&Position| before.same_position(board);
                let expected = positions.iter().filter(same).count();
                let found = History::new(&keys).repetitions(board.halfmove_clock());
                assert_eq!(found, expected, "{board:?}");
                positions.push(board.position());
                repeated += expected;
            });
        }
    }
    assert!(repeated > 500, "only {repeated} repetitions");
}
