//! Tests for games: known games, and random ones against a plain board vector.

use tabiya::{
    Board, Color, DrawClaim, Game, GameError, GameOutcome, Move, Outcome, Position, Square, uci,
    variation,
};
use tabiya_suites::random::SplitMix;

#[track_caller]
fn game_from(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// Fischer - Petrosian, Buenos Aires 1971, third game, up to the claim.
const FISCHER_PETROSIAN: &str = "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. Bg5 dxe4 5. Nxe4 Be7 6. Bxf6 gxf6 \
    7. g3 f5 8. Nc3 Bf6 9. Nge2 Nc6 10. d5 exd5 11. Nxd5 Bxb2 12. Bg2 O-O 13. O-O Bh8 14. Nef4 Ne5 \
    15. Qh5 Ng6 16. Rad1 c6 17. Ne3 Qf6 18. Kh1 Bg7 19. Bh3 Ne7 20. Rd3 Be6 21. Rfd1 Bh6 22. Rd4 \
    Bxf4 23. Rxf4 Rad8 24. Rxd8 Rxd8 25. Bxf5 Nxf5 26. Nxf5 Rd5 27. g4 Bxf5 28. gxf5 h6 29. h3 Kh7 \
    30. Qe2 Qe5 31. Qh5 Qf6 32. Qe2 Re5 33. Qd3 Rd5";

/// Fischer wrote 34. Qe2 and claimed: the position occurs after the moves 30, 32 and 34.
#[test]
fn fischer_petrosian_1971_is_a_draw_by_the_next_move() {
    let mut game = Game::default();
    game.play_variation(FISCHER_PETROSIAN).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(game.to_string(), format!("{FISCHER_PETROSIAN} *"));
    assert!(DrawClaim::ALL.into_iter().all(|claim| !game.can_claim(claim)));
    let claiming = game.claiming_moves(DrawClaim::Threefold);
    assert_eq!(*claiming, [Move::new(Square::D3, Square::E2)]);
    let mut played = game.clone();
    played.play(claiming[0]).unwrap_or_else(|error| panic!("{error}"));
    for ply in [59, 63] {
        let board = played.board_at(ply).unwrap_or_else(|| panic!("ply {ply}"));
        assert!(board.same_position(played.board()), "{board}");
    }
    game.claim_draw_with(DrawClaim::Threefold, claiming[0])
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.to_string(), format!("{FISCHER_PETROSIAN} 1/2-1/2"));
}

#[test]
fn resignation_is_a_win_for_the_other_player() {
    for (player, winner, result) in
        [(Color::White, Color::Black, "0-1"), (Color::Black, Color::White, "1-0")]
    {
        let mut game = Game::default();
        assert_eq!(game.resign(player), Ok(()));
        assert_eq!(game.outcome(), Some(GameOutcome::Resignation { winner }));
        assert_eq!(game.to_string(), result);
        assert!(matches!(game.resign(player), Err(GameError::Over(_))));
    }
}

