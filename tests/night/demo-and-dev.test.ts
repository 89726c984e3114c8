import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copyOfProject } from "#tests/support/project-copy.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { postForm, postJson, send, visibleText } from "#tests/support/request.ts";
import { runScript, type Site, startScript, temporaryDataDir } from "#tests/support/site.ts";
import { embeddedStore } from "#tests/support/store.ts";

/* The two commands that people try first, as they run beside an installation's own settings. */

describe("npm run demo in the folder of a real installation", () => {
  /** Stands for the database, the mail server and every service of the installation. */
  const real = createServer((socket) => void (connections++, socket.destroy()));
  let connections = 0;
  let remove: () => void;
  let folder: string;
  let demo: Site;

  beforeAll(async () => {
    await new Promise<void>((resolve) => real.listen(0, "127.0.0.1", resolve));
    const at = `127.0.0.1:${(real.address() as AddressInfo).port}`;
    const installation = {
      DATABASE_URL: `postgres://site:password@${at}/site`,
      AUTH_SECRET: "the secret of the real installation",
      SITE_URL: "https://real.example",
      SMTP_URL: `smtp://user:password@${at}`,
      OWNER_EMAIL: "owner@real.example",
      ADMIN_EMAILS: "admin@real.example",
      MAILCHIMP_API_KEY: "a-real-key-us1",
      MAILCHIMP_AUDIENCE_ID: "a1",
      MAILCHIMP_BASE_URL: `http://${at}`,
      GOOGLE_CLIENT_ID: "site",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_ISSUER: `http://${at}`,
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_AUTH_TOKEN: "token",
      TWILIO_FROM: "+61400000000",
      TWILIO_BASE_URL: `http://${at}`,
      STRIPE_SECRET_KEY: "sk_live_real",
      STRIPE_WEBHOOK_SECRET: "whsec_real",
      STRIPE_BASE_URL: `http://${at}`,
      NODE_ENV: "development",
    };
    ({ folder, remove } = copyOfProject());
    const more = { DATA_DIR: "./real-data", PORT: "1", HOST: "192.0.2.1", LOG_LEVEL: "silent" };
    writeFileSync(
      join(folder, ".env"),
      Object.entries({ ...installation, ...more })
        .map((pair) => `${pair.join("=")}\n`)
        .join(""),
    );
    demo = await startScript("demo", folder, installation, /Ctrl\+C stops/);
  }, 180_000);

  afterAll(async () => {
    await demo?.kill();
    real.close();
    remove();
  });

  test("shows the site, its samples and its admin", async () => {
    expect((await send(demo.url, "/")).status).toBe(200);
    const quotes = [...demo.output().matchAll(/http:\/\/localhost:\d+(\/quotes\/\S+)/g)].map(
      ([, path]) => path!,
    );
    expect(quotes).toHaveLength(2);
    for (const path of quotes) expect((await send(demo.url, path)).status).toBe(200);
    const [, invoice] = /http:\/\/localhost:\d+(\/invoices\/\S+)/.exec(demo.output())!;
    const shown = visibleText((await send(demo.url, invoice!)).text);
    expect(shown).toMatch(/Tax invoice INV-\d{4} A\$775\.00 due by .* How to pay/);
    const [, email, password] = /(\S+@\S+) {2}(.+)\n/.exec(demo.output())!;
    const { status, cookies } = await postForm(demo.url, "/login", {
      email: email!,
      password: password!,
    });
    expect(status).toBe(302);
    expect(
      visibleText((await send(demo.url, "/admin", { headers: { Cookie: cookies } })).text),
    ).toContain(`Logged in as ${email}`);
  });

  test("stores every email as a file, and does not use the installation", async () => {
    const mail = join(folder, "data/demo/mail");
    const sent = () =>
      existsSync(mail)
        ? readdirSync(mail).map((file) => readFileSync(join(mail, file), "utf8"))
        : [];
    const to = (address: string) =>
      expect
        .poll(() => sent().some((email) => new RegExp(`^To: .*${address}`, "m").test(email)))
        .toBe(true);
    expect(
      (
        await postForm(demo.url, "/?index", {
          name: "Ada Visitor",
          email: "ada@visitor.example",
          message: "Do you teach adults?",
        })
      ).status,
    ).toBe(200);
    await to("owner@breath-and-key.example");
    await to("saskia@client.example");
    const confirmation = sent().find((email) => /^To: .*saskia@client/m.test(email));
    expect(confirmation).toMatch(/^Content-Disposition: attachment; filename=.*INV-\d{4}.*\.pdf/m);
    expect(
      (
        await postJson(demo.url, "/functions/add-mailchimp-subscriber", {
          email: "reader@people.example",
          firstName: "Rea",
          lastName: "Der",
        })
      ).status,
    ).toBe(200);
    await to("reader@people.example");
    const google = await postForm(demo.url, "/login/google", {});
    expect(visibleText((await send(demo.url, google.headers.location!)).text)).toContain(
      "Google sign-in isn't set up here.",
    );
    expect(sent().filter((email) => email.includes("real.example"))).toEqual([]);
    expect({ connections, realData: existsSync(join(folder, "real-data")) }).toEqual({
      connections: 0,
      realData: false,
    });
  });

  test("ends on Ctrl+C", async () => {
    expect(await demo.stop("SIGINT")).toBe(0);
  });
});

