//! Comments that programs write when engines play: `{+0.31/20 1.3s}`.

use tabiya_core::Color;

use super::comment::{Eval, parse_hundredths, parse_time};
use super::syntax::parse_number;

/// The search that led to a move, as programs that play matches between engines write it after the move.
///
/// | text | program | score | depth | time |
/// |---|---|---|---|---|
/// | `+0.31/20 1.3s` | cutechess, fastchess | 31 | 20 | 1.3 s |
/// | `-M4/12 0.1s, White mates` | cutechess, fastchess | mated in 2 | 12 | 0.1 s |
/// | `+0.30/21, n=1200345` | the same without a time | 30 | 21 | – |
/// | `-0.10/9 0.250s, tl=4.250s` | fastchess with `timeleft` | -10 | 9 | 0.25 s, 4.25 s left |
/// | `4.9s` | cutechess without a score | – | – | 4.9 s |
/// | `0.00/0 0.5s` | fastchess, if the engine reported nothing | – | – | 0.5 s |
/// | `+0.57 17/28 583 363004` | Fishtest: milliseconds, nodes | 57 | 17 | 0.583 s |
/// | `+0.57/17 0:05` | `XBoard`: seconds, or minutes and seconds | 57 | 17 | 5 s |
/// | `31/20 583ms`, `M2/20 9ms` | c-chess-cli | 31, mate in 2 | 20 | 0.583 s, 0.009 s |
/// | `1.3s +0.31/20` | any, with the time first | 31 | 20 | 1.3 s |
///
/// The score is for the position **before** the move, and positive if the player who moves is
/// better. `M` counts plies, so that `+M3` is a mate in two moves; only c-chess-cli counts moves.
///
/// # Which texts are read
///
/// A comment by a person must not become a score, so the whole text must have one of these forms. A
/// comma and any text may follow, and so may any words after a time that has a unit. A number
/// without a sign, or without two decimals, is a score only if such a time follows: `{2.5/3}` is
/// more likely a tournament score. `{+0.5 is enough}`, `{12 moves}` and `{book}` have no search.
/// The rule is sure for what the programs write. It errs where a person writes such a form, as
/// `{+2.50/3}` or `{5s}`.
///
/// ```
/// use tabiya::Color;
/// use tabiya::pgn::{EngineComment, Eval};
///
/// let search = EngineComment::parse(b"+0.31/20 1.3s, Draw by adjudication").expect("a search");
/// assert_eq!(search.eval(Color::Black), Some(Eval::Centipawns(-31)));
/// assert_eq!((search.depth, search.elapsed), (Some(20), Some(130)));
/// assert_eq!(EngineComment::parse(b"+0.5 is enough"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EngineComment {
    /// The score for the player who moves.
    score: Option<Eval>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The time that the move took, in centiseconds, rounded down.
    pub elapsed: Option<u32>,
    /// The time left after the move (`tl=`), in centiseconds, rounded down.
    pub time_left: Option<u32>,
}

impl EngineComment {
    /// Parses a comment's text, as [`CommentPart::Text`](super::CommentPart::Text) has it.
    ///
    /// Returns `None` for any other text. It takes linear time.
    #[inline]
    #[must_use]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii_start();
        match text.first()? {
            b'+' | b'-' | b'0'..=b'9' | b'M' | b'E' => Self::parse_fields(text),
            _ => None,
        }
    }

    /// Returns the score from White's point of view for the position before the move.
    ///
    /// `mover` is the player who moves. A mate is in full moves, as in `[%eval]`, counted from that position.
    #[inline]
    #[must_use]
    pub const fn eval(&self, mover: Color) -> Option<Eval> {
        match (self.score, mover) {
            (Some(Eval::Centipawns(value)), Color::Black) => Some(Eval::Centipawns(-value)),
            (Some(Eval::Mate(moves)), Color::Black) => Some(Eval::Mate(-moves)),
            (score, _) => score,
        }
    }

    fn parse_fields(text: &[u8]) -> Option<Self> {
        let fields_end = text.iter().position(|&byte| byte == b',').unwrap_or(text.len());
        let (fields, details) = text.split_at(fields_end);
        let mut words = fields.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let first = words.next()?;
        let mut search = match Time::parse(first).filter(|time| time.unit != Unit::None) {
            None => Self::parse_score_depth_time(first, &mut words, None)?,
            Some(time) => match words.next() {
                None => Self { elapsed: Some(time.centiseconds), ..Self::default() },
                Some(word) => Self::parse_score_depth_time(word, &mut words, Some(time))?,
            },
        };
        search.time_left = time_left(details);
        if (search.score, search.depth) == (Some(Eval::Centipawns(0)), Some(0)) {
            (search.score, search.depth) = (None, None);
        }
        Some(search)
    }

    /// Parses the score, which is in `word`, and the depth and time after it. `time` is the one before it.
    fn parse_score_depth_time<'a>(
        word: &'a [u8],
        words: &mut impl Iterator<Item = &'a [u8]>,
        time: Option<Time>,
    ) -> Option<Self> {
        let Some(slash) = word.iter().position(|&byte| byte == b'/') else {
            return Self::parse_fishtest(word, words).filter(|_| time.is_none());
        };
        let depth = Some(parse_depth(&word[slash + 1..])?);
        let time = match (time, words.next()) {
            (time, None) => time,
            (None, Some(word)) => Some(Time::parse(word)?),
            (Some(_), Some(_)) => return None,
        };
        let unit = time.map_or(Unit::None, |time| time.unit);
        // What follows a number that lacks a unit decides whether it is a time.
        if unit == Unit::None && words.any(|word| parse_number(word).is_none()) {
            return None;
        }
        let score = match &word[..slash] {
            // Fastchess does not know the score's unit.
            b"ERR" => None,
            score => Some(parse_score(score, unit)?),
        };
        let elapsed = time.map(|time| time.centiseconds);
        Some(Self { score, depth, elapsed, time_left: None })
    }

    /// Parses the Fishtest form: a score, both depths, milliseconds, nodes.
    fn parse_fishtest<'a>(
        score: &'a [u8],
        words: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Option<Self> {
        let score = parse_score(score, Unit::None)?;
        let depths = words.next().filter(|depths| depths.contains(&b'/'))?;
        let milliseconds = parse_number(words.next()?)?;
        parse_number(words.next()?)?;
        words.next().is_none().then_some(Self {
            score: Some(score),
            depth: Some(parse_depth(depths)?),
            elapsed: Some(milliseconds / 10),
            time_left: None,
        })
    }
}

