import fc from "fast-check";

/* Field names that forms and API requests know, values that they may not, and bodies made of both. */

export const slug = "a-slug-of-the-fuzz-tests";
export const fuzzId = "00000000-0000-4000-8000-000000000001";

const names = [
  "name",
  "email",
  "message",
  "firstName",
  "lastName",
  "eventDescription",
  "pianoType",
  "eventDate",
  "startTime",
  "endTime",
  "eventStart",
  "eventEnd",
  "venue",
  "guests",
  "studentParentName",
  "contactEmail",
  "examDate",
  "examTime",
  "examBoardGrade",
  "serviceRequired",
  "rehearsalDate",
  "rehearsalTime",
  "rehearsalMinutes",
  "candidateName",
  "examVenue",
  "works",
  "notes",
  "seen",
  "clientName",
  "clientEmail",
  "acceptQuote",
  "version",
  "totalAmount",
  "slug",
  "intent",
  "id",
  "status",
  "from",
  "decision",
  "confirmed",
  "recipientEmail",
  "subject",
  "body",
  "templateId",
  "mark",
  "validUntil",
  "base",
  "token",
  "password",
  "otp",
  "code",
  "state",
  "show",
  "search",
  "q",
  "sort",
  "page",
  "to",
  "next",
  "who",
  "week",
  "zone",
  "day",
  "time",
  "untilDay",
  "untilTime",
  "kind",
  "minutes",
  "price",
  "place",
  "placeDetails",
  "student",
  "phone",
  "note",
  "reason",
  "serviceId",
  "service",
  "fromDay",
  "monday-1-from",
  "monday-1-until",
  "day-1-from",
  "awayFrom",
  "url",
  "address",
  "form_key",
  "form_token",
  "_routes",
  "__proto__",
  "constructor",
];
export const fuzzText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "",
    "on",
    "yes",
    "delete",
    "restore",
    "accepted",
    fuzzId,
    slug,
    "ada@client.example",
    "2026-02-30",
    "2026-03-01",
    "9".repeat(40),
    "-1",
    "1e999",
    "NaN",
    "null",
    "{{name}}",
    "\u0000",
    "\ud800",
    "a".repeat(3_000),
    "%",
    "../..",
    "'\"><script>",
  ),
);
export const value = fc.oneof(
  fuzzText,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fuzzText, { maxLength: 3 }),
  fc.object({ maxDepth: 3 }),
);
// `String` throws for some objects.
export const asString = (one: unknown) =>
  (typeof one === "object" ? JSON.stringify(one) : String(one)).toWellFormed();
const fields = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), {
  maxLength: 8,
  selector: ([name]) => name,
});

export const asForm = fields.map((entries) => ({
  type: "application/x-www-form-urlencoded",
  body: Buffer.from(
    new URLSearchParams(
      entries.map(([name, one]) => [
        name,
        typeof one === "string" ? one.toWellFormed() : String(JSON.stringify(one)),
      ]),
    ).toString(),
  ),
}));
export const asJson = fields.map((entries) => ({
  type: "application/json",
  body: Buffer.from(JSON.stringify(Object.fromEntries(entries))),
}));
const asPart = ([name, content]: [string, unknown]) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asString(content)}\r\n`;
export const asMultipart = fields.map((entries) => ({
  type: "multipart/form-data; boundary=b",
  body: Buffer.from(`${entries.map(asPart).join("")}--b--`),
}));
export const asNoise = fc.record({
  type: fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "text/plain",
    "application/json; charset=x",
    "",
  ),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

export const fuzzQuery = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  {
    weight: 3,
    arbitrary: fields.map(
      (entries) =>
        `?${new URLSearchParams(entries.map(([name, one]) => [name, asString(one)])).toString()}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "grapheme-ascii", maxLength: 20 })
      .map((words) => `?${words.replace(/[^\x21-\x7e]/g, "+")}`),
  },
);
