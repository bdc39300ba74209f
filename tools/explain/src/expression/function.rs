//! [`FUNCTIONS`], which you can call in expressions.

use core::fmt;

use tabiya::tables::{self, Line, setwise};
use tabiya::{Bitboard, Black, Direction, White};

use super::names::same_name;
use crate::derivation::{gather, scatter};

/// A function that expressions can call, with texts for help lists.
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The name with its parameters: `rook(set, occ)`.
    pub signature: &'static str,
    /// A phrase that says what the function yields.
    pub text: &'static str,
    pub(super) parameters: &'static [Parameter],
    pub(super) body: Body,
}

/// An argument's kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// Any value.
    Any,
    /// Any set of squares. A number is possible, but probably a mistake.
    Squares,
    /// A set with exactly one square.
    OneSquare,
    /// A set with at least one square.
    NotEmpty,
    /// A file's letter, or squares.
    File,
    /// A rank's number, or squares.
    Rank,
}

/// A function's calculation.
pub enum Body {
    Set(fn(Bitboard) -> Bitboard),
    Sets(fn(Bitboard, Bitboard) -> Bitboard),
    Number(fn(Bitboard) -> u64),
    Numbers(fn(Bitboard, Bitboard) -> u64),
    /// A set's shift, which loses the squares that leave the board.
    Shift(Direction),
    Fill(Direction),
}

impl Function {
    const fn new(
        (name, signature): (&'static str, &'static str),
        parameters: &'static [Parameter],
        body: Body,
        text: &'static str,
    ) -> Self {
        Self { name, signature, text, parameters, body }
    }

    /// Returns the function with a name.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| same_name(function.name, name))
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Function").field(&self.signature).finish()
    }
}

const ANY: &[Parameter] = &[Parameter::Any];
const SQUARES: &[Parameter] = &[Parameter::Squares];
const NOT_EMPTY: &[Parameter] = &[Parameter::NotEmpty];
const SLIDERS: &[Parameter] = &[Parameter::Squares, Parameter::Any];
const TWO_SQUARES: &[Parameter] = &[Parameter::OneSquare; 2];
const TWO_VALUES: &[Parameter] = &[Parameter::Any; 2];

/// Returns a function that shifts a set.
const fn shift(
    names: (&'static str, &'static str),
    direction: Direction,
    text: &'static str,
) -> Function {
    Function::new(names, SQUARES, Body::Shift(direction), text)
}

/// Returns a function that fills the squares in a direction.
const fn fill(
    names: (&'static str, &'static str),
    direction: Direction,
    text: &'static str,
) -> Function {
    Function::new(names, SQUARES, Body::Fill(direction), text)
}

