//! The `tabiya-units` program. The code is in the library, which has the tests.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_units_cli::main()
}
