//! Program runs, with their input, output, limits and signals, and what they measure.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::processes::{self, MARKER};
use crate::scenario::{Input, Limit, Output, Program, Run, Signal};

/// The number of bytes that are kept from each output.
const KEPT_OUTPUT: usize = 1 << 20;

/// The interval at which a run is observed.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The paths to the attacked programs.
#[derive(Clone, Debug)]
pub struct Programs {
    pub tabiya: PathBuf,
    pub engine: PathBuf,
}

/// The reason why this program ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    TimeLimit,
    MemoryLimit,
}

/// The measurements and a run's output.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The peak resident memory in bytes.
    pub peak_memory: u64,
    /// The signals that the run received.
    pub signals: Vec<Signal>,
    pub stop: Option<Stop>,
    /// The names of processes that the run left behind.
    pub orphans: Vec<String>,
}

/// Starts a run in a folder and observes it until its end.
///
/// # Errors
///
/// Returns an error if the program cannot be started or observed.
pub fn run(run: &Run, programs: &Programs, folder: &Path) -> io::Result<Outcome> {
    let marker = processes::new_marker();
    let mut command = command(run, programs);
    command
        .current_dir(folder)
        .env(MARKER, &marker)
        .env("TMPDIR", folder)
        // `compare` starts engines by name.
        .env("PATH", search_path(&programs.tabiya))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(match run.output {
            Output::Full => Stdio::from(File::options().write(true).open("/dev/full")?),
            _ => Stdio::piped(),
        })
        // A signal to the group reaches the program's children too.
        .process_group(0);
    let mut child = command.spawn()?;
    let input = child.stdin.take().map(|stdin| feed(stdin, run.input.clone()));
    let stdout = child.stdout.take().map(|stdout| match run.output {
        Output::ClosedAfter(bytes) => collect(stdout.take(bytes as u64)),
        _ => collect(stdout),
    });
    let stderr = child.stderr.take().map(collect);

    let observed = observe(&mut child, run);
    let orphans = processes::end_marked(&marker, child.id());
    let (status, peak_memory, signals, stop) = observed?;
    // Dropping the result closes an input without an end.
    drop(input.map(JoinHandle::join));
    let join = |reader: Option<JoinHandle<Vec<u8>>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    let stdout = join(stdout);
    let stderr = join(stderr);
    Ok(Outcome { status, stdout, stderr, peak_memory, signals, stop, orphans })
}

/// Returns a run's command. A shell sets the limits, then becomes the program.
///
/// `env` comes first: a shell's background job would pass on that it ignores SIGINT.
fn command(run: &Run, programs: &Programs) -> Command {
    let program = match run.program {
        Program::Tabiya => programs.tabiya.as_os_str(),
        Program::Engine => programs.engine.as_os_str(),
        #[cfg(test)]
        Program::Shell => OsStr::new("/bin/sh"),
    };
    let mut before = String::new();
    match run.limit {
        Some(Limit::AddressSpace(kib)) => before += &format!("ulimit -v {kib}; "),
        // The shell counts 512-byte blocks.
        Some(Limit::FileSize(kib)) => before += &format!("trap '' XFSZ; ulimit -f {}; ", 2 * kib),
        None => {}
    }
    let after = if run.input == Input::Closed { " <&-" } else { "" };
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP,INT,TERM");
    if !before.is_empty() || !after.is_empty() {
        command.args(["/bin/sh", "-c"]).arg(format!("{before}exec \"$0\" \"$@\"{after}"));
    }
    command.arg(program).args(run.args.iter().map(|arg| OsStr::from_bytes(arg)));
    command
}

/// Returns the search path, with a program's folder first.
fn search_path(program: &Path) -> OsString {
    let folder = program.parent().map(Path::to_path_buf);
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folder.into_iter().chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or(path)
}

/// Writes an input on a thread, and returns the pipe if the input stays open.
fn feed(mut stdin: ChildStdin, input: Input) -> JoinHandle<Option<ChildStdin>> {
    thread::spawn(move || match input {
        Input::Text(bytes) => {
            // The program may end before it has read everything.
            let _ = stdin.write_all(&bytes);
            None
        }
        Input::Open(bytes) => stdin.write_all(&bytes).map(|()| stdin).ok(),
        Input::Endless(bytes) => {
            let block = bytes.repeat((1 << 16) / bytes.len().max(1) + 1);
            while !block.is_empty() && stdin.write_all(&block).is_ok() {}
            None
        }
        Input::Closed => None,
    })
}

/// Reads an output to its end on a thread, and returns its beginning.
fn collect(mut output: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut block = [0; 1 << 16];
        while let Ok(length @ 1..) = output.read(&mut block) {
            let free = KEPT_OUTPUT.saturating_sub(kept.len());
            kept.extend_from_slice(&block[..length.min(free)]);
        }
        kept
    })
}

type Observed = (ExitStatus, u64, Vec<Signal>, Option<Stop>);

/// Waits until a run ends, sends its signals, and ends it at its limits.
fn observe(child: &mut Child, run: &Run) -> io::Result<Observed> {
    let expected = &run.expected;
    let mut due = run.signal.or(expected.patience.map(|patience| (Signal::Int, patience)));
    let mut start = Instant::now();
    let mut signals = Vec::new();
    let mut peak_memory = 0;
    loop {
        peak_memory = peak_memory.max(processes::peak_memory(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait()? {
            return Ok((status, peak_memory, signals, None));
        }
        let stop = if peak_memory > expected.memory {
            Some(Stop::MemoryLimit)
        } else {
            (start.elapsed() > expected.time).then_some(Stop::TimeLimit)
        };
        if stop.is_some() {
            child.kill()?;
            return Ok((child.wait()?, peak_memory, signals, stop));
        }
        if let Some((signal, after)) = due
            && start.elapsed() >= after
        {
            processes::send(signal, child.id())?;
            signals.push(signal);
            (due, start) = (None, Instant::now());
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Returns the number of the signal that ended a run, if one did.
pub fn fatal_signal(outcome: &Outcome) -> Option<i32> {
    outcome.status.signal()
}
