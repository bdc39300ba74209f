// A consumer of the types, which compiles with all checks. It does not run.

import {
  compiledModule,
  FenError,
  Game,
  GameOverError,
  IllegalMoveError,
  init,
  initSync,
  PackedError,
  Position,
  SQUARES,
  type Color,
  type Evidence,
  type Move,
  type MoveInput,
  type Outcome,
  type Piece,
  type RootMove,
  type Square,
} from "tabiya";
import {
  GameTree,
  initPgn,
  initPgnSync,
  PgnError,
  readPgn,
  readPgnStream,
  type GameNode,
  type PgnFinding,
} from "tabiya/pgn";
import {
  BitboardError,
  compiledBitboardsModule,
  evaluate,
  ExpressionError,
  formatBitboard,
  functions,
  initBitboards,
  initBitboardsSync,
  LANGUAGES,
  layouts,
  parseBitboard,
  type Evaluation,
  type Language,
  type Layout,
  type Subexpression,
} from "tabiya/bitboards";
import {
  compiledDiagnosisModule,
  diagnose,
  DiagnosisError,
  editExample,
  edits,
  initDiagnosis,
  initDiagnosisSync,
  type Diagnosis,
  type Edit,
  type EditExample,
  type LeafCategory,
  type Observation,
  type Question,
} from "tabiya/diagnosis";
import {
  compareDivide,
  deriveAttacks,
  deriveMoves,
  derivePushes,
  drawPosition,
  drawPositionSvg,
  drawSet,
  leafCategories,
  parseDivide,
  TECHNIQUES,
  toBitboard,
  toSquares,
  type StepValue,
} from "tabiya/explain";

