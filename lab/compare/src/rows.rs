//! The rows: their tasks, positions and rounds.

use anyhow::Result;
use clap::ValueEnum;

use super::adapter::{BackEnd, Buffer, Task};
use super::clean_build;
use super::clock::Clock;
use super::competitors::Competitor;
use super::engine_nodes;
use super::libraries;
use super::measure::{Case, Row, Statistic, Unit};
use super::sample_moves;
use super::sources::Sources;
use super::stored_games;
use tabiya_benches::positions::FenText;
use tabiya_benches::standard::{STANDARD_POSITIONS, StandardPosition};

/// The name of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum RowName {
    /// List the legal moves of positions that are visited once per round
    StreamList,
    /// List the legal moves of the same positions into a frame of a stack
    StreamStack,
    /// List the legal moves of the same positions into a vector
    StreamVec,
    /// List the captures and promotions of the same positions, then the other moves
    StreamStages,
    /// Count the legal moves of the same positions
    StreamCount,
    /// List the moves of the same positions, make each with a key, find the checkers
    StreamStep,
    /// List the captures and promotions of the same positions
    StreamCaptures,
    /// Test one move per position for legality: half legal, a quarter random, a quarter of another position
    StreamTt,
    /// List the legal moves of all positions of games in the order of play
    GameList,
    /// Count the legal moves of the positions of games
    GameCount,
    /// List the moves of the positions of games, make each with a key, find the checkers
    GameStep,
    /// List the captures and promotions of the positions of games
    GameCaptures,
    /// Test one move per position of games for legality: half of them the move that was played
    GameTt,
    /// Replay games from 16-bit moves: test each for legality and make it with a key
    GameReplay,
    /// Search positions by alpha-beta to a fixed depth, the same nodes with each library
    EngineNodes,
    /// Count leaves of the standard positions with bulk counting
    BulkPerft,
    /// Count leaves one ply shallower, making every leaf move
    PerftNoBulk,
    /// The same as `stream_step` on repeated positions
    SearchStep,
    /// Count the same leaves by the library's own perft
    SimdPerft,
    /// The same, Tabiya with the back end `avx2`
    SimdPerftAvx2,
    /// The same, Tabiya with the back end `scalar`
    SimdPerftPortable,
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
    /// The same as `game_replay` without the legality test
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
    pub(super) fn is_measured_per_level(self) -> bool {
        self.order().is_some()
            || matches!(self, Self::GameReplay | Self::BulkPerft | Self::PerftNoBulk)
            || self == Self::EngineNodes
    }

    /// Returns the order in which positions are visited; `None` if positions are repeated or there
    /// are few.
    fn order(self) -> Option<Order> {
        match self {
            Self::StreamList | Self::StreamCount | Self::StreamStep => Some(Order::Random),
            Self::StreamStack | Self::StreamVec | Self::StreamStages => Some(Order::Random),
            Self::StreamCaptures | Self::StreamTt => Some(Order::Random),
            Self::GameList | Self::GameCount | Self::GameStep => Some(Order::Play),
            Self::GameCaptures | Self::GameTt => Some(Order::Play),
            _ => None,
        }
    }

    /// Returns the figures' unit.
    fn unit(self) -> Unit {
        match self {
            Self::BulkPerft | Self::PerftNoBulk => Unit::MillionLeavesPerSecond,
            Self::SimdPerft | Self::SimdPerftAvx2 | Self::SimdPerftPortable => {
                Unit::MillionLeavesPerSecond
            }
            Self::LegalList | Self::LegalCount => Unit::NanosecondsPerPosition,
            _ if self.order().is_some() => Unit::NanosecondsPerPosition,
            Self::FenParse => Unit::NanosecondsPerFen,
            Self::CleanBuild => Unit::Seconds,
            _ => Unit::NanosecondsPerMove,
        }
    }

    /// Returns how many passes there are over repeated positions or games, so that a round stays
    /// short.
    fn passes(self) -> u64 {
        match self {
            Self::SearchStep => 100,
            Self::LegalList | Self::LegalCount => 1_000,
            Self::GameReplay | Self::GameReplayTrusted => 20,
            _ => 300,
        }
    }

    fn back_end(self) -> Option<BackEnd> {
        match self {
            Self::SimdPerft => Some(BackEnd::Best),
            Self::SimdPerftAvx2 => Some(BackEnd::Avx2),
            Self::SimdPerftPortable => Some(BackEnd::Portable),
            _ => None,
        }
    }

    /// Returns the number of rounds, given how many rounds perft has.
    ///
    /// Short rounds are more sensitive to interruptions, so they are more numerous.
    pub(super) fn rounds(self, perft_rounds: u32) -> u32 {
        match self {
            Self::BulkPerft | Self::PerftNoBulk | Self::EngineNodes => perft_rounds,
            Self::SimdPerft | Self::SimdPerftAvx2 | Self::SimdPerftPortable => perft_rounds,
            _ if self.order() == Some(Order::Random) => perft_rounds,
            // Single builds have the most variable times.
            Self::CleanBuild => 60,
            _ => 10 * perft_rounds,
        }
    }
}

