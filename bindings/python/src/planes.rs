//! Plane layouts: positions as bitboards, and the expansion of bitboards to bytes and floats.
//!
//! `docs/layouts.md` describes the layouts.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::{Bitboard, Color, PieceType, Position};

/// The number of positions that a layout with a history holds.
pub const HISTORY: usize = 8;

/// A plane layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The 112 Leela Chess Zero planes.
    Lc0,
    /// The 119 AlphaZero planes, in Pgx order.
    Az,
    /// 18 planes without a point of view.
    Simple,
}

/// A plane that holds a number, with the factor that scales it as a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar {
    /// The plane's index.
    pub plane: usize,
    /// The factor for the value as a float.
    pub scale: f32,
}

impl Layout {
    /// Parses a layout name.
    pub fn parse(name: &str) -> PyResult<Self> {
        match name {
            "lc0" => Ok(Self::Lc0),
            "az" => Ok(Self::Az),
            "simple" => Ok(Self::Simple),
            _ => {
                Err(PyValueError::new_err(format!("layout: {name:?}; expected lc0, az or simple")))
            }
        }
    }

    /// Returns the number of planes.
    pub const fn size(self) -> usize {
        match self {
            Self::Lc0 => HISTORY * 13 + 8,
            Self::Az => HISTORY * 14 + 7,
            Self::Simple => 18,
        }
    }

    /// Returns the planes that hold a number.
    pub const fn scalars(self) -> &'static [Scalar] {
        match self {
            Self::Lc0 => &[Scalar { plane: 109, scale: 1.0 }],
            Self::Az => {
                &[Scalar { plane: 113, scale: 1.0 / 512.0 }, Scalar { plane: 118, scale: 0.01 }]
            }
            Self::Simple => &[],
        }
    }

    /// Returns the plane names.
    pub fn names(self) -> Vec<String> {
        let types = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let pieces = |players: [&str; 2]| -> Vec<String> {
            players.iter().flat_map(|player| types.map(|name| format!("{player} {name}"))).collect()
        };
        let history = |rest: &[&str]| -> Vec<String> {
            let mut planes = pieces(["own", "opposing"]);
            planes.extend(rest.iter().map(|&name| name.to_owned()));
            let names = |ply| planes.iter().map(move |name| format!("{name}, {ply} plies ago"));
            (0..HISTORY).flat_map(names).collect()
        };
        let castling = ["own queenside castling", "own kingside castling"];
        let theirs = ["opposing queenside castling", "opposing kingside castling"];
        let (mut names, rest): (_, Vec<&str>) = match self {
            Self::Lc0 => {
                let rest = ["black to move", "halfmove count", "zeros", "ones"];
                (history(&["repeated"]), [&castling[..], &theirs, &rest].concat())
            }
            Self::Az => {
                let first = ["black to move", "ply count"];
                let names = history(&["not repeated", "repeated"]);
                (names, [&first[..], &castling, &theirs, &["halfmove count"]].concat())
            }
            Self::Simple => {
                let mut rest = vec!["white to move", "white kingside castling"];
                rest.extend(["white queenside castling", "black kingside castling"]);
                rest.extend(["black queenside castling", "en passant"]);
                (pieces(["white", "black"]), rest)
            }
        };
        names.extend(rest.into_iter().map(str::to_owned));
        names
    }
}

/// A game up to a position, whose planes are written.
pub struct GameSoFar<'a> {
    /// The positions from the start to that position.
    pub positions: &'a [Position],
    /// The game's repetitions; `None` for a position without a game.
    pub repetitions: Option<&'a Repetitions>,
    /// The start's index among the repetitions.
    pub start: usize,
    /// The number of positions in the planes, at most [`HISTORY`].
    pub history: usize,
    /// `true` if the start position fills the history before the game.
    pub is_padded: bool,
}

/// Values for each position of one or several games.
#[derive(Default)]
pub struct Repetitions {
    /// The keys by the repetition rule.
    pub keys: Vec<u64>,
    /// Keys that include every en passant square.
    pub exact_keys: Vec<u64>,
    /// Marks for the positions whose exact key occurs earlier in their game.
    pub occurred_before: Vec<bool>,
}

impl GameSoFar<'_> {
    /// Returns the position that the planes show.
    fn last(&self) -> &Position {
        self.positions.last().unwrap_or(&Position::START)
    }

    /// Returns the index of the position some plies ago, or `None` before the game.
    fn before(&self, plies: usize) -> Option<usize> {
        if plies >= self.history {
            return None;
        }
        let index = self.positions.len().checked_sub(1 + plies);
        index.or_else(|| self.is_padded.then_some(0))
    }

    /// Tests whether a position occurred earlier in its game.
    fn is_repetition(&self, index: usize) -> bool {
        let Some(repetitions) = self.repetitions else { return false };
        let keys = &repetitions.keys[self.start..=self.start + index];
        tabiya::History::new(keys).is_repetition(self.positions[index].halfmove_clock())
    }

    /// Tests whether a position occurs more than once in its game.
    fn is_repeated(&self, index: usize) -> bool {
        let Some(repetitions) = self.repetitions else { return false };
        let keys = &repetitions.exact_keys[self.start..self.start + self.positions.len()];
        repetitions.occurred_before[self.start + index] || keys[index + 1..].contains(&keys[index])
    }
}

/// A column's games.
pub struct Games {
    /// The first row of each row's game.
    pub starts: Vec<usize>,
    pub repetitions: Repetitions,
}