test.for([[[]], [["--fresh"]]])(
  "npm run demo %j does not touch a data folder that it did not create",
  async ([args]) => {
    const { dataDir, remove } = temporaryDataDir();
    onTestFinished(remove);
    mkdirSync(join(dataDir, "database"));
    const made = await runScript("scripts/demo.ts", args!, dataDir);
    expect(made).toEqual({
      code: 1,
      stdout: "",
      stderr: `${dataDir} was not made by the demo; it is left alone.\n`,
    });
    expect(readdirSync(dataDir)).toEqual(["database"]);
  },
);

describe("npm run dev", () => {
  const owner = "owner@example.com";
  const { dataDir, remove: removeData } = temporaryDataDir();
  let project: ReturnType<typeof copyOfProject>;
  let dev: Site;
  let Cookie: string;

  beforeAll(async () => {
    project = copyOfProject();
    await addOwner(embeddedStore(dataDir, removeData), owner);
    dev = await startScript("dev", project.folder, { DATA_DIR: dataDir }, /"msg":"listening"/);
    Cookie = await signInForCookies(dev, owner);
  }, 180_000);

  afterAll(async () => {
    await dev?.kill();
    project.remove();
    removeData();
  });

  const adminPage = async () => {
    const { status, text } = await send(dev.url, "/admin", { headers: { Cookie } });
    return { status, text: visibleText(text) };
  };
  const worksForTheOwner = { status: 200, text: expect.stringContaining(`Logged in as ${owner}`) };

  test("serves the site and its admin from the sources", async () => {
    const home = await send(dev.url, "/");
    expect([home.status, home.text.includes("/app/entry.client.tsx")]).toEqual([200, true]);
    const script = await send(dev.url, "/app/entry.client.tsx");
    expect([script.status, script.headers["content-type"]]).toEqual([
      200,
      expect.stringMatching(/javascript/),
    ]);
    expect(await adminPage()).toEqual(worksForTheOwner);
  });

  test("shows a page with a draft beside the form of its words", async () => {
    const path = "/admin/site/home/preview";
    const headline = "Typed in development";
    const { status, text } = await postForm(
      dev.url,
      path,
      { "hero.headline": headline },
      { Cookie },
    );
    expect([status, text.includes("<script")]).toEqual([200, false]);
    expect(visibleText(text)).toContain(headline);
  });

  test.for([
    ["app/content/documents/site.ts", '"Breath & Key"', '"Changed & Key"'],
    ["app/server/jobs/queue.server.ts", "let boss", "let changed = 1; void changed; let boss"],
  ] as const)("keeps the admin and its sessions open when %s changes", async ([file, from, to]) => {
    const path = join(project.folder, file);
    const source = readFileSync(path, "utf8");
    expect(source).toContain(from);
    const reloads = dev.output().split("page reload").length;
    writeFileSync(path, source.replace(from, to));
    await expect.poll(() => dev.output().split("page reload").length).toBeGreaterThan(reloads);
    expect(await adminPage()).toEqual(worksForTheOwner);
    expect((await send(dev.url, "/login")).status).toBe(200);
  });

  test("shows the error of a changed file, and continues once it is fixed", async () => {
    const path = join(project.folder, "app/content/documents/site.ts");
    const source = readFileSync(path, "utf8");
    writeFileSync(path, `${source}\nthis is no TypeScript`);
    await expect.poll(async () => (await send(dev.url, "/login")).status).toBe(500);
    writeFileSync(path, source);
    await expect.poll(adminPage).toEqual(worksForTheOwner);
  });

  test("ends on Ctrl+C", async () => {
    expect(await dev.stop("SIGINT")).toBe(0);
    expect(dev.output()).toContain('"msg":"stopped"');
    expect(dev.output()).not.toMatch(/"level":(50|60)/);
  });
});
