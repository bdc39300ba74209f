//! Updates to `docs/reference/benchmarks.md`: a run writes the section for its target.

use std::fs;

use anyhow::{Context, Result};
use tabiya_conditions::version;

use super::chart;
use super::competitors::Competitor;
use super::conditions::Conditions;
use super::measure::{Entry, RowResult};
use super::report::{format_ratio, part_cells, ratio_to_cozy, verdict};

/// The folder that contains the page and the charts.
const FOLDER: &str = "docs/reference";

/// The maximum line length outside of wide tables.
pub(super) const MAX_COLUMNS: usize = 110;

/// The targets in the same order as their sections, each with its heading.
const SECTIONS: [(&str, &str); 2] = [
    ("default", "## Default: a plain `cargo build --release`\n"),
    ("native", "## Native: built for the local CPU\n"),
];

const HEAD: &str = "\
# Benchmarks

Tabiya and seven other libraries, measured in interleaved rounds in one run of `cargo xtask bench-compare`,
which writes this page. [benchmarking.md](../benchmarking.md) describes the method.

- A ratio is a library's time divided by Tabiya's. Above 1, Tabiya is faster.
- A dash means that the library has no call for the task.
- \"wrong\" means that the count differs from that of most libraries, with the difference.

| row | unit | task |
|---|---|---|
| `stream_list` | ns/position | list the legal moves of 300,000 distinct positions, once each per round |
| `stream_stack`, `stream_vec` | ns/position | the same into a frame of a `MoveStack`, and into a `Vec` |
| `stream_stages` | ns/position | list the captures and promotions of the same positions, then the other moves |
| `stream_count` | ns/position | count the legal moves of the same positions |
| `stream_step` | ns/position | list the moves, make each with a Zobrist key, find the checkers after it |
| `stream_captures` | ns/position | list the captures and promotions |
| `stream_tt` | ns/position | test one move for legality: half legal, a quarter random, a quarter of another position |
| `game_list`, `game_count`, … | ns/position | the same five tasks on all positions of games, in the order of play |
| `game_replay` | ns/move | replay games from 16-bit moves: test each for legality, make it with a key |
| `engine_nodes` | Mnodes/s | search positions by alpha-beta to a fixed depth, the same nodes with each library |
| `bulk_perft` | Mleaves/s | count the leaves of six standard positions, with bulk counting |
| `perft_no_bulk` | Mleaves/s | count leaves one ply shallower, making every leaf move |
| `search_step` | ns/move | `stream_step` on repeated positions |
| `simd_perft` | Mleaves/s | count the leaves of `bulk_perft` by the library's own perft |
| `simd_perft_avx2` | Mleaves/s | the same; Tabiya with the back end `avx2` |
| `simd_perft_portable` | Mleaves/s | the same; Tabiya with the back end `scalar` |
| `legal_list` | ns/position | list the legal moves |
| `legal_count` | ns/position | count the legal moves |
| `make_with_key` | ns/move | make a legal move with a Zobrist key; unmake it if boards are not copied |
| `make_without_key` | ns/move | the same; boards that always have a key update it in both rows |
| `is_legal` | ns/move | test moves for legality, half of them legal, half random |
| `game_replay_trusted` | ns/move | `game_replay` without the legality test |
| `fen_parse` | ns/FEN | parse a FEN, with the validation of the library |
| `clean_build` | s | clean release build of a small program |

- A level (`portable`, `avx2` or `avx512`) limits the CPU features that Tabiya uses. Other libraries run as
  compiled.
- The `game` rows use the games in `benches/data/games.bin`.
- Other rows repeat the positions of `benches/data` that follow standard chess, since not every library
  supports Chess960.
- The lines below `engine_nodes` are the shares of its time that the calls of the library and the key take,
  which all libraries share.
- The head of each adapter in `lab/compare/src` names the calls of its library.
";

/// Writes this run's section and chart; the other section is unchanged.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written.
pub(super) fn write(rows: &[RowResult], conditions: &Conditions) -> Result<()> {
    let folder = crate::repository::root().join(FOLDER);
    let chart = folder.join(format!("chart-{}.svg", conditions.target));
    fs::write(&chart, chart::svg(rows)?).with_context(|| format!("{}", chart.display()))?;
    let page = folder.join("benchmarks.md");
    let old = if page.exists() { fs::read_to_string(&page)? } else { String::new() };
    let new = merged(&old, conditions.target, &section(rows, conditions));
    fs::write(&page, new).with_context(|| format!("{}", page.display()))
}

/// Returns the page with the target's section replaced; `section` has no heading.
fn merged(old: &str, target: &str, section: &str) -> String {
    let mut text = HEAD.to_owned();
    for (section_target, heading) in SECTIONS {
        let rest = old.split_once(heading).map(|(_, rest)| rest);
        let old_body = rest.map(|rest| rest.split("\n## ").next().unwrap_or(rest).trim());
        let body = if section_target == target { Some(section.trim()) } else { old_body };
        if let Some(body) = body {
            text += &format!("\n{heading}\n{body}\n");
        }
    }
    text
}

