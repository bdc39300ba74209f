//! A log: its sessions, and the findings in them.

use std::collections::HashMap;

use bstr::ByteSlice;
use tabiya_explain::audit::{Finding, Session};

use crate::dialect::{LineKind, LogLine, split_line};
use crate::games::audit_game;
use crate::runner::Runner;

/// The memory for all sessions in bytes. Then the half that has been idle longest is forgotten.
const MAX_MEMORY: usize = 64 << 20;

/// The greatest length of a game in bytes. The rest of a longer one is not read.
const MAX_GAME_LEN: usize = 1 << 22;

/// The state of a log, which may hold several engines and games.
#[derive(Debug, Default)]
pub struct Log {
    /// The sessions by the engine's name in the log.
    sessions: HashMap<Vec<u8>, OpenSession>,
    /// The memory for the sessions.
    memory: usize,
    /// The engine of the last line that names one. Bare lines belong to it.
    last: Vec<u8>,
    runner: Runner,
    /// The game that is being read, if the log is PGN, and the number of its first line.
    game: Option<(Vec<u8>, u64)>,
    /// The numbers, without those of open sessions.
    summary: Summary,
}

/// A session with its last line.
#[derive(Debug, Default)]
struct OpenSession {
    session: Session,
    last_line: u64,
    memory: usize,
}

/// The numbers of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// The lines.
    pub lines: u64,
    /// The engines and user interfaces that are told apart.
    pub sessions: u64,
    /// The claims that were checked.
    pub claims: u64,
    /// The claims whose position is unknown, or that are too large to check.
    pub unverifiable: u64,
    /// The lines that are too long, and were not read.
    pub long_lines: u64,
    /// The sessions that were forgotten because there were too many.
    pub forgotten_sessions: u64,
}

impl Summary {
    /// Adds the numbers of another log, or of a session.
    pub const fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.sessions += other.sessions;
        self.claims += other.claims;
        self.unverifiable += other.unverifiable;
        self.long_lines += other.long_lines;
        self.forgotten_sessions += other.forgotten_sessions;
    }

    fn add_session(&mut self, session: &Session) {
        let (claims, unverifiable) = session.claim_counts();
        self.add(&Self { sessions: 1, claims, unverifiable, ..Self::default() });
    }
}

impl Log {
    /// Reads the next line, and returns what is wrong in it, with the engine's name.
    pub fn read(&mut self, line: &[u8]) -> Vec<(String, Finding)> {
        self.summary.lines += 1;
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let starts_game = line.trim_ascii_start().starts_with(b"[Event \"");
        match &mut self.game {
            Some((text, _)) if !starts_game && !is_after_game(text, line) => {
                if text.len() + line.len() < MAX_GAME_LEN {
                    text.push(b'\n');
                    text.extend_from_slice(line);
                } else {
                    self.summary.long_lines += 1;
                }
                Vec::new()
            }
            None if !starts_game => self.read_line(line),
            _ => {
                let mut findings = self.finish();
                if starts_game {
                    self.game = Some((line.to_vec(), self.summary.lines));
                } else {
                    findings.extend(self.read_line(line));
                }
                findings
            }
        }
    }

    /// Counts a line that is too long, of which the start is known. After a command, the position is unknown.
    pub fn skip_line(&mut self, start: &[u8]) {
        self.summary.lines += 1;
        self.summary.long_lines += 1;
        let split = split_line(start);
        if split.kind == LineKind::Command {
            self.name_engine(&split);
            if let Some(open) = self.sessions.get_mut(&self.last) {
                open.session.forget_position();
            }
        }
    }

    /// Notes the engine that a line names.
    fn name_engine(&mut self, split: &LogLine<'_>) {
        if !split.engine.is_empty() && split.kind != LineKind::Other {
            self.last.clear();
            self.last.extend_from_slice(split.game);
            self.last.extend_from_slice(if split.game.is_empty() { b"" } else { b"> " });
            self.last.extend_from_slice(split.engine);
        }
    }

