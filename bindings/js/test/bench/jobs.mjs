// The jobs of the comparison: the same work with each library.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Chess as ChessJs } from "chess.js";
import { Chess as ChessOps } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { perft } from "chessops/debug";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, makeSanAndPlay, parseSan } from "chessops/san";
import { Position } from "tabiya";
import { readPgn } from "tabiya/pgn";

/** The positions of perft: depths for all libraries, and greater ones for Tabiya alone. */
export const PERFT = [
  {
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    depth: 4,
    nodes: 197_281,
    deep: 5,
    deepNodes: 4_865_609,
  },
  {
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depth: 3,
    nodes: 97_862,
    deep: 5,
    deepNodes: 193_690_690,
  },
  { fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 4, nodes: 43_238, deep: 6, deepNodes: 11_030_083 },
];

/** The number of games that are read. */
const MAX_GAMES = 300;

/** Returns the positions of the benchmarks as FENs that all libraries accept. */
function readFens(root) {
  const lines = readFileSync(join(root, "benches/data/positions.epd"), "utf8").split("\n");
  const fens = lines.filter((line) => line !== "").map((line) => `${line.split(" ").slice(0, 4).join(" ")} 0 1`);
  // chess.js has no Chess960.
  return fens.filter((fen) => {
    const position = Position.fromFen(fen);
    return position.outcome() === null && !position.isChess960;
  });
}

function toChessOps(fen) {
  return ChessOps.fromSetup(parseFen(fen).unwrap()).unwrap();
}

/** Returns the function that counts the leaves of all positions with Tabiya. */
export function perftJob(depthName = "depth") {
  const nodesName = depthName === "deep" ? "deepNodes" : "nodes";
  const positions = PERFT.map((row) => [Position.fromFen(row.fen), row[depthName], row[nodesName]]);
  return () => {
    for (const [position, depth, nodes] of positions) check(position.perft(depth), nodes);
  };
}

function check(found, expected) {
  if (found !== expected) throw new Error(`found ${found} nodes; expected ${expected}`);
}

/** Results are added to this number, so that no call is without effect. */
let sum = 0;

/** Returns a function that calls another with each item. */
function forEach(items, run) {
  return () => {
    for (let index = 0; index < items.length; index++) sum += run(items[index], index);
  };
}

/** Returns all SANs of a position of chessops. */
function chessOpsSans(position) {
  const sans = [];
  for (const [from, targets] of position.allDests()) {
    const isPawn = position.board.pawn.has(from);
    for (const to of targets) {
      const isPromotion = isPawn && (to < 8 || to >= 56);
      for (const promotion of isPromotion ? ["queen", "rook", "bishop", "knight"] : [undefined]) {
        sans.push(makeSan(position, { from, to, promotion }));
      }
    }
  }
  return sans;
}

function perftJobs() {
  const js = PERFT.map(({ fen, depth, nodes }) => [new ChessJs(fen), depth, nodes]);
  const ops = PERFT.map(({ fen, depth, nodes }) => [toChessOps(fen), depth, nodes]);
  return {
    name: "perft",
    unit: "Mnps",
    work: PERFT.reduce((total, { nodes }) => total + nodes, 0),
    runs: {
      tabiya: perftJob(),
      "chess.js": () => js.forEach(([chess, depth, nodes]) => check(chess.perft(depth), nodes)),
      chessops: () => ops.forEach(([chess, depth, nodes]) => check(perft(chess, depth), nodes)),
    },
    targets: { "chess.js": [100, 200], chessops: [50, 100] },
  };
}

/** Returns the jobs that read games, a text each. */
function gameJobs(texts) {
  const text = texts.join("");
  const plies = [...readPgn(text)].reduce((total, tree) => total + tree.nodeCount - 1, 0);
  const perPly = { unit: "µs", scale: 1e6, work: plies };
  const readWithChessJs = (game) => {
    const chess = new ChessJs();
    chess.loadPgn(game);
    return chess;
  };
  const replayWithChessOps = ({ headers, moves }) => {
    const position = startingPosition(headers).unwrap();
    let length = 0;
    for (const { san } of moves.mainline()) {
      length += makeSanAndPlay(position, parseSan(position, san)).length + makeFen(position.toSetup()).length;
    }
    return length;
  };
  return [
    {
      ...perPly,
      name: "PGN, read as trees (chessops tests no move)",
      runs: {
        tabiya: forEach([text], (pgn) => [...readPgn(pgn)].length),
        "chess.js": forEach(texts, (game) => readWithChessJs(game).history().length),
        chessops: forEach([text], (pgn) => parsePgn(pgn).length),
      },
      targets: { "chess.js": [20, 20], chessops: [3, 3] },
    },
    {
      ...perPly,
      name: "PGN, SAN and FEN after each move",
      runs: {
        tabiya: forEach([text], (pgn) => {
          let length = 0;
          for (const tree of readPgn(pgn)) for (const { san, fen } of tree.mainLine()) length += san.length + fen.length;
          return length;
        }),
        "chess.js": forEach(texts, (game) => readWithChessJs(game).history({ verbose: true }).length),
        chessops: forEach([text], (pgn) => parsePgn(pgn).reduce((sum, game) => sum + replayWithChessOps(game), 0)),
      },
      targets: { chessops: [4, 4] },
    },
  ];
}

