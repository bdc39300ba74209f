//! The check of the workspace's shape: which crate may use which, which licenses and libraries are
//! allowed where, and what is published.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::cargo::{cargo, root};

/// The layers, from the lowest: each crate, and the crates of the workspace that it uses.
/// `tests` and `benches` may use any.
const EDGES: [(&str, &[&str]); 12] = [
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
    ("tabiya-cli", &["tabiya"]),
    ("tabiya-engine", &["tabiya"]),
    ("tabiya-instructions", &["tabiya"]),
    ("xtask", &[]),
];

/// The published libraries.
pub const LIBRARIES: [&str; 7] = [
    "tabiya-core",
    "tabiya-tables",
    "tabiya-movelist",
    "tabiya-movegen",
    "tabiya-notation",
    "tabiya-perft",
    "tabiya",
];

/// The packages that may use any crate.
const SEE_EVERYTHING: [&str; 2] = ["tabiya-tests", "tabiya-benches"];

/// Other generators, to compare with.
const COMPETITORS: [&str; 9] = [
    "cozy-chess",
    "shakmaty",
    "chess",
    "pleco",
    "chessie",
    "haitaka",
    "owlchess",
    "laura_core",
    "gigachess",
];

/// Checks the manifests and the sources of the workspace.
///
/// # Errors
/// If anything is not as the constants of this module say, or cargo cannot be run.
pub fn check() -> Result<()> {
    let metadata = Metadata::read("Cargo.toml", &["--no-deps"])?;
    layers(&metadata)?;
    libraries_use_arrayvec_alone(&metadata)?;
    competitors_are_for_comparison(&metadata)?;
    published(&metadata)?;
    let host = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    licenses(&Metadata::read("Cargo.toml", &host)?)?;
    downstream(&Metadata::read("tests/downstream/Cargo.toml", &["--no-deps"])?)?;
    libraries_do_not_allocate()
}

/// The output of `cargo metadata`.
struct Metadata(Value);

impl Metadata {
    fn read(manifest: &str, args: &[&str]) -> Result<Self> {
        let mut command = cargo(["metadata", "--format-version=1", "--manifest-path", manifest]);
        let output = command.args(args).output().context("cargo cannot be started")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(Self(serde_json::from_slice(&output.stdout)?))
    }

    fn packages(&self) -> Result<&[Value]> {
        list(&self.0["packages"])
    }

    /// Returns the package of a name that the workspace must have.
    fn package(&self, name: &str) -> Result<&Value> {
        let mut packages = self.packages()?.iter();
        packages
            .find(|package| package["name"] == name)
            .with_context(|| format!("the workspace has no package {name}"))
    }

    /// Returns the dependencies of a package that are crates of the workspace, or those that
    /// are not.
    fn dependencies<'a>(&'a self, package: &'a Value, ours: bool) -> Result<Vec<&'a Value>> {
        let names: BTreeSet<_> = self.packages()?.iter().map(name).collect();
        let dependencies = list(&package["dependencies"])?.iter();
        Ok(dependencies.filter(|dependency| names.contains(name(dependency)) == ours).collect())
    }
}

