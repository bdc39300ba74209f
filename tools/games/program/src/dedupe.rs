//! `tabiya-games dedupe`: the first game among equal ones.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tabiya_games::dedupe::GameKey;
use tabiya_program::verdict::{self, Failure};
use tabiya_program::{json, message};

use super::errors::{ErrorArgs, counted, print_findings};
use super::reading::{self, Part, PartSink};
use super::text::push_as_read;
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::output::{Output, OutputState, name_error};
use tabiya_program::files::outputs::{Outputs, RewriteArgs};
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The arguments of `tabiya-games dedupe`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games dedupe old.pgn new.pgn.zst -o all.pgn.zst\n  \
        tabiya-games dedupe --by prefix:30 games.pgn -o unique.pgn --report duplicates.txt\n\n\
        The first of equal games stays, as read. --by selects what is compared:\n  \
        moves     the start position and the moves of the main line, in any notation [default]\n  \
        prefix:N  the start position and the first N plies\n  \
        text      the text without white space at its ends\n\
        A game with an illegal move is compared by its text.\n\
        Memory: 17 to 40 bytes per distinct game, 25 to 60 with --report.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    output: RewriteArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Compare these: moves, prefix:N or text
    #[arg(long, value_name = "KEY", default_value = "moves", value_parser = KeyKind::parse)]
    by: KeyKind,
    /// Write a line per duplicate to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write the report as one JSON object per line
    #[arg(long, requires = "report")]
    json: bool,
}

/// The parts that are compared between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyKind {
    Moves,
    Prefix(usize),
    Text,
}

impl KeyKind {
    fn parse(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("prefix:").map(str::parse)) {
            ("moves", _) => Ok(Self::Moves),
            ("text", _) => Ok(Self::Text),
            (_, Some(Ok(plies))) => Ok(Self::Prefix(plies)),
            _ => Err("expected moves, prefix:N or text".to_owned()),
        }
    }

    fn key(self, game: &Game<'_>) -> GameKey {
        let key = match self {
            Self::Moves => GameKey::of_contents(game.contents, usize::MAX),
            Self::Prefix(plies) => GameKey::of_contents(game.contents, plies),
            Self::Text => None,
        };
        key.unwrap_or_else(|| GameKey::of_text(&game.raw))
    }
}

/// A game in a part.
struct Keyed {
    key: GameKey,
    /// The end of its text.
    end: usize,
    /// The number of games in the input before it, from the start of the part on.
    index: u64,
}

#[derive(Default)]
struct KeyedGames {
    text: Vec<u8>,
    games: Vec<Keyed>,
}

struct DedupeWork(KeyKind);

impl GameWork for DedupeWork {
    type Output = KeyedGames;

    fn start(&self) -> KeyedGames {
        KeyedGames::default()
    }

    fn add(&self, output: &mut KeyedGames, game: &Game<'_>) {
        push_as_read(&mut output.text, &game.raw);
        let key = self.0.key(game);
        let end = output.text.len();
        output.games.push(Keyed { key, end, index: game.index });
    }
}

/// The place where a kept game is: the input's index, and the game's number in that input.
type Place = (u32, u32);

#[derive(Serialize, Deserialize)]
struct State {
    distinct: u64,
    duplicates: u64,
    output: OutputState,
    report: Option<OutputState>,
}

/// The key set, with the places where the games are if they are reported.
enum Seen {
    Keys(HashMap<GameKey, ()>),
    Places(HashMap<GameKey, Place>),
}

impl Seen {
    /// Returns the place of an equal game, or else adds a game. The inner value is `None` if places are
    /// not stored.
    fn find_or_add(&mut self, key: GameKey, place: Place) -> Option<Option<Place>> {
        match self {
            Self::Keys(keys) => keys.insert(key, ()).map(|()| None),
            Self::Places(places) => {
                let old = *places.entry(key).or_insert(place);
                (old != place).then_some(Some(old))
            }
        }
    }
}

struct DedupeSink {
    names: Vec<PathBuf>,
    seen: Seen,
    distinct: u64,
    duplicates: u64,
    output: Output,
    report: Option<Output>,
    is_json: bool,
    journal: Option<Journal>,
}

/// The keys for a resumable command: a file to which each save appends its keys.
struct Journal {
    path: PathBuf,
    file: File,
    /// The keys and places since the last save.
    unsaved: Vec<u8>,
}

/// The length that a key and a place have in the journal.
const RECORD_LEN: usize = 16 + 4 + 4;

impl Journal {
    /// Opens the journal beside the state, and adds its first keys to a set.
    fn open(state: &Path, distinct: u64, seen: &mut Seen) -> anyhow::Result<Self> {
        let path = Self::path(state);
        let name = || path.display().to_string();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(&path).with_context(name)?;
        let len = distinct.saturating_mul(RECORD_LEN as u64);
        let mut reader = BufReader::new((&file).take(len));
        let mut record = [0; RECORD_LEN];
        for _ in 0..distinct {
            reader.read_exact(&mut record).with_context(name)?;
            let (key, place) = record.split_at(16);
            let number = |index: usize| {
                let bytes = place[index..index + 4].try_into().unwrap_or_default();
                u32::from_le_bytes(bytes)
            };
            let key = GameKey(key.try_into().unwrap_or_default());
            let _ = seen.find_or_add(key, (number(0), number(4)));
        }
        file.set_len(len).with_context(name)?;
        Ok(Self { path, file, unsaved: Vec::new() })
    }

