import type { JSX } from "preact";

/** The view `perft`. */
export default function PerftView(): JSX.Element {
  return <p />;
}
