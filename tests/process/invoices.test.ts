import { describe, expect, test } from "vitest";
import { openPostgres } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { anInvoice, aQuote } from "#tests/support/factories.ts";
import { invoicesInEachState, shownStates } from "#tests/support/invoice-states.ts";
import { postForm, secretHeaders, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";

/* What a client sees of their invoices on the built site. */

let site: Site;
const inside: string[] = [];

sharedSiteTest.beforeAll(async ({ shared }) => {
  site = shared.site;
  const { db, close } = await openPostgres(shared.store.settings.DATABASE_URL!, null);
  await invoicesInEachState(db);
  await aQuote(db, { slug: "to-accept", eventDate: "2030-06-20" });
  await aQuote(db, { slug: "accepted-before", acceptedAt: new Date() });
  const rows = await db.select({ id: salesInvoices.id }).from(salesInvoices);
  inside.push(...rows.map(({ id }) => id), "@client.example", "Typed 777", "She was upset");

  await anInvoice(db, { number: null, slug: "a-draft" });
  await close();
});

const read = async (path: string) => visibleText((await send(site.url, path)).text);

describe("an invoice's page and PDF", () => {
  test("are not cached, indexed or sent as a referrer, whether they exist or not", async () => {
    for (const slug of ["open", "void", "nobody-was-sent-this"])
      for (const path of [`/invoices/${slug}`, `/invoices/${slug}/invoice.pdf`])
        expect((await send(site.url, path)).headers, path).toMatchObject(secretHeaders);
  });

  test("are there in every state, without anything of the inside, and name an account only to pay into", async () => {
    const asking: string[] = [];
    for (const state of shownStates) {
      const { status, text } = await send(site.url, `/invoices/${state}`);
      expect([state, status]).toEqual([state, 200]);
      expect([state, inside.filter((word) => text.includes(word))]).toEqual([state, []]);
      if (/063-000|pay@breath/.test(text)) asking.push(state);
      const pdf = await send(site.url, `/invoices/${state}/invoice.pdf`);
      expect(pdf.headers).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": expect.stringMatching(/^attachment; filename="(INV|CN)-\d+\.pdf"$/),
      });
      expect(pdf.body.subarray(0, 5).toString()).toBe("%PDF-");
    }
    const due = ["open", "balance", "due-today", "part-paid", "overdue", "overdue-part-paid"];
    expect(asking).toEqual([...due, "long"]);
  });

  test("are not there for an unknown link or a draft", async () => {
    for (const slug of ["nobody-was-sent-this", "a-draft", "OPEN"]) {
      const page = await send(site.url, `/invoices/${slug}`);
      expect([slug, page.status]).toEqual([slug, 404]);
      expect(visibleText(page.text)).toContain("The invoice you are looking for does not exist.");
      const pdf = await send(site.url, `/invoices/${slug}/invoice.pdf`);
      expect([slug, pdf.status]).toEqual([slug, 404]);
    }
  });

  test("name GST only where the invoice carries it", async () => {
    expect(await read("/invoices/open")).toMatch(/Tax invoice INV-.*Total includes GST A\$70\.45/);
    const without = await read("/invoices/due-today");
    expect(without).toContain("Invoice INV-");
    expect(without).not.toMatch(/tax invoice|GST/i);
  });

  test("show a refund, and no mistake that was reversed", async () => {
    const text = await read("/invoices/refunded-and-corrected");
    expect(text).toMatch(/Cash, [^−]* −A\$775\.00 Returned to you, \S+ .* A\$75\.00/);
    expect(text).toMatch(/Credit note CN-\d+ −A\$50\.00/);
    expect(text).not.toContain("777");
  });
});

describe("after accepting with invoicing on", () => {
  const client = { clientName: "Ada Client", clientEmail: "ada@client.example" };
  const accept = () =>
    postForm(site.url, "/quotes/to-accept", { ...client, acceptQuote: "on", version: "1" });

  test("the client is led to a page that says how to pay, a second time too", async () => {
    const confirmation = "/live-piano-services/quote-confirmation?quote=to-accept";
    for (const time of ["first", "second"]) {
      const { status, headers } = await accept();
      expect([time, status, headers.location]).toEqual([time, 303, confirmation]);
    }
    const page = await send(site.url, confirmation);
    expect(page.headers).toMatchObject(secretHeaders);
    expect(visibleText(page.text)).toMatch(
      /The deposit of A\$600\.00 is due by \S+ \d+ \S+ \d{4}\. Pay the deposit/,
    );
    const link = /href="(\/invoices\/[\w-]{22})"/.exec(page.text)![1]!;
    expect(await read(link)).toContain("A$600.00 due by");
  });

  test("the quote's page says what is to pay next, and lists the other invoices", async () => {
    const text = await read("/quotes/quote-with-invoices");
    expect(text).toMatch(
      /The deposit of A\$775\.00 is due by .*\. Invoice INV-2001 has everything/,
    );
    expect(text).toMatch(/Pay the deposit Balance INV-2002 A\$775\.00 due by/);
    expect(text).not.toContain("Deposit INV-2001");
  });

  test("a quote without invoices is thanked for; without a quote nothing is claimed", async () => {
    const plain = "/live-piano-services/quote-confirmation";
    const accepted = await read(`${plain}?quote=accepted-before`);
    expect(accepted).toContain("You're booked.");
    expect(accepted).toContain("will be in touch about the deposit.");
    expect(accepted).not.toContain("Pay the");
    for (const path of [plain, `${plain}?quote=unknown`]) {
      const text = await read(path);
      expect(text).toContain("Your confirmation comes by email, with everything you agreed to.");
      expect(text).not.toContain("You're booked.");
    }
    expect((await send(site.url, plain)).headers).not.toHaveProperty(
      "referrer-policy",
      "no-referrer",
    );
    expect(await read("/quotes/accepted-before")).not.toContain("How to pay");
  });
});
