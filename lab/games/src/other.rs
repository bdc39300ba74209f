//! The tasks by pgn-reader, with shakmaty for legal moves.

use std::cell::Cell;
use std::convert::Infallible;
use std::hint::black_box;
use std::io::{self, Read};
use std::ops::ControlFlow::{self, Break, Continue};

use anyhow::Result;
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position};

use crate::counts::{Counts, roster_index};

/// A text whose bytes are counted as they are read: pgn-reader has no game offsets.
struct CountedText<'a> {
    rest: &'a [u8],
    read: &'a Cell<usize>,
}

impl Read for CountedText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.rest.read(buffer)?;
        self.read.set(self.read.get() + len);
        Ok(len)
    }
}

/// Finds each game's offset and seven tag pairs, without its moves.
///
/// # Errors
/// Returns an error from the reader.
pub fn skip(text: &[u8]) -> Result<Counts> {
    let read = Cell::new(0);
    let mut reader = Reader::new(CountedText { rest: text, read: &read });
    let mut roster = Roster(Counts::default());
    while reader.has_more()? {
        let offset = read.get() - reader.buffer().len();
        roster.0.games += 1;
        roster.0.add(offset as u64);
        reader.read_game(&mut roster)?;
    }
    Ok(roster.0)
}

struct Roster(Counts);

impl Visitor for Roster {
    type Tags = ();
    type Movetext = Infallible;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        Continue(())
    }

    fn tag(&mut self, _tags: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if let Some(index) = roster_index(name) {
            self.0.add_tag(index, value.as_bytes());
        }
        Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<(), Infallible> {
        Break(())
    }

    fn end_game(&mut self, movetext: Infallible) {
        match movetext {}
    }
}

/// Delivers all tokens in a text.
///
/// # Errors
/// Returns an error from the reader.
pub fn tokens(text: &[u8]) -> Result<Counts> {
    let mut tokens = Tokens(Counts::default());
    Reader::new(text).visit_all_games(&mut tokens)?;
    Ok(tokens.0)
}

struct Tokens(Counts);

impl Tokens {
    #[inline]
    fn add(&mut self, value: usize) -> ControlFlow<()> {
        self.0.checksum += value as u64;
        Continue(())
    }
}

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        Continue(())
    }

    fn tag(&mut self, _tags: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.add(name.len() + value.as_bytes().len())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<()> {
        Continue(())
    }

    fn san(&mut self, _movetext: &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.0.plies += 1;
        Continue(())
    }

    fn nag(&mut self, _movetext: &mut (), nag: Nag) -> ControlFlow<()> {
        self.add(usize::from(nag.0))
    }

    fn partial_comment(&mut self, _text: &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.add(comment.as_bytes().len())
    }

    fn comment(&mut self, _movetext: &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.add(comment.as_bytes().len() + 1)
    }

    fn begin_variation(&mut self, _movetext: &mut ()) -> ControlFlow<(), Skip> {
        self.0.checksum += 3;
        Continue(Skip(false))
    }

    fn end_variation(&mut self, _movetext: &mut ()) -> ControlFlow<()> {
        self.add(5)
    }

    fn outcome(&mut self, _movetext: &mut (), _outcome: Outcome) -> ControlFlow<()> {
        self.add(7)
    }

    fn end_game(&mut self, _movetext: ()) {
        self.0.games += 1;
    }
}

/// Replays each game's main line.
///
/// # Errors
/// Returns an error from the reader.
pub fn replay(text: impl Read) -> Result<Counts> {
    let mut replay = Replay(Counts::default());
    Reader::new(text).visit_all_games(&mut replay)?;
    Ok(replay.0)
}

struct Replay(Counts);

/// The state in a game that is replayed: `None` after an invalid FEN.
type Start = Option<Chess>;

impl Visitor for Replay {
    type Tags = Start;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Start> {
        self.0.games += 1;
        Continue(Some(Chess::default()))
    }

    fn tag(&mut self, start: &mut Start, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *start = start_position(&value.decode());
        }
        Continue(())
    }

    fn begin_movetext(&mut self, start: Start) -> ControlFlow<(), Chess> {
        match start {
            Some(position) => Continue(position),
            None => {
                self.0.errors += 1;
                Break(())
            }
        }
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.0.plies += 1;
                Continue(())
            }
            Err(_) => {
                self.0.errors += 1;
                add_position(position, &mut self.0);
                Break(())
            }
        }
    }

    fn end_game(&mut self, position: Chess) {
        add_position(&position, &mut self.0);
    }
}

/// Returns the position that a FEN describes, if valid.
pub fn start_position(fen: &[u8]) -> Option<Chess> {
    Fen::from_ascii(fen).ok()?.into_position(CastlingMode::Chess960).ok()
}

/// Adds a game's last position.
#[inline]
pub fn add_position(position: &Chess, counts: &mut Counts) {
    let board = position.board();
    counts.add_position(board.occupied().0, board.by_color(Color::White).0);
}
