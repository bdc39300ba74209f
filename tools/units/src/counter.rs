//! The unit counter.

use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tabiya::perft::{ParallelPerft, ParallelPerftError, Perft};

use crate::results::{Method, Process, UnitResult, Variant};
use crate::units_file::{UnitsError, UnitsFile};

/// A unit counter, with its threads and its hash table.
///
/// The hash table keeps its entries from one unit to the next, so that transpositions between units
/// are counted once. The results record the counting method.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya::Position;
/// use tabiya::perft::Perft;
/// use tabiya_units::counter::UnitCounter;
/// use tabiya_units::results::Variant;
/// use tabiya_units::split::Split;
/// use tabiya_units::units_file::UnitsFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("one.units");
/// Split::new(Position::START, 1).write(&path)?;
/// let mut file = UnitsFile::open(&path)?;
///
/// let counter = UnitCounter::new(Perft::new(), 1, None)?.with_variant(Variant::ColorsFlipped);
/// let result = counter.count(&mut file, 0, 4, || ControlFlow::Continue(()))?;
/// assert_eq!(result.expect("the count was not stopped").counts().nodes, 197_281);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct UnitCounter {
    counter: ParallelPerft,
    method: Method,
    process: Process,
}

impl UnitCounter {
    /// Creates a counter. `threads` is the number of threads, where 0 stands for one per logical
    /// CPU. `hash_bytes` is the hash table's size in bytes, or `None` for an exact count without one.
    ///
    /// # Errors
    ///
    /// Returns an error if the threads cannot be started, or if the hash table is smaller than
    /// 128 bytes or cannot be allocated.
    pub fn new(
        perft: Perft,
        threads: usize,
        hash_bytes: Option<u64>,
    ) -> Result<Self, ParallelPerftError> {
        let mut counter = ParallelPerft::new(perft, threads)?;
        if let Some(bytes) = hash_bytes {
            counter = counter.with_hash(bytes)?;
        }
        let method = Method {
            backend: perft.backend(),
            hash_bytes: counter.hash_usage().map_or(0, |usage| usage.bytes),
            variant: Variant::Unchanged,
            threads: u16::try_from(counter.threads()).unwrap_or(u16::MAX),
        };
        Ok(Self { counter, method, process: Process::current() })
    }

    /// Sets which variant of the positions is counted.
    #[must_use]
    pub fn with_variant(mut self, variant: Variant) -> Self {
        self.method.variant = variant;
        self
    }

    /// Returns the counting method.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Returns the process that results record.
    pub const fn process(&self) -> &Process {
        &self.process
    }

