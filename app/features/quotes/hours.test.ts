import { describe, expect } from "vitest";
import { emails, quotes, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { LATER, quoteRow } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { draftValuesFor, draftValuesOf, readDraft } from "./draft.ts";
import { beginNewVersion, createQuote } from "./drafts.server.ts";
import { getPublicQuote, quoteColumns } from "./queries.server.ts";
import { livePianoType, noAddOns, playingHours, playingTime } from "./pricing.ts";
import { toPublicQuote, agreementOf, factsOf, offerLinesOf } from "./model.ts";
import { alreadyAcceptedMessage } from "./answer.ts";

const lunch = { eventStart: "12:00", eventEnd: "16:00", guests: 70 };
const withExtraHour = { extraHour: true, rehearsal: false };
const untimed = { details: {}, eventStart: null, eventEnd: null };

describe("the playing time", () => {
  dbTest.for([
    ["is the usual one without times", {}, "6:00–9:00 pm", "6:00–10:00 pm"],
    ["is the quote's own", lunch, "12:00–4:00 pm", "12:00–5:00 pm"],
    [
      "may pass midnight",
      { eventStart: "20:30", eventEnd: "23:30" },
      "8:30–11:30 pm",
      "8:30 pm–12:30 am",
    ],
    ["may have no end", { eventStart: "12:00" }, "from 12:00 pm", "from 12:00 pm"],
    [
      "is the usual one where only an end is known",
      { eventEnd: "16:00" },
      "6:00–9:00 pm",
      "6:00–10:00 pm",
    ],
    [
      "may end at the database's 24:00",
      { eventStart: "20:00", eventEnd: "24:00" },
      "from 8:00 pm",
      "from 8:00 pm",
    ],
  ] as const)("%s", async ([, times, plain, longer], { db }) => {
    const stored = await aQuote(db, times);
    expect(playingTime(stored)).toBe(plain);
    expect(playingTime(stored, withExtraHour)).toBe(longer);
    expect(playingTime({ ...stored, details: { selected_add_ons: { extraHour: true } } })).toBe(
      longer,
    );
  });

  dbTest("of a quote by the hour is known only where it names times", () => {
    const musical = { ...untimed, invoiceType: "Spring Musical Quote" };
    expect(playingHours(musical)).toBeNull();
    expect(playingTime({ ...musical, eventStart: "14:00:00", eventEnd: "17:00:00" })).toBe(
      "2:00–5:00 pm",
    );
  });

  dbTest("is given as times of day for calendars", () => {
    const quote = { ...untimed, invoiceType: livePianoType };
    expect(playingHours(quote)).toEqual({ start: "18:00", end: "21:00" });
    expect(playingHours({ ...quote, ...lunch }, withExtraHour)).toEqual({
      start: "12:00",
      end: "17:00",
    });
  });
});

describe("a quote with its own hours", () => {
  dbTest("says them, its guests and until when the extra hour would last", async ({ db }) => {
    const quote = toPublicQuote(await aQuote(db, lunch), NOW);
    expect(factsOf(quote)).toEqual(
      expect.arrayContaining([
        ["Time", "12:00–4:00 pm"],
        ["Guests", "70"],
      ]),
    );
    expect(factsOf(quote, withExtraHour)).toContainEqual(["Time", "12:00–5:00 pm"]);
    expect(agreementOf(quote, noAddOns).lines).toEqual([["Live piano, 12:00–4:00 pm", 120000]]);
    expect(offerLinesOf(quote)).toContainEqual(["Extra performance hour until 5:00 pm", 35000]);
  });

  dbTest("is accepted with the hours that the extra hour makes", async ({ db }) => {
    await aQuote(db, lunch);
    await acceptQuote(db, anAcceptance({ wantsExtraHour: true }), NOW);
    const [event] = await db.select().from(quoteEvents);
    expect(JSON.parse(String(event!.data.snapshot))).toMatchObject({
      facts: expect.arrayContaining([
        ["Time", "12:00–5:00 pm"],
        ["Guests", "70"],
      ]),
      lines: [
        ["Live piano, 12:00–4:00 pm", 120000],
        ["Extra performance hour until 5:00 pm", 35000],
      ],
    });
    const sent = await db.select().from(emails);
    expect(sent).toHaveLength(2);
    for (const { text, html } of sent)
      for (const said of ["12:00–5:00 pm", "Extra performance hour until 5:00 pm", "70"]) {
        expect(text).toContain(said);
        expect(html.replaceAll("\u00a0", " ")).toContain(said);
      }
    const [quote] = await db.select().from(quotes);
    expect(quote).toMatchObject({ eventStart: "12:00:00", eventEnd: "16:00:00" });
    expect(factsOf((await getPublicQuote(db, "a-slug", NOW))!)).toContainEqual([
      "Time",
      "12:00–5:00 pm",
    ]);
    expect(alreadyAcceptedMessage(quote!)).toContain("with Extra performance hour until 5:00 pm");
  });

  dbTest.for([
    ["12:00–5:00 pm", null],
    ["12pm - 5:00 PM", null],
    ["12:00pm to 5:00pm", null],
    ["6:00–10:00 pm", "6:00–10:00 pm"],
    [17, null],
  ] as const)(
    "is accepted by a request that names the time %j; another time is recorded",
    async ([time, recorded], { db }) => {
      await aQuote(db, lunch);
      const claim = anAcceptance({ wantsExtraHour: true, proposalDetails: { time } });
      expect(await acceptQuote(db, claim, NOW)).toMatchObject({ ok: true });
      const [event] = await db.select().from(quoteEvents);
      expect(event!.data.claimedTime ?? null).toBe(recorded);
    },
  );

  dbTest("is exported with them", async ({ db }) => {
    const details = { selected_add_ons: { extraHour: true } };
    const quote = await aQuote(db, { ...lunch, details, totalAmount: "1550.00" });
    expect(quoteColumns["Event Time"]!(quote)).toBe("12:00–5:00 pm");
    expect(quoteColumns.Guests!(quote)).toBe(70);
  });

  dbTest("can be edited even if its end is the database's 24:00", async ({ db }) => {
    const quote = await aQuote(db, { eventStart: "20:00", eventEnd: "24:00" });
    expect(readDraft("live-piano", draftValuesOf(quote))).toMatchObject({
      ok: true,
      value: { eventStart: "20:00", eventEnd: null },
    });
  });

  dbTest("hands them on to a duplicate and to a new version", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft(lunch), null, NOW);
    const values = draftValuesOf(await quoteRow(db, id));
    expect(values).toMatchObject({ eventStart: "12:00", eventEnd: "16:00", guests: "70" });
    expect(readDraft("live-piano", values)).toMatchObject({ ok: true, value: lunch });
    await aQuote(db, { ...lunch, slug: "accepted", acceptedAt: NOW });
    const accepted = (await db.select().from(quotes)).find(({ slug }) => slug === "accepted")!;
    expect(await beginNewVersion(db, owner, accepted.id, LATER)).toMatchObject({
      ok: true,
      quote: { draft: true, eventStart: "12:00:00", eventEnd: "16:00:00", guests: 70 },
    });
  });
});

