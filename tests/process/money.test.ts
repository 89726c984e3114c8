import { beforeAll, describe, expect, test } from "vitest";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { businessRow, invoiceRow } from "#tests/support/invoice-rows.ts";
import { formsOf } from "#tests/support/page-forms.ts";
import { visibleText } from "#tests/support/request.ts";

/* The owner's pages of invoices, as browsers without scripts use them. */

let admin: AdminSite;

sharedSiteTest.beforeAll(({ shared }) => void (admin = adminOf(shared)));

let numbers = 0;

async function issued(): Promise<string> {
  const number = `INV-${String(++numbers).padStart(4, "0")}`;
  const statement = `${invoiceRow(number, `slug-${number}`)} returning id`;
  const [row] = await admin.store.query<{ id: string }>(statement);
  return row!.id;
}

const pathOf = (id: string) => `/admin/money/invoices/${id}`;
const payment = {
  intent: "payment",
  seen_rest: "77500",
  form_key: "a form",
  amount: "300.00",
  paidOn: "2026-11-22",
  method: "payid",
};

async function entriesOf(id: string) {
  const rows = await admin.store.query<{ amount: number }>(
    "select amount_cents::int as amount from payments where sales_invoice_id = $1 order by id",
    [id],
  );
  return rows.map(({ amount }) => amount);
}

async function answer(id: string, fields: Record<string, string>, cookies?: string) {
  const { status, text } = await admin.post(pathOf(id), fields, cookies);
  return { status, text, shown: visibleText(text) };
}

test("while invoicing is off and there is no invoice, the list leads to the settings", async () => {
  const { text } = await admin.get("/admin/money");
  expect(visibleText(text)).toContain("once you've entered your business details");
  expect(text).toContain('href="/admin/money/settings"');
});

