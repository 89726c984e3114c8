import { describe, expect, test } from "vitest";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { send, visibleText } from "#tests/support/request.ts";

/* A form that takes more than 64 KB, and only from an administrator. */

const path = "/admin/money/import";
const row = (text: string) => `03/09/2026,"5.00","${text}","1.00"\r\n`;

let admin: AdminSite;

sharedSiteTest.beforeAll(({ shared }) => void (admin = adminOf(shared)));

type Upload = { to?: string; cookies?: string; chunked?: boolean };

async function upload(
  content: Buffer<ArrayBuffer> | string,
  { to = path, cookies = admin.owner, chunked = false }: Upload = {},
) {
  const form = new FormData();
  form.set("intent", "import");
  form.set("file", new File([content], "statement.csv", { type: "text/csv" }));
  const encoded = new Response(form);
  const answer = await send(admin.site.url, to, {
    method: "POST",
    headers: {
      Cookie: cookies,
      "Content-Type": encoded.headers.get("Content-Type")!,
      ...(chunked && { "Transfer-Encoding": "chunked" }),
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  return {
    status: answer.status,
    text: answer.status === 413 ? answer.text : visibleText(answer.text),
  };
}

const large = row("X".repeat(1_000)).repeat(2_000);
const tooLarge = { status: 413, text: expect.stringContaining("64 KB") as string };

describe("a statement of almost 2 MB", () => {
  test("is read when the owner sends it, in one piece or in many", async () => {
    expect(Buffer.byteLength(large)).toBeGreaterThan(1.8 * 1024 * 1024);
    const first = await upload(large);
    expect(first).toEqual({ status: 200, text: expect.stringContaining("2,000 new lines.") });
    expect(await upload(large, { chunked: true })).toEqual({
      status: 200,
      text: expect.stringContaining("Nothing new: all 2,000 lines were imported before."),
    });
  });

  test.each([
    ["someone who is no administrator", () => ({ cookies: admin.stranger })],
    ["no one who is signed in", () => ({ cookies: "" })],
    ["the owner to any other page", () => ({ to: "/admin/account" })],
    ["the owner to the contact form", () => ({ to: "/?index" })],
  ])("is refused from %s", async (_, given) => {
    expect(await upload(large, given())).toEqual(tooLarge);
    expect(await upload(large, { ...given(), chunked: true })).toEqual(tooLarge);
  });

  test("is refused when it is no file but a plain form", async () => {
    expect((await admin.post(path, { intent: "import", statement: large })).status).toBe(413);
  });
});

test("a file of more than 2 MB is refused beside the field, a far larger one at once", async () => {
  const more = await upload("X".repeat(2 * 1024 * 1024 + 10));
  expect(more).toEqual({ status: 422, text: expect.stringContaining("more than 2 MB") });
  expect(await upload("X".repeat(3 * 1024 * 1024))).toEqual({
    status: 413,
    text: expect.stringContaining("2 MB"),
  });
});
