//! `cargo xtask web`: builds and tests the npm package and the explorer page, and serves the page.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, must_pass, root};
use crate::tools::{install_targets, is_ci};

/// The folder of the package.
const PACKAGE: &str = "bindings/js";

/// The folder with the package's tools, tests and benchmark, which is unpublished.
const TOOLS: &str = "bindings/js/test";

/// The folder of the explorer page.
const SITE: &str = "site";

/// The build folder.
const TARGET: &str = "target/js";

/// The compilation target for the modules.
const WASM: &str = "wasm32-unknown-unknown";

/// The features that select the code of each module.
const MODULES: [&str; 5] = ["play", "games", "explain", "diagnosis", "bitboards"];

/// The oldest Node.js version that the package supports.
const OLDEST_NODE: u32 = 20;

/// The browsers that can run the page's tests, fastest first, unless `CHROMIUM` names one.
const BROWSERS: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];

/// The actions besides building the package and the page.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Check the code, test the package in Node.js and the page in Chromium
    #[arg(long, conflicts_with_all = ["quick", "serve"])]
    check: bool,
    /// Build fast, and run the quick tests only
    #[arg(long, conflicts_with = "serve")]
    quick: bool,
    /// Serve the page until Ctrl-C
    #[arg(long)]
    serve: bool,
}

/// Builds the package and the page, and checks or serves them.
///
/// # Errors
/// Returns an error if Node.js, npm or, for a check, Chromium is missing, or a part fails.
pub fn run(options: &Options) -> Result<()> {
    find_node()?;
    if options.check {
        find_browser()?;
        check_rust()?;
    }
    install_packages(TOOLS)?;
    install_packages(SITE)?;
    npm(TOOLS, if options.quick { "build:quick" } else { "build" })?;
    npm(SITE, "build")?;
    if options.check {
        ["types", "lint", "test", "bundlers"].iter().try_for_each(|script| npm(TOOLS, script))?;
        ["types", "test"].iter().try_for_each(|script| npm(SITE, script))?;
    }
    if options.quick {
        npm(TOOLS, "test:quick")?;
        ["types", "test:quick"].iter().try_for_each(|script| npm(SITE, script))?;
    }
    if options.serve { npm(SITE, "serve") } else { Ok(()) }
}

/// Runs the checks or the quick tests, or prints why they are skipped. In CI, a missing tool is an error.
///
/// # Errors
/// Returns an error if a part fails.
pub fn check(is_quick: bool) -> Result<()> {
    match find_node().and_then(|()| find_browser()) {
        Err(error) if !is_ci() => {
            println!("skipped: {error:#}");
            Ok(())
        }
        found => {
            found?;
            run(&Options { check: !is_quick, quick: is_quick, serve: false })
        }
    }
}

/// Tests whether a browser exists that can run the page's tests.
fn find_browser() -> Result<()> {
    let is_named = env::var_os("CHROMIUM").is_some();
    ensure!(
        is_named || BROWSERS.iter().any(|program| version(program).is_ok()),
        "Chromium is missing; expected the variable CHROMIUM or one of {}",
        BROWSERS.join(", "),
    );
    Ok(())
}

/// Tests whether Node.js and npm exist and are recent enough.
fn find_node() -> Result<()> {
    let node = version("node")?;
    let major = node.trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_NODE) {
        bail!("Node.js {node}; expected {OLDEST_NODE} or later");
    }
    version(npm_program()).map(drop)
}

/// Returns the program name for npm, which is a script on Windows.
const fn npm_program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Returns the version that a program prints.
fn version(program: &str) -> Result<String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.with_context(|| format!("`{program}` cannot be started"))?;
    ensure!(output.status.success(), "`{program} --version` failed");
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs an npm script in a package folder.
fn npm(folder: &str, script: &str) -> Result<()> {
    let mut command = Command::new(npm_program());
    must_pass(command.args(["run", script]).current_dir(root().join(folder)))
}

/// Installs the packages from the lock file in a folder, unless they are installed.
fn install_packages(folder: &str) -> Result<()> {
    let folder = root().join(folder);
    // npm writes this file last.
    let installed = modified(folder.join("node_modules/.package-lock.json"));
    let required = modified(folder.join("package-lock.json"));
    if installed.is_some() && installed >= required {
        return Ok(());
    }
    let mut command = Command::new(npm_program());
    must_pass(command.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

/// Returns the time when a file last changed, or `None` if there is no such file.
fn modified(path: PathBuf) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Checks the formatting of the crate, and the lints of each module.
fn check_rust() -> Result<()> {
    install_targets(&[WASM])?;
    let in_package = |args: &[&str]| {
        let mut command = cargo(args);
        command.current_dir(root().join(PACKAGE));
        must_pass(command.env("CARGO_TARGET_DIR", root().join(TARGET)))
    };
    in_package(&["fmt", "--check"])?;
    MODULES.iter().try_for_each(|module| {
        let options = ["--target", WASM, "--no-default-features", "--features", module];
        let clippy = [&["clippy", "--locked"], &options[..], &["--", "-D", "warnings"]];
        in_package(&clippy.concat())
    })
}
