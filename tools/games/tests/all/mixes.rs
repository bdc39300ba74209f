//! Mixes with games and cases: what a reader finds in the whole is the sum of what was put in, kind
//! by kind, so that no white space or comment swallows a move.

use std::fs;
use std::ops::{AddAssign, ControlFlow};
use std::path::Path;

use fastrand::Rng;
use tabiya::pgn::{self, Event, RawGame, Termination};
use tabiya::uci::UciMove;
use tabiya::{Position, san};
use tabiya_games::findings::{FindingCounts, FindingKind, GameContents};
use tabiya_games::{ReadOptions, fold, read_stream};

/// The numbers of elements in games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    games: u64,
    tags: u64,
    /// The moves, also those in variations.
    moves: u64,
    comments: u64,
    glyphs: u64,
    /// The games by result, in the order that [`RESULTS`] has.
    results: [u64; RESULTS.len()],
    findings: FindingCounts,
}

const RESULTS: [Termination; 5] = [
    Termination::WhiteWins,
    Termination::BlackWins,
    Termination::Draw,
    Termination::BothLose,
    Termination::Unfinished,
];

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.tags += other.tags;
        self.moves += other.moves;
        self.comments += other.comments;
        self.glyphs += other.glyphs;
        for (sum, count) in self.results.iter_mut().zip(other.results) {
            *sum += count;
        }
        self.findings += other.findings;
    }
}

impl Counts {
    /// Adds a game as the library reads it.
    fn add_game(&mut self, game: &RawGame<'_>) {
        self.games += 1;
        self.tags += game.tags().count() as u64;
        for event in game.reader().into_iter().flatten().flatten() {
            match event {
                Event::Move(..) | Event::NullMove(_) => self.moves += 1,
                Event::Comment(_) => self.comments += 1,
                Event::Nag(_) => self.glyphs += 1,
                _ => {}
            }
        }
        self.add_result(game.result());
        self.findings.add_game(&GameContents::read(game).findings);
    }

    fn add_result(&mut self, result: Termination) {
        let index = RESULTS.iter().position(|other| *other == result).expect("a result");
        self.results[index] += 1;
    }

    fn add_finding(&mut self, kind: FindingKind) {
        self.findings.kinds[kind as usize] += 1;
    }
}

const SPACES: [&str; 12] = [
    " ", "\n", "\r\n", "\t", "  ", "\u{A0}", "\u{2009}", "\u{202F}", "\u{3000}", "\u{200B}",
    "\u{FEFF}", "\u{AD} ",
];
const GLYPHS: [&str; 9] = ["!", "?!", " $5", " $146", "⩲", " ±", "‼", " =", "ø"];
const COMMENTS: [&str; 8] = [
    "{ good }",
    "{[%clk 0:01:00]}",
    "{a (b [c \"d\"] 1. e4}",
    "{ 1-0\n}",
    "{}",
    "{ \u{2013} é \u{A0}}",
    "; to the end (1. e4\n",
    "{\n[Event \"x\"]\n[White \"y\"]\n}",
];
const MARKERS: [(&str, Termination); 12] = [
    ("1-0", Termination::WhiteWins),
    ("1–0", Termination::WhiteWins),
    ("1:0", Termination::WhiteWins),
    ("1 - 0", Termination::WhiteWins),
    ("0-1", Termination::BlackWins),
    ("0–1", Termination::BlackWins),
    ("1/2-1/2", Termination::Draw),
    ("½-½", Termination::Draw),
    ("½", Termination::Draw),
    ("1/2", Termination::Draw),
    ("0.5-0.5", Termination::Draw),
    ("*", Termination::Unfinished),
];

/// A game writer that counts what it writes.
struct Writer<'a> {
    rng: &'a mut Rng,
    text: String,
    counts: Counts,
    position: Position,
    ply: usize,
}

