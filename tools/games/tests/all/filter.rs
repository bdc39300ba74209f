//! Filters: the expressions that users of large collections write, each with the games that it
//! selects.

use std::fs;
use std::path::Path;

use tabiya::pgn::{self, RawGame};
use tabiya_games::filter::TagFilter;

/// Games in the forms that Lichess, old databases in Windows-1252, TWIC and chess.com use, and one
/// without values.
const GAMES: &[u8] = b"[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdEFGH\"]\n\
[Date \"2024.01.31\"]\n[Round \"-\"]\n[White \"DrNykterstein\"]\n[Black \"penguingm1\"]\n[Result \"1-0\"]\n\
[UTCDate \"2024.01.31\"]\n[UTCTime \"18:05:09\"]\n[WhiteElo \"3100\"]\n[BlackElo \"2950\"]\n\
[WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-4\"]\n[WhiteTitle \"GM\"]\n[BlackTitle \"GM\"]\n[ECO \"B90\"]\n\
[Opening \"Sicilian Defense: Najdorf Variation\"]\n[TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n\n\
1. e4 c5 1-0\n\n\
[Event \"K\xF6ln \x96 Open\"]\n[Site \"K\xF6ln\"]\n[Date \"1998.??.??\"]\n[Round \"3.12\"]\n[White \"\x8Aari\xE6, Ivan\"]\n\
[Black \"O\x92Neil, Bob\"]\n[Result \"\xBD-\xBD\"]\n[WhiteElo \"2400\"]\n[BlackElo \"?\"]\n[ECO \"C42\"]\n\
[EventDate \"1998.05.01\"]\n[PlyCount \"40\"]\n\n1. e4 e5 1/2-1/2\n\n\
[Event \"Tata Steel\"]\n[Site \"Wijk aan Zee NED\"]\n[Date \"2025.03.17\"]\n[Round \"10.1\"]\n[White \"Carlsen, Magnus\"]\n\
[Black \"\xC5\xA0ari\xC4\x87, I\"]\n[Result \"0-1\"]\n[WhiteElo \"2830\"]\n[BlackElo \"2500\"]\n[ECO \"D85\"]\n\
[WhiteTitle \"GM\"]\n[BlackTitle \"IM\"]\n[EventDate \"2025.03.05\"]\n[TimeControl \"40/7200:3600+30\"]\n\n1. d4 d5 0-1\n\n\
[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[Date \"2025.11.02\"]\n[Round \"?\"]\n[White \"anna\"]\n[Black \"Carlsen, Magnus\"]\n\
[Result \"*\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n[TimeControl \"180\"]\n[Variant \"Chess960\"]\n\n1. d4 d5 1-0\n\n\
[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\
[WhiteElo \"-\"]\n[BlackElo \"\"]\n[TimeControl \"-\"]\n[WhiteTitle \"-\"]\n[ECO \"\"]\n\n1. d4 *\n";

