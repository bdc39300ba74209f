//! The text of the files: its layout, and that a text with other tokens is refused.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tables::files::{self, GeneratedFile};
use crate::tables::render::{HEADER, hex16, hex64, render, verify};

fn sample() -> TokenStream {
    let one = (0..16).map(|value| hex64(&(value << 60)));
    let other = (0..3).map(|value| hex16(&value));
    quote! {
        //! A sample.
        /// Sixteen numbers.
        pub(crate) const ONE: &[u64; 16] = &[#(#one),*];
        /// The "others".
        const OTHER: &[[u16; 3]; 1] = &[[#(#other),*]];
    }
}

fn rendered() -> String {
    render("sample.rs", &sample(), 8).expect("the sample renders")
}

#[test]
fn a_row_is_a_rank() {
    let text = rendered();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..5], [HEADER, "//! A sample.", "", "/// Sixteen numbers.", lines[4]]);
    let row = "0x0000000000000000, 0x1000000000000000, 0x2000000000000000, 0x3000000000000000, \
               0x4000000000000000, 0x5000000000000000, 0x6000000000000000, 0x7000000000000000,";
    assert_eq!(lines[5].trim_start(), row);
    assert!(lines[6].trim_start().starts_with("0x8000000000000000, 0x9"));
    assert_eq!(lines[7..10], ["];", "", "/// The \"others\"."]);
    assert!(text.ends_with(";\n"));
}

#[test]
fn other_tokens_are_refused() {
    let text = rendered();
    verify("sample.rs", &text, &sample()).expect("the text itself");
    let wrong = [
        ("0x1000000000000000", "0x1000000000000001"),
        // The same number, written otherwise.
        ("0x1000000000000000", "0x1000_0000_0000_0000"),
        ("0xf000000000000000,", ""),
        ("0xf000000000000000", "0xf000000000000000, 0xf000000000000000"),
        ("Sixteen", "Seventeen"),
        ("pub(crate)", "pub"),
        ("const OTHER", "static OTHER"),
        ("];\n", "]\n"),
        ("\n", "\r\n"),
        ("@generated", "generated"),
    ];
    for (right, wrong) in wrong {
        let text = text.replacen(right, wrong, 1);
        let error = verify("sample.rs", &text, &sample()).expect_err(wrong);
        assert!(format!("{error:#}").starts_with("sample.rs: "), "{error:#}");
    }
    let longer = text.clone() + "const MORE: u8 = 0;\n";
    assert!(verify("sample.rs", &longer, &sample()).is_err());
    assert!(verify("sample.rs", text.trim_end(), &sample()).is_err());
}

#[test]
fn what_is_no_file_is_refused() {
    let error = render("odd.rs", &quote!(const A = ;), 8).expect_err("no constant");
    assert!(format!("{error:#}").starts_with("odd.rs: "), "{error:#}");
}

#[test]
fn two_runs_give_the_same_files() {
    let run = || files::all().collect::<anyhow::Result<Vec<GeneratedFile>>>();
    let (one, other) = (run().expect("the tables"), run().expect("the tables"));
    assert!(one == other);
    for file in &one {
        let text = &file.contents;
        assert!(text.starts_with(HEADER), "{}", file.name);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("//! ")));
        assert!(!text.contains('\r') && text.ends_with('\n'));
    }
}
