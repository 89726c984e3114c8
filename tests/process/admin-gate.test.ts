import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { stepAt, totpCode } from "#app/features/auth/factors.server.ts";
import { addOwner, testPassword, signInForCookies } from "#tests/support/owners.ts";
import { type HttpResponse, inTurns, postForm, postJson, send } from "#tests/support/request.ts";
import type { Site } from "#tests/support/site.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { invoiceRow } from "#tests/support/invoice-rows.ts";
import type { TestStore } from "#tests/support/store.ts";
import { createVisitor } from "#tests/support/visitor.ts";

/*
 * Every address under /admin, taken from the table of routes so that a new one is covered at once,
 * in every way in which it can be asked for: as a page, as the data of a page or of one route of it,
 * and with a form.
 */

const quoteId = "5d1b0c7e-0000-4000-8000-000000000001";
/** What only the owner may see; each of it stands somewhere in the admin. */
const secrets = [
  "Sylvia Secretive",
  "sylvia@secret.example",
  "secret-slug-of-sylvia",
  "What I confide to the owner alone",
  "secret-link-of-her-invoice",
  "What the bank wrote of her transfer",
];

type Address = { path: string; ids: string[] };

function addressesOf(entries: RouteConfigEntry[], base = "", above: string[] = []): Address[] {
  return entries.flatMap(({ path = "", file, id = file.replace(/\.tsx?$/, ""), children }) => {
    const full =
      path === ""
        ? base
        : `${base}/${path.replace(/:\w+\??/g, quoteId).replace("*", "nothing-here")}`;
    const ids = [...above, id];
    const own = { path: full, ids };
    if (!children) return [own];
    const isPage = path !== "" && !children.some(({ index }) => index);
    return [...(isPage ? [own] : []), ...addressesOf(children, full, ids)];
  });
}

/** The same paths, spelt so that a careless gate would miss them. */
const disguised = [
  "/Admin/Quotes",
  "/admin/",
  "/%61dmin/quotes",
  "/admin/quotes/",
  "/admin/nothing/at/all",
].map((path) => ({ path, ids: ["routes/admin/layout/route"] }));
const addresses = [
  ...addressesOf(routes).filter(({ path }) => path.startsWith("/admin")),
  ...disguised,
];

/** One of each kind, and each way to miss the gate. */
const samples = [
  ...addresses.filter(({ path }) => /^\/admin(\/quotes(\/.{36})?)?$/.test(path)),
  ...disguised,
];

type Ask = (url: string, address: Address, cookies: string) => Promise<HttpResponse>;
const dataOf = (path: string) => `${path.replace(/\/$/, "")}.data`;
const cookie = (cookies: string) => ({ Cookie: cookies });
const decision = { decision: "rejected" };

const asks: Record<string, { data: boolean; ask: Ask }> = {
  "the page": {
    data: false,
    ask: (url, { path }, cookies) => send(url, path, { headers: cookie(cookies) }),
  },
  "the page's head": {
    data: false,
    ask: (url, { path }, cookies) => send(url, path, { method: "HEAD", headers: cookie(cookies) }),
  },
  "the data": {
    data: true,
    ask: (url, { path }, cookies) => send(url, dataOf(path), { headers: cookie(cookies) }),
  },
  "the data of its own route": {
    data: true,
    ask: (url, { path, ids }, cookies) =>
      send(url, `${dataOf(path)}?_routes=${encodeURIComponent(ids.at(-1)!)}`, {
        headers: cookie(cookies),
      }),
  },
  "the data of the route around it": {
    data: true,
    ask: (url, { path, ids }, cookies) =>
      send(url, `${dataOf(path)}?_routes=${encodeURIComponent(ids[0]!)}`, {
        headers: cookie(cookies),
      }),
  },
  "a form": {
    data: false,
    ask: (url, { path }, cookies) => postForm(url, path, decision, cookie(cookies)),
  },
  "a form to its index": {
    data: false,
    ask: (url, { path }, cookies) => postForm(url, `${path}?index`, decision, cookie(cookies)),
  },
  "a form for data": {
    data: true,
    ask: (url, { path }, cookies) => postForm(url, dataOf(path), decision, cookie(cookies)),
  },
};

let store: TestStore;
let site: Site;
let owner: string;

