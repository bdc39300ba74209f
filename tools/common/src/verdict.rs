//! The results from commands and their exit codes.

use std::io;

use crate::signals;

/// The result from a command that ran. One that could not run returns a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The result from a command that found no error. Exit code 0.
    Success,
    /// The result from a command that found a mismatch, an engine failure, an illegal move or an
    /// invalid FEN. Exit code 1.
    Mismatch,
    /// The result from a command that printed partial results after a signal. The exit code comes
    /// from [`signals::exit_code`]: 130 after Ctrl-C.
    Interrupted,
}

impl Verdict {
    /// Returns `Mismatch` if `is_mismatch` is set, otherwise `Success`.
    pub const fn mismatch_if(is_mismatch: bool) -> Self {
        if is_mismatch { Self::Mismatch } else { Self::Success }
    }

    /// Returns the program's exit code for the verdict.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Mismatch => 1,
            Self::Interrupted => signals::exit_code(),
        }
    }
}

/// The error from a command that could not run or could not write its result.
#[derive(Debug)]
pub enum Failure {
    /// The error for invalid arguments or input. Exit code 2.
    Input(anyhow::Error),
    /// The error for an output that could not be written. Exit code 1, or 0 if its reader has
    /// closed the pipe.
    Output(io::Error),
    /// The error for a command line that clap would refuse. Exit code 2.
    Usage(Box<clap::Error>),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

/// A command's result: a [`Verdict`] or a [`Failure`].
pub type Result = std::result::Result<Verdict, Failure>;
