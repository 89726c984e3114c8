import { expect, test } from "vitest";
import { aboutKinds } from "#app/features/email/fields.ts";
import { entryActions } from "#app/routes/admin/diary-entry/actions.server.ts";
import { insertOneOfEach } from "#tests/support/one-of-each.ts";
import { formsOfPages, type PageForm } from "#tests/support/page-forms.ts";
import { routePatterns } from "#tests/support/route-paths.ts";
import { inTurns, postForm, send } from "#tests/support/request.ts";
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
  await store.withConnection((query) => insertOneOfEach(query, right, "a-slug-of-the-wrong-ids"));
});

const right = "00000000-0000-4000-8000-000000000001";
const wrongIds = () => ["not-a-uuid", "11111111-1111-1111-1111-111111111111", another];

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

const isRefusal = (status: number) => status >= 400 && status < 500;

const get = async (path: string) => (await send(site.url, path, { headers: { Cookie } })).status;
const post = async (path: string, fields: Record<string, string>) =>
  (await postForm(site.url, path, fields, { Cookie })).status;

test("a path with a wrong id is not found, as a page and as data", async () => {
  // What looks like an id to nobody, where each page reads its own.
  const odd = ["5d1b0c7e-0000-4000-8000-00000000000", "' or 1=1 --", "x".repeat(500)];
  const paths = [
    ...wrongIds().flatMap(pathsWith),
    ...odd.map((id, at) => pathsWith(id)[at]!),
    ...wrongIds().flatMap((id) =>
      ["from", "copy"].map((name) => `/admin/quotes/new?${new URLSearchParams({ [name]: id })}`),
    ),
  ];
  const asked = paths.flatMap((path) => (path.includes("?") ? [path] : [path, `${path}.data`]));
  const found = await inTurns(asked, async (path) => ({ path, status: await get(path) }));
  expect(found.filter(({ status }) => status !== 404)).toEqual([]);
  for (const id of wrongIds())
    expect(await get(`/admin/email-templates?${new URLSearchParams({ edit: id })}`)).toBe(200);
});

/** What only shows the form again, a step further, or the list in which the record is missing. */
const onlyShows = /intent=(remove-|end-|template|preview|delete)|&(pick|times|repeats)=/;

test("every form of the admin refuses a wrong id, in its path or in its fields", async () => {
  const pages = routePatterns
    .filter((path) => path.startsWith("/admin") && !/:(?!id|kind)/.test(path))
    .map((path) => path.replace(":id", right).replace(":kind", "quotes"));
  const forms = (await formsOfPages(site.url, pages, Cookie, 0, right))
    .map(({ path, fields }) => ({ path: path.split("?")[0]!, fields }))
    .filter(({ path, fields }) => path.includes(right) || Object.values(fields).includes(right));
  expect(forms.length).toBeGreaterThan(20);
  for (const list of ["/admin/services", "/admin/ameb-bookings"])
    expect(
      forms.filter(({ path }) => path === list),
      list,
    ).not.toEqual([]);
  // Those of another state: of an appointment, of what is deleted, of what is taken for spam.
  const hidden: PageForm[] = [
    ...Object.keys(entryActions).map((intent) => ({
      path: `/admin/diary/${right}`,
      fields: { intent, version: "1", day: "2090-03-02", time: "10:00" },
    })),
    ...["booking", "template"].map((kind) => ({
      path: "/admin/deleted",
      fields: { intent: "restore", kind, id: right },
    })),
    ...["booking", "message"].map((of) => ({
      path: "/admin/inbox",
      fields: { of, action: "genuine", id: right },
    })),
  ];
  const sent = wrongIds().flatMap((id) =>
    [...forms, ...hidden]
      .filter((form) => id !== another || !/booking/.test(JSON.stringify(form)))
      .map(({ path, fields }) => ({
        path: path.replaceAll(right, encodeURIComponent(id)),
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, value === right ? id : value]),
        ),
      })),
  );
  const changes = () => store.query("select count(*)::int as all from activity");
  const before = await changes();
  const answers = await inTurns(sent, async ({ path, fields }) => ({
    form: `${path} ${new URLSearchParams(fields)}`,
    status: await post(path, fields),
  }));
  const unexpected = answers.filter(
    ({ status, form }) => !isRefusal(status) && !(status < 400 && onlyShows.test(form)),
  );
  expect(unexpected).toEqual([]);
  expect(await changes()).toEqual(before);
});

test("hours that are gone are not saved, and count as removed", async () => {
  const postHours = (fields: Record<string, string>) => post("/admin/hours", fields);
  const stored = await store.query("select id, week from opening_hours order by id");
  for (const id of wrongIds()) {
    const saved = await postHours({
      intent: "week",
      id,
      version: "1",
      serviceId: "",
      fromDay: "2090-01-01",
    });
    const removed = await postHours({ intent: "remove-week", id, version: "1" });
    const back = await postHours({ intent: "remove-away", id, version: "1" });
    const service = await postHours({
      intent: "week",
      id: "",
      serviceId: id,
      fromDay: "2090-01-01",
    });
    expect([id, saved, removed, back, service]).toEqual([id, 404, 303, 200, 422]);
  }
  expect(await store.query("select id, week from opening_hours order by id")).toEqual(stored);
});

test("an invalid version never matches a booking", async () => {
  const fields = { examBoardGrade: "Grade 6", serviceRequired: "One" };
  for (const version of ["abc", "-1", "99999999999999999999", "1.5", ""]) {
    const path = `/admin/ameb-bookings/${another}`;
    const status = await post(path, { ...fields, version });
    expect([version, status]).toEqual([version, 409]);
  }
});

test("a part of the site that there is none of is not found", async () => {
  const names = ["nothing", "__proto__", "constructor", "Home", "home ", "x".repeat(500)];
  for (const name of names.map(encodeURIComponent)) {
    for (const address of [`/admin/site/${name}`, `/admin/site/${name}/preview`]) {
      const read = await send(site.url, address, { headers: { Cookie } });
      expect([address, read.status]).toEqual([address, 404]);
      for (const intent of ["save", "publish", "discard", "undo"]) {
        const fields = { intent, version: "0", publication: "1", do: "add:items" };
        const status = await post(address, fields);
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
    const status = await post("/admin/site/home", fields);
    expect([publication, status]).toEqual([publication, 404]);
  }
});

test("an invalid version never matches a quote", async () => {
  const [quote] = await store.query<{ id: string }>(
    `insert into invoices (client_name, client_email, invoice_type, total_amount)
       values ('Ada', 'ada@client.example', 'Live Piano Services Quote', 1200) returning id`,
  );
  for (const version of ["abc", "1e3", "-1", "99999999999999999999", "1.5"]) {
    const status = await post(`/admin/quotes/${quote!.id}`, { decision: "accepted", version });
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
