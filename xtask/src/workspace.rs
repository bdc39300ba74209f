//! The check of the workspace: dependencies between its crates, external dependencies, licenses, and
//! the set of published crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::cargo::{locked_cargo, root};

/// The layers, lowest first: each crate with the crates of the workspace that it depends on.
///
/// The packages of [`UNRESTRICTED`] may depend on any crate.
const LAYERS: [(&str, &[&str]); 19] = [
    ("tabiya-core", &[]),
    ("tabiya-oracle", &["tabiya-core"]),
    ("tabiya-tables", &["tabiya-core"]),
    ("tabiya-movelist", &["tabiya-core"]),
    ("tabiya-movegen", &["tabiya-core", "tabiya-movelist", "tabiya-tables"]),
    ("tabiya-notation", &["tabiya-core", "tabiya-movegen"]),
    ("tabiya-perft", &["tabiya-core", "tabiya-movegen", "tabiya-movelist", "tabiya-tables"]),
    (
        "tabiya",
        &[
            "tabiya-core",
            "tabiya-movegen",
            "tabiya-movelist",
            "tabiya-notation",
            "tabiya-perft",
            "tabiya-tables",
        ],
    ),
    ("tabiya-explain", &["tabiya"]),
    ("tabiya-units", &["tabiya"]),
    ("tabiya-games", &["tabiya"]),
    ("tabiya-program", &["tabiya", "tabiya-explain"]),
    ("tabiya-cli", &["tabiya", "tabiya-explain", "tabiya-program"]),
    ("tabiya-units-cli", &["tabiya", "tabiya-program", "tabiya-units"]),
    (
        "tabiya-games-cli",
        &["tabiya", "tabiya-explain", "tabiya-games", "tabiya-program", "tabiya-units"],
    ),
    ("tabiya-engine", &["tabiya"]),
    ("tabiya-instructions", &["tabiya"]),
    ("tabiya-suites", &["tabiya", "tabiya-core"]),
    ("xtask", &[]),
];

/// The published libraries.
pub const LIBRARIES: [&str; 10] = [
    "tabiya-core",
    "tabiya-tables",
    "tabiya-movelist",
    "tabiya-movegen",
    "tabiya-notation",
    "tabiya-perft",
    "tabiya",
    "tabiya-explain",
    "tabiya-units",
    "tabiya-games",
];

/// The published programs, and what they share.
pub const PROGRAMS: [&str; 4] =
    ["tabiya-program", "tabiya-cli", "tabiya-units-cli", "tabiya-games-cli"];

/// The published libraries that read and store files, so that they need the standard library.
const STD_LIBRARIES: [&str; 2] = ["tabiya-units", "tabiya-games"];

/// The packages that may depend on any crate.
const UNRESTRICTED: [&str; 2] = ["tabiya-tests", "tabiya-benches"];

/// The other move generators and readers of games, which only the workspace `lab` compares with Tabiya.
const COMPETITORS: [&str; 12] = [
    "cozy-chess",
    "shakmaty",
    "chess",
    "pleco",
    "chessie",
    "haitaka",
    "owlchess",
    "laura_core",
    "gigachess",
    "pgn-reader",
    "pyrrhic-rs",
    "shakmaty-syzygy",
];

/// Checks the manifests and the sources of the workspace against the constants of this module.
///
/// # Errors
/// Returns an error at the first violation, or if cargo cannot be started.
pub fn check() -> Result<()> {
    let metadata = Metadata::read("Cargo.toml", &["--no-deps"])?;
    check_layers(&metadata)?;
    check_external_dependencies(&metadata)?;
    check_competitors()?;
    check_published(&metadata)?;
    let host = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    check_licenses(&Metadata::read("Cargo.toml", &host)?)?;
    check_downstream(&Metadata::read("tests/downstream/Cargo.toml", &["--no-deps"])?)?;
    check_allocation()?;
    check_packaged_licenses(&metadata)
}

/// The output of `cargo metadata`.
struct Metadata(Value);

impl Metadata {
    fn read(manifest: &str, args: &[&str]) -> Result<Self> {
        let mut command =
            locked_cargo(["metadata", "--format-version=1", "--manifest-path", manifest]);
        let output = command.args(args).output().context("cannot start cargo")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(Self(serde_json::from_slice(&output.stdout)?))
    }

    fn packages(&self) -> Result<&[Value]> {
        list(&self.0["packages"])
    }

