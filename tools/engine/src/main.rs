//! A small UCI engine that depends only on `tabiya`. For a tour of the code, see
//! `docs/engine-tour.md`.
#![deny(unsafe_code)]

mod bench;
mod deepening;
mod entry;
mod evaluation;
mod limit_checker;
mod limits;
mod node;
mod ordering;
mod quiescence;
mod score;
mod search;
mod state;
mod table;
mod uci;
#[expect(unsafe_code, reason = "a fallible allocation of zeros")]
mod zeroed;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    match (arguments.next().as_deref(), arguments.next().map_or(Ok(12), |depth| depth.parse())) {
        (None, _) => {
            if let Err(error) = uci::listen(std::io::stdin().lock()) {
                eprintln!("error: cannot start the search: {error}");
                return ExitCode::FAILURE;
            }
        }
        (Some("bench"), Ok(depth)) => {
            let start = Instant::now();
            let nodes = bench::bench(depth);
            println!("{nodes} nodes {:.0} nps", nodes as f64 / start.elapsed().as_secs_f64());
        }
        _ => {
            eprintln!("usage: tabiya-engine [bench [DEPTH]]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
