import { expect, onTestFinished, test } from "vitest";
import { startNameServer } from "../../../tests/fakes/dns.ts";
import { checkSenderDomain, senderDomain, type SenderRecord } from "./sender-domain.server.ts";

/* What a real name server on loopback says of a domain, in words. */

type Started = Parameters<typeof startNameServer>;

async function check(domain: string, ...started: Started): Promise<SenderRecord[]> {
  const { resolver, stop } = await startNameServer(...started);
  onTestFinished(stop);
  return checkSenderDomain(domain, { resolver });
}

const statesOf = (records: readonly SenderRecord[]) =>
  Object.fromEntries(records.map(({ name, state }) => [name, state]));
const said = (records: readonly SenderRecord[], name: SenderRecord["name"]) =>
  records.find((record) => record.name === name)!.what;

const key = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0B".repeat(16)}`;
const whole = {
  "hers.test": ["google-site-verification=abc", "v=spf1 include:_spf.google.com ~all"],
  "google._domainkey.hers.test": [key],
  "_dmarc.hers.test": ["v=DMARC1; p=none; rua=mailto:reports@hers.test"],
};

test("the domain is the sender's, as name servers know it", () => {
  expect(senderDomain('"Müller @ home" <hello@müller.test>')).toBe("xn--mller-kva.test");
});

test("a domain with all three records is right, each named in words", async () => {
  const found = await check("hers.test", whole);
  expect(statesOf(found)).toEqual({ SPF: "right", DKIM: "right", DMARC: "right" });
  expect(said(found, "SPF")).toContain("include:_spf.google.com");
  expect(said(found, "DKIM")).toBe("hers.test has a key for signing its emails: google");
});

test("a domain that has nothing is told what each record is for", async () => {
  const found = await check("hers.test", { "other.test": ["v=spf1 -all"] });
  expect(statesOf(found)).toEqual({ SPF: "missing", DKIM: "missing", DMARC: "missing" });
  expect(said(found, "DMARC")).toContain("v=DMARC1; p=none");
});

test("a key under a name that can't be guessed is neither found nor missing", async () => {
  const found = await check("hers.test", { "xk5q._domainkey.hers.test": [key] });
  expect(statesOf(found)).toMatchObject({ DKIM: "unknown" });
  expect(said(found, "DKIM")).toContain("a name we can't guess");
});

test("a withdrawn key signs nothing", async () => {
  const found = await check("hers.test", { "default._domainkey.hers.test": ["v=DKIM1; p="] });
  expect(statesOf(found)).toMatchObject({ DKIM: "unknown" });
});

test.for<[string, Started[0], Partial<Record<SenderRecord["name"], SenderRecord["state"]>>]>([
  ["two SPF records", { "hers.test": ["v=spf1 -all", "v=spf1 ~all"] }, { SPF: "wrong" }],
  ["an SPF record for everybody", { "hers.test": ["v=spf1 +all"] }, { SPF: "wrong" }],
  ["a DMARC record without a policy", { "_dmarc.hers.test": ["v=DMARC1;"] }, { DMARC: "wrong" }],
  [
    "two DMARC records",
    { "_dmarc.hers.test": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] },
    { DMARC: "wrong" },
  ],
])("%s is wrong", async ([, records, expected]) => {
  expect(statesOf(await check("hers.test", records))).toMatchObject(expected);
});

test("the DMARC record of the domain above counts for a domain below it", async () => {
  const found = await check("news.hers.test", whole);
  expect(statesOf(found)).toMatchObject({ DMARC: "right", SPF: "missing" });
});

test("a name server that fails leaves everything open", async () => {
  const found = await check("hers.test", whole, "fails");
  expect(statesOf(found)).toEqual({ SPF: "unknown", DKIM: "unknown", DMARC: "unknown" });
});

test("a name server that doesn't answer is waited for no longer than the time-out", async () => {
  const { resolver, stop } = await startNameServer(whole, "silent");
  onTestFinished(stop);
  const began = performance.now();
  const found = await checkSenderDomain("hers.test", { resolver, timeout: 100 });
  expect(performance.now() - began).toBeLessThan(450);
  expect(statesOf(found)).toEqual({ SPF: "unknown", DKIM: "unknown", DMARC: "unknown" });
});
