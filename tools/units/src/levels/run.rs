//! Sorted runs of records, in memory or on disk, and their merge.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::mem;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::record::{RECORD_SIZE, SortRecord};

/// A sorted run of unique records, in memory or on disk.
#[derive(Debug)]
pub(super) enum Run {
    Memory(Vec<SortRecord>),
    Disk(File),
}

/// A writer for a sorted run on disk, whose errors name the folder.
pub(super) struct RunWriter<'a> {
    file: BufWriter<File>,
    folder: &'a Path,
}

impl<'a> RunWriter<'a> {
    pub(super) fn new(folder: &'a Path) -> io::Result<Self> {
        let file = tempfile::tempfile_in(folder).map_err(|error| name_folder(folder, &error))?;
        Ok(Self { file: BufWriter::with_capacity(1 << 16, file), folder })
    }

    pub(super) fn write(&mut self, record: &SortRecord) -> io::Result<()> {
        let written = self.file.write_all(&record.to_bytes());
        written.map_err(|error| name_folder(self.folder, &error))
    }

    pub(super) fn finish(self) -> io::Result<Run> {
        let file =
            self.file.into_inner().map_err(|error| name_folder(self.folder, error.error()))?;
        Ok(Run::Disk(file))
    }
}

fn name_folder(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("temporary file in {}: {error}", folder.display()))
}

/// Creates a merge that yields the records from all runs in sorted order, with duplicates merged.
/// The read buffers share `memory` bytes.
pub(super) fn merge_runs<'a>(
    runs: &'a mut [Run],
    memory: usize,
    stop: &'a AtomicBool,
) -> io::Result<Merge<'a>> {
    let memory = (memory / runs.len().max(1)).clamp(1 << 10, 1 << 20);
    let mut heads = BinaryHeap::new();
    for run in runs {
        let mut reader = match run {
            Run::Memory(records) => RunReader::Memory(records.iter()),
            Run::Disk(file) => {
                file.rewind()?;
                RunReader::Disk(BufReader::with_capacity(memory, file))
            }
        };
        if let Some(record) = reader.next()? {
            heads.push(Reverse(RunHead { record, reader }));
        }
    }
    Ok(Merge { heads, stop })
}

/// A k-way merge for sorted runs, as a heap of their first records.
pub(super) struct Merge<'a> {
    heads: BinaryHeap<Reverse<RunHead<'a>>>,
    stop: &'a AtomicBool,
}

/// A run's first unread record, and the reader for the others.
struct RunHead<'a> {
    record: SortRecord,
    reader: RunReader<'a>,
}

/// A reader for a sorted run's records.
enum RunReader<'a> {
    Memory(std::slice::Iter<'a, SortRecord>),
    Disk(BufReader<&'a mut File>),
}

impl Merge<'_> {
    /// Returns the next record, merged with those for the same position in other runs.
    pub(super) fn next(&mut self) -> io::Result<Option<SortRecord>> {
        if self.stop.load(Relaxed) {
            return Err(io::Error::new(ErrorKind::Interrupted, "interrupted"));
        }
        let Some(mut record) = self.pop_record()? else { return Ok(None) };
        while self.heads.peek().is_some_and(|Reverse(head)| head.record.position == record.position)
        {
            if let Some(duplicate) = self.pop_record()? {
                record.add_multiplicity(&duplicate)?;
            }
        }
        Ok(Some(record))
    }

    /// Removes and returns the smallest record in all runs.
    fn pop_record(&mut self) -> io::Result<Option<SortRecord>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        match head.0.reader.next()? {
            Some(record) => Ok(Some(mem::replace(&mut head.0.record, record))),
            None => Ok(Some(PeekMut::pop(head).0.record)),
        }
    }
}

impl RunReader<'_> {
    fn next(&mut self) -> io::Result<Option<SortRecord>> {
        match self {
            Self::Memory(records) => Ok(records.next().copied()),
            Self::Disk(reader) => {
                if reader.fill_buf()?.is_empty() {
                    return Ok(None);
                }
                let mut bytes = [0; RECORD_SIZE];
                reader.read_exact(&mut bytes)?;
                Ok(Some(SortRecord::from_bytes(bytes)))
            }
        }
    }
}

impl PartialEq for RunHead<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.record.position == other.record.position
    }
}

impl Eq for RunHead<'_> {}

impl PartialOrd for RunHead<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RunHead<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.record.position.cmp(&other.record.position)
    }
}
