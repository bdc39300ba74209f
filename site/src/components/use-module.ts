// A hook that loads a module of WebAssembly when a view needs it.

import { useEffect, useState } from "preact/hooks";

/** Loads a module. `init` must be the same function in each rendering, and may be called several times. */
export function useModule(init: () => Promise<void>): "loading" | "ready" | Error {
  const [state, setState] = useState<"loading" | "ready" | Error>("loading");
  useEffect(() => {
    let isCurrent = true;
    const show = (next: "ready" | Error) => {
      if (isCurrent) setState(next);
    };
    init().then(
      () => show("ready"),
      (error: unknown) => show(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isCurrent = false;
    };
  }, [init]);
  return state;
}
