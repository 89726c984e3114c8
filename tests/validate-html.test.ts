import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkerIn } from "#scripts/validate-html.ts";

test("an HTML checker with another checksum is not run", () => {
  const cache = mkdtempSync(join(tmpdir(), "checker-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const folder = join(cache, "package/build/dist");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "vnu.jar"), "another program");
  expect(() => checkerIn(cache)).toThrow(
    /vnu\.jar is not the checker of version [\d.]+: its SHA-256 is [0-9a-f]{64}\. It was not run\.$/,
  );
});