/// The order in which positions are visited, each once per round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Distinct positions in random order.
    Random,
    /// The game positions in playing order.
    Play,
}

/// Returns the work for a row that visits each position once per round.
fn build_stream(name: RowName, order: Order, sources: &Sources) -> Result<Row> {
    let stream = match order {
        Order::Random => sources.unseen()?,
        Order::Play => sources.in_game_order()?,
    };
    let fens = &stream.fens;
    let amount = stream.fens.len() as u64;
    let case = match name {
        RowName::StreamTt | RowName::GameTt => {
            let (moves, legal) = sample_moves::draw_one_each(fens, &stream.played)?;
            let case = case(name, amount, Task::StreamTt { fens, moves: &moves })?;
            Case { expected: Some(legal), ..case }
        }
        RowName::StreamCount | RowName::GameCount => {
            case(name, amount, Task::StreamCount { fens })?
        }
        RowName::StreamStack => case(name, amount, Task::Fill { fens, buffer: Buffer::Stack })?,
        RowName::StreamVec => case(name, amount, Task::Fill { fens, buffer: Buffer::Vector })?,
        RowName::StreamStages => case(name, amount, Task::Fill { fens, buffer: Buffer::Stages })?,
        RowName::StreamStep | RowName::GameStep => case(name, amount, Task::StreamStep { fens })?,
        RowName::StreamCaptures | RowName::GameCaptures => {
            case(name, amount, Task::StreamCaptures { fens })?
        }
        _ => case(name, amount, Task::StreamList { fens })?,
    };
    let cases = vec![Case { statistic: Statistic::Minimum, ..case }];
    Ok(Row { name: name.name(), level: None, unit: name.unit(), cases, parts: Vec::new() })
}

/// Returns the work for a row, without a level.
///
/// # Errors
///
/// Returns an error if a library rejects a position, or a clean build's dependency cannot be
/// downloaded.
pub(super) fn build(name: RowName, sources: &Sources) -> Result<Row> {
    if let Some(order) = name.order() {
        return build_stream(name, order, sources);
    }
    let unit = name.unit();
    let cases = match unit {
        _ if name == RowName::EngineNodes => return engine_nodes::row(name.name(), sources),
        Unit::Seconds => vec![clean_builds()?],
        Unit::MillionLeavesPerSecond => perft_cases(name, sources)?,
        _ => vec![repeated_case(name, sources)?],
    };
    Ok(Row { name: name.name(), level: None, unit, cases, parts: Vec::new() })
}

