import { Worker } from "node:worker_threads";
import type { PdfDocument } from "./pdf.server.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Drawing = {
  document: PdfDocument;
  resolve: (bytes: Bytes) => void;
  reject: (reason: Error) => void;
};

/** In milliseconds: for one drawing, and until an idle thread ends. */
type Timeouts = { drawing: number; idle: number };

// Nobody waits for more than this.
const maxWaiting = 100;

/**
 * Draws documents one at a time in a worker thread, whose script answers each with its bytes. A
 * drawing that fails, takes too long or ends the thread rejects; the next one starts a new thread.
 */
export function openThread(
  script: string | URL,
  timeouts: Timeouts = { drawing: 15_000, idle: 30_000 },
) {
  const waiting: Drawing[] = [];
  let current: Drawing | null = null;
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;

  const next = () => {
    if (current) return;
    clearTimeout(timer);
    current = waiting.shift() ?? null;
    if (current) {
      thread ??= start();
      timer = setTimeout(() => end(new Error("Drawing took too long.")), timeouts.drawing);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      thread.postMessage(current.document);
    } else if (thread) {
      timer = setTimeout(() => end(new Error("Nothing to draw.")), timeouts.idle).unref();
    }
  };
  const settle = (complete: (drawing: Drawing) => void) => {
    const settled = current;
    current = null;
    if (settled) complete(settled);
    next();
  };
  const end = (reason: Error) => {
    const ended = thread;
    thread = null;
    void ended?.terminate();
    settle(({ reject }) => reject(reason));
  };
  const start = (): Worker => {
    const worker = new Worker(script, {
      name: "pdf",
      // The server's environment has secrets that drawing does not need.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    });
    const unlessReplaced = (listener: (value: never) => void) => (value: unknown) =>
      thread === worker && listener(value as never);
    worker.on(
      "message",
      unlessReplaced((bytes: Bytes) => settle(({ resolve }) => resolve(bytes))),
    );
    worker.on(
      "error",
      unlessReplaced((error: Error) => end(error)),
    );
    worker.on(
      "exit",
      unlessReplaced(() => end(new Error("The thread has ended."))),
    );
    // An idle thread must not keep the process alive.
    worker.unref();
    return worker;
  };

  return (document: PdfDocument): Promise<Bytes> => {
    if (waiting.length >= maxWaiting)
      return Promise.reject(new Error("Too many drawings are waiting."));
    return new Promise((resolve, reject) => {
      waiting.push({ document, resolve, reject });
      next();
    });
  };
}
