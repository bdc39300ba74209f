//! The command `completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::verdict::{self, Verdict};

/// The arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        PROGRAM completions bash > ~/.local/share/bash-completion/completions/PROGRAM\n  \
        PROGRAM completions zsh > ~/.zfunc/_PROGRAM\n  \
        PROGRAM completions fish > ~/.config/fish/completions/PROGRAM.fish")]
pub struct Arguments {
    /// Print the script for this shell
    shell: Shell,
}

impl Arguments {
    /// Prints a program's completion script.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn run<P: CommandFactory>(&self, out: &mut dyn Write) -> verdict::Result {
        let mut program = P::command();
        let name = program.get_name().to_owned();
        // `generate` does not return write errors, so it writes to memory.
        let mut script = Vec::new();
        generate(self.shell, &mut program, name, &mut script);
        out.write_all(&script)?;
        Ok(Verdict::Success)
    }
}
