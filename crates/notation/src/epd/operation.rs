//! EPD operations and their operands, and operations that cannot be read.

use core::fmt;
use core::iter;
use core::num::ParseIntError;
use core::ops::Range;
use core::str::{self, FromStr};

use tabiya_movegen::{FenField, InputExcerpt};

use super::error::{EpdError, NumberError};
use super::fields::trim_end;
use super::scanner::{Scanner, Syntax};

/// An opcode with its operands, such as `bm Qg6 Qh5;`.
///
/// Operations are equal if their opcodes and operands are equal, regardless of white space.
/// Displayed, they have one space before each operand and a semicolon at the end.
///
/// ```
/// use tabiya::epd;
///
/// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - am   Ke2  \"Kd1\" ;noop")?;
/// let written: Vec<_> = epd.operations().map(|operation| operation.to_string()).collect();
/// assert_eq!(written, ["am Ke2 \"Kd1\";", "noop;"]);
/// # Ok::<(), epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    opcode: &'a str,
    /// The operation's text from the first operand to the last.
    operands: &'a str,
    syntax: Syntax,
}

impl<'a> Operation<'a> {
    /// Takes the next operation in a line without its terminator; empty operations are skipped.
    #[inline]
    pub(super) fn take(scanner: &mut Scanner<'a>) -> Result<Option<Self>, EpdError> {
        scanner.skip_terminators();
        let opcode = scanner.take_token();
        let start = opcode.start;
        if opcode.is_empty() {
            return Ok(None);
        }
        let len = opcode.len();
        let mut end = opcode.end;
        let found = &scanner.line()[opcode];
        if !is_opcode(found) {
            return Err(EpdError::Opcode { offset: start, found: InputExcerpt::new(found) });
        }
        scanner.skip_separators();
        let first_operand = scanner.offset() - start;
        while let Some((operand, is_quoted)) = scanner.take_operand()? {
            end = operand.end + usize::from(is_quoted);
        }
        let text = read_text(scanner.line(), start..end)?;
        let opcode = text.get(..len).unwrap_or_default();
        let operands = text.get(first_operand..).unwrap_or_default();
        Ok(Some(Self { opcode, operands, syntax: scanner.syntax() }))
    }

    /// Returns the opcode: a letter, then up to 14 letters, digits or underscores.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - ce 0; my_own_opcode 1;")?;
    /// let opcodes: Vec<_> = epd.operations().map(|operation| operation.opcode()).collect();
    /// assert_eq!(opcodes, ["ce", "my_own_opcode"]);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub const fn opcode(&self) -> &'a str {
        self.opcode
    }

    /// Returns the operands, from left to right.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - c0 plain \"with; spaces\";")?;
    /// let operation = epd.operation("c0").expect("it is there");
    /// let operands: Vec<_> =
    ///     operation.operands().map(|operand| (operand.text(), operand.is_quoted())).collect();
    /// assert_eq!(operands, [("plain", false), ("with; spaces", true)]);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn operands(&self) -> impl Iterator<Item = Operand<'a>> + Clone + use<'a> {
        let Self { operands, syntax, .. } = *self;
        let mut scanner = Scanner::new(operands.as_bytes(), 0, syntax);
        // `take_operation` has already scanned the operands without an error.
        iter::from_fn(move || {
            let (range, is_quoted) = scanner.take_operand().ok().flatten()?;
            let has_escapes = syntax == Syntax::Escapes;
            Some(Operand { text: operands.get(range)?, is_quoted, has_escapes })
        })
    }

    /// Returns the only operand's text, without quotes; `None` unless there is exactly one operand.
    /// operand.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"two kings\"; am Ke2 Kd1;")?;
    /// let text = |opcode| epd.operation(opcode).and_then(|operation| operation.text());
    /// assert_eq!((text("id"), text("am")), (Some("two kings"), None));
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn text(&self) -> Option<&'a str> {
        let mut operands = self.operands();
        let first = operands.next()?;
        operands.next().is_none().then_some(first.text)
    }

    /// Parses the only operand as an integer: `u64` for a count, `i32` for `ce`.
    ///
    /// # Errors
    ///
    /// Returns a [`NumberError`] if there is not exactly one operand, or if `N` cannot hold its
    /// value.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - ce -12;")?;
    /// let operation = epd.operation("ce").expect("it is there");
    /// assert_eq!(operation.number(), Ok(-12));
    /// assert!(operation.number::<u64>().is_err());
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub fn number<N: FromStr<Err = ParseIntError>>(&self) -> Result<N, NumberError> {
        let text = self.text().ok_or_else(|| NumberError::Operands(self.operands().count()))?;
        text.parse().map_err(NumberError::Malformed)
    }

    /// Returns the text of all operands, as written in the line.
    #[inline]
    pub(super) const fn operands_text(&self) -> &'a str {
        self.operands
    }
}