sharedSiteTest.beforeAll(async ({ shared }) => {
  ({ site, store, owner } = shared);
  await store.withConnection(async (query) => {
    await query(
      `insert into invoices (id, client_name, client_email, invoice_type, total_amount, slug, accepted_at)
       values ($1, $2, $3, 'Live Piano Services Quote', 1200, $4, null),
              (gen_random_uuid(), $2, $3, 'Live Piano Services Quote', 1200, 'another', now())`,
      [quoteId, ...secrets.slice(0, 3)],
    );
    await query("insert into contact_messages (name, email, message) values ($1, $2, $3)", [
      secrets[0],
      secrets[1],
      secrets[3],
    ]);
    await query(invoiceRow("INV-0001", secrets[4]!, `'${quoteId}'`));
    await query("insert into bank_imports (id, created_by) values ($1, 'owner')", [quoteId]);
    await query(
      `insert into bank_lines (import_id, day, amount_cents, text, occurrence, fingerprint)
       values ($1, '2026-11-22', 77500, $2, 1, 'f')`,
      [quoteId, secrets[5]],
    );
  });
});

/** Somebody who is signed in but whose record was changed to what the test is about. */
async function signedInAs(email: string, change: string): Promise<string> {
  await addOwner(store, email);
  // The limit of sign-ins is the subject of another test.
  await store.query("delete from rate_limits");
  const cookies = await signInForCookies(site, email);
  await store.query(`update users set ${change} where email = $1`, [email]);
  return cookies;
}

/** For who is refused by the same look at the session as others: two ways to each address. */
const twoWays = ["the data of its own route", "a form"];

async function forEveryAsk(
  cookies: string,
  check: (answer: HttpResponse, data: boolean, what: string) => void,
  { asked = addresses, ways = Object.keys(asks) } = {},
): Promise<void> {
  const askFor = async (address: Address, name: string) => {
    const { data, ask } = asks[name]!;
    const what = `${name} of ${address.path}`;
    const answer = await ask(site.url, address, cookies);
    check(answer, data, what);
    for (const secret of secrets)
      expect(answer.text.includes(secret), `${what} tells ${secret}`).toBe(false);
  };
  for (const address of asked) await Promise.all(ways.map((name) => askFor(address, name)));
  const decided = await store.query("select accepted_at, rejected_at from invoices where id = $1", [
    quoteId,
  ]);
  expect(decided).toEqual([{ accepted_at: null, rejected_at: null }]);
}

function expectLogin({ status, headers, text }: HttpResponse, data: boolean, what: string): void {
  if (data) {
    // The framework writes a redirect of data into the body.
    expect([status, /"\/login(\?[^"]*)?"/.test(text)], what).toEqual([202, true]);
  } else {
    expect([status, headers.location], what).toEqual([
      302,
      expect.stringMatching(/^\/login\?next=/),
    ]);
  }
}

test("the owner gets every path that others must not, as pages and as data", async () => {
  for (const name of ["the page", "the data of its own route"]) {
    const answers = await inTurns(addresses, (address) =>
      asks[name]!.ask(site.url, address, owner),
    );
    for (const [at, { headers }] of answers.entries())
      expect(headers["cache-control"], `${name} of ${addresses[at]!.path}`).toBe("no-store");
    const seen = answers.map(({ text }) => text).join("");
    for (const secret of secrets)
      expect(seen.includes(secret), `${name} should show ${secret}`).toBe(true);
  }
});

test("while the database fails the owner is asked to try again in a moment", async () => {
  await store.query("alter table sessions rename to sessions_away");
  try {
    const { status, headers, text } = await send(site.url, "/admin", { headers: cookie(owner) });
    expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    expect(text).toContain("Please try again in a moment");
  } finally {
    await store.query("alter table sessions_away rename to sessions");
  }
});

test("without a session every path redirects to the login", () => forEveryAsk("", expectLogin));

