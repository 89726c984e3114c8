import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { answering, loopback, saying, startCalendar } from "#tests/fakes/calendars.ts";
import { aCalendar, anEvent, inMelbourne, weeklyFriday } from "#tests/support/foreign-calendars.ts";
import { calendarUrl, shortAddress, problemInWords } from "./schema.ts";
import { publicInternet, requestCalendar } from "./read.server.ts";

/* Asking for a calendar, of a real server on loopback. */

const text = aCalendar(...weeklyFriday);
const nothingKnown = { etag: null, lastModified: null };
const NOW = new Date("2026-10-01T02:00:00Z");
/** What of it says when somebody is busy. */
const counting = [
  "BEGIN:VCALENDAR",
  ...weeklyFriday.filter((line) => !line.startsWith("DTSTAMP")),
  "END:VCALENDAR",
  "",
].join("\r\n");

async function calendar(behave: Parameters<typeof startCalendar>[0]) {
  const fake = await startCalendar(behave);
  onTestFinished(fake.stop);
  return fake;
}

async function outcomeOf(
  behave: Parameters<typeof startCalendar>[0],
  network = loopback,
): Promise<string> {
  const { url } = await calendar(behave);
  return requestCalendar(url, nothingKnown, network, NOW).then(
    (answer) => answer!.text,
    (error: Error) => error.message,
  );
}

test.each([
  ["text/calendar", text],
  ["application/octet-stream", text],
])("a calendar sent as %s is read", async (type) => {
  expect(await outcomeOf(saying(text, { "Content-Type": type }))).toBe(counting);
});

test("a compressed calendar is unpacked", async () => {
  const packed = gzipSync(text);
  const outcome = await outcomeOf((_, response) =>
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(packed),
  );
  expect(outcome).toBe(counting);
});

describe("a large calendar", () => {
  const event = (year: number, ...lines: string[]) =>
    anEvent(
      `${year}${lines.length}@google.com`,
      ...inMelbourne(`${year}0316T100000`, `${year}0316T110000`),
      ...lines,
      ...Array.from({ length: 8 }, () => `DESCRIPTION:${"Scales and sight reading. ".repeat(30)}`),
    );
  const past = Array.from({ length: 1_500 }, (_, index) => event(2000 + (index % 20)));

  test("is read, and only what is ahead or repeats is kept", async () => {
    const ahead = [event(2027, "SUMMARY:Ahead"), event(2019, "SUMMARY:On", "RRULE:FREQ=YEARLY")];
    const large = aCalendar(...[...past, ...ahead].flat());
    expect(large.length).toBeGreaterThan(5_000_000);
    const kept = await outcomeOf(saying(large));
    expect(kept.match(/^SUMMARY:.*/gm)).toEqual(["SUMMARY:Ahead", "SUMMARY:On"]);
    expect(kept.match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
  });

  test("an occurrence that was moved into the past stays, as it frees its time", async () => {
    const moved = event(2025, "RECURRENCE-ID:20270401T000000Z");
    expect(await outcomeOf(saying(aCalendar(...moved)))).toContain("RECURRENCE-ID");
  });

  test("with too much ahead is refused", async () => {
    const named = Array.from({ length: 3_000 }, () => event(2027, `SUMMARY:${"x".repeat(700)}`));
    const lines = named.flat().filter((line) => !line.startsWith("DESCRIPTION"));
    expect(await outcomeOf(saying(aCalendar(...lines)))).toBe("too-many");
  });
});

test("what the last answer said of its version is asked with, and nothing new is nothing", async () => {
  const { url, asked } = await calendar(answering(304));
  const known = { etag: '"one"', lastModified: "Thu, 01 Oct 2026 00:00:00 GMT" };
  expect(await requestCalendar(url, known, loopback, NOW)).toBeNull();
  expect(asked[0]).toMatchObject({
    "if-none-match": known.etag,
    "if-modified-since": known.lastModified,
  });
});

test.each([
  [401, "refused"],
  [403, "refused"],
  [404, "not-found"],
  [410, "not-found"],
  [429, "unavailable"],
  [500, "unavailable"],
  [503, "unavailable"],
  // To a question without conditions.
  [304, "not-found"],
])("an answer with %i is %s", async (status, problem) => {
  expect(await outcomeOf(answering(status))).toBe(problem);
});

describe("a body that is too large is not read to its end", () => {
  const kilobyte = "x".repeat(1_000);

  test("where its length is told", async () => {
    expect(await outcomeOf(saying("", { "Content-Length": "20000001" }))).toBe("too-large");
  });

  test("where it goes on and on", async () => {
    let sent = 0;
    function* forever() {
      for (; sent < 200_000_000; sent += 1_000) yield kilobyte;
    }
    const outcome = await outcomeOf((_, response) => Readable.from(forever()).pipe(response));
    expect(outcome).toBe("too-large");
    expect(sent).toBeLessThan(100_000_000);
  });

  test("where it is small until it is unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, " "));
    const outcome = await outcomeOf((_, response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb),
    );
    expect(outcome).toBe("too-large");
  });
});

