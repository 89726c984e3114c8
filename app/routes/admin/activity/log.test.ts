import { expect, test } from "vitest";
import { sentenceOf } from "./route.tsx";

const reader = "owner@example.com";

function told(entry: Partial<Parameters<typeof sentenceOf>[0]>): string {
  const all = { actor: reader, action: "changed", kind: "quote", label: "", ...entry };
  const { who, did, name, rest } = sentenceOf(all, reader, "2026-03-10");
  return `${who} ${did} [${name}]${rest}`.trimStart();
}

const quote = { kind: "quote", label: "Rossi, Mia, Live Piano Services Quote" };

test.each([
  [
    { ...quote, actor: "client", action: "viewed" },
    "Rossi, Mia viewed the [Live Piano Services Quote]",
  ],
  [
    { ...quote, actor: "client", action: "viewed", event: { title: "Garden\nparty", day: null } },
    "Rossi, Mia viewed the quote [Garden party]",
  ],
  [
    { ...quote, action: "sent", event: { title: null, day: "2026-03-14" } },
    "You sent the [Live Piano Services Quote, Sat 14 Mar] for Rossi, Mia",
  ],
  [{ ...quote, action: "sent" }, "You sent the [Live Piano Services Quote] for Rossi, Mia"],
  [
    { kind: "quote", label: "Ada, Repertoire", action: "sent" },
    "You sent the quote [Repertoire] for Ada",
  ],
  [{ kind: "quote", label: "Ada" }, "You changed the quote [Ada]"],
  [
    { kind: "invoice", label: "INV-0001, Ada", actor: "client", action: "issued" },
    "Invoice [INV-0001] issued when Ada accepted",
  ],
  [{ kind: "invoice", label: "INV-0001, Ada" }, "You changed the invoice [INV-0001, Ada]"],
  [
    { kind: "booking", label: "Mei Tan, Grade 5, violin" },
    "You changed the AMEB booking of [Mei Tan], Grade 5, violin",
  ],
  [
    { kind: "message", label: "Ada", action: "released" },
    "You marked the message from [Ada] as not spam",
  ],
  [
    { kind: "appointment", label: "Voice, 60 minutes, Ada", actor: "client", action: "moved" },
    "Ada moved [Voice, 60 minutes]",
  ],
  [
    { kind: "invoice", label: "INV-0001, Ada", actor: "The diary", action: "issued" },
    "Invoice [INV-0001, Ada] issued after the session",
  ],
  [
    { kind: "appointment", label: "Garden party, Ada", actor: "The diary", action: "added" },
    "[Garden party, Ada] is in your diary",
  ],
  [{ kind: "appointment", label: "Voice, Ada" }, "You changed [Voice, Ada]"],
  [
    { kind: "records", label: "phone and notes of ada@client.example" },
    "You changed the [phone and notes of ada@client.example]",
  ],
  [{ kind: "records", label: "of one person" }, "You changed the records [of one person]"],
  [{ kind: "template", label: "Thanks", action: "restored" }, "You restored the template [Thanks]"],
  [{ kind: "business", label: "the business details" }, "You changed [the business details]"],
])("%o is told as %s", (entry, sentence) => expect(told(entry)).toBe(sentence));
