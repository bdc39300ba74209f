//! Game texts: the corpora, repeated and shuffled, and generated games.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use tabiya::{Board, san};

/// The corpora: file name without extension, and name in tables.
pub const CORPORA: [(&str, &str); 2] = [("lichess_db", "Lichess"), ("twic1599", "TWIC")];

/// The games in a corpus.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name in tables.
    pub name: &'static str,
    /// The games' texts, each ending with an empty line.
    pub games: Vec<Vec<u8>>,
}

impl Corpus {
    /// Reads a corpus.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no games.
    pub fn read(folder: &Path, (stem, name): (&str, &'static str)) -> Result<Self> {
        let path = folder.join(stem).with_extension("pgn");
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = split(&text);
        ensure!(!games.is_empty(), "{}: no games", path.display());
        Ok(Self { name, games })
    }

    /// Returns all games as one text.
    pub fn text(&self) -> Vec<u8> {
        self.games.concat()
    }

    /// Returns a text with at least `len` bytes: all games in a random order, again and again.
    pub fn bulk(&self, len: usize) -> Vec<u8> {
        let mut rng = Rng::with_seed(1);
        let mut text = Vec::with_capacity(len + (1 << 16));
        while text.len() < len {
            self.for_shuffled(&mut rng, |game, _| {
                if text.len() < len {
                    text.extend_from_slice(game);
                }
            });
        }
        text
    }

    /// Returns a text like [`bulk`](Self::bulk), in which each game copy has other clocks and
    /// another address. Otherwise the text would compress far better than different games do.
    pub fn varied(&self, len: usize) -> Vec<u8> {
        let mut rng = Rng::with_seed(2);
        let mut text = Vec::with_capacity(len + (1 << 16));
        while text.len() < len {
            self.for_shuffled(&mut rng, |game, rng| {
                if text.len() < len {
                    let start = text.len();
                    text.extend_from_slice(game);
                    vary(&mut text[start..], rng);
                }
            });
        }
        text
    }

    fn for_shuffled(&self, rng: &mut Rng, mut add: impl FnMut(&[u8], &mut Rng)) {
        let mut order: Vec<_> = (0..self.games.len()).collect();
        rng.shuffle(&mut order);
        for index in order {
            add(&self.games[index], rng);
        }
    }
}

/// Splits a text before each tag pair `Event` at a line's start.
///
/// This shares no code with the libraries that are compared, and suffices for the corpora.
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let mut games: Vec<Vec<u8>> = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b"[Event ") {
            games.push(Vec::new());
        }
        if let Some(game) = games.last_mut() {
            game.extend_from_slice(line);
        }
    }
    for game in &mut games {
        game.truncate(game.trim_ascii_end().len());
        game.extend_from_slice(b"\n\n");
    }
    games
}

/// Replaces a game's address and the seconds in its clocks.
fn vary(game: &mut [u8], rng: &mut Rng) {
    const SITE: &[u8] = b"https://lichess.org/";
    const CLOCK: &[u8] = b"[%clk ";
    for index in 0..game.len() {
        let rest = &mut game[index..];
        if rest.starts_with(SITE) && rest.len() > SITE.len() + 8 {
            rest[SITE.len()..][..8].fill_with(|| rng.alphanumeric() as u8);
        } else if rest.starts_with(CLOCK) {
            let Some(end) = rest.iter().position(|&byte| byte == b']') else { continue };
            let clock = &mut rest[CLOCK.len()..end];
            if let [.., tens, ones] = clock {
                *tens = b'0' + rng.u8(..6);
                *ones = b'0' + rng.u8(..10);
            }
        }
    }
}

/// Returns random games with tag pairs, clocks, evaluations, glyphs and variations.
///
/// # Errors
/// Returns an error if a move cannot be written, which is a bug.
pub fn generated(games: usize) -> Result<Corpus> {
    let mut rng = Rng::with_seed(3);
    let games = (0..games).map(|_| random_game(&mut rng)).collect::<Result<_>>()?;
    Ok(Corpus { name: "generated", games })
}

fn random_game(rng: &mut Rng) -> Result<Vec<u8>> {
    let mut text = String::new();
    let values =
        ["generated", "https://lichess.org/abcdefgh", "2025.01.01", "-", "A \\\"B\\\"", "C", "*"];
    for (name, value) in
        ["Event", "Site", "Date", "Round", "White", "Black", "Result"].iter().zip(values)
    {
        writeln!(text, "[{name} \"{value}\"]")?;
    }
    text.push('\n');
    let mut board = Board::default();
    for ply in 0..rng.usize(..120) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.usize(..moves.len())];
        let number = ply / 2 + 1;
        let dots = if ply % 2 == 0 { "." } else { "..." };
        write!(text, "{number}{dots} {} ", san::display(&board, mv))?;
        if rng.u8(..4) == 0 {
            write!(text, "${} ", rng.u8(1..20))?;
        }
        let eval = rng.i32(-900..900);
        let clock = rng.u8(10..60);
        match rng.u8(..4) {
            0 => write!(text, "{{ [%eval {:.2}] [%clk 0:01:{clock}] }} ", f64::from(eval) / 100.0)?,
            1 => write!(text, "{{ [%eval #{}] [%clk 1:00:{clock}] }} ", eval / 100)?,
            2 => write!(text, "{{ [%clk 0:00:{clock}] }} ")?,
            _ => {}
        }
        if rng.u8(..8) == 0 {
            let other = moves[rng.usize(..moves.len())];
            write!(text, "({number}{dots} {} {{ or so }}) ", san::display(&board, other))?;
        }
        board.make_move(mv);
    }
    text.push_str("*\n\n");
    Ok(text.into_bytes())
}
