//! An earlier revision of the workspace, compiled as one more library of the comparison.
//!
//! Cargo refuses two path packages of equal name and version in one lock file, and a manifest that
//! names a missing path. So the revision is exported below `target` with another version, and the
//! manifest that depends on both is generated there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// The version of an exported workspace, which never had it.
const VERSION: &str = "0.0.1";

/// A revision that was exported, and the package that compares with it.
#[derive(Debug)]
pub struct Baseline {
    /// The exported workspace.
    pub workspace: PathBuf,
    /// The generated manifest.
    pub manifest: PathBuf,
}

/// Exports a revision and generates the manifest that depends on it.
///
/// # Errors
///
/// If git does not know the revision, or a file is not as expected.
pub fn prepare(revision: &str) -> Result<Baseline> {
    let commit = format!("{revision}^{{commit}}");
    let commit = git(Command::new("git").args(["rev-parse", "--verify", "--quiet", &commit]))
        .with_context(|| format!("git knows no revision {revision}"))?;
    let folder = root().join("target/baseline").join(&commit[..commit.len().min(12)]);
    let workspace = folder.join("workspace");
    if !workspace.join("Cargo.toml").exists() {
        export(&commit, &workspace)?;
    }
    let program = folder.join("program");
    fs::create_dir_all(program.join("benches"))?;
    let manifest = program.join("Cargo.toml");
    write(&manifest, &workspace_manifest(&read(&root().join("Cargo.toml"))?, root()))?;
    let benches = read(&root().join("benches/Cargo.toml"))?;
    let benches = package_manifest(&benches, &root().join("benches"), &workspace);
    write(&program.join("benches/Cargo.toml"), &benches)?;
    fs::copy(root().join("Cargo.lock"), program.join("Cargo.lock"))?;
    Ok(Baseline { workspace, manifest })
}

/// Checks a commit out into a folder and changes its version.
fn export(commit: &str, folder: &Path) -> Result<()> {
    let unfinished = folder.with_extension("new");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--shared", "--no-checkout"]).arg(root()).arg(&unfinished);
    git(&mut clone)?;
    git(Command::new("git").arg("-C").arg(&unfinished).args(["checkout", "--quiet", commit]))?;
    let manifest = unfinished.join("Cargo.toml");
    write(&manifest, &with_version(&read(&manifest)?, VERSION)?)?;
    let detection = unfinished.join("crates/movegen/src/arch/processor.rs");
    if detection.exists() {
        write(&detection, &with_limit(&read(&detection)?)?)?;
    }
    fs::rename(&unfinished, folder).context("the export cannot be moved to its place")
}

/// Changes the version of a workspace's packages, and lets its crates depend on any version of each
/// other.
fn with_version(manifest: &str, version: &str) -> Result<String> {
    let mut text = String::new();
    let (mut section, mut is_changed) = ("", false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        if section == "[workspace.package]" && line.starts_with("version = ") {
            text += &format!("version = {version:?}\n");
            is_changed = true;
        } else if section == "[workspace.dependencies]" && line.contains("path = ") {
            text += &(without_version(line) + "\n");
        } else {
            text += &(line.to_owned() + "\n");
        }
    }
    ensure!(is_changed, "the revision's workspace has no version");
    Ok(text)
}