    /// Returns the package of a name.
    fn package(&self, name: &str) -> Result<&Value> {
        let mut packages = self.packages()?.iter();
        packages
            .find(|package| package["name"] == name)
            .with_context(|| format!("package {name}: not found in the workspace"))
    }

    /// Returns the dependencies of a package inside the workspace, or those outside.
    fn dependencies<'a>(&'a self, package: &'a Value, is_internal: bool) -> Result<Vec<&'a Value>> {
        let names: BTreeSet<_> = self.packages()?.iter().map(name).collect();
        let dependencies = list(&package["dependencies"])?.iter();
        Ok(dependencies
            .filter(|dependency| names.contains(name(dependency)) == is_internal)
            .collect())
    }
}

fn list(value: &Value) -> Result<&[Value]> {
    Ok(value.as_array().context("cargo metadata: expected a list")?)
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

/// Tests whether a dependency is neither a development nor a build dependency: its kind is `null`.
fn is_normal(dependency: &Value) -> bool {
    dependency["kind"].is_null()
}

/// Checks that each crate is listed in [`LAYERS`] and depends on the listed crates only.
fn check_layers(metadata: &Metadata) -> Result<()> {
    for (layer, (crate_name, allowed)) in LAYERS.into_iter().enumerate() {
        let is_lower = |other: &&str| LAYERS[..layer].iter().any(|(name, _)| name == other);
        ensure!(allowed.iter().all(is_lower), "{crate_name}: depends on a higher layer");
        let allowed: BTreeSet<_> = allowed.iter().copied().collect();
        let used = metadata.dependencies(metadata.package(crate_name)?, true)?;
        let normal: BTreeSet<_> =
            used.iter().filter(|used| is_normal(used)).map(|used| name(used)).collect();
        ensure!(normal == allowed, "{crate_name}: depends on {normal:?}; expected {allowed:?}");
        let any: BTreeSet<_> = used.into_iter().map(name).collect();
        ensure!(
            any.is_subset(&allowed),
            "{crate_name}: tests depend on {any:?}; expected {allowed:?}"
        );
    }
    let packages: BTreeSet<_> = metadata.packages()?.iter().map(name).collect();
    let listed = LAYERS.map(|(name, _)| name).into_iter().chain(UNRESTRICTED).collect();
    ensure!(packages == listed, "crates {packages:?}; expected those of `LAYERS`: {listed:?}");
    Ok(())
}

/// Checks that `arrayvec` is the only required external dependency of the libraries, except of those
/// that need the standard library.
///
/// Others need an optional feature.
fn check_external_dependencies(metadata: &Metadata) -> Result<()> {
    for library in LIBRARIES.into_iter().filter(|library| !STD_LIBRARIES.contains(library)) {
        let package = metadata.package(library)?;
        let mut allowed = BTreeSet::from(["arrayvec", "arbitrary", "serde_core"]);
        if library == "tabiya-movegen" {
            allowed.insert("rayon");
        }
        if library == "tabiya-explain" {
            allowed.insert("serde");
        }
        if library == "tabiya-perft" {
            allowed.extend(["bytemuck", "rayon"]);
        }
        for dependency in metadata.dependencies(package, false)? {
            let name = name(dependency);
            let is_used = dependency["kind"] != "dev";
            ensure!(!is_used || allowed.contains(name), "{library}: depends on {name}");
            let is_optional = dependency["optional"] == true || name == "arrayvec";
            ensure!(!is_used || is_optional, "{library}: {name} is not optional");
        }
        let default = package["features"]["default"].as_array().map_or(&[][..], Vec::as_slice);
        let is_allowed = |feature: &Value| feature == "std" || feature == "notation";
        ensure!(default.iter().all(is_allowed), "{library}: default features {default:?}");
    }
    Ok(())
}

/// Checks that the lock file names none of the [`COMPETITORS`].
fn check_competitors() -> Result<()> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?;
    let is_used = |name: &&str| lock.contains(&format!("\nname = \"{name}\"\n"));
    let used: Vec<_> = COMPETITORS.into_iter().filter(is_used).collect();
    ensure!(used.is_empty(), "Cargo.lock: names {used:?}; they belong in `lab`");
    Ok(())
}

