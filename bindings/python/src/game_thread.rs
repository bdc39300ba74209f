//! The thread that reads games in the background, and its byte source.
//!
//! The thread never runs Python code. If the source is a Python object, the thread sends a message
//! when it needs bytes, and the caller of `GameReader.read` calls the object's method. So the
//! thread cannot outlive the interpreter in a call, and signals and exceptions reach the caller as
//! usual.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pyo3::pybacked::PyBackedBytes;
use tabiya_games::columns::{ColumnOptions, GameColumns};
use tabiya_games::{
    Batch, GameFile, GameRange, GamesError, LinePlace, RangeRead, ReadEnd, ReadOptions, read_stream,
};

/// The time limit for ending a thread that the other end of a pipe may block.
const GRACE: Duration = Duration::from_millis(500);

/// The source that a thread reads.
pub enum ThreadSource {
    /// A regular file.
    File(GameFile),
    /// A pipe or another file without offsets.
    Pipe(PathBuf),
    /// Bytes in memory.
    Bytes(PyBackedBytes),
    /// A Python object, whose bytes the caller passes to [`GameThread::send_bytes`].
    Object,
}

/// A byte range in a file, and its first game's start, if known.
pub type Part = (Range<u64>, Option<u64>);

/// The work for a thread.
pub struct Job {
    /// The source.
    pub source: ThreadSource,
    /// The range to read, or the whole source.
    pub part: Option<Part>,
    /// The columns and the filter.
    pub options: ColumnOptions,
    /// The number of workers.
    pub workers: usize,
}

/// A message from the thread.
pub enum Message {
    /// The next games, and the file damage before them.
    Games(Box<GameColumns>, Vec<GamesError>),
    /// A request for at most this many bytes from the object.
    BytesNeeded(usize),
    /// The end of the source, or the error that ended it.
    End(Result<Option<RangeRead>, GamesError>),
}

/// The bytes from a Python object, or its exception as a plain error.
type Bytes = io::Result<Vec<u8>>;

/// A running thread. It ends when this value is dropped.
pub struct GameThread {
    messages: Option<Receiver<Message>>,
    bytes: Option<SyncSender<Bytes>>,
    cancel: Arc<AtomicBool>,
    handle: Option<JoinHandle<()>>,
    is_pipe: bool,
}

impl GameThread {
    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// Returns an error if the system refuses another thread.
    pub fn start(job: Job) -> io::Result<Self> {
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, messages) = sync_channel(1);
        let (bytes, feed) = sync_channel(1);
        let is_object = matches!(job.source, ThreadSource::Object);
        let is_pipe = matches!(job.source, ThreadSource::Pipe(_));
        let thread_cancel = Arc::clone(&cancel);
        let handle = thread::Builder::new().spawn(move || {
            let end = job.run(&thread_cancel, &sender, feed);
            // The receiver is gone if reading was stopped.
            let _ = sender.send(Message::End(end));
        })?;
        let bytes = is_object.then_some(bytes);
        Ok(Self { messages: Some(messages), bytes, cancel, handle: Some(handle), is_pipe })
    }

    /// Waits for a message.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none in time, or if the thread panicked.
    pub fn receive(&mut self, timeout: Duration) -> Result<Message, RecvTimeoutError> {
        let messages = self.messages.as_ref().ok_or(RecvTimeoutError::Disconnected)?;
        messages.recv_timeout(timeout)
    }

    /// Sends the bytes that the thread needs.
    pub fn send_bytes(&self, bytes: Bytes) {
        if let Some(sender) = &self.bytes {
            // The thread waits for them. If it panicked, `receive` says so.
            let _ = sender.send(bytes);
        }
    }
}

impl Drop for GameThread {
    /// Stops the thread and waits for its end.
    ///
    /// A thread that waits for the other end of a pipe cannot be woken, so it is left behind after half
    /// a second. It holds no Python object and ends at the next byte, or with the process.
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        // Wakes a thread that sends a message or waits for bytes.
        self.messages = None;
        self.bytes = None;
        let Some(handle) = self.handle.take() else { return };
        let start = Instant::now();
        while self.is_pipe && !handle.is_finished() {
            if start.elapsed() > GRACE {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        // A panic was printed, and `receive` reports it.
        let _ = handle.join();
    }
}

impl Job {
    /// Reads the source and sends its games.
    fn run(
        self,
        cancel: &AtomicBool,
        sender: &SyncSender<Message>,
        feed: Receiver<Bytes>,
    ) -> Result<Option<RangeRead>, GamesError> {
        let Self { source, part, options, workers } = self;
        let read = ReadOptions { workers, cancel: Some(cancel), ..ReadOptions::default() };
        let mut line = LinePlace::default();
        let sink = |mut batch: Batch<GameColumns>| {
            let damage = std::mem::take(&mut batch.damage);
            let mut columns = batch.into_columns();
            for finding in columns.findings.iter_mut().flatten() {
                finding.line = line.plus(finding.line);
            }
            line = line.plus(columns.end_line);
            match sender.send(Message::Games(Box::new(columns), damage)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        match (source, part) {
            (ThreadSource::File(file), Some((bytes, start))) => {
                let range = file.read_range(&GameRange { bytes, start }, &read, &options, sink)?;
                return Ok((range.end == ReadEnd::Complete).then_some(range));
            }
            (ThreadSource::File(file), None) => file.read(&read, &options, sink)?,
            // The call blocks until the other end of the pipe is open.
            (ThreadSource::Pipe(path), _) => read_stream(File::open(path)?, &read, &options, sink)?,
            (ThreadSource::Bytes(bytes), _) => {
                read_stream(Cursor::new(bytes), &read, &options, sink)?
            }
            (ThreadSource::Object, _) => {
                let reader = ObjectReader { sender: sender.clone(), feed };
                read_stream(reader, &read, &options, sink)?
            }
        };
        Ok(None)
    }
}

/// A Python object's bytes, which the caller of `GameReader.read` provides.
struct ObjectReader {
    sender: SyncSender<Message>,
    feed: Receiver<Bytes>,
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let stopped = || io::Error::other("reading was stopped");
        let request = Message::BytesNeeded(buffer.len());
        self.sender.send(request).map_err(|_| stopped())?;
        let bytes = self.feed.recv().map_err(|_| stopped())??;
        // The caller checks the length.
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}
