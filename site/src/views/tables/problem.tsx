// The error of a derivation, and links that fix it.

import type { JSX } from "preact";
import type { Position } from "tabiya";
import { TECHNIQUES, techniqueApplies, toBitboard, type DerivationError } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { squaresOf } from "../../components/set-board.tsx";
import { firstSquare, isSetwise, selectKind, stateLink, type TablesState } from "./state.ts";

interface ProblemProps {
  readonly state: TablesState;
  readonly error: DerivationError;
  readonly position: Position | null;
}

/** A link that fixes an error. */
interface Fix {
  readonly label: string;
  readonly href: string;
}

/** Returns the links that fix an error: one square, other techniques, or a piece of the side to move. */
function fixes(state: TablesState, position: Position | null): Fix[] {
  const first = firstSquare(state.squares);
  if (state.kind === "moves") {
    const squares = selectKind(state, "moves", position).squares ?? state.squares;
    return [{ label: text.tables.usePiece(firstSquare(squares)), href: stateLink({ squares }, 1) }];
  }
  if (!techniqueApplies(state.technique, state.type)) {
    const squares = (setwise: boolean) => (setwise ? state.squares : toBitboard([first]));
    return TECHNIQUES.filter((technique) => techniqueApplies(technique, state.type)).map((technique) => ({
      label: text.tables.useTechnique(text.tables.techniques[technique].name),
      href: stateLink({ technique, squares: squares(isSetwise({ kind: "attacks", technique })) }, 1),
    }));
  }
  return squaresOf(state.squares).map((square) => ({
    label: text.tables.useSquare(square),
    href: stateLink({ squares: toBitboard([square]) }, 1),
  }));
}

/** The error as a status, and its fixes. */
export function DerivationProblem({ state, error, position }: ProblemProps): JSX.Element {
  return (
    <div class="problem">
      <p role="status" class="error">
        {text.tables.error(error.message)}
      </p>
      <ul>
        {fixes(state, position).map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
