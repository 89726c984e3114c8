import fc from "fast-check";
import { asForm, asJson, asMultipart, asNoise, asString, fuzzQuery, value } from "./fuzz-fields.ts";
import { fuzzPath, fuzzTail } from "./fuzz-paths.ts";
import type { HttpRequest } from "./request.ts";
import { openSlug, validRequests } from "./fuzz-valid.ts";

export type FuzzRequest = { path: string; sent: HttpRequest };

const header = fc.tuple(
  fc.constantFrom(
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Idempotency-Key",
    "If-None-Match",
    "Range",
    "User-Agent",
    "X-Requested-With",
    "Referer",
    "Prefer",
    "Authorization",
    "X-Forwarded-For",
    "Expect",
    "Sec-Purpose",
    "Cookie",
  ),
  fc
    .string({ unit: "grapheme-ascii", maxLength: 80 })
    .map((words) => words.replace(/[^\x20-\x7e]/g, "")),
);

// Answers to quotes come thrice as often: only few of them reach the record.
const answers = validRequests.filter(
  ([path, fields]) => path.includes(openSlug) || fields.slug === openSlug,
);

const post = (to: string, fields: Record<string, unknown>, from: string, cookie: string) => {
  const json = to.startsWith("/functions");
  const body = json
    ? JSON.stringify(fields)
    : new URLSearchParams(
        Object.entries(fields).map(([name, one]) => [name, asString(one)]),
      ).toString();
  const sent: HttpRequest = {
    method: "POST",
    headers: {
      Cookie: cookie,
      "X-Forwarded-For": from,
      "Content-Type": json ? "application/json" : "application/x-www-form-urlencoded",
    },
    body: Buffer.from(body),
  };
  return { path: to, sent };
};

/** A valid request with a field or two changed. */
const nearlyValid = (cookie: string) =>
  fc
    .tuple(
      fc.constantFrom(...validRequests, ...answers, ...answers),
      fc.array(fc.tuple(fc.nat(), value), { maxLength: 2 }),
      fc.ipV4(),
    )
    .map(([[to, fine], changes, from]) => {
      const changed = changes.map(([which, one]) => [
        Object.keys(fine)[which % Object.keys(fine).length]!,
        one,
      ]);
      return post(to, { ...fine, ...Object.fromEntries(changed) }, from, cookie);
    });

/** Valid answers to open quotes, with another total: these reach the record, whatever the seed. */
export const answersWithAnotherTotal = (cookie: string) =>
  fc
    .tuple(fc.constantFrom(...answers), fc.nat(), fc.ipV4())
    .map(([[to, fine], totalAmount, from]) => post(to, { ...fine, totalAmount }, from, cookie));

const invented = (cookie: string) =>
  fc
    .record({
      path: fuzzPath,
      tail: fuzzTail,
      query: fuzzQuery,
      method: fc.constantFrom("GET", "GET", "POST", "POST", "POST", "HEAD", "PUT"),
      sent: fc.oneof(asForm, asJson, asMultipart, asNoise),
      headers: fc.array(header, { maxLength: 3 }),
      owner: fc.boolean(),
      from: fc.ipV4(),
    })
    .map(({ path: to, tail: end, query: asks, method, sent, headers, owner, from }) => {
      const type: Record<string, string> =
        method === "POST" && sent.type ? { "Content-Type": sent.type } : {};
      const given: HttpRequest = {
        method,
        headers: {
          "X-Forwarded-For": from,
          ...Object.fromEntries(headers),
          ...type,
          ...(owner ? { Cookie: cookie } : undefined),
        },
      };
      return {
        path: `${to}${end}${asks}`.slice(0, 5_000),
        sent: method === "POST" ? { ...given, body: sent.body } : given,
      };
    });

/** Half of them invented, half nearly valid. */
export const fuzzRequests = (cookie: string) => fc.oneof(invented(cookie), nearlyValid(cookie));
