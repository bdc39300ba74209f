// The error of a view: its code cannot be loaded, or it fails while it is rendered.

import { Component, type ComponentChildren, type JSX } from "preact";

import { text } from "../catalogue.ts";

interface BoundaryProps {
  readonly children: ComponentChildren;
}

/** Renders a view, or a message with a button that loads the page again. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state = { error: null };

  static override getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render({ children }: BoundaryProps, { error }: { readonly error: Error | null }): JSX.Element {
    if (error === null) return <>{children}</>;
    return (
      <div role="alert">
        <p class="error">{text.page.viewError(error.message)}</p>
        <button type="button" onClick={() => location.reload()}>
          {text.page.retry}
        </button>
      </div>
    );
  }
}
