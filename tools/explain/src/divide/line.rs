//! Line reading: pairs of a root move and its count, totals, and what is left over.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{DivideError, LineProblem, MAX_QUOTED_CHARS, MAX_ROWS};
use super::root_move::RootMove;
use super::token::{Token, TokenKind, Tokens};
use super::word::Word;

/// The number of totals that are kept.
const MAX_TOTALS: usize = 64;

/// A root move in a divide output, with its count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DivideRow {
    /// The move: two squares in lower case, such as `e7e8q`, or SAN as it was written.
    #[doc(alias = "mv")]
    pub r#move: String,
    /// The move's leaf count.
    pub count: u128,
}

/// The unfinished pair, open brackets and other context that a line leaves to the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The error for the first line that cannot be read.
    error: Option<DivideError>,
    /// The number of lines so far.
    line: usize,
    /// The number of open brackets. JSON continues in the next line, but all other text ends with
    /// its line.
    depth: usize,
    /// The move that has no count yet.
    pending: Option<PendingMove>,
    /// The count after a label without a move: a total, or the count for the next move in the same
    /// brackets.
    pub count: Option<u128>,
    /// The move in the last row.
    last: Option<RootMove>,
    columns: Option<Columns>,
}

/// A move that has no count yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PendingMove {
    mv: RootMove,
    has_label: bool,
    /// The error if no count follows.
    error: DivideError,
}

/// The columns after the move, as a table's head names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    /// The index of the column with the counts.
    count: usize,
    len: usize,
    has_commas: bool,
}

impl Columns {
    /// Parses a table's head: a label for moves, then labels for values.
    fn parse(line: &str) -> Option<Self> {
        let mut len = 0;
        let mut count = None;
        let mut has_moves = false;
        for token in Tokens::from_offset(line, 0) {
            match token.kind {
                TokenKind::Word(Word::Move) => has_moves = true,
                TokenKind::Word(Word::Name) if !has_moves => {}
                TokenKind::Word(Word::Filler) if count.is_none() => {}
                TokenKind::Word(word @ (Word::Count | Word::Name | Word::Unit | Word::Filler)) => {
                    count = count.or((word == Word::Count && has_moves).then_some(len));
                    len += 1;
                }
                _ => return None,
            }
        }
        let has_commas = len > 1 && line.contains(',');
        count.map(|count| Self { count, len, has_commas })
    }
}

impl State {
    /// Reads a line, and adds its rows and totals. Returns `false` if it contains neither a move nor a total.
    pub fn read_line(
        &mut self,
        line: &str,
        rows: &mut Vec<DivideRow>,
        totals: &mut Vec<u128>,
    ) -> bool {
        self.line += 1;
        let start = line.len() - line.trim_start().len();
        let is_string = |text: &str| text.eq_ignore_ascii_case("info string ");
        let start = match line[start..].get(.."info string ".len()) {
            Some(prefix) if is_string(prefix) => start + prefix.len(),
            // UCI search information has nodes and moves, but no counts.
            _ if line[start..].starts_with("info ") => return false,
            _ => 0,
        };
        let mut tokens = Tokens::from_offset(line, start);
        tokens.has_comma_columns = self.has_comma_columns();
        LineReader {
            rows,
            totals,
            state: self,
            line,
            tokens,
            label: None,
            ordinal: None,
            row_count: 0,
            values: 0,
            has_move: false,
            has_total: false,
            is_prose: false,
            leftover: None,
        }
        .read()
    }

    /// Tests whether a comma separates values: in JSON, and if it does so in the table's head.
    fn has_comma_columns(&self) -> bool {
        self.depth > 0 || self.columns.is_some_and(|columns| columns.has_commas)
    }

    /// Returns the error for the first line that cannot be read, or for a last move without a
    /// count.
    pub fn first_error(&self) -> Option<&DivideError> {
        self.error.as_ref().or(self.pending.as_ref().map(|pending| &pending.error))
    }
}

/// A line's reader.
struct LineReader<'a> {
    rows: &'a mut Vec<DivideRow>,
    totals: &'a mut Vec<u128>,
    state: &'a mut State,
    line: &'a str,
    tokens: Tokens<'a>,
    /// The last word's meaning, for the number or move after it.
    label: Option<Word>,
    /// The last number before a move.
    ordinal: Option<u128>,
    /// The number of pairs so far.
    row_count: usize,
    /// The number of values after the last move.
    values: usize,
    has_move: bool,
    has_total: bool,
    /// `true` if other words precede the first move.
    is_prose: bool,
    /// The first error in the line.
    leftover: Option<DivideError>,
}

