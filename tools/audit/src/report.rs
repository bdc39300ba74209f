//! Findings as text and as JSON Lines. Equal ones are printed once, with their number.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use tabiya_explain::audit::{CODES, Finding, Severity};
use tabiya_program::json;
use tabiya_program::link::{Link, View};
use tabiya_program::message::printable;
use tabiya_program::verdict::Failure;

use crate::log::Summary;

/// The most bytes of findings that wait for equal ones. Then they are printed, and counted again.
const MAX_WAITING_LEN: usize = 16 << 20;

/// The most engines whose findings are counted.
const MAX_ENGINES: usize = 1000;

/// The arguments about what is printed, and how.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Print one JSON object per finding and one for the numbers
    #[arg(long)]
    json: bool,
    /// Print notes, too: claims that break no rule
    #[arg(long)]
    notes: bool,
    /// Print each finding, also if it is equal to an earlier one
    #[arg(long)]
    all: bool,
    /// Print only findings with these codes, such as pv-illegal
    #[arg(long, value_name = "CODE", value_delimiter = ',', hide_possible_values = true,
        value_parser = PossibleValuesParser::new(CODES.map(|(code, ..)| code)))]
    only: Vec<String>,
    /// Exit with code 1 for warnings, too
    #[arg(long)]
    strict: bool,
    /// Print links to illegal moves and wrong counts on the explorer page
    #[arg(long)]
    link: bool,
}

/// A finding with its place.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// The log.
    pub file: String,
    /// The engine's name.
    pub session: String,
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// The number of equal findings.
    pub count: u64,
    /// The URL of the explorer page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// The findings of all logs.
#[derive(Debug)]
pub struct Report {
    arguments: ReportArgs,
    waiting: Vec<Entry>,
    waiting_len: usize,
    /// The place of each waiting finding by what makes findings equal.
    places: HashMap<String, usize>,
    totals: Totals,
}

/// The numbers of all logs: the last line of JSON output.
#[derive(Debug, Default, Serialize)]
struct Totals {
    #[serde(flatten)]
    summary: Summary,
    errors: u64,
    warnings: u64,
    notes: u64,
    /// The number of findings by engine and code.
    engines: BTreeMap<String, BTreeMap<&'static str, u64>>,
}

impl Report {
    pub fn new(arguments: ReportArgs) -> Self {
        let waiting = Vec::new();
        let places = HashMap::new();
        Self { arguments, waiting, waiting_len: 0, places, totals: Totals::default() }
    }

    /// Adds a finding.
    pub fn add(
        &mut self,
        out: &mut dyn Write,
        file: &str,
        session: &str,
        finding: Finding,
    ) -> Result<(), Failure> {
        let Totals { errors, warnings, notes, engines, .. } = &mut self.totals;
        *match finding.severity {
            Severity::Error => errors,
            Severity::Warning => warnings,
            Severity::Note => notes,
        } += 1;
        let session = printable(session);
        if engines.len() < MAX_ENGINES || engines.contains_key(&session) {
            *engines.entry(session.clone()).or_default().entry(finding.code).or_default() += 1;
        }
        let ReportArgs { notes, all, only, link, .. } = &self.arguments;
        let is_hidden = finding.severity == Severity::Note && !notes;
        let is_selected = only.is_empty() || only.iter().any(|code| code == finding.code);
        if is_hidden || !is_selected {
            return Ok(());
        }
        let key = format!("{session}\n{}", key_of(&finding));
        if let Some(&place) = self.places.get(&key).filter(|_| !all) {
            self.waiting[place].count += 1;
            return Ok(());
        }
        let link = if *link { link_to(&finding) } else { None };
        let texts = [Some(&finding.sentence), finding.go.as_ref(), Some(&key)];
        self.waiting_len +=
            size_of::<Entry>() + texts.into_iter().flatten().map(String::len).sum::<usize>();
        self.places.insert(key, self.waiting.len());
        self.waiting.push(Entry { file: printable(file), session, finding, count: 1, link });
        if *all || self.waiting_len > MAX_WAITING_LEN { self.print(out) } else { Ok(()) }
    }

    /// Prints the findings that wait, and adds the numbers of a log.
    pub fn end_log(&mut self, out: &mut dyn Write, summary: &Summary) -> Result<(), Failure> {
        self.totals.summary.add(summary);
        self.print(out)
    }

    fn print(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.places.clear();
        self.waiting_len = 0;
        for entry in self.waiting.drain(..) {
            if self.arguments.json {
                json::write_line(out, &entry)?;
            } else {
                entry.print(out)?;
            }
        }
        Ok(())
    }