test.each([
  ["nothing that is packed", Buffer.from("BEGIN:VCALENDAR"), "no-calendar"],
  ["half of what was packed", gzipSync(text).subarray(0, 60), "cut-off"],
])("%s is %s", async (_, body, problem) => {
  const outcome = await outcomeOf((__, response) =>
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(body),
  );
  expect(outcome).toBe(problem);
});

test("a calendar that is slow to answer, or to go on, is given up", async () => {
  const impatient = { ...loopback, timeout: 200 };
  expect(await outcomeOf(() => {}, impatient)).toBe("timeout");
  const started = (_: unknown, response: { write: (text: string) => unknown }) =>
    response.write("BEGIN:VCALENDAR");
  expect(await outcomeOf(started, impatient)).toBe("timeout");
});

test("a connection that is cut is tried again later", async () => {
  expect(await outcomeOf((request) => request.socket.destroy())).toBe("unavailable");
});

describe("redirects", () => {
  test("are followed, five at most", async () => {
    const leading =
      (times: number): Parameters<typeof startCalendar>[0] =>
      ({ url = "" }, response) => {
        const step = Number(/\d+$/.exec(url)?.[0] ?? 0);
        if (step === times) response.end(text);
        else response.writeHead(302, { Location: `/${step + 1}` }).end();
      };
    expect(await outcomeOf(leading(5))).toBe(counting);
    expect(await outcomeOf(leading(6))).toBe("redirects");
  });

  test("to an address without encryption are not followed", async () => {
    const { url, asked } = await calendar(saying(text));
    const secure = { ...loopback, protocols: ["https:"] };
    const outcome = requestCalendar(url, nothingKnown, secure, NOW);
    await expect(outcome).rejects.toThrow("not-https");
    expect(asked).toEqual([]);
  });

  test("into the server's own network are not followed", async () => {
    const inside = await calendar(saying(text));
    const within = inside.url.replace("127.0.0.1", "127.0.0.2");
    const network = { ...loopback, isAllowed: (ip: string) => ip === "127.0.0.1" };
    expect(await outcomeOf(answering(302, { Location: within }), network)).toBe("private");
    const named = inside.url.replace("127.0.0.1", "localhost");
    const none = { ...network, isAllowed: () => false };
    await expect(requestCalendar(named, nothingKnown, none, NOW)).rejects.toThrow("private");
    expect(inside.asked).toEqual([]);
  });
});

test.each([
  "https://127.0.0.1/a.ics",
  "https://[::1]/a.ics",
  "https://169.254.169.254/",
  "https://2130706433/",
])("the server does not ask itself or its neighbours: %s", async (url) => {
  await expect(requestCalendar(url, nothingKnown, publicInternet, NOW)).rejects.toThrow("private");
});

describe("an address that was pasted", () => {
  const read = (typed: string) => {
    try {
      return calendarUrl(typed, "https://site.example");
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    [" webcal://p01.icloud.example/published/2/x ", "https://p01.icloud.example/published/2/x"],
    ["WEBCALS://a.example/x.ics#today", "https://a.example/x.ics"],
    ["https://a.example/private-1/basic.ics?x=1", "https://a.example/private-1/basic.ics?x=1"],
    ["http://a.example/x.ics", "not-https"],
    ["ftp://a.example/x.ics", "not-https"],
    ["calendar.google.com", "address"],
    ["imogen@gmail.example", "address"],
    ["javascript:alert(1)", "address"],
    ["https://", "address"],
    ["https://site.example/calendar/x.ics", "own"],
  ])("%j becomes %s", (typed, result) => expect(read(typed)).toBe(result));

  test("is shown as its host alone", () => {
    const shown = shortAddress("https://me:key@calendar.google.com/calendar/ical/secret/basic.ics");
    expect(shown).toBe("calendar.google.com/…");
  });

  test("that is wrong leads to where its service shows the right one", () => {
    expect(problemInWords("not-found", "https://calendar.google.com/x")).toContain(
      "Secret address in iCal format",
    );
    expect(problemInWords("timeout", "https://calendar.google.com/x")).not.toContain("Secret");
  });
});
