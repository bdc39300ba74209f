//! A log: its sessions, and the findings in them.

use std::collections::HashMap;

use tabiya_explain::audit::{Finding, Session};

use crate::dialect::{LineKind, split_line};
use crate::games::audit_game;
use crate::runner::Runner;

/// The state of a log, which may hold several engines and games.
#[derive(Debug, Default)]
pub struct Log {
    /// The sessions by the engine's name in the log, each with its last line.
    sessions: HashMap<Vec<u8>, (Session, u64)>,
    /// The engine of the last line that names one. Bare lines belong to it.
    last: Vec<u8>,
    runner: Runner,
    /// The game that is being read, if the log is PGN, and the number of its first line.
    game: Option<(Vec<u8>, u64)>,
    lines: u64,
    games: u64,
    /// The numbers of sessions that have left.
    ended: Summary,
}

/// The most sessions. The one that has been idle longest leaves, so that the memory is bounded.
const MAX_SESSIONS: usize = 256;

/// The greatest length of a game in bytes. The rest of a longer one is not read.
const MAX_GAME_LEN: usize = 1 << 22;

/// The numbers of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// The lines.
    pub lines: u64,
    /// The engines and user interfaces that are told apart.
    pub sessions: usize,
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
    /// Adds the numbers of a session.
    fn add(&mut self, session: &Session) {
        let (claims, unverifiable) = session.claim_counts();
        self.sessions += 1;
        self.claims += claims;
        self.unverifiable += unverifiable;
    }
}

impl Log {
    /// Reads the next line, and returns what is wrong in it, with the engine's name.
    pub fn read(&mut self, line: &[u8]) -> Vec<(String, Finding)> {
        self.lines += 1;
        if line.trim_ascii_start().starts_with(b"[Event \"") {
            let findings = self.finish();
            self.game = Some((line.to_vec(), self.lines));
            return findings;
        }
        if let Some((text, _)) = &mut self.game {
            if !has_ended(text) || line.trim_ascii().is_empty() || line.starts_with(b"[") {
                if text.len() + line.len() < MAX_GAME_LEN {
                    text.push(b'\n');
                    text.extend_from_slice(line);
                } else {
                    self.ended.long_lines += 1;
                }
                return Vec::new();
            }
            // After the end of a game, a log may go on with other lines.
            let mut findings = self.finish();
            findings.extend(self.read_line(line));
            return findings;
        }
        self.read_line(line)
    }

    /// Counts a line that is too long.
    pub const fn skip_line(&mut self) {
        self.lines += 1;
        self.ended.long_lines += 1;
    }

    /// Reads a line outside of games.
    fn read_line(&mut self, line: &[u8]) -> Vec<(String, Finding)> {
        let split = split_line(line);
        if split.kind == LineKind::Runner {
            let last = String::from_utf8_lossy(&self.last).into_owned();
            let sessions = &self.sessions;
            // Of several engines with the same name, nobody knows which one is meant.
            let is_searching = |name: &str| {
                let mut named = sessions.iter().filter(|(key, _)| engine_name(key) == name);
                let (_, (session, _)) = named.next()?;
                named.next().is_none().then(|| session.is_searching())
            };
            let findings = self.runner.read(self.lines, split.text, is_searching);
            return findings.into_iter().map(|finding| (last.clone(), finding)).collect();
        }
        if split.kind == LineKind::Other {
            return Vec::new();
        }
        if !split.engine.is_empty() && self.last != split.engine {
            self.last.clear();
            self.last.extend_from_slice(split.engine);
        }
        if !self.sessions.contains_key(&self.last) {
            self.open_session();
        }
        let Some((session, last_line)) = self.sessions.get_mut(&self.last) else {
            return Vec::new();
        };
        *last_line = self.lines;
        match split.kind {
            LineKind::Command => session.command_line(self.lines, split.text),
            _ => session.response_line(self.lines, split.text),
        }
        let findings = session.take_findings();
        if findings.is_empty() {
            return Vec::new();
        }
        let engine = String::from_utf8_lossy(&self.last).into_owned();
        findings.into_iter().map(|finding| (engine.clone(), finding)).collect()
    }

    /// Opens the session of the last engine. If there are too many, the one that has been idle longest leaves.
    fn open_session(&mut self) {
        if self.sessions.len() == MAX_SESSIONS {
            let idle = self.sessions.iter().min_by_key(|(_, (_, line))| *line);
            if let Some(name) = idle.map(|(name, _)| name.clone())
                && let Some((session, _)) = self.sessions.remove(&name)
            {
                self.ended.add(&session);
                self.ended.forgotten_sessions += 1;
            }
        }
        self.sessions.insert(self.last.clone(), (Session::new(), self.lines));
    }

    /// Ends the log, and returns what is wrong in the last game of a PGN.
    pub fn finish(&mut self) -> Vec<(String, Finding)> {
        let Some((text, first_line)) = self.game.take() else { return Vec::new() };
        self.games += 1;
        let findings = audit_game(&text, first_line).into_iter();
        findings.map(|finding| (String::new(), finding)).collect()
    }

    /// Returns the numbers so far.
    pub fn summary(&self) -> Summary {
        let mut summary = self.ended;
        summary.lines = self.lines;
        summary.claims += self.games;
        for (session, _) in self.sessions.values() {
            summary.add(session);
        }
        summary
    }
}

/// Returns the engine's name in a session's key, without the thread before it.
pub fn engine_name(key: &[u8]) -> String {
    let key = String::from_utf8_lossy(key);
    key.rsplit("> ").next().unwrap_or(&key).trim().to_owned()
}

/// Tests whether the text of a game has its end.
fn has_ended(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    last.is_some_and(|word| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"))
}
