import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { formsOf } from "#tests/support/page-forms.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { visibleText } from "#tests/support/request.ts";

let admin: AdminSite;

sharedSiteTest.beforeAll(({ shared }) => void (admin = adminOf(shared)));

test.each([
  [
    "quote",
    "/admin/quotes/new?kind=hourly",
    {
      kind: "hourly",
      mark: "",
      invoiceType: "Spring Musical Quote",
      clientName: "Twice Clicked",
      clientEmail: "twice@client.example",
      preparedBy: "Imogen Hale",
      hourlyRate: "100",
      hours: "3",
      preparation: "50",
    },
    "select id from invoices where client_name = 'Twice Clicked'",
  ],
  [
    "template",
    "/admin/email-templates?new=yes",
    { intent: "create", name: "Twice clicked", subject: "Hello", body: "Good morning!" },
    "select id from email_templates where name = 'Twice clicked'",
  ],
] as const)(
  "a new %s whose form is sent three times without scripts is created once",
  async (_what, path, fields, created) => {
    const key = /name="form_key" value="([^"]+)"/.exec((await admin.get(path)).text)![1]!;
    const submit = async () => {
      const { status, headers } = await admin.post(path, { ...fields, form_key: key });
      return [status, headers.location];
    };
    const [first, second, later] = [...(await Promise.all([submit(), submit()])), await submit()];
    expect([200, 303]).toContain(first![0]);
    expect([second, later]).toEqual([first, first]);
    expect(await admin.store.query(created)).toHaveLength(1);
  },
);

test("the log leaves out the fields that a new draft leaves empty", async () => {
  await admin.insert(
    `activity (actor, action, subject_kind, label, after)
     values ('owner@example.com', 'began', 'quote', 'Ada', '{"place": null, "client": "Ada Client"}')`,
  );
  const text = visibleText((await admin.get("/admin/activity")).text);
  expect(text).toContain("Client: Ada Client");
  expect(text).not.toContain("Venue:");
});

test("nothing is deleted without Confirm Delete", async () => {
  const id = await admin.insert("email_templates (name, subject, body) values ('Kept', 's', 'b')");
  const remove = (fields: Record<string, string>) =>
    admin.post("/admin/email-templates", { intent: "delete", id, ...fields });
  const deleted = () =>
    admin.store.query(
      "select deleted_at is not null as deleted from email_templates where id = $1",
      [id],
    );
  expect((await remove({})).text).toContain("Are you sure you want to delete the email template “");
  expect((await remove({ confirmed: "no" })).status).toBe(422);
  expect(await deleted()).toEqual([{ deleted: false }]);
  expect((await remove({ confirmed: "yes" })).status).toBe(200);
  expect(await deleted()).toEqual([{ deleted: true }]);
});

test.each([
  ["invoices", "/admin", "Failed to load revenue data.", 200],
  ["invoices", "/admin", "Failed to load recent quotes.", 200],
  ["invoices", "/admin/quotes", "Failed to load quotes."],
  ["ameb_bookings", "/admin/ameb-bookings", "Failed to load AMEB bookings."],
  ["email_templates", "/admin/email-templates", "Failed to load email templates."],
  ["letters", "/admin/sent-mail", "Failed to load sent emails."],
  ["contact_messages", "/admin/inbox", "Failed to load messages."],
  ["activity", "/admin/activity", "Failed to load activity."],
  ["subscribers", "/admin/newsletter", "Failed to load subscribers."],
])("while the table %s cannot be read, %s says: %s", async (table, path, message, status = 503) => {
  await admin.store.query(`alter table ${table} rename to away`);
  const page = await admin.get(path);
  await admin.store.query(`alter table away rename to ${table}`);
  expect([page.status, visibleText(page.text)]).toEqual([status, expect.stringContaining(message)]);
  expect(visibleText((await admin.get(path)).text)).not.toContain(message);
});

