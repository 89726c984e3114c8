import { expect, test } from "vitest";
import { aboutKinds } from "#app/features/email/fields.ts";
import { entryActions } from "#app/routes/admin/diary-entry/actions.server.ts";
import { routePatterns } from "#tests/support/route-paths.ts";
import { postForm, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* Ids of nothing, in every path and every form of the admin. */

let store: TestStore;
let site: Site;
let Cookie: string;
/** Of an AMEB booking: a good id, where anything else is asked for. */
let another: string;
/** How much of the log belongs to the files before. */
let logged = 0;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, owner: Cookie } = shared);
  logged = site.output().length;
  const rows = await store.query<{ id: string }>(
    `insert into ameb_bookings (student_parent_name, contact_email, exam_time, exam_board_grade, service_required)
       values ('Bo', 'a@b.example', '10', 'Grade 5', '{One}') returning id`,
  );
  another = rows[0]!.id;
});

const noUuid = "not-a-uuid";
const wrongIds = () => [
  noUuid,
  "5d1b0c7e-0000-4000-8000-00000000000",
  "' or 1=1 --",
  "11111111-1111-1111-1111-111111111111",
  "x".repeat(500),
  another,
];

/** The admin's paths with an id, with `id` in its place; those of bookings only where it is none of theirs. */
function pathsWith(id: string): string[] {
  return patternsWithId
    .filter((path) => id !== another || !path.includes("/ameb-bookings/"))
    .map((path) => path.replace(":id", encodeURIComponent(id)));
}

const patternsWithId = routePatterns
  .filter((path) => /^\/admin\/.*:id/.test(path))
  .flatMap((path) =>
    path.includes(":kind") ? aboutKinds.map((kind) => path.replace(":kind", kind)) : [path],
  );

const typed = { subject: "Hello", body: "Dear Ada" };
const draft = {
  kind: "hourly",
  clientName: "Ada Client",
  clientEmail: "ada@client.example",
  invoiceType: "Spring Musical Quote",
  eventTitle: "Musical",
  preparedBy: "Imogen Hale",
  hourly: "100",
  hours: "4",
  base: "400",
  mark: "1",
};

/** What the admin's forms send beside the id. */
const posts: [path: string, fields: Record<string, string>][] = [
  ...Object.keys(entryActions).map((intent): [string, Record<string, string>] => [
    "/admin/diary",
    { intent, version: "1", day: "2090-03-02", time: "10:00" },
  ]),
  ["/admin/ameb-bookings", { from: "pending", status: "booked" }],
  ["/admin/email-templates", { intent: "update", version: "1", name: "Thanks", ...typed }],
  ...["/admin/ameb-bookings", "/admin/email-templates"].flatMap((path) =>
    ["delete", "restore"].map((intent): [string, Record<string, string>] => [
      path,
      { intent, confirmed: "yes" },
    ]),
  ),
  ["/admin/deleted", { intent: "restore", kind: "booking" }],
  ["/admin/deleted", { intent: "restore", kind: "template" }],
  ...["new", "answered", "archived", "genuine"].map((action): [string, Record<string, string>] => [
    "/admin/inbox",
    { of: "message", action },
  ]),
  ["/admin/inbox", { of: "booking", action: "genuine" }],
  ["/admin/services", { to: "1" }],
  ...["remove-factor", "verify-totp"].map((intent): [string, Record<string, string>] => [
    "/admin/account",
    { intent, code: "123456" },
  ]),
  ["/admin/calendar", { intent: "check-source" }],
];

/** What the forms of the pages with an id send: of a booking, of a quote, of an entry, of an invoice, of an email. */
const posted: [to: RegExp, fields: Record<string, string>][] = [
  [/ameb-bookings/, { from: "pending", status: "booked" }],
  [/ameb-bookings/, { intent: "delete", confirmed: "yes" }],
  [/ameb-bookings/, { intent: "restore" }],
  [/ameb-bookings/, { version: "1", seen: "{}", examBoardGrade: "Grade 5", works: "Sonata" }],
  [/quotes/, { decision: "accepted" }],
  [/quotes/, { decision: "rejected", version: "1" }],
  ...["withdraw", "reverse", "new-version"].map((intent): [RegExp, Record<string, string>] => [
    /quotes/,
    { intent },
  ]),
  [/quotes/, { intent: "send", subject: "Your quote", body: "{{quote_link}}" }],
  [/quotes/, draft],
  ...Object.keys(entryActions).map((intent): [RegExp, Record<string, string>] => [
    /diary/,
    { intent, version: "1", day: "2090-03-02", time: "10:00" },
  ]),
  ...["payment", "void", "credit", "undo", "send"].map(
    (intent): [RegExp, Record<string, string>] => [
      /invoices/,
      { intent, amount: "5", method: "payid", paidOn: "2026-03-10", reason: "x", payment: "1" },
    ],
  ),
  [/compose/, { recipientEmail: "ada@client.example", ...typed }],
  [/^/, {}],
];

const isRefusal = (status: number) => status >= 400 && status < 500;

test("a path with a wrong id is not found, as a page and as data", async () => {
  for (const id of wrongIds()) {
    for (const path of pathsWith(id)) {
      for (const address of [path, `${path}.data`])
        expect([address, (await send(site.url, address, { headers: { Cookie } })).status]).toEqual([
          address,
          404,
        ]);
    }
    for (const name of ["from", "copy"])
      expect([
        id,
        name,
        (
          await send(site.url, `/admin/quotes/new?${new URLSearchParams({ [name]: id })}`, {
            headers: { Cookie },
          })
        ).status,
      ]).toEqual([id, name, 404]);
    expect([
      id,
      (
        await send(site.url, `/admin/email-templates?${new URLSearchParams({ edit: id })}`, {
          headers: { Cookie },
        })
      ).status,
    ]).toEqual([id, 200]);
  }
});

