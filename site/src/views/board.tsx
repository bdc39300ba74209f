import type { JSX } from "preact";

import { text } from "../catalogue.ts";
import { FenField } from "../components/fen-field.tsx";
import { reading } from "../position.ts";
import { isEntry, value } from "../route.ts";
import { BoardDetails } from "./board/details.tsx";
import { Doors } from "./board/doors.tsx";
import { BoardEditor } from "./board/editor.tsx";
import { BoardPlayer } from "./board/player.tsx";
import "./board.css";

/** The view of the board: plays legal moves, or edits the position. An invalid position can only be edited. */
export default function BoardView(): JSX.Element {
  const { position } = reading.value;
  const isEditing = value("edit") === "1";
  return (
    <>
      {isEntry.value && <Doors />}
      {isEntry.value && <h2>{text.board.doors.position}</h2>}
      <FenField />
      {isEditing || position === null ? <BoardEditor /> : <BoardPlayer position={position} />}
      {position !== null && <BoardDetails position={position} />}
    </>
  );
}
