import type { JSX } from "preact";

/** The view `tables`. */
export default function TablesView(): JSX.Element {
  return <p />;
}
