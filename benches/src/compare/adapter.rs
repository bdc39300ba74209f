//! The trait that adapts a library's board, and the measured loops, which are the same for every
//! library.

use std::hint::black_box;

use anyhow::{Context, Result};

use super::measure::Work;
use super::questions::Question;
use crate::positions::Text;

/// A board of a library, used as the library's documentation recommends for speed.
pub(super) trait BoardAdapter: Sized + 'static {
    /// A legal move, ready to be made.
    type Move: Copy + 'static;
    /// A move list that is reused for each position; `()` if the library returns its own list.
    type List: Default + 'static;
    /// A move whose legality is tested.
    type Query: 'static;

    /// Parses a FEN; `None` if the library rejects it.
    fn read(fen: &str) -> Option<Self>;

    /// Replaces the content of the list by the legal moves, and returns their number.
    fn list(&self, list: &mut Self::List) -> u64;

    /// Returns the number of legal moves, by the library's fastest method.
    fn count(&self) -> u64;

    /// Returns the legal moves.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a legal move and passes the new board to `show`: a copy, or this board until the move
    /// is unmade.
    fn make(&mut self, mv: Self::Move, show: impl FnOnce(&mut Self));

    /// Generates the legal moves, makes each and passes the new board to `show`.
    fn successors(&mut self, show: impl FnMut(&mut Self));

    /// Returns the number of checkers.
    fn checkers(&self) -> u32;

    /// Returns the sum of the checkers after every legal move, with the new board available: the
    /// first steps of a search at each node.
    fn search_step(&mut self) -> u64 {
        let mut count = 0;
        self.successors(|after| count += u64::from(black_box(after).checkers()));
        count
    }

    /// Converts a question to a move; `None` if the library has no legality test.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot read the move.
    fn query(&self, question: &Question) -> Result<Option<Self::Query>>;

    /// Tests whether a move, which may be any, is legal. Implementations are inlined, so that only
    /// the library's own call is measured.
    fn is_legal(&self, query: &Self::Query) -> bool;
}

/// The boards of a library.
pub(super) trait Library {
    /// A board with the minimum that making moves needs.
    type Unhashed: BoardAdapter;
    /// A board with a Zobrist key that is updated by each move.
    type Hashed: BoardAdapter;
    /// The usual board that FENs are parsed into.
    type FromFen: BoardAdapter;

    /// Returns the library's own perft, on one thread and without a hash table; `None` if it has
    /// none faster than bulk counting.
    ///
    /// # Errors
    ///
    /// Returns an error if the library rejects the position.
    fn perft(fen: &str, depth: u8, back_end: BackEnd) -> Result<Option<Work>> {
        let _ = (fen, depth, back_end);
        Ok(None)
    }
}

/// The instructions that Tabiya's perft uses.
#[derive(Clone, Copy, Debug)]
pub(super) enum BackEnd {
    Best,
    Avx2,
    Portable,
}

