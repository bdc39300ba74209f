//! The trait that adapts a library's board, and the measured loops, which are the same for every
//! library.

use std::hint::black_box;

use anyhow::{Context, Result, ensure};

use super::measure::Work;
use super::sample_moves::SampleMove;
use super::stored_games::StoredGame;
use tabiya_benches::positions::FenText;

/// A library's board, used as the library's documentation recommends for speed.
pub(super) trait BoardAdapter: Clone + 'static {
    /// A legal move, ready to be made.
    type Move: Copy + 'static;
    /// A move list that is reused for each position; `()` if the library returns its own list.
    type List: Default + 'static;
    /// A move whose legality is tested.
    type Query: 'static;

    /// Parses a FEN; `None` if the library rejects it.
    fn parse_fen(fen: &str) -> Option<Self>;

    /// Replaces the list's content by the legal moves, and returns how many there are.
    fn list(&self, list: &mut Self::List) -> u64;

    /// Replaces the list's content by the captures and promotions, and returns how many there are.
    fn list_noisy(&self, list: &mut Self::List) -> u64;

    /// Counts the legal moves by the library's fastest method.
    fn count(&self) -> u64;

    /// Returns the legal moves.
    fn moves(&self) -> Vec<Self::Move>;

    /// Makes a legal move and passes the new board to `visit`: a copy, or this board until the move
    /// is unmade.
    fn make(&mut self, mv: Self::Move, visit: impl FnOnce(&mut Self));

    /// Generates the legal moves, makes each and passes the new board to `visit`.
    fn successors(&mut self, visit: impl FnMut(&mut Self));

    /// Counts the checkers.
    fn checkers(&self) -> u32;

    /// Makes every legal move and returns the sum of the checkers after each: a search's first
    /// steps at each node.
    fn search_step(&mut self) -> u64 {
        let mut count = 0;
        self.successors(|after| count += u64::from(black_box(after).checkers()));
        count
    }

    /// Converts a sample move; `None` if the library has no legality test.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot read the move.
    fn query(&self, sample: &SampleMove) -> Result<Option<Self::Query>>;

    /// Tests whether any move is legal. Implementations are inlined, so that only the library's own
    /// call is measured.
    fn is_legal(&self, query: &Self::Query) -> bool;

    /// Makes a move for good if it is legal; `false` if it is illegal. Implementations are inlined.
    fn play(&mut self, query: &Self::Query) -> bool;
}

/// A library's boards.
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

    /// Returns the work that fills a library buffer with each position's legal moves; `None` if the
    /// library has one kind of list.
    ///
    /// # Errors
    ///
    /// Returns an error if the library rejects a position.
    fn fill(fens: &[String], buffer: Buffer) -> Result<Option<Work>> {
        let _ = (fens, buffer);
        Ok(None)
    }

    /// Returns the work that replays games `passes` times, testing each move for legality; `None` if the
    /// library has no legality test.
    ///
    /// The default calls [`BoardAdapter::play`]; a library with a call for whole games overrides it.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot read a move or rejects it.
    fn replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        replay::<Self::Hashed>(games, passes)
    }

    /// Returns the work that replays games `passes` times without legality tests; `None` if the library
    /// has no call for whole games.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot read a move or rejects it.
    fn trusted_replay(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
        let _ = (games, passes);
        Ok(None)
    }
}

/// The back end that counts Tabiya's perft.
#[derive(Clone, Copy, Debug)]
pub(super) enum BackEnd {
    Best,
    Avx2,
    Portable,
}

/// A container in which Tabiya stores moves, other than a list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Buffer {
    /// A stack's frame.
    Stack,
    /// A vector.
    Vector,
    /// A list in two stages: captures and promotions, then the other moves.
    Stages,
}