/// Returns the section: the verdict, the chart and the table.
fn section(rows: &[RowResult], conditions: &Conditions) -> String {
    let environment = conditions.environment();
    let statistics = conditions.statistics();
    let paragraphs =
        [format!("{environment}. Times are {statistics}."), format!("**{}**", verdict(rows))];
    let mut text: String = paragraphs.iter().map(|paragraph| wrap(paragraph) + "\n\n").collect();
    let target = conditions.target;
    text += &format!(
        "![Speed of each library divided by Tabiya's](chart-{target}.svg)\n\n| row | unit |"
    );
    for competitor in Competitor::ALL {
        text += &format!(" {} {} |", competitor.name(), version(competitor.name()));
    }
    text += " ratio to cozy-chess | fastest other | ratio to it |\n|---|---|";
    text += &"---:|".repeat(Competitor::ALL.len() + 1);
    text += "---|---:|\n";
    for row in rows {
        text += &format!("| `{}` | {} |", row.label(), row.unit.symbol());
        for &entry in &row.overall.entries {
            text += &format!(" {} |", cell(entry));
        }
        text += &format!(" {} |", ratio_to_cozy(row).map_or("–".to_owned(), format_ratio));
        let fastest = row.fastest_other();
        text += &format!(" {} |", fastest.map_or("–", |(library, _)| library.name()));
        let ratio = fastest.map_or("–".to_owned(), |(_, ratio)| format_ratio(ratio));
        text += &format!(" {ratio} |\n");
        for (label, cells) in part_cells(row) {
            text += &format!("| {} | share | {} | – | – | – |\n", label, cells.join(" | "));
        }
    }
    text
}

/// Breaks a paragraph into lines with at most `MAX_COLUMNS` characters.
pub(super) fn wrap(paragraph: &str) -> String {
    let mut text = String::new();
    let mut columns = 0;
    for word in paragraph.split(' ') {
        let width = word.chars().count();
        let separator = match columns {
            0 => "",
            _ if columns + 1 + width > MAX_COLUMNS => "\n",
            _ => " ",
        };
        columns = if separator == " " { columns + 1 + width } else { width };
        text += separator;
        text += word;
    }
    text
}

pub(super) fn cell(entry: Entry) -> String {
    match entry {
        Entry::Absent => "–".to_owned(),
        Entry::Wrong(difference) => format!("wrong {difference:+}"),
        Entry::Timed(figure) if figure.value < 100.0 => format!("{:.1}", figure.value),
        Entry::Timed(figure) => format!("{:.0}", figure.value),
    }
}

#[cfg(test)]
mod tests {
    use super::{FOLDER, HEAD, MAX_COLUMNS, merged, section};
    use crate::conditions::Conditions;
    use crate::levels::Level;
    use crate::report::tests::{row, row_with_parts, stream};

    #[test]
    fn merged_replaces_its_target_section() {
        let first = merged("", "native", "one\n");
        assert_eq!(first, format!("{HEAD}\n## Native: built for the local CPU\n\none\n"));
        let second = merged(&first, "default", "two\n\n### three");
        let third = merged(&second, "native", "four");
        let default = "## Default: a plain `cargo build --release`\n\ntwo\n\n### three\n";
        assert_eq!(
            third,
            format!("{HEAD}\n{default}\n## Native: built for the local CPU\n\nfour\n")
        );
        assert_eq!(merged(&third, "native", "four"), third);
    }

    #[test]
    fn page_and_charts_exist() {
        let folder = crate::repository::root().join(FOLDER);
        for name in ["benchmarks.md", "chart-default.svg"] {
            assert!(folder.join(name).exists(), "{name}");
        }
    }

    #[test]
    fn table_names_fastest_library() {
        let conditions = Conditions {
            target: "default",
            machine: "A machine".to_owned(),
            compiler: "a compiler".to_owned(),
            date: "2026-01-02".to_owned(),
            rounds: 7,
        };
        let text = section(&[row("search_step", 2.0)], &conditions);
        let (paragraph, table) = text.split_once("\n\n").expect("two paragraphs");
        let expected = "A machine, a compiler, 2026-01-02. Times are medians of 7 rounds of perft, up to \
                        60 of builds and 70 of other rows; minima of 7 rounds of searches and unseen \
                        positions, and 70 of positions in game order.";
        assert_eq!(paragraph.replace('\n', " "), expected);
        assert!(paragraph.lines().all(|line| line.len() <= MAX_COLUMNS), "{paragraph}");
        let last = "| `search_step` | ns | 41.0 | 82.0 | – | – | – | – | – | – \
                    | 2.00 | cozy-chess | 2.00 |";
        assert_eq!(table.lines().last(), Some(last));
        let text = section(&[stream(Level::Portable, 170)], &conditions);
        let last = "| `stream_list portable` | ns | 41.0 | 43.5 | – | – | wrong -170 | – | – | – \
                    | 1.06 | cozy-chess | 1.06 |";
        assert_eq!(text.lines().last(), Some(last));
        let text = section(&[row_with_parts()], &conditions);
        let last = "| shared key | share | 5 % | – | – | – | – | – | – | – | – | – | – |";
        assert_eq!(text.lines().last(), Some(last));
    }
}