describe("while the database refuses writes", () => {
  const tables = ["ameb_bookings", "email_templates", "letters", "quote_events"];
  let booking: string;
  let template: string;
  let quote: string;

  beforeAll(async () => {
    booking = await admin.insert(
      `ameb_bookings (student_parent_name, contact_email, exam_time, exam_board_grade, service_required)
       values ('Bo', 'a@b.example', '10', 'Grade 5', '{One}')`,
    );
    template = await admin.insert(
      "email_templates (name, subject, body) values ('Thanks', 's', 'b')",
    );
    quote = await admin.insert(
      `invoices (client_name, client_email, invoice_type, total_amount)
       values ('Ada', 'a@b.example', 'Spring Musical Quote', 400)`,
    );
    await admin.store.withConnection(async (query) => {
      for (const table of tables)
        await query(
          `create trigger broken before insert or update or delete on ${table}
           execute function only_grows()`,
        );
    });
  });

  afterAll(() =>
    admin.store.withConnection(async (query) => {
      for (const table of tables) await query(`drop trigger broken on ${table}`);
    }),
  );

  const typed = { subject: "A subject that was typed", body: "Words that were typed" };
  test.each([
    [
      "a status",
      () => ["/admin/ameb-bookings", { id: booking, from: "pending", status: "booked" }],
      "Failed to update status.",
      [],
    ],
    [
      "the deletion of a booking",
      () => ["/admin/ameb-bookings", { intent: "delete", id: booking, confirmed: "yes" }],
      "Failed to delete booking.",
      [],
    ],
    [
      "the deletion of a template",
      () => ["/admin/email-templates", { intent: "delete", id: template, confirmed: "yes" }],
      "Failed to delete template.",
      [],
    ],
    [
      "a new template",
      () => [
        "/admin/email-templates?new=yes",
        { intent: "create", name: "A name that was typed", ...typed },
      ],
      "Failed to save template:",
      ["A name that was typed", ...Object.values(typed)],
    ],
    [
      "a changed template",
      () => [
        `/admin/email-templates?edit=${template}`,
        { intent: "update", id: template, version: "1", name: "Thanks", ...typed },
      ],
      "Failed to save template:",
      Object.values(typed),
    ],
    [
      "an email",
      () => [`/admin/compose/quotes/${quote}`, { recipientEmail: "a@b.example", ...typed }],
      "Failed to send email:",
      Object.values(typed),
    ],
    [
      "an acceptance",
      () => [`/admin/quotes/${quote}`, { decision: "accepted" }],
      "Failed to update quote status to accepted",
      ["Accept Quote"],
    ],
    [
      "a rejection",
      () => [`/admin/quotes/${quote}`, { decision: "rejected" }],
      "Failed to update quote status to rejected",
      ["Reject Quote"],
    ],
  ] satisfies [string, () => [string, Record<string, string>], string, string[]][])(
    "%s that is not saved says so and keeps what was typed",
    async (_what, submission, message, kept) => {
      const [path, fields] = submission();
      const { status, text } = await admin.post(path, fields);
      expect([status, visibleText(text)]).toEqual([503, expect.stringContaining(message)]);
      for (const words of kept) expect(text).toContain(words);
    },
  );

  test("nothing has changed", async () => {
    const stored = await admin.store.query(
      `select
           (select status from ameb_bookings where id = $1 and deleted_at is null) as status,
           (select subject from email_templates where id = $2 and deleted_at is null) as subject,
           (select accepted_at is null and rejected_at is null from invoices where id = $3) as pending`,
      [booking, template, quote],
    );
    expect(stored).toEqual([{ status: "pending", subject: "s", pending: true }]);
  });
});

test("a count that fails takes no page with it", async () => {
  await admin.store.query("alter table letters rename to away");
  const page = await admin.get("/admin/quotes");
  await admin.store.query("alter table away rename to letters");
  expect(page.status).toBe(200);
  expect(visibleText(page.text)).toContain("All Accepted Quotes");
});

describe("the owner's forms of hours and places", () => {
  async function press(page: string, intent: string, typed: Record<string, string> = {}) {
    const forms = formsOf(page, (await admin.get(page)).text);
    const { fields } = forms.find((form) => form.fields.intent === intent)!;
    return visibleText((await admin.post(page, { ...fields, ...typed })).text);
  }

  test("close a public holiday, and no other day", async () => {
    const days = () => admin.store.query("select hours from day_hours");
    expect(await press("/admin/hours", "close-days", { closed: "2090-03-02" })).toContain(
      "Tick at least one day.",
    );
    expect(await days()).toEqual([]);
    expect(await press("/admin/hours", "close-days")).toContain("Closed on these days.");
    expect(await days()).toEqual([{ hours: [] }]);
  });

  test("add a term and remove it", async () => {
    const today = melbourneDay(new Date());
    const term = { termName: "Term A", termFrom: today, termUntil: addDays(today, 60) };
    expect(await press("/admin/hours", "term", term)).toContain("Term added.");
    expect(await press("/admin/hours", "remove-term")).toContain("Term removed.");
  });

  test("say once where the studio is, for every service there", async () => {
    const studio = "12 Sample Street, Kew";
    expect(await press("/admin/services", "places", { studio, online: "" })).toContain(
      "Address and link saved.",
    );
    const [service] = await admin.store.query<{ id: string }>(
      "select id from services where place = 'studio' limit 1",
    );
    expect((await admin.get(`/admin/services/${service!.id}`)).text).toContain(studio);
  });
});
