//! Edits to the reference generator, and sets of them.

use alloc::string::String;
use core::fmt;

use tabiya::Color;

use super::changes::{Change, ChangeSet};
use super::grammar::{self, CHANGE_COUNT, RULES_AND_SCOPES, Rule, Scope};

/// A single edit to the reference generator: one condition or effect in the rules is changed, for
/// both colors' moves or for one color's.
///
/// [`code`](Self::code) identifies an edit in links and commands. [`clause`](Self::clause) says what a
/// generator with the edit does.
///
/// ```
/// use tabiya_explain::diagnosis::Edit;
///
/// let edit = Edit::from_code("no-en-passant-white").expect("a code of the grammar");
/// assert_eq!(edit.clause(), "en passant captures were never generated, for White only");
/// assert!(Edit::all().count() > 690);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit(u16);

impl Edit {
    /// One more than the greatest index.
    pub(super) const INDICES: usize = CHANGE_COUNT * 3;

    /// Returns all edits, in the grammar's order.
    pub fn all() -> impl Iterator<Item = Self> {
        let exists = |edit: &Self| edit.color().is_none() || grammar::has_colors(edit.change());
        (0..Self::INDICES as u16).map(Self).filter(exists)
    }

    /// Returns the part that the hash key lacks, if the edit concerns the hash table.
    pub(super) fn hash_key(self) -> Option<Scope> {
        let (rule, scope) = RULES_AND_SCOPES[usize::from(self.change())];
        (rule == Rule::HashKey).then_some(scope)
    }

    /// Creates the edit that makes a change for one color, or for both.
    pub(super) fn new(change: Change, color: Option<Color>) -> Self {
        Self(change * 3 + color.map_or(0, |color| color as u16 + 1))
    }

    /// Returns a number below [`INDICES`](Self::INDICES).
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn change(self) -> Change {
        self.0 / 3
    }

    /// Returns the color whose moves the edit concerns, or `None` for both.
    pub fn color(self) -> Option<Color> {
        [None, Some(Color::White), Some(Color::Black)][usize::from(self.0 % 3)]
    }

    /// Tests whether two edits make the same change, perhaps for different colors.
    pub const fn has_same_change(self, other: Self) -> bool {
        self.change() == other.change()
    }

    /// Returns the sign that the edit's differences to leaf counts have: 1 if it only adds moves,
    /// -1 if it only omits moves, otherwise 0. Checkmate counts are an exception.
    pub(super) fn sign(self) -> i64 {
        grammar::sign(self.change())
    }

    /// Returns the edit with the code, if there is one.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|edit| edit.code() == code)
    }

    /// Returns the edit's code, such as "pinned-piece-free" or "no-castling-black".
    pub fn code(self) -> String {
        grammar::texts(self.change()).code + ["", "-white", "-black"][usize::from(self.0 % 3)]
    }

    /// Returns the effect on a generator, as a clause in the past tense.
    pub fn clause(self) -> String {
        let color = ["", ", for White only", ", for Black only"][usize::from(self.0 % 3)];
        grammar::texts(self.change()).clause + color
    }

    /// Returns the chess rule that the edit breaks, as sentences.
    pub fn rule(self) -> &'static str {
        grammar::texts(self.change()).law
    }

    /// Returns how often the edit occurs among public bug reports, as a weight. One in eight reports
    /// concerns one color.
    pub(super) fn report_weight(self) -> u64 {
        let weight = 1 + 4 * grammar::reports(self.change()).count() as u64;
        if self.color().is_none() { weight * 13 } else { weight }
    }

    /// Yields public bug reports about the edit, or about the same edit for both colors: cause and
    /// source.
    pub fn reports(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        grammar::reports(self.change())
    }

    /// Returns the part of the rules to which the edit belongs, such as "En passant".
    pub fn group(self) -> &'static str {
        grammar::texts(self.change()).group
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.code())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Edit {
    /// Serializes the edit's code.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.code())
    }
}

/// A set of edits: the changes for both colors, for White only and for Black only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    sets: [ChangeSet; 3],
}

impl EditSet {
    pub const EMPTY: Self = Self { sets: [ChangeSet::EMPTY; 3] };

    pub fn insert(&mut self, edit: Edit) {
        self.sets[usize::from(edit.0 % 3)].insert(edit.change());
    }

    pub fn contains(&self, edit: Edit) -> bool {
        self.sets[usize::from(edit.0 % 3)].contains(edit.change())
    }

    pub fn is_empty(&self) -> bool {
        self.sets.iter().all(ChangeSet::is_empty)
    }

    /// Returns the set's only edit, or `None` if it has none or several.
    pub fn single(&self) -> Option<Edit> {
        let mut edits = self.iter();
        edits.next().filter(|_| edits.next().is_none())
    }

    pub fn iter(&self) -> impl Iterator<Item = Edit> + '_ {
        Edit::all().filter(|&edit| self.contains(edit))
    }

    /// Yields the parts that hash table keys lack.
    pub(super) fn hash_keys(&self) -> impl Iterator<Item = Scope> + '_ {
        let scopes = [Scope::Rank, Scope::King, Scope::Castling, Scope::EnPassant];
        scopes.into_iter().filter(|&scope| self.sets[0].has(Rule::HashKey, scope))
    }

    /// Returns the changes that concern a color's moves.
    pub fn of_color(&self, color: Color) -> ChangeSet {
        self.sets[0].union(&self.sets[color as usize + 1])
    }

    /// Yields the set's edits that make a change to a color's moves.
    pub fn with_change(&self, change: Change, color: Color) -> impl Iterator<Item = Edit> + '_ {
        let edits = [Edit::new(change, None), Edit::new(change, Some(color))];
        edits.into_iter().filter(|&edit| self.contains(edit))
    }
}

impl FromIterator<Edit> for EditSet {
    fn from_iter<I: IntoIterator<Item = Edit>>(edits: I) -> Self {
        let mut set = Self::EMPTY;
        edits.into_iter().for_each(|edit| set.insert(edit));
        set
    }
}
