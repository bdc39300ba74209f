//! The `tabiya-audit` program. The code is in the library, which has the tests.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_audit::main()
}
