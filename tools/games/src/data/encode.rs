//! Entries in the format of the output.

use std::convert::Infallible;
use std::io::Write;

use tabiya::binpack::{BlockWriter, ChainWriter, Chains, Entry, MARK, WriteError};
use tabiya::{Color, Move, Position, bulletformat, viriformat};

use super::decode::MAX_SCORE;
use super::{Counts, DataFormat, plain};

/// A writer of converted chunks.
#[derive(Debug)]
pub struct DataWriter {
    blocks: Option<BlockWriter>,
}

impl DataWriter {
    /// Creates a writer for a format.
    #[must_use]
    pub fn new(format: DataFormat) -> Self {
        Self { blocks: (format == DataFormat::Binpack).then(BlockWriter::new) }
    }

    /// Goes on with the incomplete block that [`pending`](Self::pending) returned.
    #[must_use]
    pub fn resume(format: DataFormat, pending: Vec<u8>) -> Self {
        Self { blocks: (format == DataFormat::Binpack).then(|| BlockWriter::resume(pending)) }
    }

    /// Returns the bytes of the incomplete block.
    #[must_use]
    pub fn pending(&self) -> &[u8] {
        self.blocks.as_ref().map_or(&[], BlockWriter::pending)
    }

    /// Appends the bytes of a chunk to `out`. Those of binpack follow as soon as a block is full.
    pub fn write(&mut self, chains: &Chains, out: &mut Vec<u8>) {
        match &mut self.blocks {
            Some(blocks) => blocks.push(chains, out),
            None => out.extend_from_slice(&chains.bytes),
        }
    }

    /// Appends the last block to `out`.
    pub fn finish(self, out: &mut Vec<u8>) {
        if let Some(blocks) = self.blocks {
            blocks.finish(out);
        }
    }
}

/// An encoder of entries, which may be rejected.
#[derive(Debug)]
pub(crate) enum Encoder {
    Binpack(BinpackEncoder),
    Viriformat(GameEncoder),
    /// Positions of a fixed size, or text.
    Flat(DataFormat, Vec<u8>),
}

impl Encoder {
    /// `marks` tells whether rejected entries are marked in binpack, so that chains go on.
    pub(crate) fn new(format: DataFormat, marks: bool) -> Self {
        match format {
            DataFormat::Binpack => Self::Binpack(BinpackEncoder::new(marks)),
            DataFormat::Viriformat => Self::Viriformat(GameEncoder::default()),
            _ => Self::Flat(format, Vec::new()),
        }
    }

    /// Begins a game: the next entry does not follow from the last one.
    pub(super) fn begin_game(&mut self) {
        match self {
            Self::Binpack(encoder) => encoder.begin_chain(),
            Self::Viriformat(encoder) => encoder.flush(),
            Self::Flat(..) => {}
        }
    }

    /// Leaves an entry out.
    pub(crate) fn reject(&mut self, entry: &Entry) {
        match self {
            Self::Binpack(encoder) => encoder.reject(entry),
            Self::Viriformat(encoder) => encoder.flush(),
            Self::Flat(..) => {}
        }
    }

    /// Writes an entry, and counts it.
    pub(crate) fn accept(&mut self, entry: &Entry, counts: &mut Counts) {
        let result = match self {
            Self::Binpack(encoder) => encoder.accept(entry, counts),
            Self::Viriformat(encoder) => encoder.accept(entry),
            Self::Flat(format, bytes) => {
                write_flat(*format, entry, bytes);
                Ok(())
            }
        };
        *match result {
            Ok(()) => &mut counts.written,
            Err(Unwritten::WithoutMove) => &mut counts.without_move,
            Err(Unwritten::NotExpressible) => &mut counts.not_expressible,
        } += 1;
    }

    /// Writes an entry that the input marks as it is.
    pub(super) fn keep_mark(&mut self, entry: &Entry, counts: &mut Counts) {
        match self {
            Self::Binpack(encoder) => match encoder.chains.push(entry) {
                Ok(()) => {
                    counts.read_marked += 1;
                    counts.marked += 1;
                }
                Err(_) => counts.not_expressible += 1,
            },
            _ => {
                counts.read_marked += 1;
                self.reject(entry);
            }
        }
    }

