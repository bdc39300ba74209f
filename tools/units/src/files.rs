//! Files that persist: regular files only, and replaced as a whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// The maximum number of symbolic links that lead to a file, as on Linux.
const MAX_LINKS: usize = 40;

/// The end of an incomplete file's name.
pub const PART_SUFFIX: &str = ".part";

/// Opens a regular file for reading. Symbolic links are followed.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if it is a folder, a pipe or a device: reading
/// these may block or never end.
pub fn open_regular(path: &Path) -> io::Result<File> {
    expect_regular(&fs::metadata(path)?)?;
    File::open(path)
}

fn expect_regular(metadata: &fs::Metadata) -> io::Result<()> {
    let error = || io::Error::new(ErrorKind::InvalidInput, "not a regular file");
    if metadata.is_file() { Ok(()) } else { Err(error()) }
}

/// Reads a regular file of at most `max` bytes.
///
/// # Errors
///
/// Returns an error like [`open_regular`], or if the file is longer.
pub fn read_regular(path: &Path, max: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(max as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > max {
        let message = format!("damaged: more than {max} bytes");
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// A new file with a temporary name of its own, which replaces the file at a path when it is
/// complete.
///
/// If the path is a symbolic link, the target is replaced. The temporary file is beside it, so that
/// the file at the path is whole at any time. Its name begins with a dot and the file's name,
/// and ends with [`PART_SUFFIX`].
///
/// The new file has the permissions of the one that it replaces, and its owner where the system
/// allows that. Other hard links still lead to the old file.
#[derive(Debug)]
pub struct NewFile {
    temporary: NamedTempFile,
    target: PathBuf,
    /// `true` if there was no file at the path.
    is_new: bool,
    _incomplete: IncompleteName,
}

/// The names of the files that are not complete yet.
static INCOMPLETE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn incomplete_names() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    INCOMPLETE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An incomplete file's name, which [`remove_incomplete`] removes until this is dropped.
#[derive(Debug)]
pub struct IncompleteName(PathBuf);

impl IncompleteName {
    /// Creates an incomplete file by `create`, whose name `path` returns. [`remove_incomplete`] runs either before,
    /// so that the file is not created, or removes it.
    ///
    /// # Errors
    ///
    /// Returns an error from `create`.
    pub fn create<F>(
        create: impl FnOnce() -> io::Result<F>,
        path: impl FnOnce(&F) -> PathBuf,
    ) -> io::Result<(F, Self)> {
        let mut names = incomplete_names();
        let file = create()?;
        let path = path(&file);
        names.insert(path.clone());
        Ok((file, Self(path)))
    }
}

impl Drop for IncompleteName {
    fn drop(&mut self) {
        incomplete_names().remove(&self.0);
    }
}

/// Removes the files with incomplete names, such as those of each [`NewFile`]. A program calls this
/// right before it exits without dropping these, for example at a signal.
///
/// A thread that creates such a file afterwards, or drops its name, waits forever, and leaves nothing behind.
pub fn remove_incomplete() {
    let names = incomplete_names();
    for path in &*names {
        let _ = fs::remove_file(path);
    }
    mem::forget(names);
}

impl NewFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    ///
    /// Returns an error if the path is a folder, a pipe or a device, or if the file cannot be
    /// created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let is_new = match fs::metadata(path) {
            Ok(metadata) => {
                expect_regular(&metadata)?;
                false
            }
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(error),
        };
        let target = follow_links(path)?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(PART_SUFFIX);
        // Other users of a shared folder may read the file, as far as the umask allows.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The error without the temporary name, which says nothing.
        let without_name = |error: io::Error| {
            let message = error.to_string();
            let reason = message.split(" at path ").next().unwrap_or_default();
            io::Error::new(error.kind(), reason)
        };
        let (temporary, incomplete) = IncompleteName::create(
            || builder.tempfile_in(folder_of(&target)).map_err(without_name),
            |file| file.path().to_owned(),
        )?;
        Ok(Self { temporary, target, is_new, _incomplete: incomplete })
    }

    /// Allows replacing a file that appears at the path after [`create`](Self::create).
    #[must_use]
    pub fn replacing_any(self) -> Self {
        Self { is_new: false, ..self }
    }

    /// Returns the temporary file, to be written to.
    pub fn file(&mut self) -> &mut File {
        self.temporary.as_file_mut()
    }

    /// Writes the file to the disk and renames it. The folder is written to the disk, too.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these fails, or if there was no file at the path when this was
    /// created and there is one now. The file at the path is then the old one.
    pub fn commit(self) -> io::Result<()> {
        let Self { temporary, target, is_new, .. } = self;
        keep_permissions(temporary.as_file(), &target)?;
        temporary.as_file().sync_all()?;
        let renamed =
            if is_new { persist_new(temporary, &target) } else { persist(temporary, &target) };
        renamed?;
        sync_folder(folder_of(&target))
    }
}

