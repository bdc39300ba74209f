//! The table with the openings and their positions.

use std::collections::HashMap;
use std::sync::LazyLock;

use tabiya::{Bitboard, Color, PieceType, Position, Rank, variation};

use super::opening::Opening;

/// Lines with a code, a name and moves, divided by tabs. The first line names these columns.
const TEXT: &str = include_str!("openings.tsv");

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// Returns all openings, by their codes and names in ascending order.
///
/// Several openings may have the same code and name, since a name belongs to several positions.
///
/// ```
/// use tabiya_games::eco;
///
/// let najdorf = eco::openings().iter().find(|opening| opening.name.ends_with("Najdorf Variation"));
/// assert_eq!(najdorf.map(|opening| opening.eco), Some("B90"));
/// ```
#[must_use]
pub fn openings() -> &'static [Opening] {
    &TABLE.openings
}

/// Returns the opening whose position is the same by the repetition rule.
///
/// ```
/// use tabiya::Position;
/// use tabiya_games::eco;
///
/// let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9")?;
/// assert_eq!(eco::opening_at(&position).map(|opening| opening.name), Some("King's Pawn Game"));
/// assert_eq!(eco::opening_at(&Position::START), None);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[must_use]
pub fn opening_at(position: &Position) -> Option<&'static Opening> {
    let index = *TABLE.positions.get(&position.normalized())?;
    Some(&TABLE.openings[index])
}

/// Tests whether a game may reach an opening from a position.
pub(super) fn can_reach(position: &Position) -> bool {
    let Remains { pieces, home_pawns } = Remains::of(position);
    // A position with promoted pieces may have more than the usual ones.
    let least = TABLE.least_home_pawns.get(pieces).or(TABLE.least_home_pawns.last());
    least.is_some_and(|&least| least <= home_pawns)
}

struct Table {
    openings: Vec<Opening>,
    /// The index of the opening at each position without clocks.
    positions: HashMap<Position, usize>,
    /// The least number of home pawns in an opening with at most `n` pieces, by `n`.
    least_home_pawns: Vec<u32>,
}

impl Table {
    fn new() -> Self {
        let openings: Vec<_> = TEXT.lines().skip(1).filter_map(parse).collect();
        let mut positions = HashMap::with_capacity(openings.len());
        let mut least_home_pawns = vec![u32::MAX; 33];
        for (index, opening) in openings.iter().enumerate() {
            let mut moves = variation::read(&Position::START, opening.moves);
            // The moves are legal; a test reads each line.
            moves.by_ref().for_each(drop);
            let position = moves.position().normalized();
            positions.entry(position).or_insert(index);
            let Remains { pieces, home_pawns } = Remains::of(&position);
            for least in &mut least_home_pawns[pieces..] {
                *least = home_pawns.min(*least);
            }
        }
        Self { openings, positions, least_home_pawns }
    }
}

fn parse(line: &'static str) -> Option<Opening> {
    let (eco, rest) = line.split_once('\t')?;
    let (name, moves) = rest.split_once('\t')?;
    Some(Opening { eco, name, moves })
}

/// Numbers that never increase in a game, since captures and pawn moves cannot be undone.
struct Remains {
    pieces: usize,
    home_pawns: u32,
}

impl Remains {
    fn of(position: &Position) -> Self {
        let pawns = |color, rank| {
            let home = Bitboard::from_rank(rank);
            (position.colored_pieces(color, PieceType::Pawn) & home).count()
        };
        Self {
            pieces: position.occupied().count() as usize,
            home_pawns: pawns(Color::White, Rank::Second) + pawns(Color::Black, Rank::Seventh),
        }
    }
}
