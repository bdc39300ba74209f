//! `cargo xtask c`: builds the C library, compiles and runs its tests and examples by gcc and clang, and installs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{locked_cargo, must_pass, root};
use crate::tools::{NIGHTLY, exists, install_nightly, install_targets, is_ci, toolchain_cargo};

/// The package's folder.
const PACKAGE: &str = "bindings/c";

/// The build folder.
const TARGET: &str = "target/c";

/// The compilers for C and C++.
const COMPILERS: [[&str; 2]; 2] = [["gcc", "g++"], ["clang", "clang++"]];

const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The libraries that Rust's standard library needs.
const LIBRARIES: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// The microcontroller's target, and the compiler's options for it.
const CHIP: &str = "thumbv7em-none-eabihf";
const CHIP_OPTIONS: [&str; 7] = [
    "-mcpu=cortex-m4",
    "-mthumb",
    "-mfloat-abi=hard",
    "-mfpu=fpv4-sp-d16",
    "-ffunction-sections",
    "-nostartfiles",
    "-Wl,--gc-sections,--no-warn-execstack",
];

/// The actions besides the quick tests.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Write the header, which the tests compare
    #[arg(long)]
    write: bool,
    /// Fuzz for ten minutes by a library with `AddressSanitizer`, run Miri, and count leaves on an emulated chip
    #[arg(long)]
    deep: bool,
    /// Build the library, and copy it to this folder, with headers and files for build systems
    #[arg(long, value_name = "PREFIX", conflicts_with_all = ["write", "deep"])]
    install: Option<PathBuf>,
}

