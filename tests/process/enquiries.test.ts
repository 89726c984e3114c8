import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from "vitest";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { startMailchimp } from "#tests/fakes/mailchimp.ts";
import { createDatabase, startPostgres } from "#tests/support/postgres.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { type Site, startSite, temporaryDataDir } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import {
  announceEach,
  AUTH_SECRET,
  createStore,
  databaseKinds,
  postgresStore,
  type TestStore,
} from "#tests/support/store.ts";

/* Enquiries over HTTP, as visitors, programs and bots send them. */

const owner = "owner@desk.example";
const contactPath = "/?index";
const from = (address: string) => ({ "X-Forwarded-For": address });
const message = (index: number) => ({
  name: `Visitor ${index}`,
  email: `visitor-${index}@people.example`,
  message: `Do you teach adults? I am number ${index}.`,
});
const ameb = (index: number) => ({
  studentParentName: `Family ${index}`,
  contactEmail: `family-${index}@people.example`,
  examDate: addDays(melbourneDay(new Date()), 300),
  examTime: "10:40 am",
  examBoardGrade: "AMEB Grade 5 violin",
  teacherName: "",
  serviceRequired: ["Exam Day Accompanying Only"],
});
const call = "/functions/send-ameb-booking-email";

describe.for(databaseKinds)("enquiries on %s", (kind) => {
  let store: TestStore;
  let mail: MailServer;
  let site: Site;
  const start = () =>
    startSite(store.dataDir, {
      ...store.settings,
      SMTP_URL: mail.url,
      OWNER_EMAIL: owner,
      TRUST_PROXY: "1",
    });

  beforeAll(async () => {
    store = await createStore(kind);
    mail = await startMailServer();
    site = await start();
  });

  afterAll(async () => {
    await site.kill();
    await mail.stop();
    store.remove();
  });

  /** What the database says; the embedded one is held by the site until it stops. */
  async function look<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
    if (kind === "embedded") await site.stop();
    const rows = await store.look((query) => query<Row>(statement));
    if (kind === "embedded") site = await start();
    return rows;
  }

  test("of 200 bots none reaches the inbox or the post, of 50 people all do; a bot hears what a person hears", async () => {
    const stamp = async () => (await send(site.url, "/form-token")).text;
    const bots: ((index: number) => Promise<number>)[] = [
      async (index) =>
        (
          await postForm(
            site.url,
            contactPath,
            { ...message(1000 + index), leave_empty: "cheap pills" },
            from(`198.51.100.${index}`),
          )
        ).status,
      async (index) =>
        (
          await postForm(
            site.url,
            contactPath,
            { ...message(1000 + index), form_token: await stamp() },
            from(`198.51.100.${index}`),
          )
        ).status,
      async (index) =>
        (
          await postForm(
            site.url,
            contactPath,
            {
              ...message(1000 + index),
              message: `https://a.example https://b.example https://c.example ${index}`,
            },
            from(`198.51.100.${index}`),
          )
        ).status,
      async (index) =>
        (
          await postJson(
            site.url,
            call,
            { ...ameb(1000 + index), leave_empty: "x" },
            from(`198.51.100.${index}`),
          )
        ).status,
    ];
    const answers: { bot: boolean; status: number }[] = [];
    for (let index = 0; index < 200; index++) {
      answers.push({ bot: true, status: await bots[index % bots.length]!(index) });
      if (index % 4 === 0)
        answers.push({
          bot: false,
          status:
            index % 8 === 0
              ? (await postForm(site.url, contactPath, message(index), from(`192.0.2.${index}`)))
                  .status
              : (await postJson(site.url, call, ameb(index), from(`192.0.2.${index}`))).status,
        });
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ bot }) => !bot)).toHaveLength(50);

    const letters = await mail.waitUntil(
      (all) =>
        all.filter(({ envelopeTo }) => envelopeTo[0] === owner).length >= 50
          ? null
          : `${all.length} letters`,
      60_000,
    );
    const [counts] = await look<Record<string, number>>(`select
      (select count(*)::int from contact_messages where suspicion is null) + (select count(*)::int from ameb_bookings where suspicion is null) as genuine,
      (select count(*)::int from contact_messages where suspicion is not null) + (select count(*)::int from ameb_bookings where suspicion is not null) as suspected,
      (select count(*)::int from letters where recipient = '${owner}') as to_owner,
      (select count(*)::int from letters) as in_all`);
    // 25 messages with a letter each, 25 AMEB enquiries with one to each side.
    expect(counts).toEqual({ genuine: 50, suspected: 200, to_owner: 50, in_all: 75 });
    expect(letters.filter(({ text }) => /number 1\d{3}|c\.example/.test(text ?? ""))).toEqual([]);
  });

  test("of forty forms at once without a token five are taken from one network, and the others told when", async () => {
    // One customer's IPv6 is one network, however many client IPs it has.
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        postJson(site.url, call, ameb(2000 + index), from(`2001:db8::${index + 1}`)),
      ),
    );
    const refused = asked.filter(({ status }) => status === 429);
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(35);
    for (const { headers, text } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(3_500);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3_600);
      expect(JSON.parse(text)).toMatchObject({
        error: {
          code: "too-many",
          message: "That's a lot in a short time. Please wait an hour and send it again.",
        },
      });
    }
  });

  test("a call that is repeated with its key is one enquiry; the key stands for nothing else", async () => {
    const key = { "Idempotency-Key": "3b1c", ...from("203.0.113.2") };
    const twice = await Promise.all([1, 2, 3].map(() => postJson(site.url, call, ameb(3000), key)));
    expect(twice.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
      twice.map(() => [200, { message: "AMEB booking inquiry sent!" }]),
    );
    const other = await postJson(site.url, call, ameb(3001), key);
    expect([other.status, JSON.parse(other.text)]).toMatchObject([
      422,
      { error: { code: "idempotency-key" } },
    ]);
    expect(
      await look(
        "select id from ameb_bookings where student_parent_name in ('Family 3000', 'Family 3001')",
      ),
    ).toHaveLength(1);
  });

  test("the newsletter's call answers as specified, and one click leaves it; looking does not", async () => {
    const path = "/functions/add-mailchimp-subscriber";
    const subscriber = { email: "reader@people.example", firstName: "Rea", lastName: "Der" };
    const first = await postJson(site.url, path, subscriber, from("203.0.113.3"));
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { message: "You're subscribed!" },
    ]);
    const again = await postJson(
      site.url,
      path,
      { email: "Reader@people.example" },
      from("203.0.113.3"),
    );
    expect([again.status, JSON.parse(again.text)]).toEqual([
      200,
      { message: "Email is already subscribed." },
    ]);
    const wrong = await postJson(site.url, path, { email: "reader" }, from("203.0.113.3"));
    expect([wrong.status, JSON.parse(wrong.text)]).toMatchObject([
      422,
      { error: { fields: { email: "Please enter a valid email address." } } },
    ]);

    const letters = await mail.waitUntil((all) =>
      all.some(({ envelopeTo }) => envelopeTo[0] === subscriber.email) ? null : "No welcome came.",
    );
    const { headers } = letters.find(({ envelopeTo }) => envelopeTo[0] === subscriber.email)!;
    const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = new URL(/^<(.+)>$/.exec(header("list-unsubscribe"))![1]!);
    const leave = link.pathname + link.search;

    expect((await send(site.url, leave)).status).toBe(200);
    expect(
      JSON.parse((await postJson(site.url, path, subscriber, from("203.0.113.3"))).text),
    ).toEqual({ message: "Email is already subscribed." });
    const left = await postForm(site.url, leave, { "List-Unsubscribe": "One-Click" });
    expect([left.status, visibleText(left.text)]).toEqual([
      200,
      expect.stringContaining("You are off the list"),
    ]);
    expect(
      (await postForm(site.url, `${leave}x`, { "List-Unsubscribe": "One-Click" })).status,
    ).toBe(404);
    expect(await look(`select state from subscribers where email = '${subscriber.email}'`)).toEqual(
      [{ state: "unsubscribed" }],
    );
  });

  test("a flood from many networks is stored whole, and each enquiry counted in an email of its own or a summary", async () => {
    const flood = Array.from({ length: 150 }, (_, index) => 5000 + index);
    const waiting = [...flood];
    const statuses = new Set<number>();
    const bot = async () => {
      for (let index = waiting.pop(); index; index = waiting.pop())
        statuses.add(
          (await postForm(site.url, contactPath, message(index), from(`100.64.0.${index - 5000}`)))
            .status,
        );
    };
    await Promise.all([bot(), bot(), bot(), bot()]);
    expect(statuses).toEqual(new Set([200]));
    await site.stop();
    const [counts] = await store.look(async (query) => {
      await query("update unannounced_enquiries set at = at - interval '10 minutes'");
      return query<{ stored: number; untold: number; told: number; flood: number }>(`select
        (select count(*)::int from contact_messages where message like '%I am number 5___.') as flood,
        (select count(*)::int from contact_messages where suspicion is null) + (select count(*)::int from ameb_bookings where suspicion is null) as stored,
        (select count(*)::int from unannounced_enquiries) as untold,
        (select count(*)::int from letters where recipient = '${owner}') as told`);
    });
    const { untold, told } = counts!;
    expect(counts).toMatchObject({ flood: flood.length, stored: untold + told });
    expect(told).toBeGreaterThanOrEqual(60);
    expect(untold).toBeGreaterThan(flood.length / 2);

    site = await start();
    // However long the flood and the new start have taken since.
    const subject = `${untold} new enquiries in the last `;
    await mail.waitUntil((all) =>
      all.some((email) => email.subject?.startsWith(subject))
        ? null
        : `No summary of ${untold} among ${all.length}`,
    );
    await mail.waitUntil(
      (all) =>
        all.filter(({ envelopeTo }) => envelopeTo[0] === owner).length === told + 1
          ? null
          : "Not every email came.",
      60_000,
    );
  });
});

