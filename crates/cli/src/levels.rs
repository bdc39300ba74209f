//! The distinct positions of a tree, ply by ply, in bounded memory: sorted in pieces, kept on
//! disk where they do not fit, and merged as they are read.
//!
//! Positions are the same as the repetition rule sees them: placement, side to move, rights to
//! castle, and an en passant square only where the capture is legal.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::mem;
use std::path::PathBuf;

use rayon::prelude::*;
use tabiya::perft::Subtree;
use tabiya::{PackedPosition, Position};

/// A position without clocks, in an order that means nothing in chess, and in how many ways it
/// was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    position: [u64; 3],
    multiplicity: u64,
}

/// The size of a record, in memory and on disk.
const RECORD: usize = size_of::<Record>();
/// More children than any position has.
const CHILDREN: usize = 272;
/// The least memory: room for the children of some positions, and for the readers of files.
const LEAST: u64 = 1 << 20;
/// Pieces that are merged at once; each is an open file.
const PIECES: usize = 128;

/// The distinct positions some plies below a root.
///
/// ```
/// use tabiya::Position;
/// use tabiya_cli::levels::Levels;
///
/// let mut levels = Levels::new(&Position::START, 16 << 20, std::env::temp_dir());
/// let mut found = Vec::new();
/// for _ in 0..4 {
///     levels.descend()?;
///     found.push(levels.count()?);
/// }
/// assert_eq!(found, [(20, 20), (400, 400), (5_362, 8_902), (72_078, 197_281)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Levels {
    pieces: Vec<Piece>,
    /// How many records are sorted at once.
    capacity: usize,
    /// The bytes that readers of files share.
    readers: usize,
    folder: PathBuf,
}

/// Distinct positions in their order.
#[derive(Debug)]
enum Piece {
    Memory(Vec<Record>),
    Disk(File),
}

impl Levels {
    /// The root alone. No more than `memory` bytes are taken, or a megabyte if that is more;
    /// what does not fit goes to nameless files in a folder.
    pub fn new(root: &Position, memory: u64, folder: PathBuf) -> Self {
        // Half is for records that are sorted, an eighth for a level that stays in memory, a
        // quarter for children on their way, and an eighth for files.
        let memory = usize::try_from(memory.max(LEAST)).unwrap_or(usize::MAX);
        let capacity = memory / 2 / RECORD;
        let pieces = vec![Piece::Memory(vec![Record::of(root, 1)])];
        Self { pieces, capacity, readers: memory / 8, folder }
    }

    /// Goes a ply down.
    ///
    /// # Errors
    ///
    /// If the disk fails or is full, or the ways exceed 64 bits.
    pub fn descend(&mut self) -> io::Result<()> {
        let mut below = Gathering {
            records: Vec::with_capacity(self.capacity),
            pieces: Vec::new(),
            readers: self.readers,
            folder: self.folder.clone(),
        };
        let step = (self.capacity / 2 / CHILDREN).clamp(1, 1 << 14);
        let mut parents = Vec::with_capacity(step);
        let mut above = merged(&mut self.pieces, self.readers)?;
        loop {
            parents.clear();
            while parents.len() < step
                && let Some(parent) = above.next()?
            {
                parents.push(parent);
            }
            if parents.is_empty() {
                break;
            }
            below.make_room(step * CHILDREN)?;
            let children = parents.par_iter().map(children).collect::<io::Result<Vec<_>>>()?;
            children.into_iter().for_each(|children| below.records.extend(children));
        }
        drop(above);
        self.pieces = below.finished()?;
        Ok(())
    }

    /// How many positions there are, and in how many ways moves lead to all of them: the count
    /// of the tree.
    ///
    /// # Errors
    ///
    /// If the disk fails, or the ways to one exceed 64 bits.
    pub fn count(&mut self) -> io::Result<(u64, u128)> {
        let mut sum = (0, 0);
        let mut records = merged(&mut self.pieces, self.readers)?;
        while let Some(record) = records.next()? {
            sum.0 += 1;
            sum.1 += u128::from(record.multiplicity);
        }
        Ok(sum)
    }

    /// Visits each position.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count), and the first error of the visitor.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&Subtree) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut records = merged(&mut self.pieces, self.readers)?;
        while let Some(record) = records.next()? {
            visit(&Subtree {
                position: record.unpacked()?,
                multiplicity: record.multiplicity.into(),
            })?;
        }
        Ok(())
    }
}

