//! Work on several threads.

use std::sync::Mutex;
use std::thread;

/// Calls `work` on every item, on `threads` threads.
///
/// The items are fetched one by one, in their order. The order of the calls is unspecified.
///
/// # Panics
///
/// Panics if `work` panics.
pub fn parallel_for_each<T: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    threads: usize,
    work: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = next() {
                    work(item);
                }
            });
        }
    });
}

/// Returns how many CPUs there are, or 1 if it is unknown.
pub fn cpu_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::parallel_for_each;

    #[test]
    fn parallel_for_each_visits_each_item_once() {
        for threads in [1, 2, 7] {
            let sum = AtomicU64::new(0);
            parallel_for_each(1..=1_000, threads, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 500_500, "{threads} threads");
        }
    }
}
