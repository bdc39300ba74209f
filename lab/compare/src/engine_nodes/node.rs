//! The traits that adapt a library to the search.

use anyhow::Result;

use super::move_code::MoveCode;

/// A position in the search.
///
/// The side to move may be encoded in the type: [`After`](Self::After) is then the type for the
/// other side. Other libraries have one type.
pub(super) trait Node: Sized + 'static {
    /// A move as the library makes it, with all facts that generation yields at no cost.
    type Move: Copy + 'static;
    /// The position after a move.
    type After: Node<Move = Self::Move, After = Self>;
    /// The library's calls at this node.
    type Stages<'a>: Stages<Move = Self::Move, After = Self::After>
    where
        Self: 'a;

    /// Parses a FEN.
    ///
    /// # Errors
    ///
    /// Returns an error if the library rejects it.
    fn parse(fen: &str) -> Result<Root<Self>>;

    /// Starts a node: computes what all generation stages share, if the library has such a call.
    fn stages(&mut self) -> Self::Stages<'_>;
}

/// A search's root, typed by its side to move.
pub(super) enum Root<N: Node> {
    This(N),
    Other(N::After),
}

/// A library's calls at one node.
///
/// Every generation yields each move at most once. Moves may be pseudo-legal; [`make`](Self::make)
/// then rejects the illegal ones.
pub(super) trait Stages {
    type Move: Copy;
    type After;

    /// Tests whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Tests whether a piece is on a square.
    fn is_occupied(&self, square: u8) -> bool;

    /// Returns a code's move if generation would yield it, without generating all moves.
    fn find(&self, code: MoveCode) -> Option<Self::Move>;

    /// Generates all moves.
    fn all(&mut self, visit: impl FnMut(Candidate<Self::Move>));

    /// Generates captures and promotions.
    fn noisy(&mut self, visit: impl FnMut(Candidate<Self::Move>));

    /// Generates captures and promotions; a call to [`quiets`](Self::quiets) may follow.
    fn noisy_before_quiets(&mut self, visit: impl FnMut(Candidate<Self::Move>)) {
        self.noisy(visit);
    }

    /// Generates the other moves, after [`noisy_before_quiets`](Self::noisy_before_quiets).
    fn quiets(&mut self, visit: impl FnMut(Self::Move, MoveCode));

    /// Makes a move, reports the changed pieces to the observer, and passes both to `visit`; the
    /// node is unchanged afterwards. Returns `None` without calling `visit` if the move is illegal.
    fn make<O: Observer, R>(
        &mut self,
        mv: Self::Move,
        observer: O,
        visit: impl FnOnce(&mut Self::After, O) -> R,
    ) -> Option<R>;
}

/// A generated move with the piece types that order it, from 0 for a pawn to 5 for a king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) code: MoveCode,
    pub(super) moved: u8,
    pub(super) captured: Option<u8>,
}

/// An observer that is called for the pieces that a move removes and places.
///
/// A piece's index is its type's index, from 0 for a pawn to 5 for a king, plus 6 for Black.
pub(super) trait Observer {
    fn removed(&mut self, piece: u8, square: u8);
    fn placed(&mut self, piece: u8, square: u8);
}

/// A move's pieces, from which libraries without an observer report its changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) code: MoveCode,
    /// The moving piece's index.
    pub(super) piece: u8,
    /// The piece type that is captured, en passant included.
    pub(super) captured: Option<u8>,
}

impl Change {
    /// Reports the change to an observer.
    #[inline(always)]
    pub(super) fn report(self, observer: &mut impl Observer) {
        let Self { code, piece, captured } = self;
        let from = code.from();
        let to = code.to();
        let color = if piece < 6 { 0 } else { 6 };
        if let Some(captured) = captured {
            let square = if code.kind() == MoveCode::EN_PASSANT { to ^ 8 } else { to };
            observer.removed(captured + 6 - color, square);
        }
        observer.removed(piece, from);
        if code.kind() == MoveCode::CASTLING {
            let is_king_side = to > from;
            observer.removed(color + 3, to);
            observer.placed(piece, if is_king_side { from + 2 } else { from - 2 });
            observer.placed(color + 3, if is_king_side { from + 1 } else { from - 1 });
        } else {
            observer.placed(code.promotion().map_or(piece, |promotion| color + promotion), to);
        }
    }
}
