//! Filter operators.

use super::error::FilterError;
use super::syntax::{Operator, Parser};
use super::test::Relation;

impl Parser<'_> {
    /// Parses an operator, if one follows.
    pub(super) fn operator(&mut self) -> Result<Option<Operator>, FilterError> {
        const SYMBOLS: [(&str, Relation, bool); 16] = [
            ("!=", Relation::Equal, true),
            ("<>", Relation::Equal, true),
            ("≠", Relation::Equal, true),
            ("!~", Relation::Contains, true),
            ("==", Relation::Equal, false),
            ("=>", Relation::GreaterOrEqual, false),
            ("=<", Relation::LessOrEqual, false),
            ("=~", Relation::Contains, false),
            ("=", Relation::Equal, false),
            ("<=", Relation::LessOrEqual, false),
            ("≤", Relation::LessOrEqual, false),
            (">=", Relation::GreaterOrEqual, false),
            ("≥", Relation::GreaterOrEqual, false),
            ("<", Relation::Less, false),
            (">", Relation::Greater, false),
            ("~", Relation::Contains, false),
        ];
        let symbol = SYMBOLS.into_iter().find(|(symbol, ..)| self.scanner.skip(symbol));
        if let Some((symbol, relation, is_negated)) = symbol {
            if symbol == "=~" || self.scanner.skip("=") && symbol == "~" {
                let offset = self.scanner.position - 2;
                return Err(FilterError::word(offset, "=~", "`~`, which finds a part of a text"));
            }
            return Ok(Some(Operator::Compare(relation, is_negated)));
        }
        let start = self.scanner.position;
        let is_negated = self.scanner.skip_keyword("not");
        let offset = self.scanner.position;
        match self.scanner.name().to_ascii_lowercase().as_str() {
            "in" => Ok(Some(Operator::In(is_negated))),
            "between" => Ok(Some(Operator::Between(is_negated))),
            "contains" => Ok(Some(Operator::Compare(Relation::Contains, is_negated))),
            "is" if !is_negated => {
                let is_negated = self.scanner.skip_keyword("not");
                Ok(Some(Operator::Compare(Relation::Equal, is_negated)))
            }
            word @ ("like" | "ilike" | "matches" | "includes" | "has" | "starts" | "startswith"
            | "ends" | "endswith") => {
                Err(FilterError::word(offset, word, "`~`, which finds a part of a text"))
            }
            word @ ("exists" | "equals" | "eq" | "ne" | "gt" | "ge" | "lt" | "le") => {
                let expected =
                    "`=`, `!=`, `<`, `<=`, `>`, `>=`, or the name alone for games with the tag";
                Err(FilterError::word(offset, word, expected))
            }
            _ => {
                self.scanner.position = start;
                Ok(None)
            }
        }
    }
}
