import { expect, onTestFinished, test } from "vitest";
import { postForm } from "#tests/support/request.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, databaseKinds } from "#tests/support/store.ts";
import { startForTest } from "#tests/support/test-site.ts";

const count = process.env.SOAK_MINUTES ? 10_000 : 4_000;

test.for(databaseKinds)(
  `${count} emails without delivery jobs go out once each on %s, while visitors are served`,
  async (kind) => {
    const store = await createStore(kind);
    const mail = await startMailServer();
    onTestFinished(async () => {
      await mail.stop();
      store.remove();
    });
    await store.query(
      `insert into letters (kind, recipient, subject, html, text)
       select 'quote', 'client-' || n || '@people.example', 'Your quote', '<p>Hello</p>', 'Hello'
       from generate_series(1, ${count}) n`,
    );
    const began = performance.now();
    const site = await startForTest(store.dataDir, { ...store.settings, SMTP_URL: mail.url });
    const ready = performance.now() - began;
    const waits: number[] = [];
    for (let turn = 0; turn < 100; turn++) {
      const asked = performance.now();
      const { status } = await postForm(site.url, "/?index", {
        name: "Ada Visitor",
        email: "ada@visitor.example",
        message: `Written beside the queue [${turn}]`,
      });
      waits.push(performance.now() - asked);
      expect(status).toBe(200);
    }
    const recipients = () =>
      mail.emails.filter(({ envelopeTo }) => envelopeTo[0]!.startsWith("client-"));
    await mail.waitUntil(
      () => (recipients().length >= count ? null : `${recipients().length} of ${count} emails`),
      600_000,
    );
    const seconds = (performance.now() - began) / 1_000;
    expect(new Set(recipients().map(({ messageId }) => messageId)).size).toBe(count);
    expect(recipients()).toHaveLength(count);
    expect(await site.stop()).toBe(0);
    const median = waits.toSorted((a, b) => a - b)[50]!;
    console.log(
      `${kind}: ready after ${(ready / 1_000).toFixed(1)} s, ${count} emails out after ` +
        `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second; a form beside them ` +
        `took ${Math.round(median)} ms, at most ${Math.round(Math.max(...waits))} ms`,
    );
  },
);
