//! The compared libraries.

/// A library in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Competitor {
    Tabiya,
    Cozy,
    Shakmaty,
    Chess,
    Laura,
    Owlchess,
    Pleco,
    Gigachess,
    /// An earlier Tabiya revision: `cargo xtask bench-compare --baseline`.
    #[cfg(tabiya_baseline)]
    Baseline,
}

impl Competitor {
    /// All competitors; ratios refer to the first.
    pub(super) const ALL: &'static [Self] = &[
        Self::Tabiya,
        Self::Cozy,
        Self::Shakmaty,
        Self::Chess,
        Self::Laura,
        Self::Owlchess,
        Self::Pleco,
        Self::Gigachess,
        #[cfg(tabiya_baseline)]
        Self::Baseline,
    ];

    /// Returns the crate's name, or `baseline`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Tabiya => "tabiya",
            Self::Cozy => "cozy-chess",
            Self::Shakmaty => "shakmaty",
            Self::Chess => "chess",
            Self::Laura => "laura_core",
            Self::Owlchess => "owlchess",
            Self::Pleco => "pleco",
            Self::Gigachess => "gigachess",
            #[cfg(tabiya_baseline)]
            Self::Baseline => "baseline",
        }
    }

    /// Tests whether the library is neither Tabiya nor its baseline.
    pub(super) fn is_other(self) -> bool {
        !matches!(self.name(), "tabiya" | "baseline")
    }
}
