//! A tree's unique positions, ply by ply, in bounded memory: an external merge sort.
//!
//! Positions are sorted in runs. A run that exceeds the memory goes to disk, and runs are merged
//! while they are read. Positions are equal under the repetition rule: placement, side to move,
//! castling rights, and the en passant square if the capture is legal.

mod record;
mod run;

use std::io::{self, ErrorKind};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use tabiya::{MoveList, Position};

use record::{RECORD_SIZE, SortRecord};
use run::{Run, RunWriter, merge_runs};

/// The minimum memory for an enumeration in bytes, which suffices for the children of a few
/// positions and for read buffers.
const MIN_MEMORY: u64 = 1 << 20;
/// The maximum number of sorted runs. Each is an open file, so more runs are merged into one.
const MAX_RUNS: usize = 128;

/// The unique positions some plies below a root, with their multiplicity.
///
/// A [units file](crate::units_file) holds them.
///
/// ```
/// use tabiya::Position;
/// use tabiya_units::levels::Levels;
///
/// let mut levels = Levels::new(&Position::START, 16 << 20, std::env::temp_dir());
/// let mut counts = Vec::new();
/// for _ in 0..4 {
///     levels.descend()?;
///     counts.push(levels.count()?);
/// }
/// assert_eq!(counts, [(20, 20), (400, 400), (5_362, 8_902), (72_078, 197_281)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Levels {
    runs: Vec<Run>,
    /// The number of records that are sorted in memory at once.
    record_capacity: usize,
    /// The memory for all read buffers, in bytes.
    buffer_memory: usize,
    folder: PathBuf,
    /// The signal that ends the enumeration, if it is set.
    stop: Arc<AtomicBool>,
}

impl Levels {
    /// Creates the level that holds only the root. It uses at most `memory` bytes, but at least one
    /// mebibyte. Further positions go to unnamed temporary files in `folder`.
    pub fn new(root: &Position, memory: u64, folder: PathBuf) -> Self {
        // One half is for sorting, one quarter for a batch's children, one eighth for a run that
        // stays in memory, and one eighth for read buffers.
        let memory = usize::try_from(memory.max(MIN_MEMORY)).unwrap_or(usize::MAX);
        let record_capacity = memory / 2 / RECORD_SIZE;
        let runs = vec![Run::Memory(vec![SortRecord::new(root, 1)])];
        let stop = Arc::default();
        Self { runs, record_capacity, buffer_memory: memory / 8, folder, stop }
    }