/// The expressions, each with the numbers of the games that it selects.
const SELECTED: &[(&str, &[usize])] = &[
    // Tag names, in any case.
    ("WhiteTitle", &[0, 2, 4]),
    ("whitetitle and not BLACKTITLE", &[4]),
    ("! WhiteTitle", &[1, 3]),
    ("tag(\"Variant\") and !tag(NoSuchTag)", &[3]),
    // Ratings.
    ("WhiteElo >= 2400", &[0, 1, 2]),
    ("whiteelo > 2400", &[0, 2]),
    ("WhiteElo≥2830", &[0, 2]),
    ("WhiteElo => 2830 && WhiteElo =< 2830", &[2]),
    ("WhiteElo >= 2399.5", &[0, 1, 2]),
    ("2400 <= WhiteElo < 3000", &[1, 2]),
    ("3000 > WhiteElo > 2400", &[2]),
    ("2830 = WhiteElo", &[2]),
    ("WhiteElo = 2830.0", &[2]),
    ("WhiteElo in 2400..2830", &[1, 2]),
    ("WhiteElo = 2400 .. 2830", &[1, 2]),
    ("WhiteElo between 2400 and 2830 and BlackElo", &[1, 2]),
    ("WhiteElo not between 2400 and 2830", &[0, 3, 4]),
    ("WhiteElo < 2000", &[3]),
    ("BlackElo < 2000", &[3]),
    ("BlackElo != 1500", &[0, 1, 2, 4]),
    ("BlackElo = ?", &[1]),
    ("BlackElo = \"\"", &[4]),
    ("Variant = ''", &[0, 1, 2, 4]),
    ("Variant != \"\"", &[3]),
    // Rating differences.
    ("WhiteRatingDiff > 4", &[0]),
    ("WhiteRatingDiff = 5", &[0]),
    ("WhiteRatingDiff = +5", &[0]),
    ("BlackRatingDiff < 0", &[0]),
    ("BlackRatingDiff >= -4", &[0]),
    ("BlackRatingDiff = \u{2212}4", &[0]),
    // Two tags, averages and differences.
    ("WhiteElo > BlackElo", &[0, 2]),
    ("WhiteElo = BlackElo", &[3]),
    ("WhiteElo <= blackelo", &[3]),
    ("WhiteElo - BlackElo > 200", &[2]),
    ("WhiteElo-BlackElo>200", &[2]),
    ("WhiteElo > BlackElo + 200", &[2]),
    ("WhiteElo > BlackElo+200", &[2]),
    ("abs(BlackElo - WhiteElo) in (150, 330)", &[0, 2]),
    ("avg(WhiteElo, BlackElo) >= 2665", &[0, 2]),
    ("Average(WhiteElo, BlackElo) in 1500..2665", &[2, 3]),
    ("(WhiteElo + BlackElo) / 2 > 2665", &[0]),
    ("WhiteElo * 2 - 100 / 10 = 2990", &[3]),
    ("min(WhiteElo, BlackElo) >= 2500", &[0, 2]),
    ("max(WhiteElo, BlackElo) > 3000", &[0]),
    ("any(WhiteElo, BlackElo) >= 2500", &[0, 2]),
    ("both(WhiteElo, BlackElo) >= 2800", &[0]),
    ("any(WhiteElo, BlackElo) in 2500..2800", &[2]),
    ("White = Black", &[]),
    ("Date > EventDate", &[2]),
    ("Site ~ Event", &[]),
    ("Event ~ Site", &[1]),
    // Dates.
    ("Date >= 2024", &[0, 2, 3]),
    ("Date > 2024", &[2, 3]),
    ("Date = 2024", &[0]),
    ("Date = 1998", &[1]),
    ("Date < 2000", &[1]),
    ("Date <= 2025.03", &[0, 2]),
    ("Date = 2025.03", &[2]),
    ("Date > 2025.03.17", &[3]),
    ("Date >= \"2025-03-17\"", &[2, 3]),
    ("Date = 2025/3/17", &[2]),
    ("Date in 2024..2025.03", &[0, 2]),
    ("Date in (2024, 1998)", &[0, 1]),
    ("Date = 1998.??.??", &[1]),
    ("Date = ????.??.??", &[4]),
    ("Date ~ 2025", &[2, 3]),
    ("2024 <= Date <= 2025.03", &[0, 2]),
    ("UTCTime >= 18", &[0]),
    ("UTCTime < 18:06", &[0]),
    // Time controls.
    ("TimeControl = 180+2", &[0]),
    ("TimeControl = 180", &[3]),
    ("TimeControl = 180+0", &[3]),
    ("TimeControl >= 180", &[0, 2, 3]),
    ("TimeControl < 600", &[0, 3]),
    ("TimeControl > 180+1", &[0, 2]),
    ("TimeClass = blitz", &[0, 3]),
    ("timeclass >= Rapid", &[2, 4]),
    ("TimeClass in (classical, correspondence)", &[2, 4]),
    ("TimeClass != blitz", &[1, 2, 4]),
    // Rounds.
    ("Round = 3", &[1]),
    ("Round = 3.12", &[1]),
    ("Round = 3.1", &[]),
    ("Round >= 3.2", &[1, 2]),
    ("Round > 3", &[2]),
    // Openings.
    ("ECO = b90", &[0]),
    ("ECO in (B90, C42)", &[0, 1]),
    ("eco in [B90, C40..C49]", &[0, 1]),
    ("ECO = B20..B99", &[0]),
    ("ECO >= B20 and ECO <= C4", &[0, 1]),
    ("ECO > B", &[1, 2]),
    ("ECO <= B", &[0]),
    ("ECO ~ B9", &[0]),
    ("Opening ~ sicilian", &[0]),
    ("Opening ~ SICILIAN and not Opening ~ dragon", &[0]),
    ("Opening !~ najdorf and ECO", &[1, 2]),
    ("Opening contains \"najdorf\"", &[0]),
    ("Opening ~ (caro, sicilian)", &[0]),
    // Openings by position; the Chess960 game lacks its start position.
    ("@eco", &[0, 1, 2, 4]),
    ("@eco = b20", &[0]),
    ("@ECO in (B20, D00)", &[0, 2]),
    ("@eco in B20..C99", &[0, 1]),
    ("@eco >= C and @eco < D00", &[1]),
    ("@eco ~ 0", &[0, 1, 2, 4]),
    ("@eco != D00", &[0, 1, 3, 4]),
    ("\"A40\" = @eco", &[4]),
    ("@opening ~ sicilian", &[0]),
    ("@opening = \"sicilian defense\"", &[0]),
    ("@Opening in (\"King's Pawn Game\", \"Sicilian Defense\")", &[0, 1]),
    ("ECO and ECO != @eco", &[0, 1, 2]),
    ("ECO = @eco", &[]),
    ("ECO > @eco", &[0, 1, 2]),
    ("any(ECO, @eco) = D00", &[2]),
    ("both(ECO, @eco) ~ B", &[0]),
    ("tag(\"@eco\") = D00 and WhiteElo > 2000", &[2]),
    // Players and other texts, by characters and in any case.
    ("White = drnykterstein", &[0]),
    ("Player = \"Carlsen, Magnus\"", &[2, 3]),
    ("player ~ carlsen", &[2, 3]),
    ("any(White, Black) ~ carlsen and BlackTitle = IM", &[2]),
    ("Player in (anna, penguingm1)", &[0, 3]),
    ("Player != \"Carlsen, Magnus\"", &[0, 1, 4]),
    ("White = 'Carlsen, Magnus'", &[2]),
    ("White = “Carlsen, Magnus”", &[2]),
    ("Winner ~ dr", &[0]),
    ("Winner = anna", &[3]),
    ("Loser = \"CARLSEN, MAGNUS\"", &[2, 3]),
    ("Winner = White", &[0, 3]),
    ("White = \"Šariæ, Ivan\"", &[1]),
    ("White ~ šARI", &[1]),
    ("Player ~ ŠARI", &[1, 2]),
    ("Black = \"o’neil, BOB\"", &[1]),
    ("Site = köln", &[1]),
    ("Event = \"KÖLN – open\"", &[1]),
    ("Site ~ lichess.org", &[0]),
    ("Site = https://lichess.org/abcdEFGH", &[0]),
    ("WhiteTitle in (GM, IM)", &[0, 2]),
    ("WhiteTitle is gm", &[0, 2]),
    ("WhiteTitle is not GM", &[1, 3, 4]),
    ("both(WhiteTitle, BlackTitle) = GM", &[0]),
    ("Termination = \"Time forfeit\"", &[0]),
    ("White < D", &[2, 3]),
    // Results, in any form.
    ("Result = 1-0", &[0, 3]),
    ("Result = 1/2-1/2", &[1]),
    ("Result = 1/2", &[1]),
    ("Result = ½-½", &[1]),
    ("Result = \"1:0\"", &[0, 3]),
    ("Result in (1-0, 0-1)", &[0, 2, 3]),
    ("Result != *", &[0, 1, 2, 3]),
    ("Result = *", &[4]),
    ("1-0 = Result", &[0, 3]),
    ("PlyCount >= 40", &[1]),
    ("NoSuchTag < 3 or NoSuchTag >= 3 or NoSuchTag = x", &[]),
];

