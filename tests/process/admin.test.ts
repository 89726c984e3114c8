import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addOwner, createOwner, signInForCookies } from "#tests/support/people.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { readSpreadsheet } from "#tests/support/spreadsheet.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* The back office from outside: the owner's letters by `send-admin-email`, exports, and what is refused. */

let store: TestStore;
let site: Site;
let owner: string;
let stranger: string;

beforeAll(async () => {
  store = await createStore();
  await createOwner(store, "owner@example.com");
  await addOwner(store, "stranger@example.com");
  site = await startSite(store.dataDir, store.settings);
  owner = await signInForCookies(site, "owner@example.com");
  stranger = await signInForCookies(site, "stranger@example.com");
  await store.look((query) =>
    query("update users set role = 'user' where email = 'stranger@example.com'"),
  );
});

afterAll(async () => {
  await site.kill();
  store.remove();
});

const letter = {
  recipientEmail: "ada@client.example",
  subject: "Hello\r\nBcc: spy@evil.example",
  body: "Dear Ada,\n\n<script>1</script> {{client_name}}!",
};
const call = (payload: unknown, cookies = "") =>
  postJson(site.url, "/functions/send-admin-email", payload, cookies ? { Cookie: cookies } : {});
const letters = () =>
  store.look((query) =>
    query<{ recipient: string; subject: string; html: string; text: string }>(
      "select recipient, subject, html, text from letters where kind = 'composed'",
    ),
  );

describe("send-admin-email", () => {
  test("is refused to everyone but an administrator, and sends nothing", async () => {
    const answers = [
      await call(letter),
      await call(letter, stranger),
      await call("not an object"),
      await call({}, stranger),
    ];
    expect(
      answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text) as object)]),
    ).toEqual([401, 403, 401, 403].map((status) => [status, ["error"]]));
    expect(await letters()).toEqual([]);
  });

  test("says what is wrong with a payload", async () => {
    const wrong = await call(
      { recipientEmail: "ada@client.example, eve@evil.example", subject: "", body: " " },
      owner,
    );
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([
      422,
      {
        error: {
          fields: {
            recipientEmail: "A valid recipient email is required.",
            subject: "Subject cannot be empty.",
            body: "Email body cannot be empty.",
          },
        },
      },
    ]);
    expect(
      (await postForm(site.url, "/functions/send-admin-email", { subject: "x" }, { Cookie: owner }))
        .status,
    ).toBe(415);
    expect(await letters()).toEqual([]);
  });

  test("queues the letter: one line of subject, words and not markup in the body, nothing for what it is not about", async () => {
    const { status, text } = await call(letter, owner);
    expect([status, JSON.parse(text)]).toEqual([200, { message: "Email sent successfully!" }]);
    const [sent] = await letters();
    expect(sent).toMatchObject({
      recipient: "ada@client.example",
      subject: "Hello Bcc: spy@evil.example",
    });
    expect(sent!.html).toContain("&lt;script&gt;1&lt;/script&gt; !");
    expect(sent!.html).not.toContain("<script>");
  });

  test("sends one letter for one Idempotency-Key", async () => {
    const before = (await letters()).length;
    const keyed = (payload: unknown) =>
      postJson(site.url, "/functions/send-admin-email", payload, {
        Cookie: owner,
        "Idempotency-Key": "once",
      });
    const answers = await Promise.all([keyed(letter), keyed(letter)]);
    expect(answers.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
      [1, 2].map(() => [200, { message: "Email sent successfully!" }]),
    );
    expect((await keyed({ ...letter, subject: "Another" })).status).toBe(422);
    expect(await letters()).toHaveLength(before + 1);
  });
});

