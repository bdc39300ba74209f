//! The questions that the contestants answer, and who they are.

use std::hint::black_box;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use tabiya::Position;
use tabiya::perft::{Backend, Perft};

use super::clean_build;
use super::measure::{Case, Row, Unit, Work};
use super::ours::Tabiya;
use super::questions;
use super::rules::{Task, work};
use super::shakmaty::Shakmaty;
use crate::positions::Text;
use crate::standard::{STANDARD, Standard};

/// A generator that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contestant {
    Tabiya,
    Cozy,
    Shakmaty,
    Chess,
    Laura,
    Owlchess,
    Pleco,
}

impl Contestant {
    /// All of them; the first is the one that the others are compared with.
    pub(super) const ALL: [Self; 7] = [
        Self::Tabiya,
        Self::Cozy,
        Self::Shakmaty,
        Self::Chess,
        Self::Laura,
        Self::Owlchess,
        Self::Pleco,
    ];

    /// The name of the crate.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Tabiya => "tabiya",
            Self::Cozy => "cozy-chess",
            Self::Shakmaty => "shakmaty",
            Self::Chess => "chess",
            Self::Laura => "laura_core",
            Self::Owlchess => "owlchess",
            Self::Pleco => "pleco",
        }
    }

    fn work(self, task: Task<'_>) -> Result<Option<Work>> {
        match self {
            Self::Tabiya => work::<Tabiya>(task),
            Self::Cozy => work::<cozy_chess::Board>(task),
            Self::Shakmaty => work::<Shakmaty>(task),
            Self::Chess => work::<chess::Board>(task),
            Self::Laura => work::<laura_core::Board>(task),
            Self::Owlchess => work::<owlchess::Board>(task),
            Self::Pleco => work::<pleco::Board>(task),
        }
    }
}

/// A row's name, as it is asked for and printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Name {
    /// The legal moves listed, each made with a key kept up to date, and the new board asked for
    /// its checkers: what a search does at every node
    SearchStep,
    /// The standard positions counted with a list a ply and a count at the last
    BulkPerft,
    /// The same, ours by the fastest back end of perft that the processor has
    RecordPerft,
    /// The same, ours by the back end `avx2`
    RecordPerftBmi2,
    /// The same, ours by the back end `scalar`
    RecordPerftPortable,
    /// The same one ply shallower, every leaf made
    VisitPerft,
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
    /// The name in words joined by underscores.
    pub(super) fn text(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// What counts for us in a row of records.
    fn back_end(self) -> Result<Option<Perft>> {
        Ok(match self {
            Self::RecordPerft => Some(Perft::new()),
            Self::RecordPerftBmi2 => Some(Perft::with(Backend::Avx2)?),
            Self::RecordPerftPortable => Some(Perft::with(Backend::Scalar)?),
            _ => None,
        })
    }

    /// How many rounds a row takes where perft takes so many: turns of milliseconds suffer more
    /// from a pause than those of seconds.
    pub(super) fn rounds(self, perft: u32) -> u32 {
        match self {
            Self::BulkPerft | Self::VisitPerft => perft,
            Self::RecordPerft | Self::RecordPerftBmi2 | Self::RecordPerftPortable => perft,
            // A single build takes a tenth more or less than the one before, or even a third.
            Self::CleanBuild => 60,
            _ => 10 * perft,
        }
    }
}

/// All contestants see the same moves two plies deep on every position, so what they do
/// there can be compared.
pub(super) fn check_agreement(texts: &[Text]) -> Result<()> {
    for text in texts {
        let task = Task::BulkPerft { fen: &text.fen, depth: 2 };
        let mut counts = Vec::new();
        for contestant in Contestant::ALL {
            if let Some(mut work) = contestant.work(task)? {
                counts.push((contestant.name(), work()?));
            }
        }
        let agree = counts.windows(2).all(|pair| pair[0].1 == pair[1].1);
        ensure!(agree, "{}: the contestants count {counts:?}", text.fen);
    }
    Ok(())
}

