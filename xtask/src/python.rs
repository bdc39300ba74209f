//! `cargo xtask python`: builds the wheel of the Python package, installs it in a fresh virtual
//! environment, and runs its tests, type checks and examples.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::cargo::{cargo, must_pass, root};
use crate::programs::{build_programs, debug_program};

/// The package's folder.
const PACKAGE: &str = "bindings/python";

/// The folder for the virtual environments and the build.
const TARGET: &str = "target/python";

/// The folder for the environment that the wheel is installed in.
const ENVIRONMENT: &str = "venv";

/// The folder for the environment that holds the wheel and its dependencies alone, until the README
/// is tested.
const FRESH_ENVIRONMENT: &str = "fresh";

/// The folder for the environment with another Python version.
const OTHER_ENVIRONMENT: &str = "other";

/// The packages that the hostile-use tests need.
const OTHER_TEST_TOOLS: [&str; 6] =
    ["pytest", "chess>=1.11", "pyarrow", "pandas", "polars", "duckdb"];

/// A wheel build: a cargo profile, and the wheel's folder.
#[derive(Clone, Copy)]
struct Build {
    profile: &'static str,
    dist: &'static str,
}

/// The build that users install.
const RELEASE: Build = Build { profile: "release", dist: "bindings/python/dist" };

/// The build that compiles fast, for the quick tests.
const FAST: Build = Build { profile: "fast", dist: "target/python/dist" };

/// The oldest Python version that the package supports.
const OLDEST_PYTHON: (u32, u32) = (3, 11);

/// Interpreters beside the first one, one of which runs the hostile-use tests again.
const OTHER_PYTHONS: [&str; 4] = ["python3.14", "python3.13", "python3.12", "python3.11"];

/// The hostile-use tests: threads, forks, exhausted memory, wrong values.
const HOSTILE_TESTS: [&str; 3] =
    ["tests/test_arguments.py", "tests/test_edges.py", "tests/test_hostile.py"];

/// The packages that build the wheel.
const BUILD_TOOLS: [&str; 1] = ["maturin>=1.9,<2"];

/// The packages that the tests need. python-chess is the oracle, and under the GPL: no wheel contains it.
const TEST_TOOLS: [&str; 12] = [
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
    "tqdm",
];

/// The packages that the quick tests need.
const QUICK_TEST_TOOLS: [&str; 3] = ["pytest", "hypothesis", "chess>=1.11"];

/// The pytest arguments that leave out the tests for other packages and for runs on several
/// machines.
const QUICK_TESTS: [&str; 4] = [
    "--ignore=tests/scale",
    "--ignore=tests/test_adapters.py",
    "--ignore=tests/test_bench.py",
    "--deselect=tests/test_examples.py::test_pages_hold_true_examples[scale.md]",
];

/// A package whose layouts the tests compare with. Its dependencies are not needed.
const REFERENCE: &str = "lczerolens==0.5.1";

/// The greatest size of the wheel in bytes.
const MAX_WHEEL_SIZE: u64 = 1_750_000;

/// Runs the quick tests, or builds, tests and type-checks the package.
///
/// # Errors
/// Returns an error if Python is missing or a check fails.
pub fn run(is_quick: bool) -> Result<()> {
    let python = find_python()?;
    if is_quick {
        build(&python, FAST)?;
        remove(FRESH_ENVIRONMENT)?;
        let environment = check_readme(&python, FAST)?;
        environment.install(&QUICK_TEST_TOOLS)?;
        let mut pytest = environment.run(["-m", "pytest"]);
        return must_pass(pytest.args(QUICK_TESTS).current_dir(root().join(PACKAGE)));
    }
    check_rust()?;
    build(&python, RELEASE)?;
    let environment = test(&python)?;
    for args in [
        &["-m", "mypy.stubtest", "tabiya"][..],
        &["-m", "pyright", "--verifytypes", "tabiya", "--ignoreexternal"],
    ] {
        must_pass(environment.run([]).args(args).current_dir(root().join(TARGET)))?;
    }
    Ok(())
}