/// The positions after each move.
fn children(parent: &Record) -> io::Result<Vec<Record>> {
    let position = parent.unpacked()?;
    let moves = position.legal_moves();
    Ok(moves.iter().map(|&mv| Record::of(&position.after(mv), parent.multiplicity)).collect())
}

impl Record {
    fn of(position: &Position, multiplicity: u64) -> Self {
        let packed = position.normalized().pack();
        let (words, _) = packed.position_bytes().as_chunks();
        let mut position = [0; 3];
        position.iter_mut().zip(words).for_each(|(to, &word)| *to = u64::from_le_bytes(word));
        Self { position, multiplicity }
    }

    fn unpacked(&self) -> io::Result<Position> {
        let mut bytes = Position::START.pack().to_bytes();
        let position = self.position.map(u64::to_le_bytes);
        bytes[..24].copy_from_slice(position.as_flattened());
        let packed = PackedPosition::from_bytes(bytes);
        packed.unpack().map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }

    fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let (words, _) = bytes.as_chunks_mut();
        let [a, b, c] = self.position;
        words
            .iter_mut()
            .zip([a, b, c, self.multiplicity])
            .for_each(|(to, word)| *to = word.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; RECORD]) -> Self {
        let (words, _) = bytes.as_chunks();
        let mut read = words.iter().map(|&word| u64::from_le_bytes(word));
        let mut word = || read.next().unwrap_or_default();
        Self { position: [word(), word(), word()], multiplicity: word() }
    }

    /// Takes in the ways of an equal position.
    fn absorb(&mut self, other: &Self) -> io::Result<()> {
        let sum = self.multiplicity.checked_add(other.multiplicity);
        let too_many =
            || io::Error::other("more than 2^64 - 1 move sequences lead to one position");
        self.multiplicity = sum.ok_or_else(too_many)?;
        Ok(())
    }
}

/// A level under way.
struct Gathering {
    /// As they come.
    records: Vec<Record>,
    pieces: Vec<Piece>,
    readers: usize,
    folder: PathBuf,
}

impl Gathering {
    /// Sees to it that so many records more can be taken.
    fn make_room(&mut self, more: usize) -> io::Result<()> {
        if self.records.capacity() - self.records.len() >= more {
            return Ok(());
        }
        self.sort()?;
        // A piece that transpositions have made small may grow again.
        if self.records.len() > self.records.capacity() / 2 {
            self.spill()?;
        }
        Ok(())
    }

    /// Sorts the records and makes one of those that are equal.
    fn sort(&mut self) -> io::Result<()> {
        self.records.par_sort_unstable_by_key(|record| record.position);
        let mut overflow = Ok(());
        self.records.dedup_by(|next, first| {
            let same = next.position == first.position;
            if same && let Err(error) = first.absorb(next) {
                overflow = Err(error);
            }
            same
        });
        overflow
    }

    /// Moves the sorted records to disk.
    fn spill(&mut self) -> io::Result<()> {
        let mut file = Spill::begin(&self.folder)?;
        self.records.iter().try_for_each(|record| file.write(record))?;
        self.records.clear();
        self.pieces.push(file.end()?);
        if self.pieces.len() == PIECES {
            let mut pieces = mem::take(&mut self.pieces);
            let mut records = merged(&mut pieces, self.readers)?;
            let mut file = Spill::begin(&self.folder)?;
            while let Some(record) = records.next()? {
                file.write(&record)?;
            }
            self.pieces.push(file.end()?);
        }
        Ok(())
    }

    fn finished(mut self) -> io::Result<Vec<Piece>> {
        self.sort()?;
        if self.pieces.is_empty() && self.records.len() <= self.records.capacity() / 4 {
            self.records.shrink_to_fit();
            return Ok(vec![Piece::Memory(self.records)]);
        }
        self.spill()?;
        Ok(self.pieces)
    }
}

/// A piece that is being written to disk.
struct Spill(BufWriter<File>);

impl Spill {
    fn begin(folder: &PathBuf) -> io::Result<Self> {
        Ok(Self(BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(folder)?)))
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        self.0.write_all(&record.to_bytes())
    }

    fn end(self) -> io::Result<Piece> {
        Ok(Piece::Disk(self.0.into_inner()?))
    }
}

