import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeIn, emailTo, linkIn } from "#tests/support/emails.ts";
import { addOwner, testPassword } from "#tests/support/owners.ts";
import { visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { createVisitor, type Visitor } from "#tests/support/visitor.ts";

/* A stranger who uses up every limit to lock the owner out. */

const owner = "owner@example.com";
const strangersIp = "198.51.100.66";
const about = { link: /sign-in link/, reset: /new password/, code: /sign-in code/ };

let store: TestStore;
let mail: MailServer;
let site: Site;
/** The browser in which the owner has signed in before. */
let known: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  store = await createStore("embedded");
  mail = await startMailServer();
  await addOwner(store, owner);
  site = await startSite(store.dataDir, {
    ...store.settings,
    SMTP_URL: mail.url,
    TRUST_PROXY: "1",
  });
  known = createVisitor(site.url, "203.0.113.10");
  expect((await known.post("/login", { email: owner, password: testPassword })).status).toBe(302);
  await known.post("/logout");
  stranger = createVisitor(site.url, strangersIp);
  await besiege();
});

afterAll(async () => {
  await site.kill();
  await mail.stop();
  store.remove();
});

const times = (count: number, ask: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, ask));

/** Guesses and asks until every limit is used up. */
async function besiege(): Promise<void> {
  await times(21, () => stranger.post("/login/magic-link", { email: owner }));
  await times(21, () => stranger.post("/login/forgotten-password", { email: owner }));
  await times(21, () => stranger.post("/login/code", { intent: "send", email: owner }));
  await times(11, () =>
    stranger.post("/login/code", { intent: "verify", email: owner, code: "000000" }),
  );
  await times(11, () => stranger.post("/login/magic-link?token=invented", { token: "invented" }));
  await times(11, () =>
    stranger.post("/login/update-password?token=invented", {
      token: "invented",
      password: "a guess of the stranger",
    }),
  );
  // One after the other: only so many passwords are looked at together.
  for (let turn = 0; turn < 12; turn++)
    await stranger.post("/login", { email: owner, password: "not the password" });
}

const told = (subject: RegExp) =>
  mail.emails.filter(
    (email) => email.envelopeTo.includes(owner) && subject.test(email.subject ?? ""),
  ).length;
const tokenIn = (link: string) => new URL(link, site.url).searchParams.get("token")!;

/** Who has come in is led to the admin, and leaves again. */
async function expectEntered(
  visitor: Visitor,
  answered: Awaited<ReturnType<Visitor["post"]>>,
): Promise<void> {
  expect({
    status: answered.status,
    to: answered.headers.location,
    said: answered.status === 302 ? "" : visibleText(answered.text),
  }).toEqual({ status: 302, to: "/admin", said: "" });
  expect((await visitor.get("/admin")).status).toBe(200);
  await visitor.post("/logout");
}

/** Waits until every email has come that was asked for. */
async function allSent(): Promise<void> {
  const waiting = `select id::text from letters where state not in ('sent', 'expired') union all
    select id::text from pgboss.job where name = 'sign-in' and state in ('created', 'retry', 'active')`;
  await expect.poll(() => store.query(waiting)).toEqual([]);
}

/** The newest email about something, once what `ask` asks for has come. */
async function sentAfter(subject: RegExp, ask: () => Promise<{ status: number }>) {
  await allSent();
  const before = told(subject);
  expect((await ask()).status).toBe(200);
  return emailTo(mail, owner, subject, before);
}

/** The last email that strangers can cause. Of two at the same moment the older one would be dead before it is sent. */
async function lastSent(subject: RegExp, ask: () => Promise<{ status: number }>) {
  await sentAfter(subject, ask);
  const last = await sentAfter(subject, ask);
  await times(3, ask);
  return last;
}

