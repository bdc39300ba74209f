//! The workspace check: dependencies between its packages, external dependencies, licenses, and the
//! set of published packages.

mod licenses;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use self::licenses::is_allowed;
use crate::cargo::{locked_cargo, root, tracked_files};

/// The manifests of all workspaces, that of the root first.
pub const MANIFESTS: [&str; 8] = [
    "Cargo.toml",
    "tests/downstream/Cargo.toml",
    "fuzz/Cargo.toml",
    "lab/Cargo.toml",
    "lab/fuzz/Cargo.toml",
    "bindings/c/Cargo.toml",
    "bindings/js/Cargo.toml",
    "bindings/python/Cargo.toml",
];

/// The layers in `crates/`, lowest first. A crate depends on lower layers only.
const LAYERS: [&[&str]; 5] = [
    &["tabiya-core"],
    &["tabiya-movelist", "tabiya-tables"],
    &["tabiya-movegen"],
    &["tabiya-notation", "tabiya-perft"],
    &[FACADE],
];

/// The crate that engines and tools depend on.
const FACADE: &str = "tabiya";

/// The external dependencies by library, for libraries that need no standard library. All but
/// `arrayvec` are optional.
const EXTERNAL: [(&str, &[&str]); 8] = [
    ("tabiya-core", &["arbitrary", "serde_core"]),
    ("tabiya-tables", &[]),
    ("tabiya-movelist", &["arbitrary", "arrayvec", "serde_core"]),
    ("tabiya-movegen", &["arbitrary", "arrayvec", "serde_core"]),
    ("tabiya-notation", &["arrayvec", "rayon"]),
    ("tabiya-perft", &["bytemuck", "rayon"]),
    (FACADE, &[]),
    ("tabiya-explain", &["serde"]),
];

/// The crates that use an allocator without any feature.
const ALLOCATING: [&str; 2] = ["tabiya-perft", FACADE];

/// The other move generators and game readers, which only the workspace `lab` compares with Tabiya.
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

/// The only platform whose dependencies are read.
const PLATFORM: [&str; 2] = ["--filter-platform", "x86_64-unknown-linux-gnu"];

/// A package in the output from `cargo metadata`.
#[derive(Debug)]
pub struct Package(Value);

impl Package {
    /// Returns the package's name.
    pub fn name(&self) -> &str {
        self.0["name"].as_str().unwrap_or_default()
    }

    /// Tests whether the package is in a workspace folder, such as `crates`.
    pub fn is_in(&self, folder: &str) -> bool {
        let manifest = self.0["manifest_path"].as_str().unwrap_or_default();
        Path::new(manifest).starts_with(root().join(folder))
    }

    /// Tests whether the package may be published: `null` means all registries, an empty list none.
    pub fn is_published(&self) -> bool {
        self.0["publish"].as_array().is_none_or(|registries| !registries.is_empty())
    }

    /// Tests whether the package has a program.
    pub fn is_program(&self) -> bool {
        self.targets().any(|target| target["kind"][0] == "bin")
    }

    /// Tests whether the package is a published library.
    pub fn is_library(&self) -> bool {
        self.is_published() && !self.is_program()
    }

    /// Returns the package's targets: its library, programs, tests, benchmarks and examples.
    pub fn targets(&self) -> impl Iterator<Item = &Value> {
        list(&self.0["targets"]).iter()
    }

    fn dependencies(&self) -> impl Iterator<Item = &Value> {
        list(&self.0["dependencies"]).iter()
    }
}

/// Returns a workspace's packages.
///
/// # Errors
/// Returns an error if cargo cannot be started or rejects the manifest.
pub fn packages(manifest: &str) -> Result<Vec<Package>> {
    let metadata = metadata(manifest, &["--no-deps"])?;
    Ok(list(&metadata["packages"]).iter().cloned().map(Package).collect())
}

/// Returns the cargo arguments that select packages in the root's workspace.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn package_args(is_selected: impl Fn(&Package) -> bool) -> Result<Vec<String>> {
    let packages = packages(MANIFESTS[0])?;
    let selected = packages.iter().filter(|package| is_selected(package));
    Ok(selected.map(|package| format!("--package={}", package.name())).collect())
}

