// The pieces of the boards, taken from the diagrams of the crate `tabiya-explain`.

import { drawPositionSvg } from "tabiya/explain";
import { Position } from "tabiya";
import type { Plugin } from "vite";

const NAMES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** Returns the definitions of the shapes of all piece types. */
function definitions(): string {
  const svg = drawPositionSvg(Position.start());
  return NAMES.map((name) => {
    const shape = new RegExp(`<g id="tabiya-${name}"[^>]*>[^]*?</g>`).exec(svg);
    if (shape === null) throw new Error(`pieces: tabiya-${name} is missing in the diagram`);
    return shape[0];
  }).join("");
}

/** Inserts the shapes into the page, so that each board refers to them. */
export function pieces(): Plugin {
  return {
    name: "pieces",
    transformIndexHtml: (html) => html.replace("<!-- pieces -->", definitions()),
  };
}
