//! The `tabiya` program as the tests of this package run it.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_cli::main()
}