/// All functions, in the order for a help list.
///
/// ```
/// use tabiya_explain::expression::FUNCTIONS;
///
/// let rook = FUNCTIONS.iter().find(|function| function.name == "rook").unwrap();
/// assert_eq!(rook.signature, "rook(set, occ)");
/// ```
pub static FUNCTIONS: [Function; 43] = [
    Function::new(
        ("file", "file(a)"),
        &[Parameter::File],
        Body::Set(|set| union(set, |at| at.file().into())),
        "the file of a letter, or the files of a set",
    ),
    Function::new(
        ("rank", "rank(4)"),
        &[Parameter::Rank],
        Body::Set(|set| union(set, |at| at.rank().into())),
        "the rank of a number, or the ranks of a set",
    ),
    Function::new(
        ("diagonal", "diagonal(set)"),
        SQUARES,
        Body::Set(|set| union(set, |at| tables::line_through(at, Line::Diagonal))),
        "the diagonals parallel to a1-h8 through a set",
    ),
    Function::new(
        ("antidiagonal", "antidiagonal(set)"),
        SQUARES,
        Body::Set(|set| union(set, |at| tables::line_through(at, Line::Antidiagonal))),
        "the diagonals parallel to a8-h1 through a set",
    ),
    Function::new(
        ("rook", "rook(set, occ)"),
        SLIDERS,
        Body::Sets(|set, occupied| union(set, |at| tables::rook_attacks_const(at, occupied))),
        "the squares that the rooks of a set attack, given the occupied squares",
    ),
    Function::new(
        ("bishop", "bishop(set, occ)"),
        SLIDERS,
        Body::Sets(|set, occupied| union(set, |at| tables::bishop_attacks_const(at, occupied))),
        "the squares that the bishops of a set attack, given the occupied squares",
    ),
    Function::new(
        ("queen", "queen(set, occ)"),
        SLIDERS,
        Body::Sets(|set, occupied| union(set, |at| tables::queen_attacks_const(at, occupied))),
        "the squares that the queens of a set attack, given the occupied squares",
    ),
    Function::new(
        ("knight", "knight(set)"),
        SQUARES,
        Body::Set(setwise::knight_attacks),
        "the squares that the knights of a set attack",
    ),
    Function::new(
        ("king", "king(set)"),
        SQUARES,
        Body::Set(setwise::king_attacks),
        "the squares that the kings of a set attack",
    ),
    Function::new(
        ("white_pawn", "white_pawn(set)"),
        SQUARES,
        Body::Set(setwise::pawn_attacks::<White>),
        "the squares that the white pawns of a set attack",
    ),
    Function::new(
        ("black_pawn", "black_pawn(set)"),
        SQUARES,
        Body::Set(setwise::pawn_attacks::<Black>),
        "the squares that the black pawns of a set attack",
    ),
    Function::new(
        ("between", "between(a1, h8)"),
        TWO_SQUARES,
        Body::Sets(|a, b| pair(a, b, tables::between)),
        "the squares between two squares of a line, without both",
    ),
    Function::new(
        ("line", "line(a1, h8)"),
        TWO_SQUARES,
        Body::Sets(|a, b| pair(a, b, tables::line)),
        "the line through two squares, from edge to edge",
    ),
    shift(("north", "north(set)"), Direction::North, "the set one rank up"),
    shift(("south", "south(set)"), Direction::South, "the set one rank down"),
    shift(("east", "east(set)"), Direction::East, "the set one file toward h, without wraps"),
    shift(("west", "west(set)"), Direction::West, "the set one file toward a, without wraps"),
    shift(
        ("north_east", "north_east(set)"),
        Direction::NorthEast,
        "the set one square up and toward h, without wraps",
    ),
    shift(
        ("north_west", "north_west(set)"),
        Direction::NorthWest,
        "the set one square up and toward a, without wraps",
    ),
    shift(
        ("south_east", "south_east(set)"),
        Direction::SouthEast,
        "the set one square down and toward h, without wraps",
    ),
    shift(
        ("south_west", "south_west(set)"),
        Direction::SouthWest,
        "the set one square down and toward a, without wraps",
    ),
    fill(("fill_north", "fill_north(set)"), Direction::North, "the set and all squares above"),
    fill(("fill_south", "fill_south(set)"), Direction::South, "the set and all squares below"),
    fill(("fill_east", "fill_east(set)"), Direction::East, "the set and all squares toward h"),
    fill(("fill_west", "fill_west(set)"), Direction::West, "the set and all squares toward a"),
    fill(
        ("fill_north_east", "fill_north_east(set)"),
        Direction::NorthEast,
        "the set and its diagonals up and toward h",
    ),
    fill(
        ("fill_north_west", "fill_north_west(set)"),
        Direction::NorthWest,
        "the set and its diagonals up and toward a",
    ),
    fill(
        ("fill_south_east", "fill_south_east(set)"),
        Direction::SouthEast,
        "the set and its diagonals down and toward h",
    ),
    fill(
        ("fill_south_west", "fill_south_west(set)"),
        Direction::SouthWest,
        "the set and its diagonals down and toward a",
    ),
    Function::new(
        ("flip_vertical", "flip_vertical(set)"),
        ANY,
        Body::Set(Bitboard::flip_vertical),
        "the set mirrored top to bottom: rank 1 becomes rank 8",
    ),
    Function::new(
        ("mirror_horizontal", "mirror_horizontal(set)"),
        ANY,
        Body::Set(Bitboard::flip_horizontal),
        "the set mirrored left to right: the a-file becomes the h-file",
    ),
    Function::new(
        ("flip_diagonal", "flip_diagonal(set)"),
        ANY,
        Body::Set(Bitboard::flip_diagonal),
        "the set mirrored in the diagonal a1-h8: files become ranks",
    ),
    Function::new(
        ("flip_antidiagonal", "flip_antidiagonal(set)"),
        ANY,
        Body::Set(Bitboard::flip_anti_diagonal),
        "the set mirrored in the diagonal a8-h1",
    ),
    Function::new(
        ("rotate180", "rotate180(set)"),
        ANY,
        Body::Set(Bitboard::rotate_180),
        "the set as seen from the other side: a1 becomes h8",
    ),
    Function::new(
        ("rotate90", "rotate90(set)"),
        ANY,
        Body::Set(Bitboard::rotate_90_clockwise),
        "the set turned clockwise: the a-file becomes rank 8",
    ),
    Function::new(
        ("byteswap", "byteswap(x)"),
        ANY,
        Body::Set(|bits| Bitboard(bits.0.swap_bytes())),
        "the bytes in reverse order",
    ),
    Function::new(
        ("reverse", "reverse(x)"),
        ANY,
        Body::Set(|bits| Bitboard(bits.0.reverse_bits())),
        "the bits in reverse order",
    ),
    Function::new(
        ("popcount", "popcount(x)"),
        ANY,
        Body::Number(|bits| bits.count().into()),
        "the number of bits that are set",
    ),
    Function::new(
        ("lsb", "lsb(x)"),
        NOT_EMPTY,
        Body::Number(|bits| bits.0.trailing_zeros().into()),
        "the index of the lowest bit that is set",
    ),
    Function::new(
        ("msb", "msb(x)"),
        NOT_EMPTY,
        Body::Number(|bits| bits.0.checked_ilog2().unwrap_or(0).into()),
        "the index of the highest bit that is set",
    ),
    Function::new(
        ("pext", "pext(x, mask)"),
        TWO_VALUES,
        Body::Numbers(gather),
        "the bits at the mask, gathered to the lowest bits",
    ),
    Function::new(
        ("pdep", "pdep(x, mask)"),
        TWO_VALUES,
        Body::Sets(|bits, mask| scatter(bits.0, mask)),
        "the lowest bits, scattered to the mask",
    ),
    Function::new(
        ("lowest", "lowest(x)"),
        ANY,
        Body::Set(|bits| Bitboard(bits.0 & bits.0.wrapping_neg())),
        "the set of the lowest bit: x & -x",
    ),
];

/// Returns the union of the sets for all squares.
fn union(set: Bitboard, of_square: impl Fn(tabiya::Square) -> Bitboard) -> Bitboard {
    set.into_iter().fold(Bitboard::EMPTY, |all, square| all | of_square(square))
}

/// Returns the set that two squares determine.
fn pair(
    a: Bitboard,
    b: Bitboard,
    of_squares: fn(tabiya::Square, tabiya::Square) -> Bitboard,
) -> Bitboard {
    // Both sets have one square.
    a.first().zip(b.first()).map_or(Bitboard::EMPTY, |(a, b)| of_squares(a, b))
}
