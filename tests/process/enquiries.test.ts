import { expect, test } from "vitest";
import type { MailServer } from "#tests/fakes/smtp.ts";
import {
  amebApiPath,
  amebEnquiry,
  contactMessage,
  contactPath,
  forwardedFor,
} from "#tests/support/enquiries.ts";
import { hastyToken } from "#tests/support/form-tokens.ts";
import {
  type HttpResponse,
  postForm,
  postJson,
  send,
  visibleText,
} from "#tests/support/request.ts";
import { siteOwner, sharedSiteTest } from "#tests/support/shared-site.ts";
import { emailTo } from "#tests/support/emails.ts";
import type { Site } from "#tests/support/site.ts";
import type { TestStore } from "#tests/support/store.ts";

/* Enquiries over HTTP, as visitors, API callers and bots send them. */

let store: TestStore;
let mail: MailServer;
let site: Site;

sharedSiteTest.beforeAll(({ shared }) => {
  ({ store, mail, site } = shared);
});

test("of 40 bots none reaches the inbox or sends an email, and all get the same answer as ten people", async () => {
  const write = (index: number, from: string, more: Record<string, string> = {}) =>
    postForm(site.url, contactPath, { ...contactMessage(index), ...more }, forwardedFor(from));
  const ask = (index: number, from: string, more: Record<string, string> = {}) =>
    postJson(site.url, amebApiPath, { ...amebEnquiry(index), ...more }, forwardedFor(from));
  const links = "https://a.example https://b.example https://c.example";
  const bots: ((index: number, from: string) => Promise<HttpResponse>)[] = [
    (index, from) => write(index, from, { leave_empty: "cheap pills" }),
    (index, from) => write(index, from, { form_token: hastyToken() }),
    (index, from) => write(index, from, { message: `${links} ${index}` }),
    (index, from) => ask(index, from, { leave_empty: "x" }),
  ];
  const answers: { bot: boolean; status: number }[] = [];
  for (let index = 0; index < 40; index++) {
    const { status } = await bots[index % bots.length]!(1000 + index, `198.51.100.${index}`);
    answers.push({ bot: true, status });
    if (index % 4 > 0) continue;
    const sendAsPerson = index % 8 === 0 ? write : ask;
    answers.push({ bot: false, status: (await sendAsPerson(index, `192.0.2.${index}`)).status });
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ bot }) => !bot)).toHaveLength(10);

  const received = await mail.waitUntil(
    (all) =>
      all.filter(({ envelopeTo }) => envelopeTo[0] === siteOwner).length >= 10
        ? null
        : `${all.length} emails`,
    60_000,
  );
  const [counts] = await store.query<Record<string, number>>(`select
    (select count(*)::int from contact_messages where suspicion is null)
      + (select count(*)::int from ameb_bookings where suspicion is null) as genuine,
    (select count(*)::int from contact_messages where suspicion is not null)
      + (select count(*)::int from ameb_bookings where suspicion is not null) as suspected,
    (select count(*)::int from letters where recipient = '${siteOwner}') as to_owner,
    (select count(*)::int from letters where kind <> 'contact-acknowledgement') as in_all`);
  // 5 messages with an email to the owner each, 5 AMEB enquiries with one to each side.
  expect(counts).toEqual({ genuine: 10, suspected: 40, to_owner: 10, in_all: 15 });
  expect(received.filter(({ text }) => /number 1\d{3}|c\.example/.test(text ?? ""))).toEqual([]);
});

test("five of twelve forms without a token pass from one network, and the others are told when to retry", async () => {
  // One customer's IPv6 is one network, however many client IPs it has.
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      postJson(
        site.url,
        amebApiPath,
        amebEnquiry(2000 + index),
        forwardedFor(`2001:db8::${index + 1}`),
      ),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused).toHaveLength(7);
  for (const { headers, text } of refused) {
    expect(Number(headers["retry-after"])).toBeGreaterThan(3_500);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3_600);
    expect(JSON.parse(text)).toMatchObject({
      error: {
        code: "too-many",
        message: "Too many messages in a short time. Please wait an hour and send it again.",
      },
    });
  }
});

test("an API request repeated with its Idempotency-Key is one enquiry", async () => {
  const key = { "Idempotency-Key": "3b1c", ...forwardedFor("203.0.113.2") };
  const twice = await Promise.all(
    [1, 2, 3].map(() => postJson(site.url, amebApiPath, amebEnquiry(3000), key)),
  );
  expect(twice.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
    twice.map(() => [200, { message: "AMEB booking inquiry sent!" }]),
  );
  const other = await postJson(site.url, amebApiPath, amebEnquiry(3001), key);
  expect([other.status, JSON.parse(other.text)]).toMatchObject([
    422,
    { error: { code: "idempotency-key" } },
  ]);
  expect(
    await store.query(
      "select id from ameb_bookings where student_parent_name in ('Family 3000', 'Family 3001')",
    ),
  ).toHaveLength(1);
});

