//! `BENCHMARKS.md`, of which a run writes the section of its own target.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::chart;
use super::conditions::{Conditions, version};
use super::measure::{Figure, Measured};
use super::report::{ratio_to_cozy, two, verdict};
use super::rows::Contestant;

/// The targets in the order of their sections, each with its heading.
const SECTIONS: [(&str, &str); 2] = [
    ("default", "## Default: a plain `cargo build --release`\n"),
    ("native", "## Native: built for this processor\n"),
];

const HEAD: &str = "\
# Benchmarks

Tabiya beside six other generators, in turns, in one run of `cargo xtask rivals`, which
writes this page. A ratio is a rival's time by ours: above 1, Tabiya is faster. A dash means
that the library has no call for it. Every turn lies at another depth of the stack, since some
of them are slow, for instance where a list lies across two pages.

- `search_step`, ns a move: the legal moves of a position listed, each made with a hash key,
  and the checkers on the new board.
- `bulk_perft` and `visit_perft`, million leaves a second: six standard positions, moves
  counted at the last ply, or every leaf made one ply shallower.
- `record_perft`, `record_perft_bmi2`, `record_perft_portable`: the same positions as
  `bulk_perft`, ours counted by the fastest back end of `tabiya::perft` or the one named.
- `legal_list` and `legal_count`, ns a position: the legal moves, or their number.
- `make_with_key` and `make_without_key`, ns a move: a legal move made, on a copy or taken
  back, as the library advises; boards that always have a key keep it in both.
- `is_legal`, ns a move: half of the moves are legal, half are drawn from all squares.
- `fen_parse`, ns: a FEN read into the board that users get, checked as far as each does.
- `clean_build`, s: the first release build of a small program, with default flags.

The positions are those of `benches/data` that follow the rules of standard chess, since not
every library knows Chess960. Sums of moves, checkers and leaves agree in every row. How each
library is used stands at the head of its module in `benches/src/rivals`.
";

/// Writes the section of this run and its chart; the other section stays.
///
/// # Errors
///
/// If a file cannot be read or written.
pub(super) fn write(rows: &[Measured], conditions: &Conditions) -> Result<()> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chart = benches.join(format!("chart-{}.svg", conditions.target));
    fs::write(&chart, chart::svg(rows)?).with_context(|| format!("{}", chart.display()))?;
    let page = benches.join("../BENCHMARKS.md");
    let old = if page.exists() { fs::read_to_string(&page)? } else { String::new() };
    let new = merged(&old, conditions.target, &section(rows, conditions));
    fs::write(&page, new).with_context(|| format!("{}", page.display()))
}

/// The page with a section, without its heading, in place of the one for the target.
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

/// The verdict, the chart and the table.
fn section(rows: &[Measured], conditions: &Conditions) -> String {
    let mut text = format!("{}.\n\n**{}**\n\n", conditions.line(), verdict(rows));
    let target = conditions.target;
    text +=
        &format!("![The speed of each by Tabiya's](benches/chart-{target}.svg)\n\n| row | unit |");
    for contestant in Contestant::ALL {
        text += &format!(" {} {} |", contestant.name(), version(contestant.name()));
    }
    text += " ratio to cozy-chess | best rival | ratio to it |\n|---|---|";
    text += &"---:|".repeat(Contestant::ALL.len() + 1);
    text += "---|---:|\n";
    for row in rows {
        text += &format!("| `{}` | {} |", row.overall.name, row.unit.symbol());
        for figure in &row.overall.of {
            text += &format!(" {} |", figure.map_or("–".to_owned(), cell));
        }
        text += &format!(" {} |", ratio_to_cozy(row).map_or("–".to_owned(), two));
        let best = row.best_rival();
        text += &format!(" {} |", best.map_or("–", |(rival, _)| rival.name()));
        text += &format!(" {} |\n", best.map_or("–".to_owned(), |(_, ratio)| two(ratio)));
    }
    text
}

fn cell(figure: Figure) -> String {
    match figure.value {
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD, merged, section};
    use crate::rivals::conditions::Conditions;
    use crate::rivals::report::tests::row;

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
                     60 of builds, 70 of all else.";
        assert_eq!(text.lines().next(), Some(first));
        let last = "| `search_step` | ns | 41.0 | 82.0 | – | – | – | – | – \
                    | 2.00 | cozy-chess | 2.00 |";
        assert_eq!(text.lines().last(), Some(last));
    }
}
