//! The threads that load and fold chunks, ahead of the stitcher.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::chunk::{WholeGames, fold_chunk};
use super::source::{Chunk, Claim, Scratch, Source};
use super::stitch::{Stitcher, Stop};
use super::{Batch, GameFold, ReadEnd, ReadOptions, ReadStart, SourceRead};
use crate::error::GamesError;

/// Reads the games in a source from a position on.
///
/// # Errors
///
/// Returns an error if the source cannot be read, after the games before the error were delivered.
pub(crate) fn read<F: GameFold>(
    source: &Source<'_>,
    start: ReadStart,
    options: &ReadOptions<'_>,
    fold: &F,
    sink: impl FnMut(Batch<F::Output>) -> ControlFlow<()>,
) -> Result<SourceRead, GamesError> {
    let stitcher = Stitcher::new(source, fold, sink, options, start);
    let worker = Worker { source, fold, options, start };
    let result = match options.worker_count() {
        1 => read_in_one_thread(&worker, stitcher),
        count => read_in_threads(&worker, count, stitcher),
    };
    let stopped = |end| Ok(SourceRead { end, next: 0, damage: None });
    match result {
        Ok(read) => Ok(read),
        Err(Stop::Break) => stopped(ReadEnd::Stopped),
        Err(Stop::Canceled) => stopped(ReadEnd::Canceled),
        Err(Stop::Error(error)) => Err(error),
    }
}

/// The work on each chunk.
struct Worker<'a, 's, F> {
    source: &'a Source<'s>,
    fold: &'a F,
    options: &'a ReadOptions<'a>,
    start: ReadStart,
}

/// A chunk and its whole games, if any.
type Folded<T> = (Chunk, Option<WholeGames<T>>);

impl<F: GameFold> Worker<'_, '_, F> {
    /// Loads the chunk that `claim` returns and folds its games.
    fn run(
        &self,
        claim: impl FnOnce() -> Option<Claim>,
        scratch: &mut Scratch,
    ) -> Option<Folded<F::Output>> {
        let chunk = self.source.load(claim, scratch)?;
        let start = match chunk.index {
            0 => match usize::try_from(self.start.offset_in_chunks) {
                Ok(start) if start <= chunk.text.len() => Some(start),
                _ => return Some((chunk, None)),
            },
            _ => None,
        };
        let games = fold_chunk(&chunk.text, start, self.fold, self.options);
        Some((chunk, games))
    }
}

fn read_in_one_thread<F, S>(
    worker: &Worker<'_, '_, F>,
    mut stitcher: Stitcher<'_, '_, F, S>,
) -> Result<SourceRead, Stop>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    let mut scratch = Scratch::default();
    let mut text = Vec::new();
    for index in 0.. {
        let claim = || (!worker.options.is_canceled()).then(|| Claim::new(index, text));
        let Some((mut chunk, games)) = worker.run(claim, &mut scratch) else { break };
        stitcher.add(&mut chunk, games)?;
        text = chunk.text;
    }
    finish(worker.options, stitcher)
}

fn finish<F, S>(
    options: &ReadOptions<'_>,
    mut stitcher: Stitcher<'_, '_, F, S>,
) -> Result<SourceRead, Stop>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    if options.is_canceled() { Err(Stop::Canceled) } else { stitcher.finish() }
}

fn read_in_threads<F, S>(
    worker: &Worker<'_, '_, F>,
    count: usize,
    mut stitcher: Stitcher<'_, '_, F, S>,
) -> Result<SourceRead, Stop>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    let queue = Queue::new(count, worker.options.chunks_ahead);
    thread::scope(|scope| {
        // Dropped last, also if the sink panics, so that the workers end.
        let _stop = StopOnDrop(&queue);
        let mut handles = Vec::new();
        let result = (0..count)
            .try_for_each(|_| {
                let run = || run_worker(worker, &queue);
                handles.push(thread::Builder::new().spawn_scoped(scope, run)?);
                Ok(())
            })
            .map_err(|error: io::Error| GamesError::from(error).into())
            .and_then(|()| stitch(&queue, &mut stitcher));
        queue.stop();
        // If a worker panicked, its chunks are missing: the text before them is not complete.
        for handle in handles {
            handle.join().unwrap_or_else(|payload| resume_unwind(payload));
        }
        result?;
        finish(worker.options, stitcher)
    })
}