test("while Mailchimp is out of order people join all the same, and it hears of them when it is back", async () => {
  const { dataDir, remove } = temporaryDataDir();
  const mailchimp = await startMailchimp();
  const mail = await startMailServer();
  const site = await startSite(dataDir, {
    SMTP_URL: mail.url,
    OWNER_EMAIL: owner,
    MAILCHIMP_API_KEY: mailchimp.key,
    MAILCHIMP_AUDIENCE_ID: mailchimp.audience,
    MAILCHIMP_BASE_URL: mailchimp.url,
  });
  onTestFinished(async () => {
    await site.kill();
    await mailchimp.stop();
    await mail.stop();
    remove();
  });
  mailchimp.behave({
    code: 500,
    title: "Internal Server Error",
    detail: "An unexpected error occurred.",
  });
  const subscriber = { email: "reader@people.example", firstName: "Rea", lastName: "Der" };
  expect(
    JSON.parse((await postJson(site.url, "/functions/add-mailchimp-subscriber", subscriber)).text),
  ).toEqual({ message: "You're subscribed!" });
  await site.waitFor(/Mailchimp will be tried again/);
  expect(mailchimp.members.size).toBe(0);
  mailchimp.behave(null);
  await mail.waitUntil(
    (all) =>
      all.some(({ envelopeTo }) => envelopeTo[0] === subscriber.email) ? null : "No welcome came.",
    30_000,
  );
  expect([...mailchimp.members.values()]).toMatchObject([
    {
      email_address: subscriber.email,
      status: "subscribed",
      merge_fields: { FNAME: "Rea", LNAME: "Der" },
    },
  ]);
});

