//! An opening.

use std::fmt;

/// An opening: a position with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Opening {
    /// The code in the Encyclopaedia of Chess Openings: a letter from `A` to `E` and two digits.
    pub eco: &'static str,
    /// The opening's name in English, often with variations after a colon and commas.
    pub name: &'static str,
    /// Moves that lead to the position from the start, in SAN with move numbers.
    pub moves: &'static str,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}
