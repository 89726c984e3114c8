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
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { siteOwner, sharedSiteTest } from "#tests/support/shared-site.ts";
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
  const bots: ((index: number) => Promise<number>)[] = [
    async (index) =>
      (
        await postForm(
          site.url,
          contactPath,
          { ...contactMessage(1000 + index), leave_empty: "cheap pills" },
          forwardedFor(`198.51.100.${index}`),
        )
      ).status,
    async (index) =>
      (
        await postForm(
          site.url,
          contactPath,
          { ...contactMessage(1000 + index), form_token: hastyToken() },
          forwardedFor(`198.51.100.${index}`),
        )
      ).status,
    async (index) =>
      (
        await postForm(
          site.url,
          contactPath,
          {
            ...contactMessage(1000 + index),
            message: `https://a.example https://b.example https://c.example ${index}`,
          },
          forwardedFor(`198.51.100.${index}`),
        )
      ).status,
    async (index) =>
      (
        await postJson(
          site.url,
          amebApiPath,
          { ...amebEnquiry(1000 + index), leave_empty: "x" },
          forwardedFor(`198.51.100.${index}`),
        )
      ).status,
  ];
  const answers: { bot: boolean; status: number }[] = [];
  for (let index = 0; index < 40; index++) {
    answers.push({ bot: true, status: await bots[index % bots.length]!(index) });
    if (index % 4 === 0)
      answers.push({
        bot: false,
        status:
          index % 8 === 0
            ? (
                await postForm(
                  site.url,
                  contactPath,
                  contactMessage(index),
                  forwardedFor(`192.0.2.${index}`),
                )
              ).status
            : (
                await postJson(
                  site.url,
                  amebApiPath,
                  amebEnquiry(index),
                  forwardedFor(`192.0.2.${index}`),
                )
              ).status,
      });
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

test("the newsletter API answers as specified, and one click unsubscribes", async () => {
  const path = "/functions/add-mailchimp-subscriber";
  const subscriber = { email: "reader@people.example", firstName: "Rea", lastName: "Der" };
  const first = await postJson(site.url, path, subscriber, forwardedFor("203.0.113.3"));
  expect([first.status, JSON.parse(first.text)]).toEqual([200, { message: "You're subscribed!" }]);
  const again = await postJson(
    site.url,
    path,
    { email: "Reader@people.example" },
    forwardedFor("203.0.113.3"),
  );
  expect([again.status, JSON.parse(again.text)]).toEqual([
    200,
    { message: "Email is already subscribed." },
  ]);
  const wrong = await postJson(site.url, path, { email: "reader" }, forwardedFor("203.0.113.3"));
  expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([
    422,
    { error: { fields: { email: "Please enter a valid email address." } } },
  ]);

  const received = await mail.waitUntil((all) =>
    all.some(({ envelopeTo }) => envelopeTo[0] === subscriber.email) ? null : "No welcome came.",
  );
  const { headers } = received.find(({ envelopeTo }) => envelopeTo[0] === subscriber.email)!;
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const link = new URL(/^<(.+)>$/.exec(header("list-unsubscribe"))![1]!);
  const unsubscribePath = link.pathname + link.search;

  expect((await send(site.url, unsubscribePath)).status).toBe(200);
  expect(
    JSON.parse((await postJson(site.url, path, subscriber, forwardedFor("203.0.113.3"))).text),
  ).toEqual({ message: "Email is already subscribed." });
  const unsubscribed = await postForm(site.url, unsubscribePath, {
    "List-Unsubscribe": "One-Click",
  });
  expect([unsubscribed.status, visibleText(unsubscribed.text)]).toEqual([
    200,
    expect.stringContaining("You're unsubscribed"),
  ]);
  expect(
    (await postForm(site.url, `${unsubscribePath}x`, { "List-Unsubscribe": "One-Click" })).status,
  ).toBe(404);
  expect(
    await store.query(`select state from subscribers where email = '${subscriber.email}'`),
  ).toEqual([{ state: "unsubscribed" }]);
});

test("a flood is stored whole, each enquiry in an email of its own or in a summary", async () => {
  const flood = Array.from({ length: 120 }, (_, index) => 5000 + index);
  const waiting = [...flood];
  const statuses = new Set<number>();
  const bot = async () => {
    for (let index = waiting.pop(); index; index = waiting.pop())
      statuses.add(
        (
          await postForm(
            site.url,
            contactPath,
            contactMessage(index),
            forwardedFor(`100.64.0.${index - 5000}`),
          )
        ).status,
      );
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
