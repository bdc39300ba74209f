//! The engine from docs/tutorial.md, which speaks UCI: a module per step.
//!
//! ```console
//! cargo run --release -p tabiya --example tutorial
//! ```

#[cfg(test)]
mod step1;
mod step2;
mod step3;
mod step4;
mod step5;
mod step6;
mod step7;

// Later steps replace these functions, so that only tests call them. Their names here prevent warnings.
const _: () = {
    let _ = step2::play;
    let _ = step4::search;
};

fn main() -> std::io::Result<()> {
    step7::run(std::io::stdin().lock(), std::io::stdout())
}
