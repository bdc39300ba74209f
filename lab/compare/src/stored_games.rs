//! The games for the rows `game_…`, in the formats that the libraries parse.

use anyhow::{Context, Result};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Position, Square};

use super::sample_moves::SampleMove;
use crate::games::games;

/// A game from the start position.
#[derive(Clone, Debug)]
pub(super) struct StoredGame {
    /// The moves in 16 bits each, as in `benches/data/games.bin`.
    pub(super) bits: Vec<u16>,
    /// The same moves in the libraries' formats.
    pub(super) moves: Vec<SampleMove>,
}

/// Reads the games.
///
/// # Errors
///
/// Returns an error if the file is malformed.
pub(super) fn read() -> Result<Vec<StoredGame>> {
    let game = |bits: Vec<u16>| {
        let moves = bits.iter().map(|&bits| sample(bits)).collect::<Result<_>>()?;
        Ok(StoredGame { bits, moves })
    };
    games()?.into_iter().map(game).collect()
}

/// Counts the moves in all games.
pub(super) fn count_plies(games: &[StoredGame]) -> u64 {
    games.iter().map(|game| game.bits.len() as u64).sum()
}

/// Returns the FEN for the position before each move, with the move, in playing order.
///
/// # Errors
///
/// Returns an error if a move is illegal.
pub(super) fn positions(games: &[StoredGame]) -> Result<Vec<(String, SampleMove)>> {
    let mut positions = Vec::new();
    for game in games {
        let mut position = Chess::default();
        for sample in &game.moves {
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            let mv: UciMove = sample.uci.parse()?;
            let mv = mv.to_move(&position).with_context(|| format!("{}, {fen}", sample.uci))?;
            positions.push((fen.to_string(), sample.clone()));
            position.play_unchecked(mv);
        }
    }
    Ok(positions)
}

/// Converts a move: origin, target and kind, which is 2 for castling and 4 to 7 for promotions.
fn sample(bits: u16) -> Result<SampleMove> {
    let bits = u32::from(bits);
    let from = Square::new(bits & 63);
    let to = Square::new(bits >> 6 & 63);
    let kind = bits >> 12;
    let promotion = match kind {
        1..=3 => None,
        4..=7 => "nbrq".chars().nth(kind as usize - 4),
        _ => None.with_context(|| format!("found move kind {kind}; expected 1 to 7"))?,
    };
    let king_target = match kind {
        2 if to > from => Square::from_coords(shakmaty::File::G, from.rank()),
        2 => Square::from_coords(shakmaty::File::C, from.rank()),
        _ => to,
    };
    let letter = promotion.map(String::from).unwrap_or_default();
    let uci = format!("{from}{king_target}{letter}");
    let uci_960 = format!("{from}{to}{letter}");
    Ok(SampleMove { from: from.into(), to: to.into(), promotion, uci, uci_960 })
}

#[cfg(test)]
mod tests {
    use super::super::competitors::Competitor;
    use super::super::rows::{self, RowName};
    use super::super::sources::Sources;

    /// The counts include a checksum over the last positions.
    #[test]
    fn libraries_agree_on_games() {
        let sources = Sources::read(true).expect("texts");
        for name in [RowName::GameReplay, RowName::GameReplayTrusted] {
            let mut row = rows::build(name, &sources).expect("accepted games");
            let measured = row.measure(1).expect("nothing fails");
            for (competitor, entry) in measured.entries() {
                assert_eq!(entry.count_difference(), None, "{}", competitor.name());
                let is_required = [Competitor::Tabiya, Competitor::Gigachess].contains(&competitor);
                assert!(entry.figure().is_some() || !is_required, "{}", competitor.name());
            }
        }
    }
}
