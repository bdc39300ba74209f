//! Search limits, and time management from the arguments that follow `go`.

use std::time::Duration;

use tabiya::prelude::*;
use tabiya::uci::Go;

/// The maximum depth for iterative deepening. Extensions may search deeper.
pub(crate) const MAX_DEPTH: i32 = 100;

/// The limits that end a search, besides the command `stop`.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    /// The soft time limit: no new iteration starts after it.
    pub(crate) soft: Option<Duration>,
    /// The hard time limit: the search is interrupted at it.
    pub(crate) hard: Option<Duration>,
    /// `true` while pondering: `bestmove` must not be sent before `ponderhit` or `stop`.
    pub(crate) is_pondering: bool,
    /// `true` if only `stop` ends the search.
    pub(crate) is_infinite: bool,
}

impl Limits {
    /// Returns the limits for a fixed-depth search.
    pub(crate) const fn fixed_depth(depth: i32) -> Self {
        let nodes = u64::MAX;
        let soft = None;
        let hard = None;
        Self { depth, nodes, soft, hard, is_pondering: false, is_infinite: false }
    }

    /// Parses the arguments that follow `go`, ignoring unknown tokens and invalid numbers.
    ///
    /// `overhead` is the time that a move needs to reach the client.
    pub(crate) fn parse(go: Go<'_>, us: Color, overhead: Duration) -> Self {
        // Some clients send a negative time when the clock has run out.
        let number = |name: &str| Some(go.number(name)?.ok()?.max(0).cast_unsigned());
        let time = |name| number(name).map(Duration::from_millis);
        let (left, increment) = match us {
            Color::White => (time("wtime"), time("winc")),
            Color::Black => (time("btime"), time("binc")),
        };
        let depth =
            number("depth").map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u64) as i32);
        let mut limits = Self::fixed_depth(depth);
        limits.nodes = number("nodes").unwrap_or(u64::MAX);
        limits.hard = time("movetime").map(|time| time.saturating_sub(overhead));
        limits.is_pondering = go.has("ponder");
        let is_limited = number("depth").or_else(|| number("nodes")).is_some();
        limits.is_infinite = !is_limited && limits.hard.or(left).is_none();
        if let Some(left) = left {
            // A share of the remaining time never uses all of it, though a single iteration may
            // exceed the share. Only half the increment is spent, as a reserve for a busy machine.
            let left = left.saturating_sub(overhead);
            let moves = number("movestogo").unwrap_or(40).clamp(1, 40) as u32;
            let share = left / (moves + 2) + increment.unwrap_or_default() / 2;
            let hard = (share * 5).min(left / 4);
            limits.soft = Some((share / 2).min(hard));
            limits.hard = Some(limits.hard.map_or(hard, |movetime| movetime.min(hard)));
        }
        limits
    }
}

/// The `go` arguments that a number follows.
const NUMBERS: [&str; 8] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime"];

/// Returns each `go` argument that an invalid number follows, with the word in its place, which is
/// empty at the end of the text.
pub(crate) fn invalid_numbers(go: Go<'_>) -> impl Iterator<Item = (&'static str, &[u8])> {
    NUMBERS.into_iter().filter_map(move |name| Some((name, go.number(name)?.err()?)))
}

#[cfg(test)]
mod tests {
    use tabiya::uci::Command;

    use super::*;

    /// Returns the arguments of a `go` command.
    fn go(arguments: &str) -> Go<'_> {
        let line = format!("go {arguments}").leak();
        match Command::parse(line.as_bytes()) {
            Some(Command::Go(go)) => go,
            other => panic!("{other:?}"),
        }
    }

    /// Asserts a range for Black's hard time limit in milliseconds.
    #[track_caller]
    fn assert_hard_limit(arguments: &str, least: u128, most: u128) {
        let limits = Limits::parse(go(arguments), Color::Black, Duration::from_millis(10));
        let hard = limits.hard.expect(arguments);
        assert!((least..=most).contains(&hard.as_millis()), "{arguments}: {hard:?}");
        assert!(limits.soft.unwrap_or_default() <= hard, "{arguments}");
    }

    #[test]
    fn number_beyond_range_is_saturated() {
        const HUGE: &str = "99999999999999999999";
        let parse = |arguments: &str| {
            let arguments = arguments.replace("HUGE", HUGE);
            assert_eq!(invalid_numbers(go(&arguments)).count(), 0, "{arguments}");
            Limits::parse(go(&arguments), Color::White, Duration::ZERO)
        };
        let limits = parse("depth HUGE");
        assert!(!limits.is_infinite && limits.depth == MAX_DEPTH);
        let limits = parse("nodes HUGE movestogo HUGE");
        assert!(!limits.is_infinite && limits.nodes >= i64::MAX as u64);
        let limits = parse("movetime HUGE");
        assert!(!limits.is_infinite && limits.hard.is_some());
        let limits = parse("wtime HUGE winc HUGE movestogo -HUGE");
        assert!(!limits.is_infinite && limits.hard.is_some());
        assert_eq!(parse("wtime -HUGE").hard, Some(Duration::ZERO));
    }

    #[test]
    fn invalid_numbers_are_listed() {
        let invalid: Vec<_> = invalid_numbers(go("depth 1x nodes 5 movetime 1.5 wtime")).collect();
        assert_eq!(invalid, [("wtime", &b""[..]), ("depth", b"1x"), ("movetime", b"1.5")]);
    }

    #[test]
    fn hard_limit_is_within_remaining_time() {
        assert_hard_limit("movetime 500", 490, 490);
        assert_hard_limit("movetime 3", 0, 0);
        assert_hard_limit("wtime 1 btime 1000 winc 0 binc 10", 30, 250);
        assert_hard_limit("wtime 9999 btime 10 winc 0 binc 1000", 0, 0);
        assert_hard_limit("btime -500 binc 0", 0, 0);
        assert_hard_limit("btime 1000 movestogo 1", 200, 500);
        assert_hard_limit("btime 60000 movestogo 40", 1000, 15000);
    }
}
