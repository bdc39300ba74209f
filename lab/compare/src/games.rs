//! The games in `benches/data/games.bin`: rated games in game order, two bytes per move.

use anyhow::{Context, Result, ensure};
use tabiya::{Board, san};

/// The games' moves; `benches/data/README.md` names their source and describes the format.
const BYTES: &[u8] = include_bytes!("../../../benches/data/games.bin");

/// Returns each game's moves from the start position, as [`Move::to_bits`](tabiya::Move::to_bits).
///
/// # Errors
///
/// Returns an error if the file ends within a game.
pub fn games() -> Result<Vec<Vec<u16>>> {
    read(BYTES)
}

/// Reads games from their moves in little-endian order, each game followed by 0.
fn read(bytes: &[u8]) -> Result<Vec<Vec<u16>>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let moves: Vec<_> = pairs.iter().copied().map(u16::from_le_bytes).collect();
    ensure!(rest.is_empty() && moves.last().is_none_or(|&bits| bits == 0), "a game has no end");
    let mut games: Vec<_> = moves.split(|&bits| bits == 0).map(<[u16]>::to_vec).collect();
    games.pop(); // after the last end
    Ok(games)
}

/// Returns the bytes that hold games in the file's format.
pub fn to_bytes(games: &[Vec<u16>]) -> Vec<u8> {
    let ended = games.iter().flat_map(|game| game.iter().chain(&[0]));
    ended.flat_map(|bits| bits.to_le_bytes()).collect()
}

/// Reads the games in a PGN file without variations, which start from the standard chess position.
///
/// Tags, comments, move numbers and annotations are skipped. Games without moves are left out.
///
/// # Errors
///
/// Returns an error if a token is not a legal move. The error names the game and the token.
pub fn from_pgn(text: &str) -> Result<Vec<Vec<u16>>> {
    let mut games = Vec::new();
    let mut board = Board::default();
    let mut game = Vec::new();
    for token in tokens(text) {
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&token) {
            games.push(std::mem::take(&mut game));
            board = Board::default();
        } else if !token.starts_with(|first: char| first.is_ascii_digit() || first == '$') {
            let mv = san::parse(&board, token)
                .with_context(|| format!("game {}: {token} on {board}", games.len() + 1))?;
            game.push(mv.to_bits());
            board.make_move(mv);
        }
    }
    ensure!(game.is_empty(), "game {} has no result", games.len() + 1);
    games.retain(|game| !game.is_empty());
    Ok(games)
}

/// Returns the tokens outside tags and comments in braces.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.starts_with('['));
    let outside = lines.flat_map(|line| {
        // A comment in these files ends on its line.
        line.split('{').enumerate().map(|(index, part)| match (index, part.split_once('}')) {
            (0, _) => part,
            (_, Some((_, after))) => after,
            (_, None) => "",
        })
    });
    outside.flat_map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use super::{BYTES, from_pgn, games, read, to_bytes};
    use tabiya::{Board, Replay, TrustedReplay};

    #[test]
    fn games_are_legal_and_round_trip() {
        let games = games().expect("games");
        assert_eq!(to_bytes(&games), BYTES);
        let mut plies = 0;
        let mut checksum = 0_u64;
        for game in &games {
            let board = Replay::new(Board::START, game).finish().expect("a legal game");
            assert_eq!(TrustedReplay::new(Board::START, game).finish(), board);
            plies += game.len();
            checksum = checksum.rotate_left(1) ^ board.key();
        }
        assert_eq!((games.len(), plies, checksum), (433, 28_538, 0x1f88_871e_039a_da6a));
    }

    #[test]
    fn pgn_converts_to_moves_per_game() {
        let pgn = "[Event \"a {b} 1. d4\"]\n\n1. e4 { [%clk 0:05:00] } 1... e5 {x} 2. Ke2 $2 1-0\n\n\
                   [Event \"?\"]\n\n0-1\n\n[Event \"?\"]\n\n1. a4 *\n";
        let games = from_pgn(pgn).expect("legal games");
        assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(read(&to_bytes(&games)).expect("complete games"), games);
        for text in ["1. e5 1-0", "1. e4", "1. e4 (1. d4) 1-0"] {
            assert!(from_pgn(text).is_err(), "{text}");
        }
        for bytes in [&[1][..], &[0, 0, 1], &[1, 1]] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }
}
