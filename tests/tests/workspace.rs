//! The shape of the workspace: which crate may use which, what is published, and that the
//! generated files are fresh.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap_or_else(|error| panic!("cargo metadata: {error}"))
});

/// The floors, from the lowest: each crate, and the crates of the workspace that it uses.
/// `tests` and `benches` may use any.
const EDGES: [(&str, &[&str]); 12] = [
    ("tabiya-core", &[]),
    ("tabiya-oracle", &["tabiya-core"]),
    ("tabiya-tables", &["tabiya-core"]),
    ("tabiya-movelist", &["tabiya-core"]),
    ("tabiya-movegen", &["tabiya-core", "tabiya-movelist", "tabiya-tables"]),
    ("tabiya-notation", &["tabiya-core", "tabiya-movegen"]),
    ("tabiya-perft", &["tabiya-core", "tabiya-movegen", "tabiya-tables"]),
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

const LIBRARIES: [&str; 7] = [
    "tabiya-core",
    "tabiya-tables",
    "tabiya-movelist",
    "tabiya-movegen",
    "tabiya-notation",
    "tabiya-perft",
    "tabiya",
];

const SEE_EVERYTHING: [&str; 2] = ["tabiya-tests", "tabiya-benches"];

/// Other generators, to compare with.
const RIVALS: [&str; 9] = [
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

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}

/// The package of a name that the workspace must have.
fn package(name: &str) -> &'static Package {
    let mut packages = METADATA.packages.iter();
    packages
        .find(|package| package.name.as_str() == name)
        .unwrap_or_else(|| panic!("the workspace has no package {name}"))
}

/// The dependencies of a package of some kinds that are crates of the workspace, or are
/// none.
fn dependencies(
    package: &Package,
    kind: impl Fn(DependencyKind) -> bool,
    ours: bool,
) -> BTreeSet<&str> {
    let is_ours =
        |name: &str| METADATA.packages.iter().any(|package| package.name.as_str() == name);
    let dependencies = package.dependencies.iter().filter(|dependency| kind(dependency.kind));
    dependencies
        .map(|dependency| dependency.name.as_str())
        .filter(|name| is_ours(name) == ours)
        .collect()
}

/// Compares the edges of one crate with those it may have.
#[track_caller]
fn check(name: &str, allowed: &[&str]) {
    let allowed: BTreeSet<_> = allowed.iter().copied().collect();
    let normal = dependencies(package(name), |kind| kind == DependencyKind::Normal, true);
    assert_eq!(normal, allowed, "what {name} uses");
    let any = dependencies(package(name), |_| true, true);
    assert!(any.is_subset(&allowed), "{name} uses {any:?} in its tests, but stands on {allowed:?}");
}

#[test]
fn arrows_point_down() {
    for (place, (name, allowed)) in EDGES.into_iter().enumerate() {
        check(name, allowed);
        let below = |lower: &&str| EDGES[..place].iter().any(|(name, _)| name == lower);
        assert!(allowed.iter().all(below), "{name} stands on a floor above");
    }
}

#[test]
fn every_crate_has_its_place() {
    let found: BTreeSet<_> =
        METADATA.packages.iter().map(|package| package.name.as_str()).collect();
    let known = EDGES.map(|(name, _)| name).into_iter().chain(SEE_EVERYTHING).collect();
    assert_eq!(found, known, "list a new crate, with what it may use, in this test");
}

#[test]
fn what_we_publish_stands_on_arrayvec_alone() {
    for name in LIBRARIES {
        let is_used = |kind| kind != DependencyKind::Development;
        let others = dependencies(package(name), is_used, false);
        // All but the first only where a feature asks for them.
        let mut allowed = BTreeSet::from(["arrayvec", "arbitrary", "serde_core"]);
        if name == "tabiya-perft" {
            allowed.extend(["bytemuck", "rayon"]);
        }
        assert!(others.is_subset(&allowed), "{name} stands on {others:?}");
        let optional = package(name).dependencies.iter().filter(|dependency| dependency.optional);
        let optional: BTreeSet<_> = optional.map(|dependency| dependency.name.as_str()).collect();
        let on_request = others.iter().filter(|&&other| other != "arrayvec");
        assert!(on_request.copied().all(|other| optional.contains(other)), "{name}: {others:?}");
        let default = package(name).features.get("default").cloned().unwrap_or_default();
        assert!(default.iter().all(|feature| ["std", "notation"].contains(&feature.as_str())));
    }
}

