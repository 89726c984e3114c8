import { expect, inject, test } from "vitest";
import { multipart, multipartType } from "#tests/support/multipart.ts";
import { createPrepared, openClient } from "#tests/support/postgres.ts";
import { send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import { runScript } from "#tests/support/site.ts";
import { adminOf, type AdminSite } from "#tests/support/admin-site.ts";
import { dataDirForTest } from "#tests/support/test-site.ts";

const run = (dataDir: string, ...args: string[]) => runScript("scripts/import.ts", args, dataDir);

test("the command brings the rows of another PostgreSQL along, and says what it did", async () => {
  const dataDir = dataDirForTest();
  const from = await createPrepared(inject("postgresUrl"));
  const client = await openClient(from);
  await client.query(
    `insert into contact_messages (name, email, message) values ('Bo', 'bo@client.example', 'Hello')`,
  );
  await client.end();
  expect(await run(dataDir, "--from", from)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /contact_messages: 1 new\n[\s\S]*1 row imported\. Nobody got an email/,
    ) as string,
  });
});

test("the command says what is missing, and which database does not answer", async () => {
  const dataDir = dataDirForTest();
  expect((await run(dataDir)).stderr).toContain("Usage: npm run import -- --from postgres://");
  const nowhere = await run(dataDir, "--from", "postgres://nobody@127.0.0.1:1/nothing");
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("can't be opened") as string,
  });
});

let admin: AdminSite;

sharedSiteTest.beforeAll(({ shared }) => void (admin = adminOf(shared)));

const upload = (content: string, cookies = admin.owner) =>
  send(admin.site.url, "/admin/import", {
    method: "POST",
    headers: { Cookie: cookies, ...multipartType },
    body: multipart({ intent: "upload" }, [{ content: Buffer.from(content), name: "a.csv" }]),
  });

test("without scripts, a file of 4 MB is shown, imported and undone by the owner, and by no one else", async () => {
  const lines = Array.from({ length: 4_000 }, (_, at) => `C ${at},c${at}@a.example`);
  const file = ["Name,Email,Notes", ...lines.map((line) => `${line},${"x".repeat(1_000)}`)].join(
    "\n",
  );
  expect((await upload(file, admin.stranger)).status).toBe(413);
  const kept = await upload(file);
  expect(kept.status).toBe(303);
  const path = kept.headers.location!;
  expect(visibleText((await admin.get(path)).text)).toContain(": 4,000 new");
  const imported = await admin.post(path, { intent: "import" });
  expect(visibleText(imported.text)).toContain("4,000 clients imported.");
  const again = await upload(file);
  const known = visibleText((await admin.get(again.headers.location!)).text);
  expect(known).toContain(": 0 new, 4,000 known");
  const undone = await admin.post(path, { intent: "undo" });
  expect(visibleText(undone.text)).toContain("Undone: 4,000 records taken back.");
});

test("a file that is none is refused beside its field", async () => {
  const { status, text } = await upload("\u0000");
  expect(status).toBe(422);
  expect(visibleText(text)).toContain("This isn't a CSV file. Export it as CSV.");
});
