//! Scenarios: files, program runs on them, and the results that are expected.

use std::time::Duration;

/// A case in an attack: files, and the steps that run in a new folder with these files.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    pub files: Vec<InputFile>,
    pub steps: Vec<Step>,
    /// The size in KiB of the folder's file system, if it is a small one.
    pub disk: Option<u32>,
}

/// A file that exists before the first step.
#[derive(Clone, Debug)]
pub struct InputFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A step in a scenario.
#[derive(Clone, Debug)]
pub enum Step {
    Run(Run),
    /// Runs that start at the same time.
    Together(Vec<Run>),
    /// A change to a file that an earlier step wrote. A missing file is left alone.
    Damage {
        file: String,
        damage: Damage,
    },
}

/// A change to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A bit's inversion, at a position modulo the length.
    Flip { bit: usize },
    /// Truncation at the end; the length kept is modulo the file's length.
    Truncate { length: usize },
}

/// A program that is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Tabiya,
    Engine,
    /// The shell, with which tests imitate programs that do not meet the expectations.
    #[cfg(test)]
    Shell,
}

/// One program run.
#[derive(Clone, Debug)]
pub struct Run {
    pub program: Program,
    pub args: Vec<Vec<u8>>,
    pub input: Input,
    pub output: Output,
    pub limit: Option<Limit>,
    /// A signal, and the time after the start at which the run receives it.
    pub signal: Option<(Signal, Duration)>,
    pub expected: Expected,
}

/// Standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// These bytes, then the end.
    Text(Vec<u8>),
    /// These bytes, without an end.
    Open(Vec<u8>),
    /// These bytes, repeated without an end.
    Endless(Vec<u8>),
    /// A closed file descriptor.
    Closed,
}

/// Standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A pipe that is read to the end.
    Pipe,
    /// A pipe whose reader closes it after this many bytes.
    ClosedAfter(usize),
    /// `/dev/full`, on which every write fails.
    Full,
}

/// A limit that the shell sets before the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The address space in KiB.
    AddressSpace(u32),
    /// A written file's size in KiB.
    FileSize(u32),
}

/// A signal, as `kill` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    Hup,
    Int,
    Term,
    Kill,
}

impl Signal {
    pub const ALL: [Self; 4] = [Self::Hup, Self::Int, Self::Term, Self::Kill];

    /// Returns the name without `SIG`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hup => "HUP",
            Self::Int => "INT",
            Self::Term => "TERM",
            Self::Kill => "KILL",
        }
    }

    /// Returns the number, which POSIX fixes for these signals.
    pub const fn number(self) -> i32 {
        match self {
            Self::Hup => 1,
            Self::Int => 2,
            Self::Term => 15,
            Self::Kill => 9,
        }
    }
}

/// The conditions that a run must meet.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The run's time limit.
    pub time: Duration,
    /// The time after which a run that may last longer than any limit receives SIGINT.
    ///
    /// It must then end within [`Expected::time`].
    pub patience: Option<Duration>,
    /// The limit on peak resident memory in bytes.
    pub memory: u64,
    /// The allowed exit codes.
    pub codes: Vec<i32>,
    /// The count that the output must contain if the run succeeds.
    pub nodes: Option<u64>,
    /// The least number of games that the output must state if the input can be read.
    pub games: Option<u64>,
}

/// One mebibyte.
pub const MEBIBYTE: u64 = 1 << 20;

impl Default for Expected {
    fn default() -> Self {
        Self {
            // A saved result waits for the disk, which other processes may keep busy.
            time: Duration::from_secs(60),
            patience: None,
            memory: 512 * MEBIBYTE,
            codes: vec![0, 1, 2],
            nodes: None,
            games: None,
        }
    }
}

impl Run {
    /// Creates a run that reads an empty input, with the default expectations.
    pub fn new<A: AsRef<[u8]>>(program: Program, args: impl IntoIterator<Item = A>) -> Self {
        Self {
            program,
            args: args.into_iter().map(|arg| arg.as_ref().to_vec()).collect(),
            input: Input::Text(Vec::new()),
            output: Output::Pipe,
            limit: None,
            signal: None,
            expected: Expected::default(),
        }
    }

    /// Creates a `tabiya` run from words separated by blanks.
    pub fn tabiya(words: &str) -> Self {
        Self::new(Program::Tabiya, words.split_ascii_whitespace())
    }

    /// Creates an engine run without arguments.
    pub fn engine() -> Self {
        Self::new::<&str>(Program::Engine, [])
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<[u8]>) -> Self {
        self.args.push(arg.as_ref().to_vec());
        self
    }

    /// Sets standard input.
    pub fn with_input(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    /// Sets standard output.
    #[cfg(test)]
    pub fn with_output(mut self, output: Output) -> Self {
        self.output = output;
        self
    }

    /// Sets a limit that the shell enforces.
    pub fn with_limit(mut self, limit: Limit) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sends a signal after some milliseconds.
    pub fn with_signal(mut self, signal: Signal, millis: usize) -> Self {
        self.signal = Some((signal, Duration::from_millis(millis as u64)));
        self
    }

    /// Allows the run to last until SIGINT ends it, after some milliseconds.
    pub fn interrupted_after(mut self, millis: u64) -> Self {
        self.expected.patience = Some(Duration::from_millis(millis));
        self
    }

    /// Sets the peak memory limit in mebibytes.
    pub fn with_memory(mut self, mebibytes: u64) -> Self {
        self.expected.memory = mebibytes * MEBIBYTE;
        self
    }

    /// Requires a count if the run succeeds.
    pub fn counting(mut self, nodes: u64) -> Self {
        self.expected.nodes = Some(nodes);
        self
    }

    /// Requires that `tabiya games stats` finds as many games, or more.
    pub fn finding_games(mut self, games: u64) -> Self {
        self.expected.games = Some(games);
        self
    }

    /// Sets the allowed exit codes.
    pub fn ending_with(mut self, codes: &[i32]) -> Self {
        self.expected.codes = codes.to_vec();
        self
    }
}

impl From<Run> for Scenario {
    fn from(run: Run) -> Self {
        Self { steps: vec![Step::Run(run)], ..Self::default() }
    }
}

impl InputFile {
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_owned(), bytes: bytes.into() }
    }
}

impl Damage {
    /// Applies the change to a file's bytes.
    pub fn apply(self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        match self {
            Self::Flip { bit } if length > 0 => bytes[bit / 8 % length] ^= 1 << (bit % 8),
            Self::Truncate { length: kept } if length > 0 => bytes.truncate(kept % length),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Damage;

    #[test]
    fn damage_changes_one_bit_or_the_length() {
        let mut bytes = vec![0; 3];
        Damage::Flip { bit: 8 * 4 + 2 }.apply(&mut bytes);
        assert_eq!(bytes, [0, 4, 0]);
        Damage::Truncate { length: 5 }.apply(&mut bytes);
        assert_eq!(bytes, [0, 4]);
        let mut empty = Vec::new();
        Damage::Flip { bit: 9 }.apply(&mut empty);
        assert!(empty.is_empty());
    }
}
