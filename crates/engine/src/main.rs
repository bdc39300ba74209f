//! The `tabiya-engine` program: speaks UCI on its standard streams, or runs the bench.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use tabiya_engine::{BENCH_DEPTH, bench, listen};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let depth = match arguments[..] {
        [] => {
            listen(std::io::stdin().lock());
            return ExitCode::SUCCESS;
        }
        ["bench"] => Some(BENCH_DEPTH),
        ["bench", depth] => depth.parse().ok(),
        _ => None,
    };
    let Some(depth) = depth else {
        eprintln!("usage: tabiya-engine [bench [DEPTH]]");
        return ExitCode::from(2);
    };
    let start = std::time::Instant::now();
    let nodes = bench(depth);
    println!("{nodes} nodes {:.0} nps", nodes as f64 / start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}