fn selected(filter: &TagFilter, text: &[u8]) -> Vec<usize> {
    let games = pgn::games(text).enumerate();
    games.filter(|(_, game)| filter.matches(game)).map(|(index, _)| index).collect()
}

/// Each expression in the tables' first column selects some games, but not all.
#[test]
fn every_page_row_selects_games() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/filter.md");
    let page = fs::read_to_string(page).expect("the page");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let mut rows = 0;
    for (cell, _) in cells {
        rows += 1;
        for expression in cell.split("`, `").filter(|expression| is_enabled(expression)) {
            let games = selected(&parse(expression), GAMES).len();
            assert!((1..5).contains(&games), "{expression}: {games} games");
        }
    }
    assert_eq!(rows, 31);
}

/// Tests whether this build's features read an expression. No row has `@` in a value.
fn is_enabled(expression: &str) -> bool {
    cfg!(feature = "eco") || !expression.contains('@')
}

fn parse(expression: &str) -> TagFilter {
    expression.parse().unwrap_or_else(|error| panic!("{expression}: {error}"))
}

#[test]
fn natural_expressions_select_their_games() {
    for &(expression, expected) in SELECTED.iter().filter(|(text, _)| is_enabled(text)) {
        assert_eq!(selected(&parse(expression), GAMES), expected, "{expression}");
        let negated = selected(&parse(&format!("not ({expression})")), GAMES);
        assert!((0..5).filter(|game| !expected.contains(game)).eq(negated), "not ({expression})");
    }
}

