import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { startMailchimp } from "#tests/fakes/mailchimp.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { begun } from "#tests/support/begun.ts";
import { contactMessage, contactPath } from "#tests/support/enquiries.ts";
import { createDatabase, startPostgres } from "#tests/support/postgres.ts";
import { postForm, postJson, visibleText } from "#tests/support/request.ts";
import { startSite, temporaryDataDir } from "#tests/support/site.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";
import { AUTH_SECRET, postgresStore } from "#tests/support/store.ts";

const owner = "owner@desk.example";

test("while PostgreSQL restarts a form is either refused or stored and emailed, and jobs go on after it", async () => {
  const postgres = await startPostgres();
  const url = await createDatabase(postgres.url());
  const { dataDir, remove } = temporaryDataDir();
  const mail = await startMailServer();
  const mailchimp = await startMailchimp();
  const site = await startSite(dataDir, {
    DATABASE_URL: url,
    AUTH_SECRET,
    SMTP_URL: mail.url,
    OWNER_EMAIL: owner,
    MAILCHIMP_API_KEY: mailchimp.key,
    MAILCHIMP_AUDIENCE_ID: mailchimp.audience,
    MAILCHIMP_BASE_URL: mailchimp.url,
  });
  onTestFinished(async () => {
    await site.kill();
    await Promise.all([mail.stop(), mailchimp.stop()]);
    postgres.stop();
    remove();
  });
  onTestFailed(() => console.log(site.output().slice(-4000)));
  const acknowledged: number[] = [];
  let restarted = false;
  let sent = 0;
  const write = async () => {
    // A few more stored after the restart show that the site has found its database again.
    for (let after = 0; after < 5;) {
      const index = ++sent;
      const { status, text } = await postForm(site.url, contactPath, contactMessage(index));
      if (status === 200) {
        acknowledged.push(index);
        if (restarted) after++;
      }
      // Who was just being stored when it ended is told that it could not be confirmed.
      else
        expect([status, visibleText(text)]).toEqual([
          503,
          expect.stringMatching(
            /Failed to send message\.|We couldn't tell whether that went through\./,
          ),
        ]);
    }
  };
  await postgresStore(url, dataDir, remove).withConnection(liftSharedLimits);
  const writers = begun(Promise.all([write(), write(), write()]));
  await mail.waitFor(3);
  for (const mode of ["fast", "immediate"] as const) postgres.restart(mode);
  restarted = true;
  await writers;
  const numbers = (texts: (string | undefined)[]) =>
    new Set(texts.map((text) => Number(/number (\d+)\./.exec(text ?? "")?.[1])));
  await mail.waitUntil((all) => {
    const arrived = numbers(all.map(({ text }) => text));
    const missing = acknowledged.filter((index) => !arrived.has(index));
    return missing.length === 0 ? null : `${missing.length} emails are missing.`;
  });
  expect(acknowledged.length).toBeGreaterThan(15);

  const subscriber = { email: "reader@people.example", firstName: "Rea", lastName: "Der" };
  await postJson(site.url, "/functions/add-mailchimp-subscriber", subscriber);
  await expect
    .poll(() => [...mailchimp.members.values()])
    .toMatchObject([
      {
        email_address: subscriber.email,
        status: "subscribed",
        merge_fields: { FNAME: "Rea", LNAME: "Der" },
      },
    ]);
});
