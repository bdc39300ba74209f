//! `tabiya completions`: completion scripts for shells.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::verdict::{self, Verdict};

/// The arguments of `tabiya completions`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya\n  \
        tabiya completions zsh > ~/.zfunc/_tabiya\n  \
        tabiya completions fish > ~/.config/fish/completions/tabiya.fish")]
pub struct Arguments {
    /// Print the script for this shell
    shell: Shell,
}

impl Arguments {
    /// Prints the completion script of a program.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn run(&self, mut program: clap::Command, out: &mut dyn Write) -> verdict::Result {
        // `generate` does not return write errors, so it writes to memory.
        let mut script = Vec::new();
        generate(self.shell, &mut program, "tabiya", &mut script);
        out.write_all(&script)?;
        Ok(Verdict::Success)
    }
}
