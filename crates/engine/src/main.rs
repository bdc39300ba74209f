//! The `tabiya-engine` program: speaks UCI on its standard streams, or runs the bench.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next().map_or(Ok(12), |depth| depth.parse())) {
        (None, _) => tabiya_engine::listen(std::io::stdin().lock()),
        (Some("bench"), Ok(depth)) => {
            let (start, nodes) = (Instant::now(), tabiya_engine::bench(depth));
            println!("{nodes} nodes {:.0} nps", nodes as f64 / start.elapsed().as_secs_f64());
        }
        _ => {
            eprintln!("usage: tabiya-engine [bench [DEPTH]]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
