// Starts the page: loads the module of positions, shows the view, registers the service worker.

import { render } from "preact";
import { init } from "tabiya";

import { App } from "./app.tsx";
import { text } from "./catalogue.ts";
import { registerServiceWorker } from "./offline.tsx";
import { followLocation } from "./route.ts";

/** The milliseconds after which the page offers to load again. */
const PATIENCE = 10_000;

const root = document.getElementById("app") as HTMLElement;

/** Replaces the first picture by a message with a button. */
function showRetry(message: string): void {
  root.replaceChildren();
  render(
    <main>
      <p role="alert">{message}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {text.page.retry}
      </button>
    </main>,
    root,
  );
}

const timer = setTimeout(() => showRetry(text.page.slow), PATIENCE);

try {
  await init();
  clearTimeout(timer);
  followLocation();
  root.replaceChildren();
  render(<App />, root);
  registerServiceWorker();
} catch (error) {
  clearTimeout(timer);
  showRetry(text.page.loadError(error instanceof Error ? error.message : String(error)));
}
