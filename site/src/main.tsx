// Starts the page: loads the module of positions, shows the view, registers the service worker.

import { render } from "preact";
import { init } from "tabiya";

import { App } from "./app.tsx";
import { text } from "./catalogue.ts";
import { registerServiceWorker } from "./offline.tsx";
import { followLocation } from "./route.ts";

const root = document.getElementById("app") as HTMLElement;

try {
  await init();
  followLocation();
  render(<App />, root);
  registerServiceWorker();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  render(<p role="alert">{text.page.loadError(message)}</p>, root);
}