impl PartialEq for Operation<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.opcode == other.opcode && self.operands().eq(other.operands())
    }
}

impl Eq for Operation<'_> {}

impl fmt::Display for Operation<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.opcode)?;
        for operand in self.operands() {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

/// An operation outside the EPD standard, which [`read_lenient`](super::read_lenient) keeps as text.
///
/// Displayed, it is a warning: the place, the reason, and that the text is kept.
///
/// ```
/// use tabiya::{FenOptions, epd};
///
/// let line = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; 00:00; id \"kings\";";
/// let epd = epd::read_lenient(FenOptions::new(), line)?;
/// assert_eq!((epd.id(), epd.operations().count()), (Some("kings"), 2));
/// let raw = epd.raw_operations().next().expect("00:00 is not an opcode");
/// assert_eq!((raw.text(), raw.offset()), (&b"00:00"[..], 34));
/// assert_eq!(
///     raw.to_string(),
///     "byte 34: found \"00:00\"; expected an opcode (a letter, then up to 14 letters, digits or \
///      underscores); kept as text",
/// );
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawOperation<'a> {
    text: &'a [u8],
    offset: usize,
    error: EpdError,
}

impl<'a> RawOperation<'a> {
    /// Takes the next operation in a line, or the text of one that cannot be read.
    pub(super) fn take(scanner: &mut Scanner<'a>) -> Option<Result<Operation<'a>, Self>> {
        scanner.skip_terminators();
        let offset = scanner.offset();
        let error = match Operation::take(scanner) {
            Ok(operation) => return operation.map(Ok),
            Err(error) => error,
        };
        let end = match error {
            // None of the operations after an open quote is lost.
            EpdError::UnclosedQuote { offset } => offset,
            // A semicolon within a quoted operand does not end the operation.
            EpdError::Opcode { .. } => loop {
                match scanner.take_operand() {
                    Ok(Some(_)) => {}
                    Ok(None) => break scanner.offset(),
                    Err(EpdError::UnclosedQuote { offset }) => break offset,
                    Err(_) => break scanner.offset(),
                }
            },
            _ => scanner.offset(),
        };
        scanner.skip_to_terminator(end);
        Some(Err(Self::new(scanner, offset, error)))
    }

    /// Creates the operation between an index and a scanner's offset.
    pub(super) fn new(scanner: &Scanner<'a>, offset: usize, error: EpdError) -> Self {
        Self { text: trim_end(&scanner.line()[offset..scanner.offset()]), offset, error }
    }

    /// Returns the operation's text as written, without its semicolon. It may have any bytes.
    #[inline]
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the operation's byte offset in the line.
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the error for which [`read`](super::read()) refuses the line.
    #[inline]
    pub const fn error(&self) -> &EpdError {
        &self.error
    }
}

impl fmt::Display for RawOperation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.error.has_offset() {
            write!(f, "byte {}: ", self.offset)?;
        }
        write!(f, "{}; kept as text", self.error)
    }
}

