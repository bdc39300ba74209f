//! How long a search may take: what `go` says, and what is made of a clock.

use std::time::Duration;

use tabiya::Color;

use crate::search::MAX_DEPTH;

/// What ends a search, besides `stop`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    /// No new depth is begun after this.
    pub(crate) soft: Option<Duration>,
    /// Whatever is going on ends at this.
    pub(crate) hard: Option<Duration>,
    /// Whether the opponent's clock is running: the answer waits for `ponderhit`.
    pub(crate) is_pondering: bool,
    /// Whether nothing but `stop` ends it.
    pub(crate) is_endless: bool,
}

impl Limits {
    /// So many plies, however long it takes.
    pub(crate) const fn depth(depth: i32) -> Self {
        Self {
            depth,
            nodes: u64::MAX,
            soft: None,
            hard: None,
            is_pondering: false,
            is_endless: false,
        }
    }

    /// Reads the words after `go`; those it does not know are passed over. `overhead` is
    /// what an answer takes to reach the other side's clock.
    pub(crate) fn read(words: &str, us: Color, overhead: Duration) -> Self {
        let mut limits = Self::depth(MAX_DEPTH);
        let mut clock = Clock::default();
        let mut words = words.split_ascii_whitespace();
        let mut is_limited = false;
        while let Some(word) = words.next() {
            if word == "ponder" {
                limits.is_pondering = true;
                continue;
            }
            let is_number = ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc"];
            if !is_number.contains(&word) && word != "movestogo" {
                continue;
            }
            // Some clocks say that less than nothing is left.
            let Some(number) = words.next().and_then(|word| word.parse::<i64>().ok()) else {
                continue;
            };
            let number = number.max(0).cast_unsigned();
            let time = Duration::from_millis(number);
            match (word, us) {
                ("depth", _) => limits.depth = number.clamp(1, MAX_DEPTH as u64) as i32,
                ("nodes", _) => limits.nodes = number,
                ("movetime", _) => limits.hard = Some(time.saturating_sub(overhead)),
                ("movestogo", _) => clock.moves = Some(number.clamp(1, 100) as u32),
                ("wtime", Color::White) | ("btime", Color::Black) => clock.left = Some(time),
                ("winc", Color::White) | ("binc", Color::Black) => clock.increment = time,
                _ => continue,
            }
            is_limited = true;
        }
        if let Some(left) = clock.left {
            clock.share(left.saturating_sub(overhead), &mut limits);
        }
        limits.is_endless = !is_limited;
        limits
    }
}

/// The clock of the side to move.
#[derive(Default)]
struct Clock {
    left: Option<Duration>,
    increment: Duration,
    /// Moves until more time is added.
    moves: Option<u32>,
}

impl Clock {
    /// One move's share: a part of what is left, so that it never runs out, and most of the
    /// increment. A move that looks bad while it is searched may take five times as long.
    fn share(&self, left: Duration, limits: &mut Limits) {
        let moves = self.moves.unwrap_or(32).min(32);
        let soft = left / (moves + 2) + self.increment * 6 / 10;
        let hard = (soft * 5).min(left / 4).max(soft.min(left / 2));
        let least = Duration::from_millis(1);
        limits.soft = Some((soft / 2).min(hard).max(least));
        limits.hard = Some(limits.hard.map_or(hard, |movetime| movetime.min(hard)).max(least));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    /// The most that a `go` allows, in milliseconds.
    #[track_caller]
    fn check(words: &str, least: u128, most: u128) {
        let limits = Limits::read(words, Color::Black, OVERHEAD);
        let hard = limits.hard.expect(words).as_millis();
        assert!((least..=most).contains(&hard), "{words}: {hard} ms");
        assert!(limits.soft.unwrap_or_default() <= limits.hard.expect(words), "{words}");
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        check("movetime 500", 490, 490);
        check("movetime 3", 0, 0);
        check("wtime 1 btime 1000 winc 0 binc 10", 30, 250);
        check("wtime 9999 btime 10 winc 0 binc 1000", 0, 1);
        check("btime -500 binc 0", 0, 1);
        check("btime 1000 movestogo 1", 300, 500);
        check("btime 60000 movestogo 40", 1000, 15000);
    }

    #[test]
    fn only_a_known_limit_ends_a_search() {
        for (words, is_endless) in [
            ("", true),
            ("infinite", true),
            ("depth x", true),
            ("ponder", true),
            ("depth 5", false),
            ("searchmoves e2e4 nodes 7", false),
            ("ponder wtime 5 btime 5", false),
        ] {
            let limits = Limits::read(words, Color::White, OVERHEAD);
            assert_eq!(limits.is_endless, is_endless, "{words}");
        }
    }
}
