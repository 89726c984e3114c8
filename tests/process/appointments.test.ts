import { describe, expect, test } from "vitest";
import { openPostgres } from "#app/server/database/db.server.ts";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { content } from "#app/content/content.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { startPath } from "#app/values/start-path.ts";
import {
  appointmentsInEachState,
  appointmentStates,
  freeTime,
  linkOf,
  takenTime,
} from "#tests/support/appointment-states.ts";
import { postForm, send, visibleText } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";

/* What a client sees and does by the link of an appointment, on the built site. */

let site: Site;
let settings: Record<string, string | undefined>;

const pageOf = (name: string, rest = "") => `/appointments/${linkOf(name)}${rest}`;
const read = async (path: string) => visibleText((await send(site.url, path)).text);

sharedSiteTest.beforeAll(async ({ shared }) => {
  site = shared.site;
  settings = shared.store.settings;
  const { db, close } = await openPostgres(settings.DATABASE_URL!, null);
  await db.delete(services);
  await db.delete(openingHours);
  await appointmentsInEachState(db);
  await close();
});

describe("the link of an appointment", () => {
  test("is a secret, and shows every state with nothing of the owner's", async () => {
    const late: string[] = [];
    for (const name of [...appointmentStates, "nobody-was-sent-this"])
      for (const rest of ["", "/move", "/cancel", "/move/20300108T2300Z", "/appointment.ics"]) {
        const { status, headers, text } = await send(site.url, pageOf(name, rest));
        expect(headers, name + rest).toMatchObject({
          "cache-control": "no-store",
          "x-robots-tag": "noindex",
          "referrer-policy": "no-referrer",
        });
        if (rest === "/appointment.ics" || !appointmentStates.includes(name)) continue;
        expect([name, rest, status]).toEqual([name, rest, 200]);
        expect(text).not.toMatch(/<script>alert|href="javascript:|ownerNote|spamReason|links"/);
        if (visibleText(text).includes("It's less than 48 hours away: please call"))
          late.push(name);
      }
    expect(late).toEqual(["late", "late", "late", "late"]);
  });

  test.each([
    ["booked", "Your appointment"],
    ["booked?booked", "You're booked"],
    ["requested", "Request sent"],
    ["late", `It's less than 48 hours away: please call ${content().site.whatsapp.label}`],
    ["held", "I'm keeping this time for you while you pay."],
    ["cancelled", "You cancelled this appointment."],
    ["by-owner", "I've had to cancel this one. I'm sorry."],
    ["declined", "I couldn't take this time. Please choose another one."],
    ["done", "Thanks for coming"],
    ["ended", "Thanks for coming"],
    ["no-show", "I was expecting you."],
    ["spam", "Request sent"],
    ["free", "Free"],
  ])("%s says: %s", async (name, said) => {
    const [token = "", query] = name.split("?");
    expect(await read(pageOf(token, query && `?${query}`))).toContain(said);
  });

  test("leads to an online session, and nowhere else that a visitor has written", async () => {
    const { text } = await send(site.url, pageOf("free"));
    const link = /<a [^>]*href="(https:[^"]*)" target="_top" rel="noreferrer">([^<]*)<\/a>/g;
    expect(Array.from(text.matchAll(link), ([, to, said]) => [to, said])).toEqual([
      ["https://x.example/room", "https://x.example/room"],
    ]);
    expect(visibleText(text)).toContain("https://visitor.example");
  });

  test("says that a time is kept only where it is", async () => {
    expect(await read(pageOf("requested"))).toContain("I'm keeping this time for you and I'll");
    const spam = await read(pageOf("spam"));
    expect(spam).toContain("I'll confirm by email. It isn't booked until then.");
    expect(spam).not.toContain("keeping this time");
  });

  test("names the time in the client's zone and in Melbourne's", async () => {
    expect(await read(pageOf("booked"))).toMatch(/London \((BST|GMT)\).*Melbourne \(AE[DS]T\)/);
  });

  test("that leads nowhere says what to do, and nothing about whether there ever was one", async () => {
    const [unknown, malformed] = await Promise.all(
      [linkOf("unknown"), "x"].map((token) => send(site.url, `/appointments/${token}`)),
    );
    expect([unknown!.status, malformed!.status]).toEqual([404, 404]);
    expect(visibleText(unknown!.text)).toBe(visibleText(malformed!.text));
    expect(visibleText(unknown!.text)).toContain(content().site.email);
  });

  test("has a file for calendars until it is cancelled", async () => {
    const { status, headers, text } = await send(site.url, pageOf("booked", "/appointment.ics"));
    expect([status, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(text).toContain("SUMMARY:Voice and piano\\, 60 minutes");
    expect((await send(site.url, pageOf("cancelled", "/appointment.ics"))).status).toBe(404);
  });

  test("offers no change of what is over, late or not yet believed", async () => {
    const states = ["late", "cancelled", "declined", "done", "ended", "no-show", "spam", "held"];
    for (const name of states) {
      const pages = await Promise.all(
        ["", "/move", "/cancel"].map((rest) => send(site.url, pageOf(name, rest))),
      );
      const [page, move, cancel] = pages.map(({ text }) => text);
      expect(page, name).not.toMatch(/href="[^"]*\/(move|cancel)"/);
      expect(cancel, name).not.toContain("Cancel appointment<");
      expect(move, name).not.toContain("/move/2");
    }
  });
});

test("an appointment of no service is moved by getting in touch", async () => {
  expect(await read(pageOf("strange", "/move"))).toContain("Please get in touch to move this");
});

