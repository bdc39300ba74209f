//! A finding, its kind, and counts by kind.

use std::ops::{AddAssign, Range};

/// The kind of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// An invalid FEN, or Chess960 without one.
    StartPosition,
    /// A variant with other moves.
    Variant,
    /// A text that is not a legal move.
    Move,
    /// A parenthesis without its counterpart, or variations nested too deeply.
    Parenthesis,
    /// A text that is no tag pair, or a second tag pair with the same name.
    Tag,
    /// A comment without an end.
    Comment,
    /// A FEN that was read although it breaks a rule.
    Waiver,
    /// A null move in the main line.
    NullMove,
    /// A result that contradicts the tag pair `Result`, or the last position.
    Result,
    /// A text that does not belong to the format.
    Text,
    /// Bytes that are neither UTF-8 nor Windows-1252, a NUL, or a control character among white space.
    Encoding,
    /// A game without a termination marker.
    Termination,
    /// A roster tag pair that is missing. Strict.
    Roster,
}

impl FindingKind {
    /// The number of kinds.
    pub const COUNT: usize = 13;

    /// All kinds, ordered by discriminant.
    pub const ALL: [Self; Self::COUNT] = [
        Self::StartPosition,
        Self::Variant,
        Self::Move,
        Self::Parenthesis,
        Self::Tag,
        Self::Comment,
        Self::Waiver,
        Self::NullMove,
        Self::Result,
        Self::Text,
        Self::Encoding,
        Self::Termination,
        Self::Roster,
    ];

    /// Returns the name, which JSON has, too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartPosition => "start position",
            Self::Variant => "variant",
            Self::Move => "move",
            Self::Parenthesis => "parenthesis",
            Self::Tag => "tag",
            Self::Comment => "comment",
            Self::Waiver => "waiver",
            Self::NullMove => "null move",
            Self::Result => "result",
            Self::Text => "text",
            Self::Encoding => "encoding",
            Self::Termination => "termination",
            Self::Roster => "roster",
        }
    }

    /// Tests whether such a finding may hide moves. The others are notes.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(
            self,
            Self::StartPosition | Self::Variant | Self::Move | Self::Parenthesis | Self::Comment
        )
    }
}

/// An error or oddity in a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The place in the game, in bytes.
    pub range: Range<usize>,
    /// The number of plies before it, if it is in the movetext.
    pub ply: Option<usize>,
    /// `true` if it makes the main line lack moves. The policies for games with errors concern such
    /// a game.
    pub ends_main_line: bool,
    /// The sentence, without the place.
    pub message: String,
}

/// The numbers of games and findings, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "convert", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct FindingCounts {
    /// The games with a finding.
    pub games: u64,
    /// The games whose main line lacks moves.
    pub games_with_errors: u64,
    /// The findings for each kind, in the order that [`FindingKind::ALL`] has.
    pub kinds: [u64; FindingKind::COUNT],
}

impl FindingCounts {
    /// Adds a game's findings.
    pub fn add_game(&mut self, found: &[Finding]) {
        self.games += u64::from(!found.is_empty());
        self.games_with_errors += u64::from(found.iter().any(|finding| finding.ends_main_line));
        for finding in found {
            self.kinds[finding.kind as usize] += 1;
        }
    }

    /// Returns the number of findings.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// Returns the names of the kinds that occur, with their numbers.
    pub fn by_kind(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = FindingKind::ALL.into_iter().zip(self.kinds);
        counts.filter(|&(_, count)| count > 0).map(|(kind, count)| (kind.name(), count))
    }
}

impl AddAssign for FindingCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.games_with_errors += other.games_with_errors;
        for (sum, count) in self.kinds.iter_mut().zip(other.kinds) {
            *sum += count;
        }
    }
}
