//! One trial for a scenario in a separate folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::expectation::{self, Finding, Kind, check_files};
use crate::runner::{self, Outcome, Programs, fatal_signal};
use crate::scenario::{InputFile, Limit, Run, Scenario, Step};

/// The place where scenarios run.
#[derive(Clone, Debug)]
pub struct Environment {
    pub programs: Programs,
    /// The folder below which each trial has a folder.
    pub folder: PathBuf,
    /// `true` if this process may mount a file system with a limited size.
    pub can_mount: bool,
}

impl Environment {
    /// Creates an environment, and tests whether this process may mount file systems.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created.
    pub fn new(programs: Programs, folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut environment = Self { programs, folder, can_mount: false };
        let path = environment.new_folder()?;
        environment.can_mount = mount_disk(&path, 64);
        release(&path, environment.can_mount);
        Ok(environment)
    }

    /// Runs a scenario's steps up to the first finding.
    ///
    /// # Errors
    ///
    /// Returns an error if a program cannot be started or a file cannot be written.
    pub fn try_scenario(&self, scenario: &Scenario) -> io::Result<Option<Finding>> {
        let folder = self.new_folder()?;
        let is_mounted =
            scenario.disk.is_some_and(|kib| self.can_mount && mount_disk(&folder, kib));
        let finding = self.run_steps(scenario, &folder, is_mounted);
        release(&folder, is_mounted);
        finding
    }

    fn run_steps(
        &self,
        scenario: &Scenario,
        folder: &Path,
        is_mounted: bool,
    ) -> io::Result<Option<Finding>> {
        for file in &scenario.files {
            fs::write(folder.join(&file.name), &file.bytes)?;
        }
        let substitute = scenario.disk.filter(|_| !is_mounted).map(Limit::FileSize);
        let start = |run: &Run| -> io::Result<(Run, Outcome)> {
            let mut run = run.clone();
            run.limit = run.limit.or(substitute);
            let outcome = runner::run(&run, &self.programs, folder)?;
            Ok((run, outcome))
        };
        let mut was_killed = false;
        for step in &scenario.steps {
            let outcomes = match step {
                Step::Run(run) => vec![start(run)?],
                Step::Together(runs) => thread::scope(|scope| {
                    let threads: Vec<_> =
                        runs.iter().map(|run| scope.spawn(|| start(run))).collect();
                    let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                        thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
                    };
                    threads.into_iter().map(join).collect::<io::Result<Vec<_>>>()
                })?,
                Step::Damage { file, damage } => {
                    let path = folder.join(file);
                    if let Ok(mut bytes) = fs::read(&path) {
                        damage.apply(&mut bytes);
                        fs::write(&path, bytes)?;
                    }
                    continue;
                }
            };
            let check = |(run, outcome): &(Run, Outcome)| expectation::check(run, outcome);
            was_killed |= outcomes.iter().any(|(_, outcome)| fatal_signal(outcome).is_some());
            let finding = outcomes.iter().find_map(check);
            let finding = finding
                .or_else(|| check_files(&file_names(folder), was_killed))
                .or_else(|| changed_input(scenario, folder));
            if finding.is_some() {
                return Ok(finding);
            }
        }
        Ok(None)
    }

    /// Creates an empty folder that no other trial uses.
    fn new_folder(&self) -> io::Result<PathBuf> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("trial-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

/// Returns a finding for an input file whose bytes have changed: no command in an attack replaces
/// its input.
fn changed_input(scenario: &Scenario, folder: &Path) -> Option<Finding> {
    let is_changed =
        |file: &&InputFile| fs::read(folder.join(&file.name)).ok().as_ref() != Some(&file.bytes);
    let detail = scenario.files.iter().find(is_changed)?.name.clone();
    Some(Finding { kind: Kind::ChangedInput, detail })
}

/// Returns the names of the files and folders below a folder, as far as these can be listed.
fn file_names(folder: &Path) -> Vec<String> {
    let mut folders = vec![folder.to_owned()];
    let mut names = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names
}

/// Mounts a file system with a size in KiB on a folder, and tests whether that succeeded.
fn mount_disk(folder: &Path, kib: u32) -> bool {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "tabiya-torture"]).arg(folder);
    mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Unmounts a folder's file system, and removes the folder.
fn release(folder: &Path, is_mounted: bool) {
    if is_mounted {
        let _ = Command::new("umount").arg(folder).stderr(Stdio::null()).status();
    }
    // A folder that stays is in `target`.
    let _ = fs::remove_dir_all(folder);
}
