// The texts of all views. The first view needs those of `catalogue.ts` alone, so that it loads faster.

import { text as shared } from "../catalogue.ts";
import { diagnose } from "./diagnose.ts";
import { lab } from "./lab.ts";
import { perft } from "./perft.ts";
import { tables } from "./tables.ts";
import { why } from "./why.ts";

export const text = { ...shared, diagnose, lab, perft, tables, why } as const;
