//! The EPD line reader.

use core::fmt;
use core::iter;
use core::num::{NonZeroU16, ParseIntError};
use core::str::{self, FromStr};

use tabiya_core::Move;
use tabiya_movegen::{
    FenError, FenField, FenOptions, FenReport, InputExcerpt, Position, read_clock,
};

use super::error::{EpdError, NumberError};
use super::fields::Fields;
use super::operation::{Operation, RawOperation, clock_field, is_invalid_character};
use super::scanner::{Scanner, Syntax};
use super::write::{ClockForm, write_position};
use crate::san::{self, SanError};
use crate::variation::{self, Moves};

/// Parses an EPD line, with strict validation of the position.
///
/// The accepted syntax:
///
/// - The four FEN fields, separated by spaces or tabs: see [`FenOptions`].
/// - Optionally, FEN's clocks, as in perft suites: `… w - - 0 1 ;D1 20 ;D2 400`.
/// - Operations, separated by semicolons. The last semicolon is optional, and empty operations are skipped.
///   An opcode is a letter, then up to 14 letters, digits or underscores; unknown opcodes are kept.
/// - `hmvc` and `fmvn` set the position's clocks and are not listed as operations. Repeated clocks
///   must have the same value.
/// - Operands, separated by spaces or tabs, plain or in quotes. A quoted operand may contain any
///   character but a quote; there are no escapes.
/// - White space at the end of the line. Other line breaks, control characters and invalid UTF-8
///   are rejected.
///
/// The operands themselves are parsed on request, for example by [`Epd::moves`]. Use [`read_lenient`]
/// for lines from any source if you want the position and do not need to validate the line.
///
/// # Errors
///
/// Returns an [`EpdError`] with the offset of the first invalid byte, if the line is invalid.
///
/// ```
/// use tabiya::epd;
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
/// use tabiya::{FenOptions, epd};
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
    let (position, rest, report) = options.read_epd_with_report(head)?;
    let start = head.len() - rest.len();
    let line =
        str::from_utf8(line).map_err(|error| EpdError::NotUtf8 { offset: error.valid_up_to() })?;
    if let Some((index, found)) =
        line[start..].char_indices().find(|&(_, c)| is_invalid_character(c))
    {
        return Err(EpdError::Control { offset: start + index, found });
    }

    let mut operations = Scanner::new(line.as_bytes(), start, Syntax::Standard);
    let mut clocks = Clocks::default();
    if let Some(text) = operations.take_number() {
        clocks.set_clock(FenField::HalfmoveClock, text)?;
        if let Some(text) = operations.take_number() {
            clocks.set_clock(FenField::FullmoveNumber, text)?;
        }
    }
    let mut scanner = operations;
    while let Some(operation) = Operation::take(&mut scanner)? {
        if let Some(field) = clock_field(operation.opcode()) {
            clocks.set_clock(field, operation.operands_text().as_bytes())?;
        }
    }
    Ok(Epd { position: clocks.set_in(position), report, operations })
}

/// Reads the position in a line from any source, FEN or EPD, and the operations after it.
///
/// Use it as the one reader for text that holds a position: files, command lines, table columns.
/// The position must satisfy the rules of [`FenOptions`], but
///
/// - white space of any kind separates the fields, and may stand at both ends: see [`fields`]
/// - operations may follow four, five or six fields
/// - an operation that [`read`] refuses is kept as text: see [`Epd::raw_operations`]
/// - quoted operands may contain quotes escaped by a backslash: see [`Operand::unescaped`]
///
/// Print the raw operations as warnings, unless nothing but the position matters to you.
///
/// [`fields`]: super::fields()
/// [`Operand::unescaped`]: super::Operand::unescaped
///
/// # Errors
///
/// Returns the [`FenError`] for an invalid position or clock. A second line with text is an error, too.
///
/// ```
/// use tabiya::{FenOptions, Position, epd};
///
/// // A byte order mark, tabs, a no-break space and the result of the game.
/// let line = "\u{feff}4k3/8/8/8/8/8/8/4K3\tw\t-\t-\u{a0}3 9 [0.5]\r\n";
/// let epd = epd::read_lenient(FenOptions::new(), line)?;
/// assert_eq!(epd.position().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 3 9");
/// assert_eq!(epd.raw_operations().next().map(|raw| raw.text()), Some(&b"[0.5]"[..]));
/// assert!(epd::read(line).is_err());
/// # Ok::<(), tabiya::FenError>(())
/// ```
pub fn read_lenient(
    options: FenOptions,
    line: &(impl AsRef<[u8]> + ?Sized),
) -> Result<Epd<'_>, FenError> {
    let line = line.as_ref();
    // The fast path: most texts are plain FENs.
    if !line.contains(&b';')
        && let Ok((position, report)) = options.read_with_report(line)
    {
        let operations = Scanner::new(line, line.len(), Syntax::Lenient);
        return Ok(Epd { position, report, operations });
    }
    let mut fields = Fields::new(line);
    let line = fields.line();
    let read = options.read_fields(fields.by_ref().map(|range| &line[range]));
    let (position, report) = match read {
        // EPD may have dashes for both clocks.
        Err(FenError::Clock { .. }) if has_clock_dashes(&fields) => {
            let fields = Fields::new(line).take(4);
            options.read_fields(fields.map(|range| &line[range]))?
        }
        read => read?,
    };
    fields.by_ref().for_each(drop);
    let rest = &line[fields.offset()..];
    let mut lines = rest.split(|byte| matches!(byte, b'\n' | b'\r'));
    if let Some(second) =
        lines.by_ref().skip(1).map(<[u8]>::trim_ascii).find(|line| !line.is_empty())
    {
        return Err(FenError::TrailingText(InputExcerpt::new(second)));
    }
    let operations = lenient_operations(line, fields.offset());
    let has_clock = |count| fields.taken() >= count && !has_clock_dashes(&fields);
    let mut clocks = Clocks {
        halfmove: has_clock(5).then(|| position.halfmove_clock()),
        fullmove: has_clock(6).then(|| position.fullmove_number()),
    };
    let mut scanner = operations;
    while take_entry(&mut scanner, &mut clocks).is_some() {}
    Ok(Epd { position: clocks.set_in(position), report, operations })
}