/// Checks that the libraries and the programs are the only published packages.
fn check_published(metadata: &Metadata) -> Result<()> {
    for package in metadata.packages()? {
        let name = name(package);
        // `null` means all registries, an empty list none.
        let is_published = package["publish"].as_array().is_none_or(|list| !list.is_empty());
        let expected = LIBRARIES.contains(&name) || PROGRAMS.contains(&name);
        ensure!(
            is_published == expected,
            "{name}: published is {is_published}; expected {expected}"
        );
    }
    Ok(())
}

/// Checks that each published package contains both license texts.
fn check_packaged_licenses(metadata: &Metadata) -> Result<()> {
    for package in metadata.packages()? {
        let name = name(package);
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let mut command = locked_cargo(["package", "--list", "--allow-dirty", "-p", name]);
        let output = command.output().context("cannot start cargo")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let files = String::from_utf8(output.stdout)?;
        for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let is_packaged = files.lines().any(|file| file == license);
            ensure!(is_packaged, "{name}: the package lacks {license}");
        }
    }
    Ok(())
}

/// Checks that the dependencies have permissive licenses, except those of [`UNRESTRICTED`] packages.
fn check_licenses(metadata: &Metadata) -> Result<()> {
    let nodes = list(&metadata.0["resolve"]["nodes"])?;
    let packages = metadata.packages()?;
    let is_layer = |package: &&Value| LAYERS.iter().any(|(layer, _)| *layer == name(package));
    let mut pending: Vec<_> =
        packages.iter().filter(is_layer).map(|package| &package["id"]).collect();
    let mut visited = Vec::new();
    while let Some(id) = pending.pop() {
        if !visited.contains(&id) {
            visited.push(id);
            let node = nodes.iter().find(|node| node["id"] == *id);
            let node = node.with_context(|| format!("cargo metadata: no node {id}"))?;
            pending.extend(list(&node["dependencies"])?);
        }
    }
    ensure!(visited.len() > 50, "found only {} packages", visited.len());
    for package in packages.iter().filter(|package| visited.contains(&&package["id"])) {
        let license = package["license"].as_str().unwrap_or("none");
        let is_permissive = ["MIT", "Apache-2.0", "Zlib", "BSD-3-Clause", "CC0-1.0"]
            .iter()
            .any(|permissive| license.contains(permissive));
        let is_allowed = is_permissive && !license.starts_with("GPL");
        ensure!(is_allowed, "{}: license {license}", name(package));
    }
    Ok(())
}

/// Checks that the package outside the workspace depends on the library only, as an engine does.
fn check_downstream(metadata: &Metadata) -> Result<()> {
    let [package] = metadata.packages()? else { bail!("downstream: expected one package") };
    let used: Vec<_> = list(&package["dependencies"])?.iter().map(name).collect();
    ensure!(used == ["tabiya"], "downstream: depends on {used:?}; expected tabiya");
    Ok(())
}

/// Checks that the libraries other than `perft` and the facade use an allocator only with the feature
/// `alloc`.
fn check_allocation() -> Result<()> {
    for library in ["core", "tables", "movelist", "movegen", "notation"] {
        let source = root().join("crates").join(library).join("src");
        let text = fs::read_to_string(source.join("lib.rs")).context(library)?;
        ensure!(text.contains("#![no_std]"), "{library}: expected `no_std`");
        ensure!(
            !allocates(&source)?,
            "{library}: `extern crate alloc` without the feature `alloc`"
        );
    }
    Ok(())
}

/// Tests whether a source file in a folder requires an allocator in all builds.
fn allocates(folder: &Path) -> Result<bool> {
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let allocates = match path.is_dir() {
            true => allocates(&path)?,
            false => always_allocates(&fs::read_to_string(&path).unwrap_or_default()),
        };
        if allocates {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tests whether a source declares `alloc` without `cfg(feature = "alloc")` in the line before.
fn always_allocates(source: &str) -> bool {
    let mut previous = "";
    source.lines().map(str::trim).any(|line| {
        let is_optional =
            previous.starts_with("#[cfg(") && previous.contains("feature = \"alloc\"");
        previous = line;
        line.contains("extern crate alloc") && !is_optional
    })
}

#[cfg(test)]
mod tests {
    use super::always_allocates;

    #[test]
    fn alloc_without_feature_is_found() {
        assert!(always_allocates("#![no_std]\nextern crate alloc;"));
        assert!(always_allocates("#[cfg(unix)]\nextern crate alloc;"));
        assert!(!always_allocates("#[cfg(feature = \"alloc\")]\nextern crate alloc;"));
    }
}
