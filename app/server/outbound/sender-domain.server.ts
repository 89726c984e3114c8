import { Resolver } from "node:dns/promises";
import { setTimeout as wait } from "node:timers/promises";
import { domainToASCII } from "node:url";
import { cutCharacters } from "#app/values/text.ts";
import { senderAddress } from "./outgoing-email.server.ts";

/* Whether receivers can tell that emails from a domain are its owner's: RFC 7208, 6376 and 7489. */

export type SenderRecord = {
  name: "SPF" | "DKIM" | "DMARC";
  /** `unknown`: nobody answered, or the answer leaves it open. */
  state: "right" | "missing" | "wrong" | "unknown";
  /** A sentence for the owner. */
  what: string;
};

type Settings = {
  resolver?: Pick<Resolver, "resolveTxt" | "cancel">;
  /** In milliseconds, for all questions together. */
  timeout?: number;
};

/** Names that mail services give to their keys: a key's name stands in signed emails only. */
const selectors = (
  "default dkim mail google selector1 selector2 k1 k2 k3 s1 s2 s1024 s2048 smtp mx key1 " +
  "fm1 fm2 fm3 pm protonmail protonmail2 protonmail3 mxvault zoho zmail resend mandrill mte1 " +
  "mailjet brevo1 brevo2 sendinblue sig1 everlytickey1 mg krs pic smtpapi cm"
).split(" ");

export const senderDomain = (from: string): string =>
  domainToASCII(senderAddress(from).replace(/^.*@/, ""));

/** Texts of the name; empty if it has none, null if nobody can say. */
type Ask = (name: string) => Promise<readonly string[] | null>;

/** Never rejects. Amazon's and some other services' keys have random names: DKIM may stay unknown. */
export async function checkSenderDomain(
  domain: string,
  { resolver = new Resolver({ timeout: 1_500, tries: 2 }), timeout = 5_000 }: Settings = {},
): Promise<SenderRecord[]> {
  const over = new AbortController();
  const late = wait(timeout, null, { signal: over.signal }).catch(() => null);
  const codes = new Map<string, string>();
  const ask: Ask = async (name) => {
    const texts = resolver.resolveTxt(name).then(
      (records) => records.map((parts) => parts.join("")),
      ({ code = "" }: { code?: string }) => {
        codes.set(name, code);
        return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
      },
    );
    return Promise.race([texts, late]);
  };
  const found = await Promise.all([
    spf(domain, ask),
    dkim(domain, ask, (name) => codes.get(name) === "ENODATA"),
    dmarc(domain, ask),
  ]);
  over.abort();
  resolver.cancel();
  return found;
}

const shown = (record: string) => cutCharacters(record, 120);

const unanswered = (name: SenderRecord["name"], domain: string): SenderRecord => ({
  name,
  state: "unknown",
  what: `Nobody could tell us about ${domain} just now. Try again in a few minutes.`,
});

async function spf(domain: string, ask: Ask): Promise<SenderRecord> {
  const name = "SPF";
  const texts = await ask(domain);
  if (!texts) return unanswered(name, domain);
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (!record)
    return {
      name,
      state: "missing",
      what: `${domain} doesn't say which servers may send its emails, so they may land in spam.`,
    };
  if (records.length > 1)
    return {
      name,
      state: "wrong",
      what: `${domain} has ${records.length} SPF records. Receivers then use none: make them one.`,
    };
  if (/(^| )\+?all( |$)/i.test(record))
    return {
      name,
      state: "wrong",
      what: `The record of ${domain} lets any server send its emails. End it with ~all.`,
    };
  return { name, state: "right", what: `${domain} says which servers may send: ${shown(record)}` };
}

async function dkim(
  domain: string,
  ask: Ask,
  hasNamesBelow: (name: string) => boolean,
): Promise<SenderRecord> {
  const name = "DKIM";
  const keys = `_domainkey.${domain}`;
  const [above, ...each] = await Promise.all([
    ask(keys),
    ...selectors.map((selector) => ask(`${selector}.${keys}`)),
  ]);
  const known = selectors.filter((_, index) =>
    // An empty key has been withdrawn.
    each[index]?.some((text) => /(^|;)\s*p\s*=\s*[\w+/]/i.test(text)),
  );
  if (known.length > 0)
    return {
      name,
      state: "right",
      what: `${domain} has a key for signing its emails: ${known.join(", ")}`,
    };
  if (!above) return unanswered(name, domain);
  if (hasNamesBelow(keys) || above.length > 0)
    return {
      name,
      state: "unknown",
      what:
        `${domain} may have a key, under a name we can't guess. ` +
        "Your mail service's page about your domain says whether it's right.",
    };
  return {
    name,
    state: "missing",
    what: `${domain} has no key for signing its emails. Your mail service gives you one to add.`,
  };
}

/** The nearest record counts: of the domain, or of one above it. */
async function dmarc(domain: string, ask: Ask): Promise<SenderRecord> {
  const name = "DMARC";
  const labels = domain.split(".");
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
  for (const each of domains) {
    const texts = await ask(`_dmarc.${each}`);
    if (!texts) return unanswered(name, domain);
    const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    const [record] = records;
    if (!record) continue;
    if (records.length > 1)
      return {
        name,
        state: "wrong",
        what: `${each} has ${records.length} DMARC records. Receivers then use none: keep one.`,
      };
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.exec(record)?.[1];
    if (!policy)
      return {
        name,
        state: "wrong",
        what: `The DMARC record of ${each} doesn't say what to do with forged emails: add p=none.`,
      };
    return { name, state: "right", what: `${each} has a DMARC record: ${shown(record)}` };
  }
  return {
    name,
    state: "missing",
    what: `${domain} has no DMARC record. Gmail asks for one: v=DMARC1; p=none is enough.`,
  };
}
