// The marks of squares in pictures.

/** The role of a square in a picture, which selects its color and sign. */
export type Mark =
  | "origin"
  | "target"
  | "attacker"
  | "attacked"
  | "line"
  | "blocker"
  | "safe"
  | "captured"
  | "named"
  | "checker"
  | "pinned"
  | "occupied"
  | "set"
  | "moved"
  | "drawn"
  | "error";
