//! What a comparison found: a line for each position, a summary by kind of mistake, and the
//! diagnosis of the first.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::AnsiColor;
use serde::Serialize;
use tabiya::{Move, Position, san, uci, variation};

use super::mistake::{Fault, Mistake};
use super::opponent::Question;
use super::process::Trouble;
use super::walk::{Finding, Wrong};
use crate::draw::{Diagram, text};
use crate::position::{castling_notation, color_name, format_fen};

/// The number of consecutive engine failures that aborts a comparison.
pub const MAX_FAILURES: usize = 3;

/// How many wrong moves of one position are explained.
const EXPLAINED: usize = 4;

/// What the comparison at one position gave.
pub enum Outcome {
    /// All counts are the same.
    Agrees {
        /// Up to this depth.
        depth: u8,
    },
    /// A move or a count is not.
    Differs(Box<Finding>),
    /// There was no answer to compare with.
    Trouble(Trouble),
}

impl Outcome {
    /// A line that names the position, if there is anything to say.
    pub fn line(&self, name: &str) -> String {
        let red = AnsiColor::Red.on_default();
        match self {
            Self::Agrees { .. } => String::new(),
            Self::Differs(finding) => {
                let what = match &finding.wrong {
                    Wrong::Moves(mistakes) | Wrong::AfterMaking { mistakes, .. } => {
                        mistakes.iter().take(3).map(short).collect::<Vec<_>>().join(", ")
                    }
                    Wrong::Leaf { theirs } => format!("found {theirs}, expected 1"),
                    Wrong::Count { ours, theirs } => format!("found {theirs}, expected {ours}"),
                };
                let (kind, depth) = (finding.kind().name(), finding.depth);
                format!("{red}{kind}{red:#}: {name}: {what}, at depth {depth}\n")
            }
            Self::Trouble(trouble) => format!("{red}engine failure{red:#}: {name}: {trouble}\n"),
        }
    }
}

/// All outcomes.
#[derive(Default)]
pub struct Tally {
    rows: Vec<(String, Position, Outcome)>,
}

impl Tally {
    /// Adds that of one position.
    pub fn add(&mut self, name: String, start: Position, outcome: Outcome) {
        self.rows.push((name, start, outcome));
    }

    /// Whether nothing was added yet.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether all counts agree.
    pub fn is_clean(&self) -> bool {
        self.rows.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Agrees { .. }))
    }

    /// The numbers of mistakes of each kind, and of answers that did not come.
    fn kinds(&self) -> BTreeMap<&'static str, usize> {
        let mut kinds = BTreeMap::new();
        for (_, _, outcome) in &self.rows {
            let kind = match outcome {
                Outcome::Agrees { .. } => continue,
                Outcome::Differs(finding) => finding.kind().name(),
                Outcome::Trouble(_) => "engine failure",
            };
            *kinds.entry(kind).or_default() += 1;
        }
        kinds
    }

    /// Prints the summary and the diagnosis that is easiest to look at: the shallowest.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn print(&self, is_one: bool, gave_up: bool, out: &mut dyn Write) -> io::Result<()> {
        if is_one {
            if let [(_, _, Outcome::Agrees { .. })] = &self.rows[..] {
                return writeln!(out, "No mismatch found.");
            }
        } else {
            self.summary(gave_up, out)?;
        }
        let findings = self.rows.iter().filter_map(|(_, start, outcome)| match outcome {
            Outcome::Differs(finding) => Some((start, finding)),
            _ => None,
        });
        if let Some((start, finding)) = findings.min_by_key(|(_, finding)| finding.depth) {
            writeln!(out)?;
            return diagnosis(start, finding, out);
        }
        for (_, _, outcome) in &self.rows {
            if let (Outcome::Trouble(trouble), true) = (outcome, is_one) {
                writeln!(out, "Engine failure: {trouble}")?;
            }
        }
        Ok(())
    }

    fn summary(&self, gave_up: bool, out: &mut dyn Write) -> io::Result<()> {
        if gave_up {
            writeln!(out, "Aborted after {MAX_FAILURES} consecutive engine failures.")?;
        }
        let agreed =
            self.rows.iter().filter(|(_, _, outcome)| matches!(outcome, Outcome::Agrees { .. }));
        writeln!(out, "{} positions: {} agree", self.rows.len(), agreed.count())?;
        for (kind, count) in self.kinds() {
            writeln!(out, "  {kind}: {count}")?;
        }
        Ok(())
    }

    /// All of it, in the shape of `--json`.
    pub fn report(&self) -> Report<'_> {
        let position = |(name, start, outcome): &'_ (String, Position, Outcome)| {
            let (depth, difference, trouble) = match outcome {
                Outcome::Agrees { depth } => (Some(*depth), None, None),
                Outcome::Differs(finding) => {
                    (Some(finding.depth), Some(Difference::of(start, finding)), None)
                }
                Outcome::Trouble(trouble) => (None, None, Some(trouble.to_string())),
            };
            let agrees = matches!(outcome, Outcome::Agrees { .. });
            Row { name: name.clone(), fen: format_fen(start), agrees, depth, difference, trouble }
        };
        Report {
            agrees: self.is_clean(),
            kinds: self.kinds(),
            positions: self.rows.iter().map(position).collect(),
        }
    }
}

/// A comparison, in the shape of `--json`.
#[derive(Serialize)]
pub struct Report<'a> {
    agrees: bool,
    kinds: BTreeMap<&'a str, usize>,
    positions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    fen: String,
    agrees: bool,
    depth: Option<u8>,
    difference: Option<Difference>,
    trouble: Option<String>,
}

