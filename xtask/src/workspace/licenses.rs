//! SPDX license expressions, such as `MIT OR (Apache-2.0 AND Zlib)`.

/// Tests whether a license expression can be satisfied by allowed terms alone.
///
/// A term with an exception, `A WITH B`, must be listed as a whole. Cargo also accepts `A/B` for
/// `A OR B`. A malformed expression is not allowed.
pub fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<_> = spaced.split_whitespace().collect();
    let mut parser = Parser { tokens: &tokens, allowed };
    parser.alternatives() == Some(true) && parser.tokens.is_empty()
}

/// A parser for the remaining tokens. Its functions return `None` for a malformed expression.
struct Parser<'a> {
    tokens: &'a [&'a str],
    allowed: &'a [String],
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Option<bool> {
        let mut is_allowed = self.conjunction()?;
        while self.accepts("OR") {
            is_allowed |= self.conjunction()?;
        }
        Some(is_allowed)
    }

    fn conjunction(&mut self) -> Option<bool> {
        let mut is_allowed = self.term()?;
        while self.accepts("AND") {
            is_allowed &= self.term()?;
        }
        Some(is_allowed)
    }

    fn term(&mut self) -> Option<bool> {
        if self.accepts("(") {
            let is_allowed = self.alternatives()?;
            return self.accepts(")").then_some(is_allowed);
        }
        let (license, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        let mut term = (*license).to_owned();
        if self.accepts("WITH") {
            let (exception, rest) = self.tokens.split_first()?;
            self.tokens = rest;
            term = format!("{term} WITH {exception}");
        }
        let is_keyword = ["(", ")", "AND", "OR", "WITH"].contains(license);
        (!is_keyword).then(|| self.allowed.contains(&term))
    }

    /// Consumes the next token if it is this one.
    fn accepts(&mut self, token: &str) -> bool {
        let is_next = self.tokens.first() == Some(&token);
        self.tokens = &self.tokens[usize::from(is_next)..];
        is_next
    }
}