describe("an invalid session", () => {
  test("a forged one", async () => {
    const [name, value] = owner.split("=") as [string, string];
    const [token, signature] = value.split(".") as [string, string];
    await forEveryAsk(
      `${name}=${token}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
      expectLogin,
      { asked: samples },
    );
  });

  test("an ended one", async () => {
    const cookies = await signInForCookies(site, "owner@example.com");
    const { status, headers } = await postForm(site.url, "/logout", {}, cookie(cookies));
    expect([status, headers.location]).toEqual([302, "/login"]);
    await forEveryAsk(cookies, expectLogin, { asked: samples });
  });
});

describe("a second factor", () => {
  test("is required everywhere until it is given", async () => {
    const email = "careful@example.com";
    await addOwner(store, email);
    await store.query("delete from rate_limits");
    const careful = createVisitor(site.url);
    await careful.post("/login", { email, password: testPassword });
    const { json } = await careful.callApi("/api/auth/factors", { type: "totp" });
    const { id, totp } = json as { id: string; totp: { secret: string } };
    await careful.callApi(`/api/auth/factors/${id}/verify`, {
      code: totpCode(totp.secret, stepAt(new Date())),
    });
    const unshown = await signInForCookies(site, email);
    const message = { recipientEmail: "ada@client.example", subject: "Hello", body: "Dear Ada" };
    expect(
      (await postJson(site.url, "/functions/send-admin-email", message, cookie(unshown))).status,
    ).toBe(403);
    expect((await careful.callApi("/functions/send-admin-email", message)).status).toBe(200);
    const expectFactor = ({ status, headers, text }: HttpResponse, data: boolean, what: string) => {
      const led = data
        ? [status, /"\/login\/second-factor\?[^"]*"/.test(text)]
        : [status, headers.location?.startsWith("/login/second-factor?next=")];
      expect(led, what).toEqual([data ? 202 : 302, true]);
    };
    await forEveryAsk(unshown, expectFactor, { ways: twoWays });
    for (const { path } of samples)
      expect((await careful.get(path)).status, path).toBeOneOf([200, 404]);
  });
});

describe("signing in does not make an administrator", () => {
  const refused = ({ status, headers, text }: HttpResponse, _: boolean, what: string) => {
    expect([status, headers["cache-control"]], what).toEqual([403, "no-store"]);
    expect(text, what).not.toContain("owner@example.com");
  };

  test("a user without the role is refused everywhere", async () =>
    forEveryAsk(await signedInAs("visitor@example.com", "role = 'user'"), refused, {
      ways: twoWays,
    }));

  test("an unverified email of ADMIN_EMAILS is refused", async () =>
    forEveryAsk(
      await signedInAs("unverified@example.com", "role = 'user', email_verified = false"),
      refused,
      { asked: samples },
    ));

  test("an owner whose email is no longer verified is refused", async () =>
    forEveryAsk(await signedInAs("former@example.com", "email_verified = false"), refused, {
      asked: samples,
    }));

  test("a verified email of ADMIN_EMAILS gets in", async () => {
    const cookies = await signedInAs("listed@example.com", "role = 'user'");
    expect((await send(site.url, "/admin", { headers: cookie(cookies) })).status).toBe(200);
  });

  test("a person without access is told so and can log out, without a redirect loop", async () => {
    const cookies = await signedInAs("lost@example.com", "role = 'user'");
    const page = await send(site.url, "/admin", { headers: cookie(cookies) });
    expect([page.status, page.text]).toEqual([
      403,
      expect.stringMatching(/No access[\s\S]*Logout/),
    ]);
    const login = await send(site.url, "/login", { headers: cookie(cookies) });
    expect([login.status, login.headers.location]).toEqual([302, "/admin"]);
  });
});

describe("a role", () => {
  /** What each may open; a new route is nobody's but the owner's and the viewer's to read. */
  const areas = {
    assistant:
      /^\/admin($|\/(inbox|ameb-bookings|season|today|diary|compose|sent-mail|clients|search|account)(\/|$))/,
    viewer: /^\/admin(?!.*\/(compose\/|new$|edit$|import$))/,
  };
  const ownersOnly =
    /^\/admin\/(export|people|import|start)(\/|$)|\/(export|statement|statement\.pdf)$/;
  const plainPath = (path: string) => decodeURIComponent(path).toLowerCase().replace(/\/$/, "");

  const isOpen = (role: keyof typeof areas, path: string, isForm: boolean) =>
    areas[role].test(path) &&
    !ownersOnly.test(path) &&
    // The form without an intent on a client's page erases the client.
    !(isForm && /^\/admin\/clients\/[^/]+$/.test(path)) &&
    (!isForm || role === "assistant" || /^\/admin\/account$|\/preview$/.test(path));

  const expectRole = async (role: keyof typeof areas) => {
    const cookies = await signedInAs(`${role}@roles.example`, `role = '${role}'`);
    for (const address of addresses) {
      const answers = await Promise.all(
        Object.entries(asks).map(
          async ([name, { ask }]) => [name, await ask(site.url, address, cookies)] as const,
        ),
      );
      for (const [name, { status, text }] of answers) {
        const links = name === "the page" ? text.matchAll(/<a [^>]*href="(\/admin[^"?#]*)/g) : [];
        for (const [, link] of links)
          expect(isOpen(role, plainPath(link!), false), `${link} on ${address.path}`).toBe(true);
        const open = isOpen(role, plainPath(address.path), name.startsWith("a form"));
        const what = `${name} of ${address.path} for the ${role}`;
        if (open) expect([403, 500], what).not.toContain(status);
        else expect(status, what).toBe(403);
      }
    }
    return cookies;
  };

  test("of an assistant opens the inbox, exams, diary, emails and clients only", async () => {
    const cookies = await expectRole("assistant");
    const inbox = await send(site.url, "/admin/inbox", { headers: cookie(cookies) });
    expect(inbox.text).toContain('href="/admin/clients"');
    expect(inbox.text).not.toContain('href="/admin/money"');
  });

  test("of an assistant moves no money and erases nobody on the pages that are open", async () => {
    const cookies = await signedInAs("eager@roles.example", "role = 'assistant'");
    const forms = {
      "clients/sylvia@secret.example": ["erase", "sell-package", "give-credit", "end-package"],
      [`diary/${quoteId}`]: ["invoice", "invoice-term", "paid"],
    };
    for (const [path, intents] of Object.entries(forms))
      for (const intent of intents) {
        const form = [`/admin/${path}`, { intent }, cookie(cookies)] as const;
        const { status, text } = await postForm(site.url, ...form);
        expect([status, /only the owner can do this/i.test(text)], intent).toEqual([403, true]);
      }
  });

  test("of a viewer opens every page but files, and sends nothing", async () => {
    const cookies = await expectRole("viewer");
    const message = { recipientEmail: "ada@client.example", subject: "Hello", body: "Dear Ada" };
    const sending = postJson(site.url, "/functions/send-admin-email", message, cookie(cookies));
    expect((await sending).status).toBe(403);
  });

  test("counts as it is now in a tab that was opened before", async () => {
    const cookies = await signedInAs("demoted@roles.example", "role = 'assistant'");
    const archive = { intent: "", id: quoteId, of: "message", action: "archived" };
    const press = async () =>
      (await postForm(site.url, "/admin/inbox", archive, cookie(cookies))).status;
    expect(await press()).not.toBe(403);
    await store.query("update users set role = 'viewer' where email = 'demoted@roles.example'");
    expect(await press()).toBe(403);
  });

  test("ends at once, with its sessions", async () => {
    const cookies = await signedInAs("gone@roles.example", "role = 'assistant'");
    const inbox = () => send(site.url, "/admin/inbox", { headers: cookie(cookies) });
    expect((await inbox()).status).toBe(200);
    const end = { intent: "end", id: "gone@roles.example" };
    expect((await postForm(site.url, "/admin/people", end, cookie(owner))).status).toBe(200);
    expect((await inbox()).headers.location).toMatch(/^\/login/);
  });

  test("of an owner is neither changed nor ended, whatever their record says", async () => {
    const email = "invited@example.com";
    const cookies = await signedInAs(email, "role = 'assistant'");
    const [first] = await store.query("select id from users where email = 'owner@example.com'");
    const ask = async (form: Record<string, string>) =>
      (await postForm(site.url, "/admin/people", form, cookie(owner))).status;
    expect([
      await ask({ intent: "end", id: email }),
      await ask({ intent: "end", id: String(first!.id) }),
      await ask({ intent: "invite", email, role: "viewer" }),
      await ask({ intent: "invite", email: "owner@example.com", role: "viewer" }),
    ]).toEqual([404, 404, 422, 422]);
    for (const held of [cookies, owner])
      expect((await send(site.url, "/admin/money", { headers: cookie(held) })).status).toBe(200);
  });
});