fn metadata(manifest: &str, args: &[&str]) -> Result<Value> {
    let mut command = locked_cargo(["metadata", "--format-version=1", "--manifest-path", manifest]);
    let output = command.args(args).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Checks the workspace's manifests and sources against the constants in this module.
///
/// # Errors
/// Returns an error at the first violation, or if cargo cannot be started.
pub fn check() -> Result<()> {
    let packages = packages(MANIFESTS[0])?;
    for package in &packages {
        check_layer(package, &packages)?;
        check_external(package)?;
        check_published(package)?;
    }
    for manifest in MANIFESTS.into_iter().filter(|manifest| manifest.starts_with("bindings/")) {
        check_bindings(manifest, &packages)?;
    }
    check_resolved(&metadata(MANIFESTS[0], &PLATFORM)?)?;
    check_downstream()?;
    check_allocation()
}

/// Checks that a package depends only on workspace packages below it.
fn check_layer(package: &Package, packages: &[Package]) -> Result<()> {
    let name = package.name();
    let layer = LAYERS.iter().position(|layer| layer.contains(&name));
    ensure!(
        layer.is_some() == package.is_in("crates"),
        "{name}: expected in `LAYERS` and `crates/`, or in neither"
    );
    let is_below = |other: &Package| match layer {
        Some(layer) => LAYERS[..layer].concat().contains(&other.name()),
        None => {
            let is_library = other.is_in("tools") && !other.is_program();
            // What programs share may use what they use.
            let is_of_programs = package.is_program() || package.is_in("tools/common");
            other.name() == FACADE || (is_of_programs && is_library)
        }
    };
    // Tests and benchmarks may depend on any package.
    let is_restricted = layer.is_some() || package.is_in("tools") || package.is_in("xtask");
    for dependency in package.dependencies().filter(|_| is_restricted) {
        let other = packages.iter().find(|other| dependency["name"] == other.name());
        // Examples are written for users, who depend on the facade.
        let is_for_examples = dependency["kind"] == "dev" && dependency["name"] == FACADE;
        let is_allowed =
            is_for_examples || other.is_none_or(|other| !package.is_in("xtask") && is_below(other));
        ensure!(is_allowed, "{name}: depends on {}; expected lower layers", dependency["name"]);
    }
    Ok(())
}

/// Checks that bindings depend only on libraries in the workspace, so that no wheel and no module
/// contains a program.
fn check_bindings(manifest: &str, workspace: &[Package]) -> Result<()> {
    for package in packages(manifest)? {
        for dependency in package.dependencies() {
            let program = workspace
                .iter()
                .find(|other| other.is_program() && dependency["name"] == other.name());
            ensure!(program.is_none(), "{manifest}: depends on {}, a program", dependency["name"]);
        }
    }
    Ok(())
}

/// Checks the external dependencies and the default features for a package in [`EXTERNAL`].
fn check_external(package: &Package) -> Result<()> {
    let name = package.name();
    let Some((_, external)) = EXTERNAL.iter().find(|(library, _)| *library == name) else {
        return Ok(());
    };
    let is_used = |dependency: &&Value| {
        let is_external = dependency["path"].is_null();
        is_external && dependency["kind"] != "dev"
    };
    for dependency in package.dependencies().filter(is_used) {
        let used = dependency["name"].as_str().unwrap_or_default();
        ensure!(external.contains(&used), "{name}: depends on {used}; expected {external:?}");
        let is_optional = dependency["optional"] == true || used == "arrayvec";
        ensure!(is_optional, "{name}: {used} is not optional");
    }
    let default = list(&package.0["features"]["default"]);
    let is_allowed = |feature: &Value| feature == "std" || feature == "notation";
    ensure!(default.iter().all(is_allowed), "{name}: default features {default:?}");
    Ok(())
}

/// Checks that the packages in `crates` are published, and those outside `crates` and `tools` are not,
/// and that a published package contains both license texts.
fn check_published(package: &Package) -> Result<()> {
    let name = package.name();
    if !package.is_published() {
        ensure!(!package.is_in("crates"), "{name}: expected to be published");
        return Ok(());
    }
    ensure!(
        package.is_in("crates") || package.is_in("tools"),
        "{name}: expected `publish = false`"
    );
    let mut command = locked_cargo(["package", "--list", "--allow-dirty", "-p", name]);
    let output = command.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = String::from_utf8(output.stdout)?;
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        ensure!(files.lines().any(|file| file == license), "{name}: the package lacks {license}");
    }
    Ok(())
}

/// Checks that the lock file names no competitor, and that `deny.toml` allows each dependency's
/// license.
fn check_resolved(metadata: &Value) -> Result<()> {
    let read = |file: &'static str| fs::read_to_string(root().join(file)).context(file);
    let lock = read("Cargo.lock")?;
    for name in COMPETITORS {
        let entry = format!("\nname = \"{name}\"\n");
        ensure!(!lock.contains(&entry), "Cargo.lock: {name}; expected no other move generator");
    }
    let allowed = strings(&read("deny.toml")?, "allow")?;
    let packages = list(&metadata["packages"]);
    ensure!(packages.len() > 50, "found only {} packages", packages.len());
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let license = package["license"].as_str().unwrap_or("none");
        ensure!(is_allowed(license, &allowed), "{name}: license {license}");
    }
    Ok(())
}

/// Returns the strings in a TOML list that is also valid JSON; a missing list is empty.
///
/// # Errors
/// Returns an error if the list is not valid JSON.
pub fn strings(toml: &str, key: &str) -> Result<Vec<String>> {
    let start = format!("\n{key} = [");
    let Some(at) = toml.find(&start) else { return Ok(Vec::new()) };
    let items = toml[at + start.len()..].split(']').next().unwrap_or_default();
    serde_json::from_str(&format!("[{items}]")).with_context(|| format!("{key}: not valid JSON"))
}

/// Checks that the package outside the workspace depends on the library only, as an engine does.
fn check_downstream() -> Result<()> {
    let packages = packages("tests/downstream/Cargo.toml")?;
    let used: Vec<_> = packages.iter().flat_map(Package::dependencies).collect();
    let is_facade = used.len() == 1 && used[0]["name"] == FACADE;
    ensure!(packages.len() == 1 && is_facade, "downstream: expected only {FACADE}, found {used:?}");
    Ok(())
}

/// Checks that crates other than [`ALLOCATING`] use an allocator only with the feature `alloc`.
fn check_allocation() -> Result<()> {
    let libraries = LAYERS.concat().into_iter().filter(|name| !ALLOCATING.contains(name));
    for folder in libraries.filter_map(|name| name.strip_prefix("tabiya-")) {
        let source = format!("crates/{folder}/src");
        for path in tracked_files()?.iter().filter(|path| path.starts_with(&source)) {
            let text = fs::read_to_string(root().join(path))?;
            let is_root = path.ends_with("src/lib.rs");
            ensure!(!is_root || text.contains("#![no_std]"), "{folder}: expected `no_std`");
            let allocates = always_allocates(&text);
            ensure!(!allocates, "{folder}: `extern crate alloc` without the feature `alloc`");
        }
    }
    Ok(())
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
