//! The end of a command.

use std::io::Write;

use tabiya_program::message;
use tabiya_program::verdict::Failure;

use super::output::Output;
use super::reading::Ending;
use super::resume::Resume;

/// Gives the outputs of a complete command their names, and removes the state.
///
/// After Ctrl-C, the outputs of a resumable command stay incomplete, and others are removed.
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
        if !ending.is_interrupted {
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