/// Where two generators part, in the shape of `--json`.
#[derive(Serialize)]
struct Difference {
    kind: &'static str,
    /// The position, and the moves that lead there.
    fen: String,
    moves: Vec<String>,
    mistakes: Vec<Mistake>,
    /// The move after which alone the mistakes are made.
    after: Option<String>,
    /// The counts, where all moves are right.
    ours: Option<u128>,
    theirs: Option<u128>,
}

impl Difference {
    fn of(start: &Position, finding: &Finding) -> Self {
        let castling = castling_notation(start);
        let write = |mv: Move| uci::display(mv, castling).to_string();
        let mut difference = Self {
            kind: finding.kind().name(),
            fen: format_fen(&finding.position),
            moves: finding.moves.iter().copied().map(write).collect(),
            mistakes: Vec::new(),
            after: None,
            ours: None,
            theirs: None,
        };
        match &finding.wrong {
            Wrong::Moves(mistakes) => difference.mistakes.clone_from(mistakes),
            Wrong::AfterMaking { place, mistakes } => {
                difference.mistakes.clone_from(mistakes);
                difference.after = Some(write(finding.moves[*place]));
            }
            Wrong::Leaf { theirs } => {
                (difference.ours, difference.theirs) = (Some(1), Some(*theirs));
            }
            Wrong::Count { ours, theirs } => {
                (difference.ours, difference.theirs) = (Some(*ours), Some(*theirs));
            }
        }
        difference
    }
}

/// Prints where two generators part: the position, the moves that are wrong, and why.
fn diagnosis(start: &Position, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let Finding { moves, position, .. } = finding;
    let path = variation::display(start, moves);
    match moves.len() {
        0 => writeln!(out, "First mismatch at the root position:")?,
        _ => writeln!(out, "First mismatch after {path}:")?,
    }
    writeln!(out)?;
    write!(out, "{}", text::board(&Diagram::from_position(position, false)))?;
    writeln!(out)?;
    writeln!(
        out,
        "{} to move. FEN: {}",
        color_name(position.side_to_move()),
        format_fen(position)
    )?;
    match &finding.wrong {
        Wrong::Moves(mistakes) => explain(mistakes, out),
        Wrong::AfterMaking { place, mistakes } => {
            explain(mistakes, out)?;
            made_wrongly(start, moves, *place, out)
        }
        Wrong::Leaf { theirs } => {
            let (mv, _) = at(start, moves, moves.len().saturating_sub(1));
            writeln!(out, "{mv} at depth 1: found {theirs} leaves, expected 1.")?;
            again(Question { start, moves: &[], depth: finding.depth }, out)
        }
        Wrong::Count { ours, theirs } => {
            counted_wrongly(start, moves, *ours, *theirs, out)?;
            again(Question { start, moves: &[], depth: finding.depth }, out)
        }
    }
}

/// Prints what to tell an engine.
fn again(question: Question<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Reproduce with:")?;
    writeln!(out, "  {}", question.command())?;
    writeln!(out, "  go perft {}", question.depth)
}

fn explain(mistakes: &[Mistake], out: &mut dyn Write) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    for mistake in mistakes.iter().take(EXPLAINED) {
        let is = match mistake.fault {
            Fault::Missing => "is legal",
            Fault::Extra => "is illegal",
            Fault::Twice => "counts once",
        };
        writeln!(out, "{bold}{}{bold:#} {is}: {}", short(mistake), mistake.why)?;
    }
    match mistakes.len().saturating_sub(EXPLAINED) {
        0 => Ok(()),
        more => writeln!(out, "… and {more} more"),
    }
}

/// "missing e5d6 (exd6)"
fn short(mistake: &Mistake) -> String {
    let word = match mistake.fault {
        Fault::Missing => "missing",
        Fault::Extra => "extra",
        Fault::Twice => "duplicate",
    };
    match &mistake.san {
        Some(san) => format!("{word} {} ({san})", mistake.mv),
        None => format!("{word} {}", mistake.mv),
    }
}

fn made_wrongly(
    start: &Position,
    moves: &[Move],
    place: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mv, before) = at(start, moves, place);
    writeln!(
        out,
        "The moves are right if the position is given as a FEN, and wrong after {mv}. Check how \
         making\n{mv} updates the castling rights, the en passant square and the pieces."
    )?;
    again(Question { start: &before, moves: &moves[place..], depth: 1 }, out)
}

fn counted_wrongly(
    start: &Position,
    moves: &[Move],
    ours: u128,
    theirs: u128,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mv, before) = at(start, moves, moves.len().saturating_sub(1));
    writeln!(
        out,
        "After {mv}: found {theirs} leaves, expected {ours}. Counted from this position, all \
         counts are right.\nPossible causes: making or unmaking {mv} within the tree, or a hash table that \
         confuses positions."
    )?;
    writeln!(out, "Before {mv}: {}", format_fen(&before))
}

/// One of the moves in UCI's form and in SAN, and the position before it.
fn at(start: &Position, moves: &[Move], place: usize) -> (String, Position) {
    let before = moves[..place].iter().fold(*start, |position, &mv| position.after(mv));
    let Some(&mv) = moves.get(place) else { return ("no move".to_owned(), before) };
    let castling = castling_notation(start);
    (format!("{} ({})", uci::display(mv, castling), san::display(&before, mv)), before)
}
