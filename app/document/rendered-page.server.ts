import { createContext } from "react-router";

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
