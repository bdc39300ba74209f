//! Unit lists, as half-open ranges.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

/// The maximum number of ranges that a list keeps, which bounds its memory.
const MAX_RANGES: usize = 1000;
/// The maximum number of ranges in the text form.
const MAX_SHOWN: usize = 20;

/// A unit list: the number of units, and their first ranges.
///
/// The ranges are half-open, as `--unit` takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitList {
    /// The number of units.
    pub count: u64,
    /// The start and the end of each range, for at most 1,000 ranges.
    pub ranges: Vec<(u64, u64)>,
}

impl UnitList {
    /// Appends some units. They are joined to the last range if they follow it.
    pub fn push(&mut self, units: Range<u64>) {
        self.count += units.end - units.start;
        let has_space = self.ranges.len() < MAX_RANGES;
        match self.ranges.last_mut() {
            Some((_, end)) if *end == units.start => *end = units.end,
            _ if has_space => self.ranges.push((units.start, units.end)),
            _ => {}
        }
    }

    /// Tests whether there is no unit.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for UnitList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, ranges } = self;
        write!(f, "{count} unit{}", if *count == 1 { "" } else { "s" })?;
        for (index, (start, end)) in ranges.iter().take(MAX_SHOWN).enumerate() {
            write!(f, "{}{start}..{end}", if index == 0 { ": " } else { ", " })?;
        }
        f.write_str(if ranges.len() > MAX_SHOWN { ", …" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::UnitList;

    #[test]
    fn adjacent_units_are_joined_and_ranges_bounded() {
        let mut list = UnitList::default();
        assert_eq!(list.to_string(), "0 units");
        list.push(3..4);
        assert_eq!(list.to_string(), "1 unit: 3..4");
        list.push(4..10);
        list.push(12..13);
        assert_eq!(list.to_string(), "8 units: 3..10, 12..13");
        (0..5_000).for_each(|unit| list.push(2 * unit + 100..2 * unit + 101));
        assert_eq!((list.count, list.ranges.len()), (5_008, 1_000));
        assert!(list.to_string().ends_with("134..135, …"), "{list}");
    }
}
