//! The treatment of games with errors, which several commands share.

use clap::{Args, ValueEnum};
use tabiya_games::filter::TagFilter;
use tabiya_games::findings::FindingCounts;
use tabiya_program::message;

use tabiya_program::files::totals::Totals;

/// The treatment of games whose main line lacks moves: it has a text that is not a legal move, a comment or
/// variation without end, or no valid start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorPolicy {
    /// Leave out the game
    Skip,
    /// Use what precedes the error
    Keep,
    /// Stop before the game, with exit code 2
    Stop,
}

/// The argument that sets the policy.
#[derive(Args, Clone, Copy, Debug)]
pub struct ErrorArgs {
    /// Treat games so whose moves end at an error [default: keep]
    #[arg(long = "errors", value_name = "POLICY")]
    pub policy: Option<ErrorPolicy>,
}

impl ErrorArgs {
    /// Selects the games that the filter accepts, with the policy.
    pub fn select<'a>(&self, filter: Option<&'a TagFilter>) -> Selection<'a> {
        self.select_or(filter, ErrorPolicy::Keep)
    }

    /// Selects games like [`select`](Self::select), with another default for the policy.
    pub fn select_or<'a>(
        &self,
        filter: Option<&'a TagFilter>,
        default: ErrorPolicy,
    ) -> Selection<'a> {
        Selection { filter, errors: self.policy.unwrap_or(default) }
    }
}

/// The games that a command uses.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'a> {
    /// The condition on the tags.
    pub filter: Option<&'a TagFilter>,
    /// The treatment of games with errors.
    pub errors: ErrorPolicy,
}

impl<'a> Selection<'a> {
    /// Selects the games that the filter accepts, also those with errors.
    pub const fn all(filter: Option<&'a TagFilter>) -> Self {
        Self { filter, errors: ErrorPolicy::Keep }
    }
}

/// Prints the numbers of findings, and the first one.
pub fn print_findings(totals: &Totals) {
    print_counts(&totals.findings);
    if let Some(first) = &totals.first_finding {
        message::print_line(&format!("first finding: {first}"));
    }
}

/// Returns a count with its noun, whose plural ends with "s".
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Prints the numbers of findings, if there are any. An index has none, but knows games with
/// incomplete moves.
pub fn print_counts(counts: &FindingCounts) {
    if counts.games > 0 {
        let kinds = counts.by_kind().map(|(kind, count)| format!("{count} {kind}"));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        message::print_line(&format!("findings in {}: {kinds}", counted(counts.games, "game")));
    } else if counts.games_with_errors > 0 {
        let cut = counted(counts.games_with_errors, "game");
        message::print_line(&format!("{cut} with incomplete moves in the index"));
    }
}