/// Expressions without one meaning, each with how the error starts.
const REFUSED: &[(&str, &str)] = &[
    ("Elo > 2400", "byte 0: \"Elo\"; expected `min(WhiteElo, BlackElo)` for both"),
    ("White and AvgElo > 2400", "byte 10: \"AvgElo\"; expected `avg(WhiteElo, BlackElo)`"),
    ("EloDiff > 200", "byte 0: \"EloDiff\"; expected `WhiteElo - BlackElo`"),
    ("plies > 40", "byte 0: \"plies\"; expected `PlyCount`"),
    ("Year = 2024", "byte 0: \"Year\"; expected a date such as `Date = 2024`"),
    ("WhiteElo > high", "byte 11: \"high\"; expected a number"),
    ("WhiteElo = 2000-2400", "byte 11: \"2000-2400\"; expected a number, a tag, or a range"),
    ("WhiteElo > ?", "byte 11: \"?\"; expected a number"),
    ("Date > 17.03.2025", "byte 7: \"17.03.2025\"; expected a date such as `2024`"),
    ("Date = 2020-2024", "byte 7: \"2020-2024\"; expected a date"),
    ("Date = 2024.13", "byte 7: \"2024.13\"; expected a date"),
    ("Date >= 2024.??.??", "byte 8: \"2024.??.??\"; expected a date"),
    ("Date = today", "byte 7: \"today\"; expected a date"),
    ("TimeControl = blitz", "byte 14: \"blitz\"; expected seconds such as `180`"),
    ("TimeControl > 3:00", "byte 14: \"3:00\"; expected seconds"),
    ("TimeClass = fast", "byte 12: \"fast\"; expected `ultrabullet`, `bullet`, `blitz`"),
    ("ECO = B20-B99", "byte 6: \"B20-B99\"; expected a code such as `B90`, a range"),
    ("ECO = B9*", "byte 6: \"B9*\"; expected a code"),
    ("ECO > 50", "byte 6: \"50\"; expected a code"),
    ("Result = white", "byte 9: \"white\"; expected `1-0`, `0-1`"),
    ("Result = draw", "byte 9: \"draw\"; expected `1-0`, `0-1`"),
    ("Result > 0", "byte 9: \"0\"; expected `1-0`"),
    ("Round > last", "byte 8: \"last\"; expected numbers"),
    ("White = Carlsen*", "byte 8: \"Carlsen*\"; expected a known value; `~` finds a part"),
    ("White = Magnus Carlsen", "byte 8: \"Magnus Carlsen\"; expected quotes: `\"Magnus Carlsen\"`"),
    ("Termination = Time forfeit", "byte 14: \"Time forfeit\"; expected quotes"),
    (
        "White = Carlsen, Magnus",
        "byte 15: \",\"; expected `and` or `or`; a text with a comma needs quotes",
    ),
    ("White like Carl", "byte 6: \"like\"; expected `~`"),
    ("White =~ Carl", "byte 6: \"=~\"; expected `~`"),
    ("WhiteTitle exists", "byte 11: \"exists\"; expected `=`"),
    ("White or Black = anna", "byte 0: \"White\"; expected `any(White, Black)`"),
    ("WhiteElo and BlackElo > 2400", "byte 0: \"WhiteElo\"; expected `both(WhiteElo, BlackElo)`"),
    ("(White or Black) = anna", "byte 17: \"=\"; expected a name before it"),
    ("White = anna or Carlsen", "byte 16: \"Carlsen\"; expected `White in (anna, Carlsen)`"),
    ("Result = 1-0 or 0-1", "byte 16: \"0-1\"; expected `Result in (1-0, 0-1)`"),
    ("1 = 1", "byte 0: \"1\"; expected the name of a tag on one side"),
    ("2400", "byte 0: \"2400\"; expected a comparison"),
    ("1 < WhiteElo > 2", "byte 13: \">\"; expected an operator of the same direction"),
    ("1 < WhiteElo = 2", "byte 13: \"=\"; expected an operator of the same direction"),
    ("White ~ 1..2", "byte 8: \"1\"; expected `=` or `in` before a range"),
    ("WhiteElo in ()", "byte 13: \")\"; expected a value"),
    ("WhiteElo in (1 2)", "byte 13: \"1 2\"; expected quotes"),
    (
        "sum(WhiteElo) > 1",
        "byte 0: \"sum\"; expected `avg`, `min`, `max`, `abs`, `any`, `both` or `tag`",
    ),
    ("abs(WhiteElo, BlackElo) > 1", "byte 0: \"abs\"; expected `abs(WhiteElo - BlackElo)`"),
    ("Date - 1 > 2", "byte 0: \"Date\"; expected a tag with numbers"),
    ("WhiteElo > 2400 and < 2500", "byte 20: \"<\"; expected the name of a tag"),
];

