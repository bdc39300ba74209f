//! The manifest for a comparison with an earlier revision.
//!
//! Cargo reads the revision from this repository as a git dependency. The generated manifest is the
//! one in `lab/compare` with this dependency added.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// An earlier revision as a dependency, and the package that compares with it.
#[derive(Debug)]
pub struct Baseline {
    /// The source of the dependency, as in a manifest.
    pub source: String,
    /// The generated manifest.
    pub manifest: PathBuf,
}

/// Generates the manifest that depends on a revision.
///
/// # Errors
///
/// Returns an error if git does not know the revision or a file cannot be read or written.
pub fn prepare(revision: &str) -> Result<Baseline> {
    let commit = commit(revision)?;
    let lab = root().join("lab");
    let source = format!("git = \"{}\", rev = \"{commit}\"", url(root()));
    let workspace = workspace_manifest(&read(&lab.join("Cargo.toml"))?, &lab);
    let package = read(&lab.join("compare/Cargo.toml"))?;
    let package = package_manifest(&package, &lab.join("compare"), &source);

    let folder = root().join("target/baseline").join(&commit);
    fs::create_dir_all(folder.join("compare"))?;
    fs::write(folder.join("Cargo.toml"), workspace)?;
    fs::write(folder.join("compare/Cargo.toml"), package)?;
    fs::copy(lab.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(Baseline { source, manifest: folder.join("Cargo.toml") })
}

/// Returns a revision's hash.
fn commit(revision: &str) -> Result<String> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")]);
    let output = git.current_dir(root()).output().context("cannot start git")?;
    ensure!(output.status.success(), "revision {revision}: not found by git");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Returns the URL of a folder.
fn url(folder: &Path) -> String {
    let path = folder.display().to_string().replace('\\', "/").replace(' ', "%20");
    format!("file:///{}", path.trim_start_matches('/'))
}

/// Returns the manifest for a workspace whose only member is `compare`, with the settings from
/// `lab`.
fn workspace_manifest(manifest: &str, lab: &Path) -> String {
    let mut text = String::new();
    for line in manifest.lines().filter(|line| !line.starts_with("exclude = ")) {
        let is_members = line.starts_with("members = ");
        text += if is_members { "members = [\"compare\"]" } else { line };
        text += "\n";
    }
    with_absolute_paths(&text, lab)
}

/// Returns the `compare` manifest with a dependency on the baseline.
fn package_manifest(manifest: &str, compare: &Path, source: &str) -> String {
    let tabiya = format!("package = \"tabiya\", {source}, features = [\"packed\", \"perft\"]");
    let dependencies = format!("[dependencies]\nbaseline = {{ {tabiya} }}\n");
    with_absolute_paths(manifest, compare).replace("[dependencies]\n", &dependencies)
}

/// Makes the paths in a manifest absolute, given its folder.
fn with_absolute_paths(manifest: &str, folder: &Path) -> String {
    let folder = folder.display().to_string().replace('\\', "/");
    manifest.replace("path = \"", &format!("path = \"{folder}/"))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspace_manifest_has_one_member_and_absolute_paths() {
        let manifest = read(&root().join("lab/Cargo.toml")).expect("the manifest");
        let text = workspace_manifest(&manifest, Path::new("/lab"));
        assert!(
            text.contains("[workspace]\nresolver = \"3\"\nmembers = [\"compare\"]\n"),
            "{text}"
        );
        assert!(text.contains("tabiya = { path = \"/lab/../crates/tabiya\" }\n"), "{text}");
        assert!(!text.contains("exclude"), "{text}");
    }

    #[test]
    fn package_manifest_depends_on_baseline() {
        let manifest = read(&root().join("lab/compare/Cargo.toml")).expect("the manifest");
        let text = package_manifest(&manifest, Path::new("/compare"), "git = \"file:///x\"");
        assert!(text.contains("\npath = \"/compare/src/bin/bench-compare.rs\"\n"), "{text}");
        let dependency =
            "\n[dependencies]\nbaseline = { package = \"tabiya\", git = \"file:///x\", ";
        assert_eq!(text.matches(dependency).count(), 1, "{text}");
    }

    #[test]
    fn unknown_revision_commit_is_error() {
        assert!(commit("no-such-revision").is_err());
    }
}
