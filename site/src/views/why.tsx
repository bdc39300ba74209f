import type { JSX } from "preact";

/** The view `why`. */
export default function WhyView(): JSX.Element {
  return <p />;
}