test("the studio's own address is neither exported nor erased, whoever wrote from it", async () => {
  await store.look((query) =>
    query(
      "insert into contact_messages (name, email, message) values ('Eve', 'owner@example.com', 'Hello')",
    ),
  );
  const before = await store.look((query) => query("select id from letters"));
  const path = "/admin/clients/owner@example.com";
  const signedIn = { Cookie: owner };
  const answers = [
    await send(site.url, path, { headers: signedIn }),
    await postForm(site.url, path, { address: "owner@example.com" }, signedIn),
    await postForm(site.url, `${path}/export`, {}, signedIn),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
  const words = "This is one of your own addresses.";
  expect(answers.filter(({ text }) => !visibleText(text).includes(words))).toEqual([]);
  expect(await store.look((query) => query("select id from letters"))).toEqual(before);
});

test("the composer's page sent twice without scripts, and again from the history, sends one letter", async () => {
  const [message] = await store.look((query) =>
    query<{ id: string }>(
      "insert into contact_messages (name, email, message) values ('Bo', 'bo@client.example', 'Good morning!') returning id",
    ),
  );
  const path = `/admin/compose/inbox/${message!.id}`;
  const page = await send(site.url, path, { headers: { Cookie: owner } });
  const key = /name="form_key" value="([^"]+)"/.exec(page.text)![1]!;
  const post = () =>
    postForm(
      site.url,
      path,
      {
        recipientEmail: "bo@client.example",
        subject: "Hello Bo",
        body: "Good morning to you.",
        form_key: key,
      },
      { Cookie: owner },
    );
  const answers = [...(await Promise.all([post(), post()])), await post()];
  expect(
    answers.map(({ status, text }) => [
      status,
      visibleText(text).includes("Email sent successfully!"),
    ]),
  ).toEqual([1, 2, 3].map(() => [200, true]));
  expect(
    (await letters()).filter(({ recipient }) => recipient === "bo@client.example"),
  ).toHaveLength(1);
});

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
  "a new %s whose form is sent twice without scripts is one",
  async (_, path, fields, made) => {
    const page = await send(site.url, path, { headers: { Cookie: owner } });
    const key = /name="form_key" value="([^"]+)"/.exec(page.text)![1]!;
    const post = () => postForm(site.url, path, { ...fields, form_key: key }, { Cookie: owner });
    const [first, second, later] = [...(await Promise.all([post(), post()])), await post()];
    expect([200, 303]).toContain(first!.status);
    for (const { status, headers } of [second!, later!])
      expect([status, headers.location]).toEqual([first!.status, first!.headers.location]);
    expect(await store.look((query) => query(made))).toHaveLength(1);
  },
);

const sheet = (path: string, cookies: string) =>
  send(site.url, path, { headers: { Cookie: cookies } });

test("an export carries the rows that were asked for", async () => {
  await store.look((query) =>
    query(
      "insert into ameb_bookings (student_parent_name, contact_email, exam_date, exam_time, exam_board_grade, service_required) values ('=1+1', 'a@b.example', '2026-06-20', '10', 'Grade 5', '{One}'), ('Mei', 'mei@c.example', null, '10', 'Grade 6', '{One,Two}')",
    ),
  );
  const all = await sheet("/admin/export/ameb-bookings", owner);
  expect([all.status, all.headers["content-type"], all.headers["cache-control"]]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "no-store",
  ]);
  expect(all.headers["content-disposition"]).toMatch(
    /^attachment; filename="ameb-bookings-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...rows] = readSpreadsheet(all.text);
  const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
  expect(column("Client Name").sort()).toEqual(["=1+1", "Mei"]);
  expect(column("Exam Time")).toEqual(["10", "10"]);
  expect(column("Exam Date")).toEqual(
    expect.arrayContaining([new Date("2026-06-20T00:00:00Z"), null]),
  );
  expect(column("Services")).toContain("One, Two");
  expect(
    readSpreadsheet((await sheet("/admin/export/ameb-bookings?q=mei", owner)).text),
  ).toHaveLength(2);
  expect((await sheet("/admin/export/nothing", owner)).status).toBe(404);
  expect((await sheet("/admin/export/ameb-bookings", stranger)).status).toBe(403);
});

const hostile = '=1+1 "quoted",\ntwo lines 🎻';

