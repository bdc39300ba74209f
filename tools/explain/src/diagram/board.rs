//! Board diagrams: a symbol and a mark per square, and arrows.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::{Bitboard, File, Piece, Position, Rank, Square};

use crate::legality::Evidence;

/// A square's mark, drawn as brackets or as a color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Mark {
    /// No mark.
    #[default]
    Unmarked,
    /// A square in the drawn set.
    Member,
    /// The piece whose attack set is drawn.
    Subject,
    /// An occupied square outside the drawn set.
    Occupied,
    /// An occupied square in the drawn set, or a captured piece.
    Target,
    /// A piece that gives check, attacks or pins.
    Checker,
    /// A pinned piece, or a piece that blocks a path.
    Pinned,
    /// A square on a line, such as one between a piece and the king.
    Line,
    /// An attacked square.
    Attacked,
    /// A square that must not be attacked, and is not.
    Safe,
    /// A move's origin or target.
    Move,
}

/// The kind of an [`Arrow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ArrowKind {
    /// A move's arrow.
    Move,
    /// The arrow from an attacker to the attacked square.
    Attack,
}

/// An arrow between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Arrow {
    /// The square at which the arrow begins.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::display"))]
    pub from: Square,
    /// The square to which the arrow points.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::display"))]
    pub to: Square,
    /// The arrow's kind.
    pub kind: ArrowKind,
}

/// A board diagram with a caption.
///
/// [`draw_board`](super::draw_board) draws it as text, [`Svg`](super::Svg) as a picture.
///
/// ```
/// use tabiya::{Bitboard, Rank};
/// use tabiya_explain::diagram::{Diagram, draw_row};
///
/// let ranks = [Rank::First, Rank::Second].map(|rank| {
///     Diagram::from_set(format!("rank {rank}"), Bitboard::from(rank))
/// });
/// let text = draw_row(&ranks, |_, cell| cell);
/// assert!(text.starts_with("rank 1             rank 2\n"));
/// assert!(text.contains("\n1 X X X X X X X X  1 . . . . . . . .\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The text line above the board, possibly empty.
    pub caption: String,
    pub(super) symbols: [Option<char>; 64],
    pub(super) marks: [Mark; 64],
    pub(super) arrows: Vec<Arrow>,
}

