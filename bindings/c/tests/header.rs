//! The committed header is the one that cbindgen writes. `TABIYA_WRITE_HEADER=1` writes it.
#![cfg(not(miri))]

use std::path::Path;
use std::{env, fs};

#[test]
fn header_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("include/tabiya.h");
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("a valid file");
    let mut header = Vec::new();
    cbindgen::generate_with_config(folder, config).expect("valid sources").write(&mut header);
    if env::var_os("TABIYA_WRITE_HEADER").is_some() {
        fs::write(&path, &header).expect("a writable file");
    }
    let committed = fs::read(&path).expect("a readable file");
    assert!(committed == header, "include/tabiya.h differs; expected `cargo xtask c --write`");
}
