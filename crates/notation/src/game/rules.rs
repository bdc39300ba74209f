//! Repetitions, draw claims and a game's outcome.

use alloc::vec::Vec;

use tabiya_core::{Color, Move};
use tabiya_movegen::{History, MoveList};

use super::{DrawClaim, Game, GameError, GameOutcome};

impl Game {
    /// Returns how often the current position occurred earlier.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8")?;
    /// assert_eq!(game.repetitions(), 1);
    /// game.play_text("e4")?;
    /// assert_eq!(game.repetitions(), 0);
    /// # Ok::<(), GameError>(())
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> usize {
        History::new(self.keys()).repetitions(self.board().halfmove_clock())
    }

    /// Tests whether the current position occurs for the third time or more.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")?;
    /// assert!(!game.is_threefold());
    /// game.play_text("Ng8")?;
    /// assert!(game.is_threefold());
    /// # Ok::<(), GameError>(())
    /// ```
    #[must_use]
    pub fn is_threefold(&self) -> bool {
        self.repetitions() >= 2
    }

    /// Tests whether the current position occurs for the fifth time or more, which ends the game.
    ///
    /// ```
    /// use tabiya::{Game, GameError, GameOutcome};
    ///
    /// let mut game = Game::default();
    /// for _ in 0..4 {
    ///     game.play_variation("Nf3 Nf6 Ng1 Ng8")?;
    /// }
    /// assert!(game.is_fivefold());
    /// assert_eq!(game.outcome(), Some(GameOutcome::Fivefold));
    /// # Ok::<(), GameError>(())
    /// ```
    #[must_use]
    pub fn is_fivefold(&self) -> bool {
        self.repetitions() >= 4
    }

