//! The rows: their tasks, positions and rounds.

use anyhow::Result;
use clap::ValueEnum;

use super::adapter::{BackEnd, Task};
use super::clean_build;
use super::clock::Clock;
use super::competitors::Competitor;
use super::levels::Level;
use super::libraries;
use super::measure::{Case, Row, Statistic, Unit};
use super::sample_moves;
use super::stored_games;
use super::stream;
use crate::positions::FenText;
use crate::standard::{STANDARD_POSITIONS, StandardPosition};

/// The name of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum RowName {
    /// List the legal moves of positions that are visited once per round
    StreamList,
    /// Count the legal moves of the same positions
    StreamCount,
    /// List the moves, make each with a key, find the checkers
    StreamStep,
    /// The same on repeated positions, as at each node of a search
    SearchStep,
    /// Count leaves of the standard positions with bulk counting
    BulkPerft,
    /// Count the same leaves by the library's own perft
    SimdPerft,
    /// The same, Tabiya with the back end `avx2`
    SimdPerftAvx2,
    /// The same, Tabiya with the back end `scalar`
    SimdPerftPortable,
    /// Count leaves one ply shallower, making every leaf move
    PerftNoBulk,
    /// List the legal moves of repeated positions
    LegalList,
    /// Count the legal moves of repeated positions
    LegalCount,
    /// Make a legal move with a key; unmake it if boards are not copied
    MakeWithKey,
    /// The same, without a key if the library has such boards
    MakeWithoutKey,
    /// Test moves for legality: half legal, half random
    IsLegal,
    /// Replay games from 16-bit moves: test each for legality and make it with a key
    GameReplay,
    /// The same without the legality test
    GameReplayTrusted,
    /// Parse a FEN
    FenParse,
    /// Time a clean release build of a small program
    CleanBuild,
}

impl RowName {
    /// Returns the name in snake case.
    pub(super) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Tests whether the row is measured at each CPU level.
    pub(super) fn is_stream(self) -> bool {
        matches!(self, Self::StreamList | Self::StreamCount | Self::StreamStep)
    }

    fn back_end(self) -> Option<BackEnd> {
        match self {
            Self::SimdPerft => Some(BackEnd::Best),
            Self::SimdPerftAvx2 => Some(BackEnd::Avx2),
            Self::SimdPerftPortable => Some(BackEnd::Portable),
            _ => None,
        }
    }

    /// Returns the number of rounds, given that of perft.
    ///
    /// Short rounds are more sensitive to interruptions, so they are more numerous.
    pub(super) fn rounds(self, perft_rounds: u32) -> u32 {
        match self {
            Self::BulkPerft | Self::PerftNoBulk => perft_rounds,
            Self::SimdPerft | Self::SimdPerftAvx2 | Self::SimdPerftPortable => perft_rounds,
            Self::StreamList | Self::StreamCount | Self::StreamStep => perft_rounds,
            // The times of single builds vary most.
            Self::CleanBuild => 60,
            _ => 10 * perft_rounds,
        }
    }
}

/// Draws the FENs of distinct positions that every library accepts.
///
/// # Errors
///
/// Returns an error if there are too few.
pub(super) fn stream(texts: &[FenText], amount: usize) -> Result<Vec<String>> {
    stream::fens(texts, amount, libraries::all_accept_fen)
}

/// Returns the work of a row of unseen positions, labeled with the level of this process.
///
/// # Errors
///
/// Returns an error if a library rejects a position.
pub(super) fn build_stream(name: RowName, fens: &[String], level: Level) -> Result<Row> {
    let task = match name {
        RowName::StreamCount => Task::StreamCount { fens },
        RowName::StreamStep => Task::StreamStep { fens },
        _ => Task::StreamList { fens },
    };
    let case = Case { statistic: Statistic::Minimum, ..case(name, fens.len() as u64, task)? };
    let unit = Unit::NanosecondsPerPosition;
    Ok(Row { name: name.name(), level: Some(level), unit, cases: vec![case] })
}

