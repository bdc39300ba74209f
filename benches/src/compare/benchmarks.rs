//! Updates of `BENCHMARKS.md`: a run writes the section of its target.

use std::fs;

use anyhow::{Context, Result};

use super::chart;
use super::competitors::Competitor;
use super::conditions::{Conditions, version};
use super::measure::{Entry, RowResult};
use super::report::{format_ratio, ratio_to_cozy, verdict};

/// The targets in the order of their sections, each with its heading.
const SECTIONS: [(&str, &str); 2] = [
    ("default", "## Default: a plain `cargo build --release`\n"),
    ("native", "## Native: built for this processor\n"),
];

const HEAD: &str = "\
# Benchmarks

Tabiya and seven other libraries, by turns, in one run of `cargo xtask bench-compare`, which writes this
page. A ratio is a library's time divided by ours: above 1, Tabiya is faster. A dash means that the
library has no call for it, \"wrong\" that its counts differ from those of most libraries, and by how
many. `docs/benchmarking.md` describes the method.

- `stream_list`, `stream_count`, `stream_step`, ns/position: 300,000 distinct positions, each seen
  once in a round, so that branches are predicted as in an engine: the legal moves listed; their
  number; the moves listed, each made with a hash key, and the checkers on the new board. The level
  is what Tabiya may use of the CPU; other libraries run as they were compiled.
- `search_step`, ns a move: the legal moves of a position listed, each made with a hash key,
  and the checkers on the new board.
- `bulk_perft` and `perft_no_bulk`, million leaves a second: six standard positions, moves
  counted at the last ply, or every leaf made one ply shallower.
- `simd_perft`, `simd_perft_avx2`, `simd_perft_portable`: the same positions as
  `bulk_perft`, each library by its own perft, ours by its fastest back end or the one named.
- `legal_list` and `legal_count`, ns a position: the legal moves, or their number.
- `make_with_key` and `make_without_key`, ns a move: a legal move made, on a copy or taken
  back, as the library advises; boards that always have a key keep it in both.
- `is_legal`, ns a move: half of the moves are legal, half are drawn from all squares.
- `fen_parse`, ns: a FEN read into the board that users get, checked as far as each does.
- `clean_build`, s: the first release build of a small program, with default flags.

The other rows repeat the positions of `benches/data` that follow the rules of standard chess, since
not every library knows Chess960. The head of each library's module in `benches/src/compare` says
how it is used.
";

/// Writes the section of this run and its chart; the other section is unchanged.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written.
pub(super) fn write(rows: &[RowResult], conditions: &Conditions) -> Result<()> {
    let benches = crate::folder();
    let chart = benches.join(format!("chart-{}.svg", conditions.target));
    fs::write(&chart, chart::svg(rows)?).with_context(|| format!("{}", chart.display()))?;
    let page = benches.join("../BENCHMARKS.md");
    let old = if page.exists() { fs::read_to_string(&page)? } else { String::new() };
    let new = merged(&old, conditions.target, &section(rows, conditions));
    fs::write(&page, new).with_context(|| format!("{}", page.display()))
}

/// Returns the page with the target's section replaced; `section` has no heading.
fn merged(old: &str, target: &str, section: &str) -> String {
    let mut text = HEAD.to_owned();
    for (of, heading) in SECTIONS {
        let kept = old.split_once(heading).map(|(_, rest)| rest);
        let kept = kept.map(|rest| rest.split("\n## ").next().unwrap_or(rest).trim());
        let body = if of == target { Some(section.trim()) } else { kept };
        if let Some(body) = body {
            text += &format!("\n{heading}\n{body}\n");
        }
    }
    text
}

/// Returns the section: the verdict, the chart and the table.
fn section(rows: &[RowResult], conditions: &Conditions) -> String {
    let mut text = format!("{}.\n\n**{}**\n\n", conditions.summary(), verdict(rows));
    let target = conditions.target;
    text += &format!(
        "![The speed of each divided by Tabiya's](benches/chart-{target}.svg)\n\n| row | unit |"
    );
    for competitor in Competitor::ALL {
        text += &format!(" {} {} |", competitor.name(), version(competitor.name()));
    }
    text += " ratio to cozy-chess | best library | ratio to it |\n|---|---|";
    text += &"---:|".repeat(Competitor::ALL.len() + 1);
    text += "---|---:|\n";
    for row in rows {
        text += &format!("| `{}` | {} |", row.label(), row.unit.symbol());
        for &entry in &row.overall.entries {
            text += &format!(" {} |", cell(entry));
        }
        text += &format!(" {} |", ratio_to_cozy(row).map_or("–".to_owned(), format_ratio));
        let best = row.fastest_other();
        text += &format!(" {} |", best.map_or("–", |(library, _)| library.name()));
        text += &format!(" {} |\n", best.map_or("–".to_owned(), |(_, ratio)| format_ratio(ratio)));
    }
    text
}

fn cell(entry: Entry) -> String {
    match entry {
        Entry::Absent => "–".to_owned(),
        Entry::Wrong(difference) => format!("wrong {difference:+}"),
        Entry::Timed(figure) if figure.value < 100.0 => format!("{:.1}", figure.value),
        Entry::Timed(figure) => format!("{:.0}", figure.value),
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD, merged, section};
    use crate::compare::conditions::Conditions;
    use crate::compare::levels::Level;
    use crate::compare::report::tests::{row, stream};

    #[test]
    fn a_run_replaces_its_own_section_alone() {
        let first = merged("", "native", "one\n");
        assert_eq!(first, format!("{HEAD}\n## Native: built for this processor\n\none\n"));
        let second = merged(&first, "default", "two\n\n### three");
        let third = merged(&second, "native", "four");
        let default = "## Default: a plain `cargo build --release`\n\ntwo\n\n### three\n";
        assert_eq!(
            third,
            format!("{HEAD}\n{default}\n## Native: built for this processor\n\nfour\n")
        );
        assert_eq!(merged(&third, "native", "four"), third);
    }

    #[test]
    fn the_table_says_who_is_best() {
        let conditions = Conditions {
            target: "default",
            machine: "A machine".to_owned(),
            compiler: "a compiler".to_owned(),
            date: "2026-01-02".to_owned(),
            rounds: 7,
        };
        let text = section(&[row("search_step", 2.0)], &conditions);
        let first = "A machine, a compiler, 2026-01-02; medians of 7 rounds of perft, up to \
                     60 of builds and 70 of other rows; minima of 7 rounds of unseen positions.";
        assert_eq!(text.lines().next(), Some(first));
        let last = "| `search_step` | ns | 41.0 | 82.0 | – | – | – | – | – | – \
                    | 2.00 | cozy-chess | 2.00 |";
        assert_eq!(text.lines().last(), Some(last));
        let text = section(&[stream(Level::Portable, 170)], &conditions);
        let last = "| `stream_list portable` | ns | 41.0 | 43.5 | – | – | wrong -170 | – | – | – \
                    | 1.06 | cozy-chess | 1.06 |";
        assert_eq!(text.lines().last(), Some(last));
    }
}