test("the stranger gets 429, with the right password too", async () => {
  for (const tried of ["not the password", testPassword]) {
    const { status, headers, text } = await stranger.post("/login", {
      email: owner,
      password: tried,
    });
    expect({ status, visible: visibleText(text) }).toEqual({
      status: 429,
      visible: expect.stringContaining("Too many attempts."),
    });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(
    (await stranger.post("/login/code", { intent: "verify", email: owner, code: "000000" })).status,
  ).toBe(429);
  expect(
    (await stranger.post("/login/magic-link?token=invented", { token: "invented" })).status,
  ).toBe(429);
  expect((await stranger.post("/login/magic-link", { email: owner })).status).toBe(429);
});

describe.each([
  ["at an address of her own", "203.0.113.10"],
  ["at the stranger's address, as behind one proxy", strangersIp],
])("the owner's browser, %s,", (_, clientIp) => {
  let browser: Visitor;
  beforeAll(() => void (browser = createVisitor(site.url, clientIp, known.cookies())));

  test("signs in by password", async () => {
    expect(
      (await browser.post("/login", { email: owner, password: "mistyped by herself" })).status,
    ).toBe(401);
    await expectEntered(
      browser,
      await browser.post("/login", { email: owner, password: testPassword }),
    );
  });

  test("signs in by magic link", async () => {
    const link = linkIn(
      await sentAfter(about.link, () => browser.post("/login/magic-link", { email: owner })),
    );
    await expectEntered(browser, await browser.post(link, { token: tokenIn(link) }));
  });

  test("signs in by code, whatever the stranger guesses and requests meanwhile", async () => {
    const code = codeIn(
      await sentAfter(about.code, () =>
        browser.post("/login/code", { intent: "send", email: owner }),
      ),
    );
    const another = createVisitor(site.url, "198.51.100.67");
    await another.post("/login/code", { intent: "send", email: owner });
    await times(6, () =>
      another.post("/login/code", { intent: "verify", email: owner, code: "000000" }),
    );
    await expectEntered(
      browser,
      await browser.post("/login/code", { intent: "verify", email: owner, code }),
    );
  });

  test("chooses a new password, and signs in with it", async () => {
    const link = linkIn(
      await sentAfter(about.reset, () =>
        browser.post("/login/forgotten-password", { email: owner }),
      ),
    );
    expect(
      (await browser.post(link, { token: tokenIn(link), password: testPassword })).headers.location,
    ).toBe("/login?notice=password-updated");
    await expectEntered(
      browser,
      await browser.post("/login", { email: owner, password: testPassword }),
    );
  });
});

test("the owner's browser signs in while a flood of passwords from many networks is being checked", async () => {
  let turns = 0;
  const flood = times(
    40,
    async () =>
      (
        await createVisitor(site.url, `192.0.2.${++turns}`).post("/login", {
          email: `nobody-${turns}@example.com`,
          password: testPassword,
        })
      ).status,
  );
  const entered = await known.post("/login", { email: owner, password: testPassword });
  expect(await flood).toContain(429);
  await expectEntered(known, entered);
});

test("the owner gets one email a day about when and from where somebody guessed", async () => {
  const { text } = await emailTo(mail, owner, /trying to sign in/);
  expect(text).toContain(`IP address: ${strangersIp}`);
  for (let turn = 0; turn < 3; turn++) {
    const another = createVisitor(site.url, `198.51.100.${70 + turn}`);
    await times(11, () =>
      another.post("/login/code", { intent: "verify", email: owner, code: "000000" }),
    );
  }
  // Emails are sent in their turn: one that was asked for later has come.
  await sentAfter(about.link, () => known.post("/login/magic-link", { email: owner }));
  expect(told(/trying to sign in/)).toBe(1);
});

test("strangers cause few emails to the owner, and none to anyone else", async () => {
  const to = new Set(mail.emails.flatMap(({ envelopeTo }) => envelopeTo));
  expect([...to]).toEqual([owner]);
  // Two links of each kind and ten codes for the strangers, and the seven that the owner has asked for.
  const written = await store.query("select id from letters where kind like 'one-time-%'");
  expect(written.length).toBeLessThanOrEqual(2 + 2 + 10 + 7);
});

describe("a new browser of the owner's", () => {
  test("is refused like a stranger's with the password alone", async () => {
    const { status } = await createVisitor(site.url, "203.0.113.20").post("/login", {
      email: owner,
      password: testPassword,
    });
    expect(status).toBe(429);
  });

  // Strangers cause two links, until the owner has come in the next time.
  test("signs in by the newest link, even from the stranger's network", async () => {
    const link = linkIn(
      await lastSent(about.link, () =>
        createVisitor(site.url, "198.51.100.68").post("/login/magic-link", { email: owner }),
      ),
    );
    const fresh = createVisitor(site.url, strangersIp);
    await expectEntered(fresh, await fresh.post(link, { token: tokenIn(link) }));
  });

  test("signs in by password after a reset by email", async () => {
    const link = linkIn(
      await lastSent(about.reset, () =>
        createVisitor(site.url, "198.51.100.69").post("/login/forgotten-password", {
          email: owner,
        }),
      ),
    );
    const fresh = createVisitor(site.url, "203.0.113.21");
    expect((await fresh.post(link, { token: tokenIn(link), password: testPassword })).status).toBe(
      302,
    );
    await expectEntered(
      fresh,
      await fresh.post("/login", { email: owner, password: testPassword }),
    );
    const other = createVisitor(site.url, "203.0.113.22");
    expect((await other.post("/login", { email: owner, password: testPassword })).status).toBe(429);
    expect((await known.post("/login", { email: owner, password: testPassword })).status).toBe(429);
  });
});