impl Diagram {
    /// Creates a position's diagram, with marks on checkers and pinned pieces. Pieces are
    /// figurines, or letters if `ascii` is set.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::diagram::{Diagram, draw_board};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2r w - - 0 1")?;
    /// let text = draw_board(&Diagram::from_position(&position, true), |_, cell| cell);
    /// assert!(text.contains("\n1 .  .  .  .  K  .  . [r]\n"));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn from_position(position: &Position, ascii: bool) -> Self {
        let symbol = |piece: Piece| if ascii { piece.to_char() } else { piece.figurine() };
        let mut diagram = Self::empty(String::new());
        diagram.symbols = Square::ALL.map(|square| position.piece_on(square).map(symbol));
        diagram.set_mark(position.checkers(), Mark::Checker);
        diagram.set_mark(position.generator().pinned(), Mark::Pinned);
        diagram
    }

    /// Creates a diagram that shows a set of squares.
    pub fn from_set(caption: impl Into<String>, set: Bitboard) -> Self {
        let mut diagram = Self::empty(caption.into());
        diagram.draw_symbol(set, 'X', Mark::Member);
        diagram
    }

    /// Creates a diagram that shows a piece's attack set, with the occupied squares.
    pub fn from_attacks(
        symbol: char,
        square: Square,
        attacks: Bitboard,
        occupied: Bitboard,
    ) -> Self {
        let mut diagram = Self::from_set("", attacks);
        diagram.draw_symbol(occupied - attacks, 'o', Mark::Occupied);
        diagram.draw_symbol(occupied & attacks, '*', Mark::Target);
        diagram.with_subject(square, symbol)
    }

    /// Creates a diagram that shows a position with the evidence from an
    /// [`Explanation`](crate::legality::Explanation): the move and each attack are arrows, lines
    /// and other squares have marks.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    /// use tabiya_explain::diagram::{ArrowKind, Diagram, Mark};
    /// use tabiya_explain::legality::explain_text;
    ///
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// let explanation = explain_text(&position, "e2c3")?;
    /// let diagram = Diagram::from_evidence(&position, &explanation.evidence);
    /// assert_eq!(diagram.mark(Square::E8), Mark::Checker);
    /// assert_eq!(diagram.mark(Square::E5), Mark::Line);
    /// let [mv, attack] = diagram.arrows() else { panic!("two arrows") };
    /// assert_eq!((mv.kind, mv.from, mv.to), (ArrowKind::Move, Square::E2, Square::C3));
    /// assert_eq!((attack.kind, attack.from, attack.to), (ArrowKind::Attack, Square::E8, Square::E1));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn from_evidence(position: &Position, evidence: &Evidence) -> Self {
        let mut diagram = Self::from_position(position, false);
        let Evidence { origin, target, attackers, attacked, blockers, .. } = *evidence;
        diagram.marks = [Mark::Unmarked; 64];
        diagram.set_mark(evidence.squares, Mark::Subject);
        diagram.set_mark(evidence.line, Mark::Line);
        diagram.set_mark(evidence.safe, Mark::Safe);
        diagram.set_mark(origin.into_iter().chain(target).collect(), Mark::Move);
        diagram.set_mark(evidence.captured.into_iter().collect(), Mark::Target);
        diagram.set_mark(attacked, Mark::Attacked);
        diagram.set_mark(blockers, Mark::Pinned);
        diagram.set_mark(attackers, Mark::Checker);
        if let (Some(from), Some(to)) = (origin, target)
            && from != to
        {
            diagram.arrows.push(Arrow { from, to, kind: ArrowKind::Move });
        }
        for from in attackers {
            let attacks = attacked.into_iter().filter(|&to| to != from);
            let arrows = attacks.map(|to| Arrow { from, to, kind: ArrowKind::Attack });
            diagram.arrows.extend(arrows);
        }
        diagram
    }

    /// Adds to the diagram the piece whose attack set is drawn.
    #[must_use]
    pub fn with_subject(mut self, square: Square, symbol: char) -> Self {
        self.draw_symbol(square.into(), symbol, Mark::Subject);
        self
    }

    /// Adds marks to the diagram.
    #[must_use]
    pub fn with_mark(mut self, squares: Bitboard, mark: Mark) -> Self {
        self.set_mark(squares, mark);
        self
    }

    /// Adds an arrow to the diagram. Text has no arrows.
    #[must_use]
    pub fn with_arrow(mut self, from: Square, to: Square, kind: ArrowKind) -> Self {
        self.arrows.push(Arrow { from, to, kind });
        self
    }

    /// Returns the squares that are marked as members of the drawn set.
    ///
    /// ```
    /// use tabiya::Bitboard;
    /// use tabiya_explain::diagram::Diagram;
    ///
    /// let set = Bitboard::LIGHT_SQUARES;
    /// assert_eq!(Diagram::from_set("light squares", set).set_members(), set);
    /// ```
    pub fn set_members(&self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| self.marks[square.index()] == Mark::Member)
            .collect()
    }

    /// Returns a square's mark.
    pub const fn mark(&self, square: Square) -> Mark {
        self.marks[square as usize]
    }

    /// Returns a square's symbol: a figurine, a letter, or `X`, `o` and `*` for set members.
    pub const fn symbol(&self, square: Square) -> Option<char> {
        self.symbols[square as usize]
    }

    /// Returns the arrows in the order in which they are drawn.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// Describes the board as text for screen readers: each symbol with its squares.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    /// use tabiya_explain::diagram::Diagram;
    ///
    /// let set = Bitboard::from(Square::B6).with(Square::C5);
    /// let diagram = Diagram::from_set("knight", set).with_subject(Square::A4, 'N');
    /// assert_eq!(diagram.describe(), "white knight a4; members b6 c5");
    /// ```
    pub fn describe(&self) -> String {
        // Both orders result from insertion: sorting code is larger than the rest of this module.
        let mut parts: Vec<(char, Vec<String>)> = Vec::new();
        let by_file = File::ALL
            .into_iter()
            .flat_map(|file| Rank::ALL.into_iter().map(move |rank| Square::new(file, rank)));
        for square in by_file {
            let Some(symbol) = self.symbols[square.index()] else { continue };
            match parts.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, squares)) => squares.push(square.to_string()),
                None => {
                    let rank = symbol_rank(symbol);
                    let index = parts.partition_point(|(other, _)| symbol_rank(*other) < rank);
                    parts.insert(index, (symbol, Vec::from([square.to_string()])));
                }
            }
        }
        let parts = parts
            .into_iter()
            .map(|(symbol, squares)| format!("{} {}", symbol_name(symbol), squares.join(" ")));
        let text = parts.collect::<Vec<_>>().join("; ");
        if text.is_empty() { "empty board".into() } else { text }
    }

    fn empty(caption: String) -> Self {
        let symbols = [None; 64];
        let marks = [Mark::Unmarked; 64];
        Self { caption, symbols, marks, arrows: Vec::new() }
    }

    /// Sets the symbol on squares, and marks them.
    fn draw_symbol(&mut self, squares: Bitboard, symbol: char, mark: Mark) {
        for square in squares {
            self.symbols[square.index()] = Some(symbol);
        }
        self.set_mark(squares, mark);
    }

    fn set_mark(&mut self, squares: Bitboard, mark: Mark) {
        for square in squares {
            self.marks[square.index()] = mark;
        }
    }
}

/// Returns the piece that a figurine or letter stands for.
pub(super) fn symbol_piece(symbol: char) -> Option<Piece> {
    Piece::ALL.into_iter().find(|piece| piece.figurine() == symbol || piece.to_char() == symbol)
}

/// Returns a symbol's position in a description: pieces in [`Piece::ALL`] order, kings first, then
/// set members.
fn symbol_rank(symbol: char) -> (u8, char) {
    match symbol_piece(symbol) {
        Some(piece) => {
            (u8::from(!piece.color().is_white()) * 6 + (5 - piece.piece_type() as u8), ' ')
        }
        None => (12, symbol),
    }
}

/// Returns a symbol's name in a description.
fn symbol_name(symbol: char) -> String {
    match (symbol_piece(symbol), symbol) {
        (Some(piece), _) => piece.name().into(),
        (None, 'X') => "members".into(),
        (None, 'o') => "occupied".into(),
        (None, '*') => "occupied members".into(),
        (None, _) => "squares".into(),
    }
}
