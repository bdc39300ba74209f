//! The rows: tasks, libraries and targets.

use std::fs::{self, File};
use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;

use crate::corpus::Corpus;
use crate::counts::Counts;
use crate::measure::{Entry, Measured, Sample, by_thread, by_wall};
use crate::values::{self, ByNom, ByRegex, ByTabiya};
use crate::{files, other, parallel, programs, tasks};

/// The number of games that Python programs read.
const SAMPLE_GAMES: usize = 200;

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowName {
    /// Offset and seven tag pairs of each game
    Skip,
    /// All tokens of a text
    Tokens,
    /// All tokens of each game
    GameTokens,
    /// The legal moves of each game
    Replay,
    /// Clocks and evaluations of comments
    CommentValues,
    /// Clocks and evaluations of a text, with plies
    PlyValues,
    /// The legal moves of a compressed file
    Zst,
    /// A file, written in the export format
    Export,
    /// The legal moves of a file, read by packages of Python
    ReadPython,
    /// Peak memory
    Memory,
}

impl RowName {
    /// Returns the name in tables and arguments.
    pub fn text(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns how many rounds there are: rows that start slow programs have fewer.
    pub fn rounds(self, rounds: usize) -> usize {
        match self {
            Self::Export | Self::ReadPython => rounds.min(3),
            Self::Zst => rounds.min(5),
            _ => rounds,
        }
    }

    /// Returns how many logical CPUs the row uses.
    pub fn cpus(self) -> usize {
        if self == Self::Zst { 2 } else { 1 }
    }

    /// Returns the minimum and the goal for the ratio to a library.
    pub fn targets(self, library: &str) -> Option<(f64, Option<f64>)> {
        match (self, library) {
            (Self::Skip, _) => Some((2.0, Some(4.0))),
            (Self::Tokens | Self::GameTokens, _) => Some((1.6, Some(2.5))),
            (Self::Replay, _) => Some((2.0, Some(3.0))),
            (Self::CommentValues | Self::PlyValues, _) => Some((3.0, Some(6.0))),
            (Self::Zst, TABIYA_ONE) => Some((1.9, None)),
            (Self::Zst, READER_ONE_ONE | READER_ONE_THREE) => Some((3.0, Some(5.0))),
            (Self::Export, PGN_EXTRACT) => Some((10.0, None)),
            (Self::Export, PYTHON_CHESS) => Some((300.0, None)),
            _ => None,
        }
    }
}

/// A row's results on a corpus.
#[derive(Clone, Debug)]
pub struct RowResult {
    /// The row.
    pub row: RowName,
    /// The corpus's name.
    pub corpus: &'static str,
    /// The libraries' results, Tabiya first.
    pub measured: Vec<Measured>,
}

const TABIYA: &str = "Tabiya";
const TABIYA_ONE: &str = "Tabiya, 1 worker";
const READER: &str = "pgn-reader";
const READER_SHAKMATY: &str = "pgn-reader, shakmaty";
const READER_ONE: &str = "pgn-reader, 1 thread";
const READER_ONE_ONE: &str = "pgn-reader, 1 + 1 threads";
const READER_ONE_THREE: &str = "pgn-reader, 1 + 3 threads";
const PGN_EXTRACT: &str = "pgn-extract";
const PYTHON_CHESS: &str = "python-chess";
const BULLETCHESS: &str = "bulletchess";

/// A text and its ply count.
pub struct Bulk<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// The text.
    pub text: Vec<u8>,
    /// The counts from its replay.
    pub counts: Counts,
    /// The comments, with their braces.
    comments: Vec<Vec<u8>>,
}

impl<'a> Bulk<'a> {
    /// Creates a text with a given length from a corpus.
    pub fn new(corpus: &'a Corpus, len: usize) -> Self {
        let text = corpus.bulk(len);
        let counts = tasks::replay(&text);
        let comments = values::comments(&text).into_iter().map(<[u8]>::to_vec).collect();
        Self { corpus, text, counts, comments }
    }

