import { expect, test } from "vitest";
import { freePort } from "#tests/support/postgres.ts";
import { randomFrom } from "#tests/support/random.ts";
import { postForm, visibleText } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { liftSharedLimits } from "#tests/support/shared-limits.ts";
import { createStore, databaseKinds } from "#tests/support/store.ts";

/*
 * The process is killed as by a power cut, again and again, while visitors write. Whatever it has
 * answered with "sent" must be in the database afterwards, and its email must reach the owner.
 */

/** On each database; `npm run test:night -- --minutes 10` asks for more. */
const kills = Number(process.env.KILLS ?? 12);
const senders = 4;
/** How long the emails of all rounds may take after the last start, in milliseconds. */
const timeout = 90_000;

/**
 * When a round's kill comes, in turns: soon after the first message was sent, while the process is
 * still warming up; soon after the first was acknowledged, while it is busiest; and when the mail
 * server has taken an email but has not said so yet.
 */
const moments = ["sending", "acknowledged", "delivering"] as const;
type Moment = (typeof moments)[number];
/** What soon means, in milliseconds. */
const soon = 150;

test.concurrent.for(databaseKinds)(
  "a site on %s killed while visitors write loses no acknowledged message or email",
  { timeout: 600_000 },
  async (kind, { onTestFailed, onTestFinished }) => {
    const seed = Number(process.env.SEED ?? Date.now() % 0xffffffff);
    onTestFailed(() => console.log(`To kill at the same moments again: SEED=${seed}`));
    const random = randomFrom(seed);
    const store = await createStore(kind);
    onTestFinished(store.remove);
    await store.withConnection(liftSharedLimits);
    let taken: () => Promise<void> | void = () => {};
    const mail = await startMailServer(() => taken());
    onTestFinished(mail.stop);
    const settings = {
      ...store.settings,
      PORT: String(await freePort()),
      SMTP_URL: mail.url,
      OWNER_EMAIL: "owner@example.com",
    };
    const start = async () => {
      const site = await startSite(store.dataDir, settings);
      onTestFinished(site.kill);
      return site;
    };

    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round++) {
      const site = await start();
      const moment = moments[round % moments.length]!;
      if (moment === "delivering") taken = site.kill;
      acknowledged.push(...(await writeUntilKilled(site, round, moment, random() * soon)));
      taken = () => {};
    }
    expect(
      acknowledged.length,
      "a run that acknowledges next to nothing proves nothing",
    ).toBeGreaterThan(kills / 2);

    await store.untilIdle();
    const stored = await store.query<{ message: string }>(
      "select message from contact_messages left join letters on " +
        "contact_message_id = contact_messages.id and kind = 'contact-message'",
    );
    const times = countBy(stored.map(({ message }) => markOf(message)));
    expect(acknowledged.filter((mark) => !times.has(mark))).toEqual([]);
    // Nobody sent anything twice: each message has one row, and that row one email to the owner.
    expect([...times].filter(([, count]) => count !== 1)).toEqual([]);

    // Acknowledgements too: the last kill may have cut off one of them.
    const unsent = "select id::text from letters where state <> 'sent'";
    const outstanding = (await store.query<{ id: string }>(unsent)).map(({ id }) => id);
    // A Message-ID names the letter before its domain.
    const came = () => mail.emails.map(({ messageId = "" }) => messageId.slice(1).split("@")[0]!);
    const before = mail.emails.length;
    const began = performance.now();
    const site = await start();
    await mail.waitUntil(() => missing(outstanding, came().slice(before)), timeout);
    const recovery = performance.now() - began;
    expect(await site.stop()).toBe(0);

    expect(missing(acknowledged, [...messageIds(mail).keys()])).toBeNull();
    const states = await store.query(
      "select state, count(*)::int as count from letters where kind = 'contact-message' group by state",
    );
    expect(states).toEqual([{ state: "sent", count: times.size }]);
    for (const [mark, ids] of messageIds(mail)) expect(ids.size, mark).toBe(1);
    // Each email that was taken but not confirmed came again, else it could not be known that it had come at all.
    const again = came().length - new Set(came()).size;
    expect(again).toBeGreaterThanOrEqual(kills / moments.length);
    console.log(
      `${kind}: ${kills} kills, ${acknowledged.length} messages acknowledged, ` +
        `${times.size} stored, ${again} emails came again; ` +
        `after the last start ${outstanding.length} were outstanding, ` +
        `all there after ${(recovery / 1000).toFixed(1)} s`,
    );
  },
);

/**
 * Visitors write in parallel, each one message after the other, until the process is gone; answers
 * with what it acknowledged.
 */
async function writeUntilKilled(
  site: Site,
  round: number,
  moment: Moment,
  after: number,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const over = new AbortController();
  // The moment of the kill is what the test varies; nothing but the process waits for it.
  const killSoon = () => setTimeout(() => void site.kill(), after);
  const write = async (sender: number) => {
    for (let turn = 1; !over.signal.aborted; turn++) {
      const mark = `[${round}.${sender}.${turn}]`;
      const answer = await postForm(site.url, "/?index", {
        name: "Ada Visitor",
        email: "ada@visitor.example",
        message: `A message to remember ${mark}`,
      }).catch(() => null);
      // No answer, or half of one: the visitor has not been promised anything.
      if (!answer) return;
      expect({ status: answer.status, visible: visibleText(answer.text) }).toEqual({
        status: 200,
        visible: expect.stringContaining("Your message has been sent!"),
      });
      if (acknowledged.push(mark) === 1 && moment === "acknowledged") killSoon();
    }
  };
  void site.ended.then(() => over.abort());
  const writing = Array.from({ length: senders }, (_, sender) => write(sender));
  if (moment === "sending") killSoon();
  await Promise.all([...writing, site.ended]);
  return acknowledged;
}

const markOf = (text = ""): string => /\[\d+\.\d+\.\d+\]/.exec(text)?.[0] ?? text;

function countBy(marks: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

/** Which of those expected did not come, in words; or null. */
function missing(expected: string[], came: string[]): string | null {
  const lost = expected.filter((each) => !came.includes(each));
  return lost.length === 0 ? null : `${lost.length} did not come: ${lost.join(" ")}`;
}

/** An email that was delivered again must be recognisable as the same one. */
function messageIds({ emails }: MailServer): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { text, messageId = "" } of emails) {
    const mark = markOf(text);
    // Acknowledgements say nothing of the message they answer.
    if (mark === text) continue;
    ids.set(mark, (ids.get(mark) ?? new Set()).add(messageId));
  }
  return ids;
}
