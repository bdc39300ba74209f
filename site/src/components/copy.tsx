// Buttons that copy text, and pieces of code with such a button.

import { useState } from "preact/hooks";
import type { JSX } from "preact";

import { text } from "../catalogue.ts";

interface CopyProps {
  /** The text, or a function that returns it when the button is pressed. */
  readonly content: string | (() => string);
  readonly label?: string;
  /** The name of the text for screen readers, which follows the label. */
  readonly name?: string;
  /** The path of an icon that stands for the label on narrow windows, in a square of 24 units. */
  readonly icon?: string;
}

/** A button that copies a text, and says so. */
export function CopyButton({ content, label = text.page.copy, name, icon }: CopyProps): JSX.Element {
  const [message, setMessage] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof content === "string" ? content : content());
      setMessage(text.page.copied);
    } catch {
      setMessage(text.page.copyFailed);
    }
    setTimeout(() => setMessage(""), 3000);
  };
  return (
    <span class="copy">
      <button type="button" class="small" aria-label={name && `${label}: ${name}`} onClick={copy}>
        {icon !== undefined && (
          <svg class="icon is-line" viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
        )}
        <span class="tool-name">{label}</span>
      </button>
      <span role="status" class="copy-message">
        {message}
      </span>
    </span>
  );
}

/** Code with a button that copies it. */
export function CodeLine({ code, name }: { readonly code: string; readonly name?: string }): JSX.Element {
  return (
    <span class="code-line">
      <code>{code}</code>
      <CopyButton content={code} {...(name === undefined ? {} : { name })} />
    </span>
  );
}
