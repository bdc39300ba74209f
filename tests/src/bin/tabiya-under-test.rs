//! The `tabiya` program, for the tests in this package.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_cli::main()
}
