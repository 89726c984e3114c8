import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readApiRequest } from "#app/server/http/api.server.ts";

function call(key: string): Promise<unknown> {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  const request = new Request("http://site.example/", { method: "POST", headers, body: "{}" });
  return readApiRequest(request, z.object({}));
}

describe("an Idempotency-Key", () => {
  test("may have 255 characters", async () => {
    expect(await call("k".repeat(255))).toMatchObject({ ok: true });
  });

  test("that is longer answers 400", async () => {
    const { reply } = (await call("k".repeat(256))) as { reply: Response };
    expect([reply.status, await reply.json()]).toEqual([
      400,
      {
        error: {
          code: "idempotency-key",
          message: "An Idempotency-Key may have at most 255 characters.",
        },
      },
    ]);
  });
});