/// Runs the tests as [`run`] does, or prints why they are skipped.
///
/// # Errors
/// Returns an error if a check fails.
pub fn check(is_quick: bool) -> Result<()> {
    if let Err(error) = find_python() {
        println!("skipped: {error:#}");
        return Ok(());
    }
    run(is_quick)
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

/// Checks formatting and lints of the extension, which the package's tests cover.
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
fn build(python: &Path, build: Build) -> Result<()> {
    let dist = root().join(build.dist);
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    let tools = Environment::create(python, "tools", &BUILD_TOOLS)?;
    let mut maturin = tools.run(["-m", "maturin", "build", "--locked", "--profile", build.profile]);
    maturin.arg("--out").arg(&dist).current_dir(root().join(PACKAGE));
    if build.profile == RELEASE.profile {
        maturin.args(["--compression-level", "9"]);
    }
    must_pass(maturin.env("CARGO_TARGET_DIR", root().join(TARGET).join("build")))?;
    let size = fs::metadata(wheel(build)?)?.len();
    println!("wheel: {size} bytes");
    let is_small = size <= MAX_WHEEL_SIZE || build.profile != RELEASE.profile;
    ensure!(is_small, "wheel: {size} bytes; expected at most {MAX_WHEEL_SIZE}");
    Ok(())
}

/// Returns the path to the only wheel of a build.
fn wheel(build: Build) -> Result<String> {
    let dist = root().join(build.dist);
    let files = fs::read_dir(&dist).with_context(|| format!("no wheel in {}", dist.display()))?;
    let mut wheels = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension() == Some(OsStr::new("whl")) {
            wheels.push(path.into_os_string().into_string());
        }
    }
    ensure!(wheels.len() == 1, "{} wheels in {}; expected one", wheels.len(), dist.display());
    wheels.remove(0).map_err(|path| anyhow!("{}: not UTF-8", path.display()))
}

/// Installs the wheel in fresh environments, and runs the tests and examples there. Some tests compare with
/// the program `tabiya-units`.
fn test(python: &Path) -> Result<Environment> {
    remove(FRESH_ENVIRONMENT)?;
    remove(ENVIRONMENT)?;
    check_readme(python, RELEASE)?;
    let environment = Environment::create(python, ENVIRONMENT, &TEST_TOOLS)?;
    environment.install(&["--no-deps", REFERENCE])?;
    environment.install(&[&wheel(RELEASE)?])?;
    build_programs()?;
    let mut pytest = environment.run(["-m", "pytest"]);
    pytest.current_dir(root().join(PACKAGE)).env("TABIYA_PROGRAM", debug_program("tabiya-units"));
    pytest.env("TABIYA_HOSTILE_CALLS", "1000000").env("TABIYA_THREAD_SECONDS", "60");
    must_pass(&mut pytest)?;
    test_another_python(python)?;
    Ok(environment)
}

/// Runs the hostile tests on another Python version, with all checks that the interpreter has.
fn test_another_python(first: &Path) -> Result<()> {
    let version = version(first).context("no version of Python")?;
    let found = OTHER_PYTHONS
        .into_iter()
        .find(|name| self::version(Path::new(name)).is_some_and(|other| other != version));
    let Some(other) = found else {
        println!("skipped: no version of Python beside {version}");
        return Ok(());
    };
    remove(OTHER_ENVIRONMENT)?;
    let environment =
        Environment::create(Path::new(other), OTHER_ENVIRONMENT, &[&wheel(RELEASE)?])?;
    environment.install(&OTHER_TEST_TOOLS)?;
    let mut pytest = environment.run(["-X", "dev", "-X", "faulthandler", "-m", "pytest"]);
    must_pass(pytest.args(HOSTILE_TESTS).current_dir(root().join(PACKAGE)))
}

/// Returns an interpreter's version, if it runs.
fn version(python: &Path) -> Option<String> {
    let mut command = Command::new(python);
    let program = "import sys; print(*sys.version_info[:2], sep='.')";
    let output = command.args(["-c", program]).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Removes an environment.
fn remove(name: &str) -> Result<()> {
    let folder = root().join(TARGET).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Installs the wheel alone, as a user does, and runs the README's examples. `doctest` belongs to
/// Python, and reports each output that differs.
fn check_readme(python: &Path, build: Build) -> Result<Environment> {
    let environment = Environment::create(python, FRESH_ENVIRONMENT, &[&wheel(build)?])?;
    let mut doctest = environment.run(["-m", "doctest", "README.md"]);
    must_pass(doctest.current_dir(root().join(PACKAGE)))?;
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

    /// Returns a command for the interpreter. Its programs come first in the search path, since
    /// pyright finds packages by the interpreter there.
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
