//! Categories for the leaves in a perft count: captures, castling, checks and others.

use alloc::string::String;
use core::iter::Sum;
use core::ops::{Add, AddAssign, ControlFlow};

use tabiya::{Move, Position};

/// Leaf counts by the category of the last move, as in the tables in the [Chess Programming
/// Wiki][wiki].
///
/// A move can belong to several categories. Sums saturate at [`u128::MAX`].
///
/// [wiki]: https://www.chessprogramming.org/Perft_Results
///
/// ```
/// use tabiya::Position;
/// use tabiya_explain::leaf_categories::LeafCategories;
///
/// let leaves = LeafCategories::count(&Position::START, 4);
/// assert_eq!((leaves.nodes, leaves.captures), (197_281, 1_576));
/// assert_eq!((leaves.checks, leaves.checkmates), (469, 8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LeafCategories {
    /// The number of leaves.
    pub nodes: u128,
    /// The number of captures, en passant included.
    pub captures: u128,
    /// The number of captures en passant.
    pub en_passant: u128,
    /// The number of castling moves.
    pub castles: u128,
    /// The number of promotions, captures included.
    pub promotions: u128,
    /// The number of checks of any kind, checkmates included.
    pub checks: u128,
    /// The number of checks from one piece that did not move. The rook moves in castling.
    pub discovered_checks: u128,
    /// The number of checks from two pieces.
    pub double_checks: u128,
    /// The number of checkmates.
    pub checkmates: u128,
}

impl LeafCategories {
    /// The category names in the same order as [`values`](Self::values), as the wiki has them.
    pub const NAMES: [&'static str; 9] = [
        "nodes",
        "captures",
        "en passant",
        "castles",
        "promotions",
        "checks",
        "discovered",
        "double",
        "checkmates",
    ];

    /// Counts the leaves at a depth in plies, at most 255. At depth 0, the position is a leaf
    /// without a last move.
    ///
    /// Each leaf is visited, so the time is proportional to their number.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::leaf_categories::LeafCategories;
    ///
    /// let position = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")?;
    /// let leaves = LeafCategories::count(&position, 3);
    /// assert_eq!((leaves.nodes, leaves.en_passant, leaves.discovered_checks), (2_812, 2, 3));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn count(position: &Position, depth: u8) -> Self {
        Self::count_while(position, depth, || true).unwrap_or_default()
    }

    /// Counts the leaves at a depth as long as `keep_counting` returns `true`, which is called
    /// before each position's moves are counted. Returns `None` if it stopped the count.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_explain::leaf_categories::LeafCategories;
    ///
    /// let mut calls = 0;
    /// let stopped = LeafCategories::count_while(&Position::START, 200, || {
    ///     calls += 1;
    ///     calls < 1_000
    /// });
    /// assert_eq!((stopped, calls), (None, 1_000));
    /// ```
    pub fn count_while(
        position: &Position,
        depth: u8,
        mut keep_counting: impl FnMut() -> bool,
    ) -> Option<Self> {
        let mut total = Self::default();
        if depth == 0 {
            total.nodes = 1;
            return Some(total);
        }
        match add_leaves(position, depth, &mut total, &mut keep_counting) {
            ControlFlow::Continue(()) => Some(total),
            ControlFlow::Break(()) => None,
        }
    }

    /// Returns the categories for a single leaf: a legal move in a position.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    /// use tabiya_explain::leaf_categories::LeafCategories;
    ///
    /// // The bishop leaves the file of the rook.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// let leaf = LeafCategories::of_move(&position, Move::new(Square::E2, Square::D3));
    /// assert_eq!((leaf.checks, leaf.discovered_checks, leaf.double_checks), (1, 1, 0));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn of_move(position: &Position, mv: Move) -> Self {
        let mut leaf = Self::default();
        leaf.add_move(position, mv, position.gives_check(mv));
        leaf
    }

    /// Returns the numbers in the same order as [`NAMES`](Self::NAMES).
    pub const fn values(&self) -> [u128; 9] {
        [
            self.nodes,
            self.captures,
            self.en_passant,
            self.castles,
            self.promotions,
            self.checks,
            self.discovered_checks,
            self.double_checks,
            self.checkmates,
        ]
    }

    /// Adds a leaf: a legal move in a position, and whether it gives check.
    fn add_move(&mut self, position: &Position, mv: Move, gives_check: bool) {
        let increment = |number: &mut u128, is_member: bool| {
            *number = number.saturating_add(u128::from(is_member));
        };
        increment(&mut self.nodes, true);
        increment(&mut self.captures, position.is_capture(mv));
        increment(&mut self.en_passant, mv.is_en_passant());
        increment(&mut self.castles, mv.is_castling());
        increment(&mut self.promotions, mv.promotion().is_some());
        if !gives_check {
            return;
        }
        let after = position.after(mv);
        let checkers = after.checkers();
        // In castling, the rook is the piece that can give check.
        let moved = mv.castling_targets().map_or(mv.to(), |(_, rook)| rook);
        let is_double = checkers.has_more_than_one();
        increment(&mut self.checks, true);
        increment(&mut self.discovered_checks, !is_double && !checkers.contains(moved));
        increment(&mut self.double_checks, is_double);
        increment(&mut self.checkmates, !after.has_legal_move());
    }
}

