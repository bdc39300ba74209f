//! Tests for rendering: the text layout, and errors for other tokens.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tables::files::{self, GeneratedFile};
use crate::tables::render::{HEADER, hex16, hex64, render, verify};

fn sample() -> TokenStream {
    let long = (0..16).map(|value| hex64(&(value << 60)));
    let short = (0..3).map(|value| hex16(&value));
    quote! {
        //! A sample.
        /// Sixteen numbers.
        pub(crate) const LONG: &[u64; 16] = &[#(#long),*];
        /// Three "short" numbers.
        const SHORT: &[[u16; 3]; 1] = &[[#(#short),*]];
    }
}

fn render_sample() -> String {
    render("sample.rs", &sample(), 8).expect("the text of the sample")
}

#[test]
fn row_has_eight_numbers() {
    let text = render_sample();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..5], [HEADER, "//! A sample.", "", "/// Sixteen numbers.", lines[4]]);
    let row = "0x0000000000000000, 0x1000000000000000, 0x2000000000000000, 0x3000000000000000, \
               0x4000000000000000, 0x5000000000000000, 0x6000000000000000, 0x7000000000000000,";
    assert_eq!(lines[5].trim_start(), row);
    assert!(lines[6].trim_start().starts_with("0x8000000000000000, 0x9"));
    assert_eq!(lines[7..10], ["];", "", "/// Three \"short\" numbers."]);
    assert!(text.ends_with(";\n"));
}

#[test]
fn verify_rejects_other_tokens() {
    let text = render_sample();
    verify("sample.rs", &text, &sample()).expect("the same tokens");
    let changes = [
        ("0x1000000000000000", "0x1000000000000001"),
        // The same number as a different literal.
        ("0x1000000000000000", "0x1000_0000_0000_0000"),
        ("0xf000000000000000,", ""),
        ("0xf000000000000000", "0xf000000000000000, 0xf000000000000000"),
        ("Sixteen", "Seventeen"),
        ("pub(crate)", "pub"),
        ("const SHORT", "static SHORT"),
        ("];\n", "]\n"),
        ("\n", "\r\n"),
        ("@generated", "generated"),
    ];
    for (original, replacement) in changes {
        let text = text.replacen(original, replacement, 1);
        let error = verify("sample.rs", &text, &sample()).expect_err(replacement);
        assert!(format!("{error:#}").starts_with("sample.rs: "), "{error:#}");
    }
    let longer = text.clone() + "const MORE: u8 = 0;\n";
    assert!(verify("sample.rs", &longer, &sample()).is_err());
    assert!(verify("sample.rs", text.trim_end(), &sample()).is_err());
}

#[test]
fn render_rejects_invalid_tokens() {
    let error = render("invalid.rs", &quote!(const A = ;), 8).expect_err("invalid tokens");
    assert!(format!("{error:#}").starts_with("invalid.rs: "), "{error:#}");
}

#[test]
fn files_are_deterministic() {
    let run = || files::all().collect::<anyhow::Result<Vec<GeneratedFile>>>();
    let first = run().expect("the tables");
    let second = run().expect("the tables");
    assert!(first == second, "two runs differ");
    for file in &first {
        let text = &file.contents;
        assert!(text.starts_with(HEADER), "{}", file.name);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("//! ")));
        assert!(!text.contains('\r') && text.ends_with('\n'));
    }
}