/** The version that a page's form carries. */
const versionOn = async (path: string) =>
  /name="version" value="(\d+)"/.exec((await send(site.url, path)).text)?.[1] ?? "";

describe("a client", () => {
  test("moves an appointment without scripts, from the week to the confirmation", async () => {
    const start = freeTime();
    const wanted = startPath(start);
    const week = `?week=${melbourneDay(start)}`;
    expect((await send(site.url, pageOf("to-move", `/move${week}`))).text).toContain(
      `href="${pageOf("to-move", `/move/${wanted}`)}"`,
    );
    const path = pageOf("to-move", `/move/${wanted}`);
    const version = await versionOn(path);
    const moved = await postForm(site.url, path, { version });
    expect([moved.status, moved.headers.location]).toEqual([303, pageOf("to-move", "?moved")]);
    const again = await postForm(site.url, path, { version });
    expect([again.status, again.headers.location]).toEqual([303, pageOf("to-move", "?moved")]);
    const calendar = await send(site.url, pageOf("to-move", "/appointment.ics"));
    expect(calendar.text).toContain("SEQUENCE:2");
  });

  test("whose time is taken keeps the old one and gets three others", async () => {
    const before = await read(pageOf("to-lose"));
    const path = pageOf("to-lose", `/move/${startPath(takenTime)}`);
    const refused = await postForm(site.url, path, { version: await versionOn(path) });
    expect(refused.status).toBe(409);
    expect(visibleText(refused.text)).toContain("Somebody was a moment quicker");
    expect(
      refused.text.match(/<a class="link[^"]*" href="[^"]*\/move\/\d{8}T\d{4}Z"/g),
    ).toHaveLength(3);
    expect(await read(pageOf("to-lose"))).toBe(before);
  });

  test("that the owner confirms is asked for, and told that the old time is given up", async () => {
    const { db, close } = await openPostgres(settings.DATABASE_URL!, null);
    await db.update(services).set({ onRequest: true });
    const week = await read(pageOf("booked", "/move"));
    const asked = await read(pageOf("booked", `/move/${startPath(freeTime())}`));
    await db.update(services).set({ onRequest: false });
    await close();
    expect(week).toContain("Your old one is free for others as soon as you ask.");
    expect(asked).toMatch(/Your old one is free for others .* Ask for this time/);
  });

  test("with an edited address is led to the times that there are", async () => {
    for (const start of ["x", "20300230T1000Z", "2030"]) {
      const path = pageOf("booked", `/move/${start}`);
      for (const answer of [await send(site.url, path), await postForm(site.url, path, {})])
        expect([answer.status, answer.headers.location]).toEqual([
          expect.toBeOneOf([302, 303]),
          pageOf("booked", "/move"),
        ]);
    }
    const past = pageOf("booked", "/move/20200101T0000Z");
    const passed = await postForm(site.url, past, { version: "1" });
    expect(passed.status).toBe(409);
  });

  test("cancels once, after being asked, and a reason is optional", async () => {
    const path = pageOf("to-cancel", "/cancel");
    expect(await read(path)).toContain("Cancel this appointment?");
    const version = await versionOn(path);
    for (const _ of [1, 2]) {
      const cancelled = await postForm(site.url, path, { version, reason: "" });
      expect([cancelled.status, cancelled.headers.location]).toEqual([
        303,
        pageOf("to-cancel", "?cancelled"),
      ]);
    }
    expect(await read(pageOf("to-cancel"))).toContain("Cancelled");
    const move = pageOf("to-cancel", `/move/${startPath(freeTime())}`);
    const moved = await postForm(site.url, move, { version });
    expect([moved.status, visibleText(moved.text)]).toEqual([
      409,
      expect.stringContaining("has changed"),
    ]);
  });

  test("is told at once of a reason that is too long, and what was typed is kept", async () => {
    const reason = "word ".repeat(120);
    const path = pageOf("to-click", "/cancel");
    const refused = await postForm(site.url, path, { version: await versionOn(path), reason });
    expect([refused.status, refused.text.includes(reason.trim())]).toEqual([422, true]);
    expect(visibleText(refused.text)).toContain("Please keep it under 500 characters");
  });

  test("cannot change what is late, not even by sending the forms", async () => {
    const cancel = await postForm(site.url, pageOf("late", "/cancel"), { version: "1" });
    const move = await postForm(site.url, pageOf("late", `/move/${startPath(freeTime())}`), {
      version: "1",
    });
    for (const { status, text } of [cancel, move])
      expect([status, visibleText(text)]).toEqual([
        409,
        expect.stringContaining("It's less than 48 hours away: please call"),
      ]);
    expect(await read(pageOf("late"))).toContain("Your appointment");
  });

  test("chooses a time zone that stays; an unknown one is refused", async () => {
    const choose = (zone: string) =>
      postForm(site.url, pageOf("to-zone"), { intent: "zone", zone });
    expect((await choose("Asia/Tokyo")).status).toBe(303);
    expect(await read(pageOf("to-zone"))).toContain("Tokyo (");
    for (const zone of ["", "Mars/Olympus", "../../etc"])
      expect((await choose(zone)).status).toBe(422);
    expect(await read(pageOf("to-zone"))).toContain("Tokyo (");
  });

  test("behind a link that leads nowhere changes nothing", async () => {
    for (const rest of ["", "/cancel", `/move/${startPath(freeTime())}`]) {
      const { status } = await postForm(site.url, pageOf("unknown", rest), {
        zone: "UTC",
        version: "1",
      });
      expect([rest, status]).toEqual([rest, rest === "" ? 422 : 404]);
    }
  });
});
