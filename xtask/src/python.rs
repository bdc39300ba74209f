//! `cargo xtask python`: builds the wheel of the Python package, installs it in a fresh virtual environment,
//! and runs its tests, the checks of its types, and its examples.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;

use crate::cargo::{cargo, must_pass, root};
use crate::programs::{build_programs, debug_program};

/// The folder of the package.
const PACKAGE: &str = "bindings/python";

/// The folder of the virtual environments and of the build.
const TARGET: &str = "target/python";

/// The folder of the environment that the wheel is installed in.
const ENVIRONMENT: &str = "venv";

/// The folder of the environment that holds the wheel and its dependencies alone.
const FRESH_ENVIRONMENT: &str = "fresh";

/// The oldest version of Python that the package supports.
const OLDEST_PYTHON: (u32, u32) = (3, 11);

/// The packages that build the wheel.
const BUILD_TOOLS: [&str; 1] = ["maturin>=1.9,<2"];

/// The packages that the tests need. python-chess is the oracle, and under the GPL: no wheel contains it.
const TEST_TOOLS: [&str; 11] = [
    "pytest",
    "hypothesis",
    "chess>=1.11",
    "mypy>=1.11",
    "pyright[nodejs]",
    "pyarrow",
    "pandas",
    "distributed>=2024.8",
    "polars",
    "duckdb",
    "kubernetes-validate>=1.31",
];

/// A package whose layouts the tests compare with. Its dependencies are not needed.
const REFERENCE: &str = "lczerolens==0.5.1";

/// The greatest size of the wheel in bytes.
const MAX_WHEEL_SIZE: u64 = 1_500_000;

/// A part of the check of the Python package, in the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Check the formatting and lints of the Rust code
    Rust,
    /// Build the wheel into `bindings/python/dist`
    Build,
    /// Run the tests and examples with the installed wheel
    Tests,
    /// Compare the stubs with the extension (`mypy.stubtest`)
    Stubs,
    /// Check that all public types are complete (`pyright`)
    Types,
}

/// Runs all parts, or only one.
///
/// # Errors
/// Returns an error if Python is missing or a part fails.
pub fn run(only: Option<Part>) -> Result<()> {
    let python = find_python()?;
    for part in only.map_or_else(|| Part::value_variants().to_vec(), |part| vec![part]) {
        println!("python: {part:?}");
        match part {
            Part::Rust => check_rust()?,
            Part::Build => build(&python)?,
            Part::Tests => test(&python)?,
            Part::Stubs => {
                let mut stubtest = environment(&python)?.run(["-m", "mypy.stubtest", "tabiya"]);
                must_pass(stubtest.current_dir(root().join(TARGET)))?;
            }
            Part::Types => {
                let args = ["-m", "pyright", "--verifytypes", "tabiya", "--ignoreexternal"];
                let mut verify = environment(&python)?.run(args);
                must_pass(verify.current_dir(root().join(TARGET)))?;
            }
        }
    }
    Ok(())
}

/// Runs all parts, or prints why they are skipped.
///
/// # Errors
/// Returns an error if a part fails.
pub fn check() -> Result<()> {
    if let Err(error) = find_python() {
        println!("skipped: {error:#}");
        return Ok(());
    }
    run(None)
}

/// Returns the first interpreter that is recent enough and has the module `venv`.
fn find_python() -> Result<PathBuf> {
    let (major, minor) = OLDEST_PYTHON;
    let program = format!(
        "import sys, venv, ensurepip; sys.exit(not sys.version_info >= ({major}, {minor}))"
    );
    for name in ["python3", "python"] {
        let mut command = Command::new(name);
        command.args(["-c", &program]).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            return Ok(name.into());
        }
    }
    bail!("Python {major}.{minor} or later with the module venv: not found")
}

/// Checks formatting and lints of the extension. Its tests are those of the package.
fn check_rust() -> Result<()> {
    let in_package = |args: &[&str]| {
        let mut command = cargo(args);
        command.current_dir(root().join(PACKAGE));
        command.env("CARGO_TARGET_DIR", root().join(TARGET).join("build"));
        must_pass(&mut command)
    };
    in_package(&["fmt", "--check"])?;
    in_package(&["clippy", "--locked", "--release", "--", "-D", "warnings"])
}

