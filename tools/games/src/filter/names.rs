//! Tag names: the kinds that their values have, and names that users write for something else.

use crate::eco::OpeningField;

/// The names in the PGN standard and in large game collections.
const KNOWN: [&str; 62] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteTitle",
    "BlackTitle",
    "WhiteElo",
    "BlackElo",
    "WhiteUSCF",
    "BlackUSCF",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Opening",
    "Variation",
    "SubVariation",
    "ECO",
    "NIC",
    "Time",
    "UTCTime",
    "UTCDate",
    "TimeControl",
    "SetUp",
    "FEN",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
    "Variant",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeamCountry",
    "BlackTeamCountry",
    "WhiteClock",
    "BlackClock",
    "EventType",
    "EventRounds",
    "EventCountry",
    "EventCategory",
    "Source",
    "SourceDate",
    "GameId",
    "StudyName",
    "ChapterName",
    "ECOUrl",
    "EndDate",
    "EndTime",
    "StartTime",
    "Link",
];

/// Names that users write for a value from two tags or from no tag, and the expression for it.
const REFUSED: [(&[&str], &str); 6] = [
    (
        &["Elo", "Rating"],
        "`min(WhiteElo, BlackElo)` for both players, `max(…)` for one of them or `avg(…)`",
    ),
    (&["RatingDiff"], "`WhiteRatingDiff`, `BlackRatingDiff` or `any(…, …)` of both"),
    (
        &["AvgElo", "AverageElo", "MeanElo", "AvgRating", "AverageRating"],
        "`avg(WhiteElo, BlackElo)`",
    ),
    (
        &["EloDiff", "EloDifference", "RatingDifference"],
        "`WhiteElo - BlackElo`, or `abs(WhiteElo - BlackElo)`",
    ),
    (
        &["Plies", "Ply", "Moves", "Length"],
        "`PlyCount` if games have this tag, or the options `--min-plies` and `--max-plies`",
    ),
    (
        &["Year", "Month", "Day"],
        "a date such as `Date = 2024`, `Date = 2024.05` or `Date in 2020..2024`",
    ),
];

/// The kind that a tag's values have, which decides how they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any value: its form decides.
    Any,
    Number,
    Date,
    /// Numbers that are divided by dots or colons: the round `3.12`, the time `18:05:00`.
    Parts,
    TimeControl,
    /// An opening code, whose first characters name a code group.
    Eco,
    Result,
}

impl Kind {
    /// Returns the kind of values for a tag with this name.
    pub(super) fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "result" => Self::Result,
            "eco" | "@eco" => Self::Eco,
            "timecontrol" => Self::TimeControl,
            "round" | "time" | "utctime" | "starttime" | "endtime" => Self::Parts,
            "plycount" | "whiteuscf" | "blackuscf" => Self::Number,
            _ if name.ends_with("date") => Self::Date,
            _ if name.ends_with("elo") || name.ends_with("ratingdiff") => Self::Number,
            _ => Self::Any,
        }
    }
}

pub(super) fn is_known(name: &str) -> bool {
    let is_opening = OpeningField::from_any_case(name.as_bytes()).is_some();
    is_opening || KNOWN.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the expression that is expected instead of a name.
pub(super) fn refused(name: &str) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().any(|refused| refused.eq_ignore_ascii_case(name));
    REFUSED.iter().find(|(names, _)| has(names)).map(|(_, expected)| *expected)
}

/// Tests whether two names give one property for White and for Black, as `WhiteElo` and `BlackElo`
/// do.
pub(super) fn are_siblings(first: &str, second: &str) -> bool {
    let property = |name: &str, color: &str| {
        let (start, rest) = name.split_at_checked(color.len())?;
        start.eq_ignore_ascii_case(color).then(|| rest.to_ascii_lowercase())
    };
    let are_ordered = |white: &str, black: &str| {
        let white = property(white, "White");
        white.is_some() && white == property(black, "Black")
    };
    are_ordered(first, second) || are_ordered(second, first)
}

/// Returns the known names that a user may mean by one that is not known.
pub(super) fn suggestion(name: &str) -> Option<String> {
    if is_known(name) {
        return None;
    }
    let white = KNOWN.iter().find(|known| {
        known.strip_prefix("White").is_some_and(|property| property.eq_ignore_ascii_case(name))
    });
    if let Some(white) = white {
        return Some(format!("`{white}` or `{}`", white.replacen("White", "Black", 1)));
    }
    let name = name.to_ascii_lowercase();
    let distance = |known: &str| strsim::osa_distance(&known.to_ascii_lowercase(), &name);
    let nearest = KNOWN.iter().min_by_key(|known| distance(known))?;
    (distance(nearest) <= 2 && name.len() > 3).then(|| format!("`{nearest}`"))
}
