//! Child processes that end together with their descendants, also at Ctrl-C.

use std::collections::BTreeMap;
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(windows)]
use process_wrap::std::JobObject;
use process_wrap::std::{ChildWrapper, CommandWrap};

type Groups = BTreeMap<u64, Box<dyn ChildWrapper>>;

/// The groups that have not been dropped, by their index.
static GROUPS: Mutex<Groups> = Mutex::new(Groups::new());

fn lock_groups() -> MutexGuard<'static, Groups> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child process with its descendants: a process group on Unix, a job object on Windows. Dropping
/// it kills them all.
#[derive(Debug)]
pub struct ProcessGroup {
    index: u64,
}

/// The ends of the pipes to a child process.
#[derive(Debug)]
pub struct Pipes {
    /// The child's standard input.
    pub stdin: Option<ChildStdin>,
    /// The child's standard output.
    pub stdout: Option<ChildStdout>,
    /// The child's standard error.
    pub stderr: Option<ChildStderr>,
}

impl ProcessGroup {
    /// Starts a command as the first process in a group, with the pipes that the command asks for.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be started.
    pub fn start(command: Command) -> io::Result<(Self, Pipes)> {
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        // The lock is held during the start, so that Ctrl-C kills every child.
        let mut groups = lock_groups();
        let mut child = command.spawn()?;
        let pipes = Pipes {
            stdin: child.stdin().take(),
            stdout: child.stdout().take(),
            stderr: child.stderr().take(),
        };
        let index = groups.last_key_value().map_or(0, |(index, _)| index + 1);
        groups.insert(index, child);
        Ok((Self { index }, pipes))
    }

    /// Returns the exit status of the first process if it has exited. Its descendants may still
    /// run.
    ///
    /// # Errors
    ///
    /// Returns an error if the operating system cannot tell.
    pub fn exit_status(&mut self) -> io::Result<Option<ExitStatus>> {
        match lock_groups().get_mut(&self.index) {
            Some(child) => child.inner_mut().try_wait(),
            None => Ok(None),
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        let mut groups = lock_groups();
        let Some(mut child) = groups.remove(&self.index) else { return };
        // Killed under the lock, so that Ctrl-C cannot exit the program in between.
        kill(&mut *child);
        drop(groups);
        let _ = child.inner_mut().wait();
    }
}

/// Kills all groups before the program exits at Ctrl-C, which a terminal sends to the program's own
/// group only.
///
/// Until the exit, a thread that starts, drops or asks for a group is blocked.
pub fn kill_all_before_exit() {
    let mut groups = lock_groups();
    groups.values_mut().for_each(|child| kill(&mut **child));
    // A thread that noticed the end of its child would report that the child failed.
    std::mem::forget(groups);
}

/// Kills a child with its descendants, which fails if they have all exited.
fn kill(child: &mut dyn ChildWrapper) {
    let _ = child.start_kill();
}
