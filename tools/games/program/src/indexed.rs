//! Indexes beside game files, and commands that read them instead of the games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use tabiya_games::filter::TagFilter;
use tabiya_games::index::{GameIndex, IndexError, MovesBlock, StoredGame};
use tabiya_games::{GameFile, ReadEnd, ReadOptions};
use tabiya_program::progress;
use tabiya_program::verdict::Failure;

use super::reading::SinkState;
use tabiya_program::files::ending::Ending;
use tabiya_program::files::input::{Input, InputArgs};
use tabiya_program::files::totals::Totals;

/// The suffix of an index name.
const SUFFIX: &str = ".index";

/// The argument that selects the indexes.
#[derive(Args, Clone, Copy, Debug)]
pub struct IndexedArgs {
    /// Read the moves of FILE.index, written by `tabiya-games index --moves`
    #[arg(long, conflicts_with_all = ["resume", "policy"])]
    pub indexed: bool,
}

/// Returns the path for a file's index.
pub fn index_path(file: &Path) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(SUFFIX);
    PathBuf::from(path)
}

/// A game file with its index.
#[derive(Debug)]
pub struct IndexedFile {
    /// The file's name.
    pub name: String,
    /// The file.
    pub file: GameFile,
    /// The index, which belongs to the file.
    pub index: GameIndex,
}

impl IndexedFile {
    /// Opens a file and its index.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the two cannot be opened, if the file changed, or if the input is
    /// a stream.
    pub fn open(input: &Input) -> anyhow::Result<Self> {
        let name = input.name();
        ensure!(input.identity.is_some(), "{name}: stream; expected a file, which has an index");
        let path = index_path(&input.path);
        let path_name = || path.display().to_string();
        let file = GameFile::open(&input.path).with_context(|| name.clone())?;
        let index = GameIndex::open(&path).with_context(path_name)?;
        index.check_source(&file).with_context(path_name)?;
        Ok(Self { name, file, index })
    }
}

/// Calls a function for each block in the indexes of all inputs in several threads, and passes the
/// results to `sink` in order. Games whose moves are not whole count as games with errors.
///
/// # Errors
///
/// Returns an error if an index cannot be used, or an error from `sink`.
pub fn run<T: Send>(
    args: &InputArgs,
    filter: Option<&TagFilter>,
    map: impl Fn(&IndexedFile, usize, &MovesBlock) -> Result<T, IndexError> + Sync,
    mut sink: impl FnMut(&IndexedFile, T) -> Result<ControlFlow<()>, Failure>,
) -> Result<Ending, Failure> {
    let mut totals = Totals::default();
    let inputs = args.inputs()?;
    let files: Vec<_> = inputs.iter().map(IndexedFile::open).collect::<anyhow::Result<_>>()?;
    for file in &files {
        let check = || -> Result<(), IndexError> {
            filter.map_or(Ok(()), |filter| file.index.check_filter(filter))?;
            if file.index.has_moves() { Ok(()) } else { Err(IndexError::NoMoves) }
        };
        check().with_context(|| index_path(Path::new(&file.name)).display().to_string())?;
    }
    let cancel = progress::interrupt_flag();
    let workers = args.threads.thread_count();
    for file in &files {
        let options = ReadOptions { workers, cancel: Some(&cancel), ..ReadOptions::default() };
        let mut state = SinkState::Open;
        let map_block = |block| {
            let moves = file.index.moves(block)?;
            let is_cut = |game: &StoredGame<'_>| game.is_cut || game.start.is_none();
            let cut_games = moves.games().filter(is_cut).count();
            Ok((cut_games as u64, map(file, block, &moves)?))
        };
        let end = file.index.map_blocks(&options, map_block, |(cut_games, value)| {
            totals.findings.games_with_errors += cut_games;
            state.update(sink(file, value))
        });
        match state {
            SinkState::Failed(failure) => return Err(failure),
            SinkState::Complete => break,
            SinkState::Open => {}
        }
        if end.with_context(|| file.name.clone())? == ReadEnd::Canceled {
            return Ok(Ending { is_interrupted: true, has_all_games: false, totals });
        }
    }
    Ok(Ending { is_interrupted: false, has_all_games: false, totals })
}
