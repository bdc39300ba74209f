//! Tables, and the page `docs/reference/benchmarks-games.md`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use tabiya_conditions::{compiler, cpu_model, today, version};

use crate::arguments::Arguments;
use crate::memory::Peak;
use crate::rows::{RowName, RowResult};

/// The page, relative to this package.
const PAGE: &str = "../../docs/reference/benchmarks-games.md";

const HEAD: &str = "\
# Benchmarks of games

Reading and writing of PGN, measured in interleaved rounds in one run of `cargo xtask bench-games`, which
writes this page. [benchmarking.md](../benchmarking.md) describes the method.

| row | task |
|---|---|
| `skip` | find the offset and the seven tag pairs of each game, without its moves |
| `tokens` | deliver all tokens of a text; pgn-reader also parses the moves, and also finds the games |
| `game-tokens` | the same, with the games |
| `replay` | read each game and make its moves, each tested for legality |
| `comment-values` | clocks and evaluations of comments as integers; the comments were found before |
| `ply-values` | the same with the reading of the text, and the ply of each value |
| `zst` | `replay` of a file that `pzstd -19` wrote, on two logical CPUs |
| `export` | read a file and write its games in the export format |
| `read-python` | `replay`, by packages of Python; Tabiya without Python |

- MB/s are megabytes of text per second; those of `comment-values` are megabytes of comments. Mplies/s are
  millions of moves per second.
- A ratio is the speed of Tabiya divided by that of the other library. Above 1, Tabiya is faster.
- Games, plies and a checksum of positions, tokens or values are equal in each row, or the run fails. That of
  `export` is the checksum of what was written. Of bulletchess, games and plies are compared.
- Before the measurement, all tag pairs, moves, comments, glyphs and termination markers are compared with
  pgn-reader and shakmaty, one by one.
- The text repeats about 1 MB of games in random order. In the compressed file of Lichess, each copy has other
  clocks and another address. That of TWIC repeats its games, so that it decodes faster than others.
- Packages of Python read 200 games.
- [0018](../decisions/0018-rows-of-games.md) records what was tried for rows below their minimum.

## Reproduce

```console
apt-get install pgn-extract zstd
python3.13 -m venv target/bench-games/venv
target/bench-games/venv/bin/pip install chess bulletchess
cargo xtask bench-games FOLDER
```

- `FOLDER` has the files `lichess_db.pgn` and `twic1599.pgn`: about 1 MB each, of a month of the Lichess
  database and of The Week in Chess.
- Lines of programs that are not installed are left out.
- `--rows`, `--size`, `--zst-size` and `--rounds` change what is measured; with `--rows`, no page is written.
- `cargo xtask bench-games --count FILE` prints the games and plies of a file, as pgn-reader and shakmaty read
  it.
- A compressed file has a frame per 32 MiB of text. Two workers need many frames to end at the same time.
- Work of one thread is timed by the CPU time of the thread, on one logical CPU. `zst` is timed by the wall
  clock, on two. Other programs are timed by the CPU time of their process; packages of Python, without
  the start of Python.

## Results
";

/// Returns a table with the rows.
pub fn table(results: &[RowResult]) -> String {
    let mut text = String::from(
        "| row | games | Tabiya, MB/s | Mplies/s | against | MB/s | Mplies/s | ratio | minimum | goal | result |\n\
         |---|---|---:|---:|---|---:|---:|---:|---:|---:|---|\n",
    );
    results.iter().for_each(|result| text += &lines(result));
    text
}

/// Returns a row's lines: one for each library beside Tabiya.
pub fn lines(result: &RowResult) -> String {
    let [tabiya, others @ ..] = &result.measured[..] else { return String::new() };
    let rates = |rate: f64, plies_per_byte: f64| {
        format!("{} | {}", figure(rate / 1e6), figure(rate * plies_per_byte / 1e6))
    };
    let mut text = String::new();
    for other in others {
        let ratio = tabiya.ratio_to(other);
        let targets = result.row.targets(other.library);
        let (minimum, goal) = targets.map_or((None, None), |(minimum, goal)| (Some(minimum), goal));
        let cell =
            |target: Option<f64>| target.map_or("–".to_owned(), |target| target.to_string());
        let ours = rates(tabiya.rate(), tabiya.plies_per_byte);
        let theirs = rates(other.rate(), other.plies_per_byte);
        let row = result.row.text();
        let corpus = result.corpus;
        let library = other.library;
        text += &format!(
            "| `{row}` | {corpus} | {ours} | {library} | {theirs} | {ratio:.2} | {} | {} | {} |\n",
            cell(minimum),
            cell(goal),
            verdict(ratio, minimum, goal),
        );
    }
    text
}

/// Returns the target that a ratio reaches.
fn verdict(ratio: f64, minimum: Option<f64>, goal: Option<f64>) -> &'static str {
    match (minimum, goal) {
        (_, Some(goal)) if ratio >= goal => "goal",
        (Some(minimum), _) if ratio >= minimum => "minimum",
        (Some(_), _) => "below",
        _ => "–",
    }
}

/// Formats a number with three digits.
fn figure(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Returns the peak memory table.
pub fn memory_table(peaks: &[Peak]) -> String {
    let mut text =
        String::from("| input, replayed by one thread | peak, MiB | end |\n|---|---:|---|\n");
    for Peak { input, kib, end } in peaks {
        text += &format!("| {input} | {} | {end} |\n", kib.div_ceil(1024));
    }
    text
}

/// Writes the page.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write_page(args: &Arguments, results: &[RowResult], peaks: &[Peak]) -> Result<()> {
    let libraries = ["pgn-reader", "shakmaty", "regex", "nom", "zstd"];
    let libraries = libraries.map(|name| format!("{name} {}", version(name))).join(", ");
    let rounds = |row: RowName| row.rounds(args.rounds);
    let mut page = String::from(HEAD);
    writeln!(page, "\n{}, {}, {}.", machine(), compiler(), today())?;
    writeln!(page, "{libraries}.")?;
    writeln!(
        page,
        "Text of {} MB, compressed files of {} MB. Medians of {} rounds;\n`zst` {}, `export` and `read-python` {}.\n",
        args.size,
        args.zst_size,
        args.rounds,
        rounds(RowName::Zst),
        rounds(RowName::Export),
    )?;
    page += &table(results);
    page += "\n## Peak memory\n\nThe run fails at 256 MiB.\n\n";
    page += &memory_table(peaks);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the CPU model and how many logical CPUs there are.
fn machine() -> String {
    let model = cpu_model().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cpus} logical CPUs")
}

#[cfg(test)]
mod tests {
    use super::{figure, verdict};

    #[test]
    fn verdict_names_the_highest_target() {
        let at = |ratio| verdict(ratio, Some(2.0), Some(4.0));
        assert_eq!([at(4.0), at(2.0), at(1.9)], ["goal", "minimum", "below"]);
        assert_eq!(verdict(9.0, Some(2.0), None), "minimum");
        assert_eq!(verdict(9.0, None, None), "–");
    }

    #[test]
    fn figure_has_three_digits() {
        assert_eq!([0.0123, 1.234, 12.34, 1234.0].map(figure), ["0.012", "1.23", "12.3", "1234"]);
    }
}