    /// Prints the numbers.
    pub fn end(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.arguments.json {
            return json::write_line(out, &self.totals);
        }
        let Totals { summary, errors, warnings, notes, engines } = &self.totals;
        for (engine, codes) in engines.iter().filter(|(engine, _)| !engine.is_empty()) {
            let codes: Vec<_> =
                codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
            writeln!(out, "{engine}: {}", codes.join(", "))?;
        }
        let Summary { lines, sessions, claims, unverifiable, long_lines, forgotten_sessions } =
            *summary;
        if long_lines > 0 {
            writeln!(out, "not read: {}, too long", counted(long_lines, "line"))?;
        }
        if forgotten_sessions > 0 {
            let sessions = counted(forgotten_sessions, "session");
            writeln!(out, "forgotten, because there were too many: {sessions}")?;
        }
        let [lines, sessions, claims, errors, warnings, notes] = [
            (lines, "line"),
            (sessions, "session"),
            (claims, "claim"),
            (*errors, "error"),
            (*warnings, "warning"),
            (*notes, "note"),
        ]
        .map(|(number, noun)| counted(number, noun));
        let hint = if self.totals.notes > 0 && !self.arguments.notes { " (--notes)" } else { "" };
        Ok(writeln!(
            out,
            "{lines}, {sessions}, {claims}: {errors}, {warnings}; {notes}{hint}, {unverifiable} unverifiable"
        )?)
    }

    /// Tests whether an error was found, or a warning if it counts as one.
    pub const fn has_errors(&self) -> bool {
        self.totals.errors > 0 || (self.arguments.strict && self.totals.warnings > 0)
    }
}

impl Entry {
    /// Prints the finding as text.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { file, session, finding, count, link } = self;
        let Finding { line, code, severity, rule, sentence, .. } = finding;
        let place_of_line = if file.is_empty() { "line ".to_owned() } else { format!("{file}:") };
        let severity = severity.name();
        let engine = if session.is_empty() { String::new() } else { format!("{session}: ") };
        let claim = printable(&finding.claim);
        let place = match finding.ply {
            Some(ply) if code.starts_with("position") => {
                format!("{claim}, move {ply} of the command")
            }
            Some(ply) if code.starts_with("mate") && *code != "mate-after-draw" => {
                format!("mate {claim}, {} of the variation", counted(ply as u64, "half-move"))
            }
            Some(ply) => format!("{claim}, move {ply} of the variation"),
            None => claim.clone(),
        };
        let rule = if rule == "-" { String::new() } else { format!(" ({rule})") };
        let more = if *count > 1 {
            format!(" (and {} more)", counted(count - 1, "line"))
        } else {
            String::new()
        };
        writeln!(
            out,
            "{place_of_line}{line}: {severity}: {code}: {engine}{place}: {sentence}{rule}{more}"
        )?;
        let explain = match &finding.fen {
            Some(fen) if code.ends_with("-illegal") => {
                Some(format!("tabiya explain {claim} --fen \"{fen}\""))
            }
            _ => None,
        };
        let hint = finding.hint.map(|hint| format!("hint: {hint}"));
        let link = link.as_ref().map(|link| format!("link: {link}"));
        let option = "setoption name UCI_Chess960 value true";
        let option = finding.chess960.then(|| option.to_owned());
        let lines = [option, finding.position.clone(), finding.go.clone(), explain, hint, link];
        lines.into_iter().flatten().try_for_each(|line| writeln!(out, "  {}", printable(&line)))
    }
}

/// Returns what is equal in findings that are printed once: the code, the move, and the position of the search.
pub fn key_of(finding: &Finding) -> String {
    let Finding { line, code, claim, position, fen, rule, .. } = finding;
    // Without a position, each line is another claim.
    let place = match (position, fen) {
        (None, None) => line.to_string(),
        (position, fen) => {
            format!("{position:?} {:?}", fen.as_ref().filter(|_| position.is_none()))
        }
    };
    format!("{code}\n{claim}\n{rule}\n{place}")
}

/// Returns a link to the reason for an illegal move, or to the counts of a position.
fn link_to(finding: &Finding) -> Option<String> {
    let fen = finding.fen.as_ref()?;
    let link = if finding.code.starts_with("perft") {
        let depth = finding.go.as_ref()?.rsplit(' ').next()?;
        Link::new(View::Perft).with("fen", fen).with("depth", depth)
    } else if finding.code.ends_with("-illegal") {
        Link::new(View::Why).with("fen", fen).with("move", &finding.claim)
    } else {
        return None;
    };
    Some(link.to_string())
}

fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
