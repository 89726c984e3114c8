import { describe, expect, onTestFinished, test } from "vitest";
import { brotliCompressSync, constants } from "node:zlib";
import { type HttpResponse, postForm, send, visibleText } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { siteDocuments } from "#app/content/documents.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { readStartPath } from "#app/values/start-path.ts";
import { tokenOfAMinuteAgo } from "#tests/support/form-tokens.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { storePublished } from "#tests/support/published-words.ts";
import type { TestStore } from "#tests/support/store.ts";

/* The pages on which visitors book, on the built site with the services of a new installation. */

let store: TestStore;
let site: Site;
const week = "/book/voice-piano/60-minutes";

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store } = shared);
});

const ada = { name: "Ada Visitor", email: "ada@visitor.example", note: "I sing alto." };
const get = (path: string, headers = {}) => send(site.url, path, { headers });
const unescaped = (html: string) => html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
const startsOf = ({ text }: HttpResponse) =>
  Array.from(text.matchAll(/href="(\/book\/[^"]*\/\d{8}T\d{4}Z[^"]*)"/g), ([, path]) =>
    unescaped(path!),
  );
const freeStart = async (path = week) => startsOf(await get(path))[0]!;

/** The fields that a form brings, as a browser would send them. */
async function guardOf(path: string): Promise<Record<string, string>> {
  const { text } = await get(path);
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!;
  // A visitor takes longer to fill it in than a test.
  expect(value("form_token")).not.toBe("");
  return { form_token: tokenOfAMinuteAgo(), form_key: value("form_key") };
}

const entries = () =>
  store.query<{ state: string; client_email: string; zone: string | null }>(
    "select state, client_email, zone, starts_at from diary_entries order by created_at",
  );

test("a kind that the owner added is under Book Now, and one without a name is nowhere", async () => {
  const usual = siteDocuments.booking.default;
  const first = { name: "Choir coaching", intro: "For a whole choir. I come to you.", shown: true };
  await store.withConnection(async (query) => {
    await storePublished(query, "booking", { ...usual, ownKinds: { ...usual.ownKinds, first } });
    await query(`insert into services (category, slug, name, minutes, price)
      values ('session-1', 'hour', 'Choir coaching, 60 minutes', 60, 15000),
        ('session-2', 'hour', 'Nameless, 60 minutes', 60, 100)`);
  });
  await expect
    .poll(async () => visibleText((await get("/book")).text))
    .toMatch(/Choir coaching\s+A\$150\s.*For a whole choir\. I come to you\. 60\sminutes/s);
  expect((await get("/book")).text).not.toContain("session-2");
  const times = await get("/book/session-1/hour");
  expect([times.status, visibleText(times.text)]).toEqual([
    200,
    expect.stringContaining("Choir coaching"),
  ]);
  for (const path of ["/book/session-2", "/book/session-2/hour", "/book/session-3"])
    expect((await get(path)).status, path).toBe(404);
});

describe("every booking page", () => {
  test.each(["/book", "/book/voice-piano", week, `${week}?zone=Europe/London`])(
    "loads no script, may be framed by this site only and is at most 12 KB: %s",
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script[^>]* src=|modulepreload|rel="stylesheet"|type="module"/);
      expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'self'/);
      expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
      expect(headers.vary).toBe("Sec-Fetch-Dest, Accept-Encoding");
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
      expect(brotliCompressSync(text, { params }).length).toBeLessThan(12_000);
    },
  );

  test("leaves its header to the page around its frame", async () => {
    expect((await get("/book")).text).toContain("<header");
    expect((await get("/book", { "Sec-Fetch-Dest": "iframe" })).text).not.toContain("<header");
  });

  test("says so where none of its sessions can be booked any more", async () => {
    const activate = (active: boolean) =>
      store.query("update services set active = $1 where category = 'presence'", [active]);
    await activate(false);
    const { status, text } = await get("/book/presence");
    await activate(true);
    expect(status).toBe(404);
    expect(visibleText(text)).toContain("No bookings online at the moment");
    expect(text).toContain('href="mailto:');
  });

  test("keeps what was typed for a session that is no longer offered", async () => {
    const path = await freeStart();
    const activate = (active: boolean) =>
      store.query("update services set active = $1 where category = 'voice-piano'", [active]);
    await activate(false);
    const { status, text } = await postForm(site.url, path, {
      name: "Ada Visitor",
      note: "I sing alto.",
    });
    await activate(true);
    expect(status).toBe(404);
    expect(visibleText(text)).toMatch(/It isn't booked\..*Ada Visitor.*I sing alto\./s);
  });

  test("says nothing of where a session is", async () => {
    await store.query("update services set place_details = 'https://rooms.example/secret'");
    for (const path of ["/book", "/book/voice-piano", week, await freeStart()])
      for (const end of ["", ".data"])
        expect((await get(path.replace(/\?|$/, `${end}$&`))).text).not.toContain("rooms.example");
  });

  test.each([
    "/book/nothing",
    "/book/voice-piano/61-minutes",
    "/book/voice-piano/61-minutes/20300108T2300Z",
    "/book/%F0%9F%8E%B9/x",
  ])("answers 404 where there is nothing to book: %s", async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(visibleText(text)).toContain("I can't find that session");
  });
});

