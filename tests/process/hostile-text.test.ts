import { describe, expect, test } from "vitest";
import type { MailServer } from "#tests/fakes/smtp.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";

/* Names and text that are meant to be taken for something else, and stay names and text. */

const owner = "owner@example.com";
const slug = "a-slug-of-the-hostile-text-tests";

let store: TestStore;
let mail: MailServer;
let site: Site;
let Cookie: string;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, mail, owner: Cookie } = shared);
  const more = {
    client_name: "<img src=x onerror=alert(1)>",
    details:
      '{"__proto__": {"polluted": "yes"}, "constructor": "a value", "note": "<script>alert(1)</script>"}',
  };
  await store.withConnection((query) => insertQuote(query, { slug, more }));
});

test("names such as __proto__ are ordinary field names", async () => {
  const polluting =
    '{"__proto__": {"isAdmin": true, "acceptQuote": true}, ' +
    `"constructor": {"prototype": {"polluted": "yes"}}, "slug": "${slug}"}`;
  const json = { "Content-Type": "application/json" };
  const call = { method: "POST", headers: json, body: polluting };
  expect((await send(site.url, "/functions/submit-quote-acceptance", call)).status).toBe(422);
  for (const name of [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "__proto__[polluted]",
    "constructor.prototype.polluted",
  ]) {
    const { status } = await send(site.url, "/?index", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `${encodeURIComponent(name)}=yes&${encodeURIComponent(name)}=polluted`,
    });
    expect([name, status]).toEqual([name, 422]);
    expect((await postJson(site.url, `/functions/${name}`, {})).status).toBe(404);
    expect([404, 302]).toContain(
      (await send(site.url, `/admin/export/${name}`, { headers: { Cookie } })).status,
    );
    const list = `/admin/ameb-bookings?sort=${name}&status=${name}&${name}=1&page=${name}`;
    expect((await send(site.url, list, { headers: { Cookie } })).status).toBe(200);
  }
  expect(
    await postJson(
      site.url,
      "/functions/send-admin-email",
      {
        recipientEmail: "ada@client.example",
        subject: "{{constructor}}{{__proto__}}{{toString}}",
        body: "{{constructor.prototype}}-{{__proto__.polluted}}-{{ 7*7 }}-${7*7}-<%= 7*7 %>-#{7*7}",
      },
      { Cookie },
    ),
  ).toMatchObject({ status: 200 });
  const [letter] = await store.query<{ subject: string; text: string }>(
    "select subject, text from letters where kind = 'composed'",
  );
  expect(letter!.subject).toBe("");
  expect(letter!.text).toContain("--{{ 7*7 }}-${7*7}-<%= 7*7 %>-#{7*7}");
});

describe("code and markup in a form", () => {
  const sly = {
    name: "Ada\r\nBcc: spy@evil.example\r\n\r\n<h1>Hi</h1>",
    email: "ada@visitor.example",
    message:
      `"><script>alert(1)</script> '; drop table contact_messages; -- {{constructor}} ` +
      '${jndi:ldap://x} \u2028 {"level":60,"msg":"forged"}\n{"level":60,"msg":"forged"}',
  };

  test("are plain text in the owner's email, in the admin and in the log", async () => {
    expect((await postForm(site.url, "/?index", sly)).status).toBe(200);
    const letters = await mail.waitUntil((all) =>
      all.some(({ subject }) => subject?.startsWith("Message from")) ? null : "no letter yet",
    );
    const letter = letters.find(({ subject }) => subject?.startsWith("Message from"))!;
    expect(letter).toMatchObject({
      envelopeTo: [owner],
      subject: "Message from Ada Bcc: spy@evil.example <h1>Hi</h1>",
      replyTo: [{ address: "ada@visitor.example" }],
    });
    expect([letter.bcc, letter.cc]).toEqual([undefined, undefined]);
    expect(letter.html).not.toMatch(/<script|<h1>Hi/);
    for (const path of [
      "/admin/inbox",
      "/admin/inbox.data",
      `/admin/inbox?q=${encodeURIComponent(sly.message.slice(0, 60))}`,
      "/admin",
    ]) {
      const { status, text } = await send(site.url, path, { headers: { Cookie } });
      expect([path, status, text.includes("<script>alert(1)"), text.includes("<h1>Hi")]).toEqual([
        path,
        200,
        path.endsWith(".data"),
        path.endsWith(".data"),
      ]);
    }
    expect(site.output()).not.toContain("forged");
    for (const line of site.output().trim().split("\n"))
      expect(() => void JSON.parse(line)).not.toThrow();
  });

  test("are plain text on a quote's page, public and in the admin", async () => {
    const [quote] = await store.query<{ id: string }>("select id from invoices");
    for (const path of [
      `/quotes/${slug}`,
      `/admin/quotes/${quote!.id}`,
      "/admin/quotes?show=all",
    ]) {
      const { status, text } = await send(site.url, path, { headers: { Cookie } });
      expect([path, status, /<img src=x|<script>alert/.test(text)]).toEqual([path, 200, false]);
      expect(visibleText(text)).not.toContain("polluted: yes polluted");
    }
  });

  test("add no header and no recipient to an email", async () => {
    for (const email of [
      "a@b.co\r\nBcc: spy@evil.example",
      "a@b.co, spy@evil.example",
      "a@b.co;spy@evil.example",
      "<spy@evil.example>",
      '"a@b.co"@evil.example',
    ]) {
      expect((await postForm(site.url, "/?index", { ...sly, email })).status).toBe(422);
    }
    // Control characters are left out where a form is read.
    expect((await postForm(site.url, "/?index", { ...sly, email: "a@b.co\u0000" })).status).toBe(
      200,
    );
    expect(await store.query("select email from contact_messages where email like 'a@b%'")).toEqual(
      [{ email: "a@b.co" }],
    );
    for (const header of ["a\u000bb", "🎹"])
      expect(
        (
          await send(site.url, "/", {
            headers: { "User-Agent": Buffer.from(header).toString("latin1") },
          }).catch(() => ({ status: 400 }))
        ).status,
      ).toBeLessThan(500);
  });

  test("are searched for as text, and cannot sort by an unknown column", async () => {
    const searches = [
      "' or 1=1 --",
      "a & b | !c:*",
      ":*",
      "\\",
      "%",
      "'; drop table invoices; --",
      "a:b",
      "<->",
      "&&&",
      "(",
      "\u{10ffff}",
      "a".repeat(500),
    ];
    for (const list of [
      "quotes",
      "ameb-bookings",
      "inbox",
      "email-templates",
      "sent-mail",
      "search",
      "activity",
    ]) {
      for (const q of searches) {
        const query = new URLSearchParams({
          q,
          sort: q,
          page: q,
          status: q,
          from: q,
          to: q,
          show: q,
        });
        expect([
          list,
          q,
          (await send(site.url, `/admin/${list}?${query}`, { headers: { Cookie } })).status,
        ]).toEqual([list, q, 200]);
      }
    }
    expect(await store.query("select accepted_at from invoices")).toEqual([{ accepted_at: null }]);
  });
});
