// The position in other forms: FENs, key, bytes, sets of squares.

import type { JSX } from "preact";
import type { BitboardName, Position } from "tabiya";

import { text } from "../../catalogue.ts";
import { CodeLine } from "../../components/copy.tsx";
import { LazyDetails } from "../../components/lazy-details.tsx";
import { SetBoard } from "../../components/set-board.tsx";
import { isFlipped } from "../../position.ts";

const SETS: readonly BitboardName[] = ["occupied", "whiteAttacks", "blackAttacks", "checkers", "pinned", "castlingRooks"];

/** Returns bytes in hexadecimal. */
function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The forms and the sets, as an expandable part. */
export function BoardDetails({ position }: { readonly position: Position }): JSX.Element {
  return (
    <>
      <LazyDetails summary={text.board.otherForms}>{() => <Forms position={position} />}</LazyDetails>
      <LazyDetails summary={text.board.sets}>
        {() => (
          <div class="set-boards">
            {SETS.map((name) => (
              <SetBoard key={name} set={position.bitboard(name)} caption={text.board.setNames[name]} isFlipped={isFlipped.value} />
            ))}
          </div>
        )}
      </LazyDetails>
    </>
  );
}

/** The position as FENs, key and bytes. */
function Forms({ position }: { readonly position: Position }): JSX.Element {
  const forms = [
    [text.board.forms.fen, position.fen()],
    [text.board.forms.everyDoublePush, position.fen({ enPassant: "always" })],
    [text.board.forms.shredder, position.fen({ shredder: true })],
    [text.board.forms.withoutClocks, position.fen({ clocks: false })],
    [text.board.forms.key, `0x${position.key().toString(16).padStart(16, "0")}`],
    [text.board.forms.packed, hexadecimal(position.pack())],
  ] as const;
  const numbers = position.chess960Numbers;
  return (
    <>
      <dl class="forms">
        {forms.map(([name, code]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <CodeLine code={code} name={name} />
            </dd>
          </>
        ))}
      </dl>
      {numbers !== null && <p>{text.board.chess960Numbers(numbers)}</p>}
    </>
  );
}