/// The works of a row. A turn takes some fifty milliseconds, perft up to several seconds.
pub(super) fn build(name: Name, texts: &[Text], quick: bool) -> Result<Row> {
    let a_position = Unit::NanosecondsA("position");
    let a_move = Unit::NanosecondsA("move");
    let positions = texts.len() as u64;
    let (unit, cases) = match name {
        Name::BulkPerft
        | Name::VisitPerft
        | Name::RecordPerft
        | Name::RecordPerftBmi2
        | Name::RecordPerftPortable => {
            let shallower = u8::from(quick) + u8::from(name == Name::VisitPerft);
            let cases = STANDARD.iter().map(|standard| perft_case(standard, name, shallower));
            (Unit::MillionLeavesASecond, cases.collect::<Result<_>>()?)
        }
        Name::SearchStep => {
            let task = Task::SearchStep { texts, passes: 100 };
            (a_move, vec![case(name, 100 * moves_of(texts)?, task)?])
        }
        Name::LegalList => {
            let task = Task::LegalList { texts, passes: 1_000 };
            (a_position, vec![case(name, 1_000 * positions, task)?])
        }
        Name::LegalCount => {
            let task = Task::LegalCount { texts, passes: 1_000 };
            (a_position, vec![case(name, 1_000 * positions, task)?])
        }
        Name::MakeWithKey => {
            let task = Task::MakeWithKey { texts, passes: 300 };
            (a_move, vec![case(name, 300 * moves_of(texts)?, task)?])
        }
        Name::MakeWithoutKey => {
            let task = Task::MakeWithoutKey { texts, passes: 300 };
            (a_move, vec![case(name, 300 * moves_of(texts)?, task)?])
        }
        Name::IsLegal => {
            let questions = &questions::draw(texts)?;
            let amount: usize = questions.iter().map(|(_, questions)| questions.len()).sum();
            let task = Task::IsLegal { questions, passes: 300 };
            (a_move, vec![case(name, 300 * amount as u64, task)?])
        }
        Name::FenParse => {
            let task = Task::FenParse { texts, passes: 300 };
            (Unit::NanosecondsA("FEN"), vec![case(name, 300 * positions, task)?])
        }
        Name::CleanBuild => {
            let works = Contestant::ALL.map(|contestant| clean_build::work(contestant).map(Some));
            let works = works.into_iter().collect::<Result<_>>()?;
            let in_doubt = 2.0;
            let case = Case { name: name.text(), amount: 1, expected: None, works, in_doubt };
            (Unit::Seconds, vec![case])
        }
    };
    Ok(Row { name: name.text(), unit, cases })
}

fn perft_case(standard: &Standard, name: Name, shallower: u8) -> Result<Case> {
    let depth = standard.leaves.len() as u8 - shallower;
    let leaves = standard.leaves[usize::from(depth) - 1];
    let task = match name {
        Name::VisitPerft => Task::VisitPerft { fen: standard.fen, depth },
        _ => Task::BulkPerft { fen: standard.fen, depth },
    };
    let mut case = case(name, leaves, task)?;
    if let Some(perft) = name.back_end()? {
        let position = Position::from_fen(standard.fen)?;
        let ours: Work = Box::new(move || Ok(perft.count(black_box(&position), depth) as u64));
        case.works = vec![Some(ours), Contestant::Cozy.work(task)?];
        case.works.resize_with(Contestant::ALL.len(), || None);
    }
    Ok(Case { name: format!("{} d{depth}", standard.name), expected: Some(leaves), ..case })
}

fn case(name: Name, amount: u64, task: Task<'_>) -> Result<Case> {
    let works = Contestant::ALL.into_iter().map(|contestant| contestant.work(task));
    let works = works.collect::<Result<_>>()?;
    Ok(Case { name: name.text(), amount, expected: None, works, in_doubt: f64::INFINITY })
}

/// The number of legal moves of all positions together.
fn moves_of(texts: &[Text]) -> Result<u64> {
    match Contestant::Tabiya.work(Task::LegalCount { texts, passes: 1 })? {
        Some(mut count) => count(),
        None => Ok(0),
    }
}