test("a form sent to a path with a wrong id is refused", async () => {
  for (const id of wrongIds()) {
    // Every form with what is no UUID, and with one that is another record's.
    const forms = [noUuid, another].includes(id) ? posted : posted.slice(-1);
    for (const path of pathsWith(id)) {
      for (const [, fields] of forms.filter(([to]) => to.test(path))) {
        const { status } = await postForm(site.url, path, fields, { Cookie });
        expect([path, fields, status, isRefusal(status)]).toEqual([path, fields, status, true]);
      }
    }
  }
  expect(
    (await postForm(site.url, "/admin/quotes/not-a-uuid", { decision: "accepted" }, { Cookie }))
      .status,
  ).toBe(404);
});

test("hours that are gone are not saved, and count as removed", async () => {
  const post = async (fields: Record<string, string>) =>
    (await postForm(site.url, "/admin/hours", fields, { Cookie })).status;
  const stored = await store.query("select id, week from opening_hours order by id");
  for (const id of wrongIds()) {
    const saved = await post({
      intent: "week",
      id,
      version: "1",
      serviceId: "",
      fromDay: "2090-01-01",
    });
    const removed = await post({ intent: "remove-week", id, version: "1" });
    const back = await post({ intent: "remove-away", id, version: "1" });
    const service = await post({ intent: "week", id: "", serviceId: id, fromDay: "2090-01-01" });
    expect([id, saved, removed, back, service]).toEqual([id, 404, 303, 200, 422]);
  }
  expect(await store.query("select id, week from opening_hours order by id")).toEqual(stored);
});

test("the form of a booking that does not exist is not found", async () => {
  for (const [, fields] of posted.filter(([to]) => to.test("ameb-bookings")).slice(0, 4)) {
    const wrong = wrongIds().filter((id) => id !== another);
    for (const id of wrong) {
      const path = `/admin/ameb-bookings/${encodeURIComponent(id)}`;
      const { status } = await postForm(site.url, path, fields, { Cookie });
      expect([path, fields, status]).toEqual([path, fields, 404]);
    }
  }
});

test("an invalid version never matches a booking", async () => {
  const fields = { examBoardGrade: "Grade 6", serviceRequired: "One" };
  for (const version of ["abc", "-1", "99999999999999999999", "1.5", ""]) {
    const path = `/admin/ameb-bookings/${another}`;
    const { status } = await postForm(site.url, path, { ...fields, version }, { Cookie });
    expect([version, status]).toEqual([version, 409]);
  }
});

test("a form that carries a wrong id is refused", async () => {
  for (const [path, fields] of posts) {
    const asksForBooking = /ameb-bookings|deleted/.test(path) || fields.of === "booking";
    for (const id of wrongIds().filter((one) => one !== another || !asksForBooking)) {
      const { status } = await postForm(site.url, path, { ...fields, id }, { Cookie });
      expect([path, fields, id, status]).toEqual([path, fields, id, 404]);
    }
    for (const without of [fields, { ...fields, id: "" }]) {
      const { status } = await postForm(site.url, path, without, { Cookie });
      expect([path, without, status, isRefusal(status)]).toEqual([path, without, status, true]);
    }
  }
  expect(
    (
      await postForm(
        site.url,
        "/admin/account",
        { intent: "end-session", id: "not-a-uuid" },
        { Cookie },
      )
    ).status,
  ).toBe(302);
});

test("a part of the site that there is none of is not found", async () => {
  const names = ["nothing", "__proto__", "constructor", "Home", "home ", "x".repeat(500)];
  for (const name of names.map(encodeURIComponent)) {
    for (const address of [`/admin/site/${name}`, `/admin/site/${name}/preview`]) {
      const read = await send(site.url, address, { headers: { Cookie } });
      expect([address, read.status]).toEqual([address, 404]);
      for (const intent of ["save", "publish", "discard", "undo"]) {
        const fields = { intent, version: "0", publication: "1", do: "add:items" };
        const { status } = await postForm(site.url, address, fields, { Cookie });
        expect([address, intent, status]).toEqual([address, intent, 404]);
      }
    }
  }
});

test("a publication that there is none of is not undone", async () => {
  for (const publication of [
    "",
    "0",
    "-1",
    "1.5",
    "abc",
    "9007199254740993",
    "99999999999999999999",
  ]) {
    const fields = { intent: "undo", publication };
    const { status } = await postForm(site.url, "/admin/site/home", fields, { Cookie });
    expect([publication, status]).toEqual([publication, 404]);
  }
});

test("an invalid version never matches a quote", async () => {
  const [quote] = await store.query<{ id: string }>(
    `insert into invoices (client_name, client_email, invoice_type, total_amount)
       values ('Ada', 'ada@client.example', 'Live Piano Services Quote', 1200) returning id`,
  );
  for (const version of ["abc", "1e3", "-1", "99999999999999999999", "1.5"]) {
    const { status } = await postForm(
      site.url,
      `/admin/quotes/${quote!.id}`,
      { decision: "accepted", version },
      { Cookie },
    );
    expect([version, status]).toEqual([version, 409]);
  }
});

test("no wrong id is an error in the log", () => {
  expect(
    site
      .output()
      .slice(logged)
      .split("\n")
      .filter((line) => /"level":[56]0/.test(line)),
  ).toEqual([]);
});
