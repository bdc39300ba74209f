// The service worker, which stores the files of the page, so that the page works offline.

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { registerSW } from "virtual:pwa-register";

import { text } from "./catalogue.ts";

/** The function that loads a new version, if one is ready. */
const reload = signal<(() => void) | null>(null);

/** Registers the service worker. Without one, as in a private window, the page needs the network. */
export function registerServiceWorker(): void {
  const load = registerSW({
    onNeedRefresh: () => {
      reload.value = () => void load(true);
    },
  });
}

/** A message if a new version is ready. */
export function UpdateMessage(): JSX.Element {
  const load = reload.value;
  return (
    <div role="status" class="update">
      {load !== null && (
        <>
          {text.page.update}{" "}
          <button type="button" class="small" onClick={load}>
            {text.page.reload}
          </button>
        </>
      )}
    </div>
  );
}
