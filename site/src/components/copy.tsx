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
}

/** A button that copies a text, and says so. */
export function CopyButton({ content, label = text.page.copy, name }: CopyProps): JSX.Element {
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
        {label}
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
