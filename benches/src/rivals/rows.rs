//! The questions that the contestants answer.

use anyhow::{Result, ensure};
use clap::ValueEnum;

use super::measure::{Case, Row, Unit, Work};
use super::{cozy, ours};
use crate::positions::Text;
use crate::standard::STANDARD;

/// A row's name, as it is asked for and printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Name {
    /// The standard positions counted with a list a ply and a count at the last
    BulkPerft,
    /// The legal moves of a real position, in the list that suits the library best
    LegalList,
    /// A copy of the board and a move on it, with a key kept up to date
    MakeWithKey,
    /// The same without a key on our side; the rivals have no such board
    MakeWithoutKey,
    /// A FEN read and checked
    FenParse,
}

impl Name {
    pub(super) const ALL: &[Self] = &[
        Self::BulkPerft,
        Self::LegalList,
        Self::MakeWithKey,
        Self::MakeWithoutKey,
        Self::FenParse,
    ];
}

/// All contestants see the same moves two plies deep on every position, so what they do
/// there can be compared.
pub(super) fn check_agreement(texts: &[Text]) -> Result<()> {
    for text in texts {
        let (first, second) = (ours::count(text, 2)?, cozy::count(text, 2)?);
        ensure!(first == second, "{}: tabiya counts {first}, cozy-chess {second}", text.fen);
    }
    Ok(())
}

/// The closures of a row. A turn takes some fifty milliseconds, perft up to a few seconds.
pub(super) fn build(name: Name, texts: &[Text], quick: bool) -> Result<Row> {
    let moves: u64 = texts.iter().map(|text| ours::count(text, 1)).sum::<Result<_>>()?;
    let positions = texts.len() as u64;
    let row_name = name.to_possible_value().map(|value| value.get_name().to_owned());
    let row_name = row_name.unwrap_or_default();
    let single = |what, passes: u64, a_pass: u64, works: [Work; 2]| {
        let amount = passes * a_pass;
        let case = Case { name: row_name.clone(), amount, expected: None, works };
        Row { name: row_name.clone(), unit: Unit::NanosecondsA(what), cases: vec![case] }
    };
    Ok(match name {
        Name::BulkPerft => Row {
            cases: perft_cases(quick)?,
            unit: Unit::MillionLeavesASecond,
            name: row_name.clone(),
        },
        Name::LegalList => {
            let works = [ours::list(texts, 1_000)?, cozy::list(texts, 1_000)?];
            single("position", 1_000, positions, works)
        }
        Name::MakeWithKey => {
            let works = [ours::make_with_key(texts, 300)?, cozy::make(texts, 300)?];
            single("move", 300, moves, works)
        }
        Name::MakeWithoutKey => {
            let works = [ours::make_without_key(texts, 300)?, cozy::make(texts, 300)?];
            single("move", 300, moves, works)
        }
        Name::FenParse => {
            single("FEN", 300, positions, [ours::read(texts, 300), cozy::read(texts, 300)])
        }
    })
}

fn perft_cases(quick: bool) -> Result<Vec<Case>> {
    let case = |standard: &crate::standard::Standard| {
        let depth = standard.leaves.len() - usize::from(quick);
        let leaves = standard.leaves[depth - 1];
        let text = Text { fen: standard.fen.to_owned(), shredder: false };
        let works = [ours::perft(&text, depth as u8)?, cozy::perft(&text, depth as u8)?];
        let name = format!("{} d{depth}", standard.name);
        Ok(Case { name, amount: leaves, expected: Some(leaves), works })
    };
    STANDARD.iter().map(case).collect()
}