/// Loads and folds chunks until none is left.
fn run_worker<F: GameFold>(worker: &Worker<'_, '_, F>, queue: &Queue<F::Output>) {
    let _exit = ExitOnDrop(queue);
    let mut scratch = Scratch::default();
    while let Some(folded) = worker.run(|| queue.claim(), &mut scratch) {
        queue.put(folded);
    }
}

/// Delivers the games in all chunks, except those that only the end of the file makes certain.
fn stitch<F, S>(queue: &Queue<F::Output>, stitcher: &mut Stitcher<'_, '_, F, S>) -> Result<(), Stop>
where
    F: GameFold,
    S: FnMut(Batch<F::Output>) -> ControlFlow<()>,
{
    while let Some((mut chunk, games)) = queue.take() {
        stitcher.add(&mut chunk, games)?;
        queue.reuse(chunk.text);
    }
    Ok(())
}

/// The chunks between the workers and the stitcher, and the limits for their number.
struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// The maximum number of chunks that are claimed and not yet taken.
    limit: usize,
}

struct State<T> {
    /// The next index to be claimed.
    claimed: usize,
    /// The next index to be taken.
    taken: usize,
    folded: BTreeMap<usize, Folded<T>>,
    /// Texts from chunks that were taken.
    buffers: Vec<Vec<u8>>,
    /// The number of workers that did not end.
    running: usize,
    is_stopped: bool,
}

impl<T> Queue<T> {
    fn new(workers: usize, chunks_ahead: usize) -> Self {
        let state = State {
            claimed: 0,
            taken: 0,
            folded: BTreeMap::new(),
            buffers: Vec::new(),
            running: workers,
            is_stopped: false,
        };
        let limit = workers.saturating_add(chunks_ahead);
        Self { state: Mutex::new(state), changed: Condvar::new(), limit }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next index as soon as the limit allows, or `None` if the workers shall end.
    ///
    /// A waiting worker holds no buffer, so that their number has the same limit.
    fn claim(&self) -> Option<Claim> {
        let must_wait =
            |state: &mut State<T>| !state.is_stopped && state.claimed - state.taken >= self.limit;
        let state = self.changed.wait_while(self.lock(), must_wait);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped {
            return None;
        }
        state.claimed += 1;
        let text = state.buffers.pop().unwrap_or_default();
        Some(Claim::new(state.claimed - 1, text))
    }

    fn put(&self, folded: Folded<T>) {
        self.lock().folded.insert(folded.0.index, folded);
        self.changed.notify_all();
    }

    /// Returns the next chunk in file order, or `None` after the last one.
    fn take(&self) -> Option<Folded<T>> {
        let must_wait =
            |state: &mut State<T>| state.running > 0 && !state.folded.contains_key(&state.taken);
        let state = self.changed.wait_while(self.lock(), must_wait);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let taken = state.taken;
        let folded = state.folded.remove(&taken)?;
        state.taken += 1;
        Some(folded)
    }

    /// Returns a text to the workers, and allows them the next chunk.
    fn reuse(&self, text: Vec<u8>) {
        self.lock().buffers.push(text);
        self.changed.notify_all();
    }

    /// Makes the workers end before their next chunk.
    fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }
}

/// Stops the workers when the stitcher ends.
struct StopOnDrop<'a, T>(&'a Queue<T>);

impl<T> Drop for StopOnDrop<'_, T> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Reports that a worker ends, also if it panics: the stitcher does not wait for its chunk then.
struct ExitOnDrop<'a, T>(&'a Queue<T>);

impl<T> Drop for ExitOnDrop<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.running -= 1;
        if thread::panicking() {
            state.is_stopped = true;
        }
        drop(state);
        self.0.changed.notify_all();
    }
}
