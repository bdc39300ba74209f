//! Positions for the rows `stream_…`: distinct positions, each seen once per round.
//!
//! A few hundred repeated positions train the branch predictor, whereas an engine rarely sees a
//! position twice. These positions come from random play after positions from real games and
//! openings. shakmaty plays the moves, so that a change in Tabiya cannot change them.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use tabiya_benches::positions::FenText;

/// The number of random plies after each seed.
const PLIES: usize = 12;

/// Named openings, in columns: code, name and moves.
const OPENINGS: &str = include_str!("../../../tools/games/src/eco/openings.tsv");

/// Returns the FENs for `amount` distinct accepted positions, the same at each call.
///
/// Neighbors come from different seeds, so that they are not similar.
///
/// # Errors
///
/// Returns an error if a text or an opening is invalid, or if there are too few positions.
pub(super) fn fens(
    texts: &[FenText],
    amount: usize,
    is_accepted: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let seeds = seeds(texts)?;
    let mut random = Rng::with_seed(2);
    let mut seen = HashSet::new();
    let mut fens = Vec::new();
    while fens.len() < amount {
        let before = fens.len();
        for seed in &seeds {
            let Some(position) = play(seed.clone(), &mut random) else { continue };
            let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
            // Positions that differ only in their clocks are duplicates.
            let fields: Vec<_> = fen.split(' ').take(4).collect();
            if seen.insert(fields.join(" ")) && is_accepted(&fen) {
                fens.push(fen);
            }
        }
        ensure!(fens.len() > before, "found only {before} positions; expected {amount}");
    }
    fens.truncate(amount);
    Ok(fens)
}

/// Returns the seeds: the positions from which the random games start.
fn seeds(texts: &[FenText]) -> Result<Vec<Chess>> {
    let parse = |text: &FenText| {
        let fen = Fen::from_ascii(text.fen.as_bytes())?;
        anyhow::Ok(fen.into_position(CastlingMode::Standard)?)
    };
    let texts = texts.iter().map(|text| parse(text).with_context(|| text.fen.clone()));
    // The first line contains the column names.
    let openings =
        OPENINGS.lines().skip(1).map(|line| opening(line).with_context(|| line.to_owned()));
    texts.chain(openings).collect()
}

/// Plays an opening's moves.
fn opening(line: &str) -> Result<Chess> {
    let moves = line.split('\t').nth(2).context("expected three columns")?;
    let mut position = Chess::default();
    for token in moves.split(' ').filter(|token| !token.ends_with('.')) {
        let san: SanPlus = token.parse()?;
        position.play_unchecked(san.san.to_move(&position)?);
    }
    Ok(position)
}

/// Plays random moves; `None` if the game ends early.
fn play(mut position: Chess, random: &mut Rng) -> Option<Chess> {
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        let mv = *random.choice(&moves)?;
        position.play_unchecked(mv);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_benches::positions::standard_texts;

    fn draw(amount: usize) -> Vec<String> {
        let texts = standard_texts().expect("texts");
        fens(&texts, amount, |_| true).expect("enough positions")
    }

    #[test]
    fn stream_is_deterministic_for_every_length() {
        let first = draw(10_000);
        let second = draw(10_000);
        assert_eq!(first, second);
        assert_eq!(first[..5_000], draw(5_000));
    }

    #[test]
    fn positions_are_distinct_without_clocks() {
        let fens = draw(20_000);
        assert_eq!(fens.len(), 20_000);
        let placements: HashSet<_> = fens
            .iter()
            .map(|fen| fen.rsplitn(3, ' ').last().expect("six fields").to_owned())
            .collect();
        assert_eq!(placements.len(), fens.len());
    }

    #[test]
    fn positions_that_are_not_accepted_are_skipped() {
        let texts = standard_texts().expect("texts");
        let fens = fens(&texts, 1_000, |fen| fen.contains(" w ")).expect("enough positions");
        assert!(fens.iter().all(|fen| fen.contains(" w ")));
        assert!(self::fens(&texts, 1, |_| false).is_err());
    }

    #[test]
    fn every_text_and_opening_is_a_seed() {
        let texts = standard_texts().expect("texts");
        let openings: usize = OPENINGS.lines().count() - 1;
        assert_eq!(seeds(&texts).expect("seeds").len(), texts.len() + openings);
    }
}
