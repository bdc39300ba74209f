//! A measurement's conditions: the CPU, the compiler, the date, and the libraries' versions.
#![forbid(unsafe_code)]

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The workspace's lock file, which contains the libraries' versions.
const LOCK: &str = include_str!("../../Cargo.lock");

/// Returns the CPU model; `None` if the operating system does not name it.
pub fn cpu_model() -> Option<String> {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    model.map(|rest| rest.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// Returns the compiler's version line.
pub fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown compiler".to_owned())
}

/// Returns a crate's version in the lock file; `?` if the crate is absent.
pub fn version(name: &str) -> &'static str {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let rest = LOCK.split_once(&entry).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split('"').next()).unwrap_or("?")
}

/// Returns the UTC date, such as `2026-01-02`.
pub fn today() -> String {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since_epoch.as_secs() / 86_400)
}

/// Returns the Gregorian date for a day number after 1970-01-01.
///
/// The year starts in March here, so that the leap day is its last day.
fn date(days: u64) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    // The days since 0000-03-01.
    let days = days + 719_468;
    let day_of_era = days % DAYS_OF_400_YEARS;
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // The months from March to January have 153 days in each five-month group.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = days / DAYS_OF_400_YEARS * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{date, today, version};

    #[test]
    fn version_equals_lock_file() {
        assert_eq!(version("cozy-chess"), "0.3.4");
        assert_eq!(version("no-such-crate"), "?");
    }

    #[test]
    fn date_includes_leap_days() {
        let days = [0, 59, 789, 790, 10_956, 11_016, 11_017, 19_782, 20_454, 47_540, 47_541];
        let expected = [
            "1970-01-01",
            "1970-03-01",
            "1972-02-29",
            "1972-03-01",
            "1999-12-31",
            "2000-02-29",
            "2000-03-01",
            "2024-02-29",
            "2026-01-01",
            "2100-02-28",
            "2100-03-01",
        ];
        assert_eq!(days.map(date), expected);
    }

    #[test]
    fn today_is_after_compiler_release() {
        assert!(today().as_str() > "2025-08-07", "{}", today());
    }
}
