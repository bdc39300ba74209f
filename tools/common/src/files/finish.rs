//! The end of a command.

use std::io::Write;
use std::path::Path;

use crate::message;
use crate::verdict::Failure;

use super::ending::Ending;
use super::output::Output;
use super::resume::Resume;

/// Gives the outputs their names after a complete command, and removes the state.
///
/// After a signal, a resumable command's outputs stay incomplete, and others are removed. An output
/// that would replace an input is removed if the input is damaged, because it lacks the games after
/// the damage.
///
/// # Errors
///
/// Returns an error if an output cannot be written.
pub fn finish_outputs(
    resume: &Resume,
    ending: &Ending,
    outputs: impl IntoIterator<Item = Output>,
) -> Result<(), Failure> {
    for mut output in outputs {
        if ending.totals.damaged > 0 && output.replaces_input && !ending.is_interrupted {
            let path = output.path().unwrap_or(Path::new("-")).display().to_string();
            message::print_line(&format!("error: {path}: not replaced, since an input is damaged"));
            output.discard();
        } else if !ending.is_interrupted {
            output.finish()?;
        } else if !resume.is_enabled() {
            output.flush()?;
            if let Some(path) = output.path() {
                message::print_line(&format!("interrupted; {} not written", path.display()));
            }
        }
    }
    if !ending.is_interrupted {
        resume.finish()?;
    }
    Ok(())
}
