// The texts of the page frame and the boards. A translation replaces the files in `catalogue`.
//
// Sentences about moves, FENs, edits of the rules and derivations come from the crate `tabiya-explain`.

import { board } from "./catalogue/board.ts";
import { page } from "./catalogue/page.ts";

export const text = { board, page } as const;
