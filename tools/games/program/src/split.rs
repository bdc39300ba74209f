//! `tabiya-games split`: the games from the inputs in several files.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use tabiya::pgn::RawGame;
use tabiya_games::eco::{OpeningField, opening_of};
use tabiya_program::message;
use tabiya_program::number::{parse_number, parse_size};
use tabiya_program::verdict::{self, Failure};
use tabiya_units::files::{IncompleteName, PART_SUFFIX};

use super::errors::Selection;
use super::reading::{self, Part, PartSink};
use super::text::push_as_read;
use super::work::{Game, GameWork};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::{FilterArgs, InputArgs};
use tabiya_program::files::output::name_error;
use tabiya_program::files::resume::{Resume, ResumeArgs};

/// The number of bytes that may wait to be written, in all files together.
const MAX_BUFFERED: usize = 16 << 20;

/// The greatest length for a file name without its suffix, in bytes.
const MAX_NAME_LEN: usize = 100;

/// The arguments of `tabiya-games split`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-games split --games 100000 games.pgn.zst --dir parts\n  \
        tabiya-games split --by ECO games.pgn --dir openings\n\n\
        Files are named 000001.pgn, 000002.pgn, …, or by the value of the tag. Characters other than\n\
        letters, digits, `.`, `-` and `+` become `_`; equal names get a number. Games without the tag\n\
        are in `no-value.pgn`. Games are written as read.\n\
        @eco and @opening are the code and the name of the opening by position.\n\
        The folder must be new or empty. Until the end, names have the suffix `.part`.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    #[command(flatten)]
    division: FileDivision,
    /// Write the files into this folder
    #[arg(short, long, value_name = "DIR")]
    dir: PathBuf,
    /// Stop with an error at more files than this
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_files: usize,
}

/// The division into files.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = false)]
struct FileDivision {
    /// Write this many games per file
    #[arg(long, value_name = "N", value_parser = parse_number)]
    games: Option<u64>,
    /// Write at most this many bytes per file, and at least one game
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    bytes: Option<u64>,
    /// Write a file per value of this tag, or of @eco or @opening
    #[arg(long, value_name = "TAG", value_parser = parse_key)]
    by: Option<SplitKey>,
}

/// The value by which games are divided.
#[derive(Clone, Debug)]
enum SplitKey {
    Tag(String),
    Opening(OpeningField),
}

fn parse_key(text: &str) -> Result<SplitKey, &'static str> {
    match OpeningField::from_name(text.as_bytes()) {
        Some(field) => Ok(SplitKey::Opening(field)),
        None if text.starts_with('@') => Err("expected @eco, @opening or the name of a tag"),
        None => Ok(SplitKey::Tag(text.to_owned())),
    }
}

impl SplitKey {
    /// Returns a game's value; an empty one counts as missing.
    fn value(&self, game: &RawGame<'_>) -> Option<String> {
        let value = match self {
            Self::Tag(name) => game.tag(name)?.value().to_string(),
            Self::Opening(field) => field.value(opening_of(game))?.to_owned(),
        };
        (!value.is_empty()).then_some(value)
    }
}

/// A game in a part.
struct SplitGame {
    /// The end of its text.
    end: usize,
    /// The key's value.
    value: Option<String>,
}

#[derive(Default)]
struct SplitGames {
    text: Vec<u8>,
    games: Vec<SplitGame>,
}

struct SplitWork<'a> {
    key: Option<&'a SplitKey>,
}

impl GameWork for SplitWork<'_> {
    type Output = SplitGames;

    const READS_CONTENTS: bool = false;

    fn start(&self) -> SplitGames {
        SplitGames::default()
    }

    fn add(&self, output: &mut SplitGames, game: &Game<'_>) {
        push_as_read(&mut output.text, &game.raw);
        let value = self.key.and_then(|key| key.value(&game.raw));
        output.games.push(SplitGame { end: output.text.len(), value });
    }
}

/// A file, which has a temporary name until the end.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SplitFile {
    /// The name without `.pgn`.
    name: String,
    /// The tag's value.
    value: Option<String>,
    games: u64,
    /// The length, with the bytes that wait to be written.
    len: u64,
    #[serde(skip)]
    buffer: Vec<u8>,
    /// The incomplete file, for a command that cannot be resumed.
    #[serde(skip)]
    incomplete: Option<IncompleteName>,
}

