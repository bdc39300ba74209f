//! The expectations that every run must meet.

use std::fmt;

use crate::runner::{Outcome, Stop, fatal_signal};
use crate::scenario::{MEBIBYTE, Output, Run};

/// An expectation that a run did not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub kind: Kind,
    pub detail: String,
}

/// A finding's kind, which reduction preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The run did not end within its time limit.
    Time,
    /// The run used more memory than its limit.
    Memory,
    /// The run panicked.
    Panic,
    /// A signal that nobody sent ended the run.
    Crash,
    /// The exit code is not an expected one.
    ExitCode,
    /// The run failed without a message.
    Silence,
    /// The output contains control characters or is not UTF-8.
    ControlCharacter,
    /// The count is wrong or missing.
    Count,
    /// The run ended before the processes that it started.
    Orphan,
    /// An incomplete file stays although no run was killed.
    IncompleteFile,
    /// Games outside the damage are not found.
    LostGames,
    /// An input has other bytes than before.
    ChangedInput,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.detail)
    }
}

/// The exit code of a program that panicked.
const PANIC_EXIT_CODE: i32 = 101;

/// Returns the first expectation that a run does not meet.
pub fn check(run: &Run, outcome: &Outcome) -> Option<Finding> {
    let (kind, detail) = stopped(run, outcome)
        .or_else(|| panicked(outcome))
        .or_else(|| crashed(outcome))
        .or_else(|| unexpected_code(run, outcome))
        .or_else(|| control_character(outcome))
        .or_else(|| wrong_count(run, outcome))
        .or_else(|| lost_games(run, outcome))
        .or_else(|| orphaned(outcome))?;
    Some(Finding { kind, detail })
}

/// Returns a finding about incomplete files, which only a run that was killed may leave.
pub fn check_files(names: &[String], was_killed: bool) -> Option<Finding> {
    let mut incomplete = names.iter().filter(|name| name.ends_with(".part"));
    let name = incomplete.next().filter(|_| !was_killed)?;
    Some(Finding { kind: Kind::IncompleteFile, detail: name.clone() })
}

type Violation = Option<(Kind, String)>;

fn stopped(run: &Run, outcome: &Outcome) -> Violation {
    let memory = format!(
        "peak of {} MiB; expected at most {}",
        outcome.peak_memory / MEBIBYTE,
        run.expected.memory / MEBIBYTE
    );
    match outcome.stop? {
        Stop::TimeLimit => {
            let after = outcome.signals.first().map_or("the start", |signal| signal.name());
            Some((Kind::Time, format!("no end within {:?} after {after}", run.expected.time)))
        }
        Stop::MemoryLimit => Some((Kind::Memory, memory)),
    }
}

fn panicked(outcome: &Outcome) -> Violation {
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    let line = stderr.lines().position(|line| line.contains("panicked at"));
    let is_panic = line.is_some() || outcome.status.code() == Some(PANIC_EXIT_CODE);
    let message: Vec<_> = stderr.lines().skip(line.unwrap_or(0)).take(2).collect();
    is_panic.then(|| (Kind::Panic, message.join(" ")))
}

fn crashed(outcome: &Outcome) -> Violation {
    let signal = fatal_signal(outcome)?;
    let is_sent = outcome.signals.iter().any(|sent| sent.number() == signal);
    (!is_sent).then(|| (Kind::Crash, format!("{}: {}", outcome.status, last_line(outcome))))
}

fn unexpected_code(run: &Run, outcome: &Outcome) -> Violation {
    let code = outcome.status.code()?;
    // As shells report a signal: 130 for SIGINT.
    let is_interrupted = outcome.signals.iter().any(|signal| code == 128 + signal.number());
    if !is_interrupted && !run.expected.codes.contains(&code) {
        let expected = &run.expected.codes;
        let line = last_line(outcome);
        return Some((Kind::ExitCode, format!("{code}: {line}; expected one of {expected:?}")));
    }
    let is_silent = outcome.stderr.is_empty() && outcome.stdout.is_empty();
    (matches!(code, 1 | 2) && is_silent).then(|| (Kind::Silence, format!("exit code {code}")))
}

fn control_character(outcome: &Outcome) -> Violation {
    for (name, bytes) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)] {
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            // The kept output's end may divide a character.
            Err(error) if error.error_len().is_none() => {
                str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(error) => {
                let at = error.valid_up_to();
                return Some((Kind::ControlCharacter, format!("{name}: no UTF-8 at byte {at}")));
            }
        };
        let is_raw = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
        if let Some(c) = text.chars().find(is_raw) {
            return Some((Kind::ControlCharacter, format!("{name}: {c:?}")));
        }
    }
    None
}

fn wrong_count(run: &Run, outcome: &Outcome) -> Violation {
    let expected = run.expected.nodes?;
    // A run that was interrupted or refused a file has no count.
    if !outcome.status.success() || run.output != Output::Pipe {
        return None;
    }
    let text = String::from_utf8_lossy(&outcome.stdout);
    let nodes: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Nodes: ")).collect();
    let is_right = nodes == [expected.to_string()];
    (!is_right).then(|| (Kind::Count, format!("found {nodes:?}; expected {expected}")))
}

fn lost_games(run: &Run, outcome: &Outcome) -> Violation {
    let expected = run.expected.games?;
    // 1 reports damage.
    if !matches!(outcome.status.code(), Some(0 | 1)) {
        return None;
    }
    let text = String::from_utf8_lossy(&outcome.stdout);
    let games = text.lines().find_map(|line| line.strip_prefix("Games ")?.trim().parse().ok());
    let is_lost = games.is_none_or(|games: u64| games < expected);
    is_lost.then(|| (Kind::LostGames, format!("found {games:?}; expected {expected} or more")))
}