    /// Counts a unit in a file to a depth below the file's root.
    ///
    /// Calls `finished` after each position, on the thread that counted it. If `finished` returns
    /// [`ControlFlow::Break`], no further position is begun, and the result is `None`.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if the unit cannot be read, or if the depth is above the split.
    pub fn count<R: Read + Seek>(
        &self,
        file: &mut UnitsFile<R>,
        unit: u64,
        depth: u8,
        finished: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Result<Option<UnitResult>, UnitsError> {
        let start = Instant::now();
        let now = SystemTime::now();
        let plies = file.header().plies;
        let depth_below =
            depth.checked_sub(plies).ok_or(UnitsError::Depth { found: depth, plies })?;
        let mut subtrees = file.read_unit(unit)?;
        for subtree in &mut subtrees {
            subtree.position = self.method.variant.of(&subtree.position);
        }
        let sums = Mutex::new((0, 0));
        let add = |index: usize, leaves: u128| {
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            let nodes = leaves.saturating_mul(subtrees[index].multiplicity);
            *sums = (u128::saturating_add(sums.0, leaves), u128::saturating_add(sums.1, nodes));
            finished()
        };
        if self.counter.count_each(&subtrees, depth_below, add).is_break() {
            return Ok(None);
        }
        let (leaves, nodes) = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        let started = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        Ok(Some(UnitResult {
            unit,
            content_hash: file.header().content_hash,
            depth,
            leaves,
            nodes,
            method: self.method,
            process: self.process.clone(),
            started: u64::try_from(started).unwrap_or(u64::MAX),
            duration: u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use tabiya::Position;
    use tabiya::perft::{Backend, perft};

    use super::*;
    use crate::units_file::units_file_of;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn file(fen: &str, plies: u8, records_per_unit: u32) -> (UnitsFile<Cursor<Vec<u8>>>, u64) {
        let root = Position::from_fen(fen).expect(fen);
        let (bytes, header) = units_file_of(&root, plies, records_per_unit);
        (UnitsFile::new(Cursor::new(bytes)).expect(fen), header.units())
    }

    #[test]
    fn count_by_any_method_is_the_same() {
        let en_passant = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        let chess960 = "r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1";
        for (fen, plies, records_per_unit, depth) in
            [(KIWIPETE, 1, 7, 4), (en_passant, 2, 30, 6), (chess960, 0, 1, 4), (KIWIPETE, 2, 9, 2)]
        {
            let (mut file, units) = file(fen, plies, records_per_unit);
            let expected = perft(&Position::from_fen(fen).expect(fen), depth);
            let backends = Backend::ALL.into_iter().filter_map(|name| Perft::with(name).ok());
            for perft in backends {
                for hash_bytes in [None, Some(1 << 16)] {
                    for variant in [Variant::Unchanged, Variant::ColorsFlipped] {
                        let counter = UnitCounter::new(perft, 2, hash_bytes).expect("two threads");
                        let counter = counter.with_variant(variant);
                        let mut sum = 0;
                        for unit in 0..units {
                            let go_on = || ControlFlow::Continue(());
                            let result = counter.count(&mut file, unit, depth, go_on).expect(fen);
                            let result = result.expect("the count was not stopped");
                            assert_eq!(result.method.backend, perft.backend());
                            assert_eq!(result.method.is_exact(), hash_bytes.is_none());
                            assert_eq!((result.method.variant, result.depth), (variant, depth));
                            assert_eq!(result.method.threads, 2);
                            sum += result.nodes;
                        }
                        assert_eq!(sum, expected, "{fen}: {perft:?}, {hash_bytes:?}, {variant:?}");
                    }
                }
            }
        }
    }

    /// The hash table finds no position from the other variant.
    #[test]
    fn flipped_colors_have_other_hash_entries() {
        let (mut file, _) = file(KIWIPETE, 1, 100);
        let counter = UnitCounter::new(Perft::new(), 1, Some(1 << 22)).expect("4 MiB");
        let mut used = |counter: &UnitCounter| {
            let result = counter.count(&mut file, 0, 5, || ControlFlow::Continue(()));
            assert_eq!(result.expect("a unit").map(|result| result.nodes), Some(193_690_690));
            counter.counter.hash_usage().expect("a hash table").fraction_used
        };
        let first = used(&counter);
        assert!(first > 0.0 && used(&counter) == first, "{first}");
        // The table reserves entries for one count, so that few are free.
        let both = used(&counter.with_variant(Variant::ColorsFlipped));
        assert!(both > 1.05 * first, "{first}, then {both}");
    }

    #[test]
    fn stopped_count_has_no_result() {
        let (mut file, _) = file(KIWIPETE, 2, 1_000);
        let counter = UnitCounter::new(Perft::new(), 1, None).expect("one thread");
        let finished = AtomicU64::new(0);
        let stop_at_ten = || match finished.fetch_add(1, Relaxed) {
            9 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let result = counter.count(&mut file, 0, 3, stop_at_ten).expect("a unit");
        assert_eq!((result, finished.into_inner()), (None, 10));
    }

    #[test]
    fn depth_above_split_is_error() {
        let (mut file, _) = file(KIWIPETE, 2, 1_000);
        let counter = UnitCounter::new(Perft::new(), 1, None).expect("one thread");
        let mut message = |unit, depth| {
            let result = counter.count(&mut file, unit, depth, || ControlFlow::Continue(()));
            result.expect_err("not in the file").to_string()
        };
        assert_eq!(message(0, 1), "depth 1: above the split; expected at least 2");
        assert_eq!(message(9, 3), "unit 9: not in the file; expected a number below 3");
    }
}