impl SplitFile {
    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.pgn", self.name))
    }

    fn part_path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.pgn{PART_SUFFIX}", self.name))
    }

    /// Opens the incomplete file, so that it is written to at its end.
    fn open(&mut self, args: &Arguments) -> io::Result<File> {
        let path = self.part_path(&args.dir);
        let mut options = OpenOptions::new();
        options.append(true).create(self.incomplete.is_none());
        if args.resume.resume.is_some() || self.incomplete.is_some() {
            return options.open(&path);
        }
        let (file, name) = IncompleteName::create(|| options.open(&path), |_| path.clone())?;
        self.incomplete = Some(name);
        Ok(file)
    }

    fn write(&mut self, args: &Arguments) -> io::Result<()> {
        if !self.buffer.is_empty() {
            // Closed at once, so that the number of open files has no limit to exceed.
            let file = self.open(args);
            let written = file.and_then(|mut file| file.write_all(&self.buffer));
            written.map_err(|error| name_error(Some(&self.part_path(&args.dir)), &error))?;
            self.buffer = Vec::new();
        }
        Ok(())
    }
}

struct SplitSink<'a> {
    args: &'a Arguments,
    files: Vec<SplitFile>,
    /// The files for the values.
    by_value: HashMap<Option<String>, usize>,
    /// The names in lower case, since some file systems ignore case.
    names: HashSet<String>,
    buffered: usize,
}

impl<'a> SplitSink<'a> {
    fn new(args: &'a Arguments, files: Vec<SplitFile>) -> Self {
        let values = files.iter().enumerate();
        let by_value = values.map(|(index, file)| (file.value.clone(), index)).collect();
        let names = files.iter().map(|file| file.name.to_lowercase()).collect();
        Self { args, files, by_value, names, buffered: 0 }
    }

    /// Returns the index of the file for a game.
    fn file_of(&mut self, value: Option<String>, len: u64) -> anyhow::Result<usize> {
        let FileDivision { games, bytes, by } = &self.args.division;
        if by.is_some() {
            if let Some(&index) = self.by_value.get(&value) {
                return Ok(index);
            }
            let name = self.name_of(value.as_deref());
            self.by_value.insert(value.clone(), self.files.len());
            return self.add_file(name, value);
        }
        let is_open = self.files.last().is_some_and(|file| {
            games.is_none_or(|games| file.games < games)
                && bytes.is_none_or(|bytes| file.games == 0 || file.len + len <= bytes)
        });
        if is_open {
            return Ok(self.files.len() - 1);
        }
        self.add_file(format!("{:06}", self.files.len() + 1), None)
    }

    fn add_file(&mut self, name: String, value: Option<String>) -> anyhow::Result<usize> {
        let max = self.args.max_files;
        ensure!(self.files.len() < max, "more than {max} files; expected fewer or --max-files");
        self.files.push(SplitFile { name, value, ..SplitFile::default() });
        Ok(self.files.len() - 1)
    }

    /// Returns a new name for a value.
    fn name_of(&mut self, value: Option<&str>) -> String {
        let base = value.map_or_else(|| "no-value".to_owned(), file_name);
        let mut name = base.clone();
        let mut number = 1;
        while !self.names.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{base}-{number}");
        }
        name
    }

    fn write_all(&mut self) -> io::Result<()> {
        self.buffered = 0;
        self.files.iter_mut().try_for_each(|file| file.write(self.args))
    }

    /// Gives the files their names.
    fn finish(&mut self) -> io::Result<()> {
        self.write_all()?;
        let folder = &self.args.dir;
        self.files.iter().try_for_each(|file| {
            let [part, path] = [file.part_path(folder), file.path(folder)];
            if path.exists() {
                let error = io::ErrorKind::AlreadyExists.into();
                return Err(name_error(Some(&path), &error));
            }
            fs::rename(part, &path).map_err(|error| name_error(Some(&path), &error))
        })
    }

    /// Removes the files if the command cannot be resumed.
    fn remove(&self) {
        for file in &self.files {
            let _ = fs::remove_file(file.part_path(&self.args.dir));
        }
    }
}