/// A task, independent of a library.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task<'a> {
    StreamList { fens: &'a [String] },
    StreamCount { fens: &'a [String] },
    StreamStep { fens: &'a [String] },
    SimdPerft { fen: &'a str, depth: u8, back_end: BackEnd },
    BulkPerft { fen: &'a str, depth: u8 },
    PerftNoBulk { fen: &'a str, depth: u8 },
    SearchStep { texts: &'a [Text], passes: u64 },
    LegalList { texts: &'a [Text], passes: u64 },
    LegalCount { texts: &'a [Text], passes: u64 },
    MakeWithKey { texts: &'a [Text], passes: u64 },
    MakeWithoutKey { texts: &'a [Text], passes: u64 },
    IsLegal { questions: &'a [(Text, Vec<Question>)], passes: u64 },
    FenParse { texts: &'a [Text], passes: u64 },
}

/// Returns the work of a library on a task; `None` if the library has no call for the task.
///
/// # Errors
///
/// Returns an error if the library rejects a position.
pub(super) fn work<L: Library>(task: Task<'_>) -> Result<Option<Work>> {
    let work = match task {
        Task::StreamList { fens } => {
            let mut list = <L::Unhashed as BoardAdapter>::List::default();
            over(boards::<L::Unhashed, _>(fens)?, 1, move |board| board.list(&mut list))
        }
        Task::StreamCount { fens } => {
            over(boards::<L::Unhashed, _>(fens)?, 1, |board| board.count())
        }
        Task::StreamStep { fens } => over(boards::<L::Hashed, _>(fens)?, 1, L::Hashed::search_step),
        Task::SimdPerft { fen, depth, back_end } => return L::perft(fen, depth, back_end),
        Task::BulkPerft { fen, depth } => perft::<L::Unhashed>(fen, depth, bulk)?,
        Task::PerftNoBulk { fen, depth } => perft::<L::Unhashed>(fen, depth, visit)?,
        Task::SearchStep { texts, passes } => {
            over(boards::<L::Hashed, _>(texts)?, passes, L::Hashed::search_step)
        }
        Task::LegalList { texts, passes } => {
            let mut list = <L::Unhashed as BoardAdapter>::List::default();
            over(boards::<L::Unhashed, _>(texts)?, passes, move |board| board.list(&mut list))
        }
        Task::LegalCount { texts, passes } => {
            over(boards::<L::Unhashed, _>(texts)?, passes, |board| board.count())
        }
        Task::MakeWithKey { texts, passes } => make::<L::Hashed>(texts, passes)?,
        Task::MakeWithoutKey { texts, passes } => make::<L::Unhashed>(texts, passes)?,
        Task::IsLegal { questions, passes } => {
            return is_legal::<L::Unhashed>(questions, passes);
        }
        Task::FenParse { texts, passes } => {
            let fens = texts.iter().map(|text| text.fen.clone()).collect();
            over(fens, passes, |fen: &mut String| {
                u64::from(black_box(&L::FromFen::read(fen)).is_some())
            })
        }
    };
    Ok(Some(work))
}

/// Counts leaves with bulk counting, at a depth of at least 1.
fn bulk<B: BoardAdapter>(board: &mut B, depth: u8) -> u64 {
    if depth <= 1 {
        return board.count();
    }
    let mut count = 0;
    board.successors(|after| count += bulk(after, depth - 1));
    count
}

/// Counts leaves without bulk counting: every leaf move is made.
fn visit<B: BoardAdapter>(board: &mut B, depth: u8) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut count = 0;
    board.successors(|after| count += visit(after, depth - 1));
    count
}

fn perft<B: BoardAdapter>(fen: &str, depth: u8, leaves: fn(&mut B, u8) -> u64) -> Result<Work> {
    let mut board: B = board(fen)?;
    Ok(Box::new(move || Ok(leaves(black_box(&mut board), depth))))
}

fn make<B: BoardAdapter>(texts: &[Text], passes: u64) -> Result<Work> {
    let listed = boards::<B, _>(texts)?.into_iter().map(|board| {
        let moves = board.moves();
        (board, moves)
    });
    Ok(over(listed.collect(), passes, |(board, moves)| {
        let mut count = 0;
        for &mv in moves.iter() {
            black_box(&mut *board).make(mv, |after| {
                black_box(after);
            });
            count += 1;
        }
        count
    }))
}

fn is_legal<B: BoardAdapter>(asked: &[(Text, Vec<Question>)], passes: u64) -> Result<Option<Work>> {
    let mut prepared = Vec::new();
    for (text, questions) in asked {
        let board: B = board(&text.fen)?;
        let queries = questions.iter().map(|question| board.query(question));
        let Some(queries) = queries.collect::<Result<Option<Vec<_>>>>()? else {
            return Ok(None);
        };
        prepared.push((board, queries));
    }
    Ok(Some(over(prepared, passes, |(board, queries)| {
        queries.iter().map(|query| u64::from(board.is_legal(black_box(query)))).sum()
    })))
}

/// Applies a function to each item, `passes` times, and returns the sum.
fn over<T: 'static>(
    mut things: Vec<T>,
    passes: u64,
    mut each: impl FnMut(&mut T) -> u64 + 'static,
) -> Work {
    Box::new(move || {
        let mut sum = 0;
        for _ in 0..passes {
            for thing in black_box(&mut things) {
                sum += each(thing);
            }
        }
        Ok(sum)
    })
}

/// Tests whether a library reads a FEN into each of its boards.
pub(super) fn reads<L: Library>(fen: &str) -> bool {
    L::Unhashed::read(fen).is_some()
        && L::Hashed::read(fen).is_some()
        && L::FromFen::read(fen).is_some()
}

fn boards<B: BoardAdapter, T: AsRef<str>>(fens: &[T]) -> Result<Vec<B>> {
    fens.iter().map(|fen| board(fen.as_ref())).collect()
}

/// Parses a FEN.
///
/// # Errors
///
/// Returns an error if the library rejects it.
pub(super) fn board<B: BoardAdapter>(fen: &str) -> Result<B> {
    B::read(fen).with_context(|| format!("{} refuses {fen}", std::any::type_name::<B>()))
}
