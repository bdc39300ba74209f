//! Linux processes: signals, peak memory, and processes that a run leaves behind.

use std::fs;
use std::io;
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scenario::Signal;

/// The environment variable that marks a run and the processes that it starts.
pub const MARKER: &str = "TABIYA_TORTURE_RUN";

/// Returns a [`MARKER`] value that no other run has.
pub fn new_marker() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Sends a signal to a process.
///
/// # Errors
///
/// Returns an error if the program `kill` cannot be started.
pub fn send(signal: Signal, id: u32) -> io::Result<()> {
    let mut kill = Command::new("kill");
    // The process may have ended.
    kill.args([&format!("-{}", signal.name()), &id.to_string()]).stderr(Stdio::null());
    kill.status().map(drop)
}

/// Returns a running process's peak resident memory in bytes.
pub fn peak_memory(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Ends all processes with a marker or in a group, and returns their names.
///
/// A run has ended, so these are its orphans. While a process is replaced by `exec`, it has no
/// environment, and only its group identifies the run to which it belongs.
pub fn end_marked(marker: &str, group: u32) -> Vec<String> {
    let variable = format!("{MARKER}={marker}").into_bytes();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut names = Vec::new();
    for id in ids {
        let id: u32 = id;
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let is_marked = environment.split(|&byte| byte == 0).any(|entry| entry == variable);
        if is_marked || group_of(id) == Some(group) {
            let name = fs::read_to_string(format!("/proc/{id}/comm")).unwrap_or_default();
            names.push(name.trim().to_owned());
            let _ = send(Signal::Kill, id);
        }
    }
    names
}

/// Returns the process group of a process that has not ended.
fn group_of(id: u32) -> Option<u32> {
    // The name, in parentheses, may contain spaces. The state, the parent and the group follow.
    let status = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = status.rsplit_once(')')?.1.split_whitespace();
    if fields.next()? == "Z" {
        return None;
    }
    fields.nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use super::{MARKER, end_marked, new_marker, peak_memory};

    /// A group that no process has.
    const NO_GROUP: u32 = u32::MAX;

    #[test]
    fn marked_processes_are_ended() {
        let marker = new_marker();
        let mut command = Command::new("sleep");
        command.arg("600").env(MARKER, &marker).stdin(Stdio::null());
        let mut child = command.spawn().expect("`sleep` starts");
        assert!(peak_memory(child.id()).is_some_and(|bytes| bytes > 0));
        assert!(end_marked(&new_marker(), NO_GROUP).is_empty());
        assert_eq!(end_marked(&marker, NO_GROUP), ["sleep"]);
        assert!(!child.wait().expect("the process is a child").success());
        assert!(end_marked(&marker, NO_GROUP).is_empty());
    }

    #[test]
    fn group_processes_are_ended() {
        let mut command = Command::new("sleep");
        command.arg("600").stdin(Stdio::null()).process_group(0);
        let mut child = command.spawn().expect("`sleep` starts");
        assert_eq!(end_marked(&new_marker(), child.id()), ["sleep"]);
        assert!(!child.wait().expect("the process is a child").success());
    }
}