/// An operand of an [`Operation`]: a token, or a text in quotes.
///
/// ```
/// use tabiya::epd;
///
/// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - c0 draw \"draw\";")?;
/// let operands: Vec<_> = epd.operations().flat_map(|operation| operation.operands()).collect();
/// assert_eq!(operands[0].text(), operands[1].text());
/// assert_ne!(operands[0], operands[1]);
/// # Ok::<(), epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand<'a> {
    text: &'a str,
    is_quoted: bool,
    has_escapes: bool,
}

impl<'a> Operand<'a> {
    /// Returns the operand's text, without quotes. Escapes are as written: see
    /// [`unescaped`](Self::unescaped).
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - c0 \"\";")?;
    /// let operand = epd.operation("c0").and_then(|operation| operation.operands().next());
    /// assert_eq!(operand.map(|operand| operand.text()), Some(""));
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the operand's characters, with `\"` and `\\` replaced by the quote and the backslash.
    ///
    /// Only [`read_lenient`](super::read_lenient) reads such escapes, which the EPD standard lacks.
    ///
    /// ```
    /// use tabiya::{FenOptions, epd};
    ///
    /// let line = r#"4k3/8/8/8/8/8/8/4K3 w - - id "a \"b\" c";"#;
    /// let epd = epd::read_lenient(FenOptions::new(), line)?;
    /// let id = epd.operation("id").and_then(|id| id.operands().next()).expect("it is there");
    /// assert_eq!(id.text(), r#"a \"b\" c"#);
    /// assert_eq!(id.unescaped().collect::<String>(), "a \"b\" c");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn unescaped(&self) -> impl Iterator<Item = char> + Clone + use<'a> {
        let has_escapes = self.has_escapes && self.is_quoted;
        let mut characters = self.text.chars().peekable();
        iter::from_fn(move || {
            let character = characters.next()?;
            let is_escape = has_escapes && character == '\\';
            Some(
                characters.next_if(|next| is_escape && ESCAPED.contains(next)).unwrap_or(character),
            )
        })
    }

    /// Tests whether the operand is in quotes.
    ///
    /// ```
    /// use tabiya::epd;
    ///
    /// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"1\"; dm 1;")?;
    /// let quoted: Vec<_> = epd
    ///     .operations()
    ///     .flat_map(|operation| operation.operands())
    ///     .map(|operand| operand.is_quoted())
    ///     .collect();
    /// assert_eq!(quoted, [true, false]);
    /// # Ok::<(), epd::EpdError>(())
    /// ```
    #[inline]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }
}

impl fmt::Display for Operand<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.is_quoted { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.text)
    }
}

/// Tests whether a token has the form of an EPD opcode.
#[inline]
pub(super) fn is_opcode(token: &[u8]) -> bool {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    token.len() <= 15
        && token.first().is_some_and(u8::is_ascii_alphabetic)
        && token.iter().all(is_allowed)
}

/// Returns the clock that an EPD opcode sets, if any: `hmvc` or `fmvn`.
#[inline]
pub(super) fn clock_field(opcode: &str) -> Option<FenField> {
    match opcode {
        "hmvc" => Some(FenField::HalfmoveClock),
        "fmvn" => Some(FenField::FullmoveNumber),
        _ => None,
    }
}

/// Tests whether a character is not allowed in EPD.
#[inline]
pub(super) fn is_invalid_character(character: char) -> bool {
    character.is_control() && character != '\t'
}

/// The characters that a backslash escapes.
const ESCAPED: [char; 2] = ['"', '\\'];

/// Returns a range of a line as text.
fn read_text(line: &[u8], range: Range<usize>) -> Result<&str, EpdError> {
    let start = range.start;
    let text = str::from_utf8(&line[range])
        .map_err(|error| EpdError::NotUtf8 { offset: start + error.valid_up_to() })?;
    match text.char_indices().find(|&(_, character)| is_invalid_character(character)) {
        Some((index, found)) => Err(EpdError::Control { offset: start + index, found }),
        None => Ok(text),
    }
}