/// Tests whether all clocks in a line are dashes.
fn has_clock_dashes(fields: &Fields<'_>) -> bool {
    let line = fields.line();
    Fields::new(line).skip(4).all(|range| &line[range] == b"-")
}

/// Returns the operation scanner. Backslashes escape quotes if more operations can be read then.
fn lenient_operations(line: &[u8], offset: usize) -> Scanner<'_> {
    let raw_count = |syntax| {
        let mut scanner = Scanner::new(line, offset, syntax);
        let entries = iter::from_fn(|| RawOperation::take(&mut scanner));
        entries.filter(Result::is_err).count()
    };
    let has_escape = line[offset..].windows(2).any(|pair| pair == b"\\\"");
    let is_escape = has_escape && raw_count(Syntax::Escapes) < raw_count(Syntax::Lenient);
    Scanner::new(line, offset, if is_escape { Syntax::Escapes } else { Syntax::Lenient })
}

/// Takes the next operation that sets no clock, and sets the clocks before it.
fn take_entry<'a>(
    scanner: &mut Scanner<'a>,
    clocks: &mut Clocks,
) -> Option<Result<Operation<'a>, RawOperation<'a>>> {
    loop {
        scanner.skip_terminators();
        let offset = scanner.offset();
        let operation = match RawOperation::take(scanner)? {
            Ok(operation) => operation,
            raw => return Some(raw),
        };
        let Some(field) = clock_field(operation.opcode()) else { return Some(Ok(operation)) };
        if let Err(error) = clocks.set_clock(field, operation.operands_text().as_bytes()) {
            return Some(Err(RawOperation::new(scanner, offset, error)));
        }
    }
}

/// The clocks read so far from an EPD line.
#[derive(Clone, Copy, Default)]
struct Clocks {
    halfmove: Option<u16>,
    fullmove: Option<u16>,
}

impl Clocks {
    #[inline]
    fn set_clock(&mut self, field: FenField, text: &[u8]) -> Result<(), EpdError> {
        let clock = match field {
            FenField::HalfmoveClock => &mut self.halfmove,
            _ => &mut self.fullmove,
        };
        let number = read_clock(field, text)?;
        if *clock.get_or_insert(number) == number {
            Ok(())
        } else {
            Err(EpdError::TwoClocks(field))
        }
    }

    /// Returns a position with these clocks. Unknown ones are 0 and 1.
    #[inline]
    fn set_in(self, position: Position) -> Position {
        let fullmove_number = self.fullmove.and_then(NonZeroU16::new).unwrap_or(NonZeroU16::MIN);
        position.with_clocks(self.halfmove.unwrap_or(0), fullmove_number)
    }
}

/// A parsed EPD line: a position and operations. Returned by [`read`] and [`read_lenient`].
///
/// Lines are equal if their positions, clocks and operations are equal.
///
/// Lines are displayed in a normalized form: X-FEN fields with the stored en passant square, the
/// clocks, then the other operations in their order. The clocks are written as `hmvc` and `fmvn`,
/// unless they are 0 and 1 and no second value follows. Operations that are not EPD are written
/// unchanged, except that bytes that are not UTF-8 are escaped.
///
/// ```
/// use tabiya::epd;
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
    report: FenReport,
    operations: Scanner<'a>,
}

