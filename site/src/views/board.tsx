import type { JSX } from "preact";

import { Board } from "../components/board.tsx";
import { FenField } from "../components/fen-field.tsx";
import { text } from "../catalogue.ts";
import { reading } from "../position.ts";

/** The view of the board. */
export default function BoardView(): JSX.Element {
  const { position } = reading.value;
  return (
    <>
      <FenField />
      <Board label={text.page.views.board.title} pieces={position?.pieces() ?? new Map()} />
    </>
  );
}
