import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gateRefusals } from "#app/server/http/gate.server.ts";
import { eventOf, signedEvent, type StripeServer, startStripe } from "#tests/fakes/stripe.ts";
import { invoiceRow } from "#tests/support/invoice-rows.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* Card payments on the built site, with a Stripe of our own. */

let store: TestStore;
let stripe: StripeServer;
let site: Site;

beforeAll(async () => {
  store = await createStore();
  stripe = await startStripe();
  site = await startSite(store.dataDir, { ...store.settings, ...stripe.settings });
});

afterAll(async () => {
  await site.kill();
  await stripe.stop();
  store.remove();
});

let count = 0;
/** An open invoice over A$775; answers with its path. */
async function anOpenInvoice(): Promise<string> {
  const slug = `card-invoice-${++count}`;
  await store.query(invoiceRow(`INV-9${count}`, slug));
  return `/invoices/${slug}`;
}

const page = async (path: string) => visibleText((await send(site.url, path)).text);
const press = (path: string) => postForm(site.url, path, {});
const paidAmounts = (path: string) =>
  store
    .query<{ amount: string }>(
      `select amount_cents::text as amount from payments join sales_invoices i
        on i.id = sales_invoice_id where slug = '${path.split("/").at(-1)}' order by payments.id`,
    )
    .then((rows) => rows.map(({ amount }) => Number(amount)));

const deliver = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  send(site.url, "/hooks/stripe", {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
    body,
  });

/** A session that was paid, and the event that says so. */
async function paidSession(path: string) {
  const before = stripe.sessions.length;
  await press(path);
  return stripe.pay(stripe.sessions[before]!);
}

describe("an invoice's page", () => {
  test("leads to Stripe without scripts, and its policy lets the form go there", async () => {
    const path = await anOpenInvoice();
    const { text, headers } = await send(site.url, path);
    expect(visibleText(text)).toContain("Pay A$775.00 by card");
    expect(text).toContain(`<form action="${path}#card" method="post">`);
    const formAction = /form-action ([^;]*)/.exec(String(headers["content-security-policy"]))![1];
    expect(formAction).toBe(
      `'self' https://checkout.stripe.com ${stripe.settings.STRIPE_BASE_URL}`,
    );
    const answer = await press(path);
    expect([answer.status, answer.headers["referrer-policy"]]).toEqual([303, "no-referrer"]);
    expect(answer.headers.location).toBe(stripe.sessions.at(-1)!.url);
  });

  test("says that a payment is on its way until it has come, then that it is paid", async () => {
    const path = await anOpenInvoice();
    const paid = await paidSession(path);
    const back = new URL(stripe.sessions.at(-1)!.success_url);
    const waiting = await page(back.pathname + back.search);
    expect(waiting).toContain("Thank you, your payment is on its way");
    expect(waiting).not.toMatch(/Pay A\$775.00 by card|How to pay/);
    expect((await deliver(signedEvent(paid))).status).toBe(200);
    const afterwards = await page(back.pathname + back.search);
    expect(afterwards).toContain("Paid. Thank you.");
    expect(afterwards).not.toMatch(/on its way|by card for/);
  });

  test("says so when Stripe is down, and still how to pay otherwise", async () => {
    const path = await anOpenInvoice();
    stripe.failWith(500);
    const { status, text } = await press(path);
    stripe.failWith(null);
    expect(status).toBe(503);
    const shown = visibleText(text);
    expect(shown).toContain("Paying by card isn't working right now.");
    expect(shown).toContain("Nothing was charged.");
    expect(shown).toMatch(/How to pay.*Pay A\$775.00 by card/);
  });
});

describe("the address for Stripe's events", () => {
  test("refuses what isn't signed over these bytes, by this secret, within five minutes", async () => {
    const path = await anOpenInvoice();
    const paid = await paidSession(path);
    const { body, headers } = signedEvent(paid);
    const wrong = [
      { body, headers: {} },
      { body, headers: { "Stripe-Signature": "" } },
      { body, headers: { "Stripe-Signature": "t=1,v1=abc" } },
      { body: `${body} `, headers },
      { body: body.replace("77500", "1"), headers },
      signedEvent(paid, { secret: "whsec_of_somebody_else" }),
      signedEvent(paid, { age: 310 }),
      { body: "", headers },
    ];
    for (const one of wrong)
      expect([one.headers, (await deliver(one)).status]).toEqual([one.headers, 400]);
    expect(await paidAmounts(path)).toEqual([]);
    expect((await deliver(signedEvent(paid, { age: 290 }))).status).toBe(200);
    expect(await paidAmounts(path)).toEqual([775_00]);
  });

  test("takes events that it doesn't know, so that Stripe doesn't repeat them", async () => {
    const unknown = { type: "customer.created", object: { id: "cus_1" } };
    expect((await deliver(signedEvent(unknown))).status).toBe(200);
  });

  test("asks for an event again when it can't be booked", async () => {
    const path = await anOpenInvoice();
    await paidSession(path);
    const { created } = stripe.refund(stripe.sessions.at(-1)!, 75_00);
    stripe.failWith(500);
    const { status, headers } = await deliver(signedEvent(created));
    stripe.failWith(null);
    expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    expect((await deliver(signedEvent(created))).status).toBe(200);
    expect(await paidAmounts(path)).toEqual([775_00, -75_00]);
  });

  test("reads no more than any other address, and only posts", async () => {
    const long = { type: "x", object: { text: "x".repeat(70_000) } };
    expect((await deliver(signedEvent(long))).status).toBe(gateRefusals.tooLarge.status);
    expect((await send(site.url, "/hooks/stripe")).status).toBe(405);
  });

  test("logs neither what it was sent nor whom it is about", async () => {
    expect(JSON.stringify(eventOf(stripe.pay(stripe.sessions[0]!)))).toContain(
      "ada@client.example",
    );
    expect(site.output()).not.toMatch(/client\.example|whsec_|sk_test|card-invoice-/);
  });
});

sharedSiteTest(
  "without keys there is no trace of cards",
  async ({ shared: { site: bare, store: other } }) => {
    const path = await anOpenInvoice();
    await other.query(invoiceRow("INV-1", path.split("/").at(-1)!));
    const { text, headers } = await send(bare.url, path);
    expect(visibleText(text)).toContain("A$775.00");
    expect(text).not.toMatch(/by card|stripe/i);
    expect(headers["content-security-policy"]).toContain("form-action 'self';");
    expect((await postForm(bare.url, path, {})).status).toBe(404);
    const event = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    for (const request of [{}, event])
      expect((await send(bare.url, "/hooks/stripe", request)).status).toBe(404);
  },
);

test("the form that books an appointment asks for no number where no texts can be sent", async () => {
  const week = await send(site.url, "/book/voice-piano/60-minutes");
  const form = await send(site.url, /\/book\/[\w/-]+\/\d{8}T\d{4}Z/.exec(week.text)![0]);
  expect(form.text).toContain('name="email"');
  expect(form.text).not.toMatch(/name="(phone|address)"/);
});
