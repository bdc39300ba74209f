//! Work on index blocks by several threads.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use super::error::IndexError;
use super::reader::GameIndex;
use crate::read::{ReadEnd, ReadOptions};

/// The number of results that a thread computes ahead.
const RESULTS_AHEAD: usize = 2;

impl GameIndex {
    /// Calls a function for each block in several threads, and passes the results to `sink` in file
    /// order.
    ///
    /// The options set the number of threads and the flag that stops them. The results are the same
    /// for any number of threads.
    ///
    /// ```no_run
    /// use std::ops::ControlFlow;
    /// use tabiya_games::ReadOptions;
    /// use tabiya_games::index::GameIndex;
    ///
    /// let index = GameIndex::open("games.index")?;
    /// let mut plies = 0;
    /// index.map_blocks(
    ///     &ReadOptions::default(),
    ///     |block| Ok(index.moves(block)?.games().map(|game| game.moves.len()).sum::<usize>()),
    ///     |sum| {
    ///         plies += sum;
    ///         ControlFlow::Continue(())
    ///     },
    /// )?;
    /// # Ok::<(), tabiya_games::index::IndexError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the function's first error, after the results before it.
    pub fn map_blocks<T: Send>(
        &self,
        options: &ReadOptions<'_>,
        map: impl Fn(usize) -> Result<T, IndexError> + Sync,
        mut sink: impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<ReadEnd, IndexError> {
        let workers = options.worker_count().clamp(1, self.block_count().max(1));
        if workers == 1 {
            return deliver(0..self.block_count(), options, |block| Some(map(block)), &mut sink);
        }
        thread::scope(|scope| {
            let mut handles = Vec::new();
            let mut receivers = Vec::new();
            for worker in 0..workers {
                let (sender, receiver) = sync_channel(RESULTS_AHEAD);
                let map = &map;
                let run = move || {
                    for block in (worker..self.block_count()).step_by(workers) {
                        // The receiver is gone after the last result that it needs.
                        if options.is_canceled() || sender.send(map(block)).is_err() {
                            break;
                        }
                    }
                };
                handles.push(thread::Builder::new().spawn_scoped(scope, run)?);
                receivers.push(receiver);
            }
            let receive = |block: usize| Receiver::recv(&receivers[block % workers]).ok();
            let end = deliver(0..self.block_count(), options, receive, &mut sink);
            drop(receivers);
            for handle in handles {
                handle.join().unwrap_or_else(|payload| resume_unwind(payload));
            }
            end
        })
    }
}

/// Passes block results to a sink. A result is missing if its thread was canceled.
fn deliver<T>(
    blocks: std::ops::Range<usize>,
    options: &ReadOptions<'_>,
    mut result: impl FnMut(usize) -> Option<Result<T, IndexError>>,
    sink: &mut impl FnMut(T) -> ControlFlow<()>,
) -> Result<ReadEnd, IndexError> {
    for block in blocks {
        if options.is_canceled() {
            return Ok(ReadEnd::Canceled);
        }
        let Some(result) = result(block) else { return Ok(ReadEnd::Canceled) };
        if sink(result?).is_break() {
            return Ok(ReadEnd::Stopped);
        }
    }
    Ok(ReadEnd::Complete)
}