impl Writer<'_> {
    fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.rng.usize(..values.len())]
    }

    fn is_chosen(&mut self, one_of: usize) -> bool {
        self.rng.usize(..one_of) == 0
    }

    fn write_space(&mut self) {
        let space = self.choose(&SPACES);
        self.text += space;
    }

    fn write_tags(&mut self) {
        for name in ["Event", "White", "Black", "Round", "ECO"] {
            if name != "Event" && name != "White" && self.is_chosen(3) {
                continue;
            }
            let value = self.choose(&["?", "a \\\"b\\\"", "é", "", "x { y ( 1. e4"]);
            self.text += &format!("[{name} \"{value}\"]\n");
            self.counts.tags += 1;
        }
        if self.is_chosen(20) {
            self.text += "[White \"twice\"]\n";
            self.counts.tags += 1;
            self.counts.add_finding(FindingKind::Tag);
        }
        self.text += "\n";
    }

    /// Writes a random move with its number, and returns `false` at the end of the game.
    fn write_move(&mut self) -> bool {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return false;
        }
        let number = self.ply / 2 + 1;
        match self.rng.usize(..5) {
            0 => {}
            1 => self.text += &format!("{number}."),
            2 => {
                self.text += &format!("{number}.");
                self.write_space();
            }
            _ if self.ply.is_multiple_of(2) => self.text += &format!("{number}. "),
            _ => self.text += &format!("{number}... "),
        }
        let mv = moves[self.rng.usize(..moves.len())];
        let san = san::display(&self.position, mv).to_string();
        let move_text = if self.is_chosen(8) { UciMove::from(mv).to_string() } else { san };
        self.text += &move_text;
        self.counts.moves += 1;
        self.write_notes();
        self.write_variation(moves[0]);
        self.position.make_move(mv);
        self.ply += 1;
        true
    }

    fn write_notes(&mut self) {
        if self.is_chosen(6) {
            let glyph = self.choose(&GLYPHS);
            self.text += glyph;
            self.counts.glyphs += 1;
        }
        self.write_space();
        if self.is_chosen(7) {
            let comment = self.choose(&COMMENTS);
            self.text += comment;
            self.counts.comments += 1;
            self.write_space();
        }
        if self.is_chosen(40) {
            self.text += "~ ";
            self.counts.add_finding(FindingKind::Text);
        }
    }

    /// Writes a one-move variation that replaces the last move.
    fn write_variation(&mut self, mv: tabiya::Move) {
        if !self.is_chosen(12) {
            return;
        }
        self.text += &format!("({}", san::display(&self.position, mv));
        self.counts.moves += 1;
        self.write_notes();
        if self.is_chosen(4) {
            // The rest of the variation belongs to the finding.
            self.text += "Ka9 e4 e5";
            self.counts.add_finding(FindingKind::Move);
        }
        self.text += ")";
        self.write_space();
    }

    fn write_end(&mut self) {
        let (mut marker, mut result) = self.choose(&MARKERS);
        if self.position.is_checkmate() {
            let is_white = !self.position.side_to_move().is_white();
            (marker, result) = if is_white { MARKERS[0] } else { MARKERS[4] };
        } else if self.position.is_stalemate() {
            (marker, result) = MARKERS[6];
        } else if self.is_chosen(15) {
            self.text += "Ka9 { 1. e4 } e4 ";
            self.counts.add_finding(FindingKind::Move);
            self.counts.findings.games_with_errors += 1;
        }
        self.text += marker;
        self.counts.add_result(result);
        let space = self.choose(&["\n\n", "\r\n\r\n", "\n\n\n"]);
        self.text += space;
    }
}

/// Appends a generated game, and returns what it has.
fn push_game(text: &mut Vec<u8>, rng: &mut Rng) -> Counts {
    let plies = rng.usize(..60);
    let counts = Counts { games: 1, ..Counts::default() };
    let mut writer = Writer { rng, text: String::new(), counts, position: Position::START, ply: 0 };
    writer.write_tags();
    while writer.ply < plies && writer.write_move() {}
    writer.write_end();
    let Writer { text: game, mut counts, .. } = writer;
    counts.findings.games = u64::from(counts.findings.total() > 0);
    text.extend_from_slice(game.as_bytes());
    counts
}

/// Appends a game that ends with a marker from the standard.
fn push_last_game(text: &mut Vec<u8>) -> Counts {
    let game = "[Event \"last\"]\n[White \"?\"]\n\n1. e4 e5 1/2-1/2\n\n";
    text.extend_from_slice(game.as_bytes());
    let mut counts = Counts { games: 1, tags: 2, moves: 2, ..Counts::default() };
    counts.add_result(Termination::Draw);
    counts
}

/// Returns the cases, which `cases` compares with their expected values one by one.
fn cases() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases/pgn");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a case")).collect()
}

/// Returns a text with generated games and cases, and what was put in.
fn mix(seed: u64, len: usize) -> (Vec<u8>, Counts) {
    let mut rng = Rng::with_seed(seed);
    let cases = cases();
    let mut text = Vec::new();
    let mut expected = Counts::default();
    while text.len() < len {
        expected += push_game(&mut text, &mut rng);
        if rng.usize(..10) > 0 {
            continue;
        }
        let case = &cases[rng.usize(..cases.len())];
        // A game without tag pairs begins after a marker from the standard, or where tag pairs
        // could not be.
        expected += push_last_game(&mut text);
        pgn::games(case).for_each(|game| expected.add_game(&game));
        text.extend_from_slice(case);
        text.extend_from_slice(b"\n\n");
    }
    expected += push_game(&mut text, &mut rng);
    (text, expected)
}

fn check_mix(seed: u64, len: usize) {
    let (text, expected) = mix(seed, len);
    let count = fold(Counts::default, |counts: &mut Counts, game| counts.add_game(&game));
    for chunk_len in [4 << 20, 10_007] {
        let options = ReadOptions { chunk_len, ..ReadOptions::default() };
        let mut found = Counts::default();
        read_stream(&text[..], &options, &count, |batch| {
            found += batch.value;
            ControlFlow::Continue(())
        })
        .expect("text");
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn mix_has_what_was_put_in_kind_by_kind() {
    for seed in 0..4 {
        check_mix(seed, 256 << 10);
    }
}

/// Run by night: `cargo test -p tabiya-games --release mixes -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn large_mixes_have_what_was_put_in() {
    for seed in 100..103 {
        check_mix(seed, 24 << 20);
    }
}

#[test]
fn generated_game_has_what_was_put_in() {
    for seed in 0..2000 {
        let mut text = Vec::new();
        let expected = push_game(&mut text, &mut Rng::with_seed(seed));
        let mut found = Counts::default();
        pgn::games(&text).for_each(|game| found.add_game(&game));
        assert_eq!(found, expected, "seed {seed}: {}", String::from_utf8_lossy(&text));
    }
}
