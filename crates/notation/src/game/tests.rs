//! Tests for undo, claims and the ends of a game.

extern crate std;
use std::error::Error;
use std::string::ToString;

use tabiya_core::{Color, Square};
use tabiya_movegen::Outcome;

use super::*;
use crate::move_text::MoveTextError;

#[track_caller]
fn game_from(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

#[test]
fn no_draw_is_claimable_after_the_end() {
    let mut game = Game::default();
    game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1").expect("legal moves");
    assert!(game.can_claim_draw());
    game.resign(Color::Black).expect("the game goes on");
    assert!(!game.can_claim_draw());
    game.reopen();
    assert!(game.can_claim_draw());
}

#[test]
fn undo_and_redo_at_the_ends_change_nothing() {
    let mut game = Game::default();
    let before = game.clone();
    assert_eq!((game.undo(), game.redo()), (None, None));
    assert_eq!(game, before);
    game.play_variation("e4 e5").expect("legal");
    let after = game.clone();
    assert_eq!(game.redo(), None);
    assert_eq!(game, after);
    assert!(game.undo().is_some() && game.undo().is_some());
    assert_eq!(game.undo(), None);
    assert_eq!(game.board(), &Board::START);
    assert!(game.redo().is_some() && game.redo().is_some());
    assert_eq!(game, after);
}

#[test]
fn rejected_text_leaves_game_unchanged() {
    let mut game = Game::default();
    game.play_variation("e4 e5").expect("legal");
    game.undo();
    let before = game.clone();
    assert_eq!(game.play_text("--"), Err(GameError::NullMove));
    let error = game.play_text("Ke4").expect_err("illegal");
    assert!(matches!(error, GameError::Text(MoveTextError::San(_))));
    assert!(error.source().is_some());
    let error = game.play_variation("d5 exd5 Qxd4").expect_err("illegal");
    assert_eq!(
        error.source().map(|error| error.to_string()).as_deref(),
        Some("ply 2, byte 8: \"Qxd4\" is not a legal move")
    );
    assert_eq!(game, before);
}

#[test]
fn declared_end_discards_undone_moves_and_refuses_others() {
    let mut game = Game::default();
    game.play_variation("e4 e5").expect("legal");
    game.undo();
    game.agree_draw().expect("not over");
    let over = GameError::Over(GameOutcome::Agreement);
    assert_eq!(game.redo(), None);
    assert_eq!(game.play(Move::new(Square::E7, Square::E5)), Err(over.clone()));
    assert_eq!(game.play_text("e5"), Err(over.clone()));
    assert_eq!(game.play_variation("e5"), Err(over.clone()));
    assert_eq!(game.resign(Color::White), Err(over.clone()));
    assert_eq!(game.adjudicate(None), Err(over.clone()));
    assert_eq!(game.claim_draw(DrawClaim::FiftyMoves), Err(over));
    assert_eq!(game.to_string(), "1. e4 1/2-1/2");
    assert_eq!(game.reopen(), Some(GameOutcome::Agreement));
    assert_eq!(game.reopen(), None);
    assert!(game.play_text("e5").is_ok());
}

#[test]
fn end_by_the_rules_refuses_declared_ends() {
    let mut game = Game::default();
    game.play_variation("1. f3 e5 2. g4 Qh4#").expect("legal");
    let mate = GameOutcome::Board(Outcome::Checkmate { winner: Color::Black });
    assert_eq!(game.outcome(), Some(mate));
    assert_eq!(game.resign(Color::Black), Err(GameError::Over(mate)));
    assert!(matches!(game.play_text("a3"), Err(GameError::Text(_))));
    assert_eq!(game.reopen(), None);
    assert!(game.undo().is_some());
    assert_eq!(game.outcome(), None);
    // Moves after a draw by the rules are possible.
    let mut game = game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(game.result(), "1/2-1/2");
    assert!(game.play_text("Ke2").is_ok());
}

/// The rook pursues the king, and its next check repeats the position for the third time.
#[test]
fn threefold_by_next_move_is_claimed_by_that_move_alone() {
    let mut game = game_from("8/4kppp/8/8/8/8/5PPP/R5K1 w - - 0 30");
    game.play_variation("Ra7+ Kf8 Ra8+ Ke7 Ra7+ Kf8 Ra8+ Ke7").expect("legal");
    assert!(!game.is_threefold() && !game.can_claim(DrawClaim::Threefold));
    let repeats = Move::new(Square::A8, Square::A7);
    assert_eq!(*game.claiming_moves(DrawClaim::Threefold), [repeats]);
    assert!(game.can_claim_draw());
    assert!(game.can_claim_with(DrawClaim::Threefold, repeats));
    let other = Move::new(Square::A8, Square::B8);
    let refused = Err(GameError::Claim(DrawClaim::Threefold));
    assert_eq!(game.claim_draw_with(DrawClaim::Threefold, other), refused);
    assert_eq!(game.claim_draw(DrawClaim::Threefold), refused);
    let illegal = Move::new(Square::A8, Square::C7);
    assert!(!game.can_claim_with(DrawClaim::Threefold, illegal));

    // After the move, the opponent may claim. A claim by the next move leaves the move unplayed.
    let mut played = game.clone();
    played.play(repeats).expect("legal");
    assert!(played.is_threefold() && played.can_claim(DrawClaim::Threefold));
    game.claim_draw_with(DrawClaim::Threefold, repeats).expect("third occurrence");
    assert_eq!(game.outcome(), Some(GameOutcome::Claim(DrawClaim::Threefold)));
    assert_eq!(game.len(), 8);
}

/// Undone moves do not count as occurrences.
#[test]
fn undone_moves_are_not_repetitions() {
    let mut game = Game::default();
    game.play_variation("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").expect("legal");
    assert_eq!(game.repetitions(), 2);
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!(game.repetitions(), 1);
    assert!(game.claiming_moves(DrawClaim::Threefold).is_empty());
}

#[test]
fn fifty_moves_are_claimed_by_the_hundredth_half_move() {
    let mut game = game_from("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80");
    assert!(!game.can_claim_draw());
    game.play_text("Ra2").expect("legal");
    assert!(game.can_claim_draw() && !game.can_claim(DrawClaim::FiftyMoves));
    assert_eq!(game.claiming_moves(DrawClaim::FiftyMoves).len(), game.board().legal_move_count());
    game.play_text("Ke7").expect("legal");
    assert!(game.can_claim(DrawClaim::FiftyMoves));
    // A pawn move would reset the clock, but the position before already allows the claim.
    let pawn_move = Move::new(Square::E2, Square::E4);
    assert!(!game.can_claim_with(DrawClaim::FiftyMoves, pawn_move));
    assert_eq!(game.outcome(), None);
    game.claim_draw(DrawClaim::FiftyMoves).expect("a hundred half-moves");
    assert_eq!(game.outcome().map(GameOutcome::winner), Some(None));
}

#[test]
fn mate_on_the_hundredth_half_move_wins() {
    let mut game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90");
    let mate = Move::new(Square::A1, Square::A8);
    assert!(!game.can_claim_with(DrawClaim::FiftyMoves, mate));
    assert!(!game.claiming_moves(DrawClaim::FiftyMoves).contains(&mate));
    game.play(mate).expect("legal");
    assert!(!game.can_claim(DrawClaim::FiftyMoves) && !game.can_claim_draw());
    let outcome = GameOutcome::Board(Outcome::Checkmate { winner: Color::White });
    assert_eq!(game.outcome(), Some(outcome));
    assert_eq!(game.claim_draw(DrawClaim::FiftyMoves), Err(GameError::Over(outcome)));
    // So does mate on the hundred-and-fiftieth.
    let mut game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90");
    game.play(mate).expect("legal");
    assert_eq!(game.outcome(), Some(outcome));
}

#[test]
fn outcomes_display_as_sentences() {
    let sentences = [
        (GameOutcome::Fivefold, "draw by fivefold repetition", "1/2-1/2"),
        (GameOutcome::Claim(DrawClaim::Threefold), "draw by threefold repetition", "1/2-1/2"),
        (GameOutcome::Board(Outcome::Stalemate), "draw by stalemate", "1/2-1/2"),
        (GameOutcome::Resignation { winner: Color::White }, "White wins by resignation", "1-0"),
        (GameOutcome::Agreement, "draw by agreement", "1/2-1/2"),
        (GameOutcome::Adjudication { winner: None }, "draw by adjudication", "1/2-1/2"),
        (
            GameOutcome::Adjudication { winner: Some(Color::Black) },
            "Black wins by adjudication",
            "0-1",
        ),
    ];
    for (outcome, sentence, result) in sentences {
        assert_eq!((outcome.to_string().as_str(), outcome.result()), (sentence, result));
    }
    for claim in DrawClaim::ALL {
        let draw = GameOutcome::Claim(claim).to_string();
        assert_eq!(draw.strip_prefix("draw by "), Some(claim.to_string().as_str()));
    }
}
