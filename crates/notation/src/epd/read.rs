//! The reader of EPD lines.

use core::fmt;
use core::iter;
use core::num::{NonZeroU16, ParseIntError};
use core::str::{self, FromStr};

use tabiya_core::Move;
use tabiya_movegen::{FenField, FenOptions, Position, read_clock};

use super::error::{EpdError, NumberError};
use super::operation::{Operation, Scanner, clock_field, is_invalid_character};
use super::write::write_position;
use crate::san::{self, SanError};
use crate::variation::{self, Moves};

/// Parses an EPD line, with strict validation of the position.
///
/// The accepted syntax:
///
/// - The four FEN fields, separated by spaces or tabs: see [`FenOptions`].
/// - Optionally, FEN's clocks, as in perft suites: `… w - - 0 1 ;D1 20 ;D2 400`.
/// - Operations, separated by semicolons. The last semicolon is optional, and empty operations are
///   skipped. An opcode is a letter, then up to 14 letters, digits or underscores; unknown opcodes
///   are kept.
/// - `hmvc` and `fmvn` set the clocks of the position and are not listed as operations. Repeated
///   clocks must have the same value.
/// - Operands, separated by spaces or tabs, plain or in quotes. A quoted operand may contain any
///   character but a quote; there are no escapes.
/// - White space at the end of the line. Other line breaks, control characters and invalid UTF-8
///   are rejected.
///
/// The operands themselves are parsed on request, for example by [`Epd::moves`].
///
/// # Errors
///
/// Returns an [`EpdError`] with the offset of the first invalid byte, if the line is invalid.
///
/// ```
/// use tabiya_notation::epd;
///
/// let epd = epd::read(b"4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 ;D1 6 ;D2 29")?;
/// assert_eq!(epd.position().fullmove_number(), 9);
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 9; D1 6; D2 29;");
/// # Ok::<(), epd::EpdError>(())
/// ```
#[inline]
pub fn read(line: &(impl AsRef<[u8]> + ?Sized)) -> Result<Epd<'_>, EpdError> {
    read_with(FenOptions::new(), line)
}

/// Parses an EPD line with [`FenOptions`], for example to accept composed positions.
///
/// # Errors
///
/// Returns an [`EpdError`], as [`read`] does.
///
/// ```
/// use tabiya_movegen::FenOptions;
/// use tabiya_notation::epd;
///
/// let line = "4k3/4r3/8/8/r3K2r/8/8/8 w - - id \"three rooks give check\";";
/// assert!(epd::read(line).is_err());
/// assert!(epd::read_with(FenOptions::new().allow_impossible_checks(true), line).is_ok());
/// ```
#[inline]
pub fn read_with(
    options: FenOptions,
    line: &(impl AsRef<[u8]> + ?Sized),
) -> Result<Epd<'_>, EpdError> {
    let line = line.as_ref().trim_ascii_end();
    // The first semicolon ends the fields, with or without a space before it.
    let head = line.split(|&byte| byte == b';').next().unwrap_or(line);
    let (position, rest) = options.read_epd(head)?;
    let start = head.len() - rest.len();
    let line =
        str::from_utf8(line).map_err(|error| EpdError::NotUtf8 { offset: error.valid_up_to() })?;
    if let Some((index, found)) =
        line[start..].char_indices().find(|&(_, c)| is_invalid_character(c))
    {
        return Err(EpdError::Control { offset: start + index, found });
    }

    let mut operations = Scanner::new(line, start);
    let mut clocks = Clocks::default();
    if let Some(text) = operations.take_number() {
        clocks.set_clock(FenField::HalfmoveClock, text)?;
        if let Some(text) = operations.take_number() {
            clocks.set_clock(FenField::FullmoveNumber, text)?;
        }
    }
    let mut scanner = operations;
    while let Some(operation) = scanner.take_operation()? {
        if let Some(field) = clock_field(operation.opcode()) {
            clocks.set_clock(field, operation.operands_text())?;
        }
    }
    let halfmove_clock = clocks.halfmove.unwrap_or(0);
    let fullmove_number = clocks.fullmove.and_then(NonZeroU16::new).unwrap_or(NonZeroU16::MIN);
    Ok(Epd { position: position.with_clocks(halfmove_clock, fullmove_number), operations })
}

/// The clocks of an EPD line that have been read so far.
#[derive(Default)]
struct Clocks {
    halfmove: Option<u16>,
    fullmove: Option<u16>,
}

impl Clocks {
    #[inline]
    fn set_clock(&mut self, field: FenField, text: &str) -> Result<(), EpdError> {
        let clock = match field {
            FenField::HalfmoveClock => &mut self.halfmove,
            _ => &mut self.fullmove,
        };
        let number = read_clock(field, text.as_bytes())?;
        if clock.replace(number).is_some_and(|earlier| earlier != number) {
            return Err(EpdError::TwoClocks(field));
        }
        Ok(())
    }
}