#[test]
fn expressions_without_one_meaning_are_refused_with_another_spelling() {
    for &(expression, expected) in REFUSED {
        let error = expression.parse::<TagFilter>().expect_err(expression).to_string();
        assert!(error.starts_with(expected), "{expression}: {error}");
    }
}

#[cfg(feature = "eco")]
#[test]
fn openings_are_refused_noted_or_missing() {
    for (expression, expected) in [
        ("@plies > 3", "byte 0: \"@plies\"; expected `@eco` or `@opening`"),
        ("@ = 3", "byte 0: \"@\"; expected `@eco` or `@opening`"),
        ("@eco = 50", "byte 7: \"50\"; expected a code such as `B90`"),
        ("@opening = Sicilian Defense", "byte 11: \"Sicilian Defense\"; expected quotes"),
        ("@eco + 1 > 2", "byte 0: \"@eco\"; expected a tag with numbers"),
    ] {
        let error = expression.parse::<TagFilter>().expect_err(expression).to_string();
        assert!(error.starts_with(expected), "{expression}: {error}");
    }
    let notes = |expression: &str| {
        let filter = parse(expression);
        let _ = selected(&filter, GAMES);
        filter.notes().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    // A value in the table is no spelling error, even if no game has it.
    assert_eq!(notes("@eco = E99 and @opening ~ dragon"), [""; 0]);
    assert_eq!(
        notes("@opening = sicilian"),
        ["no game has @opening = sicilian; `~` finds a part of a value"]
    );
    assert_eq!(notes("@opening ~ sicillian"), ["no game has @opening ~ sicillian"]);
    let endgame = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *";
    for expression in ["@eco", "@eco < E", "@opening ~ a"] {
        assert_eq!(selected(&parse(expression), endgame.as_bytes()), [0; 0], "{expression}");
    }
    assert!(parse("Site = me@eco.org").matches(&RawGame::new("[Site \"me@eco.org\"]\n\n*")));
    assert!(!parse("Site = me@eco.org").reads_moves() && parse("White or @eco").reads_moves());
}

#[test]
fn unknown_values_have_no_order() {
    let game = "[WhiteElo \"-\"]\n[BlackElo \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"?\"]\n\
                [Black \"\"]\n[TimeControl \"?\"]\n[ECO \"?\"]\n[Site \"-\"]\n\n1. e4 *";
    for name in ["WhiteElo", "BlackElo", "Date", "Round", "White", "TimeControl", "Site", "Other"] {
        for order in ["<", "<=", ">", ">="] {
            for value in ["2024", "White", "BlackElo", "-1"] {
                let Ok(filter) = format!("{name} {order} {value}").parse::<TagFilter>() else {
                    continue;
                };
                assert!(!filter.matches(&RawGame::new(game)), "{filter:?}");
            }
        }
    }
    let known = "[Date \"2024.05.??\"]\n\n1. e4 *";
    let matches = |filter: &str| parse(filter).matches(&RawGame::new(known));
    assert!(matches("Date = 2024.05") && matches("Date >= 2024") && matches("Date < 2025"));
    assert!(
        !matches("Date = 2024.06") && !matches("Date >= 2024.05.01") && !matches("Date < 2025.01")
    );
}

#[test]
fn handed_cases_are_selected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases/pgn");
    for (name, filter, games) in [
        ("filter-order", "Date >= 2024", 1),
        ("filter-order", "WhiteElo >= 1999.5", 1),
        ("filter-order", "TimeControl >= 180", 1),
        ("filter-order", "WhiteElo > BlackElo", 1),
        ("filter-order", "whiteelo > 1", 1),
        ("filter-signed-number", "WhiteRatingDiff > 5", 1),
        ("filter-signed-number", "WhiteRatingDiff < 100", 2),
        ("result-differs", "Result = 1-0", 1),
        ("result-half", "Result = 1/2-1/2", 1),
        ("result-half-sign", "Result = 1/2-1/2", 1),
        ("result-star-marker", "Result = 1-0", 2),
        ("cp1252-tags", "White = \"ŠARIÆ, i\" and Black = O’Neil", 1),
    ] {
        let text = fs::read(folder.join(format!("{name}.pgn"))).expect(name);
        assert_eq!(selected(&parse(filter), &text).len(), games, "{name}: {filter}");
    }
}