test("while PostgreSQL restarts a form is refused kindly or stored, never both, and its letter goes out", async () => {
  const postgres = await startPostgres();
  const url = await createDatabase(postgres.url());
  const { dataDir, remove } = temporaryDataDir();
  const mail = await startMailServer();
  const site = await startSite(dataDir, {
    DATABASE_URL: url,
    AUTH_SECRET,
    SMTP_URL: mail.url,
    OWNER_EMAIL: owner,
  });
  onTestFinished(async () => {
    await site.kill();
    await mail.stop();
    postgres.stop();
    remove();
  });
  onTestFailed(() => console.log(site.output().slice(-4000)));
  const acknowledged: number[] = [];
  let restarted = false;
  let sent = 0;
  const write = async () => {
    // A few more after the restart show that the site has found its database again.
    for (let after = 0; after < 5; after += restarted ? 1 : 0) {
      const index = ++sent;
      const { status, text } = await postForm(site.url, contactPath, message(index));
      if (status === 200) acknowledged.push(index);
      // Who was just being stored when it ended is told that it could not be confirmed.
      else
        expect([status, visibleText(text)]).toEqual([
          503,
          expect.stringMatching(
            /Failed to send message\.|We couldn't confirm that this was saved\./,
          ),
        ]);
    }
  };
  await announceEach(postgresStore(url, dataDir, remove));
  const writers = [write(), write(), write()];
  await mail.waitFor(3);
  for (const mode of ["fast", "immediate"] as const) postgres.restart(mode);
  restarted = true;
  await Promise.all(writers);
  const marks = (texts: (string | undefined)[]) =>
    new Set(texts.map((text) => Number(/number (\d+)\./.exec(text ?? "")?.[1])));
  await mail.waitUntil((all) => {
    const come = marks(all.map(({ text }) => text));
    const missing = acknowledged.filter((index) => !come.has(index));
    return missing.length === 0 ? null : `${missing.length} letters are missing.`;
  }, 60_000);
  expect(acknowledged.length).toBeGreaterThan(10);
});