/** Requires that two types are the same, so that `any` fails. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>): void {}

await init();
await init(new Uint8Array(8));
await init({ href: "https://example.org/play.wasm" });
await init(Promise.resolve("play.wasm"));
initSync(compiledModule());

const position: Position = Position.start().play("e4").play({ from: "e7", to: "e5" }).play(0x1234);
same<ReturnType<Position["moves"]>, Move[]>(true);
same<ReturnType<Position["sans"]>, string[]>(true);
same<ReturnType<Position["dests"]>, Map<Square, Square[]>>(true);
same<ReturnType<Position["divide"]>, RootMove[]>(true);
same<ReturnType<Position["key"]>, bigint>(true);
same<ReturnType<Position["pack"]>, Uint8Array>(true);
same<ReturnType<Position["outcome"]>, Outcome | null>(true);
same<ReturnType<Position["piece"]>, Piece | null>(true);
same<Position["turn"], Color>(true);
same<Position["epSquare"], Square | null>(true);
same<typeof SQUARES, readonly Square[]>(true);

const move: Move = position.move("Nf3");
const input: MoveInput = move;
position.play(input).play(move.uci).codesInto(new Uint16Array(256));
Position.fromFen("", { lenient: true }).fen({ enPassant: "always", clocks: false });
const { position: read, changes } = Position.readFen("");
const text: string = `${read} ${changes.join()}`;
const square: Square = "e4";
const moved: Square[] | undefined = position.dests({ castling: "king" }).get(square);

try {
  position.play(text);
} catch (error) {
  if (error instanceof IllegalMoveError) {
    same<IllegalMoveError["code"], string>(true);
    same<IllegalMoveError["squares"], readonly Square[]>(true);
    const evidence: Evidence = error.evidence;
    console.log(evidence, error.sentence, error.name satisfies "IllegalMoveError");
  } else if (error instanceof FenError) {
    same<FenError["at"], readonly number[]>(true);
    same<FenError["suggestions"], readonly string[]>(true);
    console.log(error.field, error.found, error.rule, error.advice ?? "", error.excerpt.carets);
  } else if (error instanceof PackedError || error instanceof DiagnosisError) {
    console.log(error.message, moved);
  }
}

// @ts-expect-error There is no public constructor.
new Position();
// @ts-expect-error The position is immutable.
position.turn = "white";
// @ts-expect-error The move is immutable.
move.uci = "e2e4";
// @ts-expect-error There is no such square.
position.piece("i9");
// @ts-expect-error There is no such style.
position.fen({ enPassant: "never" });
// @ts-expect-error A move is not a boolean.
position.play(true);
// @ts-expect-error The error has no such property.
new Error("x") satisfies FenError;

await initDiagnosis(new Uint8Array(8));
initDiagnosisSync(compiledDiagnosisModule());
const observations: Observation[] = [
  { position, depth: 5, nodes: 4_865_351 },
  { fen: position.fen(), depth: 2, nodes: 34n, category: "enPassant" },
  { position, depth: 2, divide: "e2e4: 20" },
];
const diagnosis: Diagnosis = diagnose(observations, { maxPositions: 1e6 });
same<Diagnosis["candidates"], readonly (readonly string[])[]>(true);
same<Diagnosis["question"], Question | null>(true);
same<Diagnosis["comparisons"][number]["right"], bigint | null>(true);
same<Diagnosis["comparisons"][number]["category"], LeafCategory | null>(true);
same<Question["answers"][number]["nodes"], bigint>(true);
same<Edit["color"], Color | null>(true);
const example: EditExample | null = editExample(edits()[0]?.code ?? "no-en-passant");
console.log(diagnosis.confidence === "fits" && diagnosis.chance < 0.05, example?.wrong, diagnosis.evidence);
// @ts-expect-error The position is missing.
diagnose([{ depth: 5, nodes: 1 }]);
// @ts-expect-error Only one position is possible.
diagnose([{ position, fen: "", depth: 5, nodes: 1 }]);
// @ts-expect-error A divide has no category.
diagnose([{ position, depth: 5, divide: "", category: "checks" }]);
// @ts-expect-error There is no such category.
diagnose([{ position, depth: 5, nodes: 1, category: "nodes" }]);
// @ts-expect-error A count is missing.
diagnose([{ position, depth: 5 }]);
// @ts-expect-error Only one count is possible.
diagnose([{ position, depth: 5, nodes: 1, divide: "e2e4: 1" }]);

function describe(value: StepValue): string {
  switch (value.type) {
    case "set":
      return String(value.set | value.pieces);
    case "number":
      return `${value.name} ${value.value + 1n}`;
    case "cell":
      return `${value.row} ${value.column} ${value.decision}`;
    case "x88":
      return `${value.cell} ${value.outside}`;
    case "bit":
      return `${value.square} ${value.isOccupied} ${value.index}`;
    case "move":
      return `${value.to} ${value.captured ?? ""} ${toSquares(value.attackers).join()}`;
    default:
      return value satisfies never;
  }
}

const derivation = deriveAttacks(TECHNIQUES[0] ?? "magic", "B", "c1", toBitboard(["e3"]));
console.log(derivation.steps.flatMap((step) => step.values.map(describe)), diagnosis.sentence);
console.log(deriveMoves(position, "e2").result, derivePushes("white", 1n, 0n).kind);
console.log(parseDivide("").rows[0]?.count, compareDivide(position, 2, "").moves[0]?.evidence.line);
console.log(leafCategories(position, 2).checks, drawPosition(position), drawSet(1n));
console.log(drawPositionSvg(position, "e4"));

await initBitboards(new Uint8Array(8));
initBitboardsSync(compiledBitboardsModule());
same<typeof LANGUAGES, readonly Language[]>(true);
same<ReturnType<typeof parseBitboard>["set"], bigint>(true);
same<Evaluation["steps"], readonly Subexpression[]>(true);
same<Subexpression["lost"], bigint | null>(true);
const layout: Layout = layouts()[0]?.name ?? "lerf";
const names: string[] = functions().map(({ name, signature, text }) => `${name} ${signature} ${text}`);
try {
  const { value, steps } = evaluate("occ << 8", { position, variables: { mask: 1n } });
  console.log(steps.map(({ start, end, lost }) => start + end + Number(lost ?? 0n)), names);
  console.log(formatBitboard(value, "csharp", layout), parseBitboard("0xff", "a8-b8").form satisfies string);
} catch (error) {
  if (error instanceof ExpressionError) console.log(error.at + error.end, error.found, error.expected);
  if (error instanceof BitboardError) console.log(error.at + 1, error.found, error.expected);
}

// @ts-expect-error There is no such layout.
parseBitboard("0xff", "berf");
// @ts-expect-error There is no such language.
formatBitboard(1n, "cobol");
// @ts-expect-error A set is not a number.
formatBitboard(1, "decimal");
// @ts-expect-error A variable is not a number.
evaluate("x", { variables: { x: 1 } });

async function games(stream: ReadableStream<Uint8Array>): Promise<string> {
  await initPgn();
  initPgnSync(compiledModule());
  const game = new Game(Position.start());
  const { san, after }: { san: string; after: Position } = game.play({ from: "e2", to: "e4" });
  game.tags["White"] = san;
  const claims: readonly string[] = game.claims();
  if (game.undo() === null || game.outcome()?.reason === "resignation") throw new Error(claims.join() + after.fen());
  const trees: GameTree[] = [...readPgn("1. e4 *")];
  for await (const tree of readPgnStream(stream)) trees.push(tree);
  const node: GameNode = GameTree.fromGame(game).addLine(0, ["e4", "e5"]);
  const findings: readonly PgnFinding[] = node.tree.findings;
  const [move] = Position.start().moves({ square: "e2", san: true });
  const edited = Position.fromPieces({ e1: "K", e8: { color: "black", type: "k" } }).edit({ pieces: { a2: "P" } });
  const error: FenError | null = Position.validateFen(edited.fen());
  // @ts-expect-error A style has a name.
  node.tree.pgn({ style: "short" });
  try {
    return node.tree.setNags(node, [1]).pgn({ style: "reduced" }) + findings.length + move?.san + error?.rule;
  } catch (caught) {
    if (caught instanceof PgnError || caught instanceof GameOverError) return caught.name;
    throw caught;
  }
}
void games;