describe("a category with one session", () => {
  test("leads to its times at once, in the zone that was chosen", async () => {
    const { status, headers } = await get("/book/discovery?zone=Asia/Tokyo");
    expect([status, headers.location]).toEqual([302, "/book/discovery/discovery?zone=Asia/Tokyo"]);
  });
});

test("packages stand beside the lengths they are for, as soon as they can be invoiced", async () => {
  const packages = async (category: string) =>
    /Or several, paid ahead (.+?) You'll get/.exec(visibleText((await get(category)).text))?.[1];
  expect(await packages("/book/voice-piano")).toBeUndefined();
  await store.query(
    `insert into business_details (legal_name, abn, payid, payid_kind, payid_name, invoicing)
     values ('Imogen Hale', '51824753556', 'me@site.example', 'email', 'Imogen Hale', true)`,
  );
  onTestFinished(async () => {
    await store.query("delete from business_details");
  });
  expect(await packages("/book/voice-piano")).toMatch(/^4 x 60 min A\$360 → Choose the first time/);
  expect(await packages("/book/audition-cut")).toBeUndefined();
});

describe("the week", () => {
  test("shows a visitor's times with Melbourne's", async () => {
    const { text } = await get(`${week}?zone=Europe/London`);
    expect(visibleText(text)).toMatch(
      /Times in\s+London \((GMT|BST)\)[^]*Melbourne time is below each/,
    );
    expect(startsOf({ text } as HttpResponse)[0]).toMatch(/\?zone=Europe\/London$/);
  });

  test.each(["Mars/Olympus", "", "Europe/London<script>", "../x"])(
    "is Melbourne's for an unknown zone, and says so: %s",
    async (zone) => {
      const { status, text } = await get(`${week}?zone=${encodeURIComponent(zone)}`);
      expect(status).toBe(200);
      expect(visibleText(text)).toContain("I don't know that time zone");
    },
  );

  test("leads from an empty week to the nearest free time", async () => {
    const { text } = await get(`${week}?week=2099-01-01`);
    expect(visibleText(text)).toMatch(/Nothing is free in this week\.\s+Last free time/);
  });

  test("shows the first free times in the place of a week that is over", async () => {
    const { text } = await get(`${week}?week=2020-01-01`);
    expect(startsOf({ text } as HttpResponse)[0]).toBe(await freeStart());
  });

  test("says what to do when nothing is free at all", async () => {
    await store.query("update services set active = true, notice = 8760 where slug = '90-minutes'");
    const { text } = await get("/book/voice-piano/90-minutes");
    expect(visibleText(text)).toContain("Everything I've opened is booked.");
    expect(text).toContain('href="mailto:');
  });

  test.each([
    ["20200108T2300Z", /too close now, or has gone by/],
    ["20990108T2300Z", /not taking bookings at that time/],
    ["tomorrow", /doesn't lead to a time/],
    ["20300230T0000Z", /doesn't lead to a time/],
  ])("comes again with a sentence for %s", async (start, said) => {
    const { status, headers } = await get(`${week}/${start}`);
    expect(status).toBe(303);
    expect(visibleText((await get(headers.location!)).text)).toMatch(said);
  });

  test("comes again for a form with a zone that there is not", async () => {
    const { status, headers } = await postForm(site.url, `${await freeStart()}?zone=x`, ada);
    expect([status, headers.location]).toEqual([303, `${week}?zone=x`]);
  });
});

describe("the month beside it", () => {
  const daysOf = ({ text }: HttpResponse) =>
    Array.from(
      text.matchAll(/<a href="([^"]*)#times" aria-label="([^"]*), (\d+) times?"/g),
      ([, path, name, count]) => ({ path: unescaped(path!), name: name!, count: Number(count) }),
    );

  test("has a link for each day with times, which leads to as many of them", async () => {
    const day = daysOf(await get(week)).at(-1)!;
    const page = await get(day.path);
    expect(daysOf(page)).toContainEqual(day);
    expect(visibleText(page.text)).toContain(day.name);
    const wanted = new URL(day.path, site.url).searchParams.get("week");
    const starts = startsOf(page).map((start) => readStartPath(start.split("/").at(-1)!)!);
    expect(starts.filter((start) => melbourneDay(start) === wanted)).toHaveLength(day.count);
  });

  test("says of a month that it has no times, and leads to those that have some", async () => {
    const page = await get(`${week}?week=2099-01-01`);
    expect(visibleText(page.text)).toContain("January 2099");
    expect(daysOf(page)).toEqual([]);
    const previous = /href="([^"]*)" rel="prev"/.exec(page.text)![1]!;
    expect(daysOf(await get(unescaped(previous).split("#")[0]!)).length).toBeGreaterThan(0);
  });

  test("shows the lengths above, each with its price and the same day", async () => {
    const { text } = await get(`${week}?week=2099-01-01&zone=Asia/Tokyo`);
    const lengths = /aria-label="Lengths".*?<\/nav>/s.exec(text)![0];
    expect(visibleText(lengths)).toMatch(/30 minutes A\$50 45 minutes A\$75 60 minutes A\$95/);
    const paths = Array.from(lengths.matchAll(/href="([^"]*)"/g), ([, path]) => unescaped(path!));
    expect(paths[0]).toMatch(/\/30-minutes\?week=2098-12-29&zone=Asia\/Tokyo$/);
    expect(lengths).toMatch(/60-minutes[^"]*" aria-current="page"/);
  });
});

