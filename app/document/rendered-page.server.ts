import { createContext } from "react-router";
import type { ReactNode } from "react";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";

/** `html` is beside the response's own body, which would copy it through a stream. */
export class RenderedPage extends Response {
  readonly html: Buffer;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    this.html = Buffer.from(html);
  }
}

/** Null for prerendered pages: their policy has hashes. */
export const nonceContext = createContext<string | null>(null);

/** Rejects on any error within the document: no partial page is sent. */
export function renderDocument(document: ReactNode, nonce?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      // No streaming, so React needs no scripts that move content into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    });
  });
}