/// Parses a score in pawns or a mate distance, as the mover sees it. `unit` is the time unit that follows.
fn parse_score(text: &[u8], unit: Unit) -> Option<Eval> {
    let (sign, number) = match text {
        [b'+', number @ ..] => (Some(1), number),
        [b'-', number @ ..] => (Some(-1), number),
        number => (None, number),
    };
    let is_c_chess_cli = unit == Unit::Milliseconds;
    if let [b'M', distance @ ..] = number {
        let distance = i32::try_from(parse_number(distance)?).ok()?;
        // c-chess-cli counts moves and omits the plus sign, the others count plies.
        let moves = if is_c_chess_cli { distance } else { distance / 2 + distance % 2 };
        return (sign.is_some() || is_c_chess_cli).then_some(Eval::Mate(sign.unwrap_or(1) * moves));
    }
    let decimals_start = number.iter().position(|&byte| byte == b'.').map(|point| point + 1);
    let magnitude = match decimals_start {
        Some(start) => {
            let pawns = parse_number(&number[..start - 1])?;
            pawns.checked_mul(100)?.checked_add(parse_hundredths(&number[start..])?)?
        }
        None if is_c_chess_cli => parse_number(number)?,
        None => return None,
    };
    let value = sign.unwrap_or(1) * i32::try_from(magnitude).ok()?;
    let has_usual_form = decimals_start.is_some_and(|start| number.len() - start == 2)
        && (sign.is_some() || value == 0);
    (has_usual_form || unit != Unit::None).then_some(Eval::Centipawns(value))
}

/// Parses a depth, and the selective depth after a slash, which is checked only.
fn parse_depth(text: &[u8]) -> Option<u32> {
    let mut depths = text.splitn(2, |&byte| byte == b'/').map(parse_number);
    let depth = depths.next()??;
    match depths.next() {
        Some(None) => None,
        _ => Some(depth),
    }
}

/// A time in a search comment.
#[derive(Clone, Copy)]
struct Time {
    centiseconds: u32,
    unit: Unit,
}

/// A time's unit in the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// None: a number that may mean something else.
    None,
    Seconds,
    Milliseconds,
}

impl Time {
    /// Parses `1.3s`, `250ms`, `0:05`, or a plain number, which is in seconds.
    fn parse(text: &[u8]) -> Option<Self> {
        if let Some(milliseconds) = text.strip_suffix(b"ms") {
            let centiseconds = parse_number(milliseconds)? / 10;
            return Some(Self { centiseconds, unit: Unit::Milliseconds });
        }
        let seconds = text.strip_suffix(b"s").unwrap_or(text);
        let has_unit = seconds.len() < text.len() || seconds.contains(&b':');
        let unit = if has_unit { Unit::Seconds } else { Unit::None };
        Some(Self { centiseconds: parse_time(seconds)?, unit })
    }
}

/// Returns the time from the field `tl=` in a comma-separated list. A comma between quotes
/// separates nothing.
fn time_left(details: &[u8]) -> Option<u32> {
    let mut is_quoted = false;
    let mut fields = details.split(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    let value = fields.find_map(|field| field.trim_ascii().strip_prefix(b"tl="))?;
    Time::parse(value).map(|time| time.centiseconds)
}
