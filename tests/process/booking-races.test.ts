import { expect, onTestFinished, test } from "vitest";
import { startPath } from "#app/values/start-path.ts";
import { randomFrom } from "#tests/support/random.ts";
import { type HttpResponse, postForm } from "#tests/support/request.ts";
import { startSite } from "#tests/support/site.ts";
import { databaseKinds, type TestStore } from "#tests/support/store.ts";
import { storeForTest } from "#tests/support/test-site.ts";

/*
 * Many visitors want the same times at once: of two processes on PostgreSQL, of the one that the
 * embedded database belongs to.
 */

/** For times of all lengths; `RACES=10000` takes some minutes, on each database. */
const races = Number(process.env.RACES ?? 40);
const kinds = process.env.RACES ? databaseKinds : (["postgres"] as const);
const atATime = 40;

const DAY = 86_400_000;
const minute = 60_000;
/** Midnight of UTC, in which a day is open whatever the clocks of Melbourne show. */
const tenDaysAhead = new Date(Math.ceil(Date.now() / DAY) * DAY + 10 * DAY);
const after = (minutes: number) => new Date(tenDaysAhead.getTime() + minutes * minute);
const lengths = [30, 45, 60, 90];

async function seed(store: TestStore): Promise<void> {
  const always = JSON.stringify(Array.from({ length: 7 }, () => [["00:00", "00:00"]]));
  await store.withConnection(async (query) => {
    await query("insert into opening_hours (week) values ($1)", [always]);
    for (const minutes of lengths)
      await query(
        `insert into services (category, slug, name, minutes, price, days_ahead, buffer_before,
            buffer_after)
          values ('voice-piano', $1, 'Voice and piano', $2, 9500, 365, $3, $4)`,
        [String(minutes), minutes, minutes === 45 ? 15 : 0, minutes === 30 ? 0 : 15],
      );
    // The visitors were here before: strangers get a third of a week.
    await query(
      `insert into diary_entries (kind, state, title, starts_at, ends_at, busy_from, busy_until,
          client_name, client_email)
        select 'appointment', 'done', 'Voice and piano', at, at + interval '1 hour', at,
          at + interval '1 hour', 'Ada Visitor', 'visitor-' || n || '@visitor.example'
        from generate_series(1, $1) n, (select now() - interval '1 year' as at) times`,
      [races + 200],
    );
    // Ten who have a lesson in a week of their own, and a link to it.
    await query(
      `insert into diary_entries (kind, title, starts_at, ends_at, busy_from, busy_until, service_id,
          price, place, client_name, client_email, token)
        select 'appointment', 'Voice and piano', at, at + interval '1 hour', at,
          at + interval '75 minutes', services.id, 9500, 'studio', 'Mover', 'mover@client.example',
          'a-link-of-the-mover-00' || n
        from services, generate_series(1, 9) n,
          lateral (select $1::timestamptz + (20 + n) * interval '1 day' as at) times
        where services.slug = '60'`,
      [tenDaysAhead.toISOString()],
    );
  });
}

const overlaps = `select a.id from diary_entries a join diary_entries b on a.id < b.id
  and a.blocks && b.blocks and a.firm and b.firm
  and a.state in ('held', 'requested', 'booked') and b.state in ('held', 'requested', 'booked')`;

const emailsPerBooking = `select count(*) filter (where l.kind = 'appointment-booked')::int as client,
    count(*) filter (where l.kind = 'appointment-notice')::int as owner
  from diary_entries e left join letters l on l.diary_entry_id = e.id
  where e.client_email like 'visitor-%' and e.state <> 'done' group by e.id`;

test.for(kinds)(
  "on %s no two visitors get overlapping times, and each booking is told once to each party",
  { timeout: 240_000 + races * 200 },
  async (kind, { onTestFailed }) => {
    const numbers = Number(process.env.SEED ?? 20261122);
    onTestFailed(() => console.log(`To ask for the same times again: SEED=${numbers}`));
    const random = randomFrom(numbers);
    const store = await storeForTest(kind);
    await seed(store);
    const settings = { ...store.settings, OWNER_EMAIL: "owner@example.com", TRUST_PROXY: "1" };
    const sites = await Promise.all(
      Array.from({ length: kind === "postgres" ? 2 : 1 }, () => startSite(store.dataDir, settings)),
    );
    for (const site of sites) onTestFinished(site.kill);
    let [turn, delayed] = [0, 0];
    /** On a busy machine some wait too long for the others, and are told to try again; so they do. */
    const insist = async (path: string, fields: Record<string, string>, headers = {}) => {
      for (;;) {
        const answer = await postForm(sites[++turn % sites.length]!.url, path, fields, headers);
        if (answer.status !== 503) return answer;
        delayed += 1;
      }
    };
    let visitors = 0;
    const book = (minutes: number, start: Date) => {
      const email = `visitor-${++visitors}@visitor.example`;
      const fields = { name: "Ada Visitor", email, form_key: `the form of ${email}` };
      // Each from a network of their own: one may send a few forms only.
      const network = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
      const path = `/book/voice-piano/${minutes}/${startPath(start)}`;
      return insist(path, fields, { "X-Forwarded-For": network });
    };
    const move = (mover: number, start: Date) => {
      const link = `/appointments/a-link-of-the-mover-00${mover}`;
      return insist(`${link}/move/${startPath(start)}`, { version: "1" });
    };
    const booked = (answers: HttpResponse[]) =>
      answers.filter(({ headers }) => headers.location?.startsWith("/appointments/"));
    const expectWhole = async (answers: HttpResponse[]) => {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
      expect(await store.query(overlaps)).toEqual([]);
    };

    const forOne = await Promise.all(Array.from({ length: atATime }, () => book(60, tenDaysAhead)));
    await expectWhole(forOne);
    expect(booked(forOne)).toHaveLength(1);

    const forMany: HttpResponse[] = [];
    for (let day = 40; forMany.length < races; day++) {
      const answers = await Promise.all(
        Array.from({ length: atATime }, () => {
          const start = after(day * 1440 + 15 * Math.floor(random() * 80));
          return book(lengths[Math.floor(random() * 4)]!, start);
        }),
      );
      await expectWhole(answers);
      expect(booked(answers).length).toBeGreaterThan(5);
      forMany.push(...answers);
    }

    const toMove = await Promise.all([
      ...Array.from({ length: 9 }, (_, index) => move(index + 1, after(2 * 1440))),
      ...Array.from({ length: 11 }, () => book(60, after(2 * 1440))),
    ]);
    await expectWhole(toMove);
    expect(booked(toMove)).toHaveLength(1);

    const [{ count }] = (await store.query<{ count: number }>(
      `select count(*)::int as count from diary_entries
        where client_email like 'visitor-%' and state <> 'done'`,
    )) as [{ count: number }];
    const bookings = booked([...forOne, ...forMany, ...toMove.slice(9)]).length;
    expect(count).toBe(bookings);
    expect(await store.query(emailsPerBooking)).toEqual(
      Array.from({ length: bookings }, () => ({ client: 1, owner: 1 })),
    );
    for (const one of sites) expect(await one.stop()).toBe(0);
    const all = forOne.length + forMany.length + toMove.length;
    console.log(`${kind}: ${all} visitors, ${bookings} booked, ${delayed} times to try again`);
  },
);