/** Returns the games of a file, as texts that all libraries read. */
function readGames(file) {
  const trees = [...readPgn(readFileSync(file))];
  return trees.filter(({ findings }) => findings.length === 0).map((tree) => tree.pgn());
}

/** Returns the jobs. */
export function jobs(root, pgn) {
  const fens = readFens(root);
  const tabiya = fens.map((fen) => Position.fromFen(fen));
  const js = fens.map((fen) => new ChessJs(fen));
  const ops = fens.map(toChessOps);
  const sans = tabiya.map((position) => position.sans()[0]);
  const buffer = new Uint16Array(256);
  const perPosition = { unit: "µs", scale: 1e6, work: fens.length };
  const internal = (chess) => chess._moves().length;
  return [
    perftJobs(),
    {
      ...perPosition,
      name: "legal moves: codes(), moves(), allDests()",
      runs: {
        tabiya: forEach(tabiya, (position) => position.codes().length),
        "chess.js": forEach(js, (chess) => chess.moves().length),
        chessops: forEach(ops, (chess) => chess.allDests().size),
      },
      targets: { "chess.js": [50, 100], chessops: [15, 30] },
    },
    {
      ...perPosition,
      name: "legal moves: codesInto(), private _moves(), allDests()",
      runs: {
        tabiya: forEach(tabiya, (position) => position.codesInto(buffer)),
        "chess.js": forEach(js, internal),
        chessops: forEach(ops, (chess) => chess.allDests().size),
      },
      targets: { "chess.js": [50, 100], chessops: [15, 30] },
    },
    {
      ...perPosition,
      name: "legal moves as objects",
      runs: {
        tabiya: forEach(tabiya, (position) => position.moves().length),
        "chess.js": forEach(js, (chess) => chess.moves({ verbose: true }).length),
      },
      targets: {},
    },
    {
      ...perPosition,
      name: "SAN list",
      runs: {
        tabiya: forEach(tabiya, (position) => position.sans().length),
        "chess.js": forEach(js, (chess) => chess.moves().length),
        chessops: forEach(ops, (chess) => chessOpsSans(chess).length),
      },
      targets: { "chess.js": [8, 15] },
    },
    {
      ...perPosition,
      name: "destinations of a board widget",
      runs: {
        tabiya: forEach(tabiya, (position) => position.dests().size),
        chessops: forEach(ops, (chess) => chessgroundDests(chess).size),
      },
      targets: {},
    },
    {
      ...perPosition,
      name: "FEN, read",
      runs: {
        tabiya: forEach(fens, (fen) => (Position.fromFen(fen) ? 1 : 0)),
        "chess.js": forEach(fens, (fen) => (new ChessJs(fen) ? 1 : 0)),
        chessops: forEach(fens, (fen) => (toChessOps(fen) ? 1 : 0)),
      },
      targets: { "chess.js": [5, 10], chessops: [5, 10] },
    },
    {
      ...perPosition,
      name: "FEN, written",
      runs: {
        tabiya: forEach(tabiya, (position) => position.fen().length),
        "chess.js": forEach(js, (chess) => chess.fen().length),
      },
      targets: {},
    },
    {
      ...perPosition,
      name: "a move in SAN",
      runs: {
        tabiya: forEach(tabiya, (position, index) => (position.play(sans[index]) ? 1 : 0)),
        "chess.js": forEach(js, (chess, index) => {
          chess.move(sans[index]);
          chess.undo();
          return 1;
        }),
        chessops: forEach(ops, (chess, index) => {
          const after = chess.clone();
          after.play(parseSan(after, sans[index]));
          return after.turn === chess.turn ? 1 : 0;
        }),
      },
      targets: {},
    },
    ...gameJobs(readGames(pgn).slice(0, MAX_GAMES)),
  ];
}
