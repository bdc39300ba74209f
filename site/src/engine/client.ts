// The page's side of the workers: each job has a worker of its own, and ends with it if it is aborted.

import { compiledModule, type CompiledModule } from "tabiya";

import type { Job, Jobs, Modules, Reply, Request } from "./protocol.ts";

/** The error of a job: the name and the message of the error in the worker. */
export class JobError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** A worker without a job, which has loaded its modules. */
let idle: Worker | null = null;

function takeWorker(): Worker {
  const worker = idle ?? new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "tabiya" });
  idle = null;
  return worker;
}

function returnWorker(worker: Worker): void {
  if (idle === null) idle = worker;
  else worker.terminate();
}

async function explainModule(): Promise<CompiledModule> {
  const { compiledExplainModule, initExplain } = await import("tabiya/explain");
  await initExplain();
  return compiledExplainModule();
}

async function diagnosisModule(): Promise<CompiledModule> {
  const { compiledDiagnosisModule, initDiagnosis } = await import("tabiya/diagnosis");
  await initDiagnosis();
  return compiledDiagnosisModule();
}

/**
 * Returns the compiled modules that a job needs. Workers share their machine code, so that a new worker starts at once
 * and runs the optimized code of its predecessors.
 */
async function modulesFor(job: Job): Promise<Modules> {
  const needsExplain = job === "compare" || job === "categories";
  const needsDiagnosis = job === "diagnose" || job === "recognize" || job === "example";
  try {
    return {
      play: compiledModule(),
      explain: needsExplain ? await explainModule() : null,
      diagnosis: needsDiagnosis ? await diagnosisModule() : null,
    };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    throw new JobError(name, message);
  }
}

/**
 * Runs a job in a worker.
 *
 * The promise rejects with a `JobError`, or with the reason of the signal if that aborts the job.
 */
export async function runJob<J extends Job>(
  job: J,
  request: Jobs[J]["request"],
  signal: AbortSignal,
  onPart: (part: Jobs[J]["part"]) => void = () => {},
): Promise<Jobs[J]["result"]> {
  const modules = await modulesFor(job);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = takeWorker();
    const listeners = new AbortController();
    const end = () => {
      listeners.abort();
      signal.removeEventListener("abort", abort);
    };
    const abort = () => {
      end();
      worker.terminate();
      reject(signal.reason);
    };
    const fail = ({ message }: { readonly message?: string }) => {
      end();
      worker.terminate();
      reject(new JobError("WorkerError", message || "the worker cannot start"));
    };
    const receive = ({ data: reply }: MessageEvent<Reply>) => {
      if (reply.type === "part") {
        onPart(reply.value as Jobs[J]["part"]);
        return;
      }
      end();
      returnWorker(worker);
      if (reply.type === "result") resolve(reply.value as Jobs[J]["result"]);
      else reject(new JobError(reply.name, reply.message));
    };
    signal.addEventListener("abort", abort, { once: true });
    worker.addEventListener("message", receive, { signal: listeners.signal });
    worker.addEventListener("error", fail, { signal: listeners.signal });
    const message = { job, request, modules } as Request;
    worker.postMessage(message);
  });
}
