//! Games in viriformat: an [`Entry`], then four bytes per move.

use core::iter::FusedIterator;

use tabiya_core::{Move, MoveKind, Square};
use tabiya_movegen::Position;

use super::{Entry, ViriError};

/// The marker at the end of a viriformat game.
///
/// ```
/// use tabiya::Position;
/// use tabiya::viriformat::{Entry, GAME_END, Game, ViriError};
///
/// // A game without moves.
/// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };
/// let bytes = [&start.to_bytes()[..], &GAME_END].concat();
/// assert_eq!(Game::read(&bytes)?.count(), 0);
/// // Without its end, it is cut short.
/// assert_eq!(Game::read(&bytes[..32])?.next(), Some(Err(ViriError::Truncated)));
/// # Ok::<(), ViriError>(())
/// ```
pub const GAME_END: [u8; 4] = [0; 4];

/// Writes a game: its start, its moves and the end marker.
///
/// Each move comes with the evaluation for the position before it. Moves are not checked.
///
/// # Errors
///
/// Returns the first error of `write`, which receives the bytes in several parts.
///
/// ```
/// use tabiya::viriformat::{Entry, Game, write_game};
/// use tabiya::{Color, Move, Position, Square};
///
/// let winner = Some(Color::White);
/// let start = Entry { position: Position::START, eval: 0, winner, extra: 0 };
/// let moves = [(Move::new(Square::E2, Square::E4), 25), (Move::new(Square::E7, Square::E5), 30)];
/// let mut bytes = Vec::new();
/// write_game(&start, moves, |part| std::io::Write::write_all(&mut bytes, part))?;
/// assert_eq!(bytes.len(), 32 + 4 * 3);
/// assert_eq!(Game::read(&bytes)?.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn write_game<E>(
    start: &Entry,
    moves: impl IntoIterator<Item = (Move, i16)>,
    mut write: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    write(&start.to_bytes())?;
    for (mv, eval) in moves {
        write(&encode_step(mv, eval))?;
    }
    write(&GAME_END)
}

/// A move in a [`Game`], with its position and evaluation.
///
/// ```
/// use tabiya::viriformat::{Entry, Game, ViriError, write_game};
/// use tabiya::{Move, Position, Square};
///
/// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };
/// let moves = [(Move::new(Square::E2, Square::E4), 25)];
/// let mut bytes = Vec::new();
/// let Ok(()) = write_game(&start, moves, |part| {
///     bytes.extend_from_slice(part);
///     Ok::<_, std::convert::Infallible>(())
/// });
/// let steps: Vec<_> = Game::read(&bytes)?.collect::<Result<_, _>>()?;
/// assert_eq!(steps[0].position, Position::START);
/// assert_eq!((steps[0].mv, steps[0].eval), moves[0]);
/// # Ok::<(), ViriError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position before the move.
    pub position: Position,
    /// The step's move, legal in `position`.
    pub mv: Move,
    /// The evaluation of `position` for White.
    pub eval: i16,
}

impl Step {
    /// Returns the encoded move and evaluation. The position is not stored.
    ///
    /// | bits | content |
    /// |---|---|
    /// | 0 to 5 | the origin square |
    /// | 6 to 11 | the destination square; for castling, the rook's square |
    /// | 12, 13 | for a promotion, 0 to 3 for knight, bishop, rook, queen |
    /// | 14, 15 | the move kind: 0 for normal moves, 1 en passant, 2 castling, 3 promotion |
    /// | 16 to 31 | the evaluation for White |
    ///
    /// ```
    /// use tabiya::viriformat::Step;
    /// use tabiya::{Move, MoveKind, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let mv = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// let bits = 2 << 14 | (Square::H1 as u32) << 6 | Square::E1 as u32;
    /// let step = Step { position, mv, eval: 30 };
    /// assert_eq!(step.to_bytes(), (30 << 16 | bits).to_le_bytes());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn to_bytes(&self) -> [u8; 4] {
        encode_step(self.mv, self.eval)
    }
}

/// A game reader: an iterator over the game's moves that borrows the bytes.
///
/// The reader checks that every move is legal. After an error, the iterator ends.
///
/// ```
/// use tabiya::viriformat::{Entry, Game, ViriError, write_game};
/// use tabiya::{Move, Position, Square};
///
/// // A file of two games.
/// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };
/// let moves = [(Move::new(Square::E2, Square::E4), 25)];
/// let mut file = Vec::new();
/// for _ in 0..2 {
///     let Ok(()) = write_game(&start, moves, |part| {
///         file.extend_from_slice(part);
///         Ok::<_, std::convert::Infallible>(())
///     });
/// }
///
/// let (mut rest, mut games) = (&file[..], 0);
/// while !rest.is_empty() {
///     let mut game = Game::read(rest)?;
///     for step in &mut game {
///         assert_eq!(step?.eval, 25);
///     }
///     (rest, games) = (game.rest(), games + 1);
/// }
/// assert_eq!(games, 2);
/// # Ok::<(), ViriError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<'a> {
    start: Entry,
    position: Position,
    rest: &'a [u8],
    is_over: bool,
}

