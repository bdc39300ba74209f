//! Tests for replayed games: checked, trusted and on several threads.

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use tabiya::{
    Board, IllegalMove, Move, MoveKind, Position, Replay, ReplayError, Square, StoredMove,
    TrustedReplay, replay_all,
};
use tabiya_suites::suite::all_positions;
use tabiya_tests::playouts::{Playouts, StartKind};

/// A game: its boards, and the move between each two.
struct Game {
    boards: Vec<Board>,
    moves: Vec<Move>,
}

/// Returns random games with every start kind, from the start positions and from suite positions.
fn random_games(boards: u64) -> Vec<Game> {
    let rows = all_positions().expect("the suites can be read");
    let mut kinds = Vec::new();
    let games = Playouts::new(boards, 5, &rows).map(|playout| {
        kinds.push(playout.kind);
        let move_between = |pair: &[Board]| {
            let moves = pair[0].legal_moves();
            *moves.iter().find(|&&mv| pair[0].after(mv) == pair[1]).expect("the move played")
        };
        let moves = playout.boards.windows(2).map(move_between).collect();
        Game { boards: playout.boards, moves }
    });
    let games = games.collect();
    assert!(StartKind::ALL.iter().all(|kind| kinds.contains(kind)));
    games
}

/// Checks that replays from stored moves yield a game's boards, with and without keys.
fn check_replays<M: StoredMove>(game: &Game, moves: &[M]) {
    let start = game.boards[0];
    let boards = &game.boards[1..];
    let replayed = Replay::new(start, moves).collect::<Result<Vec<_>, _>>();
    assert_eq!(replayed.as_deref(), Ok(boards), "from {start}");
    assert!(TrustedReplay::new(start, moves).eq(boards.iter().copied()), "from {start}");
    let last = game.boards[boards.len()];
    assert_eq!(Replay::new(start, moves).finish(), Ok(last), "from {start}");
    assert_eq!(TrustedReplay::new(start, moves).finish(), last, "from {start}");
    let without_keys = Replay::new(start.position(), moves).finish();
    assert_eq!(without_keys, Ok(last.position()), "from {start}");

    let mut replay = Replay::new(start, moves);
    let mut trusted = TrustedReplay::new(start, moves);
    for (ply, expected) in boards.iter().enumerate() {
        assert_eq!(trusted.size_hint(), (0, Some(boards.len() - ply)));
        assert_eq!(trusted.next_board(), Some(expected));
        assert_eq!((replay.ply(), replay.rest().len()), (ply, boards.len() - ply));
        assert_eq!(replay.size_hint().1, Some(boards.len() - ply));
        assert_eq!(replay.next_board(), Ok(Some(expected)));
        assert_eq!(replay.board().key(), expected.computed_key());
    }
    assert_eq!(replay.next_board(), Ok(None));
    assert_eq!(replay.next(), None);
}

#[test]
fn replays_yield_random_game_boards() {
    for game in random_games(40_000) {
        check_replays(&game, &game.moves);
        let bits: Vec<_> = game.moves.iter().map(|mv| mv.to_bits()).collect();
        check_replays(&game, &bits);
        let bytes: Vec<_> = bits.iter().map(|bits| bits.to_le_bytes()).collect();
        check_replays(&game, &bytes);
    }
}

#[test]
fn replay_stops_at_first_illegal_move() {
    for game in random_games(4_000).iter().filter(|game| !game.moves.is_empty()) {
        let ply = game.moves.len() / 2;
        let before = game.boards[ply];
        let mut bits: Vec<_> = game.moves.iter().map(|mv| mv.to_bits()).collect();
        for wrong in [0, 0xffff, Move::new(Square::A1, Square::A2).to_bits(), 0x3123, 0x2abc] {
            if Move::from_bits(wrong).is_some_and(|mv| before.is_legal(mv)) {
                continue;
            }
            bits[ply] = wrong;
            let error = match Move::from_bits(wrong) {
                None => ReplayError::Bits { ply, bits: wrong },
                Some(mv) => {
                    let reason = before.why_illegal(mv).expect_err("an illegal move");
                    ReplayError::Illegal { ply, mv, reason }
                }
            };
            let mut replay = Replay::new(game.boards[0], &bits);
            assert!(replay.by_ref().take(ply).all(|board| board.is_ok()));
            assert_eq!(replay.next_board(), Err(error));
            assert_eq!((replay.board(), replay.ply()), (&before, ply));
            assert_eq!(replay.next_board(), Ok(None));
            assert_eq!(replay.next(), None);
            assert!(replay.rest().is_empty());
            assert_eq!(Replay::new(game.boards[0], &bits).finish(), Err(error));
            assert_eq!(Replay::new(game.boards[0], &bits).count(), ply + 1);
            assert_eq!(error.ply(), ply);
        }
    }
}