/// Builds the wheel into an empty folder.
fn build(python: &Path) -> Result<()> {
    let dist = root().join(PACKAGE).join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    let tools = Environment::create(python, "tools", &BUILD_TOOLS)?;
    let args = [
        "-m",
        "maturin",
        "build",
        "--release",
        "--locked",
        "--out",
        "dist",
        "--compression-level",
        "9",
    ];
    let mut maturin = tools.run(args);
    maturin.current_dir(root().join(PACKAGE));
    must_pass(maturin.env("CARGO_TARGET_DIR", root().join(TARGET).join("build")))?;
    let size = fs::metadata(wheel()?)?.len();
    ensure!(size <= MAX_WHEEL_SIZE, "wheel: {size} bytes; expected at most {MAX_WHEEL_SIZE}");
    println!("wheel: {size} bytes");
    Ok(())
}

/// Returns the path of the only wheel.
fn wheel() -> Result<PathBuf> {
    let dist = root().join(PACKAGE).join("dist");
    let files = fs::read_dir(&dist).with_context(|| format!("no wheel in {}", dist.display()))?;
    let mut wheels = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension() == Some(OsStr::new("whl")) {
            wheels.push(path);
        }
    }
    ensure!(wheels.len() == 1, "{} wheels in {}; expected one", wheels.len(), dist.display());
    wheels.pop().context("one wheel")
}

/// Installs the wheel in fresh environments, and runs the tests and examples there. Some tests compare with
/// the program `tabiya-units`.
fn test(python: &Path) -> Result<()> {
    for name in [FRESH_ENVIRONMENT, ENVIRONMENT] {
        let folder = root().join(TARGET).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
    }
    check_readme(python)?;
    let environment = environment(python)?;
    build_programs()?;
    let mut pytest = environment.run(["-m", "pytest"]);
    must_pass(
        pytest
            .current_dir(root().join(PACKAGE))
            .env("TABIYA_PROGRAM", debug_program("tabiya-units")),
    )
}

/// Installs the wheel alone, as a user does, and runs the examples of the README. `doctest` belongs to
/// Python, and reports each output that differs.
fn check_readme(python: &Path) -> Result<()> {
    let wheel = wheel()?;
    let wheel = wheel.to_str().context("the path of the wheel is not UTF-8")?;
    let environment = Environment::create(python, FRESH_ENVIRONMENT, &[wheel])?;
    let mut doctest = environment.run(["-m", "doctest", "README.md"]);
    must_pass(doctest.current_dir(root().join(PACKAGE)))
}

/// Returns an environment with the tools of the tests and the current wheel.
fn environment(python: &Path) -> Result<Environment> {
    let environment = Environment::create(python, ENVIRONMENT, &TEST_TOOLS)?;
    environment.install(&["--no-deps", REFERENCE])?;
    let wheel = wheel()?;
    let wheel = wheel.to_str().context("the path of the wheel is not UTF-8")?;
    // The dependencies of the wheel are installed; the wheel itself replaces an earlier build.
    environment.install(&[wheel])?;
    environment.install(&["--no-deps", "--force-reinstall", wheel])?;
    Ok(environment)
}

/// A virtual environment.
struct Environment {
    python: PathBuf,
}

impl Environment {
    /// Creates a virtual environment with packages, unless it exists with them.
    fn create(python: &Path, name: &str, packages: &[&str]) -> Result<Self> {
        let folder = root().join(TARGET).join(name);
        let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
        let environment = Self { python: folder.join(scripts).join("python") };
        if !environment.python.exists() {
            must_pass(Command::new(python).args(["-m", "venv"]).arg(&folder))?;
        }
        environment.install(packages)?;
        Ok(environment)
    }

    /// Installs packages from the package index.
    fn install(&self, packages: &[&str]) -> Result<()> {
        let mut pip = self.run(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        must_pass(pip.args(packages))
    }

    /// Returns a command of the interpreter. Its programs come first in the search path, since pyright
    /// finds packages by the interpreter there.
    fn run<const N: usize>(&self, args: [&str; N]) -> Command {
        let mut command = Command::new(&self.python);
        let path = env::var_os("PATH").unwrap_or_default();
        let scripts = self.python.parent().map(Path::to_owned);
        let folders = scripts.into_iter().chain(env::split_paths(&path));
        if let Ok(path) = env::join_paths(folders) {
            command.env("PATH", path);
        }
        command.args(args).env_remove("PYTHONPATH").env_remove("VIRTUAL_ENV");
        command
    }
}