/// Returns the case that visits the same positions or games in each pass.
fn repeated_case(name: RowName, sources: &Sources) -> Result<Case> {
    let texts = &sources.texts;
    let passes = name.passes();
    let samples = if name == RowName::IsLegal { sample_moves::draw(texts)? } else { Vec::new() };
    let (items, task) = match name {
        RowName::SearchStep => (count_moves(texts)?, Task::SearchStep { texts, passes }),
        RowName::LegalList => (texts.len() as u64, Task::LegalList { texts, passes }),
        RowName::LegalCount => (texts.len() as u64, Task::LegalCount { texts, passes }),
        RowName::MakeWithKey => (count_moves(texts)?, Task::MakeWithKey { texts, passes }),
        RowName::MakeWithoutKey => (count_moves(texts)?, Task::MakeWithoutKey { texts, passes }),
        RowName::IsLegal => {
            let moves: usize = samples.iter().map(|(_, moves)| moves.len()).sum();
            (moves as u64, Task::IsLegal { samples: &samples, passes })
        }
        RowName::GameReplay => {
            let games = sources.games()?;
            (stored_games::count_plies(games), Task::GameReplay { games, passes })
        }
        RowName::GameReplayTrusted => {
            let games = sources.games()?;
            (stored_games::count_plies(games), Task::GameReplayTrusted { games, passes })
        }
        _ => (texts.len() as u64, Task::FenParse { texts, passes }),
    };
    case(name, passes * items, task)
}

/// Returns a perft case per standard position.
fn perft_cases(name: RowName, sources: &Sources) -> Result<Vec<Case>> {
    let shallower = u8::from(sources.is_quick) + u8::from(name == RowName::PerftNoBulk);
    STANDARD_POSITIONS.iter().map(|position| perft_case(position, name, shallower)).collect()
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
    let name = RowName::CleanBuild.name();
    let works = works.collect::<Result<_>>()?;
    let statistic = Statistic::Median;
    let clock = Clock::Wall;
    Ok(Case { name, amount: 1, expected: None, works, max_ratio: 2.0, statistic, clock })
}

fn case(name: RowName, amount: u64, task: Task<'_>) -> Result<Case> {
    let works = Competitor::ALL.iter().map(|&competitor| libraries::work(competitor, task));
    let name = name.name();
    let works = works.collect::<Result<_>>()?;
    let max_ratio = f64::INFINITY;
    let statistic = Statistic::Median;
    let clock = Clock::Thread;
    Ok(Case { name, amount, expected: None, works, max_ratio, statistic, clock })
}

/// Counts the legal moves in all positions.
fn count_moves(texts: &[FenText]) -> Result<u64> {
    match libraries::work(Competitor::Cozy, Task::LegalCount { texts, passes: 1 })? {
        Some(mut count) => count(),
        None => Ok(0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Entry;
    use super::*;

    #[test]
    fn stream_counts_agree_except_known_errors() {
        let mut sources = Sources::read(true).expect("texts");
        sources.stream_amount = 5_000;
        let names = RowName::value_variants().iter().copied();
        for name in names.filter(|name| name.order().is_some()) {
            let mut row = build(name, &sources).expect("accepted positions");
            let measured = row.measure(1).expect("nothing fails");
            for (competitor, entry) in measured.entries() {
                let is_correct = entry.figure().is_some();
                let is_legality = matches!(name, RowName::StreamTt | RowName::GameTt);
                let difference = entry.count_difference().unwrap_or_default();
                let is_own = matches!(
                    name,
                    RowName::StreamStack | RowName::StreamVec | RowName::StreamStages
                );
                let is_known = match competitor {
                    // These rows compare Tabiya's buffers.
                    _ if is_own && competitor != Competitor::Tabiya => entry == Entry::Absent,
                    // It has no legality test, and misses some moves.
                    Competitor::Laura if is_legality => entry == Entry::Absent,
                    Competitor::Laura => (-50..0).contains(&difference),
                    // It ignores the promotion piece if no pawn moves.
                    Competitor::Gigachess => is_legality && (1..50).contains(&difference),
                    _ => false,
                };
                assert!(is_correct || is_known, "{name:?}: {}: {entry:?}", competitor.name());
            }
        }
    }
}
