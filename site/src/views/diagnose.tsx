import type { JSX } from "preact";

/** The view `diagnose`. */
export default function DiagnoseView(): JSX.Element {
  return <p />;
}