    /// Reads a line outside of games.
    fn read_line(&mut self, line: &[u8]) -> Vec<(String, Finding)> {
        let number = self.summary.lines;
        let split = split_line(line);
        self.name_engine(&split);
        let findings = match split.kind {
            LineKind::Other => return Vec::new(),
            LineKind::Runner => {
                return self.read_runner(number, &String::from_utf8_lossy(split.text));
            }
            LineKind::Command | LineKind::Response => {
                let (open, is_new) = match self.sessions.get_mut(&self.last) {
                    Some(open) => (open, false),
                    None => (self.sessions.entry(self.last.clone()).or_default(), true),
                };
                open.last_line = number;
                match split.kind {
                    LineKind::Command => open.session.command_line(number, split.text),
                    _ => open.session.response_line(number, split.text),
                }
                if split.kind == LineKind::Command || is_new {
                    // Tables and the allocator need as much again.
                    let memory = 2 * (open.session.memory() + self.last.len());
                    self.memory = self.memory - open.memory + memory;
                    open.memory = memory;
                }
                open.session.take_findings()
            }
        };
        if self.memory > MAX_MEMORY {
            self.forget_idle_sessions();
        }
        findings.into_iter().map(|finding| (engine_name(&self.last), finding)).collect()
    }

    /// Reads a line of a match runner, whose parts may be joined.
    fn read_runner(&mut self, number: u64, text: &str) -> Vec<(String, Finding)> {
        let numbered = text.split_once("] ").filter(|(game, _)| game.starts_with("[#"));
        let text = numbered.map_or(text, |(_, text)| text);
        let sessions = &mut self.sessions;
        let mut end_of = |name: &str| {
            let is_named = |key: &[u8]| key.contains_str(name) && engine_name(key) == name;
            let mut named = sessions.iter_mut().filter(|(key, _)| is_named(key));
            let (_, open) = named.next()?;
            // Of several engines with the same name, nobody knows which one is meant.
            let end = named.next().is_none().then(|| open.session.game_end()).flatten();
            open.session.end_game();
            end
        };
        let mut findings = Vec::new();
        for part in text.split(" :: ").map(str::trim) {
            let is_claim = part.starts_with("Warning") || part.starts_with("Finished");
            self.summary.claims += u64::from(is_claim);
            let found = self.runner.read(number, part, &mut end_of).into_iter();
            findings.extend(found.map(|finding| (self.runner.engine().to_owned(), finding)));
        }
        findings
    }

    fn forget_idle_sessions(&mut self) {
        let mut last_lines: Vec<_> = self.sessions.values().map(|open| open.last_line).collect();
        let middle = last_lines.len() / 2;
        let (_, &mut first_kept, _) = last_lines.select_nth_unstable(middle);
        self.sessions.retain(|_, open| {
            let is_kept = open.last_line >= first_kept && last_lines.len() > 1;
            if !is_kept {
                self.summary.add_session(&open.session);
                self.summary.forgotten_sessions += 1;
                self.memory -= open.memory;
            }
            is_kept
        });
    }

    /// Ends the log, and returns what is wrong in the last game of a PGN.
    pub fn finish(&mut self) -> Vec<(String, Finding)> {
        let Some((text, first_line)) = self.game.take() else { return Vec::new() };
        self.summary.claims += 1;
        audit_game(&text, first_line).into_iter().map(|finding| (String::new(), finding)).collect()
    }

    /// Returns the numbers so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = self.summary;
        self.sessions.values().for_each(|open| summary.add_session(&open.session));
        summary
    }
}

/// Returns the engine's name in a session's key, without the thread before it and the number behind it, shortened.
fn engine_name(key: &[u8]) -> String {
    let key = String::from_utf8_lossy(key);
    let name = key.rsplit("> ").next().unwrap_or(&key).trim();
    let name =
        name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('(').unwrap_or(name);
    name.chars().take(80).collect()
}

/// Tests whether a line does not belong to the game before it: a log may go on with other lines.
fn is_after_game(game: &[u8], line: &[u8]) -> bool {
    let last = game.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    // The tag pairs of the next game may follow.
    let is_tag_pair = line.starts_with(b"[") && line.trim_ascii_end().ends_with(b"\"]");
    last.is_some_and(|word| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"))
        && !line.trim_ascii().is_empty()
        && !is_tag_pair
}