    /// Returns the bytes.
    pub(crate) fn finish(mut self) -> Chains {
        self.begin_game();
        match self {
            Self::Binpack(encoder) => encoder.finish(),
            Self::Viriformat(encoder) => Chains { bytes: encoder.bytes, ..Chains::default() },
            Self::Flat(_, bytes) => Chains { bytes, ..Chains::default() },
        }
    }
}

/// The reason for which an accepted entry is not written.
#[derive(Debug)]
enum Unwritten {
    WithoutMove,
    NotExpressible,
}

impl From<WriteError> for Unwritten {
    fn from(_: WriteError) -> Self {
        Self::NotExpressible
    }
}

/// An encoder that marks rejected entries between accepted ones of a chain, and cuts off those at its ends.
#[derive(Debug, Default)]
pub(crate) struct BinpackEncoder {
    marks: bool,
    chains: ChainWriter,
    has_accepted: bool,
    /// The rejected entries since the last accepted one.
    pending: Vec<Entry>,
}

impl BinpackEncoder {
    /// `marks` is `false` to end chains at rejected entries.
    fn new(marks: bool) -> Self {
        Self { marks, ..Self::default() }
    }

    /// Returns the chains.
    fn finish(self) -> Chains {
        self.chains.finish()
    }

    fn begin_chain(&mut self) {
        self.pending.clear();
        self.has_accepted = false;
        self.chains.finish_chain();
    }

    fn reject(&mut self, entry: &Entry) {
        if !self.marks {
            self.begin_chain();
        } else if self.has_accepted {
            self.pending.push(Entry { score: MARK, ..*entry });
        }
    }

    fn accept(&mut self, entry: &Entry, counts: &mut Counts) -> Result<(), Unwritten> {
        for marked in self.pending.drain(..) {
            self.chains.push(&marked)?;
            counts.marked += 1;
        }
        self.chains.push(entry)?;
        self.has_accepted = true;
        Ok(())
    }
}

/// An encoder of games, which end with a rejected entry.
#[derive(Debug, Default)]
pub(crate) struct GameEncoder {
    bytes: Vec<u8>,
    start: Option<Entry>,
    moves: Vec<(Move, i16)>,
    next: Option<Position>,
}

impl GameEncoder {
    fn flush(&mut self) {
        self.next = None;
        let Some(Entry { position, winner, .. }) = self.start.take() else { return };
        let start = viriformat::Entry { position, eval: 0, winner, extra: 0 };
        let Ok(()) = viriformat::write_game(&start, self.moves.drain(..), |part| {
            self.bytes.extend_from_slice(part);
            Ok::<_, Infallible>(())
        });
    }

    fn accept(&mut self, entry: &Entry) -> Result<(), Unwritten> {
        let Some(mv) = entry.mv else {
            self.flush();
            return Err(Unwritten::WithoutMove);
        };
        let is_same_winner = self.start.is_some_and(|start| start.winner == entry.winner);
        if !is_same_winner || self.next != Some(entry.position) {
            self.flush();
            self.start = Some(*entry);
        }
        self.moves.push((mv, white_score(entry)));
        self.next = Some(entry.position.after(mv).with_legal_ep_square());
        Ok(())
    }
}

/// Returns the score for White of an entry without a mark.
fn white_score(entry: &Entry) -> i16 {
    entry.white_score().unwrap_or(0).clamp(-MAX_SCORE, MAX_SCORE)
}

fn write_flat(format: DataFormat, entry: &Entry, bytes: &mut Vec<u8>) {
    let Entry { position, winner, .. } = *entry;
    let score = white_score(entry);
    match format {
        DataFormat::Bulletformat => write_bulletformat(&position, score, winner, bytes),
        DataFormat::Plain => plain::write(entry, bytes),
        _ => write_scored_fen(&position, score, winner, bytes),
    }
}

/// Appends a position with a score for White.
pub(crate) fn write_bulletformat(
    position: &Position,
    score: i16,
    winner: Option<Color>,
    bytes: &mut Vec<u8>,
) {
    let entry = bulletformat::Entry { position: *position, score, winner, extra: [0; 3] };
    bytes.extend_from_slice(&entry.to_bytes());
}

/// Appends a line with a score for White.
pub(crate) fn write_scored_fen(
    position: &Position,
    score: i16,
    winner: Option<Color>,
    bytes: &mut Vec<u8>,
) {
    let result = match winner {
        Some(Color::White) => "1.0",
        Some(Color::Black) => "0.0",
        None => "0.5",
    };
    let _ = writeln!(bytes, "{position} | {score} | {result}");
}