test("the form of an exam that is sent twice is one booking, with one email to each side", async () => {
  const { serviceRequired, ...enquiry } = amebEnquiry(4000);
  const form = { ...enquiry, serviceRequired: serviceRequired[0]!, form_key: "of family 4000" };
  const twice = await Promise.all(
    [1, 2].map(() => postForm(site.url, "/ameb-accompanying", form, forwardedFor("203.0.113.4"))),
  );
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const sent = await store.query(
    `select letters.kind from letters join ameb_bookings on ameb_bookings.id = ameb_booking_id
      where student_parent_name = 'Family 4000' order by letters.kind`,
  );
  expect(sent).toEqual([{ kind: "ameb-acknowledgement" }, { kind: "ameb-enquiry" }]);
});

test("the newsletter API answers as specified, and one click unsubscribes", async () => {
  const subscriber = { email: "reader@people.example", firstName: "Rea", lastName: "Der" };
  const subscribe = async (fields: object) => {
    const path = "/functions/add-mailchimp-subscriber";
    const { status, text } = await postJson(site.url, path, fields, forwardedFor("203.0.113.3"));
    return { status, ...(JSON.parse(text) as object) };
  };
  expect(await subscribe(subscriber)).toEqual({ status: 200, message: "You're subscribed!" });
  const known = { status: 200, message: "Email is already subscribed." };
  expect(await subscribe({ email: "Reader@people.example" })).toEqual(known);
  expect(await subscribe({ email: "reader" })).toMatchObject({
    status: 422,
    error: { fields: { email: "Please enter a valid email address." } },
  });

  const { headers } = await emailTo(mail, subscriber.email, /./);
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const link = new URL(/^<(.+)>$/.exec(header("list-unsubscribe"))![1]!);
  const path = link.pathname + link.search;

  expect((await send(site.url, path)).status).toBe(200);
  expect(await subscribe(subscriber)).toEqual(known);
  const oneClick = { "List-Unsubscribe": "One-Click" };
  const unsubscribed = await postForm(site.url, path, oneClick);
  expect([unsubscribed.status, visibleText(unsubscribed.text)]).toEqual([
    200,
    expect.stringContaining("You're unsubscribed"),
  ]);
  expect((await postForm(site.url, `${path}x`, oneClick)).status).toBe(404);
  expect(
    await store.query(`select state from subscribers where email = '${subscriber.email}'`),
  ).toEqual([{ state: "unsubscribed" }]);
});

test("a flood is stored whole, each enquiry in an email of its own or in a summary", async () => {
  const flood = Array.from({ length: 120 }, (_, index) => 5000 + index);
  const waiting = [...flood];
  const statuses = new Set<number>();
  const bot = async () => {
    for (let index = waiting.pop(); index; index = waiting.pop()) {
      const from = forwardedFor(`100.64.0.${index - 5000}`);
      statuses.add((await postForm(site.url, contactPath, contactMessage(index), from)).status);
    }
  };
  await Promise.all([bot(), bot(), bot(), bot()]);
  expect(statuses).toEqual(new Set([200]));
  const [counts] = await store.query<{
    stored: number;
    untold: number;
    told: number;
    flood: number;
  }>(`select
    (select count(*)::int from contact_messages where message like '%I am number 5___.') as flood,
    (select count(*)::int from contact_messages where suspicion is null)
      + (select count(*)::int from ameb_bookings where suspicion is null) as stored,
    (select count(*)::int from unannounced_enquiries) as untold,
    (select count(*)::int from letters where recipient = '${siteOwner}') as told`);
  const { untold, told } = counts!;
  expect(counts).toMatchObject({ flood: flood.length, stored: untold + told });
  expect(told).toBeGreaterThanOrEqual(60);
  expect(untold).toBeGreaterThan(flood.length / 3);

  await store.query("update unannounced_enquiries set at = at - interval '10 minutes'");
  // However long the flood has taken since.
  const subject = `${untold} new enquiries in the last `;
  await mail.waitUntil((all) =>
    all.some((email) => email.subject?.startsWith(subject))
      ? null
      : `No summary of ${untold} among ${all.length}`,
  );
  await mail.waitUntil(
    (all) =>
      all.filter(({ envelopeTo }) => envelopeTo[0] === siteOwner).length === told + 1
        ? null
        : "Not every email came.",
    60_000,
  );
});
