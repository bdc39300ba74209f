// The entry point of browsers and bundlers.

export { FenError, IllegalMoveError, PackedError } from "./errors.js";
export { Game, GameOverError } from "./game.js";
export { compiledModule, init, initSync } from "./play.js";
export { Position } from "./position.js";
export { SQUARES } from "./squares.js";
