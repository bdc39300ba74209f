//! TEMP
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let which: usize = a[1].parse().unwrap();
    let n: usize = a[2].parse().unwrap();
    let (fen, depth) = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ][which];
    let p = tabiya_movegen::Position::from_fen(fen).unwrap();
    let mut best = f64::MAX;
    let mut leaves = 0;
    for _ in 0..n {
        let s = std::time::Instant::now();
        leaves = tabiya_perft::Perft::with(
            a.get(3).map_or(tabiya_perft::Backend::Avx512, |t| t.parse().unwrap()),
        )
        .unwrap()
        .count(&p, depth);
        best = best.min(s.elapsed().as_secs_f64());
    }
    println!("{which}: {:.0} M/s", leaves as f64 / best / 1e6);
}