/// Writes a file to the disk and renames it, so that it replaces the one at `target` like a
/// [`NewFile`].
///
/// # Errors
///
/// Returns an error if one of these fails. The file at `target` is then the old one.
pub fn replace(file: &File, path: &Path, target: &Path) -> io::Result<()> {
    keep_permissions(file, target)?;
    file.sync_all()?;
    fs::rename(path, target)?;
    sync_folder(folder_of(target))
}

fn persist(temporary: NamedTempFile, target: &Path) -> io::Result<()> {
    temporary.persist(target).map(drop).map_err(|error| error.error)
}

/// Gives a file its name, which no other file may have.
fn persist_new(temporary: NamedTempFile, target: &Path) -> io::Result<()> {
    match temporary.persist_noclobber(target) {
        Ok(_) => Ok(()),
        // Some file systems have neither hard links nor a rename that replaces nothing.
        Err(error) if !target.exists() => persist(error.file, target),
        Err(error) => Err(error.error),
    }
}

/// Gives a file the permissions of the one that it replaces, if there is one.
#[cfg(unix)]
fn keep_permissions(file: &File, target: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let Ok(replaced) = fs::metadata(target) else { return Ok(()) };
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (replaced.uid(), replaced.gid()) {
        // Only root may do that for any owner.
        let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
    }
    file.set_permissions(replaced.permissions())
}

#[cfg(not(unix))]
fn keep_permissions(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns a path's folder, which is the current one if the path is only a name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Returns the path that a symbolic link leads to, even if no file is there.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                path = folder_of(&path).join(fs::read_link(&path)?);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Writes a folder's entries to the disk, where the system can do that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some file systems, such as FUSE, cannot.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let mut file = NewFile::create(path)?;
        file.file().write_all(text.as_bytes())?;
        file.commit()
    }

    #[test]
    fn uncommitted_file_leaves_old_one_and_no_rest() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("file");
        write(&path, "old").expect("the folder can be written to");
        let mut file = NewFile::create(&path).expect("the folder can be written to");
        file.file().write_all(b"new").expect("the file can be written to");
        let names = || fs::read_dir(folder.path()).expect("the folder exists").count();
        assert_eq!(names(), 2);
        drop(file);
        assert_eq!((names(), fs::read_to_string(&path).ok()), (1, Some("old".to_owned())));
        write(&path, "new").expect("the folder can be written to");
        assert_eq!((names(), fs::read_to_string(&path).ok()), (1, Some("new".to_owned())));
    }

    #[test]
    fn file_that_appears_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("file");
        let new = NewFile::create(&path).expect("the folder can be written to");
        fs::write(&path, "other").expect("the folder can be written to");
        let error = new.commit().expect_err("another file is there");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("other"));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder exists").count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("file");
        for mode in [0o600, 0o444, 0o664] {
            write(&path, "").expect("the folder can be written to");
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("a file");
            write(&path, "new").expect("the folder can be written to");
            let metadata = fs::metadata(&path).expect("a file");
            assert_eq!(metadata.permissions().mode() & 0o777, mode, "{mode:o}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn link_stays_and_target_is_replaced() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder can be created");
        let [link, target] = ["link", "other/target"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("other")).expect("a folder can be created");
        symlink("other/target", &link).expect("a link can be created");
        for text in ["first", "second"] {
            write(&link, text).expect("the folder can be written to");
            assert_eq!(fs::read_to_string(&target).ok().as_deref(), Some(text));
            assert!(link.is_symlink());
        }
        symlink("circle", folder.path().join("circle")).expect("a link can be created");
        write(&folder.path().join("circle"), "").expect_err("a circle");
    }

    #[test]
    #[cfg(unix)]
    fn device_and_folder_are_refused() {
        for path in ["/dev/null", "/dev/zero", "/"].map(Path::new) {
            for result in [open_regular(path).map(drop), NewFile::create(path).map(drop)] {
                let error = result.expect_err("not a file");
                assert_eq!(error.to_string(), "not a regular file", "{}", path.display());
            }
        }
    }
}
