// A hook that runs a job of the worker while its request is displayed.

import { useEffect, useState } from "preact/hooks";

import { JobError, runJob } from "./client.ts";
import type { Job, Jobs } from "./protocol.ts";

/** The state of a job. */
export type JobState<J extends Job> =
  | { readonly state: "idle" }
  | { readonly state: "running"; readonly parts: readonly Jobs[J]["part"][] }
  | { readonly state: "done"; readonly parts: readonly Jobs[J]["part"][]; readonly result: Jobs[J]["result"] }
  | { readonly state: "failed"; readonly error: JobError };

/**
 * Runs a job, and again whenever `key` changes. A job whose key has changed is ended.
 *
 * Without a request, the state is `idle`, and a running job is ended. The key must determine the request.
 */
export function useJob<J extends Job>(job: J, key: string, request: Jobs[J]["request"] | null): JobState<J> {
  const [run, setRun] = useState<{ key: string; state: JobState<J> }>({ key: "", state: { state: "idle" } });
  useEffect(() => {
    if (request === null) return undefined;
    const abort = new AbortController();
    const parts: Jobs[J]["part"][] = [];
    let frame = 0;
    const show = (state: JobState<J>) => setRun({ key, state });
    const showParts = () => {
      frame = 0;
      show({ state: "running", parts: [...parts] });
    };
    show({ state: "running", parts: [] });
    const onPart = (part: Jobs[J]["part"]) => {
      parts.push(part);
      frame ||= requestAnimationFrame(showParts);
    };
    const end = (state: JobState<J>) => {
      cancelAnimationFrame(frame);
      if (!abort.signal.aborted) show(state);
    };
    runJob(job, request, abort.signal, onPart).then(
      (result) => end({ state: "done", parts, result }),
      (error: unknown) => {
        if (error instanceof JobError) end({ state: "failed", error });
        else if (!abort.signal.aborted) throw error;
      },
    );
    return () => {
      cancelAnimationFrame(frame);
      abort.abort();
    };
  }, [job, key, request === null]);
  if (request === null) return { state: "idle" };
  // The effect of a new key runs after this rendering.
  return run.key === key ? run.state : { state: "running", parts: [] };
}
