//! Game files with damage, signals at random moments, outputs that do not fit, and two runs with one output.

use std::io::{self, Write};
use std::ops::Range;

use tabiya_suites::random::SplitMix;
use zstd::stream::write::Encoder;

use crate::mutation::choose;
use crate::scenario::{Damage, Input, InputFile, Run, Scenario, Signal, Step};

/// Movetexts from games without an error.
const MOVETEXTS: [&str; 4] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
    "1. d4 {[%clk 0:03:00]} d5 {[%eval 0.17]} 2. c4 (2. Bf4 Nf6) e6 1/2-1/2",
    "1. f3 e5 2. g4 Qh4# 0-1",
    "1. e4 $1 c5; a comment to the end of the line\n2. Nf3 1-0",
];

/// Command lines that read games and print the result.
const PRINTING_LINES: [&str; 5] = [
    "check FILE",
    "stats --json FILE",
    "check --json --threads 2 FILE",
    "openings FILE",
    "search --pattern */*/*/*/*/*/*/????K* FILE",
];

/// Command lines that read games and write `new.pgn`, perhaps compressed, or other new files.
const WRITING_LINES: [&str; 8] = [
    "filter White>=G2 FILE -o new.pgn",
    "filter Result=* FILE -o new.pgn.gz",
    "dedupe FILE -o new.pgn.zst",
    "fix FILE -o new.pgn",
    "convert --to uci FILE -o new.txt",
    "convert --to csv FILE -o new.csv.gz",
    "split --games 7 FILE --dir parts",
    "index --moves FILE",
];

pub fn scenario(random: &mut SplitMix) -> Scenario {
    match random.below(6) {
        0 | 1 => damaged_frames(random),
        2 => damaged_output(random),
        3 => interrupted(random),
        4 => full_disk(random),
        _ => two_writers(random),
    }
}

/// Creates a run of `tabiya games` that reads a file.
fn games(line: &str, file: &str) -> Run {
    Run::tabiya(&format!("games {}", line.replace("FILE", file)))
}

/// Returns a game for each number.
fn pgn(random: &mut SplitMix, numbers: Range<usize>) -> String {
    let game = |number| {
        let movetext = choose(random, &MOVETEXTS);
        let round = number % 5;
        format!("[White \"G{number}\"]\n[Round \"{round}\"]\n\n{movetext}\n\n")
    };
    numbers.map(game).collect()
}

/// Games in frames, with a damaged byte or without the end.
fn damaged_frames(random: &mut SplitMix) -> Scenario {
    let mut bytes = Vec::new();
    let mut frames = Vec::new();
    let has_checksum = random.below(2) == 0;
    let mut games_before = 0;
    for _ in 0..1 + random.below(6) {
        let games_after = games_before + 1 + random.below(40);
        let text = pgn(random, games_before..games_after);
        let start = bytes.len();
        // Memory takes every byte.
        let _ = append_frame(&mut bytes, text.as_bytes(), has_checksum);
        frames.push((start..bytes.len(), games_after - games_before));
        games_before = games_after;
    }
    let place = random.below(bytes.len());
    let is_truncated = random.below(3) == 0;
    let damage = if is_truncated {
        Damage::Truncate { length: place }
    } else {
        Damage::Flip { bit: 8 * place + random.below(8) }
    };
    damage.apply(&mut bytes);
    let is_intact =
        |frame: &Range<usize>| frame.end <= place || place < frame.start && !is_truncated;
    let intact_frames = frames.iter().filter(|(range, _)| is_intact(range));
    let intact_games: usize = intact_frames.map(|(_, games)| games).sum();
    let file = "games.pgn.zst";
    let stats = games("stats FILE", file).finding_games(intact_games as u64);
    let mut steps = vec![Step::Run(stats)];
    for _ in 0..1 + random.below(3) {
        let lines = [choose(random, &PRINTING_LINES), choose(random, &WRITING_LINES)];
        steps.push(Step::Run(games(choose(random, &lines), file)));
    }
    Scenario { files: vec![InputFile::new(file, bytes)], steps, ..Scenario::default() }
}

/// Appends a Zstandard frame with a text.
fn append_frame(bytes: &mut Vec<u8>, text: &[u8], has_checksum: bool) -> io::Result<()> {
    let mut encoder = Encoder::new(bytes, 3)?;
    encoder.include_checksum(has_checksum)?;
    encoder.write_all(text)?;
    encoder.finish().map(drop)
}

/// Games that a run compressed, or copied, before the damage.
fn damaged_output(random: &mut SplitMix) -> Scenario {
    let file = choose(random, &["copy.pgn", "copy.pgn.gz", "copy.pgn.zst"]);
    let games_before = 1 + random.below(200);
    let text = pgn(random, 0..games_before);
    let copy = games(&format!("filter White>=G0 FILE -o {file}"), "games.pgn").ending_with(&[0]);
    let damage = match random.below(3) {
        0 => Damage::Truncate { length: random.next() as u32 as usize },
        _ => Damage::Flip { bit: random.next() as u32 as usize },
    };
    let mut steps = vec![
        Step::Run(copy),
        Step::Run(games("stats FILE", file).finding_games(games_before as u64).ending_with(&[0])),
        Step::Damage { file: file.to_owned(), damage },
    ];
    for _ in 0..1 + random.below(3) {
        let lines = [choose(random, &PRINTING_LINES), choose(random, &WRITING_LINES)];
        steps.push(Step::Run(games(choose(random, &lines), file)));
    }
    Scenario { files: vec![InputFile::new("games.pgn", text)], steps, ..Scenario::default() }
}

/// Games without an end, until a signal. The output then holds whole games.
fn interrupted(random: &mut SplitMix) -> Scenario {
    let output = choose(random, &["new.pgn", "new.pgn.gz", "new.pgn.zst"]);
    let command = choose(random, &["filter Round>=0", "fix", "dedupe"]);
    let signal = choose(random, &Signal::ALL);
    let input = Input::Endless(pgn(random, 0..100).into_bytes());
    let run = Run::tabiya(&format!("games {command} - -o {output}")).with_input(input);
    let run = run.with_signal(signal, random.below(500));
    // The file is missing after a signal before the start, and after SIGKILL.
    let check = games("check FILE", output).ending_with(&[0, 2]);
    Scenario { steps: vec![Step::Run(run), Step::Run(check)], ..Scenario::default() }
}

/// Outputs on a disk that is too small for some of them.
fn full_disk(random: &mut SplitMix) -> Scenario {
    let games_before = 1 + random.below(200);
    let file = InputFile::new("games.pgn", pgn(random, 0..games_before));
    let size = file.bytes.len().div_ceil(1024) + 4;
    let disk = u32::try_from(size + random.below(64)).ok();
    let write = |_| Step::Run(games(choose(random, &WRITING_LINES), "games.pgn"));
    let steps = (0..3).map(write).collect();
    Scenario { files: vec![file], steps, disk }
}

/// Two runs that write the same file at once, one or both of which are refused.
fn two_writers(random: &mut SplitMix) -> Scenario {
    let games_before = 1 + random.below(200);
    let file = InputFile::new("games.pgn", pgn(random, 0..games_before));
    let run = games("filter White>=G0 FILE -o new.pgn", "games.pgn");
    let stats = games("stats FILE", "new.pgn").finding_games(games_before as u64);
    let steps = vec![Step::Together(vec![run.clone(), run]), Step::Run(stats.ending_with(&[0]))];
    Scenario { files: vec![file], steps, ..Scenario::default() }
}
