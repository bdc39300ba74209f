//! The EPD line writer.

use core::fmt::{self, Write};

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, EnPassantStyle, GenericBoard, InputExcerpt, Position};

use super::error::OperationError;
use super::operation::{Operation, clock_field, is_invalid_character, is_opcode};
use crate::{san, variation};

/// A writer for one EPD line: a position, then operations in call order.
///
/// A rejected operation leaves the line unchanged: only [`Output`](OperationError::Output) can occur
/// after part of an operation has been written.
///
/// ```
/// use tabiya::epd::{self, Writer};
/// use tabiya::{Position, uci};
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 31")?;
/// let mate = uci::parse(&position, "a1a8")?;
/// let mut line = String::new();
/// Writer::new(&position, &mut line)?
///     .moves("bm", &[mate])?
///     .number("dm", 1)?
///     .text("id", "back rank")?;
/// assert_eq!(
///     line,
///     "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - fmvn 31; bm Ra8#; dm 1; id \"back rank\";"
/// );
/// assert_eq!(epd::read(&line)?.position(), &position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    position: Position,
    out: W,
}

impl<W: Write> Writer<W> {
    /// Starts a line with a position: its four fields, then `hmvc` and `fmvn` unless they are 0 and
    /// 1.
    ///
    /// # Errors
    ///
    /// Returns the error from `out`.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::epd::Writer;
    ///
    /// let mut line = String::new();
    /// Writer::new(&Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 7 40")?, &mut line)?;
    /// assert_eq!(line, "4k3/8/8/8/8/8/8/4K3 b - - hmvc 7; fmvn 40;");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new<K: BoardKey>(board: &GenericBoard<K>, mut out: W) -> Result<Self, fmt::Error> {
        let position = board.position();
        write_position(&position, ClockForm::Short, &mut out)?;
        Ok(Self { position, out })
    }

    /// Writes moves from the position in SAN, for `bm`, `am` and `pm`. Without moves, the opcode stands alone.
    ///
    /// # Errors
    ///
    /// Returns an [`OperationError`] if the opcode is invalid or sets a clock, if a move is illegal or
    /// the output fails.
    ///
    /// ```
    /// use tabiya::epd::{OperationError, Writer};
    /// use tabiya::{Move, Position, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
    /// let mut line = String::new();
    /// let mut writer = Writer::new(&Position::START, &mut line)?;
    /// let error = writer.moves("bm", &moves).unwrap_err();
    /// assert!(matches!(error, OperationError::Illegal { index: 1, .. })); // not one after another
    /// writer.moves("bm", &moves[..1])?.moves("noop", &[])?;
    /// assert!(line.ends_with(" - bm e4; noop;"));
    /// # Ok::<(), OperationError>(())
    /// ```
    #[inline]
    pub fn moves(
        &mut self,
        opcode: impl AsRef<[u8]>,
        moves: &[Move],
    ) -> Result<&mut Self, OperationError> {
        let opcode = validate_opcode(opcode.as_ref())?;
        for (index, &mv) in moves.iter().enumerate() {
            validate_move(&self.position, index, mv)?;
        }
        write!(self.out, " {opcode}")?;
        for &mv in moves {
            write!(self.out, " {}", san::display(&self.position, mv))?;
        }
        self.end_operation()
    }

    /// Writes a variation in SAN, for `pv`.
    ///
    /// # Errors
    ///
    /// Returns an [`OperationError`] if the opcode is invalid or sets a clock, if a move is illegal
    /// after those before it, or the output fails.
    ///
    /// ```
    /// use tabiya::epd::{OperationError, Writer};
    /// use tabiya::{Move, Position, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
    /// let mut line = String::new();
    /// Writer::new(&Position::START, &mut line)?.line("pv", &moves)?;
    /// assert!(line.ends_with(" - pv e4 e5;"));
    /// # Ok::<(), OperationError>(())
    /// ```
    #[inline]
    pub fn line(
        &mut self,
        opcode: impl AsRef<[u8]>,
        moves: &[Move],
    ) -> Result<&mut Self, OperationError> {
        let opcode = validate_opcode(opcode.as_ref())?;
        let mut position = self.position;
        for (index, &mv) in moves.iter().enumerate() {
            validate_move(&position, index, mv)?;
            position.make_move(mv);
        }
        let space = if moves.is_empty() { "" } else { " " };
        let moves = variation::display(&self.position, moves).numbers(false);
        write!(self.out, " {opcode}{space}{moves}")?;
        self.end_operation()
    }

    /// Writes an integer, for `D5`, `dm` and `ce`.
    ///
    /// # Errors
    ///
    /// Returns an [`OperationError`] if the opcode is invalid or sets a clock, or if the output fails.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::epd::{OperationError, Writer};
    ///
    /// let mut line = String::new();
    /// Writer::new(&Position::START, &mut line)?.number("D1", 20_u64)?.number("ce", -5)?;
    /// assert!(line.ends_with(" - D1 20; ce -5;"));
    /// # Ok::<(), OperationError>(())
    /// ```
    #[inline]
    pub fn number(
        &mut self,
        opcode: impl AsRef<[u8]>,
        number: impl Into<i128>,
    ) -> Result<&mut Self, OperationError> {
        let opcode = validate_opcode(opcode.as_ref())?;
        write!(self.out, " {opcode} {}", number.into())?;
        self.end_operation()
    }

    /// Writes a text in quotes, for `id` and the comments `c0` to `c9`.
    ///
    /// # Errors
    ///
    /// Returns an [`OperationError`] if the opcode is invalid or sets a clock, or if the output fails.
    /// The text is rejected if it is not UTF-8, or contains a quote, a line break or another
    /// control character.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::epd::{OperationError, Writer};
    ///
    /// let mut line = String::new();
    /// let mut writer = Writer::new(&Position::START, &mut line)?;
    /// let found = writer.text("c0", "two\nlines").err();
    /// assert_eq!(found, Some(OperationError::Text { offset: 3, found: '\n' }));
    /// writer.text("c0", "Grüße; one line")?;
    /// assert!(line.ends_with(" - c0 \"Grüße; one line\";"));
    /// # Ok::<(), OperationError>(())
    /// ```
    #[inline]
    pub fn text(
        &mut self,
        opcode: impl AsRef<[u8]>,
        text: impl AsRef<[u8]>,
    ) -> Result<&mut Self, OperationError> {
        let opcode = validate_opcode(opcode.as_ref())?;
        let text = str::from_utf8(text.as_ref())
            .map_err(|error| OperationError::NotUtf8 { offset: error.valid_up_to() })?;
        let is_invalid =
            |&(_, character): &(usize, char)| character == '"' || is_invalid_character(character);
        if let Some((offset, found)) = text.char_indices().find(is_invalid) {
            return Err(OperationError::Text { offset, found });
        }
        write!(self.out, " {opcode} \"{text}\"")?;
        self.end_operation()
    }

    /// Writes an operation from another line unchanged, without testing whether its moves are legal.
    ///
    /// # Errors
    ///
    /// Returns [`OperationError::Output`] if the output fails.
    ///
    /// ```
    /// use tabiya::epd::{self, Writer};
    ///
    /// // All but the second comment.
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c1 \"dull\"; id \"kings\";")?;
    /// let mut line = String::new();
    /// let mut writer = Writer::new(epd.position(), &mut line)?;
    /// for operation in epd.operations().filter(|operation| operation.opcode() != "c1") {
    ///     writer.operation(operation)?;
    /// }
    /// assert_eq!(line, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"kings\";");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn operation(&mut self, operation: Operation<'_>) -> Result<&mut Self, OperationError> {
        write!(self.out, " {operation}")?;
        Ok(self)
    }

    #[inline]
    fn end_operation(&mut self) -> Result<&mut Self, OperationError> {
        self.out.write_char(';')?;
        Ok(self)
    }
}

