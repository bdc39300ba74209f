//! Findings as text and as JSON Lines. Equal ones are printed once, with their number.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use serde::Serialize;
use tabiya_explain::audit::{Finding, Severity};
use tabiya_program::json;
use tabiya_program::message::printable;
use tabiya_program::verdict::Failure;

use crate::log::{Summary, engine_name};

/// The most findings that wait for equal ones. Then they are printed, and counted again.
const MAX_WAITING: usize = 10_000;

/// The most engines whose findings are counted.
const MAX_ENGINES: usize = 1000;

/// The choices of what is printed, and how.
#[derive(Clone, Debug)]
pub struct Options {
    pub is_json: bool,
    pub has_notes: bool,
    pub prints_all: bool,
    /// The codes that are printed, or none for all.
    pub only: Vec<String>,
}

/// A finding that waits for equal ones.
#[derive(Debug, Serialize)]
struct Entry {
    file: String,
    session: String,
    #[serde(flatten)]
    finding: Finding,
    count: u64,
}

/// The findings of all logs.
#[derive(Debug)]
pub struct Report {
    options: Options,
    waiting: Vec<Entry>,
    /// The place of each waiting finding by what makes findings equal.
    places: HashMap<String, usize>,
    /// The numbers of errors, warnings and notes.
    counts: [u64; 3],
    /// The number of findings by engine and code.
    engines: BTreeMap<String, BTreeMap<&'static str, u64>>,
    summary: Summary,
}

/// The last line of JSON output.
#[derive(Serialize)]
struct Totals<'a> {
    #[serde(flatten)]
    summary: Summary,
    errors: u64,
    warnings: u64,
    notes: u64,
    engines: &'a BTreeMap<String, BTreeMap<&'static str, u64>>,
}

impl Report {
    pub fn new(options: Options) -> Self {
        Self {
            options,
            waiting: Vec::new(),
            places: HashMap::new(),
            counts: [0; 3],
            engines: BTreeMap::new(),
            summary: Summary::default(),
        }
    }

    /// Adds a finding.
    pub fn add(
        &mut self,
        out: &mut dyn Write,
        file: &str,
        session: &str,
        finding: Finding,
    ) -> Result<(), Failure> {
        let index = match finding.severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        };
        self.counts[index] += 1;
        let session = printable(&engine_name(session.as_bytes()));
        if self.engines.len() < MAX_ENGINES || self.engines.contains_key(&session) {
            *self.engines.entry(session.clone()).or_default().entry(finding.code).or_default() += 1;
        }
        let is_hidden = finding.severity == Severity::Note && !self.options.has_notes;
        let is_other = !self.options.only.is_empty()
            && !self.options.only.iter().any(|code| code == finding.code);
        if is_hidden || is_other {
            return Ok(());
        }
        let key = format!("{session}\n{}\n{}\n{:?}", finding.code, finding.claim, finding.position);
        if let Some(&place) = self.places.get(&key).filter(|_| !self.options.prints_all) {
            self.waiting[place].count += 1;
            return Ok(());
        }
        self.places.insert(key, self.waiting.len());
        let entry = Entry { file: printable(file).to_string(), session, finding, count: 1 };
        self.waiting.push(entry);
        if self.options.prints_all || self.waiting.len() == MAX_WAITING {
            self.print(out)
        } else {
            Ok(())
        }
    }

    /// Prints the findings that wait, and adds the numbers of a log.
    pub fn end_log(&mut self, out: &mut dyn Write, summary: &Summary) -> Result<(), Failure> {
        self.print(out)?;
        self.summary.lines += summary.lines;
        self.summary.sessions += summary.sessions;
        self.summary.claims += summary.claims;
        self.summary.unverifiable += summary.unverifiable;
        self.summary.long_lines += summary.long_lines;
        self.summary.forgotten_sessions += summary.forgotten_sessions;
        Ok(())
    }

    fn print(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.places.clear();
        for entry in self.waiting.drain(..) {
            if self.options.is_json {
                json::write_line(out, &entry)?;
            } else {
                print_text(out, &entry)?;
            }
        }
        Ok(())
    }

    /// Prints the numbers.
    pub fn end(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let [errors, warnings, notes] = self.counts;
        let summary = self.summary;
        if self.options.is_json {
            return json::write_line(
                out,
                &Totals { summary, errors, warnings, notes, engines: &self.engines },
            );
        }
        for (engine, codes) in self.engines.iter().filter(|(engine, _)| !engine.is_empty()) {
            let codes: Vec<_> =
                codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
            writeln!(out, "{engine}: {}", codes.join(", "))?;
        }
        let Summary { lines, sessions, claims, unverifiable, long_lines, forgotten_sessions } =
            summary;
        if long_lines > 0 {
            writeln!(out, "not read: {}, too long", counted(long_lines, "line"))?;
        }
        if forgotten_sessions > 0 {
            writeln!(
                out,
                "forgotten, because there were too many: {}",
                counted(forgotten_sessions, "session")
            )?;
        }
        let hint = if notes > 0 && !self.options.has_notes { " (--notes)" } else { "" };
        Ok(writeln!(
            out,
            "{}, {}, {}: {}, {}; {}{hint}, {unverifiable} unverifiable",
            counted(lines, "line"),
            counted(sessions as u64, "session"),
            counted(claims, "claim"),
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(notes, "note"),
        )?)
    }

    /// Tests whether an error was found, or a warning if it counts as one.
    pub const fn has_errors(&self, is_strict: bool) -> bool {
        self.counts[0] > 0 || (is_strict && self.counts[1] > 0)
    }
}

fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn print_text(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    print_finding(out, &format!("{}:", entry.file), &entry.session, &entry.finding, entry.count)
}

/// Prints a finding after the name of its file, with the number of equal ones.
pub fn print_finding(
    out: &mut dyn Write,
    file: &str,
    session: &str,
    finding: &Finding,
    count: u64,
) -> io::Result<()> {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let engine = if session.is_empty() { String::new() } else { format!("{session}: ") };
    let claim = printable(&finding.claim);
    let place = match finding.ply {
        Some(ply) if finding.code.starts_with("position") => {
            format!("{claim}, move {ply} of the command")
        }
        Some(ply) if finding.code.starts_with("mate") && !finding.code.ends_with("draw") => {
            format!("mate {claim}, {} of the variation", counted(ply as u64, "half-move"))
        }
        Some(ply) => format!("{claim}, move {ply} of the variation"),
        None => claim.to_string(),
    };
    let sentence = match &*finding.rule {
        "-" => finding.sentence.clone(),
        rule => format!("{} ({rule})", finding.sentence),
    };
    let more = match count {
        1 => String::new(),
        count => format!(" (and {} more)", counted(count - 1, "line")),
    };
    writeln!(
        out,
        "{file}{}: {severity}: {}: {engine}{place}: {sentence}{more}",
        finding.line, finding.code
    )?;
    for command in [&finding.position, &finding.go].into_iter().flatten() {
        writeln!(out, "  {}", printable(command))?;
    }
    if let Some(fen) = finding.fen.as_ref().filter(|_| finding.code.ends_with("-illegal")) {
        writeln!(out, "  tabiya explain {claim} --fen \"{fen}\"")?;
    }
    if let Some(hint) = finding.hint {
        writeln!(out, "  {hint}")?;
    }
    Ok(())
}
