import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import {
  formLimit,
  uploadLimit,
  type GateRefusal,
  gateRefusals,
  requestLimits,
} from "./gate.server.ts";

/** `isUpload`: the body may hold a file, of any characters. */
export async function readBody(
  request: IncomingMessage,
  isUpload = false,
): Promise<Buffer<ArrayBuffer> | GateRefusal> {
  const chunks: Buffer[] = [];
  const limit = isUpload ? uploadLimit : formLimit;
  let size = 0;
  // A destroyed stream could not be drained, and the client would not receive the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit.bytes) return limit.refusal;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (isUpload) return body;
  if (!isUtf8(body)) return gateRefusals.notUtf8;
  const isJson = request.headers["content-type"]?.toLowerCase().startsWith("application/json");
  return isJson && !isShallow(body) ? gateRefusals.tooDeep : body;
}

/** Counts brackets before parsing: recursion over deep JSON would overflow the stack. */
function isShallow(json: Buffer): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < json.length && depth <= requestLimits.jsonDepth; index++) {
    const character = String.fromCharCode(json[index]!);
    if (quoted && character === "\\") index++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "{" || character === "[")) depth++;
    else if (!quoted && (character === "}" || character === "]")) depth--;
  }
  return depth <= requestLimits.jsonDepth;
}

const drainTimeout = 2_000;
const drainBytes = 64 * requestLimits.bodyBytes;

/** Discards the rest of a refused body, so that its sender reads the response. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  let size = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, drainTimeout);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > drainBytes) done();
    });
    for (const event of ["end", "close", "error"]) request.once(event, done);
    if (request.complete || request.destroyed) done();
  });
}

/** In milliseconds; not for streamed bodies. */
const bodyTimeout = 20_000;

/** Node's own limit must allow the longest upload. Returns a function that lifts this one. */
export function limitBodyTime(request: IncomingMessage, onTimeout: () => void): () => void {
  const timer = setTimeout(() => !request.complete && onTimeout(), bodyTimeout);
  const lift = () => clearTimeout(timer);
  request.once("close", lift);
  return lift;
}
