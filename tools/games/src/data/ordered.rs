//! Work on several threads, whose results keep the order.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of items that wait for each thread.
const QUEUE_LEN: usize = 2;

/// Passes items through `work`, on a number of threads, and the results to `sink`, in order. The iterator and `sink` run
/// on the calling thread. `sink` may end the loop.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_games::data::map_in_order;
///
/// let mut squares = Vec::new();
/// map_in_order(3, 0..100, |number| number * number, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
/// ```
///
/// # Panics
///
/// Panics if `work` does.
pub fn map_in_order<T: Send, U: Send>(
    threads: usize,
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> U + Sync,
    mut sink: impl FnMut(U) -> ControlFlow<()>,
) {
    let threads = threads.max(1);
    if threads == 1 {
        let _ = items.map(work).try_for_each(sink);
        return;
    }
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<(SyncSender<T>, Receiver<U>)> = (0..threads)
            .map(|_| {
                let (sender, received) = sync_channel::<T>(QUEUE_LEN);
                let (results, sent) = sync_channel(QUEUE_LEN);
                scope.spawn(move || {
                    let _ = received.into_iter().try_for_each(|item| results.send(work(item)));
                });
                (sender, sent)
            })
            .collect();
        let mut items = items.fuse();
        let mut sent = 0;
        let mut received = 0;
        loop {
            while sent - received < QUEUE_LEN * threads {
                let Some(item) = items.next() else { break };
                // A thread that has panicked receives nothing, and the scope panics at its end.
                if workers[sent % threads].0.send(item).is_err() {
                    return;
                }
                sent += 1;
            }
            if received == sent {
                return;
            }
            let Ok(result) = workers[received % threads].1.recv() else { return };
            received += 1;
            if sink(result).is_break() {
                return;
            }
        }
    });
}
