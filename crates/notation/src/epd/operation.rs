//! EPD operations, their operands, and the scanner that splits a line into them.

use core::fmt;
use core::iter;
use core::num::ParseIntError;
use core::str::FromStr;

use tabiya_movegen::{FenField, InputExcerpt};

use super::error::{EpdError, NumberError};

/// An opcode with its operands, such as `bm Qg6 Qh5;`.
///
/// Operations are equal if their opcodes and operands are equal, regardless of white space.
/// Displayed, they have one space before each operand and a semicolon at the end.
///
/// ```
/// use tabiya_notation::epd;
///
/// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - am   Ke2  \"Kd1\" ;noop")?;
/// let written: Vec<_> = epd.operations().map(|operation| operation.to_string()).collect();
/// assert_eq!(written, ["am Ke2 \"Kd1\";", "noop;"]);
/// # Ok::<(), epd::EpdError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    opcode: &'a str,
    /// The text of the operation from the first operand to the last.
    operands: &'a str,
}

impl<'a> Operation<'a> {
    /// Returns the opcode: a letter, then up to 14 letters, digits or underscores.
    ///
    /// ```
    /// use tabiya_notation::epd;
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
    /// use tabiya_notation::epd;
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
        let mut scanner = Scanner::new(self.operands, 0);
        // `take_operation` has already scanned the operands without an error.
        iter::from_fn(move || scanner.take_operand().ok().flatten())
    }

    /// Returns the text of the only operand, without quotes; `None` unless there is exactly one
    /// operand.
    ///
    /// ```
    /// use tabiya_notation::epd;
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
    /// use tabiya_notation::epd;
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

/// An operand of an [`Operation`]: a token, or a text in quotes.
///
/// ```
/// use tabiya_notation::epd;
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
}

impl<'a> Operand<'a> {
    /// Returns the text of the operand, without quotes.
    ///
    /// ```
    /// use tabiya_notation::epd;
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

    /// Tests whether the operand is in quotes.
    ///
    /// ```
    /// use tabiya_notation::epd;
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
pub(super) fn is_opcode(token: &str) -> bool {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    token.len() <= 15
        && token.starts_with(|first: char| first.is_ascii_alphabetic())
        && token.as_bytes().iter().all(is_allowed)
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

/// The characters that separate EPD tokens.
const SEPARATORS: [char; 2] = [' ', '\t'];
/// The characters that end an EPD token.
const TOKEN_TERMINATORS: [char; 3] = [' ', '\t', ';'];

/// A scanner of the EPD operations in a line. A copy of the scanner scans the same text again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Scanner<'a> {
    #[inline]
    pub(super) const fn new(text: &'a str, offset: usize) -> Self {
        Self { text, offset }
    }

    #[inline]
    pub(super) fn remaining_text(&self) -> &'a str {
        &self.text[self.offset..]
    }

    #[inline]
    fn skip_characters(&mut self, characters: &[char]) {
        self.offset = self.text.len() - self.remaining_text().trim_start_matches(characters).len();
    }

    /// Takes the text before the first character of `ends`, or the remaining text if there is none.
    #[inline]
    fn take_until(&mut self, ends: &[char]) -> &'a str {
        let rest = self.remaining_text();
        let token = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.offset += token.len();
        token
    }

    /// Takes the next token if it starts with a digit, and is therefore not an opcode.
    #[inline]
    pub(super) fn take_number(&mut self) -> Option<&'a str> {
        self.skip_characters(&SEPARATORS);
        let is_number = self.remaining_text().starts_with(|first: char| first.is_ascii_digit());
        is_number.then(|| self.take_until(&TOKEN_TERMINATORS))
    }

    /// Takes the next operation without its terminator; empty operations are skipped.
    #[inline]
    pub(super) fn take_operation(&mut self) -> Result<Option<Operation<'a>>, EpdError> {
        self.skip_characters(&TOKEN_TERMINATORS);
        let offset = self.offset;
        let opcode = self.take_until(&TOKEN_TERMINATORS);
        if opcode.is_empty() {
            return Ok(None);
        }
        if !is_opcode(opcode) {
            return Err(EpdError::Opcode { offset, found: InputExcerpt::new(opcode.as_bytes()) });
        }
        let start = self.offset;
        while self.take_operand()?.is_some() {}
        let operands = self.text[start..self.offset].trim_matches(SEPARATORS);
        Ok(Some(Operation { opcode, operands }))
    }

    #[inline]
    fn take_operand(&mut self) -> Result<Option<Operand<'a>>, EpdError> {
        self.skip_characters(&SEPARATORS);
        let offset = self.offset;
        let is_quoted = self.remaining_text().starts_with('"');
        let text = if is_quoted {
            self.offset += 1;
            let text = self.take_until(&['"']);
            if self.remaining_text().is_empty() {
                return Err(EpdError::UnclosedQuote { offset });
            }
            self.offset += 1;
            if !self.remaining_text().is_empty()
                && !self.remaining_text().starts_with(TOKEN_TERMINATORS)
            {
                return Err(EpdError::StrayQuote { offset: self.offset - 1 });
            }
            text
        } else {
            let token = self.take_until(&TOKEN_TERMINATORS);
            if let Some(index) = token.find('"') {
                return Err(EpdError::StrayQuote { offset: offset + index });
            }
            token
        };
        Ok((is_quoted || !text.is_empty()).then_some(Operand { text, is_quoted }))
    }
}
