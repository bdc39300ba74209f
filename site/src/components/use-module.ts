// A hook that loads a WebAssembly module before its first use on the main thread.

import { useEffect, useState } from "preact/hooks";

/** The state of a module: loading, ready, or the error of the last attempt. */
export type ModuleState = "loading" | "ready" | Error;

/** The functions whose module is ready, so that a view that returns does not wait. */
const ready = new Set<() => Promise<void>>();

/** Calls a function that loads a module, and returns the state of the module. */
export function useModule(init: () => Promise<void>): ModuleState {
  const [state, setState] = useState<ModuleState>(ready.has(init) ? "ready" : "loading");
  useEffect(() => {
    let isCurrent = true;
    const show = (next: ModuleState) => {
      if (isCurrent) setState(next);
    };
    init().then(
      () => {
        ready.add(init);
        show("ready");
      },
      (error: unknown) => show(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isCurrent = false;
    };
  }, [init]);
  return state;
}
