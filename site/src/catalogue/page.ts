// The texts of the frame of the page, and of components that several views share.

import type { PgnFinding } from "tabiya/pgn";

import type { View } from "../fragment.ts";
import type { Theme } from "../theme.ts";

const views: Readonly<Record<View, { readonly name: string; readonly title: string }>> = {
  board: { name: "Board", title: "Set up and check a position" },
  why: { name: "Why", title: "Why is a move legal or illegal?" },
  perft: { name: "Perft", title: "Count leaves and compare with an engine" },
  tables: { name: "Tables", title: "Derive attack sets step by step" },
  lab: { name: "Lab", title: "Calculate with bitboards" },
  diagnose: { name: "Diagnose", title: "Find the bug behind a wrong number" },
};

const themes: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };

export const page = {
  name: "Tabiya explorer",
  title: "Chess move generation, explained and debugged",
  views,
  documentTitle: (view: View) => `${views[view].title} · Tabiya explorer`,
  navigation: "Views",
  skip: "Skip to the content",
  theme: "Theme",
  themes,
  loading: "Loading …",
  slow: "The page is still loading its modules. Your connection may hang.",
  loadError: (message: string) => `The page cannot load its modules: ${message}`,
  update: "A new version is ready.",
  reload: "Load it",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying failed. Select the text and copy it.",
  copyLink: "Copy link",
  cancel: "Cancel",
  flip: "Flip board",
  failed: (message: string) => `The calculation failed: ${message}`,
  tooLong: "A text is too long for the link. A reload loses it.",
  viewError: (message: string) => `This view cannot be displayed: ${message}`,
  retry: "Load the page again",
  invalidPosition: "The FEN is invalid. Fix it to go on.",
  source: "Source and documentation",
  sourceUrl: "https://github.com/tabiya-chess/tabiya",
  fen: {
    label: "FEN",
    field: (field: string, rule: string) => `${field}: ${rule}`,
    use: "Use",
    suggestion: "Suggestion",
    start: "Start position",
    forms: "A FEN, PGN, `position startpos moves e2e4`, a line of moves, or a Lichess analysis link",
    pgn: {
      finding: ({ line, column, message, text }: PgnFinding) => `PGN, line ${line}, column ${column}: ${message} (${text}).`,
      nullMove: "The line ends before a null move.",
      variations: "The PGN has variations, which are left out.",
      furtherGames: "The PGN has several games. This is the first.",
      noMoves: "The game has no moves.",
      noGame: "The text has no game.",
      failed: (message: string) => `The PGN cannot be read: ${message}`,
    },
  },
} as const;
