// A part that the user opens.

import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

interface LazyDetailsProps {
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}

/** A part that is rendered when the user opens it. */
export function LazyDetails({ summary, isOpen = false, class: name, children }: LazyDetailsProps): JSX.Element {
  const [isShown, setIsShown] = useState(isOpen);
  return (
    <details {...(name === undefined ? {} : { class: name })} open={isShown} onToggle={(event) => setIsShown(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown && children()}
    </details>
  );
}