/// Builds the library, and tests or installs it.
///
/// # Errors
/// Returns an error if a part fails, or if a test finds no C compiler.
pub fn run(options: &Options) -> Result<()> {
    must_pass(&mut in_package(locked_cargo(["build", "--release"])))?;
    let library = root().join(TARGET).join("release/libtabiya_c.a");
    if let Some(prefix) = &options.install {
        return install(prefix, &library);
    }
    let mut test = in_package(locked_cargo(["test"]));
    if options.write {
        test.env("TABIYA_WRITE_HEADER", "1");
    }
    must_pass(&mut test)?;
    must_pass(in_package(locked_cargo(["clippy"])).args([
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    let compilers = COMPILERS.into_iter().filter(|[c, cpp]| exists(c) && exists(cpp));
    let compilers: Vec<_> = compilers.collect();
    ensure!(!compilers.is_empty(), "C compiler: not found; expected gcc or clang");
    ensure!(!is_ci() || compilers.len() == 2, "expected gcc and clang, each with C++");
    compilers.iter().try_for_each(|compilers| test_with(*compilers, &library))?;
    let prefix = root().join(TARGET).join("prefix");
    install(&prefix, &library)?;
    test_installed(&prefix, compilers[0][1])?;
    if options.deep {
        fuzz_deep()?;
        miri()?;
        count_on_chip()?;
    }
    Ok(())
}

/// Runs the tests, or prints why they are skipped. In CI, a missing tool is an error.
///
/// # Errors
/// Returns an error if a part fails.
pub fn check(is_deep: bool) -> Result<()> {
    if !is_ci() && !COMPILERS.iter().flatten().any(|compiler| exists(compiler)) {
        println!("skipped: C compiler not found");
        return Ok(());
    }
    run(&Options { deep: is_deep, ..Options::default() })
}

/// Checks the headers, and runs tests and examples.
fn test_with([c, cpp]: [&str; 2], library: &Path) -> Result<()> {
    println!("==> {c}, {cpp}");
    let header = |compiler, standard, file: &str| {
        must_pass(compile(compiler, standard, file).arg("-fsyntax-only"))
    };
    header(c, "c11", "include/tabiya.h")?;
    header(cpp, "c++17", "include/tabiya.h")?;
    header(cpp, "c++20", "include/tabiya.hpp")?;
    let build = |compiler, standard, source: &str, options: &[&str]| {
        let name = Path::new(source).with_extension(compiler);
        let program = root().join(TARGET).join(name.file_name().unwrap_or_default());
        let mut command = compile(compiler, standard, source);
        command
            .args(["-x", "none"])
            .args(options)
            .arg(library)
            .args(LIBRARIES)
            .arg("-o")
            .arg(&program);
        must_pass(&mut command).map(|()| Command::new(program))
    };
    must_pass(&mut build(c, "c11", "tests/border.c", &SANITIZERS)?)?;
    must_pass(build(c, "c11", "tests/fuzz.c", &SANITIZERS)?.arg("10").stderr(Stdio::null()))?;
    expect_output(build(c, "c11", "examples/perft.c", &["-O2"])?.arg("5"), "4865609\n")?;
    for (language, compiler, standard) in [("c", c, "c11"), ("cpp", cpp, "c++20")] {
        let source = readme_example(language)?;
        must_pass(build(compiler, standard, &source, &[])?.stdout(Stdio::null()))?;
    }
    let game = &mut build(cpp, "c++20", "examples/game.cpp", &["-O2"])?;
    expect_output(game, "perft 4: 197281\n").map(drop)
}

/// Writes the README's example in a language to a file, and returns its path.
fn readme_example(language: &str) -> Result<String> {
    let readme = fs::read_to_string(root().join(PACKAGE).join("README.md"))?;
    let block =
        readme.split_once(&format!("```{language}\n")).and_then(|(_, rest)| rest.split_once("```"));
    let (text, _) = block.with_context(|| format!("README.md: no example in {language}"))?;
    let path = root().join(TARGET).join(format!("readme.{language}"));
    fs::write(&path, text)?;
    Ok(path.display().to_string())
}

fn compile(compiler: &str, standard: &str, source: &str) -> Command {
    let mut command = Command::new(compiler);
    command.current_dir(root().join(PACKAGE)).args(WARNINGS).arg(format!("-std={standard}"));
    // The input's language precedes it.
    let language = if standard.starts_with("c++") { "c++" } else { "c" };
    command.args(["-Iinclude", "-x", language, source]);
    command
}

/// Copies the library to a folder, with the files that name its place.
fn install(prefix: &Path, library: &Path) -> Result<()> {
    let package = root().join(PACKAGE);
    let manifest = fs::read_to_string(package.join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = "));
    let version = version.context("Cargo.toml: no version")?.trim_matches('"');
    let [lib, include] = ["lib", "include"].map(|name| prefix.join(name));
    let [config, cmake] = ["pkgconfig", "cmake/tabiya"].map(|name| lib.join(name));
    for folder in [&include, &config, &cmake] {
        fs::create_dir_all(folder)?;
    }
    for header in ["tabiya.h", "tabiya.hpp"] {
        fs::copy(package.join("include").join(header), include.join(header))?;
    }
    fs::copy(library, lib.join("libtabiya_c.a"))?;
    fs::copy(package.join("tabiya-config.cmake"), cmake.join("tabiya-config.cmake"))?;
    for (folder, name) in [(&config, "tabiya.pc"), (&cmake, "tabiya-config-version.cmake")] {
        let text = fs::read_to_string(package.join(format!("{name}.in")))?;
        fs::write(folder.join(name), text.replace("@VERSION@", version))?;
    }
    println!("{}: library and headers installed", prefix.display());
    Ok(())
}

/// Builds the examples by `pkg-config` and by `cmake`, where they exist.
fn test_installed(prefix: &Path, cpp: &str) -> Result<()> {
    if exists("pkg-config") {
        let mut config = Command::new("pkg-config");
        config.args(["--cflags", "--libs", "--static", "tabiya"]);
        let found = config.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).output()?;
        ensure!(found.status.success(), "pkg-config: {}", String::from_utf8_lossy(&found.stderr));
        let program = root().join(TARGET).join("game.pkg-config");
        let mut command = Command::new(cpp);
        command.arg("-std=c++20").arg("examples/game.cpp").arg("-o").arg(&program);
        command.args(String::from_utf8(found.stdout)?.split_whitespace());
        must_pass(command.current_dir(root().join(PACKAGE)))?;
        expect_output(&mut Command::new(program), "perft 4: 197281\n")?;
    }
    if exists("cmake") {
        let build = root().join(TARGET).join("cmake");
        let mut command = Command::new("cmake");
        command.arg("-S").arg(root().join(PACKAGE).join("examples")).arg("-B").arg(&build);
        command.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
        must_pass(command.stdout(Stdio::null()))?;
        must_pass(Command::new("cmake").arg("--build").arg(&build).stdout(Stdio::null()))?;
        expect_output(Command::new(build.join("perft")).arg("4"), "197281\n")?;
    }
    Ok(())
}

/// Runs the fuzz driver with a library that `AddressSanitizer` watches, too.
fn fuzz_deep() -> Result<()> {
    const HOST: &str = "x86_64-unknown-linux-gnu";
    install_nightly(&[])?;
    let mut build = in_package(toolchain_cargo(NIGHTLY, ["build", "--release", "--locked"]));
    must_pass(build.args(["--target", HOST]).env("RUSTFLAGS", "-Zsanitizer=address"))?;
    let library = root().join(TARGET).join(HOST).join("release/libtabiya_c.a");
    let program = root().join(TARGET).join("fuzz.deep");
    let mut command = compile("clang", "c11", "tests/fuzz.c");
    command
        .args(["-x", "none", "-O1"])
        .args(SANITIZERS)
        .arg(library)
        .args(LIBRARIES)
        .arg("-o")
        .arg(&program);
    must_pass(&mut command)?;
    must_pass(Command::new(program).arg("600").stderr(Stdio::null()))
}

fn miri() -> Result<()> {
    install_nightly(&["miri", "rust-src"])?;
    let mut command = in_package(toolchain_cargo(NIGHTLY, ["miri", "test", "--locked"]));
    must_pass(command.args(["--test", "border"]).env("MIRIFLAGS", "-Zmiri-strict-provenance"))
}

/// Counts leaves on a Cortex-M4 that QEMU emulates. The linker's script bounds flash and RAM.
fn count_on_chip() -> Result<()> {
    install_targets(&[CHIP])?;
    let mut build = in_package(locked_cargo(["rustc", "--lib", "--crate-type", "staticlib"]));
    build.args(["--profile", "embedded", "--target", CHIP, "--no-default-features"]);
    must_pass(build.args(["--features", "small"]))?;
    let library = root().join(TARGET).join(CHIP).join("embedded/libtabiya_c.a");
    let program = root().join(TARGET).join("perft.elf");
    let mut command = compile("arm-none-eabi-gcc", "c11", "embedded/perft.c");
    command.args(["-x", "none", "-Os", "-T", "embedded/memory.ld"]).args(CHIP_OPTIONS);
    must_pass(command.arg(library).arg("-o").arg(&program))?;
    must_pass(Command::new("arm-none-eabi-size").arg(&program))?;
    let mut qemu = Command::new("qemu-system-arm");
    qemu.args(["-M", "mps2-an386", "-nographic", "-semihosting-config"]);
    qemu.args(["enable=on,target=native", "-kernel"]).arg(&program);
    let figures = expect_output(&mut qemu, "leaves 4085603\n")?;
    println!("{figures}");
    Ok(())
}

/// Runs a program, and checks that its output contains a text. Returns the output.
fn expect_output(command: &mut Command, expected: &str) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && text.contains(expected) {
        return Ok(text.into_owned());
    }
    bail!("{command:?}: {}, printed {text:?}; expected {expected:?}", output.status)
}

fn in_package(mut command: Command) -> Command {
    let folder = root().join(PACKAGE);
    command.current_dir(folder).env("CARGO_TARGET_DIR", root().join(TARGET));
    command
}
