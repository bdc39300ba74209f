import type { JSX } from "preact";

/** The view `lab`. */
export default function LabView(): JSX.Element {
  return <p />;
}
