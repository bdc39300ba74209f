//! The games in an index, as several threads collect them.

use tabiya::pgn::{ROSTER, RawGame, Termination};

use super::{MAX_TAGS, moves};
use crate::findings::{FindingCounts, GameContents};
use crate::read::GameFold;

/// Options for [`write_index`](super::write_index).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IndexOptions<'a> {
    /// The names of the tags in the index: those in [`ROSTER`](tabiya::pgn::ROSTER) unless changed.
    pub tags: &'a [&'a str],
    /// A flag: the index contains the moves from the main line.
    pub has_moves: bool,
}

impl IndexOptions<'_> {
    /// The options for an index with the seven roster tags.
    pub const ROSTER: IndexOptions<'static> = IndexOptions { tags: &ROSTER, has_moves: false };
}

impl Default for IndexOptions<'_> {
    fn default() -> Self {
        Self::ROSTER
    }
}

/// The fold that collects game entries.
pub(super) struct Scan<'a>(pub(super) IndexOptions<'a>);

/// A batch's games.
#[derive(Debug, Default)]
pub(super) struct ScannedGames {
    pub(super) games: Vec<ScannedGame>,
    /// The tag values for all games, one after the other.
    pub(super) values: Vec<u8>,
    /// The value lengths, for each game and each tag.
    pub(super) lens: Vec<Option<usize>>,
    pub(super) moves: Vec<u8>,
}

/// A game in a batch.
#[derive(Debug)]
pub(super) struct ScannedGame {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) result: Termination,
    /// The findings, if there are any.
    pub(super) findings: Option<Box<FindingCounts>>,
    /// The end of the game's moves.
    pub(super) moves_end: usize,
}

impl GameFold for Scan<'_> {
    type Output = ScannedGames;

    fn start(&self) -> ScannedGames {
        ScannedGames::default()
    }

    fn add(&self, output: &mut ScannedGames, game: RawGame<'_>) {
        let tags = self.0.tags;
        let mut values: [Option<&[u8]>; MAX_TAGS] = [None; MAX_TAGS];
        for tag in game.tags() {
            let index =
                tags.iter().position(|name| name.as_bytes().eq_ignore_ascii_case(tag.name()));
            if let Some(value @ None) = index.map(|index| &mut values[index]) {
                *value = Some(tag.raw_value());
            }
        }
        for value in &values[..tags.len()] {
            output.lens.push(value.map(<[u8]>::len));
            output.values.extend_from_slice(value.unwrap_or_default());
        }
        let contents = GameContents::read(&game);
        if self.0.has_moves {
            moves::push_game(&mut output.moves, &contents);
        }
        let found = &contents.findings;
        let range = game.range();
        output.games.push(ScannedGame {
            start: range.start,
            len: range.len(),
            result: game.result(),
            findings: (!found.is_empty()).then(|| {
                let mut counts = FindingCounts::default();
                counts.add_game(found);
                Box::new(counts)
            }),
            moves_end: output.moves.len(),
        });
    }
}