impl Epd<'_> {
    /// The start position, without operations.
    pub(super) const START: Self = Self {
        position: Position::START,
        report: FenReport::EMPTY,
        operations: Scanner::new(b"", 0, Syntax::Lenient),
    };
}

impl<'a> Epd<'a> {
    /// Returns the position, with its clocks.
    ///
    /// ```
    /// use tabiya::epd;
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
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - hmvc 2; D1 5; D2 25;")?;
    /// let counts: Vec<u64> =
    ///     epd.operations().map(|operation| operation.number()).collect::<Result<_, _>>()?;
    /// assert_eq!(counts, [5, 25]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn operations(&self) -> impl Iterator<Item = Operation<'a>> + Clone + use<'a> {
        self.entries().filter_map(Result::ok)
    }

    /// Returns the operations that are not EPD, from left to right, with the reason for each.
    ///
    /// There are none after [`read`], which refuses them. Each is displayed as a warning.
    ///
    /// ```
    /// use tabiya::{FenOptions, epd};
    ///
    /// let line = "4k3/8/8/8/8/8/8/4K3 w - - PV: e1d1; bm Kd1; hmvc 3; hmvc 4;";
    /// let epd = epd::read_lenient(FenOptions::new(), line)?;
    /// let texts: Vec<_> = epd.raw_operations().map(|raw| raw.text()).collect();
    /// assert_eq!(texts, [&b"PV: e1d1"[..], b"hmvc 4"]);
    /// assert_eq!(epd.operations().count(), 1);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn raw_operations(&self) -> impl Iterator<Item = RawOperation<'a>> + Clone + use<'a> {
        self.entries().filter_map(Result::err)
    }

    /// Returns the rules that the options waived for the position.
    ///
    /// ```
    /// use tabiya::{FenOptions, FenWaiver, epd};
    ///
    /// let epd = epd::read_lenient(FenOptions::lenient(), "4k3/8/8/8/8/8/8/4K3 w Q - bm Kd2;")?;
    /// assert!(epd.report().iter().eq([FenWaiver::CastlingRightDropped('Q')]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn report(&self) -> FenReport {
        self.report
    }

    /// Returns all operations that set no clock.
    #[inline]
    fn entries(
        &self,
    ) -> impl Iterator<Item = Result<Operation<'a>, RawOperation<'a>>> + Clone + use<'a> {
        let mut scanner = self.operations;
        let mut clocks = Clocks {
            halfmove: Some(self.position.halfmove_clock()),
            fullmove: Some(self.position.fullmove_number()),
        };
        iter::from_fn(move || take_entry(&mut scanner, &mut clocks))
    }

    /// Returns the first operation with an opcode.
    ///
    /// ```
    /// use tabiya::epd;
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

    /// Returns the position's name: the operand of `id`.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// assert_eq!(epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"no. 1\";")?.id(), Some("no. 1"));
    /// assert_eq!(epd::read("4k3/8/8/8/8/8/8/4K3 w - -")?.id(), None);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn id(&self) -> Option<&'a str> {
        self.operation("id")?.text()
    }

    /// Parses an operation's operand as an integer: see [`Operation::number`].
    ///
    /// ```
    /// use tabiya::epd;
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

    /// Parses an operation's operands as SAN moves from the position: `bm`, `am` or `pm`.
    ///
    /// The iterator is empty if there is no such operation.
    ///
    /// ```
    /// use tabiya::{epd, uci};
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

    /// Parses an operation's operands as a variation: `pv`.
    ///
    /// The syntax is the same as for [`variation::read`]. Byte ranges in errors start at the first operand.
    ///
    /// ```
    /// use tabiya::epd;
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
        let raw_texts = |epd: &Self| epd.raw_operations().map(|raw| raw.text());
        self.position == other.position
            && self.operations().eq(other.operations())
            && raw_texts(self).eq(raw_texts(other))
    }
}

impl Eq for Epd<'_> {}

impl fmt::Display for Epd<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_second_clock = |raw: RawOperation<'_>| matches!(raw.error(), EpdError::TwoClocks(_));
        let clocks = if self.raw_operations().any(is_second_clock) {
            ClockForm::Full
        } else {
            ClockForm::Short
        };
        write_position(&self.position, clocks, f)?;
        for (index, entry) in self.entries().enumerate() {
            match entry {
                Ok(operation) => write!(f, " {operation}")?,
                // After the fields, a semicolon separates it from the clocks.
                Err(raw) => write_raw(raw.text(), if index == 0 { " ;" } else { " " }, f)?,
            }
        }
        Ok(())
    }
}

/// Writes an operation that is not EPD, with escapes for bytes that are not UTF-8.
fn write_raw(text: &[u8], separator: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(separator)?;
    for chunk in text.utf8_chunks() {
        write!(f, "{}{}", chunk.valid(), chunk.invalid().escape_ascii())?;
    }
    f.write_str(";")
}
