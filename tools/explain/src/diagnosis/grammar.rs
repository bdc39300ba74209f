//! The grammar of changes: the rules of the reference generator, and what a change of each can be
//! narrowed to.
//!
//! The texts are tables: `rules.tsv`, `scopes.tsv`, and `names.tsv` for changes with a code or a sentence of
//! their own.

use alloc::format;
use alloc::string::{String, ToString};

/// Declares [`Scope`].
macro_rules! scopes {
    ($($name:ident)*) => {
        /// The moves, pieces or lines to which a change is narrowed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Scope { $($name,)* }

        impl Scope {
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

// Features of moves come first, up to `Straight` and `InCheck`.
scopes! {
    All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest Wsw Ssw Sse Ese
    Wnw Nnw Nne Ene FileA FileB FileC FileD FileE FileF FileG FileH FromEdge ToFileA ToFileH
    TakesPawn TakesKnight TakesBishop TakesRook TakesQueen Edge Pinned Blocks TakesChecker ToQueen
    ToRook ToBishop ToKnight Under RookBishop SecondPawn Diagonal Straight InCheck Pawn Knight
    Bishop Rook Queen King Kingside Queenside File Rank Pushes DoublePushes PawnCaptures EnPassant
    Promotions Castling
}

/// The number of scopes.
pub const SCOPE_COUNT: usize = Scope::ALL.len();

// Sets of features have 64 bits.
const _: () = assert!(Scope::Pawn as usize <= 64);

impl Scope {
    /// Returns the scope at a distance from another one.
    pub const fn after(self, offset: usize) -> Self {
        Self::ALL[self as usize + offset]
    }

    /// Returns the bit of the scope in a set of features.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// Declares [`Rule`] and the scopes of the changes of each.
macro_rules! rules {
    ($($rule:ident: $($scope:ident)*;)*) => {
        /// A rule of the reference generator: a condition, an effect or a kind of move.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rule { $($rule,)* }

        impl Rule {
            pub const ALL: &'static [Self] = &[$(Self::$rule,)*];
            const SCOPES: &'static [&'static [Scope]] = &[$(&[$(Scope::$scope,)*],)*];
        }
    };
}

// The first rules are in the order of `Kind`: a change omits moves of the kind.
rules! {
    Push: All FileA FileH Blocks Pinned;
    DoublePush: All FileA FileB FileC FileD FileE FileF FileG FileH Blocks Pinned;
    PawnCapture: All East West FileA FileH ToFileA ToFileH TakesPawn TakesKnight TakesBishop
        TakesRook TakesQueen TakesChecker Pinned;
    EnPassant: All East West FileA FileH FromEdge ToFileA ToFileH SecondPawn TakesChecker Pinned;
    PushPromotion: All FileA FileH Under ToKnight Blocks;
    CapturePromotion: All East West ToFileA ToFileH Under ToKnight TakesRook TakesChecker Pinned;
    Knight: All Capture Quiet Wsw Ssw Sse Ese Wnw Nnw Nne Ene FileA FileH ToFileA ToFileH TakesPawn
        TakesKnight TakesBishop TakesRook TakesQueen TakesChecker Blocks;
    Bishop: All Capture Quiet NorthEast SouthEast SouthWest NorthWest Edge TakesPawn TakesKnight
        TakesBishop TakesRook TakesQueen TakesChecker Blocks Pinned;
    Rook: All Capture Quiet North East South West Edge FileA FileH TakesPawn TakesKnight
        TakesBishop TakesRook TakesQueen TakesChecker Blocks Pinned;
    Queen: All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest Edge
        TakesPawn TakesKnight TakesBishop TakesRook TakesQueen TakesChecker Blocks Pinned;
    King: All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest FileA
        FileH TakesPawn TakesKnight TakesBishop TakesRook TakesQueen TakesChecker InCheck;
    Kingside: All;
    Queenside: All;
    Castling: All;
    CastlingRight: All Kingside Queenside;
    CastlingKingPath: All Kingside Queenside;
    CastlingRookPath: All;
    CastlingInCheck: All Kingside Queenside;
    CastlingThrough: All Kingside Queenside;
    CastlingInto: All Kingside Queenside;
    CastlingAttack: Pawn Knight Bishop Rook Queen King;
    CastlingSafeB: All;
    CastlingSafeRook: All Kingside Queenside;
    CastlingPhantom: All Knight Queen;
    RookStays: All Kingside Queenside;
    RightKeptKing: All;
    RightKeptRook: All Kingside Queenside;
    RightKeptCapture: All Kingside Queenside Promotions Pawn Knight Bishop Rook Queen King;
    RightLost: Rook Capture Kingside King Straight TakesRook InCheck;
    AnyMove: Pinned Blocks TakesChecker;
    OwnTarget: All Pawn Knight Bishop Rook Queen King;
    ThroughOwn: All Bishop Rook Queen;
    ThroughEnemy: All Bishop Rook Queen;
    ThroughAny: North NorthEast East SouthEast South SouthWest West NorthWest;
    Knights: Wsw Ssw Sse Ese Wnw Nnw Nne Ene;
    Bishops: NorthEast SouthEast SouthWest NorthWest;
    Rooks: North East South West;
    Queens: Diagonal Straight North NorthEast East SouthEast South SouthWest West NorthWest;
    WrapA: Pawn EnPassant Knight Bishop Rook Queen King;
    WrapH: Pawn EnPassant Knight Bishop Rook Queen King;
    Extra: Bishop Rook Queen Knight;
    PushOnto: All Pawn;
    DoubleOver: All Capture Quiet;
    DoubleOnto: All;
    DoubleRank: All Rank;
    CaptureEmpty: All East West;
    Backward: Pushes PawnCaptures;
    Promotion: ToRook ToBishop ToKnight RookBishop Under ToQueen InCheck;
    NotPromoted: All;
    PromotionPiece: King Pawn;
    PromotionBecomes: Queen Rook Bishop Knight;
    EpAnyPawn: All;
    EpA1: All;
    EpH1: All;
    EpA8: All;
    EpH8: All;
    EpVictimStays: All;
    EpVictimTested: All;
    EpEvasion: All;
    EpByPiece: All;
    EpKept: All Capture Castling Promotions King;
    EpNotSet: All FileA FileH;
    EpSetBySingle: All;
    EpCapturerPin: All Diagonal File;
    EpShield: All;
    EpRank: All;
    EpInCheck: All;
    Legality: All Pushes DoublePushes PawnCaptures EnPassant Promotions Under Knight Bishop Rook
        Queen King;
    Ignored: Pawn Knight Bishop Rook Queen King;
    IgnoredPawn: East West;
    IgnoredJump: Wsw Ssw Sse Ese Wnw Nnw Nne Ene;
    IgnoredKing: North NorthEast East SouthEast South SouthWest West NorthWest;
    IgnoredLine: North NorthEast East SouthEast South SouthWest West NorthWest;
    Twice: Pushes DoublePushes PawnCaptures EnPassant Promotions Knight Bishop Rook Queen King
        Castling;
    Pin: All Pawn Knight Bishop Rook Queen Pushes PawnCaptures Promotions Diagonal Straight File
        Rank InCheck;
    Pinner: Bishop Rook Queen;
    Check: All Pawn Knight Bishop Rook Queen;
    Evasion: Pushes PawnCaptures Knight Bishop Rook Queen Promotions;
    DoubleCheck: All;
    KingStep: Pawn Knight Bishop Rook Queen King;
    KingProtected: All;
    KingRay: All;
    KingEvasion: All;
    PinnedAttack: King Castling;
    KingPhantom: All Pushes PawnCaptures Pawn Knight Queen;
    PushAttack: All;
    NoMovesLeaf: All InCheck Quiet;
    FiftyMoves: All;
    DeadPosition: All;
    HashKey: Rank King Castling EnPassant;
}

/// The number of changes.
pub const CHANGE_COUNT: usize = {
    let mut count = 0;
    let mut rule = 0;
    while rule < Rule::ALL.len() {
        count += Rule::SCOPES[rule].len();
        rule += 1;
    }
    count
};

/// The rule and the scope of each change.
pub static PARTS: [(Rule, Scope); CHANGE_COUNT] = {
    let mut parts = [(Rule::Push, Scope::All); CHANGE_COUNT];
    let mut next = 0;
    let mut rule = 0;
    while rule < Rule::ALL.len() {
        let mut index = 0;
        while index < Rule::SCOPES[rule].len() {
            parts[next] = (Rule::ALL[rule], Rule::SCOPES[rule][index]);
            next += 1;
            index += 1;
        }
        rule += 1;
    }
    parts
};

/// The change of each rule and scope, or a number above all changes.
static CHANGES: [[u16; SCOPE_COUNT]; Rule::ALL.len()] = {
    let mut table = [[u16::MAX; SCOPE_COUNT]; Rule::ALL.len()];
    let mut change = 0;
    while change < CHANGE_COUNT {
        let (rule, scope) = PARTS[change];
        table[rule as usize][scope as usize] = change as u16;
        change += 1;
    }
    table
};

/// Returns the change of a rule and a scope, or a number above all changes if there is none.
pub const fn change(rule: Rule, scope: Scope) -> u16 {
    CHANGES[rule as usize][scope as usize]
}

/// Returns the fields behind a prefix in the rows of a table, without those that are "-".
fn rows(table: &'static str, prefix: String) -> impl Iterator<Item = [&'static str; 4]> {
    table.lines().filter_map(move |line| {
        let mut fields = line
            .strip_prefix(prefix.as_str())?
            .split('\t')
            .map(|field| if field == "-" { "" } else { field });
        Some([(); 4].map(|()| fields.next().unwrap_or_default()))
    })
}

/// The texts of a change.
#[derive(Clone, Debug)]
pub struct Texts {
    pub group: &'static str,
    pub code: String,
    /// The effect on a generator, as a clause.
    pub clause: String,
    /// The rule of chess.
    pub law: &'static str,
}

/// Returns the texts of a change.
pub fn texts(change: u16) -> Texts {
    let (rule, scope) = PARTS[usize::from(change)];
    let row = |table, prefix| rows(table, prefix).next().unwrap_or_default();
    let [group, rule_code, template, law] = row(include_str!("rules.tsv"), format!("{rule:?}\t"));
    let [scope_code, noun, modifier, _] = row(include_str!("scopes.tsv"), format!("{scope:?}\t"));
    let [name, sentence, ..] = row(include_str!("names.tsv"), format!("{rule:?}\t{scope:?}\t"));
    let separator = if scope_code.is_empty() { "" } else { "-" };
    let code = format!("{rule_code}{separator}{scope_code}");
    let clause = template.replace("{n}", noun).replace("{m}", modifier);
    Texts {
        group,
        code: if name.is_empty() { code } else { name.to_string() },
        clause: if sentence.is_empty() { clause } else { sentence.to_string() },
        law,
    }
}

/// Yields the causes and sources of the public bug reports that describe a change.
pub fn reports(change: u16) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{}\t", texts(change).code);
    rows(include_str!("bug-reports.tsv"), prefix).map(|[cause, source, ..]| (cause, source))
}

/// Tests whether a change can concern the moves of one color only. Others need both colors, or show for
/// the same color alone.
pub fn has_colors(change: u16) -> bool {
    let rule = PARTS[usize::from(change)].0;
    !matches!(
        rule,
        Rule::HashKey | Rule::EpKept | Rule::EpA1 | Rule::EpH1 | Rule::EpA8 | Rule::EpH8
    )
}

/// Tests whether a change drops conditions only.
pub fn only_adds(change: u16) -> bool {
    let (rule, scope) = PARTS[usize::from(change)];
    let wraps_attacks = matches!(scope, Scope::Pawn | Scope::Knight | Scope::King);
    match rule {
        Rule::WrapA | Rule::WrapH => !wraps_attacks,
        Rule::CastlingSafeB | Rule::CastlingSafeRook | Rule::CastlingPhantom => false,
        rule if (Rule::CastlingRight as u8..Rule::RookStays as u8).contains(&(rule as u8)) => true,
        Rule::OwnTarget
        | Rule::ThroughOwn
        | Rule::ThroughEnemy
        | Rule::ThroughAny
        | Rule::Extra => true,
        Rule::PushOnto
        | Rule::DoubleOver
        | Rule::DoubleOnto
        | Rule::DoubleRank
        | Rule::CaptureEmpty => true,
        Rule::Backward | Rule::PromotionPiece | Rule::EpAnyPawn => true,
        Rule::EpA1 | Rule::EpH1 | Rule::EpA8 | Rule::EpH8 => true,
        Rule::EpEvasion | Rule::EpVictimTested => matches!(rule, Rule::EpEvasion),
        rule => (Rule::EpCapturerPin as u8..Rule::KingPhantom as u8).contains(&(rule as u8)),
    }
}
