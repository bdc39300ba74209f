//! Scenarios as shell scripts, which reproduce a finding without this program.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use crate::scenario::{Damage, Input, Limit, Output, Program, Run, Scenario, Step};

/// Returns an argument as Bash reads it.
pub fn quote(arg: &[u8]) -> String {
    let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=,:+@".contains(&byte);
    match str::from_utf8(arg) {
        Ok(text) if !arg.is_empty() && arg.iter().all(is_plain) => text.to_owned(),
        Ok(text) if arg.iter().all(|&byte| (b' '..=b'~').contains(&byte) && byte != b'\'') => {
            format!("'{text}'")
        }
        // Octal escapes have a fixed length, so digits may follow.
        _ => {
            arg.iter().fold("$'".to_owned(), |text, byte| {
                text + &match byte {
                    b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
                    b' '..=b'~' => char::from(*byte).to_string(),
                    _ => format!("\\{byte:03o}"),
                }
            }) + "'"
        }
    }
}

/// Writes a scenario's input files and the script `run.sh` to a folder.
///
/// # Errors
///
/// Returns an error if a file cannot be written.
pub fn save(scenario: &Scenario, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in &scenario.files {
        fs::write(folder.join(&file.name), &file.bytes)?;
    }
    for (index, run) in runs(scenario).enumerate() {
        if let Input::Text(bytes) | Input::Open(bytes) | Input::Endless(bytes) = &run.input {
            fs::write(folder.join(input_name(index)), bytes)?;
        }
    }
    fs::write(folder.join("run.sh"), script(scenario))
}

/// Yields a scenario's runs.
pub fn runs(scenario: &Scenario) -> impl Iterator<Item = &Run> {
    scenario.steps.iter().flat_map(|step| match step {
        Step::Run(run) => std::slice::from_ref(run),
        Step::Together(runs) => runs,
        Step::Damage { .. } => &[],
    })
}

/// Returns the script that goes through a scenario's steps.
///
/// The variables `TABIYA` and `ENGINE` name the programs.
pub fn script(scenario: &Scenario) -> String {
    let mut text = "#!/usr/bin/env bash\n".to_owned();
    if let Some(size) = scenario.disk {
        let _ = writeln!(text, "# in a file system of {size} KiB");
    }
    let mut index = 0;
    for step in &scenario.steps {
        match step {
            Step::Run(run) => {
                let _ = writeln!(text, "{}", command(run, index));
                index += 1;
            }
            Step::Together(runs) => {
                for run in runs {
                    let _ = writeln!(text, "{} &", command(run, index));
                    index += 1;
                }
                text.push_str("wait\n");
            }
            Step::Damage { file, damage } => {
                let _ = match damage {
                    Damage::Flip { bit } => {
                        let byte = bit / 8;
                        let bit = bit % 8;
                        writeln!(text, "# flip bit {bit} of byte {byte} (modulo length) of {file}")
                    }
                    Damage::Truncate { length } => {
                        writeln!(text, "# truncate {file} to {length} bytes (modulo length)")
                    }
                };
            }
        }
    }
    text
}

/// Returns a run's command line, whose input is in the file with its index.
fn command(run: &Run, index: usize) -> String {
    let mut line = match run.program {
        Program::Tabiya => "\"${TABIYA:-tabiya}\"",
        Program::Engine => "\"${ENGINE:-tabiya-engine}\"",
        #[cfg(test)]
        Program::Shell => "sh",
    }
    .to_owned();
    for arg in &run.args {
        let _ = write!(line, " {}", quote(arg));
    }
    if let Some((signal, after)) = run.signal {
        line = format!("timeout -s {} {:.3} {line}", signal.name(), after.as_secs_f64());
    } else if let Some(patience) = run.expected.patience {
        line = format!("timeout -s INT {:.3} {line}", patience.as_secs_f64());
    }
    if let Some(limit) = run.limit {
        line = match limit {
            Limit::AddressSpace(kib) => format!("(ulimit -v {kib}; {line})"),
            Limit::FileSize(kib) => format!("(trap '' XFSZ; ulimit -f {kib}; {line})"),
        };
    }
    let input = input_name(index);
    line = match &run.input {
        Input::Text(bytes) if bytes.is_empty() => format!("{line} </dev/null"),
        Input::Text(_) => format!("{line} <{input}"),
        Input::Open(_) => format!("(cat {input}; sleep infinity) | {line}"),
        Input::Endless(_) => format!("(while cat {input}; do :; done) | {line}"),
        Input::Closed => format!("{line} <&-"),
    };
    match run.output {
        Output::Pipe => line,
        Output::ClosedAfter(bytes) => format!("{line} | head -c {bytes}"),
        Output::Full => format!("{line} >/dev/full"),
    }
}

fn input_name(index: usize) -> String {
    format!("input-{}", index + 1)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{quote, script};
    use crate::scenario::{Input, Limit, Run};

    /// The shell reads a quoted argument as the bytes that it stands for.
    #[test]
    fn quoted_argument_is_read_as_the_same_bytes() {
        let any: Vec<u8> = (1..=u8::MAX).collect();
        for arg in [&b"e2e4"[..], b"", b"a b'c\\n\n1", b"\x1b7", b"$HOME `x` \"y\"", &any] {
            let line = format!("printf %s {}", quote(arg));
            let output = Command::new("bash").args(["-c", &line]).output().expect("bash starts");
            assert_eq!(output.stdout, arg, "{line}");
        }
    }

    #[test]
    fn script_has_input_limit_and_signal() {
        let run = Run::tabiya("uci")
            .with_input(Input::Endless(b"x".to_vec()))
            .with_limit(Limit::AddressSpace(9))
            .interrupted_after(1_500);
        let text = script(&run.into());
        let line = "(while cat input-1; do :; done) | \
                    (ulimit -v 9; timeout -s INT 1.500 \"${TABIYA:-tabiya}\" uci)";
        assert!(text.ends_with(&format!("{line}\n")), "{text}");
    }
}