#[test]
fn errors_name_ply_and_problem() {
    let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::D8, Square::H4)];
    let error = Replay::new(Position::START, &moves).finish().expect_err("an illegal move");
    assert!(matches!(
        error,
        ReplayError::Illegal { ply: 1, reason: IllegalMove::Blocked { .. }, .. }
    ));
    assert_eq!(error.to_string(), "ply 1: d8h4 is illegal");
    let replay = Replay::new(Position::START, &moves);
    assert_eq!(format!("{replay:?}"), format!("Replay({}, ply 0 of 2)", Position::START));
}

/// A trusted replay tests no legality and ends at bits that encode no move.
#[test]
fn trusted_replay_ends_at_bits_without_move() {
    let push = Move::new(Square::E2, Square::E4).to_bits();
    for wrong in [0, push & 0xfff, 0xffff] {
        let moves = [push, wrong, push];
        let mut replay = Replay::new(Board::START, &moves).trusted();
        assert_eq!(replay.by_ref().count(), 1);
        assert_eq!(replay.next_board(), None);
        assert_eq!(replay.ply(), 1);
        assert_eq!(replay.rest(), &moves[1..]);
    }
    // The second move is illegal: the square is empty.
    assert_eq!(TrustedReplay::new(Board::START, &[push, push]).count(), 2);
}

#[test]
fn castling_and_en_passant_are_replayed_by_kind() {
    let start = Board::from_fen("r3k2r/8/8/4p3/8/8/3P4/R3K2R w KQkq - 0 1").expect("valid");
    let moves = [
        Move::with_kind(Square::E1, Square::H1, MoveKind::Castling),
        Move::new(Square::E5, Square::E4),
        Move::new(Square::D2, Square::D4),
        Move::with_kind(Square::E4, Square::D3, MoveKind::EnPassant),
    ];
    let board = Replay::new(start, &moves).finish().expect("legal moves");
    assert_eq!(board.to_string(), "r3k2r/8/8/8/8/3p4/8/R4RK1 w kq - 0 3");
}

#[test]
fn parallel_replay_returns_results_in_game_order() {
    let games = random_games(20_000);
    let (starts, moves): (Vec<_>, Vec<_>) =
        games.iter().map(|game| (game.boards[0], game.moves.as_slice())).unzip();
    let boards = replay_all(Board::START, &moves, |index, replay: Replay<'_, Move>| {
        assert_eq!(replay.board(), &Board::START);
        (index, Replay::new(starts[index], replay.rest()).finish())
    });
    assert_eq!(boards.len(), games.len());
    for (number, ((index, board), game)) in boards.into_iter().zip(&games).enumerate() {
        assert_eq!(index, number);
        assert_eq!(board.as_ref(), Ok(game.boards.last().expect("a start")));
    }
    let none: [&[u16]; 0] = [];
    assert!(replay_all(Board::START, &none, |_, replay| replay.count()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    /// Some moves are replaced by a legal one, so that replays are longer than a ply.
    #[test]
    fn arbitrary_bits_are_replayed_like_try_make_move(
        choices in proptest::collection::vec((any::<u16>(), 0..10_u8), 0..60),
    ) {
        let mut board = Board::START;
        let mut expected = Vec::new();
        let mut bits = Vec::new();
        let mut error = None;
        for (ply, (random, chance)) in choices.into_iter().enumerate() {
            let legal = board.legal_moves();
            let chosen = legal.get(usize::from(random) % legal.len().max(1)).filter(|_| chance > 0);
            bits.push(chosen.map_or(random, |mv| mv.to_bits()));
            if error.is_some() {
                continue;
            }
            match Move::from_bits(bits[ply]).map(|mv| board.try_make_move(mv)) {
                Some(Ok(())) => expected.push(board),
                _ => error = Some(ply),
            }
        }
        let replayed: Vec<_> = Replay::new(Board::START, &bits).collect();
        let boards: Vec<_> = replayed.iter().flatten().copied().collect();
        prop_assert_eq!(boards, expected);
        let last = replayed.last().and_then(|last| last.err());
        prop_assert_eq!(last.map(|error| error.ply()), error);
        prop_assert!(replayed.iter().filter(|board| board.is_err()).count() <= 1);
    }
}
