import { transcode } from "node:buffer";
import { createContext } from "react-router";

/** `html` is beside the response's own body, which would copy it through a stream. */
export class RenderedPage extends Response {
  readonly html: Buffer;

  constructor(html: string, init: ResponseInit) {
    super(null, init);
    // Half the time of `Buffer.from(html)`, which does the same.
    this.html = transcode(Buffer.from(html.toWellFormed(), "utf16le"), "utf16le", "utf8");
  }
}

/** Null for prerendered pages: their policy has hashes. */
export const nonceContext = createContext<string | null>(null);
