//! The end of a command that reads files, and its progress bar.

use indicatif::ProgressBar;

use super::input::{Input, InputArgs};
use super::totals::Totals;
use crate::progress;
use crate::verdict::Verdict;

/// The end of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `true` if Ctrl-C ended the command.
    pub is_interrupted: bool,
    /// `true` if this run has read the games in all inputs.
    pub has_all_games: bool,
    /// The totals.
    pub totals: Totals,
}

impl Ending {
    /// Returns a command's result: a mismatch if `is_mismatch` is set or an input is damaged.
    pub const fn verdict(&self, is_mismatch: bool) -> Verdict {
        if self.is_interrupted {
            return Verdict::Interrupted;
        }
        Verdict::mismatch_if(is_mismatch || self.totals.damaged > 0)
    }
}

/// Creates a progress bar that counts the inputs' bytes.
pub fn new_bar(args: &InputArgs, inputs: &[Input]) -> ProgressBar {
    if args.quiet {
        return ProgressBar::hidden();
    }
    let lengths = inputs.iter().map(|input| input.identity.map(|identity| identity.len));
    match lengths.sum::<Option<u64>>() {
        Some(len) => {
            let template = "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
            progress::new_bar(len, template)
        }
        None => progress::new_bar(0, "{spinner} {bytes}, {bytes_per_sec}"),
    }
}