    /// Tests whether the current position allows a claim, without another move.
    ///
    /// The fifty-move rule requires a legal move, because mate and stalemate end the game first. An end by
    /// another rule or by declaration is not considered; [`claim_draw`](Self::claim_draw) considers it.
    ///
    /// ```
    /// use tabiya::{Board, DrawClaim, Game};
    ///
    /// let game = Game::new(Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 90")?);
    /// assert!(game.can_claim(DrawClaim::FiftyMoves));
    /// assert!(!game.can_claim(DrawClaim::Threefold));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn can_claim(&self, claim: DrawClaim) -> bool {
        match claim {
            DrawClaim::Threefold => self.is_threefold(),
            DrawClaim::FiftyMoves => {
                self.board().is_fifty_move_draw() && self.board().has_legal_move()
            }
        }
    }

    /// Tests whether the position after a move allows a claim.
    ///
    /// A player who intends such a move may claim the draw instead of playing it. The result is
    /// `false` for an illegal move, and for mate or stalemate by the fiftieth move. As in
    /// [`can_claim`](Self::can_claim), an end of the game is not considered.
    ///
    /// ```
    /// use tabiya::{Board, DrawClaim, Game, Move, Square};
    ///
    /// let game = Game::new(Board::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90")?);
    /// let check = |to| game.can_claim_with(DrawClaim::FiftyMoves, Move::new(Square::A1, to));
    /// assert!(check(Square::A7));
    /// assert!(!check(Square::A8)); // mate
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[must_use]
    pub fn can_claim_with(&self, claim: DrawClaim, mv: Move) -> bool {
        self.board().is_legal(mv) && NextMoveClaims::new(self, claim).contains(mv)
    }

    /// Returns the legal moves after which the position allows a claim.
    ///
    /// As in [`can_claim`](Self::can_claim), an end of the game is not considered.
    ///
    /// ```
    /// use tabiya::{DrawClaim, Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")?;
    /// let moves = game.claiming_moves(DrawClaim::Threefold);
    /// assert_eq!(*moves, [Move::new(Square::F6, Square::G8)]);
    /// # Ok::<(), GameError>(())
    /// ```
    #[must_use]
    pub fn claiming_moves(&self, claim: DrawClaim) -> MoveList {
        let mut claims = NextMoveClaims::new(self, claim);
        let mut moves = self.board().legal_moves();
        moves.retain(|mv| claims.contains(mv));
        moves
    }

    /// Tests whether the player to move may claim a draw, now or by the next move.
    ///
    /// The result is `false` after the end of the game. Before it, this corresponds to
    /// `can_claim_threefold_repetition() or can_claim_fifty_moves()` in python-chess, which both
    /// include the next move. [`can_claim`](Self::can_claim) considers the position alone, as
    /// `is_repetition` and `is_fifty_moves` do there.
    ///
    /// ```
    /// use tabiya::{DrawClaim, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")?;
    /// assert!(!game.is_threefold());
    /// assert!(game.can_claim_draw()); // 4... Ng8 repeats the start position
    /// # Ok::<(), GameError>(())
    /// ```
    #[doc(alias = "can_claim_threefold_repetition")]
    #[doc(alias = "can_claim_fifty_moves")]
    #[must_use]
    pub fn can_claim_draw(&self) -> bool {
        let is_claimable = |claim| self.can_claim(claim) || !self.claiming_moves(claim).is_empty();
        self.outcome().is_none() && DrawClaim::ALL.into_iter().any(is_claimable)
    }

    /// Ends the game by a claim that the current position allows.
    ///
    /// As with every end, the moves that were undone are discarded.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Claim`] if the position does not allow the claim, and
    /// [`GameError::Over`] if the game is over. The game is unchanged then.
    ///
    /// ```
    /// use tabiya::{DrawClaim, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")?;
    /// game.claim_draw(DrawClaim::Threefold)?;
    /// assert_eq!(game.result(), "1/2-1/2");
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn claim_draw(&mut self, claim: DrawClaim) -> Result<(), GameError> {
        self.end_by_claim(claim, self.can_claim(claim))
    }

    /// Ends the game by a claim with the intended next move, which is not played.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Claim`] if the position after the move does not allow the claim, and
    /// [`GameError::Over`] if the game is over. The game is unchanged then.
    ///
    /// ```
    /// use tabiya::{DrawClaim, Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")?;
    /// let refused = game.claim_draw(DrawClaim::Threefold);
    /// assert_eq!(refused, Err(GameError::Claim(DrawClaim::Threefold)));
    /// game.claim_draw_with(DrawClaim::Threefold, Move::new(Square::F6, Square::G8))?;
    /// assert_eq!(game.len(), 7);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn claim_draw_with(&mut self, claim: DrawClaim, mv: Move) -> Result<(), GameError> {
        self.end_by_claim(claim, self.can_claim_with(claim, mv))
    }

    /// Ends the game by a player's resignation.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use tabiya::{Color, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("1. e4 e5")?;
    /// game.resign(Color::White)?;
    /// assert_eq!(game.to_string(), "1. e4 e5 0-1");
    /// assert!(matches!(game.agree_draw(), Err(GameError::Over(_))));
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn resign(&mut self, player: Color) -> Result<(), GameError> {
        self.end(GameOutcome::Resignation { winner: !player })
    }

    /// Ends the game by agreement on a draw.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use tabiya::{Game, GameError, GameOutcome};
    ///
    /// let mut game = Game::default();
    /// game.agree_draw()?;
    /// assert_eq!(game.outcome(), Some(GameOutcome::Agreement));
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn agree_draw(&mut self) -> Result<(), GameError> {
        self.end(GameOutcome::Agreement)
    }

    /// Ends the game by a decision off the board: on time, by forfeit or by an arbiter.
    ///
    /// On time, the game is drawn if the opponent
    /// [has insufficient material](tabiya_movegen::GenericBoard::has_insufficient_material). The
    /// caller decides.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use tabiya::{Color, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// let flagged = Color::White;
    /// let can_win = !game.board().has_insufficient_material(!flagged);
    /// game.adjudicate(can_win.then_some(!flagged))?;
    /// assert_eq!(game.result(), "0-1");
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn adjudicate(&mut self, winner: Option<Color>) -> Result<(), GameError> {
        self.end(GameOutcome::Adjudication { winner })
    }

    /// Takes back an end that was declared, and returns it.
    ///
    /// An end by the rules remains; only [`undo`](Self::undo) takes back its move.
    ///
    /// ```
    /// use tabiya::{Color, Game, GameError, GameOutcome};
    ///
    /// let mut game = Game::default();
    /// game.resign(Color::Black)?;
    /// let end = GameOutcome::Resignation { winner: Color::White };
    /// assert_eq!(game.reopen(), Some(end));
    /// assert_eq!(game.outcome(), None);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn reopen(&mut self) -> Option<GameOutcome> {
        self.declared.take()
    }

    /// Returns how the game ended at the current position, or `None` if it goes on.
    ///
    /// A declared end comes first, then an end by the
    /// [position](tabiya_movegen::GenericBoard::outcome), then fivefold repetition. A draw that a
    /// player may claim, but did not, is not an end.
    ///
    /// ```
    /// use tabiya::{Board, Game, GameError, GameOutcome, Outcome};
    ///
    /// let mut game = Game::new(Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 149 120")?);
    /// assert_eq!(game.outcome(), None);
    /// game.play_text("Ra2")?;
    /// assert_eq!(game.outcome(), Some(GameOutcome::Board(Outcome::SeventyFiveMoves)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.declared
            .or_else(|| self.board().outcome().map(GameOutcome::Board))
            .or_else(|| self.is_fivefold().then_some(GameOutcome::Fivefold))
    }

    /// Returns the PGN result token: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// assert_eq!(game.result(), "*");
    /// game.play_variation("1. f3 e5 2. g4 Qh4#")?;
    /// assert_eq!(game.result(), "0-1");
    /// # Ok::<(), GameError>(())
    /// ```
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.outcome().map_or("*", GameOutcome::result)
    }

    fn end_by_claim(&mut self, claim: DrawClaim, is_allowed: bool) -> Result<(), GameError> {
        match self.outcome() {
            None if !is_allowed => Err(GameError::Claim(claim)),
            _ => self.end(GameOutcome::Claim(claim)),
        }
    }

    /// Declares the end of the game, unless the game is over.
    fn end(&mut self, outcome: GameOutcome) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(outcome));
        }
        self.discard_undone();
        self.declared = Some(outcome);
        Ok(())
    }
}

/// The test whether the position after a move allows a claim, for many moves from one position.
struct NextMoveClaims<'a> {
    game: &'a Game,
    claim: DrawClaim,
    /// The keys since the last capture or pawn move, and one for the position after the move.
    keys: Vec<u64>,
}

impl<'a> NextMoveClaims<'a> {
    fn new(game: &'a Game, claim: DrawClaim) -> Self {
        let clock = usize::from(game.board().halfmove_clock());
        let first = game.len().saturating_sub(clock);
        let keys = game.keys().iter().skip(first).copied().chain([0]).collect();
        Self { game, claim, keys }
    }

    /// Tests whether the position after a legal move allows the claim.
    fn contains(&mut self, mv: Move) -> bool {
        let board = self.game.board().after(mv);
        match self.claim {
            DrawClaim::FiftyMoves => board.is_fifty_move_draw() && board.has_legal_move(),
            DrawClaim::Threefold => {
                if let Some(key) = self.keys.last_mut() {
                    *key = board.key();
                }
                History::new(&self.keys).is_threefold(board.halfmove_clock())
            }
        }
    }
}
