//! The bugs that the generator of the diagnosis can have, and sets of them.

use core::fmt;

/// Defines [`Bug`] and the array of all variants.
macro_rules! bugs {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A classic bug of chess move generators, which the generator of the diagnosis can have.
        ///
        /// Its [name](Self::name), [rule](Self::rule) and [example](Self::example) come from a
        /// catalogue, which the page `docs/reference/classic-bugs.md` lists.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Bug {
            $($(#[$doc])* $name,)*
        }

        impl Bug {
            /// All bugs, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

bugs! {
    /// En passant captures are never generated.
    NoEnPassant,
    /// One of two pawns that can capture en passant does not.
    EnPassantOneCapturer,
    /// The capture en passant that exposes the king on a rank is generated.
    EnPassantDespiteRankPin,
    /// The capture en passant of a pawn that is pinned on a diagonal or file is generated.
    EnPassantDespiteDiagonalPin,
    /// The en passant square stays until the next double push.
    EnPassantSquareKeptTooLong,
    /// The pawn captured en passant stays on the board.
    EnPassantCapturedPawnNotRemoved,
    /// The capture en passant of a checking pawn is missing.
    EnPassantNoEvasion,
    /// The capture en passant is generated in check without evading the check.
    EnPassantIgnoresCheck,
    /// Castling is never generated.
    NoCastling,
    /// Kingside castling is never generated.
    NoKingsideCastling,
    /// Queenside castling is never generated.
    NoQueensideCastling,
    /// The king castles out of check.
    CastlingOutOfCheck,
    /// The king castles across an attacked square.
    CastlingThroughCheck,
    /// The king castles to an attacked square.
    CastlingIntoCheck,
    /// Castling tests attacks on the squares that only the rook crosses.
    CastlingB1MustBeSafe,
    /// Castling ignores pieces on the squares that only the rook crosses.
    CastlingB1NeedNotBeEmpty,
    /// Castling tests attacks on the rook.
    CastlingRookMustBeSafe,
    /// Castling ignores pawns that attack the path of the king.
    CastlingIgnoresPawnAttacks,
    /// The rook stays when the king castles.
    CastlingRookStays,
    /// The castling rights survive a king move.
    CastlingRightKeptWhenKingMoves,
    /// The castling right survives a move of its rook.
    CastlingRightKeptWhenRookMoves,
    /// The castling right survives the capture of its rook.
    CastlingRightKeptWhenRookIsCaptured,
    /// The castling right survives the capture of its rook by a promoting pawn.
    CastlingRightKeptAfterPromotion,
    /// Castling needs only king and rook on their squares.
    CastlingRightFromPlacement,
    /// A rook move loses both castling rights.
    CastlingRookMoveLosesBothRights,
    /// Pawns promote to queens only.
    OnlyQueenPromotions,
    /// Promotions by capture are missing.
    NoCapturePromotions,
    /// Promotions by a push are missing.
    NoPushPromotions,
    /// Promotions to rook and bishop are missing.
    NoRookBishopPromotions,
    /// Promotions to a knight are missing.
    NoKnightPromotions,
    /// Captures promote to queens only.
    CapturePromotionsOnlyQueen,
    /// A pawn on the last rank stays a pawn.
    PawnNotPromoted,
    /// Promotions that evade a check are missing.
    PromotionNoEvasion,
    /// Double pushes are missing.
    NoDoublePush,
    /// A double push ignores a piece on the square that it crosses.
    DoublePushOverPiece,
    /// A double push captures.
    DoublePushCaptures,
    /// A pawn makes a double push from any rank.
    DoublePushFromAnyRank,
    /// A pawn push captures.
    PawnPushCaptures,
    /// Pawn captures wrap from the a-file to the h-file.
    PawnWrapFileA,
    /// Pawn captures wrap from the h-file to the a-file.
    PawnWrapFileH,
    /// Knight moves wrap from the a-file to the h-file.
    KnightWrapFileA,
    /// Knight moves wrap from the h-file to the a-file.
    KnightWrapFileH,
    /// King moves wrap from the a-file to the h-file.
    KingWrapFileA,
    /// King moves wrap from the h-file to the a-file.
    KingWrapFileH,
    /// The queen does not move on diagonals.
    QueenLacksDiagonals,
    /// The queen does not move on ranks and files.
    QueenLacksRanksAndFiles,
    /// Sliders continue behind a captured piece.
    SliderContinuesAfterCapture,
    /// Attacks by pawns are ignored.
    PawnAttacksIgnored,
    /// Attacks by knights are ignored.
    KnightAttacksIgnored,
    /// The square in front of a pawn counts as attacked.
    PawnPushesAttack,
    /// The king captures protected pieces.
    KingCapturesProtectedPiece,
    /// The king steps back along the line of a checking slider.
    KingStepsBackAlongRay,
    /// Kings may stand on adjacent squares.
    KingsMayBeAdjacent,
    /// The king moves to squares that pawns attack.
    KingIgnoresPawnAttacks,
    /// King moves are not tested for attacks.
    KingMovesIntoCheck,
    /// No move is tested for attacks on the king.
    LegalityNotTested,
    /// Pinned pieces do not move, not even along the line of the pin.
    PinnedPieceFrozen,
    /// Pinned pieces move freely.
    PinnedPieceFree,
    /// Pinned pawns move freely.
    PinnedPawnFree,
    /// Pinned knights move freely.
    PinnedKnightFree,
    /// Pins on diagonals are ignored.
    DiagonalPinsIgnored,
    /// Pins on ranks and files are ignored.
    OrthogonalPinsIgnored,
    /// Pinned pieces evade checks.
    PinnedPieceEvadesCheck,
    /// A block or the capture of one checker evades a double check.
    DoubleCheckBlocked,
    /// In check, pieces other than the king move freely.
    CheckIgnored,
    /// Blocks of a check are missing.
    CheckNotBlocked,
    /// Captures of the checking piece by pieces other than the king are missing.
    CheckerNotCaptured,
    /// The king does not capture the checking piece.
    KingDoesNotCaptureChecker,
    /// Blocks of a check by a double push are missing.
    DoublePushNoBlock,
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of [`Bug`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BugSet(u128);

const _: () = assert!(Bug::ALL.len() <= 128);

impl BugSet {
    /// The set without a bug.
    pub const EMPTY: Self = Self(0);

    /// Returns the set with one more bug.
    #[must_use]
    pub const fn with(self, bug: Bug) -> Self {
        Self(self.0 | 1 << bug as u32)
    }

    /// Tests whether the set contains a bug.
    pub const fn contains(self, bug: Bug) -> bool {
        self.0 & 1 << bug as u32 != 0
    }

    /// Tests whether the set contains no bug.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of bugs in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the bugs of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the bugs of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the bugs of this set that the other lacks.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Yields all sets of a number of bugs, at most two.
    pub(super) fn all_of_len(len: usize) -> impl Iterator<Item = Self> {
        let singles =
            move || Bug::ALL.iter().map(|&bug| Self::EMPTY.with(bug)).filter(move |_| len > 0);
        let pairs = singles().flat_map(move |first| {
            let others = singles().filter(move |&second| len > 1 && first < second);
            others.map(move |second| first.union(second))
        });
        let empty = (len == 0).then_some(Self::EMPTY);
        empty.into_iter().chain(singles().filter(move |_| len == 1)).chain(pairs)
    }

    /// Yields the bugs of the set, in the order of the catalogue.
    pub fn iter(self) -> impl Iterator<Item = Bug> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            let bug = Bug::ALL.get(index).copied()?;
            rest &= rest - 1;
            Some(bug)
        })
    }
}

impl FromIterator<Bug> for BugSet {
    fn from_iter<I: IntoIterator<Item = Bug>>(bugs: I) -> Self {
        bugs.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for BugSet {
    /// Writes the names of the bugs, separated by " + ".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, bug) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " + " };
            write!(f, "{separator}{bug}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Bug {
    /// Serializes the name of the bug.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for BugSet {
    /// Serializes the names of the bugs as a sequence.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
