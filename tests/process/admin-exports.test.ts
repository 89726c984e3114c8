import { beforeAll, describe, expect, test } from "vitest";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { readSpreadsheet } from "#tests/support/spreadsheet.ts";

let admin: AdminSite;
let processes: Site[];

sharedSiteTest.beforeAll(({ shared, neighbour }) => {
  admin = adminOf(shared);
  processes = [shared.site, neighbour];
});

async function readExport(path: string) {
  const [head, ...rows] = readSpreadsheet((await admin.get(`/admin/export/${path}`)).text);
  return { rows, column: (name: string) => rows.map((row) => row[head!.indexOf(name)]) };
}

describe("an export of a list", () => {
  beforeAll(() =>
    admin.insert(
      `ameb_bookings
         (student_parent_name, contact_email, exam_date, exam_time, exam_board_grade, service_required)
       values ('=1+1', 'a@b.example', '2026-06-20', '10', 'Grade 5', '{One}'),
         ('Mei', 'mei@c.example', null, '10', 'Grade 6', '{One,Two}')`,
    ),
  );

  test("is an uncached CSV file, named by list and day", async () => {
    const { status, headers } = await admin.get("/admin/export/ameb-bookings");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "no-store",
    ]);
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="ameb-bookings-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  test("has a row for each record, with types that a spreadsheet understands", async () => {
    const { column } = await readExport("ameb-bookings");
    expect(column("Client Name").sort()).toEqual(["=1+1", "Mei"]);
    expect(column("Exam Time")).toEqual(["10", "10"]);
    expect(column("Exam Date")).toEqual(
      expect.arrayContaining([new Date("2026-06-20T00:00:00Z"), null]),
    );
    expect(column("Services")).toContain("One, Two");
  });

  test("has only the rows that were searched for", async () => {
    expect((await readExport("ameb-bookings?q=mei")).rows).toHaveLength(1);
  });

  test("of an unknown list is not found", async () => {
    expect((await admin.get("/admin/export/nothing")).status).toBe(404);
  });
});

describe("a quarter", () => {
  const page = "/admin/money/quarter/2026-4";

  test("has an uncached file for the accountant, by issue date and by payment date", async () => {
    for (const [by, name] of [
      ["issue", "sales"],
      ["payment", "payments"],
    ] as const) {
      const { status, headers, text } = await admin.get(`${page}/export?by=${by}`);
      expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(headers["content-disposition"]).toBe(`attachment; filename="${name}-2026-4.csv"`);
      expect(text.trim()).toBe(
        "\uFEFFNumber,Note,Corrects,Issued,Buyer,Total,GST,GST-Free,Paid On,Method".trim(),
      );
    }
  });

  test("that there is none of is not found", async () => {
    expect((await admin.get("/admin/money/quarter/2026-5")).status).toBe(404);
    expect((await admin.get("/admin/money/quarter/2026-5/export")).status).toBe(404);
  });
});

describe("a new invoice while invoicing is off", () => {
  const typed = {
    buyerName: "Mei Tan",
    buyerEmail: "mei@family.example",
    title: "Lessons",
    dueOn: "2026-03-17",
    text1: "Four lessons",
    amount1: "360",
    intent: "send",
  };

  test("is not issued, and the page says what to do first", async () => {
    const { status } = await admin.post("/admin/money/new", typed);
    expect(status).toBe(409);
    const { text } = await admin.get("/admin/money/new");
    expect(visibleText(text)).toContain("Turn it on in your business details.");
  });

  test("for a booking that isn't there is not found", async () => {
    expect((await admin.get("/admin/money/new?booking=not-a-uuid")).status).toBe(404);
  });
});

const atTheEndOfJune = "'2024-06-30T13:59:59Z'";
const inJuly = "'2024-06-30T14:00:00Z'";
const columns = "client_name, client_email, invoice_type, total_amount";
const quote = "'Ada', 'a@b.example', 'Live Piano Services Quote', 100";
const booking = "student_parent_name, contact_email, exam_board_grade, service_required";