describe("a payment", () => {
  test("from a page that is out of date is refused, and what was typed is kept", async () => {
    const id = await issued();
    const { status, shown } = await answer(id, payment);
    expect([status, shown]).toEqual([200, expect.stringContaining("A$475.00 is still owing")]);
    expect((await answer(id, payment)).status).toBe(200);
    const late = await answer(id, { ...payment, form_key: "another", amount: "775.00" });
    expect([late.status, late.shown]).toEqual([
      409,
      expect.stringContaining("this invoice has changed since you opened it"),
    ]);
    expect(late.text).toContain('value="775.00"');
    expect(await entriesOf(id)).toEqual([300_00]);
  });

  test.each([
    ["no amount", { amount: "" }, "Enter an amount, such as 775.00."],
    ["an amount of nothing", { amount: "0" }, "Enter an amount, such as 775.00."],
    ["a decimal comma", { amount: "300,00" }, "Enter an amount, such as 775.00."],
    ["a day to come", { paidOn: "2999-01-01" }, "That day hasn't come yet."],
    ["no day", { paidOn: "" }, "Enter the date."],
    ["a method that does not exist", { method: "gold" }, "Choose how it was paid."],
  ])("with %s is refused beside the field", async (_what, wrong, message) => {
    const id = await issued();
    const { status, shown, text } = await answer(id, { ...payment, ...wrong });
    expect([status, shown]).toEqual([422, expect.stringContaining(message)]);
    const kept = { ...payment, ...wrong };
    if (kept.amount) expect(text).toContain(`value="${kept.amount}"`);
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe("a refund", () => {
  const refund = {
    ...payment,
    intent: "refund",
    seen_rest: "47500",
    refundFor: "again",
    reason: "Cancelled",
  };

  test("is recorded with its reason, and sends no email of its own", async () => {
    const id = await issued();
    await answer(id, payment);
    // The payment's receipt still waits, and is written anew: it says how the invoice stands.
    const emails = () =>
      admin.store.query(
        "select kind from letters where sales_invoice_id = $1 and state <> 'expired'",
        [id],
      );
    const { shown } = await answer(id, refund);
    expect(shown).toContain("Refund recorded: A$775.00 is left to pay.");
    expect(await entriesOf(id)).toEqual([300_00, -300_00]);
    expect(await emails()).toEqual([{ kind: "payment-receipt" }]);
  });

  test.each([
    ["without a reason", { reason: " " }, "Say why the money went back."],
    ["without a purpose", { refundFor: "" }, "Choose what the refund is for."],
    ["beyond what was paid too much", { refundFor: "overpaid" }, "Nothing was paid too much."],
    ["of more than came in", { amount: "300.01" }, "Only A$300.00 has come in."],
  ])("%s is refused beside the field", async (_what, wrong, message) => {
    const id = await issued();
    await answer(id, payment);
    const { status, shown } = await answer(id, { ...refund, ...wrong });
    expect([status, shown]).toEqual([422, expect.stringContaining(message)]);
  });
});

describe("voiding", () => {
  const voiding = { intent: "void", reason: "Wrong client" };

  test("a paid invoice is refused, and says what to do instead", async () => {
    const id = await issued();
    await answer(id, payment);
    const { status, shown } = await answer(id, voiding);
    expect([status, shown]).toEqual([
      409,
      expect.stringContaining("Issue a credit note, or record the refund as called off"),
    ]);
  });
});

test("an entry of another invoice cannot be undone from this one's page", async () => {
  const [id, other] = [await issued(), await issued()];
  await answer(other, payment);
  const [entry] = await admin.store.query<{ id: number }>(
    "select id from payments where sales_invoice_id = $1",
    [other],
  );
  const undo = { intent: "undo", payment: String(entry!.id), reason: "A mistake" };
  expect((await answer(id, undo)).status).toBe(404);
  expect((await answer(other, undo)).status).toBe(200);
  expect(await entriesOf(other)).toEqual([300_00, -300_00]);
});

test("an action that does not exist is refused", async () => {
  expect((await answer(await issued(), { intent: "forgive" })).status).toBe(400);
});

describe("the forms of an invoice's page", () => {
  beforeAll(() => admin.store.query(businessRow));

  /** What one of them sends, with what is typed into it. */
  async function filled(id: string, intent: string, typed: Record<string, string> = {}) {
    const forms = formsOf(pathOf(id), (await admin.get(pathOf(id))).text);
    return { ...forms.find(({ fields }) => fields.intent === intent)!.fields, ...typed };
  }

  test("issue a credit note over what will not be paid", async () => {
    const id = await issued();
    const credit = await filled(id, "credit", { amount: "75", reason: "A shorter evening" });
    const { status, shown } = await answer(id, credit);
    expect([status, shown]).toEqual([
      200,
      expect.stringMatching(/A\$700\.00\s*left of A\$775\.00.*Credit note CN-\d+ is issued\./),
    ]);
    // The page has changed since.
    expect((await answer(id, { ...credit, amount: "80" })).status).toBe(409);
  });

  test("credit a refund that was only reported, once she says what for", async () => {
    const id = await issued();
    await admin.store.query(
      `insert into payments (sales_invoice_id, paid_on, amount_cents, method, reason, actor)
        values ($1::uuid, '2026-11-22', 77500, 'payid', '', 'owner'),
               ($1::uuid, '2026-11-23', -77500, 'payid', 'Refunded by card', 'owner')`,
      [id],
    );
    const called = await filled(id, "credit-refund", { reason: "The party is called off" });
    const { status, shown } = await answer(id, called);
    expect([status, shown]).toEqual([
      200,
      expect.stringContaining("A credit note takes the refund off this invoice."),
    ]);
  });

  test("send it to its buyer, once however often that is pressed", async () => {
    const id = await issued();
    const form = await filled(id, "send");
    for (const _ of [1, 2])
      expect((await answer(id, form)).shown).toContain("is on its way to ada@client.example.");
    const sent = "select kind from letters where sales_invoice_id = $1";
    expect(await admin.store.query(sent, [id])).toEqual([{ kind: "invoice" }]);
  });

  test("void what nothing was paid of", async () => {
    const id = await issued();
    const { shown } = await answer(id, await filled(id, "void", { reason: "Wrong client" }));
    expect(shown).toContain("This invoice is now void.");
  });

  test("lead to a standard email that is worded anew from its text", async () => {
    const page = "/admin/email-templates?from=Invoice+due+soon&new=yes";
    const forms = formsOf(page, (await admin.get(page)).text);
    const { path, fields } = forms.find((form) => form.fields.intent === "create")!;
    expect(fields).toMatchObject({
      name: "Invoice due soon",
      body: expect.stringMatching(/^\s*Hi \{\{First name\}\},/),
    });
    expect((await admin.post(path, { ...fields, subject: "About your invoice" })).status).toBe(200);
    expect(visibleText((await admin.get("/admin/email-templates")).text)).toContain(
      "Edit yours for Invoice due soon",
    );
  });
});