/// Removes the version from a line such as `x = { path = "x", version = "0.1.0" }`.
fn without_version(line: &str) -> String {
    let Some((before, rest)) = line.split_once(", version = \"") else { return line.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    before.to_owned() + after
}

/// Lets the CPU detection of the first revisions, written by hand, read `TABIYA_CPU` too.
fn with_limit(source: &str) -> Result<String> {
    let line = "let level = Answers::of_processor().level();\n";
    ensure!(source.contains(line), "the revision detects CPU features in an unknown manner");
    let limited = "extern crate std;
            let limit = match std::env::var(\"TABIYA_CPU\").as_deref() {
                Ok(\"portable\") => Level::BUILD,
                Ok(\"avx2\") => Level::POPCNT,
                _ => Level::AVX512,
            };
            let level = Answers::of_processor().level();
            let level = if level > limit { limit } else { level };
";
    Ok(source.replace(line, limited))
}

/// Returns the manifest of a workspace that has the benchmarks alone, with all else as in ours.
fn workspace_manifest(manifest: &str, root: &Path) -> String {
    let mut text = String::new();
    for section in sections(manifest) {
        if section.starts_with("[workspace]") {
            text += "[workspace]\nresolver = \"3\"\nmembers = [\"benches\"]\n\n";
        } else if section.starts_with("[workspace.dependencies]") {
            for line in section.lines() {
                text += &(with_absolute_path(line, root) + "\n");
            }
        } else {
            text += section;
        }
    }
    text
}

/// Makes the path in a line such as `x = { path = "x" }` absolute.
fn with_absolute_path(line: &str, root: &Path) -> String {
    let Some((before, rest)) = line.split_once("path = \"") else { return line.to_owned() };
    let Some((path, after)) = rest.split_once('"') else { return line.to_owned() };
    format!("{before}path = {:?}{after}", root.join(path))
}

/// Returns the manifest of the benchmarks' library and of the comparison, with the baseline among its
/// dependencies.
fn package_manifest(manifest: &str, benches: &Path, baseline: &Path) -> String {
    let mut text = String::new();
    for section in sections(manifest) {
        let header = section.lines().next().unwrap_or_default();
        let is_comparison = section.contains("name = \"bench-compare\"");
        match header {
            "[lib]" => text += &at_path(section, &benches.join("src/lib.rs")),
            "[[bin]]" if is_comparison => {
                text += &at_path(section, &benches.join("src/bin/bench-compare.rs"));
            }
            "[dependencies]" => {
                let path = baseline.join("crates/tabiya");
                let features = "features = [\"packed\", \"perft\"]";
                text += section.trim_end();
                text += "\nbaseline = { package = \"tabiya\", ";
                text += &format!("path = {path:?}, {features} }}\n\n");
            }
            "[[bin]]" | "[[bench]]" | "[[example]]" | "[dev-dependencies]" => {}
            _ => text += section,
        }
    }
    text
}

/// Adds the path of its source to the section of a target.
fn at_path(section: &str, source: &Path) -> String {
    format!("{}\npath = {source:?}\n\n", section.trim_end())
}

/// Splits a manifest before each header.
fn sections(manifest: &str) -> Vec<&str> {
    let mut sections = Vec::new();
    let mut rest = manifest;
    while let Some(end) = rest.find("\n[") {
        let (section, next) = rest.split_at(end + 1);
        sections.push(section);
        rest = next;
    }
    sections.push(rest);
    sections
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Runs git in the root and returns what it prints.
fn git(command: &mut Command) -> Result<String> {
    let output = command.current_dir(root()).output().context("git cannot be started")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git ended with {}: {error}", output.status);
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"[workspace]
members = ["a"]
exclude = ["b"]

[workspace.package]
version = "0.1.0"

[workspace.dependencies]
ours = { path = "crates/ours", version = "=0.1.0", default-features = false }
theirs = { version = "0.1.0" }

[profile.release]
lto = "thin"
"#;

    #[test]
    fn export_has_another_version_and_asks_for_none() {
        let text = with_version(MANIFEST, "0.0.1").expect("it has a version");
        assert!(text.contains("[workspace.package]\nversion = \"0.0.1\"\n"), "{text}");
        assert!(text.contains("ours = { path = \"crates/ours\", default-features = false }\n"));
        assert!(text.contains("theirs = { version = \"0.1.0\" }\n"), "{text}");
        assert!(with_version("[workspace]\n", "0.0.1").is_err());
    }

    #[test]
    fn workspace_has_one_member_and_absolute_paths() {
        let text = workspace_manifest(MANIFEST, Path::new("/workspace"));
        assert!(text.starts_with("[workspace]\nresolver = \"3\"\nmembers = [\"benches\"]\n"));
        assert!(!text.contains("exclude"), "{text}");
        let ours = "ours = { path = \"/workspace/crates/ours\", version = \"=0.1.0\"";
        assert!(text.contains(ours) && text.ends_with("lto = \"thin\"\n"), "{text}");
    }

    #[test]
    fn package_depends_on_the_baseline_and_has_no_benchmarks() {
        let manifest = "[package]\nname = \"x\"\n\n[lib]\nbench = false\n\n[[bin]]\nname = \"bench-compare\"\n\n\
                        [[bench]]\nname = \"make\"\n\n[dependencies]\nanyhow = \"1\"\n\n\
                        [dev-dependencies]\ncriterion = \"1\"\n";
        let text = package_manifest(manifest, Path::new("/benches"), Path::new("/old"));
        assert!(text.contains("[lib]\nbench = false\npath = \"/benches/src/lib.rs\"\n"), "{text}");
        let program =
            "[[bin]]\nname = \"bench-compare\"\npath = \"/benches/src/bin/bench-compare.rs\"\n";
        assert!(text.contains(program), "{text}");
        let baseline =
            "anyhow = \"1\"\nbaseline = { package = \"tabiya\", path = \"/old/crates/tabiya\", ";
        assert!(text.contains(baseline), "{text}");
        assert!(!text.contains("criterion") && !text.contains("[[bench]]"), "{text}");
    }

    #[test]
    fn our_manifests_have_the_sections_that_are_changed() {
        let workspace = read(&root().join("Cargo.toml")).expect("our manifest");
        assert!(with_version(&workspace, "0.0.1").is_ok());
        let benches = read(&root().join("benches/Cargo.toml")).expect("the benchmarks' manifest");
        let text = package_manifest(&benches, Path::new("/benches"), Path::new("/old"));
        assert_eq!(text.matches("path = \"/benches").count(), 2, "{text}");
        assert_eq!(text.matches("path = \"/old").count(), 1, "{text}");
    }
}