    /// Sets a signal that ends the enumeration: once it is `true`, the methods return an error of the
    /// kind [`ErrorKind::Interrupted`].
    #[must_use]
    pub fn with_stop_signal(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Replaces the level's positions by the unique positions one ply below.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated, if the disk fails or is full, or if a
    /// multiplicity exceeds 64 bits.
    pub fn descend(&mut self) -> io::Result<()> {
        let mut next_level = LevelBuilder {
            records: allocate(self.record_capacity)?,
            runs: Vec::new(),
            buffer_memory: self.buffer_memory,
            folder: self.folder.clone(),
            stop: self.stop.clone(),
        };
        let batch_len = (self.record_capacity / 2 / MoveList::CAPACITY).clamp(1, 1 << 14);
        let mut parents = Vec::with_capacity(batch_len);
        let mut records = merge_runs(&mut self.runs, self.buffer_memory, &self.stop)?;
        loop {
            parents.clear();
            while parents.len() < batch_len
                && let Some(parent) = records.next()?
            {
                parents.push(parent);
            }
            if parents.is_empty() {
                break;
            }
            next_level.reserve(batch_len * MoveList::CAPACITY)?;
            let children = parents.par_iter().map(children).collect::<io::Result<Vec<_>>>()?;
            children.into_iter().for_each(|children| next_level.records.extend(children));
        }
        drop(records);
        self.runs = next_level.finish()?;
        Ok(())
    }

    /// Returns how many unique positions there are, and the sum of their multiplicities, which is
    /// the tree's perft count.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk fails, or if a multiplicity exceeds 64 bits.
    pub fn count(&mut self) -> io::Result<(u64, u128)> {
        let mut positions = 0;
        let mut nodes = 0;
        let mut records = merge_runs(&mut self.runs, self.buffer_memory, &self.stop)?;
        while let Some(record) = records.next()? {
            positions += 1;
            nodes += u128::from(record.multiplicity);
        }
        Ok((positions, nodes))
    }

    /// Calls `visit` with each position in the level and its multiplicity, in ascending order by
    /// the packed bytes. The position is packed without clocks and normalized.
    ///
    /// # Errors
    ///
    /// Returns an error like [`count`](Self::count), or else the first error from `visit`.
    pub fn visit_positions<E: From<io::Error>>(
        &mut self,
        mut visit: impl FnMut(&[u8; 24], u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut records = merge_runs(&mut self.runs, self.buffer_memory, &self.stop)?;
        while let Some(record) = records.next()? {
            visit(&record.position_bytes(), record.multiplicity)?;
        }
        Ok(())
    }
}

/// Allocates a vector, or returns an error that states the size.
fn allocate(capacity: usize) -> io::Result<Vec<SortRecord>> {
    let mut records = Vec::new();
    records.try_reserve_exact(capacity).map_err(|_| {
        let size = capacity.saturating_mul(RECORD_SIZE);
        io::Error::new(ErrorKind::OutOfMemory, format!("cannot allocate {size} bytes"))
    })?;
    Ok(records)
}

/// Returns a record for the position after each of a parent's moves.
fn children(parent: &SortRecord) -> io::Result<Vec<SortRecord>> {
    let position = parent.unpack()?;
    let moves = position.legal_moves();
    Ok(moves.iter().map(|&mv| SortRecord::new(&position.after(mv), parent.multiplicity)).collect())
}

/// A builder for the next level, which sorts and merges records within the memory limit.
struct LevelBuilder {
    /// The records in memory, unsorted and possibly with duplicates.
    records: Vec<SortRecord>,
    runs: Vec<Run>,
    buffer_memory: usize,
    folder: PathBuf,
    stop: Arc<AtomicBool>,
}

impl LevelBuilder {
    /// Ensures capacity for `additional` records: merges duplicates, and writes a run if that does
    /// not suffice.
    fn reserve(&mut self, additional: usize) -> io::Result<()> {
        if self.records.capacity() - self.records.len() >= additional {
            return Ok(());
        }
        self.sort_and_merge()?;
        // With many transpositions, the records still have capacity after the merge.
        if self.records.len() > self.records.capacity() / 2 {
            self.spill_to_disk()?;
        }
        Ok(())
    }

    /// Sorts the records and merges those with equal positions.
    fn sort_and_merge(&mut self) -> io::Result<()> {
        self.records.par_sort_unstable_by_key(|record| record.position);
        let mut overflow = Ok(());
        self.records.dedup_by(|next, first| {
            let is_equal = next.position == first.position;
            if is_equal && let Err(error) = first.add_multiplicity(next) {
                overflow = Err(error);
            }
            is_equal
        });
        overflow
    }

    /// Moves the sorted records to a run on disk, and merges the runs if there are too many.
    fn spill_to_disk(&mut self) -> io::Result<()> {
        let mut writer = RunWriter::new(&self.folder)?;
        self.records.iter().try_for_each(|record| writer.write(record))?;
        self.records.clear();
        self.runs.push(writer.finish()?);
        if self.runs.len() == MAX_RUNS {
            let mut runs = mem::take(&mut self.runs);
            let mut records = merge_runs(&mut runs, self.buffer_memory, &self.stop)?;
            let mut writer = RunWriter::new(&self.folder)?;
            while let Some(record) = records.next()? {
                writer.write(&record)?;
            }
            self.runs.push(writer.finish()?);
        }
        Ok(())
    }

    /// Returns the finished level's sorted runs. A small level stays in memory.
    fn finish(mut self) -> io::Result<Vec<Run>> {
        self.sort_and_merge()?;
        if self.runs.is_empty() && self.records.len() <= self.records.capacity() / 4 {
            self.records.shrink_to_fit();
            return Ok(vec![Run::Memory(self.records)]);
        }
        self.spill_to_disk()?;
        Ok(self.runs)
    }
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;
    use std::sync::atomic::Ordering::Relaxed;

    use tabiya::PackedPosition;
    use tabiya::perft::perft;

    use super::*;

    const KIWIPETE_FEN: &str =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const EN_PASSANT_FEN: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const CHESS960_FEN: &str = "r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1";

    /// Asserts that the number of unique positions at each ply equals the published one, if any,
    /// and that the multiplicities add up to the perft count.
    #[track_caller]
    fn assert_unique_counts(fen: &str, memory: u64, depth: u8, published: &[u64]) {
        let root = Position::from_fen(fen).expect(fen);
        let mut levels = Levels::new(&root, memory, temp_dir());
        for ply in 1..=depth {
            levels.descend().expect("the disk works");
            let (positions, nodes) = levels.count().expect("the disk works");
            assert_eq!(nodes, perft(&root, ply), "{fen}: ply {ply}");
            if let Some(&published) = published.get(usize::from(ply) - 1) {
                assert_eq!(positions, published, "{fen}: ply {ply}");
            }
            let mut sum: u128 = 0;
            let mut visited = 0;
            let mut last = [0; 24];
            let visit = |bytes: &[u8; 24], multiplicity: u64| {
                visited += 1;
                assert!(*bytes > last, "{fen}: ply {ply}: not ascending");
                last = *bytes;
                let position = PackedPosition::from_position_bytes(*bytes).unpack().expect(fen);
                sum += u128::from(multiplicity) * perft(&position, 1);
                Ok::<_, io::Error>(())
            };
            levels.visit_positions(visit).expect("the disk works");
            let expected = (positions, perft(&root, ply + 1));
            assert_eq!((visited, sum), expected, "{fen}: below ply {ply}");
        }
    }

    #[test]
    fn count_in_memory_is_published_number() {
        assert_unique_counts(
            &Position::START.to_string(),
            256 << 20,
            5,
            &[20, 400, 5_362, 72_078, 822_518],
        );
        assert_unique_counts(KIWIPETE_FEN, 256 << 20, 3, &[]);
    }

    /// A mebibyte sorts 16,384 records at a time, so there are more than a hundred runs, merged
    /// twice.
    #[test]
    fn count_on_disk_is_published_number() {
        assert_unique_counts(
            &Position::START.to_string(),
            1,
            5,
            &[20, 400, 5_362, 72_078, 822_518],
        );
        assert_unique_counts(KIWIPETE_FEN, 1, 4, &[]);
        assert_unique_counts(EN_PASSANT_FEN, 1, 5, &[]);
        assert_unique_counts(CHESS960_FEN, 1, 4, &[]);
    }

    #[test]
    fn count_below_checkmate_is_zero() {
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").expect("a position");
        let mut levels = Levels::new(&mated, 0, temp_dir());
        assert_eq!(levels.count().expect("in memory"), (1, 1));
        for _ in 0..3 {
            levels.descend().expect("in memory");
            assert_eq!(levels.count().expect("in memory"), (0, 0));
        }
    }

    #[test]
    fn stop_signal_ends_enumeration() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut levels =
            Levels::new(&Position::START, 1, temp_dir()).with_stop_signal(stop.clone());
        levels.descend().expect("the signal is not set");
        stop.store(true, Relaxed);
        let kind = |result: io::Result<()>| result.map_err(|error| error.kind());
        assert_eq!(kind(levels.descend()), Err(ErrorKind::Interrupted));
        assert_eq!(kind(levels.count().map(drop)), Err(ErrorKind::Interrupted));
        assert_eq!(kind(levels.visit_positions(|_, _| Ok(()))), Err(ErrorKind::Interrupted));
    }

    /// With 32 bits, half of the addresses may be free.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn descend_without_memory_is_error_with_size() {
        let mut levels = Levels::new(&Position::START, u64::MAX, temp_dir());
        let error = levels.descend().expect_err("no machine has that much memory");
        assert_eq!(error.to_string(), format!("cannot allocate {} bytes", u64::MAX / 64 * 32));
    }

    #[test]
    fn descend_multiplicity_overflow_is_error() {
        let kings = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").expect("a position");
        let mut levels = Levels::new(&kings, 0, temp_dir());
        let error = (0..60).find_map(|_| levels.descend().err()).expect("6^60 exceeds 64 bits");
        assert!(error.to_string().contains("more than 2^64"), "{error}");
    }
}
