import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readApiRequest } from "#app/server/http/api.server.ts";

test("an Idempotency-Key may have 255 characters; a longer one answers 400", async () => {
  const call = (key: string) => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    const request = new Request("http://site.example/", { method: "POST", headers, body: "{}" });
    return readApiRequest(request, z.object({}));
  };
  expect(await call("k".repeat(255))).toMatchObject({ ok: true });
  const { reply } = (await call("k".repeat(256))) as { reply: Response };
  const message = "An Idempotency-Key may have at most 255 characters.";
  expect(reply.status).toBe(400);
  expect(await reply.json()).toEqual({ error: { code: "idempotency-key", message } });
});
