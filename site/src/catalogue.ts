// All texts of the page. A translation replaces the files of this catalogue.
//
// Sentences about moves, FENs, edits of the rules and derivations come from the crate `tabiya-explain`.

import { board } from "./catalogue/board.ts";
import { diagnose } from "./catalogue/diagnose.ts";
import { lab } from "./catalogue/lab.ts";
import { page } from "./catalogue/page.ts";
import { perft } from "./catalogue/perft.ts";
import { tables } from "./catalogue/tables.ts";
import { why } from "./catalogue/why.ts";

export const text = { board, diagnose, lab, page, perft, tables, why } as const;