describe("an enquiry", () => {
  const asked = { name: "Ros Achterberg", email: "ros@client.example" };
  const known = {
    firstName: "Ros",
    lastName: "Achterberg",
    phone: "",
    suburb: "Kew",
    eventDescription: "A garden party",
    pianoType: "",
  };

  dbTest("fills a new quote with its date, times, venue and guests", () => {
    const when = { eventDate: "2027-06-20", startTime: "12:00", endTime: "16:00" };
    const event = { ...known, ...when, venue: "The Orangery", guests: 70 };
    expect(draftValuesFor({ ...asked, event })).toEqual({
      clientName: asked.name,
      clientEmail: asked.email,
      eventDate: "2027-06-20",
      eventStart: "12:00",
      eventEnd: "16:00",
      eventLocation: "The Orangery",
      guests: "70",
    });
  });

  dbTest("from before these were asked for gives its suburb as the place", () => {
    expect(draftValuesFor({ ...asked, event: known })).toMatchObject({
      eventDate: "",
      eventStart: "",
      eventLocation: "Kew",
      guests: "",
    });
  });
});

describe("in the editor", () => {
  const written = {
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    base: "1200",
    rehearsal: "700",
    extraHour: "350",
  };

  dbTest("times and guests may be left empty, in either kind", () => {
    const none = { eventStart: null, eventEnd: null, guests: null };
    expect(readDraft("live-piano", written)).toMatchObject({ ok: true, value: none });
    const hourly = { ...written, invoiceType: "Spring Quote", hourlyRate: "100", hours: "3" };
    expect(readDraft("hourly", { ...hourly, preparation: "0", eventStart: "09:30" })).toMatchObject(
      { ok: true, value: { ...none, eventStart: "09:30" } },
    );
  });

  dbTest.for([
    [
      { eventEnd: "16:00" },
      { eventStart: "An end needs a start: give both, or leave both empty." },
    ],
    [
      { eventStart: "16:00", eventEnd: "16:00" },
      { eventEnd: "The end can't be the same time as the start." },
    ],
    [{ eventStart: "noon" }, { eventStart: "The start must be a time such as 6:00 pm." }],
    [{ guests: "0" }, { guests: "The number of guests must be a whole number from 1 to 100,000." }],
    [
      { guests: "100001" },
      { guests: "The number of guests must be a whole number from 1 to 100,000." },
    ],
    [
      { guests: "12.5" },
      { guests: "The number of guests must be a whole number from 1 to 100,000." },
    ],
  ])("%j is an error at its field", ([given, errors]) => {
    expect(readDraft("live-piano", { ...written, ...given })).toEqual({ ok: false, errors });
  });
});