test.each([
  [
    "quotes?show=pending",
    "Client Name",
    "insert into invoices (client_name, client_email, invoice_type, total_amount) values ($1, 'a@b.example', 'Live Piano Services Quote', 1200.50)",
  ],
  [
    "ameb-bookings",
    "Teacher",
    "insert into ameb_bookings (student_parent_name, contact_email, exam_time, exam_board_grade, teacher_name, service_required) values ('Bo', 'a@b.example', '10', 'Grade 5', $1, '{One}')",
  ],
  [
    "inbox",
    "Message",
    "insert into contact_messages (name, email, message) values ('Bo', 'a@b.example', $1)",
  ],
  [
    "email-templates",
    "Message",
    "insert into email_templates (name, subject, body) values ('Bo', 'Hello', $1)",
  ],
  [
    "sent-mail",
    "Subject",
    "insert into letters (kind, recipient, subject, html, text, state) values ('test', 'a@b.example', $1, 'h', 't', 'sent')",
  ],
  [
    "newsletter",
    "First Name",
    "insert into subscribers (email, first_name, state) values ('a@b.example', $1, 'subscribed')",
  ],
  [
    "activity",
    "Name",
    "insert into activity (actor, action, subject_kind, label) values ('owner@example.com', 'changed', 'booking', $1)",
  ],
])("a spreadsheet reads what stands in %s as it is", async (path, name, row) => {
  await store.look((query) => query(row, [hostile]));
  const [head, ...rows] = readSpreadsheet((await sheet(`/admin/export/${path}`, owner)).text);
  expect(rows.map((cells) => cells[head!.indexOf(name)])).toContain(hostile);
  if (path.startsWith("quotes"))
    expect(rows.map((cells) => cells[head!.indexOf("Total Amount")])).toContain(1200.5);
});

test("a letter as sent may not run or load anything", async () => {
  const [row] = await store.look((query) =>
    query<{ id: string }>(
      "insert into letters (kind, recipient, subject, html, text) values ('test', 'a@b.example', 's', '<p>As it was</p>', 't') returning id",
    ),
  );
  const shown = await send(site.url, `/admin/sent-mail/${row!.id}/as-sent`, {
    headers: { Cookie: owner },
  });
  expect([shown.status, shown.text]).toEqual([200, "<p>As it was</p>"]);
  expect(shown.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; sandbox/,
  );
});

test("an email that waits for its turn says why, and not that a mail server said so", async () => {
  const [row] = await store.look((query) =>
    query<{ id: string }>(
      "insert into letters (kind, recipient, subject, html, text, held, last_error) values ('test', 'a@b.example', 's', 'h', 't', true, 'Many emails are going out.') returning id",
    ),
  );
  const { text } = await send(site.url, `/admin/sent-mail/${row!.id}`, {
    headers: { Cookie: owner },
  });
  expect(visibleText(text)).toContain("Why Many emails are going out.");
});

test("the log leaves out what a new draft leaves empty", async () => {
  await store.look((query) =>
    query(
      "insert into activity (actor, action, subject_kind, label, after) values ('owner@example.com', 'began', 'quote', 'Ada', '{\"place\": null, \"client\": \"Ada Client\"}')",
    ),
  );
  const { text } = await send(site.url, "/admin/activity", { headers: { Cookie: owner } });
  expect(visibleText(text)).toContain("client : Ada Client");
  expect(visibleText(text)).not.toContain("place :");
});

test("nothing is deleted without Confirm Delete", async () => {
  const [row] = await store.look((query) =>
    query<{ id: string }>(
      "insert into email_templates (name, subject, body) values ('Kept', 's', 'b') returning id",
    ),
  );
  const remove = (fields: Record<string, string>) =>
    postForm(
      site.url,
      "/admin/email-templates",
      { intent: "delete", id: row!.id, ...fields },
      { Cookie: owner },
    );
  const deleted = () =>
    store.look((query) =>
      query<{ deleted: boolean }>(
        "select deleted_at is not null as deleted from email_templates where id = $1",
        [row!.id],
      ),
    );
  expect((await remove({})).text).toContain("Are you sure you want to delete this email template?");
  expect((await remove({ confirmed: "no" })).status).toBe(422);
  expect(await deleted()).toEqual([{ deleted: false }]);
  expect((await remove({ confirmed: "yes" })).status).toBe(200);
  expect(await deleted()).toEqual([{ deleted: true }]);
});

test.each([
  ["invoices", "/admin", "Failed to load revenue data."],
  ["invoices", "/admin", "Failed to load recent quotes."],
  ["invoices", "/admin/quotes", "Failed to load quotes."],
  ["ameb_bookings", "/admin/ameb-bookings", "Failed to load AMEB bookings."],
  ["email_templates", "/admin/email-templates", "Failed to load email templates."],
  ["letters", "/admin/sent-mail", "Failed to load sent mail."],
  ["contact_messages", "/admin/inbox", "Failed to load messages."],
  ["activity", "/admin/activity", "Failed to load activity."],
  ["subscribers", "/admin/newsletter", "Failed to load subscribers."],
])("while %s cannot be read, %s says: %s", async (table, path, words) => {
  await store.look((query) => query(`alter table ${table} rename to away`));
  const page = await send(site.url, path, { headers: { Cookie: owner } });
  await store.look((query) => query(`alter table away rename to ${table}`));
  expect([page.status, visibleText(page.text)]).toEqual([200, expect.stringContaining(words)]);
  expect(
    visibleText((await send(site.url, path, { headers: { Cookie: owner } })).text),
  ).not.toContain(words);
});

