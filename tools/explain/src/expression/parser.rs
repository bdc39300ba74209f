//! The parser: from an expression's text to a program.

use alloc::vec::Vec;
use core::ops::Range;

use tabiya::{Bitboard, File};

use super::error::{ExpressionError, Problem};
use super::function::{Function, Parameter};
use super::limits::{MAX_DEPTH, MAX_LENGTH};
use super::names::{Context, Named};
use super::operator::{BinaryOperator, UnaryOperator};
use super::program::{Node, Operation};
use super::token::{Token, TokenKind, Tokens};
use super::value::ValueType;
use crate::bitboards::{Form, parse_number, parse_square, parse_squares};

type Parsed = Result<Range<usize>, ExpressionError>;

struct ExpressionParser<'a> {
    text: &'a str,
    context: Context<'a>,
    tokens: Tokens<'a>,
    program: Vec<Node>,
    /// The number of parentheses and calls that contain the next token.
    depth: usize,
}

/// Parses an expression into a program in which all operations have their operands.
///
/// # Errors
///
/// Returns an error if the text is not an expression, or if a name is unknown.
pub fn parse(text: &str, context: Context<'_>) -> Result<Vec<Node>, ExpressionError> {
    if text.len() > MAX_LENGTH {
        let expected = alloc::format!("at most {MAX_LENGTH} bytes");
        return Err(ExpressionError::new(Problem::TooLong, text, 0..text.len(), expected));
    }
    let tokens = Tokens::new(text);
    let mut parser = ExpressionParser { text, context, tokens, program: Vec::new(), depth: 0 };
    parser.parse_binary(0)?;
    match parser.tokens.next.kind {
        TokenKind::End => Ok(parser.program),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

impl ExpressionParser<'_> {
    /// Parses operands and operators whose precedence is not below a limit.
    fn parse_binary(&mut self, min_precedence: u8) -> Parsed {
        let mut range = self.parse_unary()?;
        while let Some(operator) = BinaryOperator::from_symbol(self.tokens.peek()) {
            if operator.precedence() < min_precedence {
                break;
            }
            self.tokens.pop();
            // Operators with equal precedence group from the left.
            let right = self.parse_binary(operator.precedence() + 1)?;
            range.end = right.end;
            self.push(Operation::Binary(operator), range.clone());
        }
        Ok(range)
    }

    /// Parses an operand with its prefix operators.
    fn parse_unary(&mut self) -> Parsed {
        let mut prefixes = Vec::new();
        while let Some(operator) = UnaryOperator::from_symbol(self.tokens.peek()) {
            prefixes.push((operator, self.tokens.pop().range.start));
        }
        let mut range = self.parse_operand()?;
        for (operator, start) in prefixes.into_iter().rev() {
            range.start = start;
            self.push(Operation::Unary(operator), range.clone());
        }
        Ok(range)
    }

    fn parse_operand(&mut self) -> Parsed {
        match (self.tokens.next.kind, self.tokens.peek()) {
            (TokenKind::Number, _) => self.parse_number(),
            (TokenKind::Name, _) => self.parse_name(),
            (_, "(") => {
                let open = self.open()?;
                self.parse_binary(0)?;
                let close = self.close("`)` or an operator")?;
                Ok(open.start..close.end)
            }
            (_, "{") => self.parse_list(),
            (_, "!") => Err(self.unexpected("`~` for the complement")),
            _ => Err(self.unexpected("a number, a square, a name, `~`, `-` or `(`")),
        }
    }

    fn parse_number(&mut self) -> Parsed {
        let range = self.tokens.pop().range;
        let (bits, form) =
            parse_number(&self.text[range.clone()], range.start).map_err(|error| {
                let range = error.at..range.end;
                ExpressionError::new(Problem::Number, self.text, range, error.expected)
            })?;
        let is_set = form != Form::Decimal;
        let value_type = if is_set { ValueType::Set } else { ValueType::Number };
        Ok(self.push(Operation::Constant(bits, value_type), range))
    }

    fn parse_name(&mut self) -> Parsed {
        let name = self.tokens.peek();
        let token = self.tokens.pop();
        if self.tokens.peek() == "(" {
            return self.parse_call(name, token);
        }
        let range = token.range;
        let named = match parse_square(name) {
            Some(square) => Named::Set(square.into()),
            None => self.context.look_up(name),
        };
        let (problem, expected) = match named {
            Named::Set(set) => return Ok(self.push_set(set, range)),
            Named::NoPosition => (Problem::NoPosition, "a position, or a variable of this name"),
            Named::Unknown => (Problem::UnknownName, "e.g. d4, occ, white_pawns or rook(d4, occ)"),
        };
        Err(ExpressionError::new(problem, self.text, range, expected))
    }

    /// Parses the arguments in a call, whose name is parsed.
    fn parse_call(&mut self, name: &str, token: Token) -> Parsed {
        let Some(function) = Function::find(name) else {
            let expected = "a function, such as rook, north or pext";
            let problem = Problem::UnknownFunction;
            return Err(ExpressionError::new(problem, self.text, token.range, expected));
        };
        self.open()?;
        if let (Some(file), [Parameter::File]) = (self.file_letter(), function.parameters) {
            self.tokens.pop();
            let close = self.close("`)`")?;
            return Ok(self.push_set(file.into(), token.range.start..close.end));
        }
        let mut arguments = 0;
        if self.tokens.peek() != ")" {
            arguments = 1;
            self.parse_binary(0)?;
            while self.tokens.pop_symbol(",") {
                arguments += 1;
                self.parse_binary(0)?;
            }
        }
        let close = self.close("`,`, `)` or an operator")?;
        let range = token.range.start..close.end;
        if arguments != function.parameters.len() {
            let expected = function.signature;
            let problem = Problem::ArgumentCount;
            return Err(ExpressionError::new(problem, self.text, range, expected));
        }
        Ok(self.push(Operation::Call(function), range))
    }

    /// Returns the file if the next token is its letter and the argument ends there.
    fn file_letter(&self) -> Option<File> {
        let file = match *self.tokens.peek().as_bytes() {
            [letter] => File::from_ascii(letter.to_ascii_lowercase())?,
            _ => return None,
        };
        let mut following = self.tokens.clone();
        following.pop();
        (following.peek() == ")").then_some(file)
    }

    /// Parses a square list in braces.
    fn parse_list(&mut self) -> Parsed {
        let start = self.tokens.next.range.start;
        let length = self.text[start..].find('}').map_or(self.text.len() - start, |end| end + 1);
        let range = start..start + length;
        let set = parse_squares(&self.text[range.clone()], start).map_err(|error| {
            let found = error.found.trim_end_matches('…').len();
            let range = error.at..error.at + found;
            ExpressionError::new(Problem::Syntax, self.text, range, error.expected)
        })?;
        self.tokens.skip_to(range.end);
        Ok(self.push_set(set, range))
    }

    /// Parses an opening parenthesis.
    fn open(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let expected = alloc::format!("at most {MAX_DEPTH}");
            let range = self.tokens.next.range.clone();
            return Err(ExpressionError::new(Problem::TooDeep, self.text, range, expected));
        }
        Ok(self.tokens.pop().range)
    }

    /// Parses a closing parenthesis.
    fn close(&mut self, expected: &str) -> Parsed {
        self.depth -= 1;
        let range = self.tokens.next.range.clone();
        if self.tokens.pop_symbol(")") { Ok(range) } else { Err(self.unexpected(expected)) }
    }

    fn push(&mut self, operation: Operation, range: Range<usize>) -> Range<usize> {
        self.program.push(Node { operation, range: range.clone() });
        range
    }

    fn push_set(&mut self, set: Bitboard, range: Range<usize>) -> Range<usize> {
        self.push(Operation::Constant(set.0, ValueType::Set), range)
    }

    /// Returns the error that the next token is not what the grammar requires.
    fn unexpected(&self, expected: &str) -> ExpressionError {
        let range = self.tokens.next.range.clone();
        ExpressionError::new(Problem::Syntax, self.text, range, expected)
    }
}
