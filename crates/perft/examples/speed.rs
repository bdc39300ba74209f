//! TEMP
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rounds: usize = args.get(1).map_or(3, |a| a.parse().unwrap());
    let which: &str = args.get(2).map_or("pzab", |a| a);
    let rows = [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324u64),
        ("kiwi", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
        ("p3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
        ("p4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 706_045_033),
        ("p5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
        ("p6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
    ];
    fn cozy(board: &cozy_chess::Board, depth: u8) -> u64 {
        let mut n = 0;
        if depth == 1 {
            board.generate_moves(|m| { n += m.len() as u64; false });
        } else {
            board.generate_moves(|ms| { for m in ms { let mut b = board.clone(); b.play_unchecked(m); n += cozy(&b, depth - 1); } false });
        }
        n
    }
    let mut logs = [0f64; 5];
    for (name, fen, depth, leaves) in rows {
        let p = tabiya_movegen::Position::from_fen(fen).unwrap();
        let b: cozy_chess::Board = fen.parse().unwrap();
        let mut t = vec![vec![]; 5];
        for _ in 0..rounds {
            for i in 0..5 {
                let depth = if i == 0 { depth - 1 } else { depth };
                if i > 0 && !which.contains(['c', 'o', 'p', 'z', 'a'][i]) { t[i].push(f64::NAN); continue; }
                let s = Instant::now();
                let n = match i {
                    0 => cozy(&b, depth),
                    1 => tabiya_perft::perft(&p, depth),
                    2 => tabiya_perft::portable(&p, depth),
                    3 => tabiya_perft::avx2(&p, depth),
                    _ => tabiya_perft::avx512(&p, depth),
                };
                let e = s.elapsed().as_secs_f64();
                if i > 0 { assert_eq!(n, leaves, "{name} {i}"); }
                t[i].push(n as f64 / e / 1e6);
            }
        }
        let m: Vec<f64> = t.iter_mut().map(|v| { v.sort_by(|a, b| a.total_cmp(b)); v[v.len() / 2] }).collect();
        print!("{name:6} cozy {:6.0}", m[0]);
        for (i, label) in ["", "old", "portable", "avx2", "avx512"].iter().enumerate().skip(1) {
            print!("  {label} {:6.0} ({:5.2})", m[i], m[i] / m[0]);
            logs[i] += (m[i] / m[0]).ln();
        }
        println!();
    }
    println!("geo old {:.2} portable {:.2} avx2 {:.2} avx512 {:.2}", (logs[1] / 6.0).exp(), (logs[2] / 6.0).exp(), (logs[3] / 6.0).exp(), (logs[4] / 6.0).exp());
}
