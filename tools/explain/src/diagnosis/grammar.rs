//! The grammar for changes: the reference generator's rules, each with the scopes to which a change
//! can be narrowed.
//!
//! The texts are tables: `rules.tsv`, `scopes.tsv`, and `names.tsv` for changes that have their own
//! code or sentence.

use alloc::format;
use alloc::string::{String, ToString};

/// Declares an enum and an array with its variants.
macro_rules! listed_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant,)*];
        }
    };
}

pub(super) use listed_enum;

// Move features come first, up to `InCheck`.
listed_enum! {
    /// The moves, pieces or lines to which a change is narrowed.
    Scope {
        All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest Wsw Ssw Sse
        Ese Wnw Nnw Nne Ene FileA FileB FileC FileD FileE FileF FileG FileH FromEdge ToFileA ToFileH
        TakesPawn TakesKnight TakesBishop TakesRook TakesQueen Edge Pinned BlocksCheck TakesChecker
        ToQueen ToRook ToBishop ToKnight Underpromotion RookBishop SecondPawn Diagonal Orthogonal
        InCheck Pawn Knight Bishop Rook Queen King Kingside Queenside File Rank Pushes DoublePushes
        PawnCaptures EnPassant Promotions Castling
    }
}

/// The number of scopes.
pub const SCOPE_COUNT: usize = Scope::ALL.len();

// Feature sets have 64 bits.
const _: () = assert!(Scope::Pawn as usize <= 64);

impl Scope {
    /// Returns the scope at a distance from another one.
    pub const fn after(self, offset: usize) -> Self {
        Self::ALL[self as usize + offset]
    }

    /// Returns the scope's bit in a feature set.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// Declares [`Rule`], and for each rule a change's effect and its scopes.
macro_rules! rules {
    ($($effect:ident $rule:ident: $($scope:ident)*;)*) => {
        listed_enum! {
            /// A rule in the reference generator: a condition, an effect or a move kind.
            Rule { $($rule)* }
        }

        impl Rule {
            const EFFECTS: &'static [&'static str] = &[$(stringify!($effect),)*];
            const SCOPES: &'static [&'static [Scope]] = &[$(&[$(Scope::$scope,)*],)*];
        }
    };
}

