//! The parser of filters.

use super::error::{FilterError, FilterErrorKind};
use super::expression::{Expression, Operand, Order, Test, parse_number};

/// The maximum depth of parentheses.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of different names of tags.
pub const MAX_NAMES: usize = 16;

/// Parses a filter. Returns the names of tags and the expression, which contains their indices.
pub(super) fn parse(text: &str) -> Result<(Vec<Vec<u8>>, Expression), FilterError> {
    let mut parser = Parser { text, position: 0, names: Vec::new() };
    let expression = parser.any(0)?;
    match parser.peek() {
        None => Ok((parser.names, expression)),
        Some(_) => Err(parser.unexpected("`and`, `or` or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    position: usize,
    names: Vec<Vec<u8>>,
}

impl<'a> Parser<'a> {
    /// Parses conditions that are joined by `or`.
    fn any(&mut self, depth: usize) -> Result<Expression, FilterError> {
        let first = self.all(depth)?;
        let mut parts = vec![first];
        while self.skip_keyword("or") {
            parts.push(self.all(depth)?);
        }
        Ok(Expression::Any(parts))
    }

    /// Parses conditions that are joined by `and`.
    fn all(&mut self, depth: usize) -> Result<Expression, FilterError> {
        let first = self.condition(depth)?;
        let mut parts = vec![first];
        while self.skip_keyword("and") {
            parts.push(self.condition(depth)?);
        }
        Ok(Expression::All(parts))
    }

    /// Parses a test or parentheses, with any number of `not` before.
    fn condition(&mut self, depth: usize) -> Result<Expression, FilterError> {
        let mut is_negated = false;
        while self.skip_keyword("not") {
            is_negated = !is_negated;
        }
        let offset = self.position;
        let expression = if self.skip("(") {
            if depth == MAX_DEPTH {
                return Err(FilterError {
                    offset,
                    fault: FilterErrorKind::Depth { max: MAX_DEPTH },
                });
            }
            let expression = self.any(depth + 1)?;
            if !self.skip(")") {
                return Err(self.unexpected("`)`"));
            }
            expression
        } else {
            self.test()?
        };
        Ok(if is_negated { Expression::Not(Box::new(expression)) } else { expression })
    }

    /// Parses a name, or a name, an operator and a value.
    fn test(&mut self) -> Result<Expression, FilterError> {
        let name = self.name()?;
        let operators = ["!=", "==", "=", "<=", ">=", "<", ">", "~"];
        let Some(operator) = operators.into_iter().find(|operator| self.skip(operator)) else {
            return Ok(Expression::Test { name, test: Test::IsPresent });
        };
        let value = self.value()?;
        let order = |order, value: Vec<u8>| {
            let number = parse_number(value.iter().copied());
            Test::Order(order, number.map_or(Operand::Text(value), Operand::Number))
        };
        let test = match operator {
            "~" => Test::Contains(value.to_ascii_lowercase()),
            "<" => order(Order::Less, value),
            "<=" => order(Order::LessOrEqual, value),
            ">" => order(Order::Greater, value),
            ">=" => order(Order::GreaterOrEqual, value),
            _ => Test::Equals(value),
        };
        let test = Expression::Test { name, test };
        Ok(if operator == "!=" { Expression::Not(Box::new(test)) } else { test })
    }

    /// Parses the name of a tag; returns its index.
    fn name(&mut self) -> Result<usize, FilterError> {
        self.skip_white_space();
        let offset = self.position;
        let name = self.word(is_name_char);
        if name.is_empty() {
            return Err(self.unexpected("the name of a tag"));
        }
        if let Some(index) = self.names.iter().position(|other| other == name.as_bytes()) {
            return Ok(index);
        }
        if self.names.len() == MAX_NAMES {
            return Err(FilterError { offset, fault: FilterErrorKind::Names { max: MAX_NAMES } });
        }
        self.names.push(name.into());
        Ok(self.names.len() - 1)
    }

    /// Parses a value, with quotes or without.
    fn value(&mut self) -> Result<Vec<u8>, FilterError> {
        self.skip_white_space();
        let offset = self.position;
        if !self.skip("\"") {
            let is_value_char =
                |c: char| is_name_char(c) || matches!(c, '.' | '-' | '+' | '/' | '*' | ':');
            let value = self.word(is_value_char);
            return if value.is_empty() {
                Err(self.unexpected("a value"))
            } else {
                Ok(value.into())
            };
        }
        let mut value = Vec::new();
        let mut bytes = self.text.bytes().enumerate().skip(self.position).peekable();
        while let Some((index, byte)) = bytes.next() {
            match byte {
                b'"' => {
                    self.position = index + 1;
                    return Ok(value);
                }
                b'\\' => {
                    let escaped = bytes.next_if(|(_, byte)| matches!(byte, b'"' | b'\\'));
                    value.push(escaped.map_or(byte, |(_, byte)| byte));
                }
                _ => value.push(byte),
            }
        }
        Err(FilterError { offset, fault: FilterErrorKind::UnclosedText })
    }

    /// Returns the longest text of some characters.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.position..];
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        self.position += word.len();
        word
    }

    /// Skips a keyword in upper or lower case, if it follows.
    fn skip_keyword(&mut self, keyword: &str) -> bool {
        self.skip_white_space();
        let start = self.position;
        let is_keyword = self.word(is_name_char).eq_ignore_ascii_case(keyword);
        if !is_keyword {
            self.position = start;
        }
        is_keyword
    }

    /// Skips a symbol, if it follows.
    fn skip(&mut self, symbol: &str) -> bool {
        self.skip_white_space();
        let follows = self.text[self.position..].starts_with(symbol);
        self.position += if follows { symbol.len() } else { 0 };
        follows
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_white_space();
        self.text[self.position..].chars().next()
    }

    fn skip_white_space(&mut self) {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&mut self, expected: &'static str) -> FilterError {
        let found = self.peek();
        FilterError {
            offset: self.position,
            fault: FilterErrorKind::Unexpected { found, expected },
        }
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() && !c.is_whitespace()
}
