import fc from "fast-check";
import { fuzzId, slug, validRequests } from "./fuzz-valid.ts";

/* Field names that forms and API requests know, values that they may not, and bodies made of both. */

const names = [
  ...new Set([
    ...validRequests.flatMap(([, fields]) => Object.keys(fields)),
    ..."token password otp code state show search q sort page next who service address".split(" "),
    ..."templateId confirmed form_key form_token _routes __proto__ constructor".split(" "),
  ]),
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