test.each([
  [
    "quotes?show=pending",
    (at: string) => `invoices (${columns}, created_at) values (${quote}, ${at})`,
  ],
  ["quotes", (at: string) => `invoices (${columns}, accepted_at) values (${quote}, ${at})`],
  [
    "ameb-bookings",
    (at: string) =>
      `ameb_bookings (${booking}, exam_date) values ('Bo', 'a@b.example', '5', '{One}',
         (${at}::timestamptz at time zone 'Australia/Melbourne')::date)`,
  ],
  [
    "inbox",
    (at: string) =>
      `contact_messages (name, email, message, created_at) values ('Bo', 'a@b.example', 'Hi', ${at})`,
  ],
  [
    "sent-mail",
    (at: string) =>
      `letters (kind, recipient, subject, html, text, state, created_at)
       values ('test', 'a@b.example', 'Hi', 'h', 't', 'sent', ${at})`,
  ],
  [
    "newsletter",
    (at: string) =>
      `subscribers (email, state, created_at) values (${at}::text || '@b.example', 'subscribed', ${at})`,
  ],
  [
    "activity",
    (at: string) =>
      `activity (actor, action, subject_kind, label, at)
       values ('owner@example.com', 'changed', 'booking', 'Bo', ${at})`,
  ],
])("the page and the export of %s have a month's rows, as Melbourne counts", async (path, row) => {
  for (const at of [atTheEndOfJune, inJuly]) await admin.store.query(`insert into ${row(at)}`);
  const inMonth = (month: string) => `${path}${path.includes("?") ? "&" : "?"}month=${month}`;
  expect((await readExport(inMonth("2024-06"))).rows).toHaveLength(1);
  const page = visibleText((await admin.get(`/admin/${inMonth("2024-07")}`)).text);
  expect(page).toMatch(/\b1 (quote|booking|message|email|subscriber|change)\b/);
});

describe("a client's personal data", () => {
  const page = "/admin/clients/erase%40me.example";
  beforeAll(() =>
    admin.insert(
      `contact_messages (name, email, message)
       values ('Erase Me', 'Erase@me.example', 'Please forget me again')`,
    ),
  );

  test("is exported to an uncached JSON file", async () => {
    const copy = await admin.post(`${page}/export`, {});
    expect(copy.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="personal-data-/),
      "cache-control": "no-store",
    });
    expect(JSON.parse(copy.text)).toMatchObject({
      address: "erase@me.example",
      messages: [{ name: "Erase Me" }],
    });
  });
});

test("a client's testimonial that is ticked is withdrawn with them, in every process", async () => {
  const items = ["Zelda Fitz", "Somebody else"].map((author) => {
    return { author, quote: "Lovely.", title: "Parent", rating: 5, consentedOn: "2026-01-01" };
  });
  await admin.store.withConnection((query) => storePublished(query, "testimonials", { items }));
  await admin.insert(
    "contact_messages (name, email, message) values ('Zelda Fitz', 'zelda@me.example', 'Hello')",
  );
  const homes = () => Promise.all(processes.map(async ({ url }) => (await send(url, "/")).text));
  const named = async () => (await homes()).map((text) => text.includes("Zelda Fitz"));
  await expect.poll(named).toEqual([true, true]);
  const [, words] = /data-content="([^"]+)"/.exec((await homes())[0]!)!;

  const page = "/admin/clients/zelda%40me.example";
  expect((await admin.get(page)).text).toContain('name="testimonial Zelda Fitz"');
  const erasure = { address: "zelda@me.example", "testimonial Zelda Fitz": "on" };
  expect(visibleText((await admin.post(page, erasure)).text)).toContain("Deleted: 1 message");
  expect((await named())[0]).toBe(false);
  await expect.poll(named).toEqual([false, false]);
  for (const { url } of processes) expect((await send(url, words!)).status).toBe(410);
  const [row] = await admin.store.query(
    "select count(*) from site_publications where concat(before, after) like '%Zelda%'",
  );
  expect(row).toEqual({ count: 0 });
});

test("the owner's own email is neither exported nor erased", async () => {
  await admin.insert(
    "contact_messages (name, email, message) values ('Eve', 'owner@example.com', 'Hello')",
  );
  const path = "/admin/clients/owner@example.com";
  const emailIds = () => admin.store.query("select id from letters order by id");
  const before = await emailIds();
  const answers = [
    await admin.get(path),
    await admin.post(path, { address: "owner@example.com" }),
    await admin.post(`${path}/export`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
  for (const { text } of answers)
    expect(visibleText(text)).toContain("This is one of your own addresses.");
  expect(await emailIds()).toEqual(before);
});
