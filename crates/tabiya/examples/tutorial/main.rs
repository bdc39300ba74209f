//! The engine of docs/tutorial.md, which speaks UCI: a module per step.
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

// Step 6 replaces this function, so that only a test calls it. Its name here prevents a warning.
const _: () = {
    let _ = step4::search;
};

fn main() -> std::io::Result<()> {
    step7::run(std::io::stdin().lock(), std::io::stdout())
}
