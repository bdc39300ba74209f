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
use super::questions;
use super::stream;
use crate::positions::Text;
use crate::standard::{STANDARD, Standard};

/// A row's name, as it is typed and printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Name {
    /// The legal moves of positions that are seen once a round, listed
    StreamList,
    /// Their number
    StreamCount,
    /// The moves listed, each made with a key, and the checkers on the new board
    StreamStep,
    /// The legal moves listed, each made with a key kept up to date, and the new board asked for
    /// its checkers: what a search does at every node
    SearchStep,
    /// The standard positions counted with a list a ply and a count at the last
    BulkPerft,
    /// The same, by the fastest perft of each library that has one of its own
    SimdPerft,
    /// The same, ours by the back end `avx2`
    SimdPerftAvx2,
    /// The same, ours by the back end `scalar`
    SimdPerftPortable,
    /// The same one ply shallower, every leaf made
    PerftNoBulk,
    /// The legal moves of a real position, in the list that suits the library best
    LegalList,
    /// Their number, by the shortest way there is
    LegalCount,
    /// A legal move made with a key kept up to date, and taken back where boards are not copied
    MakeWithKey,
    /// The same by boards without a key, where a library has them
    MakeWithoutKey,
    /// Is a move legal? Half of them are, half are drawn at random
    IsLegal,
    /// A FEN read and checked
    FenParse,
    /// The first release build of a small program
    CleanBuild,
}

