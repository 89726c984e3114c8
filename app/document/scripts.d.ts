declare module "*?script" {
  const text: string;
  export default text;
}

interface Document {
  /** Undefined in browsers without speculation rules. */
  readonly prerendering?: boolean;
}

/** What the exam day's service worker uses; the types of pages and of workers exclude each other. */
interface KeepingWorker {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: "install" | "activate" | "message" | "fetch",
    listener: (event: {
      waitUntil(done: Promise<unknown>): void;
      request: Request;
      source: { postMessage(message: unknown): void };
      respondWith(response: Promise<Response>): void;
    }) => void,
  ): void;
}
