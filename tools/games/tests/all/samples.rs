//! Texts and game files.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use flate2::Compression;
use flate2::write::GzEncoder;
use tabiya::{Position, pgn, san};
use tabiya_games::index::{GameIndex, IndexError, IndexOptions, write_index};
use tabiya_games::{GameFile, GamesError, ReadEnd, ReadOptions, fold};
use tempfile::TempDir;

/// Game parts, with comments that contain what looks like a game start.
const PARTS: [&str; 18] = [
    "[Event \"A\"]\n[White \"B\"]\n\n",
    "[Event \"C\"]\n\n",
    "[White \"no event\"]\n",
    "1. e4 e5 2. Nf3 ",
    "{ comment }",
    "{ comment\n\n[Event \"in a comment\"]\n\n1. d4 * }",
    "; to the end [Event \"x\"]\n",
    "\n%escaped\n[Event \"D\"]\n",
    "(1... c5 2. Nf3 *) ",
    "1-0\n\n",
    "0-1 { after }\n\n",
    "1/2-1/2\r\n\r\n",
    "*\n",
    "* ",
    "%",
    "\n\n",
    "[ \"not a tag\n",
    "\u{FEFF}\n",
];

/// Returns a text of random parts.
pub fn random_text(rng: &mut Rng, parts: usize) -> Vec<u8> {
    (0..parts).map(|_| PARTS[rng.usize(..PARTS.len())]).collect::<String>().into_bytes()
}

/// Returns a text of ordinary games.
pub fn plain_games(count: usize) -> Vec<u8> {
    let game = |number: usize| {
        let moves = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 ", "1. d4 { [%clk 0:01:00] } d5 "][number % 2];
        let moves = moves.repeat(number % 5 + 1);
        format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n{moves}1-0\n\n")
    };
    (0..count).map(game).collect::<String>().into_bytes()
}

/// A game: its offset in the text, and its bytes.
pub type Game = (u64, Vec<u8>);

/// Splits a whole text.
pub fn games_of(text: &[u8]) -> Vec<Game> {
    pgn::games(text).map(|game| (game.range().start as u64, game.bytes().to_vec())).collect()
}

/// Reads all games in a file, up to an error.
pub fn read_games(
    file: &GameFile,
    options: &ReadOptions<'_>,
) -> (Vec<Game>, Result<ReadEnd, GamesError>) {
    let mut games = Vec::new();
    let collect = fold(Vec::new, |games, game| {
        games.push((game.range().start as u64, game.bytes().to_vec()));
    });
    let mut next = 0;
    let end = file.read(options, &collect, |batch| {
        assert_eq!(batch.games, batch.value.len() as u64);
        assert!(batch.start.text_offset >= next, "batches in order");
        next = batch.end().text_offset;
        let start = batch.start.text_offset;
        games.extend(batch.value.into_iter().map(|(offset, bytes)| (start + offset, bytes)));
        ControlFlow::Continue(())
    });
    (games, end)
}

/// A folder with one file after the other.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be created"))
    }

    pub fn write(&self, bytes: &[u8]) -> PathBuf {
        self.write_as("games", bytes)
    }

    pub fn write_as(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        fs::write(&path, bytes).expect("the folder can be written to");
        path
    }

    pub fn open(&self, bytes: &[u8]) -> GameFile {
        GameFile::open(self.write(bytes)).expect("a file of games")
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Compresses a text as one member.
pub fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("a vector can be written to");
    encoder.finish().expect("a vector can be written to")
}

/// Compresses a text as one frame, which declares its length or not.
pub fn zstd_frame(text: &[u8], declares_len: bool) -> Vec<u8> {
    use zstd_safe::{CCtx, CParameter};
    let mut context = CCtx::create();
    for parameter in [CParameter::ContentSizeFlag(declares_len), CParameter::ChecksumFlag(true)] {
        context.set_parameter(parameter).expect("a valid parameter");
    }
    let mut frame = Vec::with_capacity(zstd_safe::compress_bound(text.len()));
    context.compress2(&mut frame, text).expect("the bound is sufficient");
    frame
}

/// Returns a frame with the skippable frame that `pzstd` writes before it.
pub fn with_pzstd_header(frame: &[u8]) -> Vec<u8> {
    let len = u32::try_from(frame.len()).expect("a short frame").to_le_bytes();
    [&b"\x50\x2A\x4D\x18\x04\x00\x00\x00"[..], &len, frame].concat()
}

/// Compresses a text like `pzstd`, with frames of a given length.
pub fn pzstd(text: &[u8], frame_len: usize) -> Vec<u8> {
    text.chunks(frame_len).flat_map(|text| with_pzstd_header(&zstd_frame(text, false))).collect()
}

/// Start positions, some with promotions and captures soon.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "4k3/PPP2ppp/8/8/8/8/ppp2PPP/4K3 w - - 0 1",
    "1r2k3/8/8/3pP3/4P3/8/8/R3K2R w KQ d6 0 1",
];

/// Returns games of random legal moves, and the positions in each.
pub fn random_games(
    rng: &mut Rng,
    count: usize,
    max_plies: usize,
) -> (Vec<u8>, Vec<Vec<Position>>) {
    let mut text = String::new();
    let mut games = Vec::new();
    for _ in 0..count {
        let fen = STARTS[rng.usize(..STARTS.len())];
        let mut position = Position::from_fen(fen).expect("a position");
        let result = ["1-0", "0-1", "1/2-1/2", "*"][rng.usize(..4)];
        let white = rng.u16(0..3000);
        let black = rng.u16(1..3000);
        text += &format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[FEN \"{fen}\"]\n\n");
        let mut positions = vec![position];
        for _ in 0..rng.usize(..max_plies) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.usize(..moves.len())];
            text += &format!("{} ", san::display(&position, mv));
            position.make_move(mv);
            positions.push(position);
        }
        text += &format!("{result}\n\n");
        games.push(positions);
    }
    (text.into_bytes(), games)
}

/// The options for an index with moves and other tags.
pub fn full_options() -> IndexOptions<'static> {
    let mut options = IndexOptions::default();
    options.tags = &["Event", "White", "Black", "Result", "WhiteElo", "BlackElo", "FEN"];
    options.has_moves = true;
    options
}

/// Returns an index's bytes.
pub fn index_bytes(file: &GameFile, options: &IndexOptions<'_>, read: &ReadOptions<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = write_index(file, &mut bytes, options, read, |_| ControlFlow::Continue(()));
    assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}");
    bytes
}

/// Opens an index.
pub fn open_index(folder: &Folder, bytes: &[u8]) -> Result<GameIndex, IndexError> {
    GameIndex::open(folder.write_as("index", bytes))
}

/// Writes and opens an index.
pub fn build(folder: &Folder, file: &GameFile, chunk_len: usize) -> GameIndex {
    let read = ReadOptions { workers: 2, chunk_len, ..ReadOptions::default() };
    let bytes = index_bytes(file, &full_options(), &read);
    open_index(folder, &bytes).expect("an index as it was written")
}