/// Returns a file name for a value: without separators and other special characters.
fn file_name(value: &str) -> String {
    /// Device names on Windows, also with an extension.
    const DEVICES: [&str; 6] = ["aux", "com", "con", "lpt", "nul", "prn"];
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+');
    let mut name = String::new();
    for character in value.chars().map(|c| if is_kept(&c) { c } else { '_' }) {
        if name.len() + character.len_utf8() > MAX_NAME_LEN {
            break;
        }
        name.push(character);
    }
    let start = name.get(..3).unwrap_or_default().to_lowercase();
    let is_device = DEVICES.contains(&start.as_str()) && name.len() <= 4;
    if name.starts_with(['.', '-']) || is_device { format!("_{name}") } else { name }
}

impl PartSink<SplitGames> for SplitSink<'_> {
    fn receive(&mut self, part: Part<'_, SplitGames>) -> Result<ControlFlow<()>, Failure> {
        let SplitGames { text, games } = part.value;
        let mut start = 0;
        for SplitGame { end, value } in games {
            let game = &text[start..end];
            let index = self.file_of(value, game.len() as u64)?;
            let file = &mut self.files[index];
            file.games += 1;
            file.len += game.len() as u64;
            file.buffer.extend_from_slice(game);
            self.buffered += game.len();
            if self.buffered >= MAX_BUFFERED {
                self.write_all()?;
            }
            start = end;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        self.write_all()?;
        Ok(serde_json::to_value(&self.files)?)
    }
}

impl Arguments {
    /// Writes the files.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or an output cannot be written.
    pub fn run(&self) -> verdict::Result {
        let Self { filter, division, dir, max_files, .. } = self;
        let options = format!("split {filter:?} {division:?} {dir:?} {max_files}");
        let (mut resume, files) =
            Resume::load::<Vec<SplitFile>>(&self.resume, &self.input, options)?;
        self.prepare_folder(files.as_deref())?;
        let mut sink = SplitSink::new(self, files.unwrap_or_default());
        let filter = self.filter.filter.as_ref();
        let work = SplitWork { key: self.division.by.as_ref() };
        let result =
            reading::run(&self.input, Selection::all(filter), &work, &mut sink, &mut resume);
        let is_complete = result.as_ref().is_ok_and(|ending| !ending.is_interrupted);
        let finished = if is_complete { sink.finish() } else { Ok(()) };
        if !resume.is_enabled() && (!is_complete || finished.is_err()) {
            sink.remove();
        }
        let ending = result?;
        finished?;
        finish_outputs(&resume, &ending, None)?;
        if !self.input.quiet {
            let games: u64 = sink.files.iter().map(|file| file.games).sum();
            message::print_line(&format!("{games} games in {} files", sink.files.len()));
        }
        Ok(ending.verdict(false))
    }

    /// Creates the folder, or cuts the last run's files to their saved lengths.
    fn prepare_folder(&self, files: Option<&[SplitFile]>) -> anyhow::Result<()> {
        let name = || self.dir.display().to_string();
        let Some(files) = files else {
            fs::create_dir_all(&self.dir).with_context(name)?;
            let is_empty = fs::read_dir(&self.dir).with_context(name)?.next().is_none();
            ensure!(is_empty, "{}: not empty; expected a new or empty folder", name());
            return Ok(());
        };
        let mut parts = HashSet::new();
        for file in files {
            let path = file.part_path(&self.dir);
            let name = || path.display().to_string();
            let part = OpenOptions::new().write(true).open(&path).with_context(name)?;
            let len = part.metadata().with_context(name)?.len();
            ensure!(len >= file.len, "{}: {len} bytes; expected {}", name(), file.len);
            part.set_len(file.len).with_context(name)?;
            parts.insert(path);
        }
        // Files that the last run began after its last save would be appended to.
        for entry in fs::read_dir(&self.dir).with_context(name)? {
            let path = entry.with_context(name)?.path();
            let is_part = path.to_string_lossy().ends_with(PART_SUFFIX);
            if is_part && !parts.contains(&path) {
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_name_has_no_special_characters() {
        for (value, name) in [
            ("B90", "B90"),
            ("../../etc/passwd", "_.._.._etc_passwd"),
            ("K\u{F6}ln, Dom", "K\u{F6}ln__Dom"),
            ("a\0b\\c:d", "a_b_c_d"),
            ("-rf", "_-rf"),
            ("NUL", "_NUL"),
            ("com1", "_com1"),
            ("Constance", "Constance"),
            ("1/2-1/2", "1_2-1_2"),
            ("?", "_"),
        ] {
            assert_eq!(file_name(value), name, "{value}");
        }
        assert_eq!(file_name(&"\u{F6}".repeat(200)).len(), 100);
    }
}