/// Returns the work of a row on positions from real games.
///
/// The number of passes keeps a round short, except for perft, whose rounds take longer.
///
/// # Errors
///
/// Returns an error if a library rejects a position, or a dependency of a clean build cannot be
/// downloaded.
pub(super) fn build(name: RowName, texts: &[FenText], quick: bool) -> Result<Row> {
    let positions = texts.len() as u64;
    let passes = |name, unit, passes: u64, amount: u64, task| {
        anyhow::Ok((unit, vec![case(name, passes * amount, task)?]))
    };
    let (unit, cases) = match name {
        RowName::SearchStep => {
            let task = Task::SearchStep { texts, passes: 100 };
            passes(name, Unit::NanosecondsPerMove, 100, count_moves(texts)?, task)?
        }
        RowName::LegalList => {
            let task = Task::LegalList { texts, passes: 1_000 };
            passes(name, Unit::NanosecondsPerPosition, 1_000, positions, task)?
        }
        RowName::LegalCount => {
            let task = Task::LegalCount { texts, passes: 1_000 };
            passes(name, Unit::NanosecondsPerPosition, 1_000, positions, task)?
        }
        RowName::MakeWithKey => {
            let task = Task::MakeWithKey { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, count_moves(texts)?, task)?
        }
        RowName::MakeWithoutKey => {
            let task = Task::MakeWithoutKey { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, count_moves(texts)?, task)?
        }
        RowName::IsLegal => {
            let samples = &sample_moves::draw(texts)?;
            let amount: usize = samples.iter().map(|(_, moves)| moves.len()).sum();
            let task = Task::IsLegal { samples, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, amount as u64, task)?
        }
        RowName::GameReplay => {
            let games = &stored_games::read()?;
            let task = Task::GameReplay { games, passes: 20 };
            passes(name, Unit::NanosecondsPerMove, 20, stored_games::count_plies(games), task)?
        }
        RowName::GameReplayTrusted => {
            let games = &stored_games::read()?;
            let task = Task::GameReplayTrusted { games, passes: 20 };
            passes(name, Unit::NanosecondsPerMove, 20, stored_games::count_plies(games), task)?
        }
        RowName::FenParse => {
            let task = Task::FenParse { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerFen, 300, positions, task)?
        }
        RowName::CleanBuild => (Unit::Seconds, vec![clean_builds()?]),
        _ => {
            let shallower = u8::from(quick) + u8::from(name == RowName::PerftNoBulk);
            let cases =
                STANDARD_POSITIONS.iter().map(|position| perft_case(position, name, shallower));
            (Unit::MillionLeavesPerSecond, cases.collect::<Result<_>>()?)
        }
    };
    Ok(Row { name: name.name(), level: None, unit, cases })
}

fn perft_case(position: &StandardPosition, name: RowName, shallower: u8) -> Result<Case> {
    let depth = position.leaves.len() as u8 - shallower;
    let leaves = position.leaves[usize::from(depth) - 1];
    let fen = position.fen;
    let task = match (name, name.back_end()) {
        (_, Some(back_end)) => Task::SimdPerft { fen, depth, back_end },
        (RowName::PerftNoBulk, None) => Task::PerftNoBulk { fen, depth },
        _ => Task::BulkPerft { fen, depth },
    };
    let case = case(name, leaves, task)?;
    Ok(Case { name: format!("{} d{depth}", position.name), expected: Some(leaves), ..case })
}

fn clean_builds() -> Result<Case> {
    let works = Competitor::ALL.iter().map(|&competitor| clean_build::work(competitor).map(Some));
    let (name, works) = (RowName::CleanBuild.name(), works.collect::<Result<_>>()?);
    let (statistic, clock) = (Statistic::Median, Clock::Wall);
    Ok(Case { name, amount: 1, expected: None, works, max_ratio: 2.0, statistic, clock })
}

fn case(name: RowName, amount: u64, task: Task<'_>) -> Result<Case> {
    let works = Competitor::ALL.iter().map(|&competitor| libraries::work(competitor, task));
    let (name, works) = (name.name(), works.collect::<Result<_>>()?);
    let (max_ratio, statistic, clock) = (f64::INFINITY, Statistic::Median, Clock::Thread);
    Ok(Case { name, amount, expected: None, works, max_ratio, statistic, clock })
}

/// Returns the number of legal moves of all positions.
fn count_moves(texts: &[FenText]) -> Result<u64> {
    match libraries::work(Competitor::Cozy, Task::LegalCount { texts, passes: 1 })? {
        Some(mut count) => count(),
        None => Ok(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::standard_texts;

    #[test]
    fn stream_counts_agree_except_known_errors() {
        let texts = standard_texts().expect("texts");
        let fens = stream(&texts, 5_000).expect("enough positions");
        for name in [RowName::StreamList, RowName::StreamCount, RowName::StreamStep] {
            let mut row = build_stream(name, &fens, Level::Portable).expect("accepted positions");
            let measured = row.measure(1).expect("nothing fails");
            for (competitor, entry) in measured.entries() {
                let is_correct = entry.figure().is_some();
                // `laura_core` misses some moves; the row reports their number.
                let is_wrong = entry.count_difference().is_some_and(|difference| difference < 0);
                let is_known_error = competitor == Competitor::Laura && is_wrong;
                assert!(is_correct || is_known_error, "{name:?}: {}: {entry:?}", competitor.name());
            }
        }
    }
}