impl<'a> Game<'a> {
    /// Reads the game's start. The iterator then reads the moves one at a time.
    ///
    /// # Errors
    ///
    /// Returns a [`ViriError`] if the entry is invalid or truncated.
    ///
    /// ```
    /// use tabiya::viriformat::{Game, ViriError};
    ///
    /// assert_eq!(Game::read(&[0; 31]).err(), Some(ViriError::Truncated));
    /// ```
    #[inline]
    pub fn read(bytes: &'a [u8]) -> Result<Self, ViriError> {
        let (start, rest) = bytes.split_first_chunk().ok_or(ViriError::Truncated)?;
        let start = Entry::from_bytes(start)?;
        Ok(Self { start, position: start.position, rest, is_over: false })
    }

    /// Returns the game's start, with its result.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::viriformat::{Entry, GAME_END, Game, ViriError};
    ///
    /// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 7 };
    /// let bytes = [&start.to_bytes()[..], &GAME_END].concat();
    /// assert_eq!(Game::read(&bytes)?.start(), &start);
    /// # Ok::<(), ViriError>(())
    /// ```
    #[inline]
    pub const fn start(&self) -> &Entry {
        &self.start
    }

    /// Returns the position after the moves read so far.
    ///
    /// ```
    /// use tabiya::viriformat::{Entry, GAME_END, Game, Step, ViriError};
    /// use tabiya::{Move, Position, Square};
    ///
    /// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let step = Step { position: Position::START, mv, eval: 25 };
    /// let bytes = [&start.to_bytes()[..], &step.to_bytes(), &GAME_END].concat();
    /// let mut game = Game::read(&bytes)?;
    /// assert_eq!(game.by_ref().count(), 1);
    /// assert_eq!(game.position(), &Position::START.after(mv));
    /// # Ok::<(), ViriError>(())
    /// ```
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the unread input bytes.
    ///
    /// After the last move, they are the bytes after the game; after an error, they start at the
    /// invalid move.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::viriformat::{Entry, GAME_END, Game, ViriError};
    ///
    /// let start = Entry { position: Position::START, eval: 0, winner: None, extra: 0 };
    /// let bytes = [&start.to_bytes()[..], &GAME_END, b"more"].concat();
    /// let mut game = Game::read(&bytes)?;
    /// assert_eq!(game.next(), None);
    /// assert_eq!(game.rest(), b"more");
    /// # Ok::<(), ViriError>(())
    /// ```
    #[inline]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads the game's next move; returns `None` at the end marker.
    #[inline]
    fn read_step(&mut self) -> Result<Option<Step>, ViriError> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(ViriError::Truncated)?;
        let step = match *bytes {
            GAME_END => None,
            [a, b, c, d] => {
                let bits = u16::from_le_bytes([a, b]);
                let mv = decode_move(bits).ok_or(ViriError::Move { bits })?;
                let position = self.position;
                position.why_illegal(mv).map_err(|reason| ViriError::Illegal { mv, reason })?;
                self.position.make_move(mv);
                Some(Step { position, mv, eval: i16::from_le_bytes([c, d]) })
            }
        };
        self.rest = rest;
        Ok(step)
    }
}

impl Iterator for Game<'_> {
    type Item = Result<Step, ViriError>;

    #[inline]
    fn next(&mut self) -> Option<Result<Step, ViriError>> {
        if self.is_over {
            return None;
        }
        let step = self.read_step();
        self.is_over = !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

impl FusedIterator for Game<'_> {}

/// Encodes a move and the evaluation before the move as in [`Step::to_bytes`].
#[inline]
const fn encode_step(mv: Move, eval: i16) -> [u8; 4] {
    let kind = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::EnPassant => 1 << 14,
        MoveKind::Castling => 2 << 14,
        MoveKind::PromoteToKnight => 3 << 14,
        MoveKind::PromoteToBishop => 3 << 14 | 1 << 12,
        MoveKind::PromoteToRook => 3 << 14 | 2 << 12,
        MoveKind::PromoteToQueen => 3 << 14 | 3 << 12,
    };
    let [a, b] = (mv.from() as u16 | (mv.to() as u16) << 6 | kind).to_le_bytes();
    let [c, d] = eval.to_le_bytes();
    [a, b, c, d]
}

/// Decodes a move from 16 bits. Bits 12 and 13 are ignored unless the move is a promotion.
#[inline]
fn decode_move(bits: u16) -> Option<Move> {
    let kind = match (bits >> 14, bits >> 12 & 3) {
        (0, _) => MoveKind::Normal,
        (1, _) => MoveKind::EnPassant,
        (2, _) => MoveKind::Castling,
        (_, 0) => MoveKind::PromoteToKnight,
        (_, 1) => MoveKind::PromoteToBishop,
        (_, 2) => MoveKind::PromoteToRook,
        _ => MoveKind::PromoteToQueen,
    };
    let from = Square::from_low_bits(bits as u8);
    let to = Square::from_low_bits((bits >> 6) as u8);
    (from != to).then_some(Move::with_kind(from, to, kind))
}