fn list(value: &Value) -> Result<&[Value]> {
    Ok(value.as_array().context("expected a list in cargo's metadata")?)
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

/// Tests whether a dependency is needed to build the package: cargo writes `null` for that kind.
fn is_normal(dependency: &Value) -> bool {
    dependency["kind"].is_null()
}

/// Each crate uses those of [`EDGES`], which lie below it, and every crate is listed.
fn layers(metadata: &Metadata) -> Result<()> {
    for (place, (crate_name, allowed)) in EDGES.into_iter().enumerate() {
        let below = |lower: &&str| EDGES[..place].iter().any(|(name, _)| name == lower);
        ensure!(allowed.iter().all(below), "{crate_name} uses a layer above");
        let allowed: BTreeSet<_> = allowed.iter().copied().collect();
        let used = metadata.dependencies(metadata.package(crate_name)?, true)?;
        let normal: BTreeSet<_> =
            used.iter().filter(|used| is_normal(used)).map(|used| name(used)).collect();
        ensure!(normal == allowed, "{crate_name} uses {normal:?}; expected {allowed:?}");
        let any: BTreeSet<_> = used.into_iter().map(name).collect();
        ensure!(any.is_subset(&allowed), "the tests of {crate_name} use {any:?}");
    }
    let found: BTreeSet<_> = metadata.packages()?.iter().map(name).collect();
    let known = EDGES.map(|(name, _)| name).into_iter().chain(SEE_EVERYTHING).collect();
    ensure!(found == known, "found {found:?}; list a new crate, with what it may use, in `EDGES`");
    Ok(())
}

/// The libraries need `arrayvec`, and anything else only with an optional feature.
fn libraries_use_arrayvec_alone(metadata: &Metadata) -> Result<()> {
    for library in LIBRARIES {
        let package = metadata.package(library)?;
        let mut allowed = BTreeSet::from(["arrayvec", "arbitrary", "serde_core"]);
        if library == "tabiya-perft" {
            allowed.extend(["bytemuck", "rayon"]);
        }
        for dependency in metadata.dependencies(package, false)? {
            let name = name(dependency);
            let is_needed = dependency["kind"] != "dev";
            ensure!(!is_needed || allowed.contains(name), "{library} uses {name}");
            let is_optional = dependency["optional"] == true || name == "arrayvec";
            ensure!(!is_needed || is_optional, "{library} uses {name} without a feature");
        }
        let default = package["features"]["default"].as_array().map_or(&[][..], Vec::as_slice);
        let is_light = |feature: &Value| feature == "std" || feature == "notation";
        ensure!(default.iter().all(is_light), "{library} has the default features {default:?}");
    }
    Ok(())
}

fn competitors_are_for_comparison(metadata: &Metadata) -> Result<()> {
    for package in metadata.packages()? {
        let used: BTreeSet<_> = list(&package["dependencies"])?.iter().map(name).collect();
        let found: Vec<_> = COMPETITORS.into_iter().filter(|name| used.contains(name)).collect();
        let may = SEE_EVERYTHING.contains(&name(package));
        ensure!(may || found.is_empty(), "{} uses {found:?}", name(package));
    }
    Ok(())
}

fn published(metadata: &Metadata) -> Result<()> {
    for package in metadata.packages()? {
        let name = name(package);
        // `null` is every registry, an empty list none.
        let is_published = package["publish"].as_array().is_none_or(|list| !list.is_empty());
        let expected = LIBRARIES.contains(&name) || name == "tabiya-cli";
        ensure!(is_published == expected, "{name}: is it to be published?");
    }
    Ok(())
}

/// What our crates depend on asks for no more than a notice; other licenses belong below
/// `benches` and `tests`.
fn licenses(metadata: &Metadata) -> Result<()> {
    let nodes = list(&metadata.0["resolve"]["nodes"])?;
    let packages = metadata.packages()?;
    let is_ours = |package: &&Value| EDGES.iter().any(|(edge, _)| *edge == name(package));
    let mut to_see: Vec<_> =
        packages.iter().filter(is_ours).map(|package| &package["id"]).collect();
    let mut seen = Vec::new();
    while let Some(id) = to_see.pop() {
        if !seen.contains(&id) {
            seen.push(id);
            let node = nodes.iter().find(|node| node["id"] == *id).context("it is resolved")?;
            to_see.extend(list(&node["dependencies"])?);
        }
    }
    ensure!(seen.len() > 50, "only {} packages were found", seen.len());
    for package in packages.iter().filter(|package| seen.contains(&&package["id"])) {
        let license = package["license"].as_str().unwrap_or("none");
        let is_free = ["MIT", "Apache-2.0", "Zlib"].iter().any(|free| license.contains(free));
        ensure!(is_free && !license.starts_with("GPL"), "{}: {license}", name(package));
    }
    Ok(())
}

/// The package outside the workspace uses the library alone, as an engine would.
fn downstream(metadata: &Metadata) -> Result<()> {
    let [package] = metadata.packages()? else { bail!("expected one package downstream") };
    let used: Vec<_> = list(&package["dependencies"])?.iter().map(name).collect();
    ensure!(used == ["tabiya"], "the package downstream uses {used:?}");
    Ok(())
}

/// No library below `perft` uses an allocator, but for the feature `alloc`.
fn libraries_do_not_allocate() -> Result<()> {
    for library in ["core", "tables", "movelist", "movegen", "notation"] {
        let source = root().join("crates").join(library).join("src");
        let text = fs::read_to_string(source.join("lib.rs")).context(library)?;
        ensure!(text.contains("#![no_std]"), "{library} is not `no_std`");
        ensure!(!allocates(&source)?, "{library} uses an allocator without the feature `alloc`");
    }
    Ok(())
}

fn allocates(folder: &Path) -> Result<bool> {
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let found = match path.is_dir() {
            true => allocates(&path)?,
            false => always_allocates(&fs::read_to_string(&path).unwrap_or_default()),
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tests whether a source declares the allocating library without a condition just above.
fn always_allocates(source: &str) -> bool {
    let mut above = "";
    source.lines().map(str::trim).any(|line| {
        let is_optional = above.starts_with("#[cfg(") && above.contains("feature = \"alloc\"");
        above = line;
        line.contains("extern crate alloc") && !is_optional
    })
}

#[cfg(test)]
mod tests {
    use super::always_allocates;

    #[test]
    fn an_allocator_without_its_feature_is_found() {
        assert!(always_allocates("#![no_std]\nextern crate alloc;"));
        assert!(always_allocates("#[cfg(unix)]\nextern crate alloc;"));
        assert!(!always_allocates("#[cfg(feature = \"alloc\")]\nextern crate alloc;"));
    }
}
