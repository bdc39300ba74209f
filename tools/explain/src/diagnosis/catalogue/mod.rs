//! The catalogue of bugs: for each, a name, a sentence, the rule and the smallest position that
//! shows it.

mod castling;
mod en_passant;
mod info;
mod king;
mod pawns;
mod pieces;

use super::bug::Bug;
use info::BugInfo;

pub use info::Example;

/// The entries by group: the heading of the group in the docs, and its entries.
const GROUPS: [(&str, &[BugInfo]); 5] = [
    ("En passant", &en_passant::BUGS),
    ("Castling", &castling::BUGS),
    ("Pawn moves and promotions", &pawns::BUGS),
    ("Knights, sliders and attacks", &pieces::BUGS),
    ("King safety, pins and checks", &king::BUGS),
];

impl Bug {
    /// Returns the entry of the bug and the heading of its group.
    const fn info(self) -> (&'static str, &'static BugInfo) {
        let mut group = 0;
        let mut index = self as usize;
        while index >= GROUPS[group].1.len() {
            index -= GROUPS[group].1.len();
            group += 1;
        }
        (GROUPS[group].0, &GROUPS[group].1[index])
    }

    /// Returns the bug with a name.
    ///
    /// ```
    /// use tabiya_explain::diagnosis::Bug;
    ///
    /// assert_eq!(Bug::from_name("no-en-passant"), Some(Bug::NoEnPassant));
    /// assert_eq!(Bug::from_name("no-such-bug"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|bug| bug.name() == name)
    }

    /// Returns the name of the bug: lower-case words joined by hyphens, such as `no-en-passant`.
    pub const fn name(self) -> &'static str {
        self.info().1.name
    }

    /// Returns a clause that follows "as if", such as "en passant captures were never generated".
    pub const fn clause(self) -> &'static str {
        self.info().1.clause
    }

    /// Returns the rule of chess, or the fact about generators, that the bug ignores.
    pub const fn rule(self) -> &'static str {
        self.info().1.rule
    }

    /// Returns a small position on which the bug shows.
    pub const fn example(self) -> Example {
        self.info().1.example
    }

    /// Returns the heading under which the docs list the bug.
    pub const fn group(self) -> &'static str {
        self.info().0
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{Bug, GROUPS};

    #[test]
    fn catalogue_lists_each_bug_once_in_order() {
        let listed = GROUPS.iter().flat_map(|(_, bugs)| bugs.iter().map(|info| info.bug));
        assert!(listed.eq(Bug::ALL.iter().copied()));
    }

    #[test]
    fn name_is_variant_in_kebab_case_and_parses() {
        for &bug in Bug::ALL {
            let mut name = String::new();
            for letter in alloc::format!("{bug:?}").chars() {
                if letter.is_uppercase() && !name.is_empty() {
                    name.push('-');
                }
                name.extend(letter.to_lowercase());
            }
            assert_eq!(bug.name(), name);
            assert_eq!(Bug::from_name(bug.name()), Some(bug));
        }
    }
}