/// The records of all pieces in order, equal ones as one.
fn merged(pieces: &mut [Piece], memory: usize) -> io::Result<Merged<'_>> {
    let memory = (memory / pieces.len().max(1)).clamp(1 << 10, 1 << 20);
    let mut heads = BinaryHeap::new();
    for piece in pieces {
        let mut rest = match piece {
            Piece::Memory(records) => Rest::Memory(records.iter()),
            Piece::Disk(file) => {
                file.rewind()?;
                Rest::Disk(BufReader::with_capacity(memory, file))
            }
        };
        if let Some(record) = rest.next()? {
            heads.push(Reverse(Head { record, rest }));
        }
    }
    Ok(Merged(heads))
}

/// Pieces by their next records.
struct Merged<'a>(BinaryHeap<Reverse<Head<'a>>>);

/// What is left of a piece.
struct Head<'a> {
    record: Record,
    rest: Rest<'a>,
}

enum Rest<'a> {
    Memory(std::slice::Iter<'a, Record>),
    Disk(BufReader<&'a mut File>),
}

impl Merged<'_> {
    fn next(&mut self) -> io::Result<Option<Record>> {
        let Some(mut next) = self.pop()? else { return Ok(None) };
        while self.0.peek().is_some_and(|Reverse(head)| head.record.position == next.position) {
            if let Some(same) = self.pop()? {
                next.absorb(&same)?;
            }
        }
        Ok(Some(next))
    }

    fn pop(&mut self) -> io::Result<Option<Record>> {
        let Some(mut head) = self.0.peek_mut() else { return Ok(None) };
        match head.0.rest.next()? {
            Some(record) => Ok(Some(mem::replace(&mut head.0.record, record))),
            None => Ok(Some(PeekMut::pop(head).0.record)),
        }
    }
}

impl Rest<'_> {
    fn next(&mut self) -> io::Result<Option<Record>> {
        match self {
            Self::Memory(records) => Ok(records.next().copied()),
            Self::Disk(reader) => {
                let mut bytes = [0; RECORD];
                match reader.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(Record::from_bytes(bytes))),
                    Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.record.position == other.record.position
    }
}

impl Eq for Head<'_> {}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Head<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.record.position.cmp(&other.record.position)
    }
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;

    use tabiya::perft::perft;

    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const CHESS960: &str = "r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1";

    /// Distinct positions at each ply are as many as published, where they are, and the ways
    /// are those of the tree.
    #[track_caller]
    fn check(fen: &str, memory: u64, depth: u8, published: &[u64]) {
        let root = Position::from_fen(fen).expect(fen);
        let mut levels = Levels::new(&root, memory, temp_dir());
        for ply in 1..=depth {
            levels.descend().expect("the disk works");
            let (positions, ways) = levels.count().expect("the disk works");
            assert_eq!(ways, perft(&root, ply), "{fen}: ply {ply}");
            if let Some(&published) = published.get(usize::from(ply) - 1) {
                assert_eq!(positions, published, "{fen}: ply {ply}");
            }
            let mut sum: u128 = 0;
            let mut visited = 0;
            let visit = |subtree: &Subtree| {
                visited += 1;
                sum += subtree.multiplicity * perft(&subtree.position, 1);
                Ok(())
            };
            levels.for_each(visit).expect("the disk works");
            let expected = (positions, perft(&root, ply + 1));
            assert_eq!((visited, sum), expected, "{fen}: below ply {ply}");
        }
    }

    #[test]
    fn in_memory() {
        check(&Position::START.to_string(), 256 << 20, 5, &[20, 400, 5_362, 72_078, 822_518]);
        check(KIWIPETE, 256 << 20, 3, &[]);
    }

    /// A megabyte holds 16,384 records at a time: more than a hundred pieces, merged twice.
    #[test]
    fn on_disk() {
        check(&Position::START.to_string(), 1, 5, &[20, 400, 5_362, 72_078, 822_518]);
        check(KIWIPETE, 1, 4, &[]);
        check(EN_PASSANT, 1, 5, &[]);
        check(CHESS960, 1, 4, &[]);
    }

    #[test]
    fn a_mate_ends_the_tree() {
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").expect("a position");
        let mut levels = Levels::new(&mated, 0, temp_dir());
        assert_eq!(levels.count().expect("in memory"), (1, 1));
        for _ in 0..3 {
            levels.descend().expect("in memory");
            assert_eq!(levels.count().expect("in memory"), (0, 0));
        }
    }

    #[test]
    fn too_many_ways_are_an_error() {
        let kings = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").expect("a position");
        let mut levels = Levels::new(&kings, 0, temp_dir());
        let error = (0..60).find_map(|_| levels.descend().err()).expect("6^60 ways");
        assert!(error.to_string().contains("more than 2^64"), "{error}");
    }
}
