//! The sides in a comparison: names, values, functions and parentheses.

use super::error::{FilterError, FilterErrorKind};
use super::formula::{Formula, Function};
use super::names;
use super::syntax::{MAX_DEPTH, MAX_NAMES, Node, Operand, OperandValue, Parser, Role};
use super::test::Source;
use super::value;
use crate::eco::{self, OpeningField};

impl Parser<'_> {
    /// Parses parentheses, a function, a name or a value.
    pub(super) fn primary(&mut self, depth: usize, role: Role) -> Result<Node, FilterError> {
        self.scanner.skip_white_space();
        let start = self.scanner.position;
        if self.scanner.skip("(") {
            check_depth(depth, start)?;
            let node = self.any(depth + 1)?;
            if !self.scanner.skip(")") {
                return Err(self.scanner.unexpected("`)`"));
            }
            return Ok(node);
        }
        if let Some(text) = self.scanner.quoted()? {
            return Ok(self.literal(start, text, true));
        }
        let name = self.scanner.name();
        if self.scanner.peek() == Some('(') && !is_keyword(name) && !name.is_empty() {
            return self.call(depth, start, name);
        }
        self.scanner.position = start;
        if role == Role::Name && !name.starts_with(|c: char| c.is_ascii_digit()) {
            self.scanner.position = start + name.len();
            if !name.is_empty() && !is_keyword(name) {
                return self.named(start, name);
            }
            self.scanner.position = start;
            let is_signed =
                self.scanner.peek().is_some_and(|c| matches!(c, '+' | '-' | '.' | '\u{2212}'));
            if !is_signed {
                return Err(self.scanner.unexpected("the name of a tag"));
            }
        }
        let word = self.scanner.value();
        if word.is_empty() {
            return Err(self.scanner.unexpected("a value"));
        }
        self.check_spaces(start, word)?;
        if role == Role::Value && is_reference(word) {
            self.scanner.position = start + name.len();
            return self.named(start, name);
        }
        Ok(self.literal(start, word.to_owned(), false))
    }

    fn literal(&self, start: usize, text: String, is_quoted: bool) -> Node {
        let range = start..self.scanner.position;
        Node::Operand(Operand { range, value: OperandValue::Literal { text, is_quoted } })
    }

    /// Parses a function's arguments.
    fn call(&mut self, depth: usize, start: usize, name: &str) -> Result<Node, FilterError> {
        check_depth(depth, start)?;
        self.scanner.skip("(");
        let lower = name.to_ascii_lowercase();
        if lower == "tag" {
            let quoted = self.scanner.quoted()?;
            let name = quoted.unwrap_or_else(|| self.scanner.value().to_owned());
            let source = self.tag(start, &name)?;
            return self
                .close_call(start, OperandValue::Sources { list: vec![source], is_every: false });
        }
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.operand(depth + 1, Role::Name)?);
            if !self.scanner.skip(",") {
                break;
            }
        }
        let value = match lower.as_str() {
            "any" | "either" => self.sources_of(arguments, false)?,
            "both" | "all" | "every" => self.sources_of(arguments, true)?,
            _ => {
                let Some(function) = Function::from_name(&lower) else {
                    let expected = "`avg`, `min`, `max`, `abs`, `any`, `both` or `tag` before `(`";
                    return Err(FilterError::word(start, name, expected));
                };
                let numbers: Result<Vec<_>, _> =
                    arguments.into_iter().map(|argument| self.number_of(argument)).collect();
                let numbers = numbers?;
                if function == Function::Absolute && numbers.len() != 1 {
                    return Err(FilterError::word(start, name, "`abs(WhiteElo - BlackElo)`"));
                }
                OperandValue::Formula(Formula::Call(function, numbers))
            }
        };
        self.close_call(start, value)
    }

    fn close_call(&mut self, start: usize, value: OperandValue) -> Result<Node, FilterError> {
        if !self.scanner.skip(")") {
            return Err(self.scanner.unexpected("`,` or `)`"));
        }
        Ok(Node::Operand(Operand { range: start..self.scanner.position, value }))
    }

    /// Returns a name's operand: a tag, an opening value, or a property that several tags
    /// determine.
    fn named(&mut self, start: usize, name: &str) -> Result<Node, FilterError> {
        if let Some(expected) = names::refused(name) {
            return Err(FilterError::word(start, name, expected));
        }
        if name.starts_with('@') && OpeningField::from_any_case(name.as_bytes()).is_none() {
            return Err(FilterError::word(start, name, eco::NAMES));
        }
        let list = match name.to_ascii_lowercase().as_str() {
            "timeclass" => {
                let name = self.name_index(start, "TimeControl")?;
                let range = start..self.scanner.position;
                return Ok(Node::Operand(Operand { range, value: OperandValue::TimeClass(name) }));
            }
            "player" => vec![self.tag(start, "White")?, self.tag(start, "Black")?],
            color @ ("winner" | "loser") => {
                let white = self.name_index(start, "White")?;
                let black = self.name_index(start, "Black")?;
                self.name_index(start, "Result")?;
                vec![if color == "winner" {
                    Source::Winner { white, black }
                } else {
                    Source::Loser { white, black }
                }]
            }
            _ => vec![self.tag(start, name)?],
        };
        let value = OperandValue::Sources { list, is_every: false };
        Ok(Node::Operand(Operand { range: start..self.scanner.position, value }))
    }

    fn tag(&mut self, start: usize, name: &str) -> Result<Source, FilterError> {
        Ok(Source::Tag { name: self.name_index(start, name)?, kind: names::Kind::of(name) })
    }

    /// Returns the index for a tag's name.
    fn name_index(&mut self, offset: usize, name: &str) -> Result<usize, FilterError> {
        if let Some(index) = self.names.iter().position(|other| other.eq_ignore_ascii_case(name)) {
            return Ok(index);
        }
        if self.names.len() == MAX_NAMES {
            return Err(FilterError { offset, fault: FilterErrorKind::Names { max: MAX_NAMES } });
        }
        self.names.push(name.into());
        Ok(self.names.len() - 1)
    }

    /// Checks that a value without quotes is not the first word among several.
    fn check_spaces(&mut self, start: usize, word: &str) -> Result<(), FilterError> {
        let end = self.scanner.position;
        let mut last = end;
        while !word.is_empty() {
            let next = self.scanner.name();
            let is_operator =
                ["in", "between", "contains", "is"].contains(&next.to_ascii_lowercase().as_str());
            if next.is_empty() || is_keyword(next) || is_operator {
                break;
            }
            last = self.scanner.position;
        }
        let is_comparison = last > end && {
            self.scanner.position = last;
            self.operator()?.is_some() || self.scanner.peek() == Some('(')
        };
        self.scanner.position = end;
        if last == end || is_comparison {
            return Ok(());
        }
        let found = self.scanner.slice(&(start..last));
        Err(FilterError::word(start, found, format!("quotes: `\"{found}\"`")))
    }
}

fn check_depth(depth: usize, offset: usize) -> Result<(), FilterError> {
    if depth < MAX_DEPTH {
        return Ok(());
    }
    Err(FilterError { offset, fault: FilterErrorKind::Depth { max: MAX_DEPTH } })
}

pub(super) fn is_keyword(name: &str) -> bool {
    ["and", "or", "not"].iter().any(|keyword| keyword.eq_ignore_ascii_case(name))
}

/// Tests whether a word in a value's place is a tag name, or computes with such names.
fn is_reference(word: &str) -> bool {
    let is_name = |part: &str| {
        let others = ["Player", "Winner", "Loser"];
        names::is_known(part) || others.iter().any(|other| other.eq_ignore_ascii_case(part))
    };
    let is_part = |part: &str| is_name(part) || value::parse_number(part).is_some();
    let mut parts = word.split(['+', '-', '*', '/']);
    parts.next().is_some_and(is_name) && parts.all(is_part)
}
