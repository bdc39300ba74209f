//! The fold from games into columns.

use tabiya::PackedPosition;
use tabiya::pgn::{MainLine, RawGame, ReadErrorKind, Termination};

use super::error::ColumnError;
use super::games::{GameColumns, GameFinding};
use super::options::ColumnOptions;
use crate::eco::{Opening, OpeningFinder};
use crate::findings::GameContents;
use crate::ply::Ply;
use crate::result::result_of;
use crate::{GameFold, LinePlace};
use tabiya::pgn::CommentValues;

impl GameFold for ColumnOptions {
    type Output = GameColumns;

    fn start(&self) -> GameColumns {
        GameColumns::new(self)
    }

    fn add(&self, columns: &mut GameColumns, game: RawGame<'_>) {
        let line = columns.end_line;
        if self.has_findings {
            columns.end_line = line.plus(LinePlace::end_of(game.bytes()));
        }
        if self.filter.as_ref().is_some_and(|filter| !filter.matches(&game)) {
            return;
        }
        if self.has_findings {
            add_findings(columns, &game, line);
        }
        let mut finder = OpeningFinder::new();
        let termination = match game.main_line() {
            Ok(line) => {
                columns.starts.push(Some(PackedPosition::from(line.position()).to_bytes()), [0; _]);
                self.add_moves(columns, &game, line, &mut finder)
            }
            Err(error) => {
                columns.starts.push(None, [0; _]);
                columns.errors.push(ColumnError::of_start(columns.len(), &game, &error));
                game.termination()
            }
        };
        self.add_tags(columns, &game, finder.opening());
        columns.terminations.push(termination);
        columns.results.push(result_of(&game, termination));
        if let Some(texts) = &mut columns.texts {
            texts.push_bytes(game.bytes());
        }
        columns.end_game(game.range());
    }
}

/// Appends the findings in a game that begins at a line.
fn add_findings(columns: &mut GameColumns, game: &RawGame<'_>, start: LinePlace) {
    let row = columns.len();
    let found = GameContents::read(game).findings;
    let offsets: Vec<_> = found.iter().map(|finding| finding.range.start).collect();
    let lines = start.of_offsets(game.bytes(), offsets);
    let located = found.into_iter().zip(lines).map(|(finding, line)| {
        let offset = (game.range().start + finding.range.start) as u64;
        GameFinding { game: row, offset, line, finding }
    });
    columns.findings.get_or_insert_default().extend(located);
}

impl ColumnOptions {
    /// Appends the tag values and the opening. The first tag pair with a name counts.
    fn add_tags(
        &self,
        columns: &mut GameColumns,
        game: &RawGame<'_>,
        opening: Option<&'static Opening>,
    ) {
        let row = columns.len();
        for &(index, field) in &self.opening_fields {
            columns.tags[index].push(field.tag_value(opening));
        }
        if !self.tags.is_empty() {
            for tag in game.tags() {
                let name = tag.name();
                for (column, expected) in columns.tags.iter_mut().zip(&self.tags) {
                    if name == expected && column.validity.len() == row {
                        column.push(Some(tag.value()));
                    }
                }
            }
        }
        for column in &mut columns.tags {
            if column.validity.len() == row {
                column.push(None);
            }
        }
    }

    /// Appends a game's moves, adds its positions to `finder`, and returns its termination marker.
    fn add_moves<'a>(
        &self,
        columns: &mut GameColumns,
        game: &RawGame<'a>,
        mut line: MainLine<'a>,
        finder: &mut OpeningFinder,
    ) -> Option<Termination> {
        let mut is_opening = !self.opening_fields.is_empty();
        loop {
            is_opening = is_opening && finder.add(line.position());
            let next = if self.reads_comments() {
                let mover = (line.ply() > 0).then(|| !line.position().side_to_move());
                let mut values = CommentValues::default();
                let next = line.next_with_comments(|comment| {
                    values.add(comment, mover);
                    if let (Some(column), Some(_)) = (&mut columns.comments, mover) {
                        column.append_comment(comment.text());
                    }
                });
                if mover.is_some() {
                    columns.push_values(&values);
                    if let Some(column) = &mut columns.comments {
                        column.end_comments();
                    }
                }
                next
            } else {
                line.next()
            };
            match next {
                Some(Ok(mv)) => columns.moves.push(mv.to_bits()),
                Some(Err(error)) => {
                    columns.errors.push(ColumnError::of_move(columns.len(), game, &error));
                    if error.fault != ReadErrorKind::NullMove {
                        return game.termination();
                    }
                    columns.moves.push(Ply::Null.to_bits());
                    is_opening = false;
                }
                None => return line.termination(),
            }
        }
    }
}