impl Name {
    /// Returns the name in snake case.
    pub(super) fn text(self) -> String {
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

    /// Returns the rounds of a row, given those of perft: a pause disturbs a round of milliseconds
    /// more than one of seconds.
    pub(super) fn rounds(self, perft: u32) -> u32 {
        match self {
            Self::BulkPerft | Self::PerftNoBulk => perft,
            Self::SimdPerft | Self::SimdPerftAvx2 | Self::SimdPerftPortable => perft,
            Self::StreamList | Self::StreamCount | Self::StreamStep => perft,
            // The times of single builds vary most.
            Self::CleanBuild => 60,
            _ => 10 * perft,
        }
    }
}

/// Draws distinct positions that every library reads.
///
/// # Errors
///
/// Returns an error if there are too few.
pub(super) fn stream(texts: &[Text], amount: usize) -> Result<Vec<String>> {
    stream::fens(texts, amount, libraries::all_read)
}

/// Returns the work of a row of unseen positions, labeled with the level of this process.
///
/// # Errors
///
/// Returns an error if a library rejects a position.
pub(super) fn build_stream(name: Name, fens: &[String], level: Level) -> Result<Row> {
    let task = match name {
        Name::StreamCount => Task::StreamCount { fens },
        Name::StreamStep => Task::StreamStep { fens },
        _ => Task::StreamList { fens },
    };
    let case = Case { statistic: Statistic::Minimum, ..case(name, fens.len() as u64, task)? };
    let unit = Unit::NanosecondsPerPosition;
    Ok(Row { name: name.text(), level: Some(level), unit, cases: vec![case] })
}

/// Returns the work of a row on positions from real games.
///
/// The amount of work keeps a round short, except for perft, whose rounds take longer.
///
/// # Errors
///
/// Returns an error if a library rejects a position, or a dependency of a clean build cannot be
/// downloaded.
pub(super) fn build(name: Name, texts: &[Text], quick: bool) -> Result<Row> {
    let positions = texts.len() as u64;
    let passes = |name, unit, passes: u64, amount: u64, task| {
        anyhow::Ok((unit, vec![case(name, passes * amount, task)?]))
    };
    let (unit, cases) = match name {
        Name::SearchStep => {
            let task = Task::SearchStep { texts, passes: 100 };
            passes(name, Unit::NanosecondsPerMove, 100, moves_of(texts)?, task)?
        }
        Name::LegalList => {
            let task = Task::LegalList { texts, passes: 1_000 };
            passes(name, Unit::NanosecondsPerPosition, 1_000, positions, task)?
        }
        Name::LegalCount => {
            let task = Task::LegalCount { texts, passes: 1_000 };
            passes(name, Unit::NanosecondsPerPosition, 1_000, positions, task)?
        }
        Name::MakeWithKey => {
            let task = Task::MakeWithKey { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, moves_of(texts)?, task)?
        }
        Name::MakeWithoutKey => {
            let task = Task::MakeWithoutKey { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, moves_of(texts)?, task)?
        }
        Name::IsLegal => {
            let questions = &questions::draw(texts)?;
            let amount: usize = questions.iter().map(|(_, questions)| questions.len()).sum();
            let task = Task::IsLegal { questions, passes: 300 };
            passes(name, Unit::NanosecondsPerMove, 300, amount as u64, task)?
        }
        Name::FenParse => {
            let task = Task::FenParse { texts, passes: 300 };
            passes(name, Unit::NanosecondsPerFen, 300, positions, task)?
        }
        Name::CleanBuild => (Unit::Seconds, vec![clean_builds()?]),
        _ => {
            let shallower = u8::from(quick) + u8::from(name == Name::PerftNoBulk);
            let cases = STANDARD.iter().map(|standard| perft_case(standard, name, shallower));
            (Unit::MillionLeavesPerSecond, cases.collect::<Result<_>>()?)
        }
    };
    Ok(Row { name: name.text(), level: None, unit, cases })
}

fn perft_case(standard: &Standard, name: Name, shallower: u8) -> Result<Case> {
    let depth = standard.leaves.len() as u8 - shallower;
    let leaves = standard.leaves[usize::from(depth) - 1];
    let fen = standard.fen;
    let task = match (name, name.back_end()) {
        (_, Some(back_end)) => Task::SimdPerft { fen, depth, back_end },
        (Name::PerftNoBulk, None) => Task::PerftNoBulk { fen, depth },
        _ => Task::BulkPerft { fen, depth },
    };
    let case = case(name, leaves, task)?;
    Ok(Case { name: format!("{} d{depth}", standard.name), expected: Some(leaves), ..case })
}

fn clean_builds() -> Result<Case> {
    let works = Competitor::ALL.iter().map(|&competitor| clean_build::work(competitor).map(Some));
    let (name, works) = (Name::CleanBuild.text(), works.collect::<Result<_>>()?);
    let (statistic, clock) = (Statistic::Median, Clock::Wall);
    Ok(Case { name, amount: 1, expected: None, works, max_ratio: 2.0, statistic, clock })
}

fn case(name: Name, amount: u64, task: Task<'_>) -> Result<Case> {
    let works = Competitor::ALL.iter().map(|&competitor| libraries::work(competitor, task));
    let (name, works) = (name.text(), works.collect::<Result<_>>()?);
    let (max_ratio, statistic, clock) = (f64::INFINITY, Statistic::Median, Clock::Thread);
    Ok(Case { name, amount, expected: None, works, max_ratio, statistic, clock })
}

/// Returns the number of legal moves of all positions.
fn moves_of(texts: &[Text]) -> Result<u64> {
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
    fn every_library_takes_part_in_the_stream_and_most_agree() {
        let texts = standard_texts().expect("texts");
        let fens = stream(&texts, 5_000).expect("enough positions");
        for name in [Name::StreamList, Name::StreamCount, Name::StreamStep] {
            let mut row = build_stream(name, &fens, Level::Portable).expect("read");
            let measured = row.measure(1).expect("nothing fails");
            for (competitor, entry) in measured.entries() {
                let is_right = entry.figure().is_some();
                // `laura_core` misses some moves; the row reports their number.
                let is_wrong = entry.wrong().is_some_and(|difference| difference < 0);
                let is_known = competitor == Competitor::Laura && is_wrong;
                assert!(is_right || is_known, "{name:?}: {}: {entry:?}", competitor.name());
            }
        }
    }
}
