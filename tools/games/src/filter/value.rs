//! Tag values as text, numbers, dates and time controls.

use std::borrow::Cow;
use std::cmp::Ordering;

use tabiya::pgn::TagValue;

use super::names::Kind;

/// Returns a value's characters.
pub(super) fn text<'a>(value: &TagValue<'a>) -> Cow<'a, str> {
    let raw = value.raw();
    match str::from_utf8(raw) {
        Ok(text) if !raw.contains(&b'\\') => Cow::Borrowed(text),
        _ => Cow::Owned(value.to_string()),
    }
}

/// Returns a text without the difference between upper and lower case.
pub(super) fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// Tests whether a text equals a folded one, in any case.
pub(super) fn equals_folded(text: &str, folded: &str) -> bool {
    if text.is_ascii() { text.eq_ignore_ascii_case(folded) } else { fold(text) == folded }
}

/// Tests whether a text contains a folded one, in any case.
pub(super) fn contains_folded(text: &str, folded: &str) -> bool {
    if !text.is_ascii() {
        return fold(text).contains(folded);
    }
    let Some(&first) = folded.as_bytes().first() else { return true };
    let is_here = |part: &[u8]| {
        part[0].eq_ignore_ascii_case(&first) && part.eq_ignore_ascii_case(folded.as_bytes())
    };
    text.as_bytes().windows(folded.len()).any(is_here)
}

/// Tests whether a value says that nothing is known: empty, `-`, or with a `?`.
pub(super) fn is_unknown(text: &str) -> bool {
    matches!(text.trim(), "" | "-") || text.contains('?')
}

/// Parses a decimal number, with a sign or without.
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-', '\u{2212}']).unwrap_or(text);
    let number = match parse_digits(unsigned) {
        Some(integer) => integer as f64,
        None => {
            let (integer, fraction) = unsigned.split_once('.')?;
            let is_fraction = fraction.bytes().all(|byte| byte.is_ascii_digit());
            parse_digits(if integer.is_empty() { "0" } else { integer })?;
            if fraction.is_empty() || !is_fraction {
                return None;
            }
            unsigned.parse().ok()?
        }
    };
    let is_negative = unsigned.len() < text.len() && !text.starts_with('+');
    Some(if is_negative { -number } else { number })
}

/// Parses an integer with at most 18 digits.
fn parse_digits(text: &str) -> Option<u64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.bytes().try_fold(0, |number: u64, byte| {
        byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
    })
}

/// Numbers from the most to the least significant one, such as a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The numbers; `None` for `?`.
    numbers: [Option<u64>; 3],
    len: usize,
}

impl Parts {
    /// Parses up to three numbers, which dots, hyphens, slashes or colons divide. Other text may follow the
    /// third one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = Self { numbers: [None; 3], len: 0 };
        let mut rest = text.trim();
        while parts.len < 3 {
            let end = rest.find(|c: char| c != '?' && !c.is_ascii_digit()).unwrap_or(rest.len());
            let part = &rest[..end];
            if !part.contains('?') {
                parts.numbers[parts.len] = Some(parse_digits(part)?);
            }
            parts.len += 1;
            rest = &rest[end..];
            match rest.strip_prefix(['.', '-', '/', ':']) {
                Some(following) => rest = following,
                None => break,
            }
        }
        let is_whole = rest.is_empty() || parts.len == 3;
        is_whole.then_some(parts)
    }

    /// Parses a tag's value as a date. What it lacks is unknown.
    fn parse_date_value(text: &str) -> Option<Self> {
        Self::parse_date(text).map(|date| Self { len: 3, ..date })
    }

    /// Parses a date that begins with a four-digit year.
    fn parse_date(text: &str) -> Option<Self> {
        let year = text.trim().bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'?');
        if year.count() == 4 { Self::parse(text) } else { None }
    }

    /// Tests whether the numbers can be a date.
    pub(super) fn is_date(self) -> bool {
        let [_, month, day] = self.numbers;
        let has_all = self.numbers[..self.len].iter().all(Option::is_some);
        let is_in =
            |number: Option<u64>, max| number.is_none_or(|number| (1..=max).contains(&number));
        has_all && is_in(month, 12) && is_in(day, 31)
    }

    /// Returns the order of this value to one that has as many numbers as its author wrote.
    ///
    /// A year is compared with a year. Longer dates have an order only to a value that is known as a whole;
    /// they are equal to one that is known as far as they are.
    pub(super) fn partial_order(self, other: &Self) -> Option<Ordering> {
        let is_partial = self.numbers[..self.len].contains(&None);
        let pairs = self.numbers.into_iter().zip(other.numbers).take(other.len);
        let mut ordering = Ordering::Equal;
        for (index, (number, other)) in pairs.enumerate() {
            let number = if index < self.len { number? } else { 0 };
            ordering = ordering.then(number.cmp(&other?));
        }
        (!is_partial || other.len == 1 || ordering.is_eq()).then_some(ordering)
    }
}

/// A time control: seconds and seconds per move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimeControl {
    /// The seconds in all periods.
    base: f64,
    increment: Option<f64>,
}

