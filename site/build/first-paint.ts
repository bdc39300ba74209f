// The first picture of the page, which needs neither scripts nor WebAssembly: the frame and a board.

import { createHash } from "node:crypto";

import { Position } from "tabiya";
import type { Plugin, Rolldown } from "vite";

import { text } from "../src/catalogue.ts";

const PIECE_NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" } as const;

/** Returns the start position as the elements that the component of the board creates. */
function board(): string {
  const pieces = Position.start().pieces();
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank, row) => {
    const squares = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
    const cells = squares.map((file, column) => {
      const piece = pieces.get(`${file}${rank as 1}`);
      const color = (row + column) % 2 === 1 ? "dark" : "light";
      const shape =
        piece === undefined
          ? ""
          : `<svg class="piece ${piece.color}" viewBox="1.9 2.6 28.2 28.2"><use href="#tabiya-${PIECE_NAMES[piece.type]}"/></svg>`;
      return `<div class="square ${color}">${shape}</div>`;
    });
    return `<div class="board-row">${cells.join("")}</div>`;
  });
  return `<div class="board-frame" aria-hidden="true"><div class="board">${rows.join("")}</div></div>`;
}

/** Returns the content that the page shows until its scripts have run. */
function content(): string {
  return (
    `<header><span class="name">${text.page.name}</span></header>` +
    `<main class="first-paint"><h1>${text.page.views.board.title}</h1><p role="status">${text.page.loading}</p>${board()}</main>`
  );
}

/** Puts the styles of the first view into the page, which then needs one request. The policy names their hash. */
function inlineStyles(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/, (link, file: string) => {
    const asset = bundle[file];
    if (asset?.type !== "asset") return link;
    const styles = Buffer.from(asset.source).toString();
    const hash = createHash("sha256").update(styles).digest("base64");
    return `<style data-hash="sha256-${hash}">${styles}</style>`;
  });
}

/** Adds the hash of the styles to the content security policy. */
function allowStyles(html: string): string {
  const [, hash] = /<style data-hash="([^"]+)">/.exec(html) ?? [];
  if (hash === undefined) return html;
  return html.replace("style-src 'self'", `style-src 'self' '${hash}'`).replace(/<style data-hash="[^"]+">/, "<style>");
}

/** Inserts the content and its styles, and lets the browser load the first module at once. */
export function firstPaint(): Plugin {
  return {
    name: "first-paint",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const module = Object.keys(bundle).find((file) => /\bplay-[^/]*\.wasm$/.test(file));
        const preload =
          module === undefined
            ? ""
            : `<link rel="preload" href="./${module}" as="fetch" type="application/wasm" crossorigin="anonymous">`;
        const painted = html
          .replace('<div id="app"></div>', `<div id="app">${content()}</div>`)
          .replace("</head>", `${preload}</head>`);
        return allowStyles(inlineStyles(painted, bundle));
      },
    },
  };
}