/// Returns a position key that includes every en passant square.
pub fn exact_key(position: &Position) -> u64 {
    let en_passant = position.ep_square().map_or(0, |square| square as u64 + 1);
    position.computed_key() ^ en_passant.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Writes planes as bitboards, and the planes that hold a number as that number.
#[inline]
pub fn write_bits(layout: Layout, game: &GameSoFar<'_>, out: &mut [u64]) {
    match layout {
        Layout::Lc0 => write_lc0(game, out),
        Layout::Az => write_az(game, out),
        Layout::Simple => write_simple(game.last(), out),
    }
}

/// Returns a plane of ones or zeros.
const fn filled(is_set: bool) -> u64 {
    if is_set { !0 } else { 0 }
}

/// Writes both players' pieces by type, the own ones first, seen from a side.
#[inline]
fn write_pieces(position: &Position, us: Color, flip: impl Fn(u64) -> u64, out: &mut [u64]) {
    let players = [us, !us].map(|player| position.colors(player).0);
    for (index, piece_type) in PieceType::ALL.into_iter().enumerate() {
        let pieces = position.pieces(piece_type).0;
        for (player, offset) in players.into_iter().zip([0, PieceType::COUNT]) {
            out[offset + index] = flip(pieces & player);
        }
    }
}

/// Returns the planes for a player's castling rights: queenside, then kingside.
///
/// A right belongs to a rook on the back rank, and its side is the rook's side as seen from the king.
#[inline]
fn rights(position: &Position, player: Color) -> [u64; 2] {
    let rooks = (position.castling_rooks() & position.colors(player)).0;
    let below_king = (1 << position.king(player) as u8) - 1;
    [filled(rooks & below_king != 0), filled(rooks & !below_king != 0)]
}

/// Writes both players' castling rights, own ones first, queenside first.
#[inline]
fn write_rights(position: &Position, us: Color, out: &mut [u64]) {
    out[..2].copy_from_slice(&rights(position, us));
    out[2..4].copy_from_slice(&rights(position, !us));
}

fn write_lc0(game: &GameSoFar<'_>, out: &mut [u64]) {
    let position = game.last();
    let us = position.side_to_move();
    let flip = |set: u64| if us.is_white() { set } else { set.swap_bytes() };
    for (plies, planes) in out[..HISTORY * 13].chunks_exact_mut(13).enumerate() {
        match game.before(plies) {
            None => planes.fill(0),
            Some(index) => {
                write_pieces(&game.positions[index], us, flip, planes);
                planes[12] = filled(game.is_repetition(index));
            }
        }
    }
    let rest = &mut out[HISTORY * 13..];
    write_rights(position, us, &mut rest[..4]);
    rest[4] = filled(!us.is_white());
    rest[5] = position.halfmove_clock().into();
    rest[6] = 0;
    rest[7] = !0;
}

fn write_az(game: &GameSoFar<'_>, out: &mut [u64]) {
    let position = game.last();
    let us = position.side_to_move();
    // A plane's first row is the last rank, as the side to move sees it.
    let flip = |set: u64| if us.is_white() { set.swap_bytes() } else { set };
    for (plies, planes) in out[..HISTORY * 14].chunks_exact_mut(14).enumerate() {
        let before = game.before(plies);
        match before {
            None => planes.fill(0),
            Some(index) => write_pieces(&game.positions[index], us, flip, planes),
        }
        let is_repeated = before.is_some_and(|index| game.is_repeated(index));
        planes[12] = filled(!is_repeated);
        planes[13] = filled(is_repeated);
    }
    let rest = &mut out[HISTORY * 14..];
    let is_black = !us.is_white();
    rest[0] = filled(is_black);
    rest[1] = 2 * (u64::from(position.fullmove_number()) - 1) + u64::from(is_black);
    write_rights(position, us, &mut rest[2..6]);
    rest[6] = position.halfmove_clock().into();
}

/// Writes the planes in the layout without a history.
#[inline]
pub fn write_simple(position: &Position, out: &mut [u64]) {
    write_pieces(position, Color::White, |set| set, &mut out[..12]);
    out[12] = filled(position.side_to_move().is_white());
    for (player, planes) in Color::ALL.into_iter().zip(out[13..17].chunks_exact_mut(2)) {
        let [queenside, kingside] = rights(position, player);
        planes.copy_from_slice(&[kingside, queenside]);
    }
    out[17] = position.ep_square().map_or(Bitboard::EMPTY, Into::into).0;
}

/// The eight bits of each byte as bytes, lowest bit first.
static BYTES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Expands plane bits to bytes. Numbers above 255 become 255.
pub fn expand_bytes(layout: Layout, planes: &[u64], out: &mut [u8]) {
    for (&plane, cells) in planes.iter().zip(out.as_chunks_mut::<64>().0) {
        for (byte, cells) in plane.to_le_bytes().into_iter().zip(cells.as_chunks_mut::<8>().0) {
            *cells = BYTES[usize::from(byte)];
        }
    }
    for scalar in layout.scalars() {
        let value = u8::try_from(planes[scalar.plane]).unwrap_or(u8::MAX);
        out[64 * scalar.plane..][..64].fill(value);
    }
}

/// Expands plane bits to floats, and scales the numbers.
pub fn expand_floats(layout: Layout, planes: &[u64], out: &mut [f32]) {
    for (&plane, cells) in planes.iter().zip(out.as_chunks_mut::<64>().0) {
        for (byte, cells) in plane.to_le_bytes().into_iter().zip(cells.as_chunks_mut::<8>().0) {
            *cells = BYTES[usize::from(byte)].map(f32::from);
        }
    }
    for scalar in layout.scalars() {
        let value = planes[scalar.plane] as f32 * scalar.scale;
        out[64 * scalar.plane..][..64].fill(value);
    }
}