// A change can only add moves, or only omit moves, or change them in another way. The first rules
// are in the same order as `Kind`: a change to one omits moves of that kind.
rules! {
    omit Push: All FileA FileH BlocksCheck Pinned;
    omit DoublePush: All FileA FileB FileC FileD FileE FileF FileG FileH BlocksCheck Pinned;
    omit PawnCapture: All East West FileA FileH ToFileA ToFileH TakesPawn TakesKnight TakesBishop
        TakesRook TakesQueen TakesChecker Pinned;
    omit EnPassant: All East West FileA FileH FromEdge ToFileA ToFileH SecondPawn TakesChecker
        Pinned;
    omit PushPromotion: All FileA FileH Underpromotion ToKnight BlocksCheck;
    omit CapturePromotion: All East West ToFileA ToFileH Underpromotion ToKnight TakesRook
        TakesChecker Pinned;
    omit Knight: All Capture Quiet Wsw Ssw Sse Ese Wnw Nnw Nne Ene FileA FileH ToFileA ToFileH
        TakesPawn TakesKnight TakesBishop TakesRook TakesQueen TakesChecker BlocksCheck;
    omit Bishop: All Capture Quiet NorthEast SouthEast SouthWest NorthWest Edge TakesPawn
        TakesKnight TakesBishop TakesRook TakesQueen TakesChecker BlocksCheck Pinned;
    omit Rook: All Capture Quiet North East South West Edge FileA FileH TakesPawn TakesKnight
        TakesBishop TakesRook TakesQueen TakesChecker BlocksCheck Pinned;
    omit Queen: All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest
        Edge TakesPawn TakesKnight TakesBishop TakesRook TakesQueen TakesChecker BlocksCheck Pinned;
    omit King: All Capture Quiet North NorthEast East SouthEast South SouthWest West NorthWest
        FileA FileH TakesPawn TakesKnight TakesBishop TakesRook TakesQueen TakesChecker InCheck;
    omit Kingside: All;
    omit Queenside: All;
    omit Castling: All;
    add CastlingRight: All Kingside Queenside;
    add CastlingKingPath: All Kingside Queenside;
    add CastlingRookPath: All;
    add CastlingInCheck: All Kingside Queenside;
    add CastlingThrough: All Kingside Queenside;
    add CastlingInto: All Kingside Queenside;
    add CastlingAttack: Pawn Knight Bishop Rook Queen King;
    omit CastlingSafeB: All;
    omit CastlingSafeRook: All Kingside Queenside;
    omit CastlingPhantom: All Knight Queen;
    change RookStays: All Kingside Queenside;
    add RightKeptKing: All;
    add RightKeptRook: All Kingside Queenside;
    add RightKeptCapture: All Kingside Queenside Promotions Pawn Knight Bishop Rook Queen King;
    change RightLost: Rook Capture Kingside King Orthogonal TakesRook InCheck;
    omit AnyMove: Pinned BlocksCheck TakesChecker;
    add OwnCapture: All Pawn Knight Bishop Rook Queen King;
    add ThroughOwn: All Bishop Rook Queen;
    add ThroughEnemy: All Bishop Rook Queen;
    add ThroughAny: North NorthEast East SouthEast South SouthWest West NorthWest;
    change KnightPattern: Wsw Ssw Sse Ese Wnw Nnw Nne Ene;
    change BishopPattern: NorthEast SouthEast SouthWest NorthWest;
    change RookPattern: North East South West;
    change QueenPattern: Diagonal Orthogonal North NorthEast East SouthEast South SouthWest West
        NorthWest;
    change WrapA: Pawn EnPassant Knight Bishop Rook Queen King;
    change WrapH: Pawn EnPassant Knight Bishop Rook Queen King;
    add ExtraPattern: Bishop Rook Queen Knight;
    add PushCaptures: All Pawn;
    add DoublePushOver: All Capture Quiet;
    add DoublePushCaptures: All;
    add DoublePushRank: All Rank;
    add CapturesNothing: All East West;
    add BackwardPawn: Pushes PawnCaptures;
    omit Promotion: ToRook ToBishop ToKnight RookBishop Underpromotion ToQueen InCheck;
    change NotPromoted: All;
    add PromotionPiece: King Pawn;
    change PromotionBecomes: Queen Rook Bishop Knight;
    add EpAnyPawn: All;
    add EpA1: All;
    add EpH1: All;
    add EpA8: All;
    add EpH8: All;
    change EpVictimStays: All;
    change EpVictimTested: All;
    add EpEvasion: All;
    change EpByPiece: All;
    add EpKept: All Capture Castling Promotions King;
    omit EpNotSet: All FileA FileH;
    add EpSetBySingle: All;
    add EpCapturerPin: All Diagonal File;
    add EpExposesKing: All;
    add EpExposesRank: All;
    add EpInCheck: All;
    add NotTested: All Pushes DoublePushes PawnCaptures EnPassant Promotions Underpromotion Knight
        Bishop Rook Queen King;
    add AttackIgnored: Pawn Knight Bishop Rook Queen King;
    add PawnAttackIgnored: East West;
    add KnightAttackIgnored: Wsw Ssw Sse Ese Wnw Nnw Nne Ene;
    add KingAttackIgnored: North NorthEast East SouthEast South SouthWest West NorthWest;
    add LineIgnored: North NorthEast East SouthEast South SouthWest West NorthWest;
    add GeneratedTwice: Pushes DoublePushes PawnCaptures EnPassant Promotions Knight Bishop Rook
        Queen King Castling;
    add PinIgnored: All Pawn Knight Bishop Rook Queen Pushes PawnCaptures Promotions Diagonal
        Orthogonal File Rank InCheck;
    add PinnerIgnored: Bishop Rook Queen;
    add CheckIgnored: All Pawn Knight Bishop Rook Queen;
    add FreeInCheck: Pushes PawnCaptures Knight Bishop Rook Queen Promotions;
    add DoubleCheckBlocked: All;
    add KingIgnoresAttack: Pawn Knight Bishop Rook Queen King;
    add KingCapturesProtected: All;
    add KingStepsBackAlongRay: All;
    add KingEvasionNotTested: All;
    add PinnedAttackerIgnored: King Castling;
    omit KingPhantom: All Pushes PawnCaptures Pawn Knight Queen;
    omit PushAttack: All;
    add NoMovesLeaf: All InCheck Quiet;
    omit FiftyMoves: All;
    omit DeadPosition: All;
    change HashKey: Rank King Castling EnPassant;
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

/// Each change's rule and scope.
pub static RULES_AND_SCOPES: [(Rule, Scope); CHANGE_COUNT] = {
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

/// The change for each rule and scope, or a number above all changes.
static CHANGES: [[u16; SCOPE_COUNT]; Rule::ALL.len()] = {
    let mut table = [[u16::MAX; SCOPE_COUNT]; Rule::ALL.len()];
    let mut change = 0;
    while change < CHANGE_COUNT {
        let (rule, scope) = RULES_AND_SCOPES[change];
        table[rule as usize][scope as usize] = change as u16;
        change += 1;
    }
    table
};

/// Returns the change for a rule and a scope, or a number above all changes if there is none.
pub const fn change(rule: Rule, scope: Scope) -> u16 {
    CHANGES[rule as usize][scope as usize]
}

/// Returns the fields behind a prefix in a table's rows, with an empty text for "-".
fn rows(table: &'static str, prefix: String) -> impl Iterator<Item = [&'static str; 4]> {
    table.lines().filter_map(move |line| {
        let mut fields = line
            .strip_prefix(prefix.as_str())?
            .split('\t')
            .map(|field| if field == "-" { "" } else { field });
        Some([(); 4].map(|()| fields.next().unwrap_or_default()))
    })
}

/// A change's texts.
#[derive(Clone, Debug)]
pub struct Texts {
    pub group: &'static str,
    pub code: String,
    /// The effect on a generator, as a clause.
    pub clause: String,
    /// The chess rule.
    pub law: &'static str,
}

/// Returns a change's texts.
pub fn texts(change: u16) -> Texts {
    let (rule, scope) = RULES_AND_SCOPES[usize::from(change)];
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

/// Yields the causes and sources in the public bug reports that describe a change.
pub fn reports(change: u16) -> impl Iterator<Item = (&'static str, &'static str)> {
    let prefix = format!("{}\t", texts(change).code);
    rows(include_str!("bug-reports.tsv"), prefix).map(|[cause, source, ..]| (cause, source))
}

/// Tests whether a change can concern only one color's moves. Other changes need both colors, or
/// show for the same color alone.
pub fn has_colors(change: u16) -> bool {
    let rule = RULES_AND_SCOPES[usize::from(change)].0;
    let is_sentinel = matches!(rule, Rule::EpA1 | Rule::EpH1 | Rule::EpA8 | Rule::EpH8);
    !is_sentinel && rule != Rule::HashKey && rule != Rule::EpKept
}

/// Returns 1 if a change only adds moves, -1 if it only omits moves, otherwise 0.
pub fn sign(change: u16) -> i64 {
    match Rule::EFFECTS[RULES_AND_SCOPES[usize::from(change)].0 as usize] {
        "add" => 1,
        "omit" => -1,
        _ => 0,
    }
}
