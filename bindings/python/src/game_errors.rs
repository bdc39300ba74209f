//! Games whose moves end at an error: the game readers' argument `errors`, and their reports.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya_games::GamesError;
use tabiya_games::columns::{
    ColumnError, ColumnErrorKind, ColumnOptions, GameColumns, GameFinding,
};
use tabiya_games::findings::FindingKind;

use crate::arguments;
use crate::game_source::file_error;
use crate::python_types::types;

/// The policy for games whose moves end at an error. A null move ends none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorPolicy {
    /// The games are left out.
    Skip,
    /// The moves before the error are kept.
    Keep,
    /// The first error is raised, after the games before it.
    Stop,
}

/// The games that a policy admits.
pub struct Admitted {
    /// The games.
    pub games: GameColumns,
    /// The others that were left out.
    pub left_out: LeftOut,
    /// The error in the game before which reading ends.
    pub stop: Option<ColumnError>,
}

/// The errors and findings in games that have no row.
#[derive(Default)]
pub struct LeftOut {
    /// The errors.
    pub errors: Vec<ColumnError>,
    /// The findings, if selected.
    pub findings: Vec<GameFinding>,
}

/// The reports without a row: games that were left out, and file damage.
#[derive(Default)]
pub struct Reports {
    left_out: LeftOut,
    /// The file damage.
    pub damage: Vec<GamesError>,
}

impl Reports {
    /// Adds games that were left out.
    pub fn add_left_out(&mut self, mut games: LeftOut) {
        self.left_out.errors.append(&mut games.errors);
        self.left_out.findings.append(&mut games.findings);
    }

    /// Tests whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.left_out.errors.is_empty() && self.damage.is_empty()
    }

    /// Returns the exceptions for games and for these reports.
    pub fn into_errors(
        self,
        py: Python<'_>,
        games: &GameColumns,
        path: Option<&PathBuf>,
    ) -> Vec<Py<PyAny>> {
        let rows = games.errors.iter().map(|error| game_error(py, error, Some(error.game)));
        let others = self.left_out.errors.iter().map(|error| game_error(py, error, None));
        let damage = self.damage.into_iter().map(|error| file_error(py, path, error));
        let errors = rows.chain(others).chain(damage);
        errors.map(|error| error.into_value(py).into_any()).collect()
    }

    /// Returns the findings in games and in these reports, if they are selected.
    pub fn findings(&self, games: &GameColumns) -> Option<Vec<FindingFields>> {
        let rows = games.findings.as_ref()?.iter();
        let rows = rows.map(|found| FindingFields::new(found, Some(found.game)));
        let others = self.left_out.findings.iter().map(|found| FindingFields::new(found, None));
        Some(rows.chain(others).chain(self.damage.iter().map(FindingFields::of_damage)).collect())
    }
}

/// The fields in the package's class `Finding`.
#[derive(IntoPyObject)]
pub struct FindingFields {
    row: Option<usize>,
    kind: &'static str,
    message: String,
    ply: Option<usize>,
    offset: Option<u64>,
    line: Option<u64>,
    column: Option<u64>,
}

impl FindingFields {
    fn new(found: &GameFinding, row: Option<usize>) -> Self {
        let GameFinding { offset, line, finding, .. } = found;
        Self {
            row,
            kind: finding.kind.name(),
            message: finding.message.clone(),
            ply: finding.ply,
            offset: Some(*offset),
            line: Some(line.breaks + 1),
            column: Some(line.column + 1),
        }
    }

    fn of_damage(error: &GamesError) -> Self {
        let message = error.to_string();
        Self { row: None, kind: DAMAGE, message, ply: None, offset: None, line: None, column: None }
    }
}

/// The finding kind for file damage, which `tabiya-games check` names so, too.
const DAMAGE: &str = "damage";

/// Returns the finding kinds, without the one that only a strict search finds.
pub fn finding_kinds() -> Vec<&'static str> {
    let kinds = FindingKind::ALL.into_iter().filter(|kind| *kind != FindingKind::Roster);
    kinds.map(FindingKind::name).chain([DAMAGE]).collect()
}

/// Returns the exception for a game.
pub fn game_error(py: Python<'_>, error: &ColumnError, row: Option<usize>) -> PyErr {
    let ColumnError { kind, message, ply, offset, .. } = error;
    let arguments = (kind.as_str(), message, row, ply, offset);
    let create = || types(py)?.pgn_error.call1(py, arguments);
    create().map_or_else(|error| error, |error| PyErr::from_value(error.into_bound(py)))
}

impl ErrorPolicy {
    /// Parses the argument `errors`: the words in `tabiya-games`, or those for other columns.
    pub fn parse(errors: &Bound<'_, PyAny>) -> PyResult<Self> {
        let word = arguments::errors(errors)?;
        Ok(match word {
            "skip" => Self::Skip,
            "keep" | "mask" => Self::Keep,
            "stop" | "raise" => Self::Stop,
            _ => {
                let found = errors.repr()?;
                let message =
                    format!("errors: {found}; expected skip, keep (mask) or stop (raise)");
                return Err(PyValueError::new_err(message));
            }
        })
    }

    /// Applies the policy to games, with the columns that the options select.
    pub fn admit(self, games: GameColumns, options: &ColumnOptions) -> Admitted {
        let ended = games.errors.iter().filter(|error| error.kind != ColumnErrorKind::NullMove);
        let ended: Vec<&ColumnError> = ended.collect();
        let mut left_out = LeftOut::default();
        let (Some(&first), Self::Skip | Self::Stop) = (ended.first(), self) else {
            return Admitted { games, left_out, stop: None };
        };
        let mut admitted = GameColumns::new(options);
        if self == Self::Stop {
            admitted.extend_from(&games, 0..first.game);
            return Admitted { games: admitted, left_out, stop: Some(first.clone()) };
        }
        let mut start = 0;
        for error in &ended {
            admitted.extend_from(&games, start..error.game);
            start = error.game + 1;
        }
        admitted.extend_from(&games, start..games.len());
        let is_left_out = |game| ended.binary_search_by_key(&game, |error| error.game).is_ok();
        let errors = games.errors.iter().filter(|error| is_left_out(error.game));
        let findings = games.findings.iter().flatten().filter(|found| is_left_out(found.game));
        left_out.errors.extend(errors.cloned());
        left_out.findings.extend(findings.cloned());
        Admitted { games: admitted, left_out, stop: None }
    }
}
