import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "#app/server/root.server.ts";
import { openThread } from "#app/server/thread.server.ts";
import type { EncodedText, TextToEncode } from "./site-files.server.ts";

const worker = pathToFileURL(join(root, "app/features/site-publishing/encode-worker.server.ts"));

test.each(["getPriority", "setPriority"])(
  "a system that forbids %s still gets its pages compressed",
  async (forbidden) => {
    const script = `
      import os from "node:os";
      import { syncBuiltinESMExports } from "node:module";
      os.${forbidden} = () => { throw new Error("operation not permitted"); };
      syncBuiltinESMExports();
      await import(${JSON.stringify(worker.href)});
    `;
    const encode = openThread<TextToEncode, EncodedText>(
      new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    );
    const text = "<p>Sing first.</p>";
    const { identity } = await encode({ text, siteUrl: "https://site.example", trims: false });
    expect(Buffer.from(identity).toString()).toBe(text);
  },
);