describe("the form", () => {
  test("asks for an address only where I come", async () => {
    expect((await get(await freeStart())).text).not.toMatch(/name="address"/);
  });

  test("says that coaching can be online, and of nothing else", async () => {
    const hint = "If you'd rather meet online, say so here.";
    expect(visibleText((await get(await freeStart())).text)).toContain(hint);
    const rehearsal = await freeStart("/book/ameb-rehearsal/30-minutes");
    expect(visibleText((await get(rehearsal)).text)).not.toContain(hint);
  });

  test("links the number to call where a session is too near to be changed online", async () => {
    await store.query(
      "update services set change_notice = 8760 where category = 'embodiment' and minutes = 30",
    );
    const { text } = await get(await freeStart("/book/embodiment/30-minutes"));
    expect(visibleText(text)).toContain("so if your plans change please call");
    expect(text).toMatch(/href="tel:\+\d+"/);
  });

  test("keeps what was typed beside what is wrong", async () => {
    const { status, text } = await postForm(site.url, await freeStart(), { ...ada, email: "ada@" });
    expect(status).toBe(422);
    expect(text).toContain('value="Ada Visitor"');
    expect(visibleText(text)).toContain("Please enter a valid email address.");
    expect(text).not.toContain('data-shows="times"');
  });

  test("books once however often it is sent, and the next visitor is offered other times", async () => {
    const path = `${await freeStart()}?zone=Europe/London`;
    const form = { ...ada, ...(await guardOf(path)) };
    const sent = await Promise.all([1, 2, 3].map(() => postForm(site.url, path, form)));
    const places = new Set(sent.map(({ headers }) => headers.location));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect([...places]).toEqual([expect.stringMatching(/^\/appointments\/[\w-]{22}\?booked$/)]);
    expect(await entries()).toMatchObject([
      { state: "booked", client_email: ada.email, zone: "Europe/London" },
    ]);
    const bea = { name: "Bea Late", email: "bea@visitor.example", note: "Me too" };
    const late = await postForm(site.url, path, { ...bea, form_key: "another" });
    expect(late.status).toBe(409);
    expect(visibleText(late.text)).toContain("Somebody was a moment quicker.");
    expect(late.text).toContain('value="Bea Late"');
    const others = Array.from(late.text.matchAll(/formAction="([^"#]*)/gi), ([, to]) =>
      unescaped(to!),
    );
    expect(others).toHaveLength(3);
    const instead = await postForm(site.url, others[0]!, { ...bea, form_key: "another" });
    expect(instead.status).toBe(303);
  });

  test("asks for a number where texts can be sent and an address where I come", async () => {
    const category = "/book/presence/45-minutes";
    await store.query(
      "update services set place = 'client' where category = 'presence' and minutes = 45",
    );
    const path = await freeStart(category);
    const typed = { ...ada, email: "fay@visitor.example", phone: "0491 57", form_key: "fay's" };
    const wrong = await postForm(site.url, path, typed);
    expect(wrong.status).toBe(422);
    expect(visibleText(wrong.text)).toContain("Please tell me where I'm coming to.");
    expect(visibleText(wrong.text)).toContain("Enter a mobile number such as 0491 570 006");
    expect(wrong.text).toMatch(/name="phone"[^>]* value="0491 57"/);

    const address = '3 Hill Road, Kew; "rear" <script>';
    const right = { ...typed, phone: "0491 570 006", address };
    const bea = { ...right, email: "gus@visitor.example", form_key: "gus's" };
    expect((await postForm(site.url, path, right)).status).toBe(303);
    expect(
      await store.query("select phone, place_details from diary_entries where client_email = $1", [
        typed.email,
      ]),
    ).toEqual([{ phone: "+61491570006", place_details: address }]);
    const late = await postForm(site.url, path, bea);
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/name="phone"[^>]* value="0491 570 006"/);
    expect(late.text).toMatch(/name="address"[^>]* value="3 Hill Road, Kew; &quot;rear&quot; &lt;/);
  });
});
