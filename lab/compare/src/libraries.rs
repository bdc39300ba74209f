//! Dispatch to each library's adapter.

use anyhow::Result;

use super::adapter::{self, Task};
#[cfg(tabiya_baseline)]
use super::baseline::Baseline;
use super::competitors::Competitor;
use super::gigachess::Gigachess;
use super::measure::Work;
use super::shakmaty::Shakmaty;
use super::tabiya::Tabiya;
use tabiya_benches::positions::FenText;

/// Calls a function that is generic over a library, with a competitor's library.
macro_rules! with_library {
    ($competitor:expr, $function:ident, $argument:expr) => {
        match $competitor {
            Competitor::Tabiya => adapter::$function::<Tabiya>($argument),
            Competitor::Cozy => adapter::$function::<cozy_chess::Board>($argument),
            Competitor::Shakmaty => adapter::$function::<Shakmaty>($argument),
            Competitor::Chess => adapter::$function::<chess::Board>($argument),
            Competitor::Laura => adapter::$function::<laura_core::Board>($argument),
            Competitor::Owlchess => adapter::$function::<owlchess::Board>($argument),
            Competitor::Pleco => adapter::$function::<pleco::Board>($argument),
            Competitor::Gigachess => adapter::$function::<Gigachess>($argument),
            #[cfg(tabiya_baseline)]
            Competitor::Baseline => adapter::$function::<Baseline>($argument),
        }
    };
}

/// Returns a library's work on a task; `None` if the library has no call for the task.
///
/// # Errors
///
/// Returns an error if the library rejects a position.
pub(super) fn work(competitor: Competitor, task: Task<'_>) -> Result<Option<Work>> {
    with_library!(competitor, work, task)
}

/// Tests whether every library parses a FEN into each of its board types.
pub(super) fn all_accept_fen(fen: &str) -> bool {
    Competitor::ALL.iter().all(|&competitor| with_library!(competitor, accepts_fen, fen))
}

/// Compares perft counts at depth 2 and returns a line for each library that differs from Tabiya.
///
/// # Errors
///
/// Returns an error if a library rejects a position.
pub(super) fn disagreements(texts: &[FenText]) -> Result<Vec<String>> {
    let mut different = vec![Vec::new(); Competitor::ALL.len()];
    for text in texts {
        let task = Task::BulkPerft { fen: &text.fen, depth: 2 };
        let mut expected = None;
        for (&competitor, different) in Competitor::ALL.iter().zip(&mut different) {
            let Some(mut work) = work(competitor, task)? else { continue };
            let count = work()?;
            if count != *expected.get_or_insert(count) {
                different.push(&text.fen);
            }
        }
    }
    let lines = Competitor::ALL.iter().zip(different).filter_map(|(competitor, different)| {
        let name = competitor.name();
        let first = different.first()?;
        Some(format!("{name}: other counts in {} positions, first in {first}", different.len()))
    });
    Ok(lines.collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn cozy_chess_accepts_every_text() {
        for text in tabiya_benches::positions::texts().expect("texts") {
            let board = cozy_chess::Board::from_fen(&text.fen, text.is_shredder);
            assert!(board.is_ok(), "{}: {board:?}", text.fen);
        }
    }
}
