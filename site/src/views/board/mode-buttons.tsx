// The buttons that select whether the board plays moves or edits the position.

import type { JSX } from "preact";

import { text } from "../../catalogue.ts";
import { update, value } from "../../route.ts";

/** The buttons of the mode, which the side of the board begins with. */
export function ModeButtons(): JSX.Element {
  const isEditing = value("edit") === "1";
  return (
    <div class="button-group" role="group" aria-label={text.board.mode}>
      <button type="button" aria-pressed={!isEditing} onClick={() => update({ edit: undefined, piece: undefined })}>
        {text.board.play}
      </button>
      <button type="button" aria-pressed={isEditing} onClick={() => update({ edit: "1", from: undefined, to: undefined })}>
        {text.board.edit}
      </button>
    </div>
  );
}