/// A parsed EPD line: a position and operations. Returned by [`read`].
///
/// Lines are equal if their positions, clocks and operations are equal.
///
/// Lines are displayed in a normalized form: X-FEN fields with the stored en passant square, the
/// clocks, then the other operations in their order. The clocks are written as `hmvc` and `fmvn`,
/// unless they are 0 and 1.
///
/// ```
/// use tabiya_notation::epd;
///
/// let a = epd::read("4k3/8/8/8/8/8/8/4K3 b - - 0 1 ;ce  0 ; ; acd 1")?;
/// let b = epd::read("4k3/8/8/8/8/8/8/4K3 b - - hmvc 0; ce 0; acd 1;")?;
/// assert_eq!(a, b);
/// assert_eq!(a.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - ce 0; acd 1;");
/// # Ok::<(), epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Epd<'a> {
    position: Position,
    operations: Scanner<'a>,
}

impl<'a> Epd<'a> {
    /// Returns the position, with its clocks.
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 b - - hmvc 99; fmvn 120;")?;
    /// assert_eq!(epd.position().to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 99 120");
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the operations from left to right, without `hmvc` and `fmvn`.
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - hmvc 2; D1 5; D2 25;")?;
    /// let counts: Vec<u64> =
    ///     epd.operations().map(|operation| operation.number()).collect::<Result<_, _>>()?;
    /// assert_eq!(counts, [5, 25]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn operations(&self) -> impl Iterator<Item = Operation<'a>> + Clone + use<'a> {
        let mut scanner = self.operations;
        // `read_with` has already scanned the operations without an error.
        iter::from_fn(move || scanner.take_operation().ok().flatten())
            .filter(|operation| clock_field(operation.opcode()).is_none())
    }

    /// Returns the first operation with an opcode.
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - eco \"A00\"; noop;")?;
    /// assert_eq!(epd.operation("eco").and_then(|eco| eco.text()), Some("A00"));
    /// assert!(epd.operation("noop").is_some() && epd.operation("bm").is_none());
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn operation(&self, opcode: impl AsRef<[u8]>) -> Option<Operation<'a>> {
        self.find_operation(opcode.as_ref())
    }

    #[inline]
    fn find_operation(&self, opcode: &[u8]) -> Option<Operation<'a>> {
        self.operations().find(|operation| operation.opcode().as_bytes() == opcode)
    }

    /// Returns the name of the position: the operand of `id`.
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// assert_eq!(epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"no. 1\";")?.id(), Some("no. 1"));
    /// assert_eq!(epd::read("4k3/8/8/8/8/8/8/4K3 w - -")?.id(), None);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn id(&self) -> Option<&'a str> {
        self.operation("id")?.text()
    }

    /// Parses the operand of an operation as an integer: see [`Operation::number`].
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - D1 5; ce -20;")?;
    /// assert_eq!(epd.number("D1"), Some(Ok(5_u64)));
    /// assert_eq!(epd.number("ce"), Some(Ok(-20)));
    /// assert_eq!(epd.number::<u8>("acd"), None);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn number<N>(&self, opcode: impl AsRef<[u8]>) -> Option<Result<N, NumberError>>
    where
        N: FromStr<Err = ParseIntError>,
    {
        self.operation(opcode).map(|operation| operation.number())
    }

    /// Parses the operands of an operation as SAN moves of the position: `bm`, `am` or `pm`.
    ///
    /// The iterator is empty if there is no such operation.
    ///
    /// ```
    /// use tabiya_notation::{epd, uci};
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf9;")?;
    /// let mut moves = epd.moves("bm");
    /// assert_eq!(moves.next().and_then(Result::ok), uci::parse(epd.position(), "e1g1").ok());
    /// assert!(matches!(moves.next(), Some(Err(_))));
    /// assert_eq!(epd.moves("am").count(), 0);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn moves<T: AsRef<[u8]>>(
        &self,
        opcode: T,
    ) -> impl Iterator<Item = Result<Move, SanError>> + use<'a, T> {
        let position = self.position;
        let operands =
            self.operation(opcode).into_iter().flat_map(|operation| operation.operands());
        operands.map(move |operand| san::parse(&position, operand.text()))
    }

    /// Parses the operands of an operation as a variation: `pv`.
    ///
    /// The syntax is that of [`variation::read`]. Byte ranges in errors start at the first operand.
    ///
    /// ```
    /// use tabiya_notation::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K2R w K - pv O-O Kd7 Rf7+;")?;
    /// let mut line = epd.line("pv").expect("the operation is present");
    /// assert_eq!(line.by_ref().filter_map(Result::ok).count(), 3);
    /// assert!(line.position().is_check());
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn line(&self, opcode: impl AsRef<[u8]>) -> Option<Moves<'a>> {
        let operands = self.operation(opcode)?.operands_text();
        Some(variation::read(&self.position, operands))
    }
}

impl PartialEq for Epd<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.operations().eq(other.operations())
    }
}

impl Eq for Epd<'_> {}

impl fmt::Display for Epd<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_position(&self.position, f)?;
        self.operations().try_for_each(|operation| write!(f, " {operation}"))
    }
}