/// Adds the leaves below a position at a depth that is at least 1.
fn add_leaves(
    position: &Position,
    depth: u8,
    total: &mut LeafCategories,
    keep_counting: &mut impl FnMut() -> bool,
) -> ControlFlow<()> {
    if !keep_counting() {
        return ControlFlow::Break(());
    }
    let moves = position.legal_moves();
    if depth > 1 {
        return moves
            .iter()
            .try_for_each(|&mv| add_leaves(&position.after(mv), depth - 1, total, keep_counting));
    }
    let check_info = position.generator().check_info();
    for &mv in &moves {
        total.add_move(position, mv, check_info.gives_check(mv));
    }
    ControlFlow::Continue(())
}

impl AddAssign for LeafCategories {
    fn add_assign(&mut self, other: Self) {
        let fields = [
            (&mut self.nodes, other.nodes),
            (&mut self.captures, other.captures),
            (&mut self.en_passant, other.en_passant),
            (&mut self.castles, other.castles),
            (&mut self.promotions, other.promotions),
            (&mut self.checks, other.checks),
            (&mut self.discovered_checks, other.discovered_checks),
            (&mut self.double_checks, other.double_checks),
            (&mut self.checkmates, other.checkmates),
        ];
        for (field, other) in fields {
            *field = field.saturating_add(other);
        }
    }
}

impl Add for LeafCategories {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for LeafCategories {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

/// A category to which leaves belong by their last move, as in [`LeafCategories`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Category {
    /// Captures, en passant included.
    Captures,
    /// Captures en passant.
    EnPassant,
    /// Castling moves.
    Castles,
    /// Promotions, captures included.
    Promotions,
    /// Checks, checkmates included.
    Checks,
    /// Checks by one piece that did not move.
    DiscoveredChecks,
    /// Checks by two pieces.
    DoubleChecks,
    /// Checkmates.
    Checkmates,
}

impl Category {
    /// The categories and their names in commands.
    pub const ALL: [(Self, &str); 8] = [
        (Self::Captures, "captures"),
        (Self::EnPassant, "en-passant"),
        (Self::Castles, "castles"),
        (Self::Promotions, "promotions"),
        (Self::Checks, "checks"),
        (Self::DiscoveredChecks, "discovered"),
        (Self::DoubleChecks, "double"),
        (Self::Checkmates, "checkmates"),
    ];

    /// Returns the category's name in commands.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(category, _)| *category == self).map_or("", |(_, name)| name)
    }

    /// Returns the category with a name, in any notation: "e.p.", "En Passant", "castle".
    ///
    /// ```
    /// use tabiya_explain::leaf_categories::Category;
    ///
    /// assert_eq!(Category::from_name("E.p."), Some(Category::EnPassant));
    /// assert_eq!(Category::from_name("Mates"), Some(Category::Checkmates));
    /// assert_eq!(Category::from_name("nodes"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let letters: String = name
            .chars()
            .filter(char::is_ascii_alphabetic)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        Some(match letters.trim_end_matches('s') {
            "capture" | "cap" => Self::Captures,
            "enpassant" | "ep" => Self::EnPassant,
            "castle" | "castling" => Self::Castles,
            "promotion" | "promo" => Self::Promotions,
            "check" => Self::Checks,
            "discovered" | "discoverycheck" | "discoveredcheck" => Self::DiscoveredChecks,
            "double" | "doublecheck" => Self::DoubleChecks,
            "checkmate" | "mate" => Self::Checkmates,
            _ => return None,
        })
    }
}