#[test]
fn rivals_are_for_comparison_only() {
    for package in &METADATA.packages {
        let names: BTreeSet<_> =
            package.dependencies.iter().map(|dependency| dependency.name.as_str()).collect();
        let rivals: Vec<_> = RIVALS.into_iter().filter(|rival| names.contains(rival)).collect();
        let may = SEE_EVERYTHING.contains(&package.name.as_str());
        assert!(may || rivals.is_empty(), "{} uses {rivals:?}", package.name);
    }
}

/// Licences that ask for no more than a notice; others belong below `benches` and `tests`.
#[test]
fn what_others_share_of_ours_is_free() {
    let host = ["--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned);
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .other_options(host)
        .exec()
        .unwrap_or_else(|error| panic!("cargo metadata: {error}"));
    let resolve = metadata.resolve.as_ref().expect("all dependencies were asked for");
    let is_ours = |name: &str| EDGES.iter().any(|(edge, _)| *edge == name);
    let ours = metadata.packages.iter().filter(|package| is_ours(&package.name));
    let mut to_see: Vec<_> = ours.map(|package| &package.id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = to_see.pop() {
        if seen.insert(id) {
            let node = resolve.nodes.iter().find(|node| node.id == *id).expect("it is resolved");
            to_see.extend(&node.dependencies);
        }
    }
    assert!(seen.len() > 50, "only {} packages were found", seen.len());
    for package in metadata.packages.iter().filter(|package| seen.contains(&package.id)) {
        let licence = package.license.as_deref().unwrap_or("none");
        let is_free = ["MIT", "Apache-2.0", "Zlib"].iter().any(|free| licence.contains(free));
        assert!(is_free && !licence.starts_with("GPL"), "{}: {licence}", package.name);
    }
}

/// No library asks for an allocator.
#[test]
fn libraries_do_not_allocate() {
    for name in ["core", "tables", "movelist", "movegen", "notation"] {
        let mut folders = vec![root().join("crates").join(name).join("src")];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            for entry in folder.read_dir().unwrap_or_else(|error| panic!("{name}: {error}")) {
                let path = entry.expect("it can be listed").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                files += 1;
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                assert!(!text.contains("extern crate alloc"), "{}", path.display());
                let is_bare = text.contains("#![no_std]") || !path.ends_with("src/lib.rs");
                assert!(is_bare, "{}", path.display());
            }
        }
        assert!(files > 1, "{name}");
    }
}

#[test]
fn only_what_people_use_is_published() {
    for package in &METADATA.packages {
        let name = package.name.as_str();
        let is_published = package.publish.as_ref().is_none_or(|registries| !registries.is_empty());
        let expected = LIBRARIES.contains(&name) || name == "tabiya-cli";
        assert_eq!(is_published, expected, "{name}");
    }
}

/// The example of an engine stands outside, as a user's would, and needs nothing else.
#[test]
fn the_downstream_engine_stands_outside() {
    let manifest = root().join("tests/downstream/Cargo.toml");
    let metadata = MetadataCommand::new()
        .manifest_path(&manifest)
        .no_deps()
        .exec()
        .unwrap_or_else(|error| panic!("cargo metadata: {error}"));
    let [package] = &metadata.packages[..] else { panic!("found {:?}", metadata.packages) };
    let names: Vec<_> =
        package.dependencies.iter().map(|dependency| dependency.name.as_str()).collect();
    assert_eq!(names, ["tabiya"]);
}

#[test]
fn generated_files_are_fresh() {
    // Builds into the folder that this test was built in, where nearly all is ready.
    let program = std::env::current_exe().expect("the path of the test program");
    let target = program.ancestors().nth(3).expect("the folder of the profile lies in the target");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "xtask", "--target-dir"])
        .arg(target)
        .args(["--", "gen-tables", "--check"])
        .current_dir(root())
        .output()
        .expect("cargo can be started");
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