#[test]
fn notes_name_what_no_game_has() {
    for (expression, expected) in [
        ("WhiteElo > 1 and White = anna", &[][..]),
        ("WhitElo > 1", &["no game has the tag \"WhitElo\"; expected e.g. `WhiteElo`"]),
        (
            "Title = GM",
            &["no game has the tag \"Title\"; expected e.g. `WhiteTitle` or `BlackTitle`"],
        ),
        ("Annotator", &["no game has the tag \"Annotator\""]),
        // The second value is tested even though the first one decides.
        ("Variant = x and White = anna", &["no game has Variant = x; `~` finds a part of a value"]),
        ("White = anna and Variant = x", &["no game has Variant = x; `~` finds a part of a value"]),
        ("WhiteElo = 1234", &["no game has WhiteElo = 1234"]),
        ("ECO in (B90, E99)", &["no game has ECO = E99; `~` finds a part of a value"]),
        ("Opening ~ sizilian", &["no game has Opening ~ sizilian"]),
        ("Result = 0-0", &["no game has Result = 0-0"]),
        ("Opening > 3", &["no game has a value for the comparison Opening > 3"]),
        ("WhiteElo > 5000", &[]),
    ] {
        let filter = parse(expression);
        selected(&filter, GAMES);
        let notes: Vec<_> = filter.clone().notes().iter().map(ToString::to_string).collect();
        assert_eq!(notes, expected, "{expression}");
    }
}

#[test]
fn parser_is_bounded() {
    for text in ["(", "not (", "avg(", "any(", "WhiteElo > (", "WhiteElo in ((", "abs(-", "1 + ("] {
        assert!(text.repeat(100_000).parse::<TagFilter>().is_err(), "{text}");
    }
    for text in ["WhiteElo + ", "WhiteElo * ", "WhiteElo < "] {
        let filter = parse(&format!("{}WhiteElo < 1", text.repeat(100_000)));
        assert!(!filter.matches(&RawGame::new("[WhiteElo \"1\"]\n\n1. e4 *")), "{text}");
    }
    let list = format!("WhiteElo in ({}2400)", "1, ".repeat(100_000));
    assert_eq!(selected(&parse(&list), GAMES), [1]);
}