impl TimeControl {
    /// Parses `180`, `180+2`, `40/9000`, `40/5400+30:1800+30` and `*60`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut control = Self { base: 0.0, increment: None };
        for (index, period) in text.trim().split(':').enumerate() {
            let time = match period.split_once('/') {
                Some((moves, time)) => parse_digits(moves).map(|_| time)?,
                None => period.strip_prefix('*').unwrap_or(period),
            };
            let (base, increment) = time.split_once('+').unzip();
            control.base += parse_unsigned(base.unwrap_or(time))?;
            let increment =
                increment.map(|text| parse_unsigned(text).ok_or(())).transpose().ok()?;
            if index == 0 {
                control.increment = increment;
            }
        }
        Some(control)
    }

    /// Returns the order to a time control that a user wrote: by the base times, then by the
    /// increments if one was written.
    fn partial_order(self, other: Self) -> Option<Ordering> {
        let base = self.base.partial_cmp(&other.base)?;
        let increment = other.increment.and_then(|other| self.increment().partial_cmp(&other));
        Some(base.then(increment.unwrap_or(Ordering::Equal)))
    }

    fn is_equal(self, other: Self) -> bool {
        self.base == other.base && self.increment() == other.increment()
    }

    fn increment(self) -> f64 {
        self.increment.unwrap_or(0.0)
    }
}

fn parse_unsigned(text: &str) -> Option<f64> {
    parse_number(text).filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))
}

/// A time control's class, as Lichess divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TimeClass {
    UltraBullet,
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
}

impl TimeClass {
    const NAMES: [(&str, Self); 6] = [
        ("ultrabullet", Self::UltraBullet),
        ("bullet", Self::Bullet),
        ("blitz", Self::Blitz),
        ("rapid", Self::Rapid),
        ("classical", Self::Classical),
        ("correspondence", Self::Correspondence),
    ];

    /// Returns the class with a name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|&(_, class)| class)
    }

    /// Returns the class for a `TimeControl` value: by the seconds in a game with 40 moves.
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.trim() == "-" {
            return Some(Self::Correspondence);
        }
        let control = TimeControl::parse(text)?;
        let seconds = control.base + 40.0 * control.increment();
        Some(match seconds {
            _ if control.base >= 86_400.0 => Self::Correspondence,
            ..30.0 => Self::UltraBullet,
            30.0..180.0 => Self::Bullet,
            180.0..480.0 => Self::Blitz,
            480.0..1500.0 => Self::Rapid,
            _ => Self::Classical,
        })
    }
}

/// A text with which values are compared, in all its readings.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub(super) folded: String,
    pub(super) number: Option<f64>,
    pub(super) date: Option<Parts>,
    pub(super) parts: Option<Parts>,
    pub(super) time_control: Option<TimeControl>,
}

impl Literal {
    pub(super) fn new(text: &str) -> Self {
        Self {
            folded: fold(text),
            number: parse_number(text),
            date: Parts::parse_date(text).filter(|parts| parts.is_date()),
            parts: Parts::parse(text),
            time_control: TimeControl::parse(text),
        }
    }

    /// Tests whether a value equals the text, by the value's kind.
    pub(super) fn equals(&self, kind: Kind, text: &str) -> bool {
        equals_folded(text, &self.folded) || self.has_equal_meaning(kind, text)
    }

    fn has_equal_meaning(&self, kind: Kind, text: &str) -> bool {
        match kind {
            Kind::Any | Kind::Number => {
                self.number.is_some_and(|number| parse_number(text) == Some(number))
            }
            Kind::Date => is_equal(self.date_order(text)),
            Kind::Parts => is_equal(self.parts_order(text)),
            Kind::TimeControl => self.time_control.is_some_and(|control| {
                TimeControl::parse(text).is_some_and(|other| other.is_equal(control))
            }),
            Kind::Eco | Kind::Result => false,
        }
    }

    /// Returns the order of a value to the text, by the value's kind, or `None` if they have none.
    pub(super) fn order(&self, kind: Kind, text: &str) -> Option<Ordering> {
        match kind {
            Kind::Number => parse_number(text)?.partial_cmp(&self.number?),
            Kind::Date => self.date_order(text),
            Kind::Parts => self.parts_order(text),
            Kind::TimeControl => TimeControl::parse(text)?.partial_order(self.time_control?),
            Kind::Any => self.order_of_any(text),
            Kind::Eco | Kind::Result => {
                let len = self.folded.chars().count();
                self.order_of_text(&text.chars().take(len).collect::<String>())
            }
        }
    }

    fn date_order(&self, text: &str) -> Option<Ordering> {
        Parts::parse_date_value(text)?.partial_order(self.date.as_ref()?)
    }

    fn parts_order(&self, text: &str) -> Option<Ordering> {
        Parts::parse(text)?.partial_order(self.parts.as_ref()?)
    }

    fn order_of_any(&self, text: &str) -> Option<Ordering> {
        if let Some((number, other)) = parse_number(text).zip(self.number) {
            return number.partial_cmp(&other);
        }
        if self.number.is_some() && text.contains('+') {
            return TimeControl::parse(text)?.partial_order(self.time_control?);
        }
        if let Some(date) = &self.date {
            return Parts::parse_date(text).filter(|value| value.len == 3)?.partial_order(date);
        }
        if self.number.is_some() { None } else { self.order_of_text(text) }
    }

    fn order_of_text(&self, text: &str) -> Option<Ordering> {
        if is_unknown(text) {
            return None;
        }
        if !text.is_ascii() {
            return Some(fold(text).cmp(&self.folded));
        }
        Some(text.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(self.folded.bytes()))
    }
}

fn is_equal(ordering: Option<Ordering>) -> bool {
    ordering.is_some_and(Ordering::is_eq)
}
