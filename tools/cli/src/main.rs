//! The `tabiya` program. The code is in the library, so that tests can build it too.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_cli::main()
}