impl LineReader<'_> {
    fn read(mut self) -> bool {
        while let Some(token) = self.tokens.next() {
            self.read_token(token);
        }
        if self.state.depth == 0 {
            self.end_count(false);
            match (self.state.pending.take(), self.leading_count()) {
                (Some(PendingMove { mv, .. }), Some(count)) => self.add_row(mv, count),
                (Some(PendingMove { error, .. }), None) => {
                    self.leftover.get_or_insert(error);
                }
                (None, _) => {}
            }
        }
        // Prose may mention moves: only what has a count, or starts like a pair, is one.
        let has_pairs = self.row_count > 0 || self.has_move && !self.is_prose;
        if has_pairs && let Some(error) = self.leftover {
            self.state.error.get_or_insert(error);
        }
        if !self.has_move
            && let Some(columns) = Columns::parse(self.line)
        {
            self.state.columns = Some(columns);
        }
        has_pairs || self.has_total
    }

    /// Returns the count in a line that consists of a count and its move, such as `380 a2a3`. The
    /// number in `3. a2a3`, `[3] a2a3` or `#3 a2a3` is the move's ordinal.
    fn leading_count(&self) -> Option<u128> {
        let mut tokens = Tokens::from_offset(self.line, 0);
        let count = tokens.next()?;
        let mv = tokens.next()?;
        let TokenKind::Number(Ok(number)) = count.kind else { return None };
        if !matches!(mv.kind, TokenKind::Move(_)) || tokens.next().is_some() {
            return None;
        }
        let is_separator = |c: char| c.is_whitespace() || ",;:|│-=\"'`".contains(c);
        let (before, rest) = self.line.split_once(count.text)?;
        let (between, _) = rest.split_once(mv.text)?;
        (before.chars().all(is_separator) && between.chars().all(is_separator)).then_some(number)
    }

    fn read_token(&mut self, token: Token<'_>) {
        match token.kind {
            TokenKind::Open => {
                self.end_count(false);
                self.state.depth += 1;
                self.label = None;
                self.tokens.has_comma_columns = true;
            }
            TokenKind::Close => {
                self.end_count(true);
                self.state.depth = self.state.depth.saturating_sub(1);
                self.tokens.has_comma_columns = self.state.has_comma_columns();
            }
            TokenKind::Move(ref mv) => self.read_move(mv.clone(), &token),
            TokenKind::Number(Ok(number)) => self.read_number(number, &token),
            TokenKind::Number(Err(error)) => {
                let is_named = matches!(self.label.take(), Some(Word::Name | Word::Other));
                if !is_named && (self.has_move || self.state.pending.is_some()) {
                    self.add_leftover(&token, LineProblem::Number(error));
                }
            }
            TokenKind::Quantity => {
                self.label = None;
                self.values += 1;
            }
            TokenKind::Word(word) => self.read_word(word, &token),
        }
    }

    fn read_word(&mut self, word: Word, token: &Token<'_>) {
        // A single `n` is a count's label.
        let is_piece = self.label == Some(Word::Name) || token.text != "n";
        if let Some(pending) = self.state.pending.as_mut().filter(|_| is_piece)
            && pending.mv.add_promotion(token.text)
        {
            return;
        }
        match word {
            Word::Filler => return,
            // `total moves = 20` and `perft depth 5 = 20`
            Word::Move if self.label == Some(Word::Count) => return,
            Word::Name if self.label == Some(Word::Perft) => return,
            Word::MoveLike => {
                self.has_move = true;
                self.add_leftover(token, LineProblem::NoMove);
            }
            Word::Other if self.has_move => self.add_leftover(token, LineProblem::Unexpected),
            Word::Other => self.is_prose = true,
            _ => {}
        }
        self.label = (word != Word::Value).then_some(word);
    }

    fn read_move(&mut self, mv: RootMove, token: &Token<'_>) {
        let has_label = self.label.take() == Some(Word::Move);
        let error = self.error(token, LineProblem::MissingCount);
        self.has_move = true;
        self.values = 0;
        let State { pending, last, depth, .. } = &mut *self.state;
        if let Some(pending) = pending {
            if let Some(joined) = pending.mv.join(&mv) {
                pending.mv = joined;
                return;
            }
            if pending.mv.is_other_notation_of(&mv) {
                return;
            }
            self.leftover.get_or_insert(pending.error.clone());
        } else if has_label && *depth > 0 {
            // Another notation for the move may follow the count in JSON.
            if last.as_ref().is_some_and(|last| last.is_other_notation_of(&mv)) {
                return;
            }
        }
        *pending = Some(PendingMove { mv, has_label, error });
    }

    fn read_number(&mut self, number: u128, token: &Token<'_>) {
        let next = self.tokens.peek();
        if next == Some(TokenKind::Word(Word::Unit)) {
            self.tokens.next();
            return self.read_token(Token { kind: TokenKind::Quantity, ..token.clone() });
        }
        let label = self.label.take();
        let has_unit = label != Some(Word::Name) && self.is_before_count_unit();
        if has_unit {
            self.tokens.next();
        }
        let is_pending = self.state.pending.is_some();
        let is_number = matches!(next, Some(TokenKind::Number(_)));
        match label {
            Some(Word::Name | Word::Other | Word::MoveLike | Word::Unit) if !has_unit => {
                self.values += 1;
            }
            // The depth in `perft(5) = 20`
            Some(Word::Perft) if !is_pending || is_number => self.label = Some(Word::Count),
            _ if is_pending => self.read_count(number, label.is_some()),
            _ if label == Some(Word::Count) || has_unit && self.row_count == 0 => {
                self.end_count(false);
                self.state.count = Some(number);
                self.has_total = true;
            }
            _ => self.read_bare_number(number, token),
        }
    }

    /// Reads a number after a move, which is its count unless the table's head says otherwise.
    fn read_count(&mut self, count: u128, has_label: bool) {
        let column = self.values;
        self.values += 1;
        let is_other = |columns: Columns| column != columns.count && column < columns.len;
        if !has_label && self.state.columns.is_some_and(is_other) {
            return;
        }
        if let Some(PendingMove { mv, .. }) = self.state.pending.take() {
            self.add_row(mv, count);
        }
    }

    /// Reads a number without a label or a move: a total if it is alone, the next move's number, or
    /// a column that the table's head names.
    fn read_bare_number(&mut self, number: u128, token: &Token<'_>) {
        let column = self.values;
        self.values += 1;
        let is_first = self.row_count == 0;
        let is_next = |&ordinal: &u128| number == ordinal || Some(number) == ordinal.checked_add(1);
        let next = self.tokens.peek();
        let is_before_move = matches!(next, Some(TokenKind::Move(_)));
        let is_fraction = token.text.matches('.').count() == 1;
        if is_first || is_before_move && self.ordinal.as_ref().is_some_and(is_next) {
            // A line in a drawn board has figurines, points or bars.
            let is_border = |c: char| c.is_whitespace() || "\"'()[]{}:;,=*".contains(c);
            let is_alone = self.line.trim_matches(is_border) == token.text;
            if is_alone && self.state.depth == 0 {
                self.state.count = Some(number);
                self.has_total = true;
            }
            self.ordinal = Some(number);
        } else if next == Some(TokenKind::Word(Word::Name)) {
            // `3 captures`
            self.tokens.next();
        } else if !is_fraction && self.state.columns.is_none_or(|columns| column >= columns.len) {
            self.add_leftover(token, LineProblem::Unexpected);
        }
    }

    /// Tests whether a count's unit follows, as in `20 nodes`, but not in `20 nodes per second` or
    /// `depth 20 nodes 8902`.
    fn is_before_count_unit(&self) -> bool {
        let mut tokens = self.tokens.clone();
        if tokens.peek() != Some(TokenKind::Word(Word::Count)) {
            return false;
        }
        tokens.next();
        match tokens.next() {
            Some(Token { kind: TokenKind::Word(Word::Unit), .. }) => false,
            // `20 nodes, 12 ms, 3 captures`
            Some(Token { kind: TokenKind::Number(_), .. }) => {
                matches!(tokens.peek(), Some(TokenKind::Word(Word::Unit | Word::Name)))
            }
            next => next.is_none_or(|next| !matches!(next.text, "per" | "a" | "/")),
        }
    }

    /// Ends the count that has a label: a count for a move with a label in the same brackets, or a
    /// total.
    fn end_count(&mut self, is_closed: bool) {
        let Some(count) = self.state.count.take() else { return };
        let pending = &mut self.state.pending;
        match pending.take_if(|pending| is_closed && pending.has_label) {
            Some(PendingMove { mv, .. }) => self.add_row(mv, count),
            None if self.totals.len() < MAX_TOTALS => self.totals.push(count),
            None => {}
        }
    }

    fn add_row(&mut self, mv: RootMove, count: u128) {
        self.row_count += 1;
        if self.rows.len() < MAX_ROWS {
            self.rows.push(DivideRow { r#move: mv.text.clone(), count });
        }
        self.state.last = Some(mv);
    }

    fn add_leftover(&mut self, token: &Token<'_>, problem: LineProblem) {
        let error = self.error(token, problem);
        self.leftover.get_or_insert(error);
    }

    fn error(&self, token: &Token<'_>, problem: LineProblem) -> DivideError {
        let found = token.text.trim_matches(['"', '\'', '`']);
        DivideError::UnreadableLine {
            line: self.state.line,
            column: token.column,
            found: found.chars().take(MAX_QUOTED_CHARS).collect(),
            problem,
        }
    }
}