describe("a client's personal data", () => {
  const page = "/admin/clients/erase%40me.example";

  test("is exported and erased for an administrator only, and erased only when the address is typed", async () => {
    await store.look((query) =>
      query(
        "insert into contact_messages (name, email, message) values ('Erase Me', 'Erase@me.example', 'Please forget me again')",
      ),
    );
    for (const cookies of ["", stranger]) {
      const answers = [
        await postForm(site.url, `${page}/export`, {}, { Cookie: cookies }),
        await postForm(site.url, page, { address: "erase@me.example" }, { Cookie: cookies }),
      ];
      for (const { status, text } of answers)
        expect([cookies ? 403 : 302, false]).toEqual([status, text.includes("forget me")]);
    }
    const copy = await postForm(site.url, `${page}/export`, {}, { Cookie: owner });
    expect(copy.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="personal-data-/),
      "cache-control": "no-store",
    });
    expect(JSON.parse(copy.text)).toMatchObject({
      address: "erase@me.example",
      messages: [{ name: "Erase Me" }],
    });

    const wrong = await postForm(
      site.url,
      page,
      { address: "another@me.example" },
      { Cookie: owner },
    );
    expect({ status: wrong.status, words: visibleText(wrong.text) }).toEqual({
      status: 422,
      words: expect.stringContaining("This is not the address of this page."),
    });
    const right = await postForm(
      site.url,
      page,
      { address: "ERASE@me.example" },
      { Cookie: owner },
    );
    expect({ status: right.status, words: visibleText(right.text) }).toEqual({
      status: 200,
      words: expect.stringContaining("Erased: 1 message, 1 change."),
    });
    expect(
      await store.look((query) => query("select * from contact_messages where name = 'Erase Me'")),
    ).toEqual([]);
    const log = await send(site.url, "/admin/activity", { headers: { Cookie: owner } });
    expect(visibleText(log.text)).toMatch(
      /owner@example.com erased the records of one person: 1 message/,
    );
  });
});

describe("while nothing can be written", () => {
  let booking: string;
  let template: string;
  let quote: string;

  beforeAll(async () => {
    await store.look(async (query) => {
      const made = async (statement: string) =>
        (await query<{ id: string }>(`${statement} returning id`))[0]!.id;
      booking = await made(
        "insert into ameb_bookings (student_parent_name, contact_email, exam_time, exam_board_grade, service_required) values ('Bo', 'a@b.example', '10', 'Grade 5', '{One}')",
      );
      template = await made(
        "insert into email_templates (name, subject, body) values ('Thanks', 's', 'b')",
      );
      quote = await made(
        "insert into invoices (client_name, client_email, invoice_type, total_amount) values ('Ada', 'a@b.example', 'Spring Musical Quote', 400)",
      );
      for (const table of ["ameb_bookings", "email_templates", "letters", "quote_events"])
        await query(
          `create trigger broken before insert or update or delete on ${table} execute function only_grows()`,
        );
    });
  });

  afterAll(async () => {
    await store.look(async (query) => {
      for (const table of ["ameb_bookings", "email_templates", "letters", "quote_events"])
        await query(`drop trigger broken on ${table}`);
    });
  });

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
      "a letter",
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
    "%s says so, and leaves what was there",
    async (_what, posted, words, kept) => {
      const [path, fields] = posted();
      const answer = await postForm(site.url, path, fields, { Cookie: owner });
      expect([answer.status, visibleText(answer.text)]).toEqual([
        503,
        expect.stringContaining(words),
      ]);
      for (const word of kept) expect(answer.text).toContain(word);
    },
  );

  test("nothing has changed by it", async () => {
    const found = await store.look((query) =>
      query(
        "select (select status from ameb_bookings where id = $1 and deleted_at is null) as status, (select subject from email_templates where id = $2 and deleted_at is null) as subject, (select accepted_at is null and rejected_at is null from invoices where id = $3) as pending",
        [booking, template, quote],
      ),
    );
    expect(found).toEqual([{ status: "pending", subject: "s", pending: true }]);
  });
});
