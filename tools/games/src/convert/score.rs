//! Comment evaluations as training data scores.

use tabiya::Color;
use tabiya::pgn::Eval;

/// The score of a mate in 0. A mate in `n` moves has the score `MATE_SCORE - n`.
pub const MATE_SCORE: i16 = 32_000;

/// The greatest score that is no mate: hundredths of a pawn are limited to it.
pub const MAX_SCORE: i16 = 31_000;

/// The greatest number of moves to mate that a score expresses.
const MAX_MATE: i32 = (MATE_SCORE - MAX_SCORE - 1) as i32;

/// Returns the score of an evaluation, from White's view.
///
/// | evaluation | score |
/// |---|---|
/// | hundredths of a pawn | limited to ±[`MAX_SCORE`] |
/// | mate in `n` by White, by Black | [`MATE_SCORE`]` - n`, and its negative; `n` is limited to 999 |
/// | mate in 0 | [`MATE_SCORE`] against the side to move |
///
/// ```
/// use tabiya::Color;
/// use tabiya::pgn::Eval;
/// use tabiya_games::convert::score;
///
/// assert_eq!(score(Eval::Centipawns(-25), Color::White), Some(-25));
/// assert_eq!(score(Eval::Centipawns(99_999), Color::White), Some(31_000));
/// assert_eq!(score(Eval::Mate(3), Color::White), Some(31_997));
/// assert_eq!(score(Eval::Mate(0), Color::White), Some(-32_000));
/// ```
///
/// Returns `None` for another kind of evaluation.
#[must_use]
pub fn score(eval: Eval, side_to_move: Color) -> Option<i16> {
    let score = match eval {
        Eval::Centipawns(value) => value.clamp(-i32::from(MAX_SCORE), MAX_SCORE.into()),
        Eval::Mate(0) if side_to_move.is_white() => -i32::from(MATE_SCORE),
        Eval::Mate(0) => MATE_SCORE.into(),
        Eval::Mate(moves) => {
            let moves = moves.clamp(-MAX_MATE, MAX_MATE);
            moves.signum() * i32::from(MATE_SCORE) - moves
        }
        _ => return None,
    };
    i16::try_from(score).ok()
}

/// Returns an evaluation, from White's view, for which [`score`] computes this score.
///
/// A score beyond ±[`MATE_SCORE`], which no evaluation has, becomes hundredths of a pawn.
pub(super) fn eval_of_score(score: i16) -> Eval {
    let score = i32::from(score);
    match i32::from(MATE_SCORE) - score.abs() {
        moves @ 1..=MAX_MATE => Eval::Mate(moves * score.signum()),
        0 => Eval::Mate(0),
        _ => Eval::Centipawns(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eval_score_is_read_back() {
        for value in -i16::MAX..=i16::MAX {
            let side_to_move = if value < 0 { Color::White } else { Color::Black };
            let read = score(eval_of_score(value), side_to_move).expect("a known kind");
            let is_beyond = value.unsigned_abs() > MATE_SCORE.unsigned_abs();
            let expected = if is_beyond { MAX_SCORE * value.signum() } else { value };
            assert_eq!(read, expected, "{value}");
        }
    }

    #[test]
    fn mate_score_orders_by_distance() {
        let scores = [-1, -5, i32::MIN, i32::MAX, 5, 1].map(|n| score(Eval::Mate(n), Color::White));
        assert_eq!(scores, [-31_999, -31_995, -31_001, 31_001, 31_995, 31_999].map(Some));
    }
}