/// The form of a position's clocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ClockForm {
    /// Without clocks that are 0 and 1.
    Short,
    /// Both clocks, so that later values do not count.
    Full,
}

/// Writes a position's four FEN fields, with the stored en passant square, and its clocks as EPD operations.
#[inline]
pub(super) fn write_position(
    position: &Position,
    clocks: ClockForm,
    out: &mut impl Write,
) -> fmt::Result {
    write!(out, "{}", position.fen().en_passant(EnPassantStyle::Always).clocks(false))?;
    if clocks == ClockForm::Full || position.halfmove_clock() != 0 {
        write!(out, " hmvc {};", position.halfmove_clock())?;
    }
    if clocks == ClockForm::Full || position.fullmove_number() != 1 {
        write!(out, " fmvn {};", position.fullmove_number())?;
    }
    Ok(())
}

/// Returns an EPD opcode as text, if the opcode is valid and does not set a clock.
#[inline]
fn validate_opcode(opcode: &[u8]) -> Result<&str, OperationError> {
    let Some(opcode) = str::from_utf8(opcode).ok().filter(|opcode| is_opcode(opcode.as_bytes()))
    else {
        return Err(OperationError::Opcode(InputExcerpt::new(opcode)));
    };
    match clock_field(opcode) {
        Some(field) => Err(OperationError::Clock(field)),
        None => Ok(opcode),
    }
}

#[inline]
fn validate_move(position: &Position, index: usize, mv: Move) -> Result<(), OperationError> {
    position.why_illegal(mv).map_err(|reason| OperationError::Illegal { index, mv, reason })
}