    fn path(state: &Path) -> PathBuf {
        let mut path = state.as_os_str().to_owned();
        path.push(".keys");
        path.into()
    }

    fn push(&mut self, key: GameKey, place: Place) {
        self.unsaved.extend_from_slice(&key.0);
        self.unsaved.extend_from_slice(&place.0.to_le_bytes());
        self.unsaved.extend_from_slice(&place.1.to_le_bytes());
    }

    fn save(&mut self) -> std::io::Result<()> {
        self.file.write_all(&self.unsaved)?;
        self.unsaved.clear();
        self.file.sync_data()
    }
}

impl DedupeSink {
    fn report(&mut self, duplicate: Place, first: Place) -> Result<(), Failure> {
        let Some(report) = &mut self.report else { return Ok(()) };
        // A journal that was changed may name other inputs.
        let name = |place: Place| match self.names.get(place.0 as usize) {
            Some(path) => path.display().to_string(),
            None => "?".to_owned(),
        };
        if self.is_json {
            let line = json!({
                "file": name(duplicate),
                "game": u64::from(duplicate.1) + 1,
                "first_file": name(first),
                "first_game": u64::from(first.1) + 1,
            });
            return json::write_line(report, &line);
        }
        let [(_, game), (_, first_game)] = [duplicate, first];
        let game = u64::from(game) + 1;
        let first_game = u64::from(first_game) + 1;
        let (name, first_name) = (name(duplicate), name(first));
        Ok(writeln!(report, "{name}: game {game} equals {first_name}: game {first_game}")?)
    }
}

impl PartSink<KeyedGames> for DedupeSink {
    fn receive(&mut self, part: Part<'_, KeyedGames>) -> Result<ControlFlow<()>, Failure> {
        let KeyedGames { text, games } = part.value;
        let input = u32::try_from(part.input_index).unwrap_or(u32::MAX);
        let mut start = 0;
        for Keyed { key, end, index } in games {
            let place = (input, u32::try_from(part.start.games + index).unwrap_or(u32::MAX));
            match self.seen.find_or_add(key, place) {
                None => {
                    self.distinct += 1;
                    self.output.write_all(&text[start..end])?;
                    if let Some(journal) = &mut self.journal {
                        journal.push(key, place);
                    }
                }
                Some(first) => {
                    self.duplicates += 1;
                    if let Some(first) = first {
                        self.report(place, first)?;
                    }
                }
            }
            start = end;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        if let Some(journal) = &mut self.journal {
            journal.save().map_err(|error| name_error(Some(&journal.path), &error))?;
        }
        Ok(serde_json::to_value(State {
            distinct: self.distinct,
            duplicates: self.duplicates,
            output: self.output.save()?,
            report: self.report.as_mut().map(Output::save).transpose()?,
        })?)
    }
}

impl Arguments {
    /// Writes the first game among equal ones, and a report on the others.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or an output cannot be written.
    pub fn run(&self) -> verdict::Result {
        let options = format!(
            "dedupe {:?} {:?} {:?} {:?} {}",
            self.filter, self.errors, self.by, self.report, self.json
        );
        let (mut resume, state) = Resume::load::<State>(&self.resume, &self.input, options)?;
        let mut sink = self.sink(state, &resume)?;
        let selection = self.errors.select(self.filter.filter.as_ref());
        let work = DedupeWork(self.by);
        let ending = reading::run(&self.input, selection, &work, &mut sink, &mut resume)?;
        let DedupeSink { distinct, duplicates, output, report, journal, .. } = sink;
        finish_outputs(&resume, &ending, [output].into_iter().chain(report))?;
        drop(journal);
        if let Some(state) = self.resume.resume.as_ref().filter(|_| !ending.is_interrupted) {
            // The keys have no use without the state.
            let _ = std::fs::remove_file(Journal::path(state));
        }
        if !self.input.quiet {
            let distinct = counted(distinct, "distinct game");
            let duplicates = counted(duplicates, "duplicate");
            message::print_line(&format!("{distinct}, {duplicates}"));
            print_findings(&ending.totals);
        }
        Ok(ending.verdict(false))
    }

    fn sink(&self, state: Option<State>, resume: &Resume) -> anyhow::Result<DedupeSink> {
        let is_resumed = state.is_some();
        let (distinct, duplicates, output, report) = match state {
            Some(state) => (state.distinct, state.duplicates, Some(state.output), state.report),
            None => Default::default(),
        };
        let mut outputs = Outputs::new(self.output.force(), &self.input, resume)?;
        let output = outputs.open_rewrite(&self.output, &self.input, output)?;
        let report = outputs.open_report(self.report.as_ref(), report)?;
        let mut seen = match self.report {
            Some(_) => Seen::Places(HashMap::new()),
            None => Seen::Keys(HashMap::new()),
        };
        let journal = match &self.resume.resume {
            Some(state) => {
                outputs.check(&Journal::path(state), is_resumed)?;
                Some(Journal::open(state, distinct, &mut seen)?)
            }
            None => None,
        };
        Ok(DedupeSink {
            names: self.input.files.clone(),
            seen,
            distinct,
            duplicates,
            output,
            report,
            is_json: self.json,
            journal,
        })
    }
}
