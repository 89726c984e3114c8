import { parentPort } from "node:worker_threads";
import { placeholderOrigin } from "#app/document/origin.ts";
import { withUsedRules } from "#app/document/page-styles.server.ts";
import { inlineHashes } from "#app/server/http/security-headers.server.ts";
import { encodeText } from "#app/server/http/static-files.server.ts";
import { lowerPriority } from "#app/server/thread.server.ts";
import type { EncodedText, TextToEncode } from "./site-files.server.ts";

/* Compressing a page well takes about 40 ms; in a thread it does not delay requests. */

lowerPriority();

parentPort!.on("message", ({ text, siteUrl, trims }: TextToEncode) => {
  const trimmed = trims ? withUsedRules(text) : text;
  const page = trimmed.replaceAll(placeholderOrigin, siteUrl);
  const encoded: EncodedText = { ...encodeText(page), sources: inlineHashes(page) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort!.postMessage(encoded);
});