/// The immortal game, in which the mate ends all.
#[test]
fn immortal_game_lists_replay_it() {
    let text = "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 \
        9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 \
        17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7#";
    let mut game = Game::default();
    game.play_variation(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(game.to_string(), format!("{text} 1-0"));
    assert!(matches!(game.outcome(), Some(GameOutcome::Board(Outcome::Checkmate { .. }))));
    let mut by_san = Game::default();
    let mut by_uci = Game::default();
    for (san, uci) in game.san_moves().zip(game.uci_moves(uci::CastlingNotation::KingMove)) {
        by_san.play_text(san.as_str()).unwrap_or_else(|error| panic!("{san}: {error}"));
        by_uci.play_text(uci.to_string()).unwrap_or_else(|error| panic!("{uci}: {error}"));
    }
    assert_eq!((&by_san, &by_uci), (&game, &game));
    assert_eq!(game.san_moves().len(), 45);
}

/// The same state that [`Game`] has, with nothing shared and nothing saved.
struct Model {
    boards: Vec<Board>,
    moves: Vec<Move>,
    undone: Vec<Move>,
}

impl Model {
    fn board(&self) -> &Board {
        self.boards.last().unwrap_or_else(|| panic!("a model has a board"))
    }

    fn play(&mut self, mv: Move) {
        self.boards.push(self.board().after(mv));
        self.moves.push(mv);
    }

    /// Counts the earlier boards with the same position, among all boards.
    fn repetitions(&self) -> usize {
        let (board, earlier) = self.boards.split_last().unwrap_or_else(|| panic!("no board"));
        earlier.iter().filter(|earlier| earlier.same_position(board)).count()
    }

    /// Tests for a claim by definition: counts positions and half-moves.
    fn can_claim(&self, claim: DrawClaim) -> bool {
        match claim {
            DrawClaim::Threefold => self.repetitions() >= 2,
            DrawClaim::FiftyMoves => {
                self.board().halfmove_clock() >= 100 && !self.board().legal_moves().is_empty()
            }
        }
    }

    fn can_claim_with(&mut self, claim: DrawClaim, mv: Move) -> bool {
        self.play(mv);
        let can_claim = self.can_claim(claim);
        self.boards.pop();
        self.moves.pop();
        can_claim
    }

    #[track_caller]
    fn assert_equal(&mut self, game: &Game, random: &mut SplitMix) {
        assert_eq!(game.board(), self.board());
        assert_eq!(game.moves(), self.moves);
        assert_eq!(game.len(), self.moves.len());
        assert!(game.undone_moves().iter().rev().eq(&self.undone));
        let ply = random.below(self.boards.len());
        assert_eq!(game.board_at(ply), self.boards.get(ply));
        assert!(game.keys().iter().eq(&self.boards.iter().map(Board::key).collect::<Vec<_>>()));
        assert_eq!(game.repetitions(), self.repetitions());
        assert_eq!(game.is_fivefold(), self.repetitions() >= 4);
        for claim in DrawClaim::ALL {
            assert_eq!(game.can_claim(claim), self.can_claim(claim), "{claim} in {}", self.board());
            let mut expected = self.board().legal_moves();
            expected.retain(|mv| self.can_claim_with(claim, mv));
            assert_eq!(game.claiming_moves(claim), expected, "{claim} in {}", self.board());
        }
        let outcome = self.board().outcome().map(GameOutcome::Board);
        let fivefold = (self.repetitions() >= 4).then_some(GameOutcome::Fivefold);
        assert_eq!(game.outcome(), outcome.or(fivefold));
    }
}

/// Each start leads to repetitions or to a hundred half-moves soon.
#[test]
fn random_games_with_undo_and_redo_agree_with_board_vector() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "k7/p1p5/P1P5/8/8/8/8/7K w - - 90 60",
        "7k/8/8/8/8/8/R7/K7 w - - 95 60",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 145 100",
        "4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1",
    ];
    let mut claims = [0; 2];
    let mut fivefold = 0;
    for (index, fen) in starts.into_iter().enumerate() {
        for seed in 0..8 {
            let mut random = SplitMix(seed << 8 | index as u64);
            let mut game = game_from(fen);
            let mut model =
                Model { boards: vec![*game.board()], moves: Vec::new(), undone: Vec::new() };
            for _ in 0..150 {
                step(&mut game, &mut model, &mut random);
                model.assert_equal(&game, &mut random);
                for (count, claim) in claims.iter_mut().zip(DrawClaim::ALL) {
                    let by_move = !game.claiming_moves(claim).is_empty();
                    *count += usize::from(by_move && !game.can_claim(claim));
                }
                fivefold += usize::from(game.is_fivefold());
            }
        }
    }
    assert!(claims.into_iter().all(|count| count > 20), "{claims:?} claims by the next move");
    assert!(fivefold > 20, "{fivefold} fivefold repetitions");
}

/// Plays, undoes or redoes a move in both games, also where there is none.
fn step(game: &mut Game, model: &mut Model, random: &mut SplitMix) {
    match random.below(8) {
        0 => {
            assert_eq!(game.undo(), model.moves.last().copied());
            if let Some(mv) = model.moves.pop() {
                model.boards.pop();
                model.undone.push(mv);
            }
        }
        1 => {
            assert_eq!(game.redo(), model.undone.last().copied());
            if let Some(mv) = model.undone.pop() {
                model.play(mv);
            }
        }
        _ => {
            let moves = model.board().legal_moves();
            if moves.is_empty() {
                return;
            }
            // Every second move takes the player's last piece back, which leads to repetitions.
            let back = model.moves.iter().rev().nth(1).map(|mv| Move::new(mv.to(), mv.from()));
            let mv = match back {
                Some(back) if moves.contains(&back) && random.below(2) == 0 => back,
                _ => moves[random.below(moves.len())],
            };
            assert_eq!(game.play(mv), Ok(()));
            model.play(mv);
            model.undone.clear();
        }
    }
}

/// The movetext without its result is the variation, and reads back as the same game.
#[test]
fn random_game_movetext_reads_back() {
    for seed in 0..20 {
        let mut random = SplitMix(seed);
        let mut game = Game::new(Position::chess960(random.below(960) as u16).unwrap_or_default());
        for _ in 0..80 {
            let moves = game.board().legal_moves();
            if !moves.is_empty() {
                let mv = moves[random.below(moves.len())];
                assert_eq!(game.play(mv), Ok(()));
            }
        }
        let start = game.board_at(0).copied().unwrap_or_default();
        let text = game.to_string();
        let written = variation::display(&start, game.moves()).to_string();
        assert_eq!(text, format!("{written} {}", game.result()));
        let mut read = Game::new(start);
        assert_eq!(read.play_variation(&text), Ok(()), "{text}");
        assert_eq!(read, game);
    }
}
