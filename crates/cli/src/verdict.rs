//! How a command ends: in words, and as an exit code.

use std::io;

/// What a command that did its work has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong. Exit code 0.
    Success,
    /// A difference, a failure or an illegal move was found. Exit code 1.
    Mismatch,
    /// Ctrl-C ended it, and what was known is printed. Exit code 130, as shells expect.
    Interrupted,
}

impl Verdict {
    /// Success unless something was found.
    pub const fn mismatch_if(found: bool) -> Self {
        if found { Self::Mismatch } else { Self::Success }
    }

    /// The exit code.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Mismatch => 1,
            Self::Interrupted => 130,
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or what they name are unusable. Exit code 2.
    Input(anyhow::Error),
    /// The output could not be written. Exit code 1, or 0 if its reader has enough.
    Output(io::Error),
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

/// What every command returns.
pub type Result = std::result::Result<Verdict, Failure>;