fn orphaned(outcome: &Outcome) -> Violation {
    let names = outcome.orphans.join(", ");
    (!names.is_empty()).then(|| (Kind::Orphan, format!("still running: {names}")))
}

/// Returns the last line on standard error, shortened.
fn last_line(outcome: &Outcome) -> String {
    let stderr = String::from_utf8_lossy(&outcome.stderr);
    stderr.lines().next_back().unwrap_or_default().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::time::Duration;

    use super::{Kind, check, check_files};
    use crate::runner::{self, Programs};
    use crate::scenario::{Input, Output, Program, Run, Signal};

    fn shell(script: &str) -> Run {
        Run::new(Program::Shell, ["-c", script])
    }

    /// Asserts which kind of finding a shell script run has.
    #[track_caller]
    fn assert_finding(run: &Run, expected: Option<Kind>) {
        let programs = Programs { tabiya: "tabiya".into(), engine: "tabiya-engine".into() };
        let outcome = runner::run(run, &programs, &env::temp_dir()).expect("the shell starts");
        let finding = check(run, &outcome);
        assert_eq!(finding.as_ref().map(|finding| finding.kind), expected, "{finding:?}");
    }

    fn limited(script: &str, millis: u64) -> Run {
        let mut run = shell(script);
        run.expected.time = Duration::from_millis(millis);
        run
    }

    #[test]
    fn good_run_has_no_finding() {
        assert_finding(&shell("echo fine").with_input(Input::Closed), None);
        assert_finding(&shell("echo 'error: x' >&2; exit 2"), None);
        assert_finding(&shell("echo Nodes: 20").counting(20), None);
        assert_finding(&shell("cat").with_input(Input::Text(b"\tx\n".to_vec())), None);
    }

    #[test]
    fn run_without_end_is_finding() {
        assert_finding(&limited("exec sleep 600", 50), Some(Kind::Time));
        let open = limited("exec cat", 50).with_input(Input::Open(b"x\n".to_vec()));
        assert_finding(&open, Some(Kind::Time));
        let ignoring = limited("trap '' INT; while :; do :; done", 300).interrupted_after(50);
        assert_finding(&ignoring, Some(Kind::Time));
        assert_finding(&limited("exec sleep 600", 5_000).interrupted_after(50), None);
    }

    #[test]
    fn run_with_much_memory_is_finding() {
        let script = "x=xxxxxxxx; while :; do x=$x$x; done";
        assert_finding(&shell(script).with_memory(40), Some(Kind::Memory));
    }

    #[test]
    fn panic_and_unsent_signal_are_findings() {
        assert_finding(&shell("echo \"thread 'main' panicked at x\" >&2"), Some(Kind::Panic));
        assert_finding(&shell("exit 101"), Some(Kind::Panic));
        assert_finding(&shell("kill -ABRT $$"), Some(Kind::Crash));
        assert_finding(&shell("kill -TERM $$"), Some(Kind::Crash));
        assert_finding(&shell("exec sleep 600").with_signal(Signal::Term, 30), None);
    }

    #[test]
    fn unexpected_exit_code_is_finding() {
        assert_finding(&shell("echo x; exit 3"), Some(Kind::ExitCode));
        assert_finding(&shell("echo x; exit 130"), Some(Kind::ExitCode));
        assert_finding(&shell("echo x").ending_with(&[1]), Some(Kind::ExitCode));
        assert_finding(&shell("exit 1"), Some(Kind::Silence));
    }

    #[test]
    fn control_character_is_finding() {
        for text in ["\\033[2J", "\\r", "\\007", "\\302\\233", "\\377"] {
            let script = format!("printf 'x{text}y'");
            assert_finding(&shell(&script), Some(Kind::ControlCharacter));
            assert_finding(&shell(&format!("{script} >&2")), Some(Kind::ControlCharacter));
        }
    }

    #[test]
    fn wrong_count_is_finding() {
        assert_finding(&shell("echo Nodes: 21").counting(20), Some(Kind::Count));
        assert_finding(&shell("echo nothing").counting(20), Some(Kind::Count));
        let full = shell("echo Nodes: 21 || echo 'disk full' >&2").counting(20);
        assert_finding(&full.with_output(Output::Full), None);
    }

    #[test]
    fn lost_game_is_finding() {
        assert_finding(&shell("echo 'Games  19'").finding_games(20), Some(Kind::LostGames));
        assert_finding(&shell("echo 'Games  19'; exit 1").finding_games(20), Some(Kind::LostGames));
        assert_finding(&shell("echo nothing").finding_games(0), Some(Kind::LostGames));
        assert_finding(&shell("echo 'Games  21'").finding_games(20), None);
        assert_finding(&shell("echo missing; exit 2").finding_games(20), None);
    }

    #[test]
    fn incomplete_file_is_finding_unless_a_run_was_killed() {
        let names = ["new.units", ".new.units.x3Tq9s.part"].map(str::to_owned);
        let finding = check_files(&names, false).expect("a finding");
        assert_eq!((finding.kind, finding.detail), (Kind::IncompleteFile, names[1].clone()));
        assert_eq!(check_files(&names, true), None);
        assert_eq!(check_files(&names[..1], false), None);
    }

    #[test]
    fn orphan_is_finding() {
        assert_finding(&shell("sleep 600 &"), Some(Kind::Orphan));
    }
}
