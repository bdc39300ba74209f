// The color theme: a preference of the browser, not a part of the state that links share.

import { effect, signal } from "@preact/signals";

/** The themes, the first of which follows the system. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

const KEY = "tabiya-theme";

/** Returns the stored theme. Storage may be forbidden. */
function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}

/** The current theme. */
export const theme = signal<Theme>(stored());

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // The theme lasts until the page is closed.
  }
});