/// A task, independent of the library; each variant is documented at the row with the same name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task<'a> {
    StreamList { fens: &'a [String] },
    Fill { fens: &'a [String], buffer: Buffer },
    StreamCount { fens: &'a [String] },
    StreamStep { fens: &'a [String] },
    StreamCaptures { fens: &'a [String] },
    StreamTt { fens: &'a [String], moves: &'a [SampleMove] },
    SimdPerft { fen: &'a str, depth: u8, back_end: BackEnd },
    BulkPerft { fen: &'a str, depth: u8 },
    PerftNoBulk { fen: &'a str, depth: u8 },
    SearchStep { texts: &'a [FenText], passes: u64 },
    LegalList { texts: &'a [FenText], passes: u64 },
    LegalCount { texts: &'a [FenText], passes: u64 },
    MakeWithKey { texts: &'a [FenText], passes: u64 },
    MakeWithoutKey { texts: &'a [FenText], passes: u64 },
    IsLegal { samples: &'a [(FenText, Vec<SampleMove>)], passes: u64 },
    GameReplay { games: &'a [StoredGame], passes: u64 },
    GameReplayTrusted { games: &'a [StoredGame], passes: u64 },
    FenParse { texts: &'a [FenText], passes: u64 },
}

/// Returns a library's work on a task; `None` if the library has no call for the task.
///
/// # Errors
///
/// Returns an error if the library rejects a position.
pub(super) fn work<L: Library>(task: Task<'_>) -> Result<Option<Work>> {
    let work = match task {
        Task::StreamList { fens } => {
            list_each(boards::<L::Unhashed, _>(fens)?, 1, L::Unhashed::list)
        }
        Task::Fill { fens, buffer } => return L::fill(fens, buffer),
        Task::StreamCount { fens } => {
            sum_over(boards::<L::Unhashed, _>(fens)?, 1, |board| board.count())
        }
        Task::StreamStep { fens } => {
            sum_over(boards::<L::Hashed, _>(fens)?, 1, L::Hashed::search_step)
        }
        Task::StreamCaptures { fens } => {
            list_each(boards::<L::Unhashed, _>(fens)?, 1, L::Unhashed::list_noisy)
        }
        Task::StreamTt { fens, moves } => return test_each::<L::Unhashed>(fens, moves),
        Task::SimdPerft { fen, depth, back_end } => return L::perft(fen, depth, back_end),
        Task::BulkPerft { fen, depth } => perft::<L::Unhashed>(fen, depth, bulk_count)?,
        Task::PerftNoBulk { fen, depth } => perft::<L::Unhashed>(fen, depth, count_without_bulk)?,
        Task::SearchStep { texts, passes } => {
            sum_over(boards::<L::Hashed, _>(texts)?, passes, L::Hashed::search_step)
        }
        Task::LegalList { texts, passes } => {
            list_each(boards::<L::Unhashed, _>(texts)?, passes, L::Unhashed::list)
        }
        Task::LegalCount { texts, passes } => {
            sum_over(boards::<L::Unhashed, _>(texts)?, passes, |board| board.count())
        }
        Task::MakeWithKey { texts, passes } => make::<L::Hashed>(texts, passes)?,
        Task::MakeWithoutKey { texts, passes } => make::<L::Unhashed>(texts, passes)?,
        Task::IsLegal { samples, passes } => {
            return is_legal::<L::Unhashed>(samples, passes);
        }
        Task::GameReplay { games, passes } => return L::replay(games, passes),
        Task::GameReplayTrusted { games, passes } => return L::trusted_replay(games, passes),
        Task::FenParse { texts, passes } => {
            let fens = texts.iter().map(|text| text.fen.clone()).collect();
            sum_over(fens, passes, |fen: &mut String| {
                u64::from(black_box(&L::FromFen::parse_fen(fen)).is_some())
            })
        }
    };
    Ok(Some(work))
}

/// Counts leaves with bulk counting, at depth 1 or more.
fn bulk_count<B: BoardAdapter>(board: &mut B, depth: u8) -> u64 {
    if depth <= 1 {
        return board.count();
    }
    let mut count = 0;
    board.successors(|after| count += bulk_count(after, depth - 1));
    count
}

/// Counts leaves without bulk counting: every leaf move is made.
fn count_without_bulk<B: BoardAdapter>(board: &mut B, depth: u8) -> u64 {
    if depth == 0 {
        black_box(board);
        return 1;
    }
    let mut count = 0;
    board.successors(|after| count += count_without_bulk(after, depth - 1));
    count
}

fn perft<B: BoardAdapter>(fen: &str, depth: u8, leaves: fn(&mut B, u8) -> u64) -> Result<Work> {
    let mut board: B = board(fen)?;
    Ok(Box::new(move || Ok(leaves(black_box(&mut board), depth))))
}

fn make<B: BoardAdapter>(texts: &[FenText], passes: u64) -> Result<Work> {
    let with_moves = boards::<B, _>(texts)?.into_iter().map(|board| {
        let moves = board.moves();
        (board, moves)
    });
    Ok(sum_over(with_moves.collect(), passes, |(board, moves)| {
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

fn is_legal<B: BoardAdapter>(
    samples: &[(FenText, Vec<SampleMove>)],
    passes: u64,
) -> Result<Option<Work>> {
    let mut prepared = Vec::new();
    for (text, moves) in samples {
        let board: B = board(&text.fen)?;
        let queries = moves.iter().map(|sample| board.query(sample));
        let Some(queries) = queries.collect::<Result<Option<Vec<_>>>>()? else {
            return Ok(None);
        };
        prepared.push((board, queries));
    }
    Ok(Some(sum_over(prepared, passes, |(board, queries)| {
        queries.iter().map(|query| u64::from(board.is_legal(black_box(query)))).sum()
    })))
}

/// Returns the work that tests one move per position for legality.
fn test_each<B: BoardAdapter>(fens: &[String], moves: &[SampleMove]) -> Result<Option<Work>> {
    let mut prepared = Vec::new();
    for (fen, sample) in fens.iter().zip(moves) {
        let board: B = board(fen)?;
        let Some(query) = board.query(sample)? else { return Ok(None) };
        prepared.push((board, query));
    }
    Ok(Some(sum_over(prepared, 1, |(board, query)| u64::from(board.is_legal(black_box(query))))))
}

fn replay<B: BoardAdapter>(games: &[StoredGame], passes: u64) -> Result<Option<Work>> {
    let Some(prepared) = read_games::<B>(games)? else { return Ok(None) };
    let start: B = board(START)?;
    Ok(Some(sum_over_games(prepared, passes, move |moves| {
        let mut board = black_box(&start).clone();
        let played = moves.iter().take_while(|&query| board.play(query)).count();
        black_box(&board);
        played as u64
    })))
}

/// The games' moves in a library's form, and a checksum of the last positions.
pub(super) struct PreparedGames<T> {
    pub(super) games: Vec<Vec<T>>,
    pub(super) checksum: u64,
}

/// The games' start position.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads the games' moves as a board's legality queries; `None` if the library has no legality
/// test.
///
/// # Errors
///
/// Returns an error if the library cannot read a move or rejects it.
pub(super) fn read_games<B: BoardAdapter>(
    games: &[StoredGame],
) -> Result<Option<PreparedGames<B::Query>>> {
    let mut prepared = Vec::new();
    let mut checksum = 0;
    for game in games {
        let mut board: B = board(START)?;
        let mut queries = Vec::new();
        for sample in &game.moves {
            let Some(query) = board.query(sample)? else { return Ok(None) };
            let is_legal = board.play(&query);
            ensure!(is_legal, "{}: rejected move {}", std::any::type_name::<B>(), sample.uci);
            queries.push(query);
        }
        checksum = 31 * checksum + 8 * board.count() + u64::from(board.checkers());
        checksum %= 1 << 32;
        prepared.push(queries);
    }
    Ok(Some(PreparedGames { games: prepared, checksum }))
}

/// Returns the work that applies a function to each game's moves, `passes` times. The count is the
/// sum of the results and the checksum, which all libraries must agree on.
pub(super) fn sum_over_games<T: 'static>(
    prepared: PreparedGames<T>,
    passes: u64,
    mut replay: impl FnMut(&[T]) -> u64 + 'static,
) -> Work {
    let PreparedGames { games, checksum } = prepared;
    Box::new(move || {
        let mut sum = checksum;
        for _ in 0..passes {
            sum += black_box(&games).iter().map(|moves| replay(moves)).sum::<u64>();
        }
        Ok(sum)
    })
}

/// Returns the work that lists each board's moves by `list`, `passes` times, into one list.
///
/// The list is on the stack, so that it has another offset from a page in each round. On the heap it
/// would keep one offset for the whole process, and a list that crosses a page is slow to write.
pub(super) fn list_each<B: 'static, M: Default + 'static>(
    mut boards: Vec<B>,
    passes: u64,
    list: impl Fn(&B, &mut M) -> u64 + 'static,
) -> Work {
    Box::new(move || {
        let mut moves = M::default();
        let mut sum = 0;
        for _ in 0..passes {
            sum += black_box(&mut boards).iter().map(|board| list(board, &mut moves)).sum::<u64>();
        }
        Ok(sum)
    })
}

/// Returns the work that applies a function to each item, `passes` times, and returns the sum.
fn sum_over<T: 'static>(
    mut items: Vec<T>,
    passes: u64,
    mut function: impl FnMut(&mut T) -> u64 + 'static,
) -> Work {
    Box::new(move || {
        let mut sum = 0;
        for _ in 0..passes {
            for item in black_box(&mut items) {
                sum += function(item);
            }
        }
        Ok(sum)
    })
}

/// Tests whether a library parses a FEN into each of its board types.
pub(super) fn accepts_fen<L: Library>(fen: &str) -> bool {
    L::Unhashed::parse_fen(fen).is_some()
        && L::Hashed::parse_fen(fen).is_some()
        && L::FromFen::parse_fen(fen).is_some()
}

/// Parses FENs.
///
/// # Errors
///
/// Returns an error if the library rejects one.
pub(super) fn boards<B: BoardAdapter, T: AsRef<str>>(fens: &[T]) -> Result<Vec<B>> {
    fens.iter().map(|fen| board(fen.as_ref())).collect()
}

/// Parses a FEN.
///
/// # Errors
///
/// Returns an error if the library rejects it.
pub(super) fn board<B: BoardAdapter>(fen: &str) -> Result<B> {
    B::parse_fen(fen).with_context(|| format!("{}: rejected FEN {fen}", std::any::type_name::<B>()))
}
