import { join } from "node:path";
import type { EncodedFile } from "#app/server/http/static-files.server.ts";
import type { InlineSources } from "#app/server/http/security-headers.server.ts";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";

/** `trims`: the text is a page whose unused styles are still to be removed. */
export type TextToEncode = { text: string; siteUrl: string; trims: boolean };
export type EncodedText = Required<EncodedFile> & { sources: InlineSources };

const worker = join(root, "app/features/site-content/encode-worker.server.ts");

export const encode = openThread<TextToEncode, EncodedText>(worker);
