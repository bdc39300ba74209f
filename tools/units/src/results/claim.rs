//! Claims: which process counts which units in a result store.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::unit_result::Process;

/// The end of a claim's name.
const CLAIM_SUFFIX: &str = ".claim";
/// The time limit for the lock under which claims are made. A process holds it for milliseconds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);

/// The units that this process counts in a result store, until the value is dropped.
///
/// A claim is an empty file whose name has the units and the process. The process holds an advisory
/// lock on it. The system releases the lock when the process ends in any way, so a dead process's
/// claim never blocks. Claims are made one at a time, under a lock on their folder.
///
/// ```
/// use tabiya_units::results::{Claim, ClaimError, Process};
///
/// let folder = tempfile::tempdir()?;
/// let process = Process::current();
/// let claim = Claim::acquire(folder.path(), 0..100, &process)?;
/// assert!(Claim::acquire(folder.path(), 100..200, &process).is_ok());
/// let error = Claim::acquire(folder.path(), 99..120, &process).expect_err("unit 99 is claimed");
/// assert!(error.to_string().starts_with("units 0..100 are being counted by host "));
/// drop(claim);
/// assert!(Claim::acquire(folder.path(), 99..120, &process).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// The file that is locked. The lock ends when it is closed.
    _file: File,
    is_locked: bool,
}

impl Claim {
    /// Claims some units in a folder's store, and creates the folder if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError::Held`] if another living process has claimed one of the units, and
    /// [`ClaimError::Io`] if the folder cannot be written to.
    pub fn acquire(
        folder: &Path,
        units: Range<u64>,
        process: &Process,
    ) -> Result<Self, ClaimError> {
        let claims = folder.join("claims");
        fs::create_dir_all(&claims)?;
        let lock = open_to_lock(&claims.join("lock"), true)?;
        lock_within(&lock, LOCK_TIMEOUT)?;
        for entry in fs::read_dir(&claims)? {
            let path = entry?.path();
            let holder =
                path.file_name().and_then(|name| Holder::from_name(&name.to_string_lossy()));
            let Some(holder) = holder else { continue };
            let overlaps = holder.units.start < units.end && units.start < holder.units.end;
            if overlaps && !remove_if_dead(&path)? {
                return Err(ClaimError::Held(holder));
            }
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let host = process.host.clone();
        let pid = process.pid;
        let path = claims.join(Holder { units, host, pid, since }.to_name());
        let file = open_to_lock(&path, true)?;
        let is_locked = try_lock(&file) != Lock::Unsupported;
        Ok(Self { path, _file: file, is_locked })
    }

    /// Tests whether the claim is locked. Some network file systems have no locks; then it protects
    /// from nothing.
    pub const fn is_locked(&self) -> bool {
        self.is_locked
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A claim that stays is not locked, and the next process removes it.
        let _ = fs::remove_file(&self.path);
    }
}

/// The outcome of locking a file without waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    Acquired,
    Held,
    Unsupported,
}

/// Opens a file that is locked. Windows locks no file that is open for appending only.
fn open_to_lock(path: &Path, creates: bool) -> io::Result<File> {
    File::options().read(true).append(true).create(creates).open(path)
}

fn try_lock(file: &File) -> Lock {
    match file.try_lock() {
        Ok(()) => Lock::Acquired,
        Err(TryLockError::WouldBlock) => Lock::Held,
        // NFS without a lock daemon, for example.
        Err(TryLockError::Error(_)) => Lock::Unsupported,
    }
}

/// Locks a file, and waits for other processes that hold the lock.
fn lock_within(file: &File, timeout: Duration) -> io::Result<()> {
    let start = Instant::now();
    while try_lock(file) == Lock::Held {
        if start.elapsed() > timeout {
            return Err(io::Error::new(ErrorKind::TimedOut, "another process locks `claims/lock`"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// Removes a claim whose process has ended. Returns `false` if the process lives.
fn remove_if_dead(path: &Path) -> io::Result<bool> {
    let is_gone = |error: &io::Error| error.kind() == ErrorKind::NotFound;
    // A process removes its claim without the folder's lock.
    let file = match open_to_lock(path, false) {
        Err(error) if is_gone(&error) => return Ok(true),
        file => file?,
    };
    if try_lock(&file) == Lock::Held {
        return Ok(false);
    }
    match fs::remove_file(path) {
        Err(error) if !is_gone(&error) => Err(error),
        _ => Ok(true),
    }
}

/// The process that has claimed some units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The claimed units.
    pub units: Range<u64>,
    /// The process's machine.
    pub host: String,
    /// The process identifier.
    pub pid: u32,
    /// The time when the claim was made, in seconds since 1970, in UTC.
    pub since: u64,
}

impl Holder {
    /// Returns the claim's name. The host's name is last, with unusual characters
    /// replaced.
    fn to_name(&self) -> String {
        let Self { units: Range { start, end }, host, pid, since } = self;
        let is_usual = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        let host: String = host.chars().map(|c| if is_usual(&c) { c } else { '-' }).collect();
        format!("{start}-{end}_{pid}_{since}_{host}{CLAIM_SUFFIX}")
    }

    fn from_name(name: &str) -> Option<Self> {
        let mut parts = name.strip_suffix(CLAIM_SUFFIX)?.splitn(4, '_');
        let (start, end) = parts.next()?.split_once('-')?;
        let units = start.parse().ok()?..end.parse().ok()?;
        let pid = parts.next()?.parse().ok()?;
        let since = parts.next()?.parse().ok()?;
        Some(Self { units, host: parts.next()?.to_owned(), pid, since })
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units: Range { start, end }, host, pid, since } = self;
        write!(f, "units {start}..{end} are being counted by host {host}, process {pid}")?;
        write!(f, ", since ")?;
        fmt_time(*since, f)
    }
}

/// Writes a time in seconds since 1970 like `2024-02-29T12:00:00Z`.
fn fmt_time(seconds: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let days = seconds / 86_400;
    let [hour, minute, second] = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60];
    // Years begin in March, so that the leap day is the last day of a year. 400 years have 146,097 days.
    let days = days + 719_468;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // March is month 0. The lengths of five months add up to 153 days.
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = days / 146_097 * 400 + year_of_era + u64::from(month <= 2);
    write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The error for units that cannot be claimed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClaimError {
    /// The error for units that another process counts.
    Held(Holder),
    /// The error for a folder that cannot be written to.
    Io(io::Error),
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(holder) => write!(f, "{holder}; wait for its end, or count other units"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl Error for ClaimError {}

impl From<io::Error> for ClaimError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
