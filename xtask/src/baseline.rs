//! An earlier revision of the workspace, compiled as another library of the comparison.
//!
//! Cargo rejects two path packages of the same name and version in one lock file, and manifests with
//! missing paths. The revision is therefore exported below `target` with another version. The manifest
//! that depends on both revisions is generated there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// The version of an exported workspace, which no revision has.
const VERSION: &str = "0.0.1";

/// An exported revision, and the package that compares with it.
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
/// Returns an error if git does not know the revision or a manifest lacks an expected line.
pub fn prepare(revision: &str) -> Result<Baseline> {
    let commit = format!("{revision}^{{commit}}");
    let commit = git(Command::new("git").args(["rev-parse", "--verify", "--quiet", &commit]))
        .with_context(|| format!("revision {revision}: not found by git"))?;
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
    let temporary = folder.with_extension("new");
    if temporary.exists() {
        fs::remove_dir_all(&temporary)?;
    }
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "--shared", "--no-checkout"]).arg(root()).arg(&temporary);
    git(&mut clone)?;
    git(Command::new("git").arg("-C").arg(&temporary).args(["checkout", "--quiet", commit]))?;
    let manifest = temporary.join("Cargo.toml");
    write(&manifest, &set_version(&read(&manifest)?, VERSION)?)?;
    let detection = temporary.join("crates/movegen/src/arch/processor.rs");
    if detection.exists() {
        write(&detection, &add_cpu_limit(&read(&detection)?)?)?;
    }
    fs::rename(&temporary, folder).context("cannot rename the export")
}

/// Changes the version of a workspace's packages, and removes version requirements between its crates.
fn set_version(manifest: &str, version: &str) -> Result<String> {
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
            text += &(remove_version(line) + "\n");
        } else {
            text += &(line.to_owned() + "\n");
        }
    }
    ensure!(is_changed, "workspace of the revision: no version found");
    Ok(text)
}

/// Removes the version from a line such as `x = { path = "x", version = "0.1.0" }`.
fn remove_version(line: &str) -> String {
    let Some((before, rest)) = line.split_once(", version = \"") else { return line.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    before.to_owned() + after
}

/// Makes the CPU detection of early revisions read `TABIYA_CPU`, as later revisions do.
fn add_cpu_limit(source: &str) -> Result<String> {
    let line = "let level = Answers::of_processor().level();\n";
    ensure!(source.contains(line), "CPU detection of the revision: expected `{}`", line.trim());
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

/// Returns the manifest of a workspace whose only member is `benches`, with the settings of this
/// workspace.
fn workspace_manifest(manifest: &str, root: &Path) -> String {
    let mut text = String::new();
    for section in sections(manifest) {
        if section.starts_with("[workspace]") {
            text += "[workspace]\nresolver = \"3\"\nmembers = [\"benches\"]\n\n";
        } else if section.starts_with("[workspace.dependencies]") {
            for line in section.lines() {
                text += &(make_path_absolute(line, root) + "\n");
            }
        } else {
            text += section;
        }
    }
    text
}

/// Makes the path in a line such as `x = { path = "x" }` absolute.
fn make_path_absolute(line: &str, root: &Path) -> String {
    let Some((before, rest)) = line.split_once("path = \"") else { return line.to_owned() };
    let Some((path, after)) = rest.split_once('"') else { return line.to_owned() };
    format!("{before}path = {:?}{after}", root.join(path))
}

/// Returns the manifest of `benches`, reduced to the library and `bench-compare`, with a dependency on
/// the baseline.
fn package_manifest(manifest: &str, benches: &Path, baseline: &Path) -> String {
    let mut text = String::new();
    for section in sections(manifest) {
        let header = section.lines().next().unwrap_or_default();
        let is_comparison = section.contains("name = \"bench-compare\"");
        match header {
            "[lib]" => text += &add_path(section, &benches.join("src/lib.rs")),
            "[[bin]]" if is_comparison => {
                text += &add_path(section, &benches.join("src/bin/bench-compare.rs"));
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

/// Adds the path of the source file to the section of a target.
fn add_path(section: &str, source: &Path) -> String {
    format!("{}\npath = {source:?}\n\n", section.trim_end())
}

/// Splits a manifest into its sections, each with its header.
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

/// Runs git in the root and returns its output.
fn git(command: &mut Command) -> Result<String> {
    let output = command.current_dir(root()).output().context("cannot start git")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git failed: {}: {error}", output.status);
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
internal = { path = "crates/internal", version = "=0.1.0", default-features = false }
external = { version = "0.1.0" }

[profile.release]
lto = "thin"
"#;

    #[test]
    fn set_version_changes_packages_and_drops_requirements() {
        let text = set_version(MANIFEST, "0.0.1").expect("a version");
        assert!(text.contains("[workspace.package]\nversion = \"0.0.1\"\n"), "{text}");
        assert!(
            text.contains("internal = { path = \"crates/internal\", default-features = false }\n")
        );
        assert!(text.contains("external = { version = \"0.1.0\" }\n"), "{text}");
        assert!(set_version("[workspace]\n", "0.0.1").is_err());
    }

    #[test]
    fn workspace_manifest_has_one_member_and_absolute_paths() {
        let text = workspace_manifest(MANIFEST, Path::new("/workspace"));
        assert!(text.starts_with("[workspace]\nresolver = \"3\"\nmembers = [\"benches\"]\n"));
        assert!(!text.contains("exclude"), "{text}");
        let dependency = "internal = { path = \"/workspace/crates/internal\", version = \"=0.1.0\"";
        assert!(text.contains(dependency) && text.ends_with("lto = \"thin\"\n"), "{text}");
    }

    #[test]
    fn package_manifest_adds_baseline_and_drops_benchmarks() {
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
    fn manifests_of_this_workspace_have_expected_sections() {
        let workspace = read(&root().join("Cargo.toml")).expect("the workspace's manifest");
        assert!(set_version(&workspace, "0.0.1").is_ok());
        let benches = read(&root().join("benches/Cargo.toml")).expect("the manifest of benches");
        let text = package_manifest(&benches, Path::new("/benches"), Path::new("/old"));
        assert_eq!(text.matches("path = \"/benches").count(), 2, "{text}");
        assert_eq!(text.matches("path = \"/old").count(), 1, "{text}");
    }
}