    /// Returns the entries in a row. A row without a task or without programs has at most one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn entries(&self, row: RowName, zst: Option<&Path>) -> Result<Vec<Entry<'_>>> {
        let text = &self.text[..];
        Ok(match row {
            RowName::Skip => vec![
                self.entry(TABIYA, move || Ok(tasks::skip(text))),
                self.entry(READER, move || other::skip(text)),
            ],
            RowName::Tokens => vec![
                self.entry(TABIYA, move || Ok(tasks::tokens(text))),
                self.entry(READER, move || other::tokens(text)),
            ],
            RowName::GameTokens => vec![
                self.entry(TABIYA, move || Ok(tasks::tokens_by_game(text))),
                self.entry(READER, move || other::tokens(text)),
            ],
            RowName::Replay => vec![
                self.entry(TABIYA, move || Ok(tasks::replay(text))),
                self.entry(READER_SHAKMATY, move || other::replay(text)),
            ],
            RowName::CommentValues => self.comment_values()?,
            RowName::PlyValues => self.ply_values()?,
            RowName::Zst => zst.map_or(Ok(Vec::new()), compressed)?,
            RowName::Export => self.export()?,
            RowName::ReadPython => self.read_python()?,
            RowName::Memory => Vec::new(),
        })
    }

    fn entry<'b>(
        &self,
        library: &'static str,
        mut task: impl FnMut() -> Result<Counts> + 'b,
    ) -> Entry<'b> {
        Entry {
            library,
            bytes: self.text.len(),
            plies: self.counts.plies,
            expected: None,
            run: Box::new(move || by_thread(&mut task)),
        }
    }

    /// Returns the entries that parse comments, which are found before the measurement.
    fn comment_values(&self) -> Result<Vec<Entry<'_>>> {
        let comments: Vec<&[u8]> = self.comments.iter().map(|comment| &comment[..]).collect();
        let bytes = comments.iter().map(|comment| comment.len()).sum();
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let by_regex = comments.clone();
        let by_nom = comments.clone();
        let mut regex = ByRegex::new()?;
        let mut entries = vec![
            self.entry(TABIYA, move || Ok(values::parse_all(&comments, &mut ByTabiya))),
            self.entry("regex", move || Ok(values::parse_all(&by_regex, &mut regex))),
            self.entry("nom", move || Ok(values::parse_all(&by_nom, &mut ByNom))),
        ];
        entries.iter_mut().for_each(|entry| entry.bytes = bytes);
        Ok(entries)
    }

    /// Returns the entries that read a text and parse its comments.
    fn ply_values(&self) -> Result<Vec<Entry<'_>>> {
        let text = &self.text[..];
        if self.comments.is_empty() {
            return Ok(Vec::new());
        }
        let regex = ByRegex::new()?;
        Ok(vec![
            self.entry(TABIYA, move || Ok(values::read_values(text))),
            self.entry("pgn-reader, regex", move || values::read_values_by(text, regex.clone())),
            self.entry("pgn-reader, nom", move || values::read_values_by(text, ByNom)),
        ])
    }

    /// Returns the entries that write games. Each reads a file and writes one.
    fn export(&self) -> Result<Vec<Entry<'_>>> {
        let input = files::path("input.pgn")?;
        fs::write(&input, &self.text)?;
        let source = input.clone();
        let output = files::path("tabiya.pgn")?;
        let mut entries = vec![self.entry(TABIYA, || Ok(Counts::default()))];
        entries[0].run = Box::new(move || {
            let sample = by_thread(|| {
                tasks::export(File::open(&source)?, File::create(&output)?)?;
                Ok(Counts::default())
            })?;
            Ok(Sample { counts: tasks::replay(&fs::read(&output)?), ..sample })
        });
        if let Some(program) = programs::pgn_extract() {
            let run = move || programs::write_by_pgn_extract(&program, &input);
            let mut entry = self.entry(PGN_EXTRACT, || Ok(Counts::default()));
            entry.run = Box::new(run);
            entries.push(entry);
        }
        if let Some(python) = programs::python_with("chess.pgn")? {
            let (path, mut entry) = self.sample_entry(PYTHON_CHESS)?;
            entry.run = Box::new(move || programs::write_by_python_chess(&python, &path));
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Returns the entries that read games: by Python packages, and by Tabiya without Python.
    fn read_python(&self) -> Result<Vec<Entry<'_>>> {
        let text = &self.text[..];
        let mut entries = vec![self.entry(TABIYA, move || Ok(tasks::replay(text)))];
        for (library, package) in [(PYTHON_CHESS, "chess.pgn"), (BULLETCHESS, "bulletchess.pgn")] {
            if let Some(python) = programs::python_with(package)? {
                let (path, mut entry) = self.sample_entry(library)?;
                let expected = entry.expected.unwrap_or_default();
                entry.run =
                    Box::new(move || programs::read_by_python(&python, library, &path, expected));
                entries.push(entry);
            }
        }
        Ok(entries)
    }

    /// Returns an entry for a program that reads the first games in the corpus, and the file that
    /// contains them.
    fn sample_entry(&self, library: &'static str) -> Result<(std::path::PathBuf, Entry<'_>)> {
        let games = &self.corpus.games;
        let text = games[..games.len().min(SAMPLE_GAMES)].concat();
        let path = files::path("sample.pgn")?;
        fs::write(&path, &text)?;
        let counts = tasks::replay(&text);
        let mut entry = self.entry(library, || Ok(Counts::default()));
        (entry.bytes, entry.plies, entry.expected) = (text.len(), counts.plies, Some(counts));
        Ok((path, entry))
    }
}

/// A library's name, and its function that replays a file.
type FileTask = (&'static str, fn(&Path) -> Result<Counts>);

/// Returns the entries that replay a compressed file, by the wall clock.
fn compressed<'a>(path: &Path) -> Result<Vec<Entry<'a>>> {
    let (counts, len) = parallel::replay(path, 0)?;
    let bytes = usize::try_from(len)?;
    let tasks: [FileTask; 5] = [
        ("Tabiya, 2 workers", |path| Ok(parallel::replay(path, 2)?.0)),
        (TABIYA_ONE, |path| Ok(parallel::replay(path, 1)?.0)),
        (READER_ONE_ONE, |path| parallel::replay_by_threads(path, 1)),
        (READER_ONE_THREE, |path| parallel::replay_by_threads(path, 3)),
        (READER_ONE, parallel::replay_by_reader),
    ];
    let entry = |(library, task): FileTask| {
        let path = path.to_owned();
        let run = Box::new(move || by_wall(|| task(&path)));
        Entry { library, bytes, plies: counts.plies, expected: Some(counts), run }
    };
    Ok(tasks.map(entry).into())
}
