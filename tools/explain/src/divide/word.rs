//! A word's meaning beside moves and numbers.

/// A word's meaning beside moves and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A move's label.
    Move,
    /// A label for a count or for a total.
    Count,
    /// `perft`, after which a depth may follow.
    Perft,
    /// A word between a label and its number, such as `searched`.
    Filler,
    /// A unit for a number that is not a count.
    Unit,
    /// A name for a value that is not a count.
    Name,
    /// A word that looks like a move, but is none.
    MoveLike,
    /// A value that is no number.
    Value,
    /// Any other word.
    Other,
}

/// The words with a meaning, in lower case.
const WORDS: [(Word, &str); 6] = [
    (Word::Move, "move moves mv root rootmove divide uci san lan from to from_uci"),
    (
        Word::Count,
        "nodes node leaves leafs leaf count counts total totals sum n \
        node_count nodecount leaf_count leaf_nodes num_nodes total_nodes",
    ),
    (Word::Perft, "perft"),
    (Word::Value, "true false null ok"),
    (Word::Filler, "searched visited counted is number of in are for has gives /"),
    (Word::Unit, "s sec secs second seconds ms msec us µs ns min kn/s mn/s n/s nodes/s nodes/sec"),
];

/// Names for values that are not counts, in lower case.
const NAMES: &str = "time elapsed duration speed nps knps mnps depth ply plies hash id idx index no nr \
    share percent captures capture cap caps ep enpassant en_passant castles castle castling castlings \
    promotions promotion promos checks check discovered double checkmates checkmate mates mate \
    stalemates positions piece";

impl Word {
    pub fn new(text: &str) -> Self {
        let is_one_of = |list: &str| list.split(' ').any(|word| word.eq_ignore_ascii_case(text));
        match WORDS.iter().find(|(_, list)| is_one_of(list)) {
            Some((word, _)) => *word,
            None if is_one_of(NAMES) => Self::Name,
            None if is_like_move(text) => Self::MoveLike,
            None => Self::Other,
        }
    }

    /// Returns what the word means in quotes, as a JSON key.
    pub const fn quoted(self) -> Self {
        match self {
            Self::Other | Self::Filler | Self::Unit => Self::Name,
            _ => self,
        }
    }
}

/// Tests whether a text has the form of a move whose squares or pieces do not exist: `e2e9` or
/// `Nf9`.
fn is_like_move(text: &str) -> bool {
    let mut plain = text.bytes().filter(|byte| !matches!(byte, b'-' | b'x' | b'/'));
    let first = [0; 4].map(|_: u8| plain.next().unwrap_or_default());
    let is_pair = |letter: u8, digit: u8| letter.is_ascii_alphabetic() && digit.is_ascii_digit();
    match first {
        [file, rank, to_file, to_rank] if is_pair(file, rank) && is_pair(to_file, to_rank) => {
            plain.count() <= 2
        }
        [b'K' | b'Q' | b'R' | b'B' | b'N', b'a'..=b'h', rank, 0] => rank.is_ascii_digit(),
        [b'K' | b'Q' | b'R' | b'B' | b'N', _, b'a'..=b'h', rank] => rank.is_ascii_digit(),
        [b'a'..=b'h', b'0' | b'9', 0, 0] => true,
        _ => false,
    }
}
