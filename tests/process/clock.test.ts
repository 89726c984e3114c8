import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lifetimes } from "#app/features/auth/model.ts";
import { addOwner, signInForCookies } from "#tests/support/owners.ts";
import { postForm, send } from "#tests/support/request.ts";
import { startMailServer } from "#tests/fakes/smtp.ts";
import { databaseKinds } from "#tests/support/store.ts";
import { storeForTest, startForTest } from "#tests/support/test-site.ts";

test.for(databaseKinds)(
  "a site on %s whose clock goes back sends emails, and no session lasts longer",
  async (kind) => {
    const store = await storeForTest(kind);
    const mail = await startMailServer();
    onTestFinished(mail.stop);
    await addOwner(store, "owner@example.com");
    const site = await startForTest(store.dataDir, {
      ...store.settings,
      SMTP_URL: mail.url,
      OWNER_EMAIL: "owner@example.com",
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/clock-back.ts")}`,
      CLOCK_BACK: "1,23",
    });
    const cookies = await signInForCookies(site, "owner@example.com");

    for (const behind of [0, 1, 24]) {
      if (behind > 0) {
        process.kill(site.pid, "SIGUSR2");
        await site.waitFor(new RegExp(`The clock is ${behind} hours behind`));
      }
      const message = `Written ${behind} hours late.`;
      const ada = { name: "Ada Visitor", email: "ada@visitor.example", message };
      expect((await postForm(site.url, "/?index", ada)).status).toBe(200);
      await mail.waitUntil((letters) =>
        letters.some(({ text }) => text?.includes(message)) ? null : `'${message}' has not come.`,
      );
      expect((await send(site.url, "/admin", { headers: { Cookie: cookies } })).status).toBe(200);
    }

    expect(await site.stop()).toBe(0);
    const [session] = await store.query<{ lasts: number }>(
      "select extract(epoch from expires_at - created_at)::float8 * 1000 as lasts from sessions",
    );
    expect(Math.abs(session!.lasts - lifetimes.session.idle)).toBeLessThan(10_000);
  },
);
