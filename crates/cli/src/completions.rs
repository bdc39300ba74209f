//! `tabiya completions`: what a shell needs to complete our commands.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::verdict::{self, Verdict};

/// What `tabiya completions` is told.
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
    /// Prints the script for a program's commands.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn run(&self, mut program: clap::Command, out: &mut dyn Write) -> verdict::Result {
        // The generator cannot report that its output fails.
        let mut script = Vec::new();
        generate(self.shell, &mut program, "tabiya", &mut script);
        out.write_all(&script)?;
        Ok(Verdict::Success)
    }
}
