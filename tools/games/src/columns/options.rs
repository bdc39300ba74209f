//! The column selection.

use crate::eco::OpeningField;
use crate::filter::TagFilter;

/// The rows in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rows {
    /// A row per game.
    #[default]
    Game,
    /// A row per main line move.
    Move,
}

/// The options for the content in [`GameColumns`](super::GameColumns). They are the
/// [`GameFold`](crate::GameFold) that computes the columns.
///
/// Without clocks, times, evaluations and comments, the text between moves is skipped.
#[derive(Clone, Debug, Default)]
pub struct ColumnOptions {
    pub(crate) tags: Vec<Vec<u8>>,
    /// The indices of those tags that are opening values.
    pub(super) opening_fields: Vec<(usize, OpeningField)>,
    pub(super) has_clocks: bool,
    pub(super) has_elapsed_times: bool,
    pub(super) has_evals: bool,
    pub(super) has_comments: bool,
    pub(super) has_texts: bool,
    pub(super) has_findings: bool,
    pub(super) filter: Option<TagFilter>,
}

impl ColumnOptions {
    /// Creates the options for columns without tags and comment values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the names of the tags that become columns.
    ///
    /// With the feature `eco`, `@eco` and `@opening` are the opening's code and name by position.
    #[must_use]
    pub fn tags<T: Into<Vec<u8>>>(self, names: impl IntoIterator<Item = T>) -> Self {
        let tags: Vec<Vec<u8>> = names.into_iter().map(Into::into).collect();
        let fields = tags.iter().map(|name| OpeningField::from_name(name)).enumerate();
        let opening_fields = fields.filter_map(|(index, field)| Some((index, field?))).collect();
        Self { tags, opening_fields, ..self }
    }

    /// Decides whether there is a column for times left: `[%clk]`, or those in engine comments.
    #[must_use]
    pub fn clocks(self, has_clocks: bool) -> Self {
        Self { has_clocks, ..self }
    }

    /// Decides whether there is a column for times used: `[%emt]`, or those in engine comments.
    #[must_use]
    pub fn elapsed_times(self, has_elapsed_times: bool) -> Self {
        Self { has_elapsed_times, ..self }
    }

    /// Decides whether there are columns for evaluations: `[%eval]`, or the scores in engine
    /// comments.
    #[must_use]
    pub fn evals(self, has_evals: bool) -> Self {
        Self { has_evals, ..self }
    }

    /// Decides whether there is a column for the comments after each move.
    #[must_use]
    pub fn comments(self, has_comments: bool) -> Self {
        Self { has_comments, ..self }
    }

    /// Decides whether each game's text is kept, from which a [`GameTree`](tabiya::pgn::GameTree)
    /// can be read.
    #[must_use]
    pub fn texts(self, has_texts: bool) -> Self {
        Self { has_texts, ..self }
    }

    /// Decides whether the findings in the games are collected, which reads all their text.
    #[must_use]
    pub fn findings(self, has_findings: bool) -> Self {
        Self { has_findings, ..self }
    }

    /// Sets a condition on the tag pairs. Other games have no row.
    #[must_use]
    pub fn filter(self, filter: Option<TagFilter>) -> Self {
        Self { filter, ..self }
    }

    pub(super) const fn reads_comments(&self) -> bool {
        self.has_clocks || self.has_elapsed_times || self.has_evals || self.has_comments
    }
}
